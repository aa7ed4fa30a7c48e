// Both searches of `ironing`: what it prints and draws.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "examples/dem/output.h"
#include "examples/fem/chart.h"
#include "examples/fem/ironing.h"

namespace fem {

namespace {

void print(const char* name, const Ironing& r) {
  const Measures& m = r.measures;
  std::printf("  %-10s %9llu %9llu %10.1f %11.2f %13.3g\n", name, static_cast<unsigned long long>(m.search.searches),
              static_cast<unsigned long long>(m.search.kept),
              static_cast<double>(m.search.pairs) / static_cast<double>(m.steps + 1),
              1e6 * m.search.seconds / static_cast<double>(m.steps + 1), m.energy_error / m.largest_kinetic);
}

/// Four states as seen along y.
void write_frames(const IroningSettings& settings, const Ironing& run, const std::string& path) {
  const System system(ironing_problem(settings));
  constexpr double width = 400, height = 200, scale = 12e3;  // px by m
  std::ostringstream out;
  out.precision(6);
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << 2 * width << ' ' << 2 * height
      << "\" font-family=\"sans-serif\" font-size=\"14\">\n<style>.f0{fill:#c9d3de;stroke:#4a5a6a}"
      << ".f1{fill:#f0c987;stroke:#8a5a14}path{fill-opacity:0.5;stroke-width:0.6}</style>\n"
      << "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  for (std::size_t k = 0; k < run.frames.size(); ++k) {
    const std::vector<Vector> points = system.points(run.frames[k].second);
    const double x = width * (static_cast<double>(k % 2) + 0.45), y = height * (k < 2 ? 0.62 : 1.62);
    for (std::size_t f = 0; f < system.facets().corners.size(); ++f) {
      const Triangle& t = system.facets().corners[f];
      // Those that look this way.
      if (abut::cross(points[t[1]] - points[t[0]], points[t[2]] - points[t[0]]).y > -1e-10) continue;
      out << "<path class=\"f" << system.facets().body[f] << "\" d=\"";
      for (std::size_t c = 0; c < 3; ++c) {
        const Vector& p = points[t[c]];
        out << (c == 0 ? 'M' : 'L') << x + scale * p.x << ' ' << y - scale * p.z;
      }
      out << "Z\"/>\n";
    }
    out << "<text x=\"" << width * static_cast<double>(k % 2) + 12 << "\" y=\"" << (k < 2 ? 22 : height + 22) << "\">"
        << std::round(1e4 * run.frames[k].first) / 10 << " ms</text>\n";
  }
  out << "</svg>\n";
  dem::write_whole(path, out.str());
}

void write(const IroningSettings& settings, const Ironing& facets, const Ironing& intrinsic,
           const std::string& folder) {
  Line x{"along x", {}}, z{"upwards", {}}, kinetic{"facet search", {}}, other{"intrinsic search", {}, true};
  std::vector<std::vector<double>> rows;
  const std::size_t stride = std::max<std::size_t>(1, facets.samples.size() / 700);
  for (std::size_t k = 0; k < facets.samples.size(); k += stride) {
    const IroningSample &s = facets.samples[k], &t = intrinsic.samples[k];
    x.points.emplace_back(1e3 * s.time, 1e3 * s.centre.x), z.points.emplace_back(1e3 * s.time, 1e3 * s.centre.z);
    kinetic.points.emplace_back(1e3 * s.time, 1e6 * s.energies.kinetic);
    other.points.emplace_back(1e3 * t.time, 1e6 * t.energies.kinetic);
    rows.push_back({s.time, s.energies.kinetic, s.energies.elastic, s.energies.contact, s.centre.x, s.centre.y,
                    s.centre.z, t.energies.kinetic, t.centre.x, t.centre.z});
  }
  write_charts(folder + "/ironing.svg", {{"Kinetic energy", "time, ms", "uJ", {kinetic, other}},
                                         {"Centre of the block", "time, ms", "mm", {x, z}}});
  write_csv(folder + "/ironing.csv", "time,kinetic,elastic,contact,x,y,z,intrinsic_kinetic,intrinsic_x,intrinsic_z",
            rows);
  write_frames(settings, facets, folder + "/ironing_frames.svg");
}

}  // namespace

bool report_ironing(const IroningSettings& settings, const std::string& folder) {
  IroningSettings s = settings;
  s.search = SearchKind::facets;
  const Ironing facets = iron(s);
  s.search = SearchKind::intrinsic;
  const Ironing intrinsic = iron(s);
  const Measures& m = facets.measures;
  std::printf("ironing: E %.4g Pa, penalty %.4g Pa/m, %llu steps of %.4g s\n", s.material.young, s.penalty,
              static_cast<unsigned long long>(m.steps), m.step);
  std::printf("  %-10s %9s %9s %10s %11s %13s\n", "search", "searches", "kept", "pairs/step", "us a step",
              "energy off");
  print("facets", facets), print("intrinsic", intrinsic);
  const bool same = facets.samples == intrinsic.samples;
  std::printf("  contact from %.4g to %.4g ms, of %llu pairs of facets at most; both searches: %s\n",
              1e3 * m.first_touch, 1e3 * m.last_touch, static_cast<unsigned long long>(m.most_touching),
              same ? "the same bits in every step" : "not the same");
  std::printf("  momentum off by %.2g of the block's, angular momentum by %.2g; inverted elements %llu\n",
              facets.momentum_error, facets.angular_error, static_cast<unsigned long long>(m.inverted));
  if (!folder.empty()) write(s, facets, intrinsic, folder);
  return same && m.inverted == 0 && std::isfinite(m.energy_error) && m.first_touch >= 0;
}

}  // namespace fem
