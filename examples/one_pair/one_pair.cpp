// The mathematics of one pair without batches: what a code with loops or kernels of its own calls.
#include <cstdio>
#include <limits>
#include <memory>

#include "abut/abut.h"
#include "abut/narrow/query.h"

int main() {
  abut::ShapeSet shapes;
  const auto brick = shapes.add_box({1.0, 0.5, 0.25});
  const auto rod = shapes.add_capsule(0.1, 1.0);
  const auto view = shapes.view<float>();

  // B in A's frame, between the shapes' box centres: the frames that stored vertices are given in.
  const auto centre = [&](std::uint32_t shape) {
    const double* c = shapes.header(shape).centre;
    return abut::Vec3<double>{c[0], c[1], c[2]};
  };
  const abut::Pose a;
  const abut::Pose b{{0.3, 0.0, 1.2}, abut::rotation_from_quaternion(1, 0.2, 0, 0)};
  const auto pose = abut::relative_pose(a, b, centre(brick), centre(rod));

  abut::PairProblem<float> problem;
  const double no_alert = std::numeric_limits<double>::infinity();
  if (abut::make_problem(view, brick, rod, pose, no_alert, problem) != abut::Status::converged) return 1;

  const std::uint32_t capacity = 64;  // EPA's polytope; `needs_memory` asks for more
  const auto memory = std::make_unique<std::byte[]>(abut::polytope_bytes<double>(capacity));
  const auto result = abut::query_pair_fully(problem, {memory.get(), capacity});
  const auto& contact = result.contact;
  std::printf("separation %.6f, normal (%.4f, %.4f, %.4f)\n", static_cast<double>(contact.separation),
              static_cast<double>(contact.normal.x), static_cast<double>(contact.normal.y),
              static_cast<double>(contact.normal.z));
}
