// Pairs of solids that a plane mirrors but for their places, as their terms and as the support mapping of their shapes.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "abut/narrow/symmetric_terms.h"
#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut::test {

/// A box, ellipsoid, cylinder or cone with its axis along one of the frame's.
inline void add_solid(ShapeSet& shapes, Random& random, int kind) {
  const auto size = [&] { return random.uniform(0.2, 1); };
  switch (kind) {
    case 0: shapes.add_box({size(), size(), size()}); break;
    case 1: shapes.add_ellipsoid({size(), size(), size()}); break;
    case 2: shapes.add_cylinder(size(), size()); break;
    default: shapes.add_cone(size(), size());
  }
}

/// The rotations of a cube that keep the frame right-handed: `k` from 0 to 5 here.
inline Mat3<double> quarter_turns(int k) {
  constexpr double turns[6][9] = {{1, 0, 0, 0, 1, 0, 0, 0, 1},  {0, -1, 0, 1, 0, 0, 0, 0, 1},
                                  {0, 0, 1, 1, 0, 0, 0, 1, 0},  {1, 0, 0, 0, 0, -1, 0, 1, 0},
                                  {0, 0, -1, 0, 1, 0, 1, 0, 0}, {1, 0, 0, 0, -1, 0, 0, 0, -1}};
  Mat3<double> out;
  for (int i = 0; i < 9; ++i) out.m[i] = turns[k][i];
  return out;
}

/// Shape 1 in shape 0, both with axes along the frame's, and their terms about the plane across z. The origin of what
/// is placed lies inside both.
class SymmetricPair {
 public:
  SymmetricPair(Random& random, int kinds) {
    add_solid(shapes_, random, kinds % 4);
    add_solid(shapes_, random, kinds / 4 % 4);
    view_ = shapes_.view<double>();
    const Vec3<double> at = random.in_cube() * 0.1;
    problem_ = problem_of(view_, 0, 1, {at, quarter_turns(kinds / 16 % 6)});
    Vec3<double> centre_a, centre_b;
    terms.count = 0;
    terms.off = 0;
    const Mat3<double> identity = Pose{}.rotation;
    EXPECT_TRUE(symmetric_detail::add_terms(problem_.a, identity, false, terms, centre_a));
    terms.count_a = terms.count;
    EXPECT_TRUE(symmetric_detail::add_terms(problem_.b, problem_.pose.rotation, true, terms, centre_b));
    between = problem_.pose.translation + centre_b - centre_a;
    const Vec3<double> normal{0, 0, dot(between, Vec3<double>{0, 0, 1}) < 0 ? -1.0 : 1.0};
    d = difference_about(terms, normal, between);
  }
  CoreDifference<double, LinearScan> support() const { return core_difference<LinearScan>(problem_); }
  double width(Vec3<double> n) const { return dot(n, support()(n).w); }
  const PairProblem<double>& problem() const { return problem_; }

 private:
  ShapeSet shapes_;
  ShapeSetView<double> view_;
  PairProblem<double> problem_;

 public:
  SymmetricTerms terms;
  Vec3<double> between;
  SymmetricDifference d;

  SymmetricPair(const SymmetricPair&) = delete;
  SymmetricPair& operator=(const SymmetricPair&) = delete;
};

}  // namespace abut::test
