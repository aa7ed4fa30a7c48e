// The nearly convex parts of a surface that deforms.
#include "abut/deforming_parts.h"

#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "host/python/held.h"
#include "host/python/index_rows.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/points.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

struct WatchedParts {
  DeformingParts value;
  mutable std::shared_mutex guard{};

  explicit WatchedParts(DeformingParts&& parts) : value(std::move(parts)) {}
};

void make(WatchedParts* self, nb::handle facets, nb::handle nodes, double concavity) {
  const Array rows(facets, "facets");
  const auto of = index_rows<3>(rows);
  const Points<double> points(nodes, "nodes");
  DeformingParts parts = without_lock([&] { return DeformingParts(of, points.view(), concavity); });
  new (self) WatchedParts(std::move(parts));
}

/// (measured, decomposed, unusable)
nb::tuple move(WatchedParts& parts, nb::handle nodes) {
  const Points<double> points(nodes, "nodes");
  const DeformingPartsStep step = without_lock([&] {
    const Changing lock(parts.guard);
    return parts.value.move(points.view());
  });
  return nb::make_tuple(step.measured, step.decomposed, step.unusable);
}

/// (concavity, bound)
nb::tuple list(const WatchedParts& parts) {
  std::vector<double> concavity, bound;
  asked(parts, [&](const DeformingParts& all) {
    for (const DeformingPart& part : all.parts()) concavity.push_back(part.concavity), bound.push_back(part.bound);
  });
  return nb::make_tuple(numpy_of<double>(std::move(concavity)), numpy_of<double>(std::move(bound)));
}

nb::object part_of_facets(const WatchedParts& parts) {
  return numpy_of<std::uint32_t>(asked(parts, [](const DeformingParts& all) { return all.part_of_facets(); }));
}

}  // namespace

void bind_deforming_parts(nb::module_& m) {
  nb::class_<WatchedParts> c(m, "_DeformingParts");
  c.def("__init__", &make, "facets"_a, "nodes"_a.none(), "concavity"_a,
        nb::sig("def __init__(self, facets: Numbers, nodes: Numbers, concavity: float) -> None"));
  c.def("move", &move, "nodes"_a.none(), nb::sig("def move(self, nodes: Numbers) -> tuple[int, int, int]"));
  c.def("parts", &list, nb::sig("def parts(self) -> tuple[typing.Any, typing.Any]"),
        "The members of abut::DeformingPart, but facets.");
  c.def("part_of_facets", &part_of_facets, nb::sig("def part_of_facets(self) -> numpy.typing.NDArray[numpy.uint32]"));
}

}  // namespace abut::python
