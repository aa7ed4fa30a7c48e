// How often a body winds about points, against solid angles in extended precision; and contacts of thin bodies with
// themselves.
#include "abut/deform/own_wall.h"

#include <gtest/gtest.h>

#include "abut/deform/deforming_contacts.h"
#include "host/deform/pair_search.h"
#include "tests/deform/brute_force.h"
#include "tests/deform/scenes.h"

namespace abut {
namespace {

using test::Nodes;

/// A plate that is wound into itself, or a cube of tetrahedra, with its tree.
struct Body {
  DeformingBodies bodies;
  Nodes nodes;

  /// A plate of so many steps, or a cube.
  explicit Body(std::uint32_t steps) {
    bodies.add(steps > 0 ? test::wound_plate(steps, 0.05, 1.3, 0.03, nodes) : test::cube(3, true, {0, 0, 0}, nodes));
    bodies.move(Cpu{}, nodes);
  }
  int winding(Vec3<double> p) const { return winding_about(host::views_of(bodies.state())[0], bodies.frame(), p); }
};

TEST(OwnWall, AboutPointsAPlateWindsAsOftenAsItsSolidAnglesAddUpTo) {
  const Body plate(39);
  test::Random random(31);
  int counts[3] = {0, 0, 0};
  for (int k = 0; k < 4000; ++k) {
    const double angle = random.in_cube().x * 3.2, r = 0.24 + random.in_cube().x * 0.08;
    const Vec3<double> p{r * std::cos(angle), 0.1 + random.in_cube().y * 0.11, r * std::sin(angle)};
    const double expected = double(test::winding_of(plate.bodies, 0, test::wide(p)));
    const int turns = plate.winding(p);
    ASSERT_NEAR(turns, expected, 1e-6) << p.x << " " << p.y << " " << p.z;
    ASSERT_TRUE(turns >= 0 && turns < 3);
    ++counts[turns];
  }
  for (const int count : counts) EXPECT_GT(count, 100);
}

// Lines along x through nodes, edges and facets of a cube, which lie in planes of y and z.
TEST(OwnWall, LinesThroughNodesAndEdgesCrossASurfaceOnce) {
  const Body cube(0);
  for (int i = -1; i <= 7; ++i) {
    for (int j = -1; j <= 7; ++j) {
      for (const double x : {-0.3, 1.0 / 6, 0.4, 1.2}) {
        // The rims of the cube's outline may count either way, but as one: 0 or 1, no more.
        const Vec3<double> p{x, i / 6.0, j / 6.0};
        const int turns = cube.winding(p);
        const bool beyond = x < 0 || x > 1 || i < 0 || i > 6 || j < 0 || j > 6;
        const bool on_rim = i == 0 || i == 6 || j == 0 || j == 6;
        if (x < 0) {
          EXPECT_EQ(turns, 0) << "in and out again, " << i << " " << j;
        } else if (beyond || !on_rim) {
          EXPECT_EQ(turns, beyond ? 0 : 1) << x << " " << i << " " << j;
        } else {
          EXPECT_TRUE(turns == 0 || turns == 1);
        }
      }
    }
  }
}

TEST(OwnWall, IsWhatAGapGoesThroughUnlessOtherMaterialLiesAboutAllOfIt) {
  const Body plate(39);
  const DeformBodyView view = host::views_of(plate.bodies.state())[0];
  // Of 39 steps 30 are a turn. The node in the middle of the inner side or the outer one.
  const auto side = [&](std::size_t step, bool outer) {
    const Vec3<double> p = plate.nodes[(3 * step + 1) * 2 + (outer ? 1 : 0)];
    return GapEnd{p, Vec3<double>{p.x, 0, p.z} * (outer ? 1.0 : -1.0)};
  };
  const auto goes_through = [&](const GapEnd& a, const GapEnd& b, bool below = true) {
    return goes_through_own_wall(view, plate.bodies.frame(), a, b, below);
  };
  EXPECT_TRUE(goes_through(side(15, false), side(15, true))) << "alone";
  EXPECT_TRUE(goes_through(side(15, true), side(15, false)));
  EXPECT_TRUE(goes_through(side(4, false), side(4, true))) << "the outer side lies in the next turn";
  EXPECT_TRUE(goes_through(side(34, true), side(34, false))) << "the inner side lies in the turn before";
  EXPECT_FALSE(goes_through(side(34, false), side(4, true))) << "gone into each other";
  EXPECT_TRUE(goes_through(side(15, false), side(15, true), false)) << "with a gap above 0";
  EXPECT_FALSE(goes_through(side(4, false), side(4, true), false)) << "of which nothing is left out where it is deep";
  EXPECT_FALSE(goes_through(side(15, true), side(15, true))) << "one point";
  GapEnd turned = side(15, true);
  turned.outward = -turned.outward;
  EXPECT_FALSE(goes_through(side(15, false), turned)) << "leaves to the outside";
}

Vec3<double> middle_of(const Nodes& nodes, const FacetGap<double>& gap) {
  Vec3<double> sum{0, 0, 0};
  for (int k = 0; k < 4; ++k) sum = sum + nodes[gap.node[k]] * std::abs(gap.weight[k]) * 0.5;
  return sum;
}

using Nodes4 = std::array<std::uint32_t, 4>;

Nodes4 nodes_of(const FacetGap<double>& gap) { return {gap.node[0], gap.node[1], gap.node[2], gap.node[3]}; }

// Thinner than the alert distance, and wound into itself by two fifths of its thickness.
TEST(DeformingContacts, OfAThinSolidWithItselfAreThoseWhereItIsInItselfAndNoneThroughItsWall) {
  const Body plate(41);
  const double alert = 0.06, sag = 0.0015;  // by which facets lie below the circle that their nodes are on
  const DeformingContacts found = find_deforming_contacts(Cpu{}, plate.bodies, {.alert_distance = alert});
  const auto is_of_an_end = [](const Nodes4& nodes) {
    return std::any_of(nodes.begin(), nodes.end(), [](std::uint32_t v) { return v < 6 || v >= 41 * 6; });
  };
  std::set<std::pair<int, Nodes4>> told;
  std::size_t below = 0, of_ends = 0;
  for (const FacetGap<double>& gap : found.contacts) {
    told.insert({gap.kind == GapKind::edge_edge ? 2 : 0, nodes_of(gap)});
    if (!(gap.gap < 0)) continue;
    ++(is_of_an_end(nodes_of(gap)) ? of_ends : below);
    if (is_of_an_end(nodes_of(gap))) continue;
    EXPECT_NEAR(double(test::winding_of(plate.bodies, 0, test::wide(middle_of(plate.nodes, gap)))), 2, 1e-6);
    EXPECT_GT(gap.gap, -0.02 - sag);
  }
  EXPECT_GT(below, 80u);
  EXPECT_LT(of_ends, below / 2) << "at their corners, in the next turn, two faces of a piece look as if gone through";
  std::size_t not_told = 0;
  for (const auto& [meeting, distance] : test::all_meetings(plate.bodies, alert - 1e-13)) {
    if (told.count({std::get<0>(meeting), std::get<3>(meeting)}) > 0) continue;
    ++not_told;
    EXPECT_GT(distance, test::Wide(0.02)) << "nothing nearer lies in the way through the wall";
  }
  EXPECT_GT(not_told, 500u);
}

// Corners, edges and faces that have gone into a face, at any angle and flush.
TEST(DeformingContacts, OfTwoPiecesOfOneBodyAreThoseOfTwoBodies) {
  test::Random random(32);
  std::size_t below = 0, oblique = 0;
  for (int k = 0; k < 60; ++k) {
    Nodes nodes;
    const DeformingMesh base = test::cube(3, k % 2 == 0, {0, 0, 0}, nodes);
    const std::size_t begin = nodes.size();
    const DeformingMesh piece = test::cube(2, k % 3 == 0, {0, 0, 0}, nodes);
    const Mat3<double> turn = k < 45 ? random.rotation() : Mat3<double>{{1, 0, 0, 0, 1, 0, 0, 0, 1}};
    double lowest = 1;
    for (std::size_t i = begin; i < nodes.size(); ++i) {
      nodes[i] = rotate(turn, (nodes[i] - Vec3<double>{0.5, 0.5, 0.5}) * 0.4);
      lowest = std::min(lowest, nodes[i].z);
    }
    const Vec3<double> at{0.5 + 0.1 * random.uniform(), 0.47, 1 - lowest - (k % 5 + 1) * 0.015};
    for (std::size_t i = begin; i < nodes.size(); ++i) nodes[i] = nodes[i] + at;
    DeformingMesh both = base;
    const auto add = [&](const auto& from, auto& to) {
      for (auto element : from) {
        for (std::uint32_t& v : element) v += base.node_count;
        to.push_back(element);
      }
    };
    add(piece.tetrahedra, both.tetrahedra), add(piece.hexahedra, both.hexahedra);
    both.node_count += piece.node_count;
    DeformingBodies one, two;
    one.add(both), two.add(base), two.add(piece);
    one.move(Cpu{}, nodes), two.move(Cpu{}, nodes);
    const auto gaps_of = [&](const DeformingBodies& bodies) {
      std::map<std::pair<int, Nodes4>, double> gaps;
      const DeformingContacts found = find_deforming_contacts(Cpu{}, bodies, {.alert_distance = 0.08});
      for (const FacetGap<double>& gap : found.contacts) {
        const bool from_piece = gap.node[0] >= base.node_count, to_piece = gap.node[3] >= base.node_count;
        if (from_piece != to_piece) gaps[{int(gap.kind), nodes_of(gap)}] = gap.gap;
      }
      return gaps;
    };
    const auto expected = gaps_of(two), got = gaps_of(one);
    for (const auto& [nodes_met, gap] : expected) {
      const auto at_same = got.find(nodes_met);
      if (at_same == got.end()) {
        ASSERT_TRUE(gap < 0 && nodes_met.first == int(GapKind::edge_edge)) << k << ": not told, gap " << gap;
        ++oblique;
        continue;
      }
      EXPECT_EQ(at_same->second, gap);
      below += gap < 0 ? 1 : 0;
    }
    EXPECT_LE(got.size(), expected.size());
  }
  EXPECT_GT(below, 500u);
  EXPECT_LT(oblique, below / 20) << "edges: on the way from one to the other their gap leaves a piece again";
}

}  // namespace
}  // namespace abut
