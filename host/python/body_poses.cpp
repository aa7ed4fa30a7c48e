// BodySet: moving bodies, and what is known of them and of their parts.
#include <nanobind/stl/string.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <string>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "host/exec/arena.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/pose_arguments.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

void set_poses(Bodies& bodies, nb::handle positions, nb::handle quaternions, nb::handle matrices) {
  const std::uint32_t count = [&] {
    const Reading lock(bodies.guard);
    return bodies.set.size();
  }();
  const PoseArrays poses(positions, quaternions, matrices, count);
  without_lock([&] {
    poses.check();
    const Changing lock(bodies.guard);
    if (bodies.set.size() != count) throw InvalidInput("positions: bodies were added meanwhile by another thread");
    const bool turned = !quaternions.is_none() || !matrices.is_none();
    host::in_arena(Cpu{}, [&] {
      tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, count, 1024), [&](const auto& range) {
        for (std::uint32_t i = range.begin(); i != range.end(); ++i) {
          Pose pose = poses[i];
          if (!turned) pose.rotation = bodies.set.pose(i).rotation;
          if (positions.is_none()) pose.position = bodies.set.pose(i).position;
          bodies.set.set_pose(i, pose);
        }
      });
    });
  });
}

/// Calls `read(set)` without the interpreter lock, while nobody changes it.
template <class Read>
auto reading(const Bodies& bodies, Read&& read) {
  return without_lock([&] {
    const Reading lock(bodies.guard);
    return read(bodies.set);
  });
}

nb::object positions_of(const Bodies& bodies) {
  return numpy_of<double>(reading(bodies,
                                  [](const BodySet& set) {
                                    std::vector<Vec3<double>> all(set.size());
                                    for (std::uint32_t i = 0; i < set.size(); ++i) all[i] = set.pose(i).position;
                                    return all;
                                  }),
                          {3});
}

nb::object matrices_of(const Bodies& bodies) {
  return numpy_of<double>(reading(bodies,
                                  [](const BodySet& set) {
                                    std::vector<Mat3<double>> all(set.size());
                                    for (std::uint32_t i = 0; i < set.size(); ++i) all[i] = set.pose(i).rotation;
                                    return all;
                                  }),
                          {3, 3});
}

nb::object part_array(const Bodies& bodies, const std::uint32_t* PartsView::*array) {
  return numpy_of<std::uint32_t>(reading(bodies, [array](const BodySet& set) {
    const PartsView parts = set.parts();
    return std::vector<std::uint32_t>(parts.*array, parts.*array + parts.count);
  }));
}

nb::object part_positions_of(const Bodies& bodies) {
  return numpy_of<double>(reading(bodies,
                                  [](const BodySet& set) {
                                    std::vector<Vec3<double>> all(set.part_count());
                                    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = set.part_pose(i).position;
                                    return all;
                                  }),
                          {3});
}

nb::object part_matrices_of(const Bodies& bodies) {
  return numpy_of<double>(reading(bodies,
                                  [](const BodySet& set) {
                                    std::vector<Mat3<double>> all(set.part_count());
                                    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = set.part_pose(i).rotation;
                                    return all;
                                  }),
                          {3, 3});
}

