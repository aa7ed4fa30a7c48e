#include "abut/brep/supermaximal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "tests/brep/made_breps.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

constexpr double pi = M_PI;

using Groups = std::vector<std::vector<std::uint32_t>>;

Groups lists(const std::vector<std::uint32_t>& offsets, const std::vector<std::uint32_t>& items) {
  Groups out;
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
    out.emplace_back(items.begin() + offsets[i], items.begin() + offsets[i + 1]);
  return out;
}
Groups face_groups(const SupermaximalFeatures& f) { return lists(f.face_offsets, f.faces); }
Groups edge_groups(const SupermaximalFeatures& f) { return lists(f.edge_offsets, f.edges); }

/// How many faces, edges and vertices are left.
using Counts = std::array<std::size_t, 3>;
Counts counts(const SupermaximalFeatures& f) { return {f.face_count(), f.edge_count(), f.vertices.size()}; }

std::vector<EdgeInterval> intervals_of(const SupermaximalFeatures& f, std::uint32_t edge) {
  return {f.intervals.begin() + f.interval_offsets[edge], f.intervals.begin() + f.interval_offsets[edge + 1]};
}

TEST(Supermaximal, ABoxStaysABox) {
  const SupermaximalFeatures f = supermaximal_features(test::box(1, 2, 3));
  EXPECT_EQ(counts(f), (Counts{6, 12, 8}));
  EXPECT_EQ(f.intervals.size(), 12u);
  for (std::uint32_t e = 0; e < 12; ++e) EXPECT_EQ(f.edge_of[e], e);
}

TEST(Supermaximal, HalvesOfAHoleAreOne) {
  const Brep brep = test::block_with_hole(1);
  const SupermaximalFeatures f = supermaximal_features(brep);
  EXPECT_EQ(counts(f), (Counts{7, 14, 8}));
  EXPECT_EQ(face_groups(f).back(), (std::vector<std::uint32_t>{6, 7}));
  // Both rings are once round, and their vertices and the lines between are gone.
  int rings = 0;
  for (std::uint32_t e = 0; e < f.edge_count(); ++e) {
    const auto of = intervals_of(f, e);
    ASSERT_EQ(of.size(), 1u);
    if (brep.curves[of[0].curve].kind != BrepCurveKind::circle) continue;
    ++rings;
    EXPECT_EQ(of[0].begin, 0);
    EXPECT_DOUBLE_EQ(of[0].end, 2 * pi);
    EXPECT_EQ(f.sides[e][1], 6u);
  }
  EXPECT_EQ(rings, 2);
  const SupermaximalDomain hole(brep, f, 6);
  ASSERT_EQ(hole.status(), TrimStatus::ok) << hole.fault();
  for (const double u : {0.3, 0.3 + pi, 0.0, 2.0})
    EXPECT_EQ(hole.side_of(u, 1, 1e-6), TrimSide::inside);  // where they met
  EXPECT_EQ(hole.side_of(0.3, 0, 1e-6), TrimSide::boundary);
  EXPECT_EQ(hole.side_of(0.3, 2.1, 1e-6), TrimSide::outside);
  // The two lines are in no piece.
  for (const TrimPiece& p : hole.charts()[0].pieces()) {
    if (p.edge != no_brep_index) {
      EXPECT_NE(f.edge_of[p.edge], no_brep_index);
    }
  }
}

TEST(Supermaximal, PlatesOnOneAxisShareTheirHoleAndTheirSides) {
  const Brep brep = test::plates_on_one_axis(1);
  const SupermaximalFeatures f = supermaximal_features(brep);
  // Four heights, four sides, the hole on the axis, and two beside it that are not on one.
  EXPECT_EQ(f.face_count(), 4u + 4 + 1 + 2);
  EXPECT_EQ(f.vertices.size(), 16u);
  // 16 along sides; of 8 upright ones two lie on one line each, between the same planes; rings at each height.
  EXPECT_EQ(f.edge_count(), 16u + 4 + 4 + 4);
  std::multiset<std::size_t> sizes;
  for (const auto& g : face_groups(f)) sizes.insert(g.size());
  EXPECT_EQ(sizes, (std::multiset<std::size_t>{1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 5}));
  for (std::uint32_t e = 0; e < f.edge_count(); ++e) {
    if (f.edge_offsets[e + 1] - f.edge_offsets[e] != 2 || intervals_of(f, e).size() == 1) continue;
    const auto of = intervals_of(f, e);  // an upright pair
    EXPECT_NEAR(of[0].end - of[0].begin, 1, 1e-14);
    EXPECT_NEAR(of[1].begin - of[0].begin, 3, 1e-14);
    EXPECT_EQ(of[0].curve, of[1].curve);
  }
}

