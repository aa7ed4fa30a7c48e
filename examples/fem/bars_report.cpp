// Sweeps of `bars`: what it prints and draws.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "examples/fem/bars.h"
#include "examples/fem/chart.h"

namespace fem {

namespace {

/// Whether what is promised holds. Data only.
struct Sweep {
  bool sane = true;
  Line simulated{"single elements, first apart", {}, false, true}, closed{"closed form of these", {}},
      last{"last contact, where they bounce", {}, false, true};
  std::vector<std::vector<double>> rows;
};

bool is_sane(const BarImpact& b) { return b.measures.inverted == 0 && std::isfinite(b.measures.energy_error); }

void sweep_penalty(const BarSettings& settings, Sweep& out) {
  const double c = bar_wave_speed(settings.material);
  std::printf("  %-10s %11s %11s %11s %9s %9s %9s %10s\n", "penalty", "parted, s", "closed form", "last, s", "contacts",
              "v_1 / v0", "v_2 / v0", "energy off");
  for (double power = -1.25; power <= 2.01; power += 0.25) {
    BarSettings s = settings;
    s.penalty = settings.penalty * std::pow(10, power);
    const BarImpact b = collide(s);
    const double closed = PenaltyBars{s.length, c, s.penalty * s.length / s.material.young}.contact_time();
    std::printf("  %-10.4g %11.5f %11.5f %11.5f %9llu %9.4f %9.4f %10.2g\n", s.penalty, b.parted, closed,
                b.measures.last_touch, static_cast<unsigned long long>(b.contacts), b.velocity_1 / s.speed,
                b.velocity_2 / s.speed, b.measures.energy_error / b.measures.largest_kinetic);
    if (b.parted > 0) out.simulated.points.emplace_back(s.penalty, b.parted);
    if (b.parted > 0 && b.contacts > 1) out.last.points.emplace_back(s.penalty, b.measures.last_touch);
    out.closed.points.emplace_back(s.penalty, closed);
    out.rows.push_back({s.penalty, b.parted, closed, b.measures.last_touch, static_cast<double>(b.contacts),
                        b.velocity_1, b.velocity_2});
    out.sane = out.sane && is_sane(b);
  }
}

/// More elements, and a penalty as stiff as they are.
void sweep_elements(const BarSettings& settings, Sweep& out) {
  const double c = bar_wave_speed(settings.material), exact = wave_contact_time(settings.length, c);
  std::printf("  %-10s %12s %12s %9s %9s %9s\n", "elements", "last, s", "over 2 l/c", "contacts", "v_1 / v0",
              "v_2 / v0");
  for (const std::uint32_t n : {1u, 4u, 16u, 64u}) {
    BarSettings s = settings;
    s.elements = n, s.penalty = settings.material.young * n / settings.length, s.seconds = 4 * exact;
    const BarImpact b = collide(s);
    std::printf("  %-10u %12.5g %12.4f %9llu %9.4f %9.4f\n", n, b.measures.last_touch, b.measures.last_touch / exact,
                static_cast<unsigned long long>(b.contacts), b.velocity_1 / s.speed, b.velocity_2 / s.speed);
    out.sane = out.sane && is_sane(b);
  }
}

Line level(const std::string& name, const Line& beside, double value) {
  Line out{name, {}, true};
  if (beside.points.empty()) return out;
  out.points = {{beside.points.front().first, value}, {beside.points.back().first, value}};
  return out;
}

Chart forces(const BarSettings& settings) {
  Chart out{"Force between the bars", "time over l / c", "force over E A v0 / 2 c", {}};
  const double c = bar_wave_speed(settings.material),
               unit = 0.5 * settings.material.young * settings.width * settings.width * settings.speed / c;
  for (const std::uint32_t n : {1u, 64u}) {
    BarSettings s = settings;
    s.elements = n, s.seconds = 4 * s.length / c;
    if (n > 1) s.penalty = s.material.young * n / s.length;
    Line line{std::to_string(n) + (n == 1 ? " element" : " elements"), {}};
    for (const BarSample& at : collide(s).samples) line.points.emplace_back(at.time * c / s.length, at.force / unit);
    out.lines.push_back(line);
  }
  out.lines.push_back({"wave", {{0, 0}, {0, 1}, {2, 1}, {2, 0}, {4, 0}}, true});
  return out;
}

}  // namespace

bool report_bars(const BarSettings& settings, const std::string& folder) {
  const double c = bar_wave_speed(settings.material), unit = settings.length / c;
  std::printf("two bars: E %.4g Pa, c %.5g m/s, 2 l/c %.5g s, 4 l/c %.5g s\n", settings.material.young, c, 2 * unit,
              4 * unit);
  Sweep sweep;
  sweep_penalty(settings, sweep);
  std::printf("  single elements part after 4 l/c with %.4g Pa/m; they bounce above %.4g Pa/m\n",
              penalty_for(settings, 4 * unit), penalty_for(settings, 2 * unit));
  sweep_elements(settings, sweep);
  if (!folder.empty()) {
    write_charts(folder + "/bars.svg",
                 {{"When the bars part",
                   "penalty, Pa/m",
                   "s",
                   {sweep.simulated, sweep.closed, sweep.last, level("2 l / c", sweep.closed, 2 * unit),
                    level("4 l / c, the thesis's", sweep.closed, 4 * unit)},
                   true,
                   true},
                  forces(settings)});
    write_csv(folder + "/bars.csv", "penalty,parted,closed_form,last,contacts,velocity_1,velocity_2", sweep.rows);
  }
  return sweep.sane;
}

}  // namespace fem