void bind_moving(nb::class_<Bodies>& c) {
  c.def(
      "set_pose",
      [](Bodies& b, std::uint32_t body, nb::handle position, nb::handle quaternion, nb::handle matrix) {
        Pose pose = pose_of(position, quaternion, matrix);
        const bool turned = !quaternion.is_none() || !matrix.is_none();
        without_lock([&] {
          const Changing lock(b.guard);
          if (!turned) pose.rotation = b.set.pose(body).rotation;
          b.set.set_pose(body, pose);
        });
      },
      "body"_a, "position"_a, nb::kw_only(), "quaternion"_a = nb::none(), "matrix"_a = nb::none(),
      nb::sig(
          "def set_pose(self, body: int, position: Numbers, *, quaternion: Numbers | None = None, matrix: Numbers | "
          "None = None) -> None"),
      "Moves a body and its parts to a pose as in `add`; without quaternion and matrix its rotation stays.");
  c.def(
      "set_poses", &set_poses, "positions"_a = nb::none(), nb::kw_only(), "quaternions"_a = nb::none(),
      "matrices"_a = nb::none(),
      nb::sig("def set_poses(self, positions: Numbers | None = None, *, quaternions: Numbers | None = None, matrices: "
              "Numbers | None = None) -> None"),
      "Moves all bodies: `positions` (N, 3), `quaternions` (N, 4) or `matrices` (N, 3, 3), float64 or float32, on all\n"
      "cores; what is not given stays. All or none move: the first bad pose is named.");
  c.def(
      "pose",
      [](const Bodies& b, std::uint32_t body) {
        const Pose pose = reading(b, [&](const BodySet& set) { return set.pose(body); });
        const std::vector<double> p{pose.position.x, pose.position.y, pose.position.z};
        std::vector<double> r(pose.rotation.m, pose.rotation.m + 9);
        return nb::make_tuple(numpy_of<double>(std::vector<double>(p)), numpy_of<double>(std::move(r), {3}));
      },
      "body"_a,
      nb::sig("def pose(self, body: int) -> tuple[numpy.typing.NDArray[numpy.float64], "
              "numpy.typing.NDArray[numpy.float64]]"),
      "Position (3,) and matrix (3, 3) of a body.");
  c.def("positions", &positions_of, nb::sig("def positions(self) -> numpy.typing.NDArray[numpy.float64]"),
        "Positions (N, 3) of all bodies, a copy.");
  c.def("matrices", &matrices_of, nb::sig("def matrices(self) -> numpy.typing.NDArray[numpy.float64]"),
        "Rotations (N, 3, 3) of all bodies, a copy.");
}

void bind_parts(nb::class_<Bodies>& c) {
  c.def("__repr__", [](const Bodies& b) {
    const Reading lock(b.guard);
    const auto counted = [](std::uint32_t n, const char* one, const char* many) {
      return std::to_string(n) + (n == 1 ? one : many);
    };
    return "BodySet of " + counted(b.set.size(), " body", " bodies") + " with " +
           counted(b.set.part_count(), " part", " parts");
  });
  c.def("__len__", [](const Bodies& b) {
    const Reading lock(b.guard);
    return b.set.size();
  });
  c.def_prop_ro(
      "part_count",
      [](const Bodies& b) {
        const Reading lock(b.guard);
        return b.set.part_count();
      },
      "How many parts all bodies have.");
  c.def(
      "parts_of",
      [](const Bodies& b, std::uint32_t body) {
        const auto [first, end] = reading(b, [&](const BodySet& set) {
          set.pose(body);  // refuses a body that is not there
          return std::pair(set.first_part(body), set.first_part(body + 1));
        });
        return nb::module_::import_("builtins").attr("range")(first, end);
      },
      "body"_a, nb::sig("def parts_of(self, body: int) -> range"), "The numbers of a body's parts.");
  c.def(
      "part_shapes", [](const Bodies& b) { return part_array(b, &PartsView::shape); },
      nb::sig("def part_shapes(self) -> numpy.typing.NDArray[numpy.uint32]"), "The shape of each part (P,), a copy.");
  c.def(
      "part_bodies", [](const Bodies& b) { return part_array(b, &PartsView::body); },
      nb::sig("def part_bodies(self) -> numpy.typing.NDArray[numpy.uint32]"), "The body of each part (P,), a copy.");
  c.def("part_positions", &part_positions_of,
        nb::sig("def part_positions(self) -> numpy.typing.NDArray[numpy.float64]"),
        "Positions (P, 3) of all parts in the world, a copy.");
  c.def("part_matrices", &part_matrices_of, nb::sig("def part_matrices(self) -> numpy.typing.NDArray[numpy.float64]"),
        "Rotations (P, 3, 3) of all parts in the world, a copy.");
}

}  // namespace

void bind_poses(nb::class_<Bodies>& c) {
  bind_moving(c);
  bind_parts(c);
}

}  // namespace abut::python
