// BodySet: adding bodies. Their poses are in body_poses.cpp.
#include <nanobind/stl/string.h>

#include <limits>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "host/python/array.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/pose_arguments.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

BodyOptions options_of(std::uint32_t groups, std::uint32_t meets, bool self_contact, double alert_distance,
                       std::int32_t world) {
  return {groups, meets, self_contact, alert_distance, world};
}

std::uint32_t add_one(Bodies& bodies, std::uint32_t shape, nb::handle position, nb::handle quaternion,
                      nb::handle matrix, const BodyOptions& options) {
  const Pose pose = pose_of(position, quaternion, matrix);
  return without_lock([&] {
    const Changing lock(bodies.guard);
    return bodies.set.add(pose, shape, options);
  });
}

nb::object add_many(Bodies& bodies, nb::handle shapes, nb::handle positions, nb::handle quaternions,
                    nb::handle matrices, const BodyOptions& options) {
  const std::vector<std::uint32_t> shape = shape_numbers_of(shapes);
  const PoseArrays poses(positions, quaternions, matrices, static_cast<std::int64_t>(shape.size()));
  const std::uint32_t first = without_lock([&] {
    poses.check();
    const Changing lock(bodies.guard);
    const std::uint32_t before = bodies.set.size();
    // What a body's options do not allow is told by the first; room is looked at before.
    if (shape.size() >= std::numeric_limits<std::uint32_t>::max() - 1 - bodies.set.part_count()) {
      throw InvalidInput("shapes has " + std::to_string(shape.size()) +
                         " elements; a set holds at most 4294967294 bodies and parts");
    }
    for (std::size_t i = 0; i < shape.size(); ++i) bodies.set.add(poses[i], shape[i], options);
    return before;
  });
  return nb::module_::import_("builtins").attr("range")(first, first + shape.size());
}

std::uint32_t add_compound(Bodies& bodies, nb::handle shapes, nb::handle part_positions, nb::handle part_quaternions,
                           nb::handle part_matrices, nb::handle position, nb::handle quaternion, nb::handle matrix,
                           const BodyOptions& options) {
  const Pose pose = pose_of(position, quaternion, matrix);
  const std::vector<std::uint32_t> shape = shape_numbers_of(shapes);
  const PoseArrays poses(part_positions, part_quaternions, part_matrices, static_cast<std::int64_t>(shape.size()));
  return without_lock([&] {
    poses.check();
    std::vector<Part> parts(shape.size());
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = {shape[i], poses[i]};
    const Changing lock(bodies.guard);
    return bodies.set.add(pose, parts, options);
  });
}

constexpr const char* options_text =
    "`groups` and `meets` are bit masks: two parts pair if each meets a group of the other. `self_contact`: whether "
    "parts\n"
    "of the body may pair with each other. `alert_distance`, 0 or more, is added to the global one. Pairs form within "
    "a\n"
    "`world`; -1: the body is in all of them.";

