// GJK ended after one step on two vertices that coincide, EPA then took rounding noise for a tetrahedron, and the depth
// of two segments in line was 1e150, converged.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/shapes.h"

namespace abut {
namespace {

template <class T>
class CoincidingVertices : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CoincidingVertices, Scalars);

TYPED_TEST(CoincidingVertices, ChainOfSegmentsInLineTouches) {
  using T = TypeParam;
  test::Random random(1);
  int open = 0;
  for (int i = 0; i < 5000; ++i) {
    const Vec3<double> d = random.direction();
    const double rounding = i % 2 == 0 ? 0.0 : 0.25;
    ShapeSet shapes;
    shapes.add_segment(-d, d, rounding);
    shapes.add_segment(-d, d, 0);
    Pose pose{d * 2.0, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    for (const int k : {1, 2, 5}) {
      const double noise = random.uniform(-4e-16, 4e-16);
      pose.rotation.m[k] = noise;
      pose.rotation.m[3 * (k % 3) + k / 3] = -noise;
    }
    const Contact<T> c = test::query_one<T>(shapes, pose);
    ASSERT_NEAR(static_cast<double>(c.separation), -rounding, 100 * static_cast<double>(Epsilon<T>::value)) << i;
    ASSERT_NEAR(static_cast<double>(length(c.normal)), 1, 1e-5) << i;
    open += is_contact(c.status) ? 0 : 1;
  }
  EXPECT_EQ(open, 0);
}

TYPED_TEST(CoincidingVertices, LatticeShapesThatShareVerticesStayFinite) {
  using T = TypeParam;
  test::Random random(2);
  for (int i = 0; i < 5000; ++i) {
    const auto lattice = [&] { return static_cast<double>(random.below(5)) - 2; };
    const double thin = i % 3 == 0 ? 0x1p-49 : i % 3 == 1 ? 1e-8 : 1.0;
    ShapeSet shapes;
    std::vector<Vec3<double>> vertices[2];
    for (auto& v : vertices) {
      for (std::uint32_t k = 0; k < 1 + random.below(5); ++k)
        v.push_back({lattice(), lattice() * thin, lattice() * thin});
      shapes.add_hull(v);
    }
    const Contact<T> c = test::query_one<T>(shapes, {vertices[0][0] - vertices[1][0], {{1, 0, 0, 0, 1, 0, 0, 0, 1}}});
    ASSERT_LE(std::abs(static_cast<double>(c.separation)), 10) << i;
    ASSERT_LE(static_cast<double>(length(c.witness_a)), 10) << i;
    ASSERT_LE(static_cast<double>(c.separation), 100 * static_cast<double>(Epsilon<T>::value))
        << i;  // they share a point
  }
}

}  // namespace
}  // namespace abut
