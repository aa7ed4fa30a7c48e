// PairFinder and PairFilter: candidate pairs of parts that move.
#include <mutex>
#include <vector>

#include "abut/contacts/pair_filter.h"
#include "abut/core/error.h"
#include "abut/pairs/pair_finder.h"
#include "host/python/array.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/owned.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

using Finder = Owned<PairFinder>;
using Filter = Owned<PairFilter>;

nb::object find(Finder& finder, const Shapes& shapes, const Bodies& bodies, double alert_distance) {
  return numpy_of<std::uint32_t>(reading(shapes, bodies,
                                         [&] {
                                           const std::lock_guard lock(finder.guard);
                                           const auto found =
                                               finder.value.find(shapes.headers(), bodies.set.parts(), alert_distance);
                                           return std::vector<Pair>(found.begin(), found.end());
                                         }),
                                 {2});
}

nb::object filter(Filter& filter, const Shapes& shapes, const Bodies& bodies, nb::handle candidates,
                  double alert_distance) {
  const Array array(candidates, "candidates");
  const auto pairs = array.require({{Scalar::u32}, {any_extent, 2}}).require_host().elements<const std::uint32_t>();
  const std::span<const Pair> span(reinterpret_cast<const Pair*>(pairs.data()), pairs.size() / 2);
  return numpy_of<std::uint32_t>(reading(shapes, bodies,
                                         [&] {
                                           const std::lock_guard lock(filter.guard);
                                           const auto near = filter.value.filter(shapes.headers(), bodies.set.parts(),
                                                                                 span, alert_distance);
                                           return std::vector<Pair>(near.begin(), near.end());
                                         }),
                                 {2});
}

template <class T>
void learn_from(Filter& filter, const Array& bounds) {
  const auto values = bounds.elements<const T>();
  without_lock([&] {
    const std::lock_guard lock(filter.guard);
    filter.value.learn(values);
  });
}

void learn(Filter& filter, nb::handle lower_bounds) {
  const Array bounds(lower_bounds, "lower_bounds");
  bounds.require({{Scalar::f64, Scalar::f32}, {any_extent}}).require_host();
  bounds.scalar() == Scalar::f32 ? learn_from<float>(filter, bounds) : learn_from<double>(filter, bounds);
}

void restore(Filter& filter, const Shapes& shapes, const Bodies& bodies, nb::handle pairs, nb::handle clearances) {
  const Array array(pairs, "pairs"), distances(clearances, "clearances");
  const auto ids = array.require({{Scalar::u32}, {any_extent, 2}}).require_host().elements<const std::uint32_t>();
  const auto values = distances.require({{Scalar::f64}, {any_extent}}).require_host().elements<const double>();
  reading(shapes, bodies, [&] {
    const std::lock_guard lock(filter.guard);
    filter.value.restore(shapes.headers(), bodies.set.parts(),
                         {reinterpret_cast<const Pair*>(ids.data()), ids.size() / 2}, values);
  });
}

void bind_kept(nb::class_<Filter>& c) {
  c.def_prop_ro(
      "pairs",
      [](Filter& filter) {
        return numpy_of<std::uint32_t>(
            asked(filter, [](const PairFilter& f) { return std::vector<Pair>(f.pairs().begin(), f.pairs().end()); }),
            {2});
      },
      nb::sig("def pairs(self) -> numpy.typing.NDArray[numpy.uint32]"),
      "The last step's candidates (M, 2) uint32, a copy. With `clearances` and the bodies' poses all that it knows.");
  c.def_prop_ro(
      "clearances",
      [](Filter& filter) {
        return numpy_of<double>(asked(filter, [](const PairFilter& f) {
          return std::vector<double>(f.clearances().begin(), f.clearances().end());
        }));
      },
      nb::sig("def clearances(self) -> numpy.typing.NDArray[numpy.float64]"),
      "How far apart each of `pairs` is at least, (M,) float64, a copy: minus infinity where nothing is known.");
  c.def(
      "restore", &restore, "shapes"_a, "bodies"_a, "pairs"_a, "clearances"_a,
      nb::sig("def restore(self, shapes: ShapeSet, bodies: BodySet, pairs: numpy.typing.NDArray[numpy.uint32], "
              "clearances: numpy.typing.NDArray[numpy.float64]) -> None"),
      "Goes on from what another filter had as `pairs` and `clearances`, with the answers of one that was not\n"
      "interrupted. `bodies`: with the poses of that step. Raises InvalidInput as `filter`, and where there are not as "
      "many\nclearances as pairs.");
}

}  // namespace

void bind_finders(nb::module_& m) {
  nb::class_<Finder> finder(
      m, "PairFinder",
      "Candidate pairs of parts that move: `find` once a step, its answer always that of `find_pairs`, to the bit.\n\n"
      "A neighbour list (Verlet 1967) that looks after itself: between two searches it filters what was near at the "
      "last\n"
      "one. Some 190 bytes a part and 22 a pair. Calls from several threads wait for each other. `threads` 0: all "
      "cores.");
  bind_owned(finder);
  finder.def("find", &find, "shapes"_a, "bodies"_a, nb::kw_only(), "alert_distance"_a = 0.0,
             nb::sig("def find(self, shapes: ShapeSet, bodies: BodySet, *, alert_distance: float = 0.0) -> "
                     "numpy.typing.NDArray[numpy.uint32]"),
             "The pairs of this step, (M, 2) uint32, as `find_pairs` has them and with its errors. Anything may change "
             "from\none call to the next; where only poses do it is fast.");
  finder.def_prop_ro(
      "searches",
      [](Finder& f) {
        const std::lock_guard lock(f.guard);
        return f.value.searches();
      },
      "In how many steps it has searched so far; the others only filtered.");
  finder.def_prop_ro(
      "memory",
      [](Finder& f) {
        const std::lock_guard lock(f.guard);
        return f.value.memory();
      },
      "Bytes held.");

  nb::class_<Filter> bound(
      m, "PairFilter",
      "Leaves out pairs that are known to be apart until their parts can have met.\n\n"
      "A step is: candidates of a PairFinder; pairs = filter.filter(..., candidates); query_pairs(..., pairs) with\n"
      "`lower_bound` among its fields; filter.learn(contacts.lower_bound). Source: Montanari 2017, 3.3, eq. 3.14. 128 "
      "bytes\n"
      "a part, some 45 a pair. Calls from several threads wait for each other.");
  bind_owned(bound);
  bound.def(
      "filter", &filter, "shapes"_a, "bodies"_a, "candidates"_a, nb::kw_only(), "alert_distance"_a = 0.0,
      nb::sig("def filter(self, shapes: ShapeSet, bodies: BodySet, candidates: numpy.typing.NDArray[numpy.uint32], *, "
              "alert_distance: float = 0.0) -> numpy.typing.NDArray[numpy.uint32]"),
      "Those of `candidates` (M, 2) uint32, sorted, that may be within `alert_distance`, in their order.");
  bound.def("learn", &learn, "lower_bounds"_a,
            nb::sig("def learn(self, lower_bounds: numpy.typing.NDArray[typing.Any]) -> None"),
            "What a query at the same poses has proved of the pairs that `filter` left: `lower_bound` (K,), float64 or "
            "float32.\nRaises InvalidInput for another number of them.");
  bind_kept(bound);
}

}  // namespace abut::python
