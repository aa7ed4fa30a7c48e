// The `Cuda` executor against `Cpu`: same bits. Needs a GPU: skips without one, fails if ABUT_REQUIRE_GPU is set.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "abut/core/error.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

template <class T>
class CudaParity : public testing::Test {
 protected:
  void SetUp() override {
    const char* reason = cuda_unavailable_reason();
    if (reason == nullptr) return;
    const char* required = std::getenv("ABUT_REQUIRE_GPU");
    if (required != nullptr && *required != '\0' && std::strcmp(required, "0") != 0) {
      FAIL() << "ABUT_REQUIRE_GPU is set: " << reason;
    }
    GTEST_SKIP() << reason;
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CudaParity, Scalars);

/// Bodies of every kind at random in a box, many overlapping.
BodySet crowd(const ShapeSet& shapes, int count, std::uint64_t seed) {
  test::Random random(seed);
  BodySet bodies;
  for (int i = 0; i < count; ++i) {
    bodies.add({random.in_ball() * 4.0, random.rotation()}, random.below(shapes.size()));
  }
  return bodies;
}

template <class T>
void expect_same(const std::vector<T>& a, const std::vector<T>& b, const char* what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(std::memcmp(&a[i], &b[i], sizeof(T)), 0) << what << " of contact " << i;
  }
}

TYPED_TEST(CudaParity, DetectGivesTheBitsOfTheCpu) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(1);
  test::Random random(3);
  for (int i = 0; i < 4; ++i) shapes.add_hull(test::ellipsoid_points(random, 400));  // some need the large polytope
  const BodySet bodies = crowd(shapes, 2000, 5);
  for (const double alert : {0.0, 0.1}) {
    const Detection<T> cpu = detect<T>(Cpu{}, shapes, bodies, {alert});
    const Detection<T> cuda = detect<T>(Cuda{}, shapes, bodies, {alert});
    ASSERT_GT(cpu.pairs.size(), 1000u);
    ASSERT_EQ(cpu.status, cuda.status);
    expect_same(cpu.pairs, cuda.pairs, "pair");
    const Contacts<T>& a = cpu.contacts;
    const Contacts<T>& b = cuda.contacts;
    expect_same(a.separation, b.separation, "separation");
    expect_same(a.normal_x, b.normal_x, "normal x");
    expect_same(a.normal_y, b.normal_y, "normal y");
    expect_same(a.normal_z, b.normal_z, "normal z");
    expect_same(a.witness_a_x, b.witness_a_x, "witness a");
    expect_same(a.witness_b_y, b.witness_b_y, "witness b");
    expect_same(a.point_z, b.point_z, "point");
    expect_same(a.lower_bound, b.lower_bound, "lower bound");
    expect_same(a.gap, b.gap, "gap");
    expect_same(a.status, b.status, "status");
    expect_same(a.gjk_iterations, b.gjk_iterations, "GJK iterations");
    expect_same(a.epa_iterations, b.epa_iterations, "EPA iterations");
    expect_same(a.key, b.key, "key");
  }
}

TYPED_TEST(CudaParity, TooSmallAWorkspaceIsNamed) {
  using T = TypeParam;
  const Pair pair{0, 0};
  ContactsView<T> out;
  EXPECT_THROW(query_pairs<T>(Cuda{}, ShapeSetView<T>{}, PartsView{}, {&pair, 1}, {}, out, nullptr, 0), InvalidInput);
}

TYPED_TEST(CudaParity, EmptySceneIsEmpty) {
  const Detection<TypeParam> none = detect<TypeParam>(Cuda{}, ShapeSet{}, BodySet{});
  EXPECT_EQ(none.pairs.size(), 0u);
}

}  // namespace
}  // namespace abut
