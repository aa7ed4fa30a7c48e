// Pairs of facets of deforming bodies, their contacts, and derivatives of gaps.
#include "abut/deform/deforming_contacts.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "abut/deform/gap_hessians.h"
#include "host/python/deforming_objects.h"
#include "host/python/index_rows.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/owned.h"
#include "host/python/points.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

using Finder = Owned<DeformingContactFinder>;

nb::dict python_pairs(DeformingPairs&& p) {
  nb::dict all;
  all["bodies"] = numpy_of<std::uint32_t>(std::move(p.bodies), {2});
  all["offsets"] = numpy_of<std::uint64_t>(std::move(p.offsets));
  all["facets"] = numpy_of<std::uint32_t>(std::move(p.facets), {2});
  all["crossing"] = numpy_of<bool>(std::move(p.crossing));
  return all;
}

/// Arrays of the fields of gaps. Data only.
struct GapArrays {
  std::vector<std::uint8_t> kind, support, node_of_b;
  std::vector<std::array<std::uint32_t, 4>> nodes;
  std::vector<std::array<double, 4>> weights;
  std::vector<double> gap;
  std::vector<Vec3<double>> normal;

  explicit GapArrays(std::span<const FacetGap<double>> gaps) {
    const std::size_t count = gaps.size();
    kind.reserve(count), support.reserve(count), node_of_b.reserve(count), nodes.reserve(count);
    weights.reserve(count), gap.reserve(count), normal.reserve(count);
    for (const FacetGap<double>& g : gaps) {
      kind.push_back(static_cast<std::uint8_t>(g.kind)), support.push_back(g.support);
      node_of_b.push_back(g.node_of_b ? 1 : 0);
      nodes.push_back({g.node[0], g.node[1], g.node[2], g.node[3]});
      weights.push_back({g.weight[0], g.weight[1], g.weight[2], g.weight[3]});
      gap.push_back(g.gap), normal.push_back(g.normal);
    }
  }
};

nb::dict python_contacts(std::pair<DeformingContacts, GapArrays>&& found) {
  auto& [c, gaps] = found;
  nb::dict all;
  all["bodies"] = numpy_of<std::uint32_t>(std::move(c.bodies), {2});
  all["offsets"] = numpy_of<std::uint64_t>(std::move(c.offsets));
  all["kind"] = numpy_of<std::uint8_t>(std::move(gaps.kind));
  all["support"] = numpy_of<std::uint8_t>(std::move(gaps.support));
  all["node_of_b"] = numpy_of<bool>(std::move(gaps.node_of_b));
  all["nodes"] = numpy_of<std::uint32_t>(std::move(gaps.nodes), {4});
  all["weights"] = numpy_of<double>(std::move(gaps.weights), {4});
  all["gap"] = numpy_of<double>(std::move(gaps.gap));
  all["normal"] = numpy_of<double>(std::move(gaps.normal), {3});
  all["area"] = numpy_of<double>(std::move(c.areas));
  all["key"] = numpy_of<std::uint64_t>(std::move(c.keys));
  all["crossing_bodies"] = numpy_of<std::uint32_t>(std::move(c.crossing_bodies), {2});
  all["crossing_pairs"] = numpy_of<std::uint64_t>(std::move(c.crossing_pairs));
  return all;
}

/// With the arrays, which are made without the interpreter lock too.
std::pair<DeformingContacts, GapArrays> with_arrays(DeformingContacts&& found) {
  GapArrays arrays(found.contacts);
  return {std::move(found), std::move(arrays)};
}

nb::dict find_pairs(const Deforming& bodies, double alert_distance, int threads) {
  return python_pairs(
      asked(bodies, [&](const DeformingBodies& b) { return find_deforming_pairs(Cpu{threads}, b, {alert_distance}); }));
}

nb::dict find_contacts(const Deforming& bodies, double alert_distance, int threads) {
  return python_contacts(asked(bodies, [&](const DeformingBodies& b) {
    return with_arrays(find_deforming_contacts(Cpu{threads}, b, {alert_distance}));
  }));
}

/// `ask` of the finder, one thread at a time, while nobody changes the bodies.
template <class Ask>
auto stepped(Finder& finder, const Deforming& bodies, const Ask& ask) {
  return without_lock([&] {
    const Reading body_lock(bodies.guard);
    const std::lock_guard lock(finder.guard);
    return ask(finder.value, bodies.value);
  });
}

nb::dict find_step_pairs(Finder& finder, const Deforming& bodies, double alert_distance, int threads) {
  return python_pairs(stepped(finder, bodies, [&](DeformingContactFinder& f, const DeformingBodies& b) {
    return f.find_pairs(Cpu{threads}, b, {alert_distance});
  }));
}

nb::dict find_step_contacts(Finder& finder, const Deforming& bodies, double alert_distance, int threads) {
  return python_contacts(stepped(finder, bodies, [&](DeformingContactFinder& f, const DeformingBodies& b) {
    return with_arrays(f.find_contacts(Cpu{threads}, b, {alert_distance}));
  }));
}

nb::dict counts(Finder& finder) {
  const DeformingFinderCounts c = asked(finder, [](const DeformingContactFinder& f) { return f.counts(); });
  nb::dict all;
  all["searches"] = c.searches, all["reuses"] = c.reuses;
  return all;
}

