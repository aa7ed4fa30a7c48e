// Bodies of the plane: rows of a NumPy array that C++ reads where they lie.
#include <nanobind/stl/string.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "abut/planar.h"
#include "host/exec/arena.h"
#include "host/exec/pair_checks.h"
#include "host/number_text.h"
#include "host/python/array.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/overlap.h"
#include "host/python/planar_poses.h"
#include "host/python/planar_rows.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

[[noreturn]] void refuse_angle(const std::string& name, double angle) {
  throw InvalidInput(name + " is " + host::number_text(angle) + "; allowed are finite numbers");
}

void refuse_both(nb::handle rotation, nb::handle angle, const char* names) {
  if (!rotation.is_none() && !angle.is_none()) {
    throw nb::type_error((std::string(names) + " are both given; allowed is one of them").c_str());
  }
}

/// Poses of all bodies, read from arrays; what is not given stays as it is.
class PlanarPoseArrays {
 public:
  PlanarPoseArrays(nb::handle positions, nb::handle rotations, nb::handle angles, std::int64_t count) {
    refuse_both(rotations, angles, "rotations and angles");
    take(position_, positions, "positions", count, 2);
    take(rotation_, rotations, "rotations", count, 2);
    take(angle_, angles, "angles", count, 1);
  }

  /// Angles that are not finite are refused before the first row is written. Touches no Python object.
  void put(std::span<PlanarBody> bodies) const {
    const std::size_t bad =
        angle_.empty() ? bodies.size() : host::first_bad(Cpu{}, bodies.size(), [this](std::size_t i) {
          return std::isfinite(angle_[0].number(i));
        });
    if (bad < bodies.size()) refuse_angle("angles[" + std::to_string(bad) + "]", angle_[0].number(bad));
    host::in_arena(Cpu{}, [&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, bodies.size(), 4096), [&](const auto& range) {
        for (std::size_t i = range.begin(); i != range.end(); ++i) put_one(bodies[i].pose, i);
      });
    });
  }
  void require_apart_from(const Array& rows) const {
    for (const auto* some : {&position_, &rotation_, &angle_}) {
      for (const Array& array : *some) require_apart(rows, array);
    }
  }

 private:
  static void take(std::vector<Array>& into, nb::handle object, const char* name, std::int64_t count,
                   std::int64_t width) {
    if (object.is_none()) return;
    into.push_back(Array::from_numbers(object, name));
    if (width == 1) {
      into[0].require({{Scalar::f64, Scalar::f32}, {count}}).require_host();
    } else {
      into[0].require({{Scalar::f64, Scalar::f32}, {count, width}}).require_host();
    }
  }
  void put_one(PlanarPose& pose, std::size_t i) const {
    if (!position_.empty()) pose.position = {position_[0].number(i, 0), position_[0].number(i, 1)};
    if (!rotation_.empty()) pose.rotation = {rotation_[0].number(i, 0), rotation_[0].number(i, 1)};
    if (!angle_.empty()) pose.rotation = planar_pose({0, 0}, angle_[0].number(i)).rotation;
  }

  std::vector<Array> position_, rotation_, angle_;  ///< one, or none
};

/// Rows whose padding is 0, so that the same bodies have the same bytes.
nb::object make_bodies(nb::handle shapes, nb::handle positions, nb::handle rotations, nb::handle angles) {
  const std::vector<std::uint32_t> shape = shape_numbers_of(shapes);
  const PlanarPoseArrays poses(positions, rotations, angles, static_cast<std::int64_t>(shape.size()));
  std::vector<std::array<std::byte, sizeof(PlanarBody)>> rows(shape.size());
  without_lock([&] {
    const std::span<PlanarBody> bodies(reinterpret_cast<PlanarBody*>(rows.data()), rows.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      bodies[i].shape = shape[i];
      bodies[i].pose.rotation = {1, 0};
    }
    poses.put(bodies);
  });
  return numpy_of<std::uint8_t>(std::move(rows), {sizeof(PlanarBody)});
}