void bind_adding(nb::class_<Bodies>& c) {
  c.def(
      "add",
      [](Bodies& b, std::uint32_t shape, nb::handle position, nb::handle quaternion, nb::handle matrix,
         std::uint32_t groups, std::uint32_t meets, bool self_contact, double alert_distance, std::int32_t world) {
        return add_one(b, shape, position, quaternion, matrix,
                       options_of(groups, meets, self_contact, alert_distance, world));
      },
      "shape"_a, "position"_a = nb::none(), nb::kw_only(), "quaternion"_a = nb::none(), "matrix"_a = nb::none(),
      "groups"_a = 1, "meets"_a = 0xffffffffu, "self_contact"_a = false, "alert_distance"_a = 0.0, "world"_a = 0,
      nb::sig(
          "def add(self, shape: int, position: Numbers | None = None, *, quaternion: Numbers | None = None, matrix: "
          "Numbers | None = None, groups: int = 1, meets: int = 4294967295, self_contact: bool = False, "
          "alert_distance: float = 0.0, world: int = 0) -> int"),
      (std::string(
           "Adds a body of one shape at `position` (3,) in the world, turned by `quaternion` (w, x, y, z), of any\n"
           "length but zero, or `matrix` (3, 3), a rotation within 1e-6 that is used to the bit. Returns its "
           "index.\n\n") +
       options_text)
          .c_str());
  c.def(
      "add_many",
      [](Bodies& b, nb::handle shapes, nb::handle positions, nb::handle quaternions, nb::handle matrices,
         std::uint32_t groups, std::uint32_t meets, bool self_contact, double alert_distance, std::int32_t world) {
        return add_many(b, shapes, positions, quaternions, matrices,
                        options_of(groups, meets, self_contact, alert_distance, world));
      },
      "shapes"_a, "positions"_a, nb::kw_only(), "quaternions"_a = nb::none(), "matrices"_a = nb::none(), "groups"_a = 1,
      "meets"_a = 0xffffffffu, "self_contact"_a = false, "alert_distance"_a = 0.0, "world"_a = 0,
      nb::sig(
          "def add_many(self, shapes: Integers, positions: Numbers, *, quaternions: Numbers | None = None, matrices: "
          "Numbers | None = None, groups: int = 1, meets: int = 4294967295, self_contact: bool = False, "
          "alert_distance: float = 0.0, world: int = 0) -> range"),
      (std::string(
           "Adds N bodies of one shape each: `shapes` (N,), any integer dtype; `positions` (N, 3), `quaternions`\n"
           "(N, 4) or `matrices` (N, 3, 3), float64 or float32. Returns their indices. All or none are added: the\n"
           "first bad one is named. Arrays are copied into the set.\n\n") +
       options_text)
          .c_str());
  c.def(
      "add_compound",
      [](Bodies& b, nb::handle shapes, nb::handle part_positions, nb::handle part_quaternions, nb::handle part_matrices,
         nb::handle position, nb::handle quaternion, nb::handle matrix, std::uint32_t groups, std::uint32_t meets,
         bool self_contact, double alert_distance, std::int32_t world) {
        return add_compound(b, shapes, part_positions, part_quaternions, part_matrices, position, quaternion, matrix,
                            options_of(groups, meets, self_contact, alert_distance, world));
      },
      "shapes"_a, "part_positions"_a = nb::none(), nb::kw_only(), "part_quaternions"_a = nb::none(),
      "part_matrices"_a = nb::none(), "position"_a = nb::none(), "quaternion"_a = nb::none(), "matrix"_a = nb::none(),
      "groups"_a = 1, "meets"_a = 0xffffffffu, "self_contact"_a = false, "alert_distance"_a = 0.0, "world"_a = 0,
      nb::sig(
          "def add_compound(self, shapes: Integers, part_positions: Numbers | None = None, *, part_quaternions: "
          "Numbers | None = None, part_matrices: Numbers | None = None, position: Numbers | None = None, quaternion: "
          "Numbers | None = None, matrix: Numbers | None = None, groups: int = 1, meets: int = 4294967295, "
          "self_contact: bool = False, alert_distance: float = 0.0, world: int = 0) -> int"),
      (std::string(
           "Adds one body of K parts: `shapes` (K,), posed in the body's frame by `part_positions` (K, 3) and\n"
           "`part_quaternions` (K, 4) or `part_matrices` (K, 3, 3); the body's own pose is as in `add`. Returns its "
           "index.\n\n") +
       options_text)
          .c_str());
}

}  // namespace

void bind_bodies(nb::module_& m) {
  nb::class_<Bodies> c(
      m, "BodySet",
      "Bodies: a pose in the world, and one or more parts, each a shape of a ShapeSet posed in the body.\n\n"
      "Parts are numbered in the order of the bodies, and pairs join parts; where every body has one shape they are "
      "the\n"
      "bodies. World positions are double whatever the precision of queries. Bad poses raise InvalidInput. Several\n"
      "threads may use one set: a call that changes it waits for those that read it. 245 bytes a part, 100 more a "
      "body.");
  c.def(nb::init<>());
  bind_adding(c);
  bind_poses(c);
}

}  // namespace abut::python