TEST(Supermaximal, SeamsAndSectorsLeaveTheSame) {
  for (const int sectors : {1, 2, 3, 5}) {
    EXPECT_EQ(counts(supermaximal_features(test::cylinder(1, 2, sectors))), (Counts{3, 2, 0})) << sectors;
    EXPECT_EQ(counts(supermaximal_features(test::frustum(1, 0.5, 2, sectors))), (Counts{3, 2, 0})) << sectors;
    EXPECT_EQ(counts(supermaximal_features(test::frustum(1, 0, 2, sectors))), (Counts{2, 1, 1})) << sectors;  // a tip
    EXPECT_EQ(counts(supermaximal_features(test::ball(1, sectors))), (Counts{1, 0, 0})) << sectors;
    EXPECT_EQ(counts(supermaximal_features(test::ring(2, 0.5, sectors))), (Counts{1, 0, 0})) << sectors;
    EXPECT_EQ(counts(supermaximal_features(test::grooved_shaft(1, sectors))), (Counts{6, 6, 0})) << sectors;
  }
  EXPECT_EQ(counts(supermaximal_features(test::half_ball(1))), (Counts{2, 1, 0}));
  const Brep ball = test::ball(1, 3);
  EXPECT_TRUE(SupermaximalDomain(ball, supermaximal_features(ball), 0).charts()[0].is_whole());
  const Brep ring = test::ring(2, 0.5, 3);
  EXPECT_TRUE(SupermaximalDomain(ring, supermaximal_features(ring), 0).charts()[0].is_whole());
}

/// In the spirit of the paper's Figure 5.
TEST(Supermaximal, SeparateFacesOfOneCylinderAreOne) {
  const Brep shaft = test::grooved_shaft(1, 1);
  const SupermaximalFeatures f = supermaximal_features(shaft);
  const Groups groups = face_groups(f);
  EXPECT_EQ(groups[1], (std::vector<std::uint32_t>{1, 5}));
  const SupermaximalDomain domain(shaft, f, 1);
  ASSERT_EQ(domain.status(), TrimStatus::ok) << domain.fault();
  for (const double u : {0.0, 1.0, 4.0}) {
    EXPECT_EQ(domain.side_of(u, 0.5, 1e-6), TrimSide::inside);
    EXPECT_EQ(domain.side_of(u, 1.25, 1e-6), TrimSide::outside);
    EXPECT_EQ(domain.side_of(u, 2.0, 1e-6), TrimSide::inside);
    EXPECT_EQ(domain.side_of(u, 1.5, 1e-6), TrimSide::boundary);
    EXPECT_EQ(domain.side_of(u, 2.6, 1e-6), TrimSide::outside);
  }
  // Two arcs of one circle between the same two faces.
  const SupermaximalFeatures flats = supermaximal_features(test::shaft_with_flats(1));
  EXPECT_EQ(flats.face_count(), 5u);
  EXPECT_EQ(flats.edge_count(), 2u + 4 + 4);
  EXPECT_EQ(flats.vertices.size(), 8u);
  int pairs = 0;
  for (std::uint32_t e = 0; e < flats.edge_count(); ++e) {
    const auto of = intervals_of(flats, e);
    if (of.size() != 2) continue;
    ++pairs;
    for (const EdgeInterval& i : of) EXPECT_NEAR(i.end - i.begin, 2 * std::asin(0.6), 1e-14);
    EXPECT_NEAR(std::abs(of[1].begin - of[0].begin), pi, 1e-14);
  }
  EXPECT_EQ(pairs, 2);
}

/// A body's groups, each feature named as in another body that it was made from.
std::set<std::set<std::uint32_t>> renamed(const Groups& groups, const std::vector<std::uint32_t>& names) {
  std::set<std::set<std::uint32_t>> out;
  for (const auto& g : groups) {
    std::set<std::uint32_t> s;
    for (const std::uint32_t i : g) s.insert(names[i]);
    out.insert(s);
  }
  return out;
}

TEST(Supermaximal, GroupsAreTheSameInAnyOrderPlaceFrameAndSize) {
  test::Random random(1);
  const auto base = test::bodies_of_all_kinds(1);
  for (const double scale : {1e-3, 1.0, 1e3}) {
    const auto scaled = test::bodies_of_all_kinds(scale);
    for (std::size_t b = 0; b < base.size(); ++b) {
      const SupermaximalFeatures expected = supermaximal_features(base[b]);
      std::vector<std::uint32_t> same(std::max(base[b].edges.size(), base[b].faces.size()));
      std::iota(same.begin(), same.end(), 0u);
      for (int round = 0; round < 4; ++round) {
        std::vector<std::uint32_t> order(base[b].faces.size());
        std::iota(order.begin(), order.end(), 0u);
        for (std::size_t i = order.size(); i > 1; --i)
          std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
        const Pose pose{random.in_cube() * (10 * scale), random.rotation()};
        const Brep other = test::moved(test::reframed(test::with_faces_in_order(scaled[b], order), random), pose);
        const SupermaximalFeatures f = supermaximal_features(other);
        EXPECT_EQ(renamed(face_groups(f), order), renamed(face_groups(expected), same)) << b;
        EXPECT_EQ(renamed(edge_groups(f), same), renamed(edge_groups(expected), same)) << b;
        EXPECT_EQ(f.vertices, expected.vertices) << b;
        EXPECT_EQ(f.intervals.size(), expected.intervals.size()) << b;
      }
    }
  }
}

