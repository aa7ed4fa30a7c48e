// Local minima of the distance of CAD models, and their clearances.
#include "abut/brep/brep_lmds.h"

#include <nanobind/stl/string.h>

#include <limits>
#include <new>
#include <utility>
#include <vector>

#include "abut/brep/clearance.h"
#include "host/brep/contact_brep_state.h"
#include "host/python/array.h"
#include "host/python/brep_objects.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/pose_arguments.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

/// Arrays of minima, with what is told of each. Data only.
struct MinimaArrays {
  std::vector<double> distance;
  std::vector<Vec3<double>> point_a, point_b, normal;
  std::vector<Feature> feature_a, feature_b;

  void add(const BrepLmd& m) {
    distance.push_back(m.distance), point_a.push_back(m.point_a), point_b.push_back(m.point_b);
    normal.push_back(m.normal), feature_a.push_back(m.feature_a), feature_b.push_back(m.feature_b);
  }
  void put(nb::dict& all) {
    all["distance"] = numpy_of<double>(std::move(distance));
    all["point_a"] = numpy_of<double>(std::move(point_a), {3});
    all["point_b"] = numpy_of<double>(std::move(point_b), {3});
    all["normal"] = numpy_of<double>(std::move(normal), {3});
    all["feature_a"] = numpy_of<std::uint64_t>(std::move(feature_a));
    all["feature_b"] = numpy_of<std::uint64_t>(std::move(feature_b));
  }
};

nb::dict python_lmds(const BrepLmds& found) {
  MinimaArrays arrays;
  std::vector<std::uint8_t> sampled, is_lmd;
  for (const BrepLmd& m : found.minima) {
    arrays.add(m);
    sampled.push_back(m.sampled ? 1 : 0), is_lmd.push_back(m.is_lmd ? 1 : 0);
  }
  nb::dict all, counts;
  arrays.put(all);
  all["sampled"] = numpy_of<std::uint8_t>(std::move(sampled)),
  all["is_lmd"] = numpy_of<std::uint8_t>(std::move(is_lmd));
  all["status"] = static_cast<int>(found.status);
  counts["feature_pairs"] = found.feature_pairs, counts["solved_pairs"] = found.solved_pairs;
  counts["unsolved"] = found.unsolved;
  all["counts"] = counts;
  return all;
}

nb::dict find_lmds(const ContactBrep& a, const ContactBrep& b, nb::handle position, nb::handle quaternion,
                   nb::handle matrix, const nb::tuple& options) {
  const Pose pose = pose_of(position, quaternion, matrix);
  const BrepLmdOptions asked{nb::cast<double>(options[0]), nb::cast<bool>(options[1]), nb::cast<double>(options[2]),
                             nb::cast<double>(options[3])};
  return python_lmds(without_lock([&] { return find_brep_lmds(a, b, {pose.rotation, pose.position}, asked); }));
}

nb::dict python_clearances(const std::vector<Clearance>& found) {
  MinimaArrays arrays;
  std::vector<std::uint32_t> pose, a, b;
  std::vector<std::uint8_t> status, has;
  for (const Clearance& c : found) {
    const bool meets = c.status == BrepLmdStatus::crossing, told = c.found && !meets;
    BrepLmd nearest = told ? c.nearest : BrepLmd{};
    if (!told && !meets) nearest.distance = std::numeric_limits<double>::infinity();
    if (!told) nearest.normal = nearest.point_a = nearest.point_b = {0, 0, 0};
    arrays.add(nearest);
    pose.push_back(c.pose), a.push_back(c.a), b.push_back(c.b);
    status.push_back(static_cast<std::uint8_t>(c.status)), has.push_back(told ? 1 : 0);
  }
  nb::dict all;
  all["pose"] = numpy_of<std::uint32_t>(std::move(pose));
  all["a"] = numpy_of<std::uint32_t>(std::move(a)), all["b"] = numpy_of<std::uint32_t>(std::move(b));
  all["status"] = numpy_of<std::uint8_t>(std::move(status)), all["found"] = numpy_of<std::uint8_t>(std::move(has));
  arrays.put(all);
  return all;
}

/// Pairs of names.
std::vector<SkippedPair> skipped(const nb::list& names) {
  std::vector<SkippedPair> all;
  for (const nb::handle pair : names) {
    all.push_back({nb::cast<std::string>(pair[0]), nb::cast<std::string>(pair[1])});
  }
  return all;
}

nb::dict find_all(const HeldAssembly& a, const HeldAssembly* b, const nb::tuple& motion, double reach,
                  const nb::list& skip, int threads) {
  const ClearanceOptions options{reach, skipped(skip)};
  if (b == nullptr) {
    return python_clearances(without_lock([&] { return find_clearances(Cpu{threads}, *a.value, options); }));
  }
  std::vector<Pose> poses{Pose{}};
  if (!motion[0].is_none() || !motion[1].is_none() || !motion[2].is_none()) {
    const PoseArrays given(motion[0], motion[1], motion[2], any_extent);
    poses.resize(given.count());
    without_lock([&] {
      given.check();
      for (std::size_t i = 0; i < poses.size(); ++i) poses[i] = given[i];
    });
  }
  return python_clearances(
      without_lock([&] { return find_clearances(Cpu{threads}, *a.value, *b->value, poses, options); }));
}

void bind_model(nb::module_& m) {
  nb::class_<ContactBrep> c(m, "_ContactBrep");
  c.def(
      "__init__",
      [](ContactBrep* self, const HeldBrep& brep) { without_lock([&] { new (self) ContactBrep(brep.model()); }); },
      "brep"_a, nb::sig("def __init__(self, brep: _Brep) -> None"));
  c.def(
      "notes", [](const ContactBrep& model) { return texts_of(model.notes()); },
      nb::sig("def notes(self) -> tuple[str, ...]"));
  c.def("size", &ContactBrep::size, nb::sig("def size(self) -> float"));
  c.def(
      "box",
      [](const ContactBrep& model) {
        const host::ContactFeatures& of = model.state().features;
        return numpy_of<double>(std::vector<Vec3<double>>{of.low(), of.high()}, {3});
      },
      nb::sig("def box(self) -> numpy.typing.NDArray[numpy.float64]"));
}

}  // namespace

void bind_brep_lmds(nb::module_& m) {
  bind_model(m);
  m.def("_find_brep_lmds", &find_lmds, "a"_a, "b"_a, "position"_a.none(), "quaternion"_a.none(), "matrix"_a.none(),
        "options"_a,
        nb::sig("def _find_brep_lmds(a: _ContactBrep, b: _ContactBrep, position: typing.Any, quaternion: typing.Any, "
                "matrix: typing.Any, options: tuple[float, bool, float, float]) -> dict[str, typing.Any]"),
        "The members of abut::BrepLmds. `options`: reach, nearest_only, angle, theta.");
  m.def("_find_clearances", &find_all, "a"_a, "b"_a.none(), "motion"_a, "reach"_a, "skip"_a, "threads"_a,
        nb::sig("def _find_clearances(a: _BrepAssembly, b: _BrepAssembly | None, motion: tuple[typing.Any, ...], "
                "reach: float, skip: list[tuple[str, str]], threads: int) -> dict[str, typing.Any]"),
        "The members of abut::Clearance. `motion`: positions, quaternions, matrices.");
}

}  // namespace abut::python