/// Those of edges one body after the other, with where each begins.
nb::dict areas(const Deforming& bodies, int threads) {
  DeformingAreas found = asked(bodies, [&](const DeformingBodies& b) { return deforming_areas(Cpu{threads}, b); });
  std::vector<double> of_edges;
  std::vector<std::uint64_t> offsets{0};
  for (const std::vector<double>& of : found.of_edges) {
    of_edges.insert(of_edges.end(), of.begin(), of.end());
    offsets.push_back(of_edges.size());
  }
  nb::dict all;
  all["of_nodes"] = numpy_of<double>(std::move(found.of_nodes));
  all["of_edges"] = numpy_of<double>(std::move(of_edges));
  all["edge_offsets"] = numpy_of<std::uint64_t>(std::move(offsets));
  return all;
}

GapKind kind_of(std::int64_t kind, std::size_t i) {
  if (kind > static_cast<std::int64_t>(GapKind::edge_edge)) {
    throw InvalidInput("gap_hessians: gap " + std::to_string(i) + " has kind " + std::to_string(kind) +
                       "; allowed are 0 and 1 (GapKind)");
  }
  return static_cast<GapKind>(kind);
}

/// Of arrays (kind, support, nodes, weights, gap, normal), as `_deforming_contacts.py` makes them.
std::vector<FacetGap<double>> gaps_of(nb::handle arrays) {
  const auto given = nb::cast<nb::tuple>(arrays);
  const Array kind(given[0], "kind"), support(given[1], "support"), rows(given[2], "nodes");
  const Array weights(given[3], "weights"), gap(given[4], "gap"), normal(given[5], "normal");
  const std::int64_t count = kind.require({{Scalar::u8}, {any_extent}}).require_host().extent(0);
  support.require({{Scalar::u8}, {count}}).require_host();
  weights.require({{Scalar::f64}, {count, 4}}).require_host();
  gap.require({{Scalar::f64}, {count}}).require_host();
  normal.require({{Scalar::f64}, {count, 3}}).require_host();
  rows.require({{Scalar::u32}, {count, 4}});
  const auto nodes = index_rows<4>(rows);
  std::vector<FacetGap<double>> gaps(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    FacetGap<double>& g = gaps[i];
    g.kind = kind_of(kind.integer(i), i);
    g.support = static_cast<std::uint8_t>(support.integer(i));
    g.node_of_b = false;
    std::copy(nodes[i].begin(), nodes[i].end(), g.node);
    for (std::size_t k = 0; k < 4; ++k) g.weight[k] = weights.number(i, k);
    g.gap = gap.number(i);
    g.normal = {normal.number(i, 0), normal.number(i, 1), normal.number(i, 2)};
  }
  return gaps;
}

nb::object hessians(nb::handle gaps, nb::handle nodes, int threads) {
  const std::vector<FacetGap<double>> of = gaps_of(gaps);
  const Points<double> points(nodes, "nodes");
  std::vector<GapMatrix> out(of.size());
  without_lock([&] { abut::gap_hessians(Cpu{threads}, of, points.view(), out); });
  return numpy_of<double>(std::move(out), {12, 12});
}

void bind_finder(nb::module_& m) {
  nb::class_<Finder> c(m, "_DeformingContactFinder");
  c.def(
      "__init__", [](Finder* self, double skin) { new (self) Finder(skin); }, "skin"_a,
      nb::sig("def __init__(self, skin: float) -> None"));
  c.def("find_pairs", &find_step_pairs, "bodies"_a, "alert_distance"_a, "threads"_a,
        nb::sig("def find_pairs(self, bodies: _DeformingBodies, alert_distance: float, threads: int) -> dict[str, "
                "typing.Any]"));
  c.def("find_contacts", &find_step_contacts, "bodies"_a, "alert_distance"_a, "threads"_a,
        nb::sig("def find_contacts(self, bodies: _DeformingBodies, alert_distance: float, threads: int) -> dict[str, "
                "typing.Any]"));
  c.def("counts", &counts, nb::sig("def counts(self) -> dict[str, int]"));
}

}  // namespace

void bind_deforming_contacts(nb::module_& m) {
  m.def("_find_deforming_pairs", &find_pairs, "bodies"_a, "alert_distance"_a, "threads"_a,
        nb::sig("def _find_deforming_pairs(bodies: _DeformingBodies, alert_distance: float, threads: int) -> "
                "dict[str, typing.Any]"),
        "The members of abut::DeformingPairs.");
  m.def("_find_deforming_contacts", &find_contacts, "bodies"_a, "alert_distance"_a, "threads"_a,
        nb::sig("def _find_deforming_contacts(bodies: _DeformingBodies, alert_distance: float, threads: int) -> "
                "dict[str, typing.Any]"),
        "The members of abut::DeformingContacts, and of abut::FacetGap.");
  m.def("_deforming_areas", &areas, "bodies"_a, "threads"_a,
        nb::sig("def _deforming_areas(bodies: _DeformingBodies, threads: int) -> dict[str, typing.Any]"),
        "The members of abut::DeformingAreas.");
  m.def("_gap_hessians", &hessians, "gaps"_a, "nodes"_a.none(), "threads"_a,
        nb::sig("def _gap_hessians(gaps: tuple[typing.Any, ...], nodes: Numbers, threads: int) -> "
                "numpy.typing.NDArray[numpy.float64]"));
  bind_finder(m);
}

}  // namespace abut::python
