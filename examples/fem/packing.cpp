#include "examples/fem/packing.h"

#include <Eigen/Dense>
#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "abut/core/contact.h"

namespace fem {

namespace {

/// Of all grains, whose facets come first.
double volume_of(const System& system, std::uint32_t grains, std::span<const Vector> points) {
  double out = 0;
  const Facets& f = system.facets();
  for (std::size_t k = 0; k < f.corners.size() && f.body[k] < grains; ++k) {
    const Triangle& t = f.corners[k];
    out += abut::dot(points[t[0]], abut::cross(points[t[1]], points[t[2]])) / 6;
  }
  return out;
}

void count_contacts(const System& system, const Forces& forces, std::uint32_t grains, Packing& out) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const NearFacets& f : forces.pressed) {
    pairs.emplace(system.facets().body[f.a], system.facets().body[f.b]);
  }
  std::uint64_t among = 0, with_box = 0;
  for (const auto& [a, b] : pairs) {
    if (b < grains) among += 2, out.contacts.push_back({a, b});
    if (a < grains && b >= grains) ++with_box;
  }
  out.among = static_cast<double>(among) / grains;
  out.with_box = out.among + static_cast<double>(with_box) / grains;
}

double outside(const PackingScene& scene, const System& system, std::uint32_t grains, const State& at) {
  const double half = 0.5 * scene.width, lid = at.positions[system.first_node(grains + 1)].z;
  double out = 0;
  for (std::uint32_t k = 0; k < system.first_node(grains); ++k) {
    const Vector& p = at.positions[k];
    out = std::max({out, std::abs(p.x) - half, std::abs(p.y) - half, -p.z, p.z - lid});
  }
  return out;
}

std::uint64_t bits_of(const State& state) {
  std::uint64_t out = 0;
  for (const Vector& p : state.positions) {
    for (const double x : {p.x, p.y, p.z}) out = abut::mix64(out ^ std::bit_cast<std::uint64_t>(x));
  }
  return out;
}

}  // namespace

// Hooke's law backwards.
void look_at_stress(const System& system, const Material& m, std::uint32_t grains, const State& at, Packing& out) {
  const double mu = shear_modulus(m), bulk = 2 * mu + 3 * first_modulus(m);
  for (std::uint32_t g = 0; g < grains; ++g) {
    const auto nodes = system.of_body(std::span(at.positions), g);
    for (std::size_t e = 0; e < system.elements(g).size(); ++e) {
      const Eigen::Matrix3d s = system.elements(g).stress(nodes, e, 0);
      out.stress = std::max(out.stress, von_mises(s));
      const Eigen::Array3d principal = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(s).eigenvalues().array();
      const double mean = s.trace() / 3;
      out.strain = std::max(out.strain, ((principal - mean) / (2 * mu) + mean / bulk).abs().maxCoeff());
    }
  }
}

Packing pack(const PackingSettings& settings, const std::function<void(const PackingSample&)>& watch) {
  Packing out;
  out.scene = packing_scene(settings);
  const PackingScene& scene = out.scene;
  const System system(scene.problem);
  const auto grains = static_cast<std::uint32_t>(settings.grains);
  const std::uint32_t lid = system.first_node(grains + 1);
  out.facets = 20u << (2 * settings.level), out.elements = system.elements(0).size();
  const double whole = volume_of(system, grains, system.points(system.start()));
  out.measures = run(scene.problem, system, settings, [&](const Stepper& s) {
    const bool last = s.time() > settings.seconds - 0.5 * s.step();
    const double due = static_cast<double>(out.samples.size()) * settings.seconds / 500;
    if (s.time() < due - 0.5 * s.step() && !last) return;
    const double height = s.state().positions[lid].z, solid = volume_of(system, grains, system.points(s.state()));
    out.samples.push_back({s.time(), height, scene.width * scene.width * height / solid - 1, s.energies()});
    if (watch) watch(out.samples.back());
    if (!last) return;
    out.end = s.state(), out.squeezed = 1 - solid / whole;
    count_contacts(system, s.forces(), grains, out);
  });
  look_at_stress(system, settings.material, grains, out.end, out);
  out.outside = outside(scene, system, grains, out.end);
  out.bits = bits_of(out.end);
  return out;
}

}  // namespace fem
