// Pairs whose separation is known in closed form.
#include <gtest/gtest.h>

#include "tests/reference/cases.h"

namespace abut::reference::test {
namespace {

constexpr double tight = 4e-16;

Answer query(const Core& a, const Core& b, const RelativePose<double>& pose) {
  const Reference reference({a, b});
  const Answer answer = reference.query(0, 1, pose);
  EXPECT_TRUE(answer.certified);
  EXPECT_LE(answer.lower, answer.separation);
  EXPECT_GE(answer.upper, answer.separation);
  const double scale = a.size + b.size + std::fabs(answer.separation);
  // The witness points are in the shapes, one separation apart along the normal.
  const Vec3<double> miss = answer.witness_b - answer.witness_a - answer.normal * answer.separation;
  EXPECT_LE(length(miss), tight * scale);
  EXPECT_LE(reference.distance_outside(0, 0, pose, answer.witness_a), tight * scale);
  EXPECT_LE(reference.distance_outside(1, 1, pose, answer.witness_b), tight * scale);
  if (squared_length(answer.normal) > 0) {
    EXPECT_NEAR(length(answer.normal), 1, tight);
    EXPECT_NEAR(static_cast<double>(reference.width_along(0, 1, pose, answer.normal)), -answer.separation,
                tight * scale);
  }
  return answer;
}

void expect_vector(const Vec3<double>& v, double x, double y, double z) {
  EXPECT_NEAR(v.x, x, tight);
  EXPECT_NEAR(v.y, y, tight);
  EXPECT_NEAR(v.z, z, tight);
}

/// 45 degrees about z, as good as double has it.
Mat3<double> eighth_turn() {
  const double s = std::sqrt(0.5);
  return {{s, -s, 0, s, s, 0, 0, 0, 1}};
}

TEST(ClosedForm, BoxesApartAlongAFace) {
  const Answer answer = query(box(1, 1, 1), box(1, 1, 1), translation(2.5, 0.25, 0));
  EXPECT_EQ(answer.separation, 0.5);
  expect_vector(answer.normal, 1, 0, 0);
}

TEST(ClosedForm, BoxesApartAtACorner) {
  const Answer answer = query(box(1, 1, 1), box(1, 1, 1), translation(3, 3, 3));
  EXPECT_NEAR(answer.separation, std::sqrt(3.0), tight);
  expect_vector(answer.normal, std::sqrt(1 / 3.0), std::sqrt(1 / 3.0), std::sqrt(1 / 3.0));
  expect_vector(answer.witness_a, 1, 1, 1);
  expect_vector(answer.witness_b, 2, 2, 2);
}

TEST(ClosedForm, BoxesAllButTouchingAtACorner) {
  // No facet direction separates them as far as the corners are apart.
  for (int k = 1; k <= 50; ++k) {
    const double gap = std::ldexp(1.0, -k);
    const Answer answer = query(box(1, 2, 3), box(1, 1, 1), translation(2 + gap, 3 + gap, 4 + gap));
    EXPECT_NEAR(answer.separation / gap, std::sqrt(3.0), 2 * tight) << k;
    EXPECT_NEAR(answer.normal.x, std::sqrt(1 / 3.0), tight) << k;
  }
}

TEST(ClosedForm, BoxesOverlapByTheLeastOfThreeAxes) {
  const Answer answer = query(box(1, 1, 1), box(1, 1, 1), translation(-1, 1.75, 0.5));
  EXPECT_EQ(answer.separation, -0.25);
  expect_vector(answer.normal, 0, 1, 0);
}

TEST(ClosedForm, TouchingBoxesHaveNoGapAndNoDepth) {
  for (const Vec3<double> t :
       {Vec3<double>{2, 0, 0}, Vec3<double>{0.5, -2, 0.25}, Vec3<double>{2, 2, 1}, Vec3<double>{2, 2, 2}}) {
    EXPECT_NEAR(query(box(1, 1, 1), box(1, 1, 1), {{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, t}).separation, 0, 1e-20);
  }
}

TEST(ClosedForm, ACubeInsideACube) {
  // Out through the nearest face: 1 - 0.3 + 0.25.
  const Answer answer = query(box(1, 1, 1), box(0.25, 0.25, 0.25), translation(0.1, -0.3, 0.2));
  EXPECT_NEAR(answer.separation, -0.95, tight);
  expect_vector(answer.normal, 0, -1, 0);
}

TEST(ClosedForm, BoxesOverlapAtCrossingEdges) {
  // Each turned about its own edge direction, edges (along z and along y) crossing on the x axis.
  Core a = box(1, 1, 1), b = a;
  const double s = std::sqrt(0.5), r = std::sqrt(2.0);
  for (auto& v : a.vertices) v = {s * v.x - s * v.y, s * v.x + s * v.y, 3 * v.z};
  for (auto& v : b.vertices) v = {s * v.x + s * v.z, 3 * v.y, s * v.z - s * v.x};
  const Answer answer = query(core(a.vertices), core(b.vertices), translation(2 * r - 0.125, 0.3, -0.2));
  EXPECT_NEAR(answer.separation, -0.125, 2 * tight);
  expect_vector(answer.normal, 1, 0, 0);
  EXPECT_NEAR(query(core(a.vertices), core(b.vertices), translation(2 * r + 0.125, 0.3, -0.2)).separation, 0.125,
              2 * tight);
}

TEST(ClosedForm, ABoxTurnedByAnEighthAgainstABox) {
  const Answer answer = query(box(1, 1, 1), box(1, 1, 1), {eighth_turn(), {2, 0, 0}});
  EXPECT_NEAR(answer.separation, 1 - std::sqrt(2.0), tight);
  expect_vector(answer.normal, 1, 0, 0);
}

TEST(ClosedForm, Spheres) {
  const Core a = core({{0, 0, 0}}, 1), b = core({{0, 0, 0}}, 0.5);
  EXPECT_EQ(query(a, b, translation(3, 4, 0)).separation, 3.5);
  EXPECT_NEAR(query(a, b, translation(0.3, 0, 0.4)).separation, -1, tight);
  expect_vector(query(a, b, translation(0.3, 0, 0.4)).normal, 0.6, 0, 0.8);
}

TEST(ClosedForm, ConcentricSpheresHaveNoNormal) {
  const Answer answer = query(core({{0, 0, 0}}, 1), core({{0, 0, 0}}, 0.5), translation(0, 0, 0));
  EXPECT_EQ(answer.separation, -1.5);
  expect_vector(answer.normal, 0, 0, 0);
}

TEST(ClosedForm, IdenticalPoints) {
  const Answer answer = query(core({{0, 0, 0}}), core({{0, 0, 0}}), translation(0, 0, 0));
  EXPECT_EQ(answer.separation, 0);
  EXPECT_EQ(answer.lower, 0);
  EXPECT_EQ(answer.upper, 0);
  expect_vector(answer.normal, 0, 0, 0);
}

TEST(ClosedForm, CapsulesThatCrossAndCapsulesApart) {
  const Mat3<double> quarter{{0, -1, 0, 1, 0, 0, 0, 0, 1}};
  const Answer crossing = query(segment(1, 0.25), segment(1, 0.5), {quarter, {0.5, 0.5, 0}});
  EXPECT_EQ(crossing.separation, -0.75);
  EXPECT_NEAR(std::fabs(crossing.normal.z), 1, tight);
  const Answer above = query(segment(1, 0.25), segment(1, 0.5), {quarter, {0.5, 0.5, 1}});
  EXPECT_EQ(above.separation, 0.25);
  expect_vector(above.normal, 0, 0, 1);
  EXPECT_EQ(query(segment(1, 0.25), segment(1, 0.5), translation(1.5, 0.5, 0)).separation, -0.25);  // parallel
  EXPECT_EQ(query(segment(1, 0.25), segment(1, 0.5), translation(1.5, 0, 0)).separation, -0.75);    // on one line
  EXPECT_EQ(query(segment(1, 0.25), segment(1, 0.5), translation(5, 0, 0)).separation, 2.25);
}

TEST(ClosedForm, TrianglePlates) {
  const Core plate = core({{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}});
  EXPECT_EQ(query(plate, plate, translation(0, 0, 0.5)).separation, 0.5);
  // In one plane: no depth, across the plane.
  const Answer coplanar = query(plate, plate, translation(0.5, 0.25, 0));
  EXPECT_NEAR(coplanar.separation, 0, 1e-20);
  EXPECT_NEAR(std::fabs(coplanar.normal.z), 1, tight);
  EXPECT_EQ(query(plate, plate, translation(4, 0, 0)).separation, 1);
  // Upright through the other, with a corner 1 below its plane and 1 from its edge.
  EXPECT_EQ(query(plate, core({{0, 0, -1}, {5, 0, 9}, {-5, 0, 9}}), translation(0, 0, 0)).separation, -1);
}

TEST(ClosedForm, APointOnASegmentOnAPlateAndInABox) {
  const Core point = core({{0, 0, 0}});
  EXPECT_NEAR(query(point, segment(1), translation(0.25, 0, 0)).separation, 0, 1e-20);
  EXPECT_NEAR(query(segment(1), point, translation(0.25, 0, 0)).separation, 0, 1e-20);
  EXPECT_NEAR(query(point, core({{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}}), translation(0, 0, 0)).separation, 0, 1e-20);
  EXPECT_EQ(query(box(1, 1, 1), point, translation(0, 0.75, 0.5)).separation, -0.25);
  EXPECT_EQ(query(point, box(1, 1, 1), translation(0, 0.75, 0.5)).separation, -0.25);
  EXPECT_EQ(query(point, box(1, 1, 1), translation(0, 1.5, 0.5)).separation, 0.5);
}

TEST(ClosedForm, ASegmentThroughABox) {
  EXPECT_EQ(query(box(1, 1, 1), segment(4), translation(0.1, 0.75, 0)).separation, -0.25);
  EXPECT_EQ(query(segment(4), box(1, 1, 1), translation(0.1, 0.75, 0)).separation, -0.25);
}

TEST(ClosedForm, RegularTetrahedra) {
  // Face to face, mirrored along (1, 1, 1): height of the vertex over the opposite face 4 / sqrt(3).
  const Core up = core({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}});
  const Core down = core({{-1, -1, -1}, {-1, 1, 1}, {1, -1, 1}, {1, 1, -1}});
  const double d = std::sqrt(3.0);
  // up spans [-1/3, 1] * 3 / d along the axis, down the opposite: vertex of up against vertex of down.
  EXPECT_NEAR(query(up, down, translation(3, 3, 3)).separation, 3 * d - 2 * d, 4 * tight);
  // The face of up (at -1/d) against the face of down, placed on the other side.
  EXPECT_NEAR(query(up, down, translation(-1, -1, -1)).separation, d - 2 / d, 4 * tight);
  EXPECT_NEAR(query(up, down, translation(-0.5, -0.5, -0.5)).separation, d / 2 - 2 / d, 4 * tight);
}

TEST(ClosedForm, RoundedBoxes) {
  EXPECT_NEAR(query(box(1, 1, 1, 0.25), box(1, 1, 1, 0.5), translation(3, 3, 3)).separation, std::sqrt(3.0) - 0.75,
              tight * 4);
  EXPECT_EQ(query(box(1, 1, 1, 0.25), box(1, 1, 1, 0.5), translation(1.5, 0, 0)).separation, -1.25);
  EXPECT_EQ(query(box(1, 1, 1, 0.25), box(1, 1, 1, 0.5), translation(2, 0, 0)).separation, -0.75);
}

}  // namespace
}  // namespace abut::reference::test
