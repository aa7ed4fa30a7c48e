// The depth of two boxes in closed form: against hand-made cases, EPA in double, and the promises of witness points.
#include "abut/narrow/box_overlap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "abut/narrow/batch.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

/// What `box_depth` says of two boxes, for a query in double.
DepthCheck<double> depth_of(Vec3<double> a, Vec3<double> b, const Pose& pose, double size) {
  const BoxPair<double> boxes{{a.x, a.y, a.z}, {b.x, b.y, b.z}, {pose.rotation, pose.position}};
  return box_depth<double>(boxes, size);
}

/// EPA's depth of the same, in double.
double depth_by_epa(const ShapeSet& shapes, Pair pair, const Pose& pose) {
  test::ShapePairs in;
  in.add(pair, pose);
  const auto bytes = std::make_unique<std::byte[]>(polytope_bytes<double>(4096));
  const QueryBatch<double> batch{shapes.view<double>(), {}, in.poses.data(), 12, in.pairs.data(), 1, 1e300, {}};
  const BatchPair loaded = load_pair(batch, 0);
  PairProblem<double> p{};
  EXPECT_EQ(make_problem(batch.shapes, pair.a, pair.b, loaded.pose, 1e300, p), Status::converged);
  const auto support = vertex_difference<LinearScan>(p);
  GjkState<double> s;
  gjk_start(s, -p.pose.translation, true);
  gjk(s, support, NoCutoff<double>::value);
  CoreAnswer<double> out = no_answer<double>();
  std::uint32_t iterations = 0;
  EXPECT_TRUE(
      overlapping_answer(p, s, support, OverlapOptions<double>{0, {bytes.get(), 4096}, nullptr, {}}, out, iterations));
  return -out.separation * power_of_two<double>(p.exponent);
}

TEST(BoxOverlap, AlignedBoxesMeetFaceToFace) {
  const Pose pose{{0.3, -0.2, 1.9}, Pose{}.rotation};
  const DepthCheck<double> c = depth_of({1, 1, 1}, {0.5, 0.6, 1}, pose, 4);
  EXPECT_NEAR(c.depth, 0.1, 1e-15);
  EXPECT_EQ(c.normal.z, 1);
  EXPECT_LE(c.witness.residual2, 1e-30);
  EXPECT_DOUBLE_EQ(c.witness.a.z, 1);
  EXPECT_TRUE(is_proved<double>(c, 4.0));
  // A face of each: three corners that differ.
  EXPECT_EQ(carrier_of(c.witness, c.face, 0).count, 3u);
  EXPECT_EQ(carrier_of(c.witness, c.face, 1).count, 3u);
}

TEST(BoxOverlap, AnEdgeLiesInAFaceOfB) {
  // An edge of A along x, 0.05 deep in B's face at +z.
  const Mat3<double> tilted = rotation_from_quaternion(std::cos(0.15), std::sin(0.15), 0, 0);
  const Vec3<double> n{0, -tilted.m[5], -tilted.m[8]};
  const double reach = std::abs(n.y) + std::abs(n.z);
  const Vec3<double> beside{0.2, 0, 0};
  const DepthCheck<double> c = depth_of({1, 1, 1}, {1.5, 3, 1}, {n * (reach + 1 - 0.05) + beside, tilted}, 5);
  EXPECT_NEAR(c.depth, 0.05, 1e-15);
  EXPECT_NEAR(dot(c.normal, n), 1, 1e-15);
  EXPECT_TRUE(is_proved<double>(c, 5.0));
  EXPECT_EQ(carrier_of(c.witness, c.face, 0).count, 2u);
  EXPECT_EQ(carrier_of(c.witness, c.face, 1).count, 3u);
  EXPECT_DOUBLE_EQ(std::abs(c.witness.a.y), 1);
  EXPECT_DOUBLE_EQ(c.witness.a.z, -1);
}

