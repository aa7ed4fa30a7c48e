// Bodies of several parts whose poses are given as a solver has them: positions and quaternions.
#pragma once

#include <vector>

#include "abut/bodies/body_set.h"
#include "abut/bodies/cuda_parts.h"
#include "tests/support/random.h"
#include "tests/support/same_bits.h"

namespace abut::test {

/// Bodies of one to three parts, and their poses as rows.
template <class Q>
struct PosedBodies {
  BodySet set;
  std::vector<double> position, local;
  std::vector<Q> quaternion;

  PosedBodies() {
    Random random(31);
    for (std::uint32_t b = 0; b < 100; ++b) {
      std::vector<Part> parts;
      for (std::uint32_t k = 0; k <= b % 3; ++k) parts.push_back({0, {random.in_ball(), random.rotation()}});
      for (const Part& part : parts) append(part.pose);
      const Vec3<double> p = random.in_ball() * 1e6;
      const Q q[4] = {static_cast<Q>(random.direction().x), static_cast<Q>(random.direction().y),
                      static_cast<Q>(random.direction().z), static_cast<Q>(0.5 + random.direction().x * 0.1)};
      position.insert(position.end(), {p.x, p.y, p.z});
      quaternion.insert(quaternion.end(), q, q + 4);
      set.add({p, rotation_from_quaternion(static_cast<double>(q[0]), static_cast<double>(q[1]),
                                           static_cast<double>(q[2]), static_cast<double>(q[3]))},
              parts);
    }
  }
  void append(const Pose& pose) {
    const double t[3] = {pose.position.x, pose.position.y, pose.position.z};
    for (int row = 0; row < 3; ++row) {
      local.insert(local.end(), pose.rotation.m + 3 * row, pose.rotation.m + 3 * row + 3);
      local.push_back(t[row]);
    }
  }
  BodyPosesView<Q> view() const {
    const double* const p = position.data();
    const Q* const q = quaternion.data();
    return {set.size(), {p, p + 1, p + 2, 3}, q, q + 1, q + 2, q + 3, 4};
  }
};

inline void expect_same_poses(const PartsView& a, const PartsView& b) {
  const auto same = [&](const double* x, const double* y, const char* what) {
    expect_same_bits(std::vector<double>(x, x + a.count), std::vector<double>(y, y + a.count), what);
  };
  same(a.px, b.px, "px"), same(a.py, b.py, "py"), same(a.pz, b.pz, "pz");
  same(a.body_x, b.body_x, "body_x"), same(a.body_y, b.body_y, "body_y"), same(a.body_z, b.body_z, "body_z");
  for (int k = 0; k < 9; ++k) same(a.r[k], b.r[k], "rotation");
}

}  // namespace abut::test
