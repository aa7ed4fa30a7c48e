// Segments end to end and nearly in line ended unfinished with a separation of 0 and bounds that met, while their
// witness points, and the segments, were 1e-9 apart.
#include <gtest/gtest.h>

#include "tests/support/shapes.h"

namespace abut {
namespace {

TEST(OpenRecords, SayInTheirBoundsWhatTheirWitnessesLeaveOpen) {
  ShapeSet shapes;
  shapes.add_segment({0, 0, -0.8}, {0, 0, 0.8});
  shapes.add_segment({0, 0, -0.8}, {0, 0, 0.8});
  const Pose b{{0, 0, 1.6},
               {{1, -1.3708187314356906e-09, 7.99474836897392e-10, -1.3708187324088508e-09, -1, 1.2172493538215195e-09,
                 7.994748352287638e-10, -1.2172493549174544e-09, -1}}};
  test::ShapePairs pair;
  pair.add({0, 1}, b);
  const Contact<double> c = test::query_all<double>(shapes, pair)[0];
  const Vec3<double> end = b.position + rotate(b.rotation, Vec3<double>{0, 0, 0.8});
  const Vec3<double> other_end = b.position + rotate(b.rotation, Vec3<double>{0, 0, -0.8});
  const double apart = std::min(length(end - Vec3<double>{0, 0, 0.8}), length(other_end - Vec3<double>{0, 0, 0.8}));
  ASSERT_GT(apart, 1e-9);
  EXPECT_LE(c.lower_bound, apart);
  EXPECT_GE(c.lower_bound + c.bound_gap, apart * (1 - 1e-5));
}

}  // namespace
}  // namespace abut
