// The problem of two shapes of a view, as a query sees it.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "abut/narrow/gjk.h"
#include "abut/narrow/problem.h"

namespace abut::test {

/// Shapes `a` and `b`, B's own frame posed in A's. The problem refers to the view.
template <class T>
PairProblem<T> problem_of(const ShapeSetView<T>& view, std::uint32_t a, std::uint32_t b, const Pose& b_in_a,
                          double alert = HUGE_VAL) {
  const auto centre = [&](std::uint32_t shape) {
    const double* c = view.headers[shape].centre;
    return Vec3<double>{c[0], c[1], c[2]};
  };
  PairProblem<T> p{};
  EXPECT_EQ(make_problem(view, a, b, relative_pose(Pose{}, b_in_a, centre(a), centre(b)), alert, p), Status::converged);
  return p;
}

inline Pose moved_by(Vec3<double> by) { return {by, Pose{}.rotation}; }

/// GJK of a support mapping, run to its end from the way between the centres.
template <class T, class Support>
GjkState<T, typename Support::SimplexData> gjk_of(const PairProblem<T>& p, const Support& support) {
  GjkState<T, typename Support::SimplexData> s;
  gjk_start(s, -p.pose.translation, true);
  gjk(s, support, NoCutoff<T>::value);
  return s;
}

}  // namespace abut::test
