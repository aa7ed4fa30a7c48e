// Open shells are touched from both sides, along their borders and at their corners, hollow ones too.
#include "host/brep/sheets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "abut/brep/brep_lmds.h"
#include "host/brep/contact_features.h"
#include "tests/brep/brep_parts.h"
#include "tests/brep/made_breps.h"

namespace abut::test {
namespace {

/// Counterclockwise corners in z = 0, as one face whose normal is up, or down.
Brep flat_sheet(const std::vector<Vec2<double>>& corners, bool reversed) {
  Brep out;
  BrepParts parts(out);
  std::vector<std::uint32_t> vertex;
  for (const Vec2<double>& c : corners) vertex.push_back(parts.vertex({c.x, c.y, 0}));
  Sides sides;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const std::uint32_t edge = parts.line(vertex[i], vertex[(i + 1) % corners.size()]);
    sides.push_back({edge, false, parts.flat_curve_of(edge)});
  }
  parts.face({}, reversed, {sides});
  parts.shell(0, false);
  return out;
}

/// Without the faces that are planes with this height.
Brep without_lid(const Brep& brep, double height) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t f = 0; f < brep.faces.size(); ++f) {
    const BrepSurface& s = brep.surfaces[brep.faces[f].surface];
    const bool is_lid = s.kind == BrepSurfaceKind::plane && std::abs(s.frame.z.z) > 0.9 && s.frame.origin.z == height;
    if (!is_lid) order.push_back(f);
  }
  Brep out = with_faces_in_order(brep, order);
  out.shells[0].closed = false;
  return out;
}

RelativePose<double> at(const Vec3<double>& translation) {
  RelativePose<double> out{};
  out.rotation = {{1, 0, 0, 0, 1, 0, 0, 0, 1}};
  out.translation = translation;
  return out;
}

/// Distances of a polygon in z = 0 from a point that are least around, by the plane's geometry alone.
std::vector<double> minima_from(const std::vector<Vec2<double>>& corners, const Vec3<double>& p) {
  std::vector<double> out;
  const std::size_t n = corners.size();
  const auto turn = [](Vec2<double> a, Vec2<double> b) { return a.x * b.y - a.y * b.x; };
  const auto along = [](Vec2<double> a, Vec2<double> b) { return a.x * b.x + a.y * b.y; };
  const auto from = [](Vec2<double> a, Vec2<double> b) { return Vec2<double>{b.x - a.x, b.y - a.y}; };
  const Vec2<double> q{p.x, p.y};
  bool inside = false;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2<double> a = corners[i], b = corners[(i + 1) % n], before = corners[(i + n - 1) % n];
    if ((a.y > q.y) != (b.y > q.y) && q.x < a.x + (q.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
    const Vec2<double> side = from(a, b), to = from(a, q);
    const double size = std::sqrt(along(side, side)), t = along(side, to) / (size * size), off = turn(side, to) / size;
    if (t > 0 && t < 1 && off < 0) out.push_back(std::hypot(off, p.z));
    const bool is_outer = turn(from(before, a), side) > 0;
    if (is_outer && along(side, to) < 0 && along(from(a, before), to) < 0) {
      out.push_back(std::hypot(std::sqrt(along(to, to)), p.z));
    }
  }
  if (inside) out.push_back(std::abs(p.z));
  std::sort(out.begin(), out.end());
  return out;
}

const std::vector<Vec2<double>> square = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
const std::vector<Vec2<double>> angle = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2.5}, {0.2, 2}};

TEST(Sheets, SolidsHaveNone) {
  for (const Brep& solid : bodies_of_all_kinds(1)) {
    const host::SidedBrep made = host::with_both_sides(solid);
    EXPECT_EQ(made.brep.faces.size(), solid.faces.size());
    EXPECT_EQ(made.brep.edges.size(), solid.edges.size());
    EXPECT_TRUE(made.notes.empty());
    EXPECT_EQ(std::count(made.is_sheet.begin(), made.is_sheet.end(), true), 0);
  }
}

TEST(Sheets, FacesAndWhatIsWithinAreThereTwiceAndBordersOnce) {
  const Brep cup = without_lid(box(1, 1, 1), 1);
  ASSERT_EQ(cup.faces.size(), 5u);
  const host::SidedBrep made = host::with_both_sides(cup);
  ASSERT_EQ(made.notes.size(), 1u);
  EXPECT_EQ(made.notes[0].find("face 0: its shell is open at edge "), 0u) << made.notes[0];
  EXPECT_EQ(made.brep.faces.size(), 10u);
  EXPECT_EQ(made.brep.edges.size(), 12u + 8u);    // four are at the border
  EXPECT_EQ(made.brep.vertices.size(), 8u + 4u);  // as are four corners
  for (std::uint32_t f = 5; f < 10; ++f) {
    EXPECT_EQ(made.face[f], f - 5);
    EXPECT_NE(made.brep.faces[f].reversed, cup.faces[f - 5].reversed);
  }
  EXPECT_NO_THROW(check_brep(made.brep));
  std::vector<int> sides(made.brep.edges.size(), 0);
  for (const BrepCoedge& c : made.brep.coedges) ++sides[c.edge];
  EXPECT_EQ(std::count(sides.begin(), sides.end(), 2), 20);
}

