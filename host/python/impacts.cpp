// Impacts of pairs of moving features, and of all facets of a step.
#include "abut/deform/impacts.h"

#include <array>
#include <utility>
#include <vector>

#include "host/deform/impact_options.h"
#include "host/python/array.h"
#include "host/python/held.h"
#include "host/python/index_rows.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/points.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

/// Options as Python has them, in either precision. Data only.
struct Options {
  double distance, tolerance;
  std::uint32_t iterations;

  template <class T>
  ImpactOptions<T> of() const {
    return host::impact_options<T>(distance, tolerance, iterations);
  }
};

/// `run` with the positions of nodes: in float where both arrays are.
template <class Run>
nb::dict with_nodes(nb::handle before, nb::handle after, const Run& run) {
  Array from = Array::from_numbers(before, "before"), to = Array::from_numbers(after, "after");
  const auto of = [&]<class T>(T) {
    const Points<T> start(std::move(from)), end(std::move(to));
    return run(StepNodes<T>{start.view(), end.view()});
  };
  return from.scalar() == Scalar::f32 && to.scalar() == Scalar::f32 ? of(float{}) : of(double{});
}

/// Of these, one field an array; `get` finds an impact in an element.
template <class T, class E, class Get>
nb::dict python_impacts(const std::vector<E>& all, const Get& get) {
  std::vector<std::uint8_t> status;
  std::vector<T> time, separation;
  std::vector<std::array<T, 4>> weights;
  std::vector<std::uint32_t> iterations;
  for (const E& element : all) {
    const Impact<T>& i = get(element);
    status.push_back(static_cast<std::uint8_t>(i.status)), time.push_back(i.time);
    separation.push_back(i.separation), iterations.push_back(i.iterations);
    weights.push_back({i.weight[0], i.weight[1], i.weight[2], i.weight[3]});
  }
  nb::dict d;
  d["status"] = numpy_of<std::uint8_t>(std::move(status));
  d["time"] = numpy_of<T>(std::move(time));
  d["separation"] = numpy_of<T>(std::move(separation));
  d["weights"] = numpy_of<T>(std::move(weights), {4});
  d["iterations"] = numpy_of<std::uint32_t>(std::move(iterations));
  return d;
}

nb::dict find(bool edges, nb::handle before, nb::handle after, nb::handle queries, double distance, double tolerance,
              std::uint32_t iterations, int threads) {
  const Array array(queries, "queries");
  const auto rows = index_rows<4>(array);
  const Options options{distance, tolerance, iterations};
  return with_nodes(before, after, [&]<class T>(const StepNodes<T>& nodes) {
    const ImpactKind kind = edges ? ImpactKind::edge_edge : ImpactKind::vertex_triangle;
    const std::vector<Impact<T>> found =
        without_lock([&] { return abut::find_impacts<T>(Cpu{threads}, kind, nodes, rows, options.of<T>()); });
    return python_impacts<T>(found, [](const Impact<T>& i) -> const Impact<T>& { return i; });
  });
}

template <class T>
nb::dict python_step(StepImpacts<T>&& found) {
  std::vector<std::array<std::uint32_t, 2>> facets;
  std::vector<std::uint8_t> kind;
  std::vector<std::array<std::uint32_t, 4>> nodes;
  for (const StepImpact<T>& i : found.impacts) {
    facets.push_back({i.facet_a, i.facet_b}), kind.push_back(static_cast<std::uint8_t>(i.kind));
    nodes.push_back(i.nodes);
  }
  nb::dict d;
  d["facets"] = numpy_of<std::uint32_t>(std::move(facets), {2});
  d["kind"] = numpy_of<std::uint8_t>(std::move(kind));
  d["nodes"] = numpy_of<std::uint32_t>(std::move(nodes), {4});
  d["impacts"] = python_impacts<T>(found.impacts, [](const StepImpact<T>& i) -> const Impact<T>& { return i.impact; });
  d["first_time"] = static_cast<double>(found.first_time), d["first"] = found.first;
  d["candidates"] = found.candidates;
  d["unusable"] = numpy_of<std::uint32_t>(std::move(found.unusable));
  return d;
}

nb::dict find_step(nb::handle before, nb::handle after, nb::handle facets, double distance, double tolerance,
                   std::uint32_t iterations, int threads) {
  const Array array(facets, "facets");
  const auto rows = index_rows<3>(array);
  const Options options{distance, tolerance, iterations};
  return with_nodes(before, after, [&]<class T>(const StepNodes<T>& nodes) {
    return python_step<T>(
        without_lock([&] { return abut::find_step_impacts<T>(Cpu{threads}, nodes, rows, options.of<T>()); }));
  });
}

}  // namespace

void bind_impacts(nb::module_& m) {
  m.def("_find_impacts", &find, "edges"_a, "before"_a.none(), "after"_a.none(), "queries"_a.none(), "distance"_a,
        "tolerance"_a, "iterations"_a, "threads"_a,
        nb::sig("def _find_impacts(edges: bool, before: Numbers, after: Numbers, queries: typing.Any, distance: float, "
                "tolerance: float, iterations: int, threads: int) -> dict[str, typing.Any]"),
        "The members of abut::Impact.");
  m.def("_find_step_impacts", &find_step, "before"_a.none(), "after"_a.none(), "facets"_a.none(), "distance"_a,
        "tolerance"_a, "iterations"_a, "threads"_a,
        nb::sig("def _find_step_impacts(before: Numbers, after: Numbers, facets: typing.Any, distance: float, "
                "tolerance: float, iterations: int, threads: int) -> dict[str, typing.Any]"),
        "The members of abut::StepImpacts.");
}

}  // namespace abut::python