void set_poses(nb::handle bodies, nb::handle positions, nb::handle rotations, nb::handle angles) {
  const PlanarRows<PlanarBody> rows(bodies, "bodies", Array::Use::write);
  const PlanarPoseArrays poses(positions, rotations, angles, static_cast<std::int64_t>(rows.get().size()));
  poses.require_apart_from(*rows.array());
  without_lock([&] { poses.put(rows.get()); });
}

/// One pose, or N of them.
nb::tuple pose_arrays(nb::handle position, nb::handle angle) {
  const Array at = Array::from_numbers(position, "position"), turn = Array::from_numbers(angle, "angle");
  const bool one = at.dimensions() == 1;
  if (one) {
    at.require({{Scalar::f64, Scalar::f32}, {2}}).require_host();
    turn.require({{Scalar::f64, Scalar::f32}, {}}).require_host();
  } else {
    at.require({{Scalar::f64, Scalar::f32}, {any_extent, 2}}).require_host();
    turn.require({{Scalar::f64, Scalar::f32}, {at.extent(0)}}).require_host();
  }
  const std::size_t count = one ? 1 : at.count();
  std::vector<Vec2<double>> positions(count), rotations(count);
  without_lock([&] {
    for (std::size_t i = 0; i < count; ++i) {
      const double value = turn.number(i);
      if (!std::isfinite(value)) refuse_angle(one ? "angle" : "angle[" + std::to_string(i) + "]", value);
      const auto given = [&](std::size_t k) { return one ? at.number(k) : at.number(i, k); };
      const PlanarPose pose = planar_pose({given(0), given(1)}, value);
      positions[i] = pose.position, rotations[i] = pose.rotation;
    }
  });
  const auto shaped = [one](std::vector<Vec2<double>>&& rows) {
    return one ? numpy_of<double>(std::move(rows)) : numpy_of<double>(std::move(rows), {2});
  };
  return nb::make_tuple(shaped(std::move(positions)), shaped(std::move(rotations)));
}

}  // namespace

PlanarPose planar_pose_of(nb::handle position, nb::handle rotation, nb::handle angle) {
  refuse_both(rotation, angle, "rotation and angle");
  PlanarPose pose;
  if (!position.is_none()) pose.position = vec2_of(position, "position");
  if (!rotation.is_none()) pose.rotation = vec2_of(rotation, "rotation");
  if (!angle.is_none()) {
    const Array number = Array::from_numbers(angle, "angle");
    const double value = number.require({{Scalar::f64, Scalar::f32}, {}}).require_host().number(0);
    if (!std::isfinite(value)) refuse_angle("angle", value);
    pose.rotation = planar_pose({0, 0}, value).rotation;
  }
  return pose;
}

void bind_planar_bodies(nb::module_& m) {
  m.def(
      "_planar_bodies", &make_bodies, "shapes"_a, "positions"_a.none(), "rotations"_a.none(), "angles"_a.none(),
      nb::sig("def _planar_bodies(shapes: Integers, positions: typing.Any, rotations: typing.Any, angles: typing.Any) "
              "-> numpy.typing.NDArray[numpy.uint8]"),
      "The bytes of a row a body.");
  m.def("_set_planar_poses", &set_poses, "bodies"_a, "positions"_a.none(), "rotations"_a.none(), "angles"_a.none(),
        nb::sig("def _set_planar_poses(bodies: typing.Any, positions: typing.Any, rotations: typing.Any, angles: "
                "typing.Any) -> None"),
        "Writes the poses of rows of bytes.");
  m.def("planar_pose", &pose_arrays, "position"_a.none(), "angle"_a.none(),
        nb::sig("def planar_pose(position: Numbers, angle: Numbers) -> tuple[numpy.typing.NDArray[numpy.float64], "
                "numpy.typing.NDArray[numpy.float64]]"),
        "The pose of a body turned by `angle`, in radians, counter-clockwise: position and rotation, its cosine and "
        "sine.\n\n"
        "`position` (2,) and `angle` a number, or (N, 2) and (N,); returned are two arrays (2,) or (N, 2) float64. The "
        "bits of\n"
        "a rotation are those of C++. Raises InvalidInput for an angle that is not finite.");
}

}  // namespace abut::python
