// Contacts of bodies whose shapes are CAD models.
#include "abut/brep/brep_contacts.h"

#include <nanobind/stl/string.h>

#include <mutex>
#include <shared_mutex>
#include <utility>
#include <vector>

#include "abut/brep/brep_contact_finder.h"
#include "host/python/array.h"
#include "host/python/brep_objects.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/lmd_arrays.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/owned.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

struct Models {
  ContactBreps value;
  mutable std::shared_mutex guard;
  const std::uint64_t id = next_id();
};

void set_model(Models& models, const Shapes& shapes, std::uint32_t shape, const HeldBrep& brep, double dilation,
               std::uint32_t around) {
  without_lock([&] {
    const Reading shape_lock(shapes.guard);
    const Changing lock(models.guard);
    models.value.set(shapes.set, shape, brep.model(), {dilation, around});
  });
}

std::uint32_t add_model(Models& models, Shapes& shapes, const HeldBrep& brep, double dilation, std::uint32_t around) {
  return without_lock([&] {
    const Changing shape_lock(shapes.guard), lock(models.guard);
    return models.value.add(shapes.set, brep.model(), {dilation, around});
  });
}

nb::tuple notes_of(const Models& models, std::uint32_t shape) {
  return texts_of(asked(models, [shape](const ContactBreps& all) { return all.model(shape).notes(); }));
}

template <class T>
nb::dict python_contacts(BrepContacts<T>&& c) {
  nb::dict counts;
  counts["feature_pairs"] = c.counts.feature_pairs, counts["solved_pairs"] = c.counts.solved_pairs;
  counts["unsolved"] = c.counts.unsolved;
  nb::dict all = numpy_lmds<T>(std::move(c));
  all["place"] = numpy_of<std::uint32_t>(std::move(c.place));
  all["status"] = numpy_of<std::uint8_t>(std::move(c.status));
  all["counts"] = counts;
  return all;
}

nb::dict find(const Models& models, const Bodies& bodies, nb::handle pairs, bool single, double alert_distance,
              double theta, double angle, int threads) {
  const Array array(pairs, "pairs");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const BrepContactOptions options{alert_distance, theta, angle};
  const auto run = [&]<class T>(T) {
    return python_contacts(without_lock([&] {
      const Reading body_lock(bodies.guard), lock(models.guard);
      return abut::find_brep_contacts<T>(Cpu{threads}, models.value, bodies.set.parts(), span, options);
    }));
  };
  return single ? run(float{}) : run(double{});
}

/// What is kept of one `ContactBreps` says nothing of another one.
struct StepFinder {
  BrepContactFinder finder;
  std::uint64_t models = 0;  ///< whose it has met; 0: none

  explicit StepFinder(const Cpu& cpu) : finder(cpu) {}
  void reset() { finder.reset(), models = 0; }
  void meet(std::uint64_t others) {
    if (models != 0 && models != others) finder.reset();
    models = others;
  }
};
using Finder = Owned<StepFinder>;

nb::dict find_step(Finder& finder, const Models& models, const Bodies& bodies, nb::handle candidates, bool single,
                   double alert_distance, double theta, double angle) {
  const Array array(candidates, "candidates");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const BrepContactOptions options{alert_distance, theta, angle};
  const auto run = [&]<class T>(T) {
    return python_contacts(without_lock([&] {
      const Reading body_lock(bodies.guard), model_lock(models.guard);
      const std::lock_guard lock(finder.guard);
      finder.value.meet(models.id);
      return finder.value.finder.find<T>(models.value, bodies.set.parts(), span, options);
    }));
  };
  return single ? run(float{}) : run(double{});
}

nb::dict counts_of(Finder& finder) {
  const BrepStepCounts counts = asked(finder, [](const StepFinder& f) { return f.finder.counts(); });
  nb::dict all;
  all["candidates"] = counts.candidates, all["apart"] = counts.apart;
  all["searched"] = counts.searched, all["measured"] = counts.measured;
  return all;
}

void bind_models(nb::module_& m) {
  nb::class_<Models> c(m, "_ContactBreps");
  c.def(nb::init<>(), nb::sig("def __init__(self) -> None"));
  c.def("set", &set_model, "shapes"_a, "shape"_a, "brep"_a, "dilation"_a, "around"_a,
        nb::sig("def set(self, shapes: ShapeSet, shape: int, brep: _Brep, dilation: float, around: int) -> None"));
  c.def("add", &add_model, "shapes"_a, "brep"_a, "dilation"_a, "around"_a,
        nb::sig("def add(self, shapes: ShapeSet, brep: _Brep, dilation: float, around: int) -> int"));
  c.def(
      "has",
      [](const Models& models, std::uint32_t shape) {
        return asked(models, [shape](const ContactBreps& all) { return all.has(shape); });
      },
      "shape"_a, nb::sig("def has(self, shape: int) -> bool"));
  c.def(
      "shape_count",
      [](const Models& models) { return asked(models, [](const ContactBreps& all) { return all.shape_count(); }); },
      nb::sig("def shape_count(self) -> int"));
  c.def(
      "dilation",
      [](const Models& models, std::uint32_t shape) {
        return asked(models, [shape](const ContactBreps& all) { return all.dilation(shape); });
      },
      "shape"_a, nb::sig("def dilation(self, shape: int) -> float"));
  c.def("notes", &notes_of, "shape"_a, nb::sig("def notes(self, shape: int) -> tuple[str, ...]"));
}

void bind_finder(nb::module_& m) {
  nb::class_<Finder> c(m, "_BrepContactFinder");
  bind_owned(c);
  c.def("find", &find_step, "breps"_a, "bodies"_a, "candidates"_a, "single"_a, "alert_distance"_a, "theta"_a, "angle"_a,
        nb::sig("def find(self, breps: _ContactBreps, bodies: BodySet, candidates: typing.Any, single: bool, "
                "alert_distance: float, theta: float, angle: float) -> dict[str, typing.Any]"),
        "The members of abut::BrepContacts.");
  c.def(
      "ages",
      [](Finder& finder) {
        return numpy_of<std::uint32_t>(asked(finder, [](const StepFinder& f) {
          const std::span<const std::uint32_t> ages = f.finder.ages();
          return std::vector<std::uint32_t>(ages.begin(), ages.end());
        }));
      },
      nb::sig("def ages(self) -> numpy.typing.NDArray[numpy.uint32]"));
  c.def("counts", &counts_of, nb::sig("def counts(self) -> dict[str, int]"));
  c.def(
      "memory", [](Finder& finder) { return asked(finder, [](const StepFinder& f) { return f.finder.memory(); }); },
      nb::sig("def memory(self) -> int"));
}

}  // namespace

void bind_brep_contacts(nb::module_& m) {
  bind_models(m);
  bind_finder(m);
  m.def("_find_brep_contacts", &find, "breps"_a, "bodies"_a, "pairs"_a, "single"_a, "alert_distance"_a, "theta"_a,
        "angle"_a, "threads"_a,
        nb::sig("def _find_brep_contacts(breps: _ContactBreps, bodies: BodySet, pairs: typing.Any, single: bool, "
                "alert_distance: float, theta: float, angle: float, threads: int) -> dict[str, typing.Any]"),
        "The members of abut::BrepContacts.");
}

}  // namespace abut::python
