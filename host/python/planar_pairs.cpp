// Pairs of bodies in the plane: candidates, and queries of them.
#include <array>
#include <mutex>
#include <string>
#include <vector>

#include "abut/planar.h"
#include "host/python/array.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/overlap.h"
#include "host/python/owned.h"
#include "host/python/planar_rows.h"
#include "host/python/warm_start.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

using Finder = Owned<PlanarPairFinder>;
using BodyRows = PlanarRows<const PlanarBody>;

/// The groups that bodies are in and meet: None both, or a mask a body each.
class Masks {
 public:
  Masks(nb::handle groups, nb::handle meets, std::size_t bodies) {
    if (groups.is_none() && meets.is_none()) return;
    held_.reserve(2);
    masks_.groups = take(groups, "groups", bodies);
    masks_.meets = take(meets, "meets", bodies);
  }
  const PlanarMasks& get() const { return masks_; }

 private:
  std::span<const std::uint32_t> take(nb::handle object, const char* name, std::size_t bodies) {
    const Wanted wanted{{Scalar::u32}, {static_cast<std::int64_t>(bodies)}};
    if (object.is_none()) {
      throw nb::type_error((std::string(name) + " is None; allowed is " + text_of(wanted) +
                            ", as the other of groups and meets is given")
                               .c_str());
    }
    return held_.emplace_back(object, name).require(wanted).require_host().elements<const std::uint32_t>();
  }

  std::vector<Array> held_;
  PlanarMasks masks_;
};

nb::object find_pairs(const PlanarShapes& shapes, nb::handle bodies, double alert_distance, nb::handle groups,
                      nb::handle meets, int threads) {
  const BodyRows rows(bodies, "bodies", Array::Use::read);
  const Masks masks(groups, meets, rows.get().size());
  return numpy_of<std::uint32_t>(without_lock([&] {
                                   const Reading lock(shapes.guard);
                                   return find_planar_pairs(Cpu{threads}, shapes.set, rows.get(), alert_distance,
                                                            masks.get());
                                 }),
                                 {2});
}

nb::object find_step(Finder& finder, const PlanarShapes& shapes, nb::handle bodies, double alert_distance,
                     nb::handle groups, nb::handle meets) {
  const BodyRows rows(bodies, "bodies", Array::Use::read);
  const Masks masks(groups, meets, rows.get().size());
  return numpy_of<std::uint32_t>(without_lock([&] {
                                   const Reading shape_lock(shapes.guard);
                                   const std::lock_guard lock(finder.guard);
                                   const auto found =
                                       finder.value.find(shapes.set, rows.get(), alert_distance, masks.get());
                                   return std::vector<Pair>(found.begin(), found.end());
                                 }),
                                 {2});
}

/// What a query is q. Data only.
struct Question {
  const PlanarShapes& shapes;
  const Array& pair_array;
  std::span<const Pair> pairs;
  const BodyRows& bodies;
  double alert_distance, patch_margin;
  WarmStart* warm;
  int threads;
};

/// `out`: the bytes of contacts, patches and overlaps; the last two may be None.
template <class T>
double query_as(const Question& q, const nb::tuple& out) {
  const auto count = static_cast<std::int64_t>(q.pairs.size());
  const PlanarRows<PlanarContact<T>> contacts(out[0], "out", Array::Use::write, count);
  const PlanarRows<PlanarPatch<T>> patches(out[1], "out.patches", Array::Use::write, count);
  const PlanarRows<PlanarOverlap<T>> overlaps(out[2], "out.overlaps", Array::Use::write, count);
  const std::array<const Array*, 5> all{contacts.array(), patches.array(), overlaps.array(), &q.pair_array,
                                        q.bodies.array()};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = i + 1; all[i] != nullptr && j < all.size(); ++j) {
      if (all[j] != nullptr) require_apart(*all[i], *all[j]);
    }
  }
  return without_lock([&] {
    const Reading shape_lock(q.shapes.guard);
    const auto lock = lock_of(q.warm);
    const PlanarQueryOptions options{q.alert_distance, q.patch_margin, caches_for(q.warm, q.pairs.size())};
    return seconds_of([&] {
      query_planar_pairs<T>(Cpu{q.threads}, q.shapes.set, q.bodies.get(), q.pairs, options,
                            {contacts.get(), patches.get(), overlaps.get()});
    });
  });
}

double query_pairs(const PlanarShapes& shapes, nb::handle bodies, nb::handle pairs, const nb::tuple& out, bool single,
                   double alert_distance, double patch_margin, WarmStart* warm, int threads) {
  const Array array(pairs, "pairs");
  const BodyRows rows(bodies, "bodies", Array::Use::read);
  const Question q{shapes, array, pairs_of(array.require_host()), rows, alert_distance, patch_margin, warm, threads};
  return single ? query_as<float>(q, out) : query_as<double>(q, out);
}

void bind_finder(nb::module_& m) {
  nb::class_<Finder> c(m, "_PlanarPairFinder");
  bind_owned(c);
  c.def("find", &find_step, "shapes"_a, "bodies"_a, "alert_distance"_a, "groups"_a.none(), "meets"_a.none(),
        nb::sig("def find(self, shapes: PlanarShapeSet, bodies: typing.Any, alert_distance: float, groups: typing.Any, "
                "meets: typing.Any) -> numpy.typing.NDArray[numpy.uint32]"));
  c.def(
      "searches", [](Finder& finder) { return asked(finder, [](const PlanarPairFinder& f) { return f.searches(); }); },
      nb::sig("def searches(self) -> int"));
  c.def(
      "memory", [](Finder& finder) { return asked(finder, [](const PlanarPairFinder& f) { return f.memory(); }); },
      nb::sig("def memory(self) -> int"));
}

}  // namespace

void bind_planar_pairs(nb::module_& m) {
  bind_finder(m);
  m.def("_find_planar_pairs", &find_pairs, "shapes"_a, "bodies"_a, "alert_distance"_a, "groups"_a.none(),
        "meets"_a.none(), "threads"_a,
        nb::sig("def _find_planar_pairs(shapes: PlanarShapeSet, bodies: typing.Any, alert_distance: float, groups: "
                "typing.Any, meets: typing.Any, threads: int) -> numpy.typing.NDArray[numpy.uint32]"),
        "Of the bytes of bodies.");
  m.def(
      "_query_planar_pairs", &query_pairs, "shapes"_a, "bodies"_a, "pairs"_a, "out"_a, "single"_a, "alert_distance"_a,
      "patch_margin"_a, "warm_start"_a.none(), "threads"_a,
      nb::sig("def _query_planar_pairs(shapes: PlanarShapeSet, bodies: typing.Any, pairs: typing.Any, out: "
              "tuple[typing.Any, ...], single: bool, alert_distance: float, patch_margin: float, warm_start: WarmStart "
              "| None, threads: int) -> float"),
      "Writes contacts, patches and overlaps into the bytes of `out`; returns the seconds that C++ took.");
}

}  // namespace abut::python
