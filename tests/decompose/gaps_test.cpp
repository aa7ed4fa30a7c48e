// Bodies that do not touch but whose hulls do: parts report no contact over a gap wider than the stated concavity, and
// every contact, since parts cover their bodies.
#include <gtest/gtest.h>

#include "abut/decompose.h"
#include "abut/detect.h"
#include "tests/decompose/solids.h"

namespace abut {
namespace {

/// A body in parts.
struct Parted {
  std::vector<Mesh> parts;
  double concavity;  ///< stated, in the bodies' unit

  explicit Parted(const Mesh& mesh, double relative = 0.05) {
    DecomposeOptions options;
    options.concavity = relative;
    parts = decompose(mesh, options);
    const PartsReport report = measure_parts(mesh, parts);
    EXPECT_TRUE(report.covers);
    concavity = report.concavity;
  }
};

/// How many contacts two bodies have, and the least separation of theirs.
struct Found {
  std::size_t contacts = 0;
  double least = INFINITY;
};
Found between(const Parted& a, const Pose& pose_a, const Parted& b, const Pose& pose_b) {
  ShapeSet shapes;
  BodySet bodies;
  for (const auto& [body, pose] : {std::pair{&a, &pose_a}, std::pair{&b, &pose_b}}) {
    std::vector<Part> parts;
    for (const Mesh& part : body->parts) parts.push_back({shapes.add_hull(part.vertices), Pose{}});
    bodies.add(*pose, parts);
  }
  const Detection<double> found = detect<double>(Cpu{}, shapes, bodies, {10.0});
  Found out;
  for (const double separation : found.contacts.separation) {
    out.least = std::min(out.least, separation);
    out.contacts += separation <= 0 ? 1 : 0;
  }
  return out;
}

Pose at(Vec3<double> position) { return {position, rotation_from_quaternion(1, 0, 0, 0)}; }

/// Across a gap of so much there is no contact, and none is farther than the gap; pushed through it by `push` there is.
void expect_gap(const Parted& a, const Parted& b, const Pose& pose, double gap, Vec3<double> push) {
  ASSERT_GT(gap, a.concavity + b.concavity) << "the test asks for too little";
  const Found apart = between(a, at({0, 0, 0}), b, pose);
  EXPECT_EQ(apart.contacts, 0u);
  EXPECT_GE(apart.least, gap - a.concavity - b.concavity);
  EXPECT_LE(apart.least, gap + 1e-9);
  Pose pushed = pose;
  pushed.position = pose.position + push;
  EXPECT_GT(between(a, at({0, 0, 0}), b, pushed).contacts, 0u);
}

TEST(PartsAcrossGaps, APegInAHole) {
  Mesh plate = test::box_mesh({-3, -3, -1}, {3, 3, 1});  // with a square hole: four corners more, above and below
  plate.triangles.erase(plate.triangles.begin() + 8, plate.triangles.end());
  for (const double z : {-1.0, 1.0}) {
    for (const auto& [x, y] : {std::pair{-1, -1}, std::pair{1, -1}, std::pair{1, 1}, std::pair{-1, 1}}) {
      plate.vertices.push_back({static_cast<double>(x), static_cast<double>(y), z});
    }
  }
  const std::uint32_t low[4] = {0, 1, 3, 2};  // round the outside, counter-clockwise from above
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t j = (i + 1) % 4, p = low[i], q = low[j], h = 8 + i, k = 8 + j;
    plate.triangles.push_back({p, h, q}), plate.triangles.push_back({q, h, k});                          // below
    plate.triangles.push_back({p + 4, q + 4, h + 4}), plate.triangles.push_back({q + 4, k + 4, h + 4});  // above
    plate.triangles.push_back({h, h + 4, k}), plate.triangles.push_back({k, h + 4, k + 4});              // hole
  }
  ASSERT_NEAR(examine(plate).volume, 72 - 8, 1e-9);
  const Parted hole(plate, 0.01), peg(test::box_mesh({-0.9, -0.9, -2}, {0.9, 0.9, 2}));
  expect_gap(hole, peg, at({0, 0, 0}), 0.1, {0.11, 0, 0});
  expect_gap(hole, peg, at({0.05, 0.05, 0}), 0.05, {0, 0.051, 0});
}

TEST(PartsAcrossGaps, ARingOnARod) {
  const Parted ring(test::tube_mesh(1, 1.6, 0.4, 48), 0.03);
  Mesh rod = test::tube_mesh(0.2, 0.85, 3, 24);
  const Parted on(rod, 0.02);
  const double gap = std::cos(M_PI / 48) - 0.85;  // to the middle of a side
  expect_gap(ring, on, at({0, 0, 0}), gap - 1e-3, {0, gap + 0.02, 0});
}

TEST(PartsAcrossGaps, TwoLinkedRings) {
  const Parted ring(test::torus_mesh(1, 0.2, 32, 12), 0.05);
  const Mat3<double> turned = rotation_from_quaternion(std::sqrt(0.5), std::sqrt(0.5), 0, 0);
  // Each runs through the middle of the other: tubes 0.6 apart, less what chords of the inner circle take of either.
  const double gap = 0.6 - 2 * 0.8 * (1 - std::cos(3.14159265358979 / 32));
  const Found apart = between(ring, at({0, 0, 0}), ring, {{1, 0, 0}, turned});
  EXPECT_EQ(apart.contacts, 0u);
  EXPECT_GE(apart.least, gap - 2 * ring.concavity);
  EXPECT_LE(apart.least, 0.6 + 0.03);
  EXPECT_GT(between(ring, at({0, 0, 0}), ring, {{1.65, 0, 0}, turned}).contacts, 0u);
}

TEST(PartsAcrossGaps, AGrainInAnothersCavity) {
  Mesh hollow = test::box_mesh({-2, -2, -2}, {2, 2, 2});
  test::add_box(hollow, {-1, -1, -1}, {1, 1, 1}, true);
  Mesh grain = test::angle_mesh();
  for (Vec3<double>& v : grain.vertices) v = v * 0.5 - Vec3<double>{0.5, 0.5, 0.25};
  expect_gap(Parted(hollow), Parted(grain), at({0, 0, 0}), 0.5, {0.51, 0, 0});
}

}  // namespace
}  // namespace abut