TEST(Sheets, OfASolidAndAnOpenShellInOneModelTheShellAloneIsOne) {
  Brep both = box(1, 1, 1);
  const Brep sheet = flat_sheet(square, false);
  BrepParts parts(both);
  std::vector<std::uint32_t> vertex;
  for (const BrepVertex& v : sheet.vertices) vertex.push_back(parts.vertex(v.point + Vec3<double>{5, 0, 0}));
  Sides sides;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::uint32_t edge = parts.line(vertex[i], vertex[(i + 1) % 4]);
    sides.push_back({edge, false, parts.flat_curve_of(edge)});
  }
  parts.face({}, false, {sides});
  parts.shell(6, false);
  const host::SidedBrep made = host::with_both_sides(both);
  EXPECT_EQ(std::count(made.is_sheet.begin(), made.is_sheet.end(), true), 2);
  const ContactBrep body(both), bead(ball(0.1, 1));
  EXPECT_EQ(find_brep_lmds(body, bead, at({0.5, 0.5, 0.5})).status, BrepLmdStatus::crossing);  // inside the box
  const BrepLmds under = find_brep_lmds(body, bead, at({5, 0, -0.5}), {.nearest_only = true});
  EXPECT_EQ(under.status, BrepLmdStatus::complete);
  ASSERT_EQ(under.minima.size(), 1u);
  EXPECT_NEAR(under.minima[0].distance, 0.4, 1e-12);
}

/// The one that holds the bead has no minimum, the other one has.
TEST(Sheets, OfTwoSolidsInOneModelEitherMayHoldTheOther) {
  Brep both = box(1, 1, 1);
  add_prism(both, {polygon({{5, 0}, {6, 0}, {6, 1}, {5, 1}})}, 0, 1);
  const ContactBrep pair(both), bead(ball(0.1, 1));
  for (const double x : {0.5, 5.5}) {
    EXPECT_EQ(find_brep_lmds(pair, bead, at({x, 0.5, 0.5})).status, BrepLmdStatus::crossing);
    EXPECT_EQ(find_brep_lmds(bead, pair, at({-x, -0.5, -0.5})).status, BrepLmdStatus::crossing);
  }
  const BrepLmds between = find_brep_lmds(pair, bead, at({3, 0.5, 0.5}));
  EXPECT_EQ(between.status, BrepLmdStatus::complete);
  EXPECT_EQ(between.minima.size(), 2u);
}

/// One of them is within the other model, and the other one has the minima.
TEST(Sheets, OfTwoSolidsInOneModelEitherMayBeHeld) {
  Brep both = box(0.5, 0.5, 0.5);
  add_prism(both, {polygon({{5, 0}, {5.5, 0}, {5.5, 0.5}, {5, 0.5}})}, 0, 0.5);
  const ContactBrep pair(both), holder(box(2, 2, 2));
  for (const double x : {0.75, -4.25}) {
    EXPECT_EQ(find_brep_lmds(holder, pair, at({x, 0.75, 0.75})).status, BrepLmdStatus::crossing);
    EXPECT_EQ(find_brep_lmds(pair, holder, at({-x, -0.75, -0.75})).status, BrepLmdStatus::crossing);
  }
  EXPECT_EQ(find_brep_lmds(holder, pair, at({-2, 0.75, 0.75})).status, BrepLmdStatus::complete);
}

/// In one leg of a U the other leg has a face that looks at it.
TEST(Sheets, WhatIsWithinAConcaveSolidIsToldAlthoughItHasMinima) {
  Brep legs;
  add_prism(legs, {polygon({{0, 0}, {3, 0}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}})}, 0, 1);
  const ContactBrep u(legs), bead(ball(0.1, 1));
  for (const double x : {0.5, 2.5}) {
    EXPECT_EQ(find_brep_lmds(u, bead, at({x, 2, 0.5})).status, BrepLmdStatus::crossing);
    EXPECT_EQ(find_brep_lmds(bead, u, at({-x, -2, -0.5})).status, BrepLmdStatus::crossing);
  }
  EXPECT_EQ(find_brep_lmds(u, bead, at({1.5, 2, 0.5})).status, BrepLmdStatus::complete);
}

