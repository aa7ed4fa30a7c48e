// Overlaps of facets, and their derivatives.
#include "abut/deform/facet_overlaps.h"

#include <nanobind/stl/pair.h>

#include <utility>
#include <vector>

#include "host/python/deforming_objects.h"
#include "host/python/index_rows.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/points.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

/// area, gap, normal, facing, weights, moments: as `_facet_overlaps.py` takes a row apart.
constexpr std::size_t overlap_numbers = 19, moments = FacetOverlap<double>::powers;
static_assert(sizeof(FacetOverlap<double>) == overlap_numbers * sizeof(double));

nb::object overlaps(nb::handle nodes, nb::handle corners, std::pair<double, double> gaps, int threads) {
  const Points<double> points(nodes, "nodes");
  const Array rows(corners, "corners");
  const auto pairs = index_rows<6>(rows);
  std::vector<FacetOverlap<double>> out(pairs.size());
  without_lock([&] { facet_overlaps(Cpu{threads}, points.view(), pairs, {gaps.first, gaps.second}, out); });
  return numpy_of<double>(std::move(out), {overlap_numbers});
}

/// What changes by the moments and by how facets face each other, as the caller has it: without it, not by that.
std::vector<OverlapSlopes<double>> slopes_of(nb::handle by_moments, nb::handle by_facing, std::size_t pairs) {
  const Array of_moments = Array::from_numbers(by_moments, "by_moments");
  const auto count = static_cast<std::int64_t>(pairs);
  of_moments.require({{Scalar::f64}, {count, static_cast<std::int64_t>(moments)}}).require_host();
  std::vector<OverlapSlopes<double>> by(pairs, OverlapSlopes<double>{});
  for (std::size_t i = 0; i < by.size(); ++i) {
    for (std::size_t k = 0; k < moments; ++k) by[i].moment[k] = of_moments.number(i, k);
  }
  if (by_facing.is_none()) return by;
  const Array of_facing = Array::from_numbers(by_facing, "by_facing");
  of_facing.require({{Scalar::f64}, {count}}).require_host();
  for (std::size_t i = 0; i < by.size(); ++i) by[i].facing = of_facing.number(i);
  return by;
}

nb::object gradients(nb::handle nodes, nb::handle corners, std::pair<nb::object, nb::object> slopes,
                     std::pair<double, double> gaps, int threads) {
  const Points<double> points(nodes, "nodes");
  const Array rows(corners, "corners");
  const auto pairs = index_rows<6>(rows);
  const std::vector<OverlapSlopes<double>> by = slopes_of(slopes.first, slopes.second, pairs.size());
  std::vector<FacetGradient> out(pairs.size());
  without_lock([&] {
    facet_overlap_gradients(Cpu{threads}, points.view(), pairs, {gaps.first, gaps.second}, by, out);
  });
  return numpy_of<double>(std::move(out), {6, 3});
}

nb::object corners_of(const Deforming& bodies, nb::handle body_pairs, nb::handle offsets, nb::handle facets) {
  const Array of_bodies(body_pairs, "bodies"), first(offsets, "offsets"), of_facets(facets, "facets");
  DeformingPairs pairs;
  for (const auto& row : index_rows<2>(of_bodies)) pairs.bodies.push_back({row[0], row[1]});
  for (const auto& row : index_rows<2>(of_facets)) pairs.facets.push_back({row[0], row[1]});
  first.require({{Scalar::u64}, {static_cast<std::int64_t>(pairs.bodies.size()) + 1}}).require_host();
  for (std::size_t i = 0; i <= pairs.bodies.size(); ++i) {
    pairs.offsets.push_back(static_cast<std::uint64_t>(first.integer(i)));
  }
  return numpy_of<std::uint32_t>(asked(bodies, [&](const DeformingBodies& b) { return pair_corners(b, pairs); }), {6});
}

}  // namespace

void bind_facet_overlaps(nb::module_& m) {
  m.def("_pair_corners", &corners_of, "bodies"_a, "body_pairs"_a, "offsets"_a, "facets"_a,
        nb::sig("def _pair_corners(bodies: _DeformingBodies, body_pairs: typing.Any, offsets: typing.Any, facets: "
                "typing.Any) -> numpy.typing.NDArray[numpy.uint32]"));
  m.def("_facet_overlaps", &overlaps, "nodes"_a.none(), "corners"_a.none(), "gaps"_a, "threads"_a,
        nb::sig("def _facet_overlaps(nodes: Numbers, corners: typing.Any, gaps: tuple[float, float], threads: int) -> "
                "numpy.typing.NDArray[numpy.float64]"),
        "The members of abut::FacetOverlap, a row a pair.");
  m.def("_facet_overlap_gradients", &gradients, "nodes"_a.none(), "corners"_a.none(), "slopes"_a, "gaps"_a, "threads"_a,
        nb::sig("def _facet_overlap_gradients(nodes: Numbers, corners: typing.Any, slopes: tuple[Numbers, Numbers], "
                "gaps: tuple[float, float], threads: int) -> numpy.typing.NDArray[numpy.float64]"));
}

}  // namespace abut::python
