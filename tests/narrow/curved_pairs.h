// Pairs of curved kinds, their problems, and their depth by EPA.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "abut/narrow/query.h"
#include "tests/support/shapes.h"

namespace abut::test {

using CurvedSupport = CoreDifference<double, LinearScan>;

/// Every curved kind, and two sums.
inline ShapeSet curved_shapes(std::uint64_t seed) {
  Random random(seed);
  ShapeSet set;
  const auto size = [&] { return random.uniform(0.3, 1); };
  for (int round = 0; round < 3; ++round) {
    const std::uint32_t ellipsoid = set.add_ellipsoid({size(), size(), size()});
    const std::uint32_t cylinder = set.add_cylinder(size(), size());
    set.add_cone(size(), size());
    set.add_minkowski_sum(ellipsoid, cylinder, {random.in_ball(), random.rotation()});
    set.add_minkowski_sum(cylinder, set.add_box({size(), size(), size()}), {random.in_ball(), random.rotation()});
  }
  return set;
}

class CurvedPairs : public testing::Test {
 protected:
  /// The problem of pair i.
  PairProblem<double> problem(const ShapeSetView<double>& view, const ShapePairs& in, std::size_t i) {
    const auto centre = [&](std::uint32_t shape) {
      const double* c = view.headers[shape].centre;
      return Vec3<double>{c[0], c[1], c[2]};
    };
    const Pose b = in.pose(i);
    PairProblem<double> p{};
    const RelativePose<double> pose = relative_pose(Pose{}, b, centre(in.pairs[i].a), centre(in.pairs[i].b));
    EXPECT_EQ(make_problem(view, in.pairs[i].a, in.pairs[i].b, pose, 1e300, p), Status::converged);
    return p;
  }
  EpaMemory memory() { return {memory_.get(), capacity}; }
  bool depth_by_epa(const PairProblem<double>& p, const CurvedSupport& support, CoreAnswer<double>& out,
                    std::uint32_t& iterations) {
    GjkState<double, SimplexPoints<double>> s;
    gjk_start(s, -p.pose.translation, true);
    gjk(s, support, NoCutoff<double>::value);
    const OverlapOptions<double> options{0, memory(), nullptr, {}};
    return s.overlap && overlapping_answer(p, s, support, options, out, iterations);
  }

 private:
  static constexpr std::uint32_t capacity = 4096;
  std::unique_ptr<std::byte[]> memory_ = std::make_unique<std::byte[]>(polytope_bytes<double>(capacity));
};

}  // namespace abut::test