/// Both orientations of the face, balls anywhere around: all minima, and no more.
TEST(Sheets, OfAPolygonAndABallAreThoseOfPlaneGeometry) {
  Random random(5);
  int corners = 0, seen = 0;
  for (const auto& polygon : {square, angle}) {
    for (const bool reversed : {false, true}) {
      const ContactBrep sheet(flat_sheet(polygon, reversed)), bead(ball(0.05, 1));
      for (int i = 0; i < 300; ++i) {
        const Vec3<double> p{random.uniform(-2, 4), random.uniform(-2, 4), random.uniform(-2, 2)};
        const std::vector<double> expected = minima_from(polygon, p);
        if (expected[0] < 0.06) continue;
        const BrepLmds found = find_brep_lmds(sheet, bead, at(p));
        EXPECT_EQ(found.status, BrepLmdStatus::complete);
        ASSERT_EQ(found.minima.size(), expected.size()) << p.x << " " << p.y << " " << p.z << " " << reversed;
        for (std::size_t k = 0; k < expected.size(); ++k) {
          EXPECT_NEAR(found.minima[k].distance, expected[k] - 0.05, 1e-12);
          corners += feature_kind(found.minima[k].feature_a) == FeatureKind::vertex ? 1 : 0;
          EXPECT_LT(feature_index(found.minima[k].feature_a), polygon.size());
          ++seen;
        }
      }
    }
  }
  EXPECT_GT(corners, 100);
  EXPECT_GT(seen, 1000);
}

TEST(Sheets, ABallInACupMeetsTheWallsAndTheFloorAndNoLid) {
  const ContactBrep cup(without_lid(box(1, 1, 1), 1)), bead(ball(0.1, 1));
  const BrepLmds found = find_brep_lmds(cup, bead, at({0.45, 0.55, 0.6}));
  EXPECT_EQ(found.status, BrepLmdStatus::complete);
  std::vector<double> distances;
  for (const BrepLmd& m : found.minima) distances.push_back(m.distance);
  const double expected[] = {0.35, 0.35, 0.45, 0.45, 0.5};
  ASSERT_EQ(distances.size(), 5u);
  for (int k = 0; k < 5; ++k) EXPECT_NEAR(distances[k], expected[k], 1e-12);
  EXPECT_EQ(find_brep_lmds(cup, bead, at({0.05, 0.5, 0.5})).status, BrepLmdStatus::crossing);
}

TEST(Sheets, ATubeIsTouchedFromWithinFromOutsideAndAtItsRim) {
  // Half of a cylinder's wall is a sheet too: made of the whole by leaving out the ends.
  const ContactBrep tube(without_lid(without_lid(cylinder(1, 2, 3), 2), 0)), bead(ball(0.1, 1));
  const auto nearest = [&](const Vec3<double>& p) {
    const BrepLmds found = find_brep_lmds(tube, bead, at(p), {.nearest_only = true});
    EXPECT_EQ(found.status, BrepLmdStatus::complete);
    return found.minima.empty() ? -1.0 : found.minima[0].distance;
  };
  EXPECT_NEAR(nearest({0.5, 0.1, 1}), 1 - std::hypot(0.5, 0.1) - 0.1, 1e-12);
  EXPECT_NEAR(nearest({-1.5, 0.7, 1.9}), std::hypot(1.5, 0.7) - 1.1, 1e-12);
  EXPECT_NEAR(nearest({0.9, 0.9, 2.5}), std::hypot(std::hypot(0.9, 0.9) - 1, 0.5) - 0.1, 1e-12);
  EXPECT_NEAR(nearest({0.3, -0.2, -0.5}), std::hypot(1 - std::hypot(0.3, 0.2), 0.5) - 0.1, 1e-12);
}

TEST(Sheets, AFlatOneOnAPlateTouchesAtItsFourCorners) {
  const ContactBrep plate(box(8, 8, 1));
  for (const bool reversed : {false, true}) {
    const ContactBrep sheet(flat_sheet(square, reversed));
    const BrepLmds found = find_brep_lmds(plate, sheet, at({4, 4, 1.01}), {.reach = 0.1});
    EXPECT_EQ(found.status, BrepLmdStatus::complete);
    ASSERT_EQ(found.minima.size(), 4u) << reversed;
    for (const BrepLmd& m : found.minima) {
      EXPECT_NEAR(m.distance, 0.01, 1e-12);
      EXPECT_EQ(feature_kind(m.feature_b), FeatureKind::vertex);
    }
  }
}

TEST(Sheets, ThatPassThroughEachOtherCross) {
  const ContactBrep sheet(flat_sheet(square, false)), other(flat_sheet(angle, true));
  RelativePose<double> pose = at({0, 0, 0.5});
  EXPECT_EQ(find_brep_lmds(sheet, other, pose).status, BrepLmdStatus::complete);
  const Mat3<double> upright{{1, 0, 0, 0, 0, -1, 0, 1, 0}};
  pose.rotation = upright, pose.translation = {-0.5, 0.1, -1};
  EXPECT_EQ(find_brep_lmds(sheet, other, pose).status, BrepLmdStatus::crossing);
  pose.translation = {-0.5, 0.1, 0.25};
  const BrepLmds above = find_brep_lmds(sheet, other, pose);
  EXPECT_EQ(above.status, BrepLmdStatus::complete);
  ASSERT_FALSE(above.minima.empty());
  EXPECT_NEAR(above.minima[0].distance, 0.25, 1e-12);
}

}  // namespace
}  // namespace abut::test
