// `packing`: what it prints and draws.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "examples/dem/mutual_contacts.h"
#include "examples/fem/chart.h"
#include "examples/fem/packing.h"

namespace fem {

namespace {

void print(const PackingSettings& s, const Packing& p) {
  const Measures& m = p.measures;
  const PackingSample &first = p.samples.front(), &last = p.samples.back();
  std::printf(
      "packing: %d grains of %zu facets and %zu tetrahedra, E %.4g Pa, penalty %.4g Pa/m, %llu steps of %.4g s\n",
      s.grains, p.facets, p.elements, s.material.young, s.penalty, static_cast<unsigned long long>(m.steps), m.step);
  std::printf(
      "  void ratio %.4f, coordination number %.2f among grains, %.2f with box and lid; lid from %.3f to %.3f mm\n",
      last.void_ratio, p.among, p.with_box, 1e3 * first.lid, 1e3 * last.lid);
  dem::print_mutual_contacts(dem::mutual_contacts(static_cast<std::uint32_t>(s.grains), p.contacts));
  std::printf("  kinetic energy %.2g of its largest; energy off by %.2g of what was released; inverted elements %llu\n",
              last.energies.kinetic / m.largest_kinetic,
              m.energy_error / (first.energies.potential - last.energies.potential),
              static_cast<unsigned long long>(m.inverted));
  std::printf(
      "  grains: strain to %.3g, von Mises stress to %.3g Pa, volume less by %.2g; a node is outside by %.2g mm\n",
      p.strain, p.stress, p.squeezed, 1e3 * p.outside);
  const double steps = static_cast<double>(m.steps + 1);
  std::printf("  %.3g ms a step, of which the search %.1f %%: %.1f pairs of facets, %llu pressed at most\n",
              1e3 * m.wall / steps, 100 * m.search.seconds / m.wall, static_cast<double>(m.search.pairs) / steps,
              static_cast<unsigned long long>(m.most_touching));
  std::printf("  trees searched in %llu of %llu steps\n", static_cast<unsigned long long>(m.search.searches),
              static_cast<unsigned long long>(m.steps + 1));
  std::printf("  positions at the end: %016llx\n", static_cast<unsigned long long>(p.bits));
}
void write(const Packing& p, const std::string& folder) {
  Line voids{"", {}}, kinetic{"kinetic", {}}, elastic{"elastic", {}}, contact{"of contact", {}};
  std::vector<std::vector<double>> rows;
  for (const PackingSample& s : p.samples) {
    const double ms = 1e3 * s.time;
    // Less is rounding, before grains touch.
    const auto add = [&](Line& line, double energy) {
      if (energy >= 1e-9 * p.measures.largest_kinetic) line.points.emplace_back(ms, 1e9 * energy);
    };
    voids.points.emplace_back(ms, s.void_ratio);
    add(kinetic, s.energies.kinetic), add(elastic, s.energies.elastic), add(contact, s.energies.contact);
    rows.push_back({s.time, s.lid, s.void_ratio, s.energies.kinetic, s.energies.elastic, s.energies.contact,
                    s.energies.potential, s.energies.damped});
  }
  write_charts(folder + "/packing.svg", {{"Void ratio", "time, ms", "e", {voids}},
                                         {"Energies", "time, ms", "nJ", {kinetic, elastic, contact}, false, true}});
  write_csv(folder + "/packing.csv", "time,lid,void_ratio,kinetic,elastic,contact,potential,damped", rows);
  write_section(folder + "/packing_section.svg", p);
}

}  // namespace

bool report_packing(const PackingSettings& settings, const std::string& folder) {
  double due = 0;
  const Packing p = pack(settings, [&](const PackingSample& s) {
    if (s.time < due) return;
    std::fprintf(stderr, "  %.1f of %.1f ms: void ratio %.3f, kinetic energy %.3g nJ\n", 1e3 * s.time,
                 1e3 * settings.seconds, s.void_ratio, 1e9 * s.energies.kinetic);
    due = s.time + 0.1 * settings.seconds;
  });
  print(settings, p);
  if (!folder.empty()) write(p, folder);
  return p.measures.inverted == 0 && std::isfinite(p.measures.energy_error) && p.with_box > 0 &&
         p.outside < packing_depth(settings);
}

}  // namespace fem
