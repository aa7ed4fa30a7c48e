// The box nearest to a point and the boxes within a distance of it, against brute force.
#include "abut/bvh/nearest.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/bvh/built_tree.h"

namespace abut {
namespace {

using test::boxed;
using test::BuiltTree;
using test::crowd;
using test::Parts;

TEST(NearestBoxes, AreThoseOfBruteForceInAnyUnit) {
  for (const double unit : {1.0, 1e-160, 1e150}) {
    const Parts parts = crowd(1500, 41).scaled(unit);
    const PartsView view = parts.view();
    const BoxedParts of = boxed(parts, view);
    const BuiltTree tree(of);
    const TreeFrame frame = tree->state->frame;
    std::mt19937_64 random(42);
    std::uniform_real_distribution<double> place(-10, 30);
    for (int k = 0; k < 300; ++k) {
      Vec3<double> p{place(random) * unit, place(random) * unit, place(random) * unit};
      if (k % 10 == 0) p = parts.pose[static_cast<std::size_t>(k)].position;  // inside several, perhaps
      NearestBox expected{bvh_end, std::numeric_limits<double>::infinity()};
      double best2 = expected.distance;
      const double reach = 3 * unit, reach2 = (reach * frame.scale) * (reach * frame.scale);
      std::vector<std::uint32_t> near, found;
      for (std::uint32_t i = 0; i < view.count; ++i) {
        const double d2 = distance2(device::box_of_part(of, i), p, frame.scale);
        if (d2 < best2) expected = {i, std::sqrt(best2 = d2) / frame.scale};
        if (d2 <= reach2) near.push_back(i);
      }
      const NearestBox nearest = nearest_box(device::box_tree(*tree), p);
      ASSERT_EQ(nearest.part, expected.part);
      ASSERT_EQ(nearest.distance, expected.distance);
      visit_within(device::box_tree(*tree), p, reach, [&](const LeafRecord& record) { found.push_back(record.part); });
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, near);
    }
  }
}

TEST(NearestBoxes, OfNothingAndOfPointsThatAreNotFiniteAreNone) {
  Parts parts = crowd(10, 51);
  const PartsView view = parts.view();
  const BuiltTree tree(boxed(parts, view));
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const Vec3<double> p : {Vec3<double>{nan, 0, 0}, Vec3<double>{0, inf, 0}, Vec3<double>{0, 0, -inf}}) {
    EXPECT_EQ(nearest_box(device::box_tree(*tree), p).part, bvh_end);
    visit_within(device::box_tree(*tree), p, 1, [](const LeafRecord&) { FAIL(); });
  }
  EXPECT_EQ(nearest_box({nullptr, nullptr, nullptr, 0, tree->state->frame}, {0, 0, 0}).part, bvh_end);
  for (Pose& pose : parts.pose) pose.position.x = nan;
  const BuiltTree empty(boxed(parts, parts.view()));
  EXPECT_EQ(nearest_box(device::box_tree(*empty), {0, 0, 0}).part, bvh_end);
}

}  // namespace
}  // namespace abut