TEST(BoxOverlap, ACornerInAFaceAndTwoEdgesAreFound) {
  // A cube that stands on its corner, 0.05 deep in the top of the other.
  const double root3 = std::sqrt(3.0), root2 = std::sqrt(2.0);
  const Mat3<double> on_corner{{1 / root2, -1 / root2, 0, 1 / (root2 * root3), 1 / (root2 * root3),
                                -2 / (root2 * root3), 1 / root3, 1 / root3, 1 / root3}};
  const DepthCheck<double> corner = depth_of({1, 1, 1}, {1, 1, 1}, {{0.1, 0.2, 1 + root3 - 0.05}, on_corner}, 4);
  EXPECT_NEAR(corner.depth, 0.05, 1e-15);
  EXPECT_NEAR(corner.normal.z, 1, 1e-15);
  EXPECT_NEAR(corner.witness.a.x, 0.1, 1e-15);
  EXPECT_NEAR(corner.witness.a.y, 0.2, 1e-15);
  EXPECT_EQ(carrier_of(corner.witness, corner.face, 0).count, 3u);
  EXPECT_EQ(carrier_of(corner.witness, corner.face, 1).count, 1u);
  EXPECT_EQ(corner.face[0].id_b, 0u);  // its lowest corner

  // An edge along (1, -1, 0) across the edge along z, both outermost in direction (1, 1, 0).
  const Vec3<double> out{1 / root2, 1 / root2, 0}, up{0, 0, 1}, along{1 / root2, -1 / root2, 0};
  const Vec3<double> c1 = (out + up) * (1 / root2), c2 = (up - out) * (1 / root2);
  const Mat3<double> on_edge{{along.x, c1.x, c2.x, along.y, c1.y, c2.y, along.z, c1.z, c2.z}};
  const Vec3<double> centre = out * (2 * root2 - 0.05) + along * 0.2 + up * 0.3;
  const DepthCheck<double> edges = depth_of({1, 1, 1}, {1, 1, 1}, {centre, on_edge}, 4);
  EXPECT_NEAR(edges.depth, 0.05, 1e-15);
  EXPECT_NEAR(edges.normal.x, 1 / root2, 1e-15);
  EXPECT_NEAR(edges.normal.y, 1 / root2, 1e-15);
  EXPECT_DOUBLE_EQ(edges.witness.a.x, 1);
  EXPECT_DOUBLE_EQ(edges.witness.a.y, 1);
  EXPECT_NEAR(edges.witness.a.z, 0.3, 1e-15);
  EXPECT_EQ(carrier_of(edges.witness, edges.face, 0).count, 2u);
  EXPECT_EQ(carrier_of(edges.witness, edges.face, 1).count, 2u);
  EXPECT_EQ(edges.face[0].id_a ^ edges.face[1].id_a, 4u);  // the ends of an edge along z
  EXPECT_EQ(edges.face[0].id_b ^ edges.face[1].id_b, 1u);  // and along x of the other
}

TEST(BoxOverlap, DepthsAreThoseOfEpa) {
  test::Random random(3);
  int rotated = 0, proved = 0, edges = 0;
  for (int k = 0; k < 4000; ++k) {
    const Vec3<double> a{random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)};
    const Vec3<double> b{random.uniform(0.1, 1), random.uniform(0.1, 1), k % 7 == 0 ? 0.0 : random.uniform(0.1, 1)};
    ShapeSet shapes;
    shapes.add_box(a);
    shapes.add_box(b);
    Pose pose{random.direction() * random.uniform(0.2, 0.9) * (length(a) + length(b)) * 0.6, random.rotation()};
    if (k % 5 == 0) pose.rotation.m[random.below(9)] += 0.2;  // no rotation any more
    test::ShapePairs in;
    in.add({0, 1}, pose);
    const auto answer = test::query_all<double>(shapes, in);
    if (!(answer.separation[0] < -1e-6)) continue;
    const double size = length(a) + length(b);
    const DepthCheck<double> c = depth_of(a, b, pose, size);
    EXPECT_NEAR(c.depth, depth_by_epa(shapes, {0, 1}, pose), 8e-16 * size) << k;
    rotated += k % 5 != 0 ? 1 : 0;
    if (!is_proved<double>(c, size)) continue;
    ++proved;
    edges += carrier_of(c.witness, c.face, 0).count == 2 ? 1 : 0;
    EXPECT_NEAR(length(c.normal), 1, 1e-15);
    EXPECT_LE(std::abs(c.witness.a.x), a.x);
    EXPECT_LE(std::abs(c.witness.a.y), a.y);
    EXPECT_LE(std::abs(c.witness.a.z), a.z);
  }
  EXPECT_GT(proved, rotated / 100 * 99);
  EXPECT_GT(rotated, 1500);
  EXPECT_GT(edges, 300);
}

TEST(BoxOverlap, QueriesOfBoxesNeedNoEpa) {
  test::Random random(5);
  ShapeSet shapes;
  for (int k = 0; k < 20; ++k) {
    shapes.add_box({random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)});
  }
  test::ShapePairs in = test::random_pairs(shapes, 2000, test::Regime::shallow, 6);
  for (const bool rounded : {false, true}) {
    if (rounded) {  // rotations as a program that works in float has them
      for (double& m : in.poses) m = static_cast<double>(round_to<float>(m));
    }
    const auto c = test::query_all<double>(shapes, in);
    int overlaps = 0, by_epa = 0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      if (!(c.separation[i] < -1e-3)) continue;
      ++overlaps;
      by_epa += c.epa_iterations[i] > 0 ? 1 : 0;
    }
    EXPECT_GT(overlaps, 300);
    EXPECT_LT(by_epa, overlaps / 50);
  }
}

}  // namespace
}  // namespace abut