TEST(Supermaximal, TheOtherSideOfTheMaterialIsAnotherFace) {
  // A tube that is as thick as a shaft beside it: the hole and the shaft are one cylinder, from both sides.
  Brep brep;
  test::add_prism(brep, {test::polygon({{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}), test::circle({0, 0}, 1, -2 * pi, 2)}, 0,
                  1);
  test::add_prism(brep, {test::circle({0, 0}, 1, 2 * pi, 2)}, 3, 4);
  const SupermaximalFeatures f = supermaximal_features(brep);
  EXPECT_EQ(f.face_of[6], f.face_of[7]);
  EXPECT_EQ(f.face_of[10], f.face_of[11]);
  EXPECT_NE(f.face_of[6], f.face_of[10]);
  // Planes at one height, one seen from above and one from below.
  Brep steps;
  test::add_prism(steps, {test::polygon({{0, 0}, {1, 0}, {1, 1}, {0, 1}})}, 0, 1);
  test::add_prism(steps, {test::polygon({{3, 0}, {4, 0}, {4, 1}, {3, 1}})}, 1, 2);
  const SupermaximalFeatures g = supermaximal_features(steps);
  EXPECT_NE(g.face_of[1], g.face_of[6]);
  EXPECT_EQ(g.face_of[2], g.face_of[8]);  // at y = 0
}

TEST(Supermaximal, BothSidesOfAConesTipAreTwoFaces) {
  Brep brep;
  test::add_lathe(brep, {{{0, 0}, {1, 1}}, {{1, 1}, {0, 1}}}, 2);
  test::add_lathe(brep, {{{0, -1}, {1, -1}}, {{1, -1}, {0, 0}}}, 2);
  const SupermaximalFeatures f = supermaximal_features(brep);
  EXPECT_EQ(f.face_count(), 4u);
  EXPECT_EQ(f.face_of[0], f.face_of[1]);
  EXPECT_NE(f.face_of[0], f.face_of[6]);
  EXPECT_EQ(f.vertices.size(), 2u);  // the tips
}

TEST(Supermaximal, TheToleranceIsAPartOfTheSize) {
  const auto apart = [](double gap, double scale) {
    Brep brep;
    for (const double low : {0.0, 3.0}) {
      const double x = low > 0 ? gap * scale : 0;
      test::add_prism(brep, {test::circle({x, 0}, scale, 2 * pi, 2)}, low * scale, (low + 1) * scale);
    }
    return supermaximal_features(brep, {.distance = 1e-4}).face_count();
  };
  const double size = std::sqrt(4.0 + 4 + 16);
  for (const double scale : {1e-3, 1.0, 1e3}) {
    EXPECT_EQ(apart(0.9e-4 * size, scale), 5u);
    EXPECT_EQ(apart(1.2e-4 * size, scale), 6u);
  }
  // Radii too.
  Brep brep;
  test::add_prism(brep, {test::circle({0, 0}, 1, 2 * pi, 2)}, 0, 1);
  test::add_prism(brep, {test::circle({0, 0}, 1.001, 2 * pi, 2)}, 3, 4);
  EXPECT_EQ(supermaximal_features(brep).face_count(), 6u);
  EXPECT_EQ(supermaximal_features(brep, {.distance = 1e-3}).face_count(), 5u);
}

TEST(Supermaximal, RefusesWhatIsNotAllowed) {
  const Brep box = test::box(1, 1, 1);
  EXPECT_EQ(test::complaint([&] { supermaximal_features(box, {.distance = -1}); }),
            "supermaximal_features: distance is -1; allowed is 0 to 0.01");
  EXPECT_EQ(test::complaint([&] { supermaximal_features(box, {.angle = NAN}); }),
            "supermaximal_features: angle is nan; allowed is 0 to 0.01");
  EXPECT_EQ(test::complaint([&] { supermaximal_features(box, {.turn = 1}); }),
            "supermaximal_features: turn is 1; allowed is 0 to 0.01");
  EXPECT_EQ(test::complaint([&] { SupermaximalDomain(box, supermaximal_features(box), 6); }),
            "SupermaximalDomain: face is 6; there are 6 supermaximal faces");
  const SupermaximalFeatures none = supermaximal_features({});
  EXPECT_EQ(counts(none), (Counts{0, 0, 0}));
}

}  // namespace
}  // namespace abut
