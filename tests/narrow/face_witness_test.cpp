// Witness points on the faces that touch: on both of them, whatever their shapes and however many their corners.
#include "abut/narrow/face_witness.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::problem_of;
using test::Random;

/// An answer whose witness is to be found.
template <class T>
CoreAnswer<T> without_witness() {
  CoreAnswer<T> out = no_answer<T>();
  out.witness.residual2 = Huge<T>::value;
  return out;
}

TEST(FaceWitness, OfBoxesIsInBothFaces) {
  Random random(1);
  for (int k = 0; k < 200; ++k) {
    ShapeSet shapes;
    const Vec3<double> a{random.uniform(0.2, 2), random.uniform(0.2, 2), 1},
        b{random.uniform(0.2, 2), random.uniform(0.2, 2), 1};
    shapes.add_box(a);
    shapes.add_box(b);
    const auto view = shapes.view<double>();
    const double depth = random.uniform(0.01, 0.1);
    const Vec3<double> at{random.uniform(-0.9, 0.9) * (a.x + b.x), random.uniform(-0.9, 0.9) * (a.y + b.y), 2 - depth};
    const PairProblem<double> p = problem_of(view, 0, 1, test::moved_by(at));
    const double unit = power_of_two<double>(p.exponent);
    CoreAnswer<double> out = without_witness<double>();
    face_witness(vertex_difference<LinearScan>(p), Vec3<double>{0, 0, 1}, depth / unit, p.size, 1e-31, out);
    EXPECT_LT(out.witness.residual2, 1e-30) << k;
    const Vec3<double> on_a = out.witness.a * unit, on_b = on_a - Vec3<double>{0, 0, depth};
    EXPECT_NEAR(on_a.z, 1, 4e-16);
    EXPECT_LE(std::abs(on_a.x), a.x + 1e-15);
    EXPECT_LE(std::abs(on_a.y), a.y + 1e-15);
    EXPECT_LE(std::abs(on_b.x - at.x), b.x + 4e-15);
    EXPECT_LE(std::abs(on_b.y - at.y), b.y + 4e-15);
  }
}

TEST(FaceWitness, OfAVertexOnAFaceIsTheVertex) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 1}, {-1, 1, 1}, {-1, -1, 1}});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = problem_of(view, 0, 1, test::moved_by({0.25, 0.5, 0.9}));
  const double unit = power_of_two<double>(p.exponent);
  CoreAnswer<double> out = without_witness<double>();
  face_witness(vertex_difference<LinearScan>(p), Vec3<double>{0, 0, 1}, 0.1 / unit, p.size, 1e-31, out);
  const Vec3<double> on_a = out.witness.a * unit;
  EXPECT_NEAR(on_a.x, 0.25, 1e-15);
  EXPECT_NEAR(on_a.y, 0.5, 1e-15);
  EXPECT_EQ(out.carrier_b.count, 1u);
  EXPECT_GE(out.carrier_a.count, 2u) << "a point inside the face";
}

TEST(FaceWitness, FacesOfManyCornersAreNoHarder) {
  std::vector<Vec3<double>> prism;
  for (int k = 0; k < 60; ++k) {
    const double angle = 2 * M_PI * k / 60;
    for (const double z : {-1.0, 1.0}) prism.push_back({std::cos(angle), std::sin(angle), z});
  }
  ShapeSet shapes;
  shapes.add_hull(prism);
  const auto view = shapes.view<double>();
  Random random(2);
  for (int k = 0; k < 100; ++k) {
    const double far = random.uniform(0, 1.8), angle = random.uniform(0, 6.3), depth = 0.05;
    const Vec3<double> at{far * std::cos(angle), far * std::sin(angle), 2 - depth};
    const PairProblem<double> p = problem_of(view, 0, 0, test::moved_by(at));
    const double unit = power_of_two<double>(p.exponent);
    CoreAnswer<double> out = without_witness<double>();
    face_witness(vertex_difference<LinearScan>(p), Vec3<double>{0, 0, 1}, depth / unit, p.size, 1e-31, out);
    EXPECT_LT(out.witness.residual2, 1e-29) << k;
    const Vec3<double> on_a = out.witness.a * unit;
    EXPECT_LE(std::hypot(on_a.x, on_a.y), 1 + 1e-14);
    EXPECT_LE(std::hypot(on_a.x - at.x, on_a.y - at.y), 1 + 1e-14);
  }
}

TEST(FaceWitness, AGoodWitnessIsLeftAlone) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = problem_of(view, 0, 0, test::moved_by({0, 0, 1.9}));
  CoreAnswer<double> out = no_answer<double>();
  out.witness.a = {9, 9, 9};
  face_witness(vertex_difference<LinearScan>(p), Vec3<double>{0, 0, 1}, 0.1, p.size, 1e-31, out);
  EXPECT_EQ(out.witness.a.x, 9);
}

TEST(FaceDifference, SupportPointsAreOfTheFacesAndLieInThePlane) {
  ShapeSet shapes;
  shapes.add_box({1, 2, 1});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = problem_of(view, 0, 0, test::moved_by({0.5, 0.5, 1.9}));
  const auto whole = vertex_difference<LinearScan>(p);
  const Vec3<double> up{0, 0, 1};
  const double top = face_detail::support_value(whole.a, up), low = face_detail::support_value(whole.b, -up);
  const face_detail::FaceDifference<double, double> faces{whole.a, whole.b, p.pose, up, -up, top, low};
  Random random(3);
  for (int k = 0; k < 200; ++k) {
    const SupportPoint<double> s = faces(random.direction());
    EXPECT_EQ(dot(s.w, up), 0);
    EXPECT_EQ(height(whole.a, s.id_a, up), top);
    EXPECT_EQ(height(whole.b, s.id_b, -up), low);
  }
}

}  // namespace
}  // namespace abut
