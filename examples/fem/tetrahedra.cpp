#include "examples/fem/tetrahedra.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "examples/fem/chart.h"

namespace fem {

namespace {

constexpr double gravity = 9.81;
constexpr std::size_t tip = 7;  // the upper one's node, in all

double height_of(const BounceSettings& s) { return std::sqrt(2.0 / 3) * s.edge; }
double fall_of(const BounceSettings& s) { return 0.5 * gravity * s.fall_time * s.fall_time; }

/// Between samples.
double height_at(const std::vector<BounceSample>& samples, double step, double time) {
  const double at = time / step;
  const auto k = std::min(static_cast<std::size_t>(at), samples.size() - 2);
  const double part = at - static_cast<double>(k);
  return (1 - part) * samples[k].height + part * samples[k + 1].height;
}

void measure(const BounceSettings& settings, Bounce& out) {
  const Measures& m = out.measures;
  out.lowest = out.samples[0].height;
  for (const BounceSample& s : out.samples) out.lowest = std::min(out.lowest, s.height);
  double back = 0;
  for (const BounceSample& s : out.samples) {
    if (m.first_touch > 0 && s.time > m.last_touch) back = std::max(back, s.height);
  }
  out.returned = (back - height_of(settings)) / out.fall;
  const double middle = 0.5 * (m.first_touch + m.last_touch), end = out.samples.back().time;
  for (const BounceSample& s : out.samples) {
    if (s.time > middle || 2 * middle - s.time > end) continue;
    out.asymmetry = std::max(out.asymmetry, std::abs(s.height - height_at(out.samples, m.step, 2 * middle - s.time)));
  }
}

}  // namespace

BounceSettings bounce_settings() {
  BounceSettings out;
  out.material.poisson = 0.3, out.seconds = 1.9;
  return out;
}

Problem bounce_problem(const BounceSettings& settings) {
  const double s = settings.edge, r = s / std::sqrt(3.0), h = height_of(settings);
  const Vector a{r, 0, 0}, b{-0.5 * r, 0.5 * s, 0}, c{-0.5 * r, -0.5 * s, 0}, d{0, 0, h};
  const auto mirrored = [&](Vector v) { return Vector{v.x, v.y, 2 * h + fall_of(settings) - v.z}; };
  Problem out;
  out.gravity = {0, 0, -gravity};
  out.penalty.facets = settings.penalty, out.penalty.depth = 0.8 * s;
  const Held upwards{false, false, true};
  out.bodies.push_back({"lower", tetrahedron(a, b, c, d), settings.material, {}, {upwards, upwards, upwards, {}}});
  out.bodies.push_back(
      {"upper", tetrahedron(mirrored(a), mirrored(c), mirrored(b), mirrored(d)), settings.material, {}, {}});
  return out;
}

Bounce bounce(const BounceSettings& settings) {
  const Problem problem = bounce_problem(settings);
  const System system(problem);
  Bounce out;
  out.fall = fall_of(settings);
  out.measures = run(problem, system, settings, [&](const Stepper& s) {
    double reaction = 0;
    for (std::size_t k = 0; k < 3; ++k) reaction -= s.forces().all[k].z;
    const Vector& p = s.state().positions[tip];
    out.samples.push_back({s.time(), p.z, s.energies(), reaction});
    out.sideways = std::max(out.sideways, std::hypot(p.x, p.y));
  });
  measure(settings, out);
  return out;
}

bool report_bounce(const BounceSettings& settings, const std::string& folder) {
  const Bounce b = bounce(settings);
  const Measures& m = b.measures;
  std::printf("two tetrahedra: E %.4g Pa, penalty %.4g Pa/m, %llu steps of %.4g s\n", settings.material.young,
              settings.penalty, static_cast<unsigned long long>(m.steps), m.step);
  std::printf("  contact from %.4f to %.4f s, of %llu pairs of facets at most; the tip is lowest at %.4f m of %.4f\n",
              m.first_touch, m.last_touch, static_cast<unsigned long long>(m.most_touching), b.lowest,
              height_of(settings));
  std::printf("  the tip comes back by %.7f of its fall of %.4f m, heights before and after differ by %.3g m\n",
              b.returned, b.fall, b.asymmetry);
  std::printf("  off the axis by %.2g m; energy off by %.3g of the largest kinetic energy; inverted elements %llu\n",
              b.sideways, m.energy_error / m.largest_kinetic, static_cast<unsigned long long>(m.inverted));
  if (!folder.empty()) {
    Line height{"tip of the upper one", {}}, back{"backwards in time", {}, true}, kinetic{"", {}}, reaction{"", {}};
    std::vector<std::vector<double>> rows;
    const double middle = 0.5 * (m.first_touch + m.last_touch);
    const std::size_t stride = std::max<std::size_t>(1, b.samples.size() / 500);
    for (std::size_t k = 0; k < b.samples.size(); ++k) {
      const BounceSample& s = b.samples[k];
      const bool touches = s.time > m.first_touch - 0.01 && s.time < m.last_touch + 0.01;
      if (!touches && k % stride != 0) continue;
      height.points.emplace_back(s.time, s.height);
      if (2 * middle - s.time >= 0) back.points.emplace_back(2 * middle - s.time, s.height);
      kinetic.points.emplace_back(s.time, 1e-3 * s.energies.kinetic);
      reaction.points.emplace_back(s.time, 1e-3 * s.reaction);
      rows.push_back({s.time, s.height, s.energies.kinetic, s.energies.total(), s.reaction});
    }
    write_charts(folder + "/tetrahedra.svg", {{"Height of the tip", "time, s", "m", {height, back}},
                                              {"Kinetic energy", "time, s", "kJ", {kinetic}},
                                              {"Reaction of the support", "time, s", "kN", {reaction}}});
    write_csv(folder + "/tetrahedra.csv", "time,height,kinetic,energy,reaction", rows);
  }
  return m.inverted == 0 && std::isfinite(m.energy_error) && m.first_touch > 0;
}

}  // namespace fem
