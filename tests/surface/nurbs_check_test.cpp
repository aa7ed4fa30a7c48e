// Bad input is refused, and the message names it.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "abut/core/error.h"
#include "tests/surface/nurbs_cases.h"

namespace abut {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

template <class F>
std::string refusal(F f) {
  try {
    f();
  } catch (const InvalidInput& e) {
    return e.what();
  }
  return "not refused";
}

NurbsCurve good() { return {{2, {0, 0, 0, 1, 2, 2, 2}}, {{0, 0}, {1, 2}, {2, -1}, {4, 1}}, {1, 1, 2, 1}}; }

NurbsSurface good_surface() {
  NurbsSurface s = test::cylinder(1);
  check(s);
  return s;
}

template <class F>
std::string refused_curve(F spoil) {
  NurbsCurve curve = good();
  check(curve);
  spoil(curve);
  return refusal([&] { check(curve); });
}

template <class F>
std::string refused_surface(F spoil) {
  NurbsSurface s = good_surface();
  spoil(s);
  return refusal([&] { check(s); });
}

TEST(NurbsCheck, DegreesAreOneToSeven) {
  for (const int degree : {0, -3, 8}) {
    EXPECT_EQ(refused_curve([&](NurbsCurve& c) { c.u.degree = degree; }),
              "NurbsCurve: u.degree is " + std::to_string(degree) + "; allowed are 1 to 7");
    EXPECT_EQ(refused_surface([&](NurbsSurface& s) { s.v.degree = degree; }),
              "NurbsSurface: v.degree is " + std::to_string(degree) + "; allowed are 1 to 7");
  }
}

TEST(NurbsCheck, KnotsDoNotDecreaseAndAreFinite) {
  EXPECT_EQ(refused_curve([](NurbsCurve& c) { c.u.knots[3] = -1; }),
            "NurbsCurve: u.knots[3] is -1; allowed is no less than the one before, 0");
  EXPECT_EQ(refused_curve([](NurbsCurve& c) { c.u.knots[3] = nan; }),
            "NurbsCurve: u.knots[3] is nan; allowed are finite numbers");
  EXPECT_EQ(refused_curve([](NurbsCurve& c) { c.u.knots[6] = infinity; }),
            "NurbsCurve: u.knots[6] is inf; allowed are finite numbers");
  EXPECT_EQ(refused_curve([](NurbsCurve& c) { c.u.knots = {-1e308, -1e308, -1e308, 0, 1e308, 1e308, 1e308}; }),
            "NurbsCurve: u.knots go from -1e+308 to 1e+308; allowed is a finite length");
  EXPECT_EQ(refused_surface([](NurbsSurface& s) { s.v.knots[2] = nan; }),
            "NurbsSurface: v.knots[2] is nan; allowed are finite numbers");
}

TEST(NurbsCheck, KnotsAndControlPointsGoTogether) {
  EXPECT_EQ(refused_curve([](NurbsCurve& c) { c.u.knots.clear(); }),
            "NurbsCurve: u.knots are 0; allowed are 6 or more, 2 * degree + 2");
  EXPECT_EQ(refused_curve([](NurbsCurve& c) { c.u.knots.push_back(3); }),
            "NurbsCurve: points are 4; allowed are 5 for these knots");
  EXPECT_EQ(refused_curve([](NurbsCurve& c) { c.points.clear(); }),
            "NurbsCurve: points are 0; allowed are 4 for these knots");
  EXPECT_EQ(refused_surface([](NurbsSurface& s) { s.points.pop_back(); }),
            "NurbsSurface: points are 17; allowed are 18 for these knots");
}

TEST(NurbsCheck, AKnotComesNoMoreOftenThanTheDegree) {
  const NurbsCurve thrice{{2, {0, 0, 0, 1, 1, 1, 2, 2, 2}}, {{0, 0}, {1, 2}, {2, -1}, {2, 0}, {3, 0}, {4, 1}}};
  EXPECT_EQ(
      refusal([&] { check(thrice); }),
      "NurbsCurve: u.knots have 1 more than 2 times; allowed are degree times inside of the domain, degree + 1 at "
      "its ends");
  const NurbsCurve four{{2, {0, 0, 0, 0, 1, 1, 1}}, {{0, 0}, {1, 2}, {2, -1}, {4, 1}}};
  EXPECT_EQ(
      refusal([&] { check(four); }),
      "NurbsCurve: u.knots have 0 more than 3 times; allowed are degree times inside of the domain, degree + 1 at "
      "its ends");
  const NurbsCurve end{{2, {0, 0, 0, 1, 1, 1, 1}}, {{0, 0}, {1, 2}, {2, -1}, {4, 1}}};
  EXPECT_NE(refusal([&] { check(end); }).find("have 1 more than 3 times"), std::string::npos);
}

TEST(NurbsCheck, TheDomainIsNotEmpty) {
  const NurbsCurve empty{{1, {0, 1, 1, 2}}, {{0, 0}, {1, 2}}};
  EXPECT_EQ(refusal([&] { check(empty); }),
            "NurbsCurve: u.knots have the domain 1 to 1; allowed is one that is not empty");
}

TEST(NurbsCheck, CoordinatesAndWeightsAreFinite) {
  EXPECT_EQ(refused_curve([](NurbsCurve& c) { c.points[2].y = nan; }), "NurbsCurve: points[2] is not finite");
  EXPECT_EQ(refused_surface([](NurbsSurface& s) { s.points[3].z = infinity; }),
            "NurbsSurface: points[3] is not finite");
  EXPECT_EQ(refused_curve([](NurbsCurve& c) { c.weights[1] = -1; }),
            "NurbsCurve: weights[1] is -1; allowed is 0 or more, finite");
  EXPECT_EQ(refused_surface([](NurbsSurface& s) { s.weights[1] = nan; }),
            "NurbsSurface: weights[1] is nan; allowed is 0 or more, finite");
  EXPECT_EQ(refused_curve([](NurbsCurve& c) { c.weights.push_back(1); }),
            "NurbsCurve: weights are 5; allowed are 4, one a control point, or none");
  EXPECT_EQ(refused_curve([](NurbsCurve& c) { c.weights.clear(); }), "not refused");
}

TEST(NurbsCheck, ASpanHasAWeightAboveZero) {
  EXPECT_EQ(refused_curve([](NurbsCurve& c) {
              c.weights = {1, 0, 0, 0};
            }),
            "NurbsCurve: all weights of the span from u = 1 on are 0; allowed is one above 0 at least");
  EXPECT_EQ(refused_curve([](NurbsCurve& c) { c.weights = {0, 0, 1, 0}; }), "not refused");
  EXPECT_EQ(refused_surface([](NurbsSurface& s) { s.weights.assign(18, 0), s.weights[0] = s.weights[17] = 1; }),
            "NurbsSurface: all weights of the span from u = 1, v = 0 on are 0; allowed is one above 0 at least");
}

TEST(NurbsCheck, ArgumentsOfRefinementsAreChecked) {
  for (const double knot : {0.0, 2.0, -1.0, nan}) {
    EXPECT_NE(refusal([&] { insert_knot(good(), knot); }).find("allowed is inside of the domain, 0 to 2"),
              std::string::npos);
  }
  EXPECT_EQ(refusal([] { insert_knot(good(), 1, 2); }), "insert_knot: times is 2; allowed are 0 to 1 of this knot");
  EXPECT_EQ(refusal([] { insert_knot(good(), 1.5, -1); }), "insert_knot: times is -1; allowed are 0 to 2 of this knot");
  EXPECT_EQ(refusal([] { elevate_degree(good(), 6); }),
            "elevate_degree: by is 6; allowed are 0 to 5 for a degree of 2");
  EXPECT_EQ(refusal([] { elevate_degree(good_surface(), SurfaceParameter::v, -1); }),
            "elevate_degree: by is -1; allowed are 0 to 6 for a degree of 1");
}

TEST(NurbsCheck, EveryRefinementChecksItsInput) {
  NurbsCurve curve = good();
  curve.weights[0] = -1;
  NurbsSurface s = good_surface();
  s.points[0].x = nan;
  EXPECT_THROW(insert_knot(curve, 0.5), InvalidInput);
  EXPECT_THROW(elevate_degree(curve), InvalidInput);
  EXPECT_THROW(clamped(curve), InvalidInput);
  EXPECT_THROW(insert_knot(s, SurfaceParameter::u, 0.5), InvalidInput);
  EXPECT_THROW(elevate_degree(s, SurfaceParameter::u), InvalidInput);
  EXPECT_THROW(clamped(s), InvalidInput);
  EXPECT_THROW(bezier_patches(s), InvalidInput);
}

TEST(NurbsCheck, ArgumentsOfClosingsAreChecked) {
  const std::vector<Vec2<double>> points{{0, 0}, {1, 0}, {0, 1}};
  const std::vector<double> weights{1, 2};
  EXPECT_EQ(refusal([&] { closed_by_wrapping(points, 3); }),
            "closed_by_wrapping: points are 3; allowed are degree + 1 or more, 4");
  EXPECT_EQ(refusal([&] { closed_by_clamping(points, 8); }), "closed_by_clamping: degree is 8; allowed are 1 to 7");
  EXPECT_EQ(refusal([&] { closed_by_wrapping(points, 2, weights); }),
            "closed_by_wrapping: weights are 2; allowed are 3, one a control point, or none");
  const std::vector<double> negative{1, -2, 1};
  EXPECT_EQ(refusal([&] { closed_by_clamping(points, 2, negative); }),
            "NurbsCurve: weights[1] is -2; allowed is 0 or more, finite");
}

}  // namespace
}  // namespace abut
