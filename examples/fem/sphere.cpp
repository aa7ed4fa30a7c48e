#include "examples/fem/sphere.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "examples/fem/chart.h"

namespace fem {

namespace {

const Vector normal{-std::numbers::sqrt2 / 2, 0, std::numbers::sqrt2 / 2};
const Vector middle{1.0 / 3, 0, 1.0 / 3};  // of the face

void print(const SphereSettings& s, const SphereFlight& f) {
  std::printf("  %-9.4g %-9.4g %10.4f %10.4f %10.4f %12.4g %12.3g\n", s.radius, s.material.young, f.after.x / s.speed,
              f.after.z / s.speed, f.deepest * 1e3, f.measures.last_touch - f.measures.first_touch,
              f.measures.energy_error / f.measures.largest_kinetic);
}

void write(const SphereFlight& f, const std::string& folder) {
  Line along{"along x", {}}, up{"upwards", {}}, kinetic{"kinetic", {}}, elastic{"elastic", {}};
  std::vector<std::vector<double>> rows;
  const std::size_t stride = std::max<std::size_t>(1, f.samples.size() / 500);
  for (std::size_t k = 0; k < f.samples.size(); k += stride) {
    const SphereSample& s = f.samples[k];
    along.points.emplace_back(s.time, s.displacement.x), up.points.emplace_back(s.time, s.displacement.z);
    kinetic.points.emplace_back(s.time, s.energies.kinetic), elastic.points.emplace_back(s.time, s.energies.elastic);
    rows.push_back(
        {s.time, s.displacement.x, s.displacement.y, s.displacement.z, s.energies.kinetic, s.energies.total()});
  }
  write_charts(folder + "/sphere.svg", {{"Displacement of the sphere", "time, s", "m", {along, up}},
                                        {"Energies", "time, s", "J", {kinetic, elastic}}});
  write_csv(folder + "/sphere.csv", "time,x,y,z,kinetic,energy", rows);
}

}  // namespace

SphereSettings sphere_settings() {
  SphereSettings out;
  out.material.poisson = 0.3, out.part = 0.02;
  return out;
}

Problem sphere_problem(const SphereSettings& settings) {
  Problem out;
  out.penalty.balls = settings.stiffness, out.penalty.depth = 0.4;
  const Held all{true, true, true};
  out.bodies.push_back({"tetrahedron",
                        tetrahedron({0, -1, 0}, {2, 0, 0}, {0, 1, 0}, {1, 0, 1}),
                        settings.material,
                        {},
                        {all, all, all, settings.rigid ? all : Held{}}});
  Ball ball;
  ball.radius = settings.radius;
  ball.mass = settings.material.density * 4 / 3 * std::numbers::pi * std::pow(settings.radius, 3);
  ball.velocity = {settings.speed, 0, 0};
  ball.position = middle + normal * settings.radius - ball.velocity * (0.5 * settings.seconds);
  out.balls.push_back(ball);
  return out;
}

SphereFlight fly(const SphereSettings& settings) {
  const Problem problem = sphere_problem(settings);
  const System system(problem);
  SphereFlight out;
  out.mass = problem.balls[0].mass, out.before = problem.balls[0].velocity;
  const Vector from = problem.balls[0].position, touches = middle + normal * settings.radius;
  out.measures = run(problem, system, settings, [&](const Stepper& s) {
    const std::uint32_t ball = system.ball_node(0);
    const Vector p = s.state().positions[ball];
    out.samples.push_back({s.time(), p - from, s.energies()});
    out.deepest = std::max(out.deepest, -abut::dot(p - touches, normal));
    out.after = s.state().velocities[ball];
  });
  return out;
}

bool report_sphere(const SphereSettings& settings, const std::string& folder) {
  const SphereFlight first = fly(settings);
  std::printf("a sphere on a face at 45 degrees: penalty %.4g N/m, %llu steps of %.4g s\n", settings.stiffness,
              static_cast<unsigned long long>(first.measures.steps), first.measures.step);
  std::printf("  %-9s %-9s %10s %10s %10s %12s %12s\n", "radius, m", "E, Pa", "v_x / v0", "v_z / v0", "depth, mm",
              "contact, s", "energy off");
  print(settings, first);
  bool sane = true;
  const auto see = [&](const SphereFlight& f) {
    sane = sane && f.measures.inverted == 0 && std::isfinite(f.measures.energy_error) && f.measures.first_touch > 0;
  };
  see(first);
  for (const double part : {0.5, 0.25, 0.125}) {
    SphereSettings smaller = settings;
    smaller.radius = part * settings.radius;
    const SphereFlight f = fly(smaller);
    print(smaller, f), see(f);
  }
  SphereSettings held = settings;
  held.rigid = true;
  const SphereFlight f = fly(held);
  const double across = settings.speed / std::numbers::sqrt2, frequency = std::sqrt(settings.stiffness / f.mass);
  std::printf(
      "  with all nodes held: v_x / v0 %.2g, v_z / v0 %.9f; depth %.4f mm and contact %.5g s, as a spring %.4f "
      "and %.5g\n",
      f.after.x / settings.speed, f.after.z / settings.speed, f.deepest * 1e3,
      f.measures.last_touch - f.measures.first_touch, 1e3 * across / frequency, std::numbers::pi / frequency);
  see(f);
  if (!folder.empty()) write(first, folder);
  return sane;
}

}  // namespace fem
