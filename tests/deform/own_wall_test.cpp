// How often a body winds about points, against solid angles in extended precision; directions into a solid, by signs of
// coordinates; contacts of thin bodies with themselves.
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
  int winding(Vec3<double> p, int axis) const { return winding_about(host::views_of(bodies.state())[0], p, axis); }
};

TEST(OwnWall, AboutPointsAPlateWindsAsOftenAsItsSolidAnglesAddUpToAlongEveryAxis) {
  const Body plate(39);
  test::Random random(31);
  int counts[3] = {0, 0, 0};
  for (int k = 0; k < 4000; ++k) {
    const double angle = random.in_cube().x * 3.2, r = 0.24 + random.in_cube().x * 0.08;
    const Vec3<double> p{r * std::cos(angle), 0.1 + random.in_cube().y * 0.11, r * std::sin(angle)};
    const double expected = double(test::winding_of(plate.bodies, 0, test::wide(p)));
    for (int axis = 0; axis < 3; ++axis) {
      ASSERT_NEAR(plate.winding(p, axis), expected, 1e-6) << axis << " " << p.x << " " << p.y << " " << p.z;
    }
    ASSERT_TRUE(expected > -0.5 && expected < 2.5);
    ++counts[std::lround(expected)];
  }
  for (const int count : counts) EXPECT_GT(count, 100);
}

// Half-lines through nodes, edges and facets of a cube, which lie in planes along the axes, also where it is turned
// about one and its nodes are shaken by an ulp.
TEST(OwnWall, HalfLinesThroughNodesAndEdgesCrossASurfaceOnce) {
  Body cube(0);
  const Nodes start = cube.nodes;
  test::Random random(33);
  for (int round = 0; round < 20; ++round) {
    for (std::size_t i = 0; i < start.size(); ++i) {
      cube.nodes[i] = round == 0 ? start[i] : start[i] + random.in_cube() * (round < 10 ? 1e-16 : 1e-3);
    }
    cube.bodies.move(Cpu{}, cube.nodes);
    for (int axis = 0; axis < 3; ++axis) {
      for (int i = -1; i <= 7; ++i) {
        for (int j = -1; j <= 7; ++j) {
          for (const double x : {-0.3, 1.0 / 12, 0.4, 1.2}) {
            double p[3];
            p[axis] = x, p[(axis + 1) % 3] = i / 6.0, p[(axis + 2) % 3] = j / 6.0;
            const int winding = cube.winding({p[0], p[1], p[2]}, axis);
            const bool beyond = x < 0 || x > 1 || i < 0 || i > 6 || j < 0 || j > 6;
            const bool on_rim = !beyond && (i == 0 || i == 6 || j == 0 || j == 6);
            if (on_rim) {
              EXPECT_TRUE(winding == 0 || winding == 1) << "either way, but as one";
            } else {
              EXPECT_EQ(winding, beyond ? 0 : 1) << axis << " " << x << " " << i << " " << j;
            }
          }
        }
      }
    }
  }
}

// Whose y and z are on a line but for rounding, so that a product of them has no sign to be trusted.
TEST(OwnWall, FacetsSeenEdgeOnAreAheadOfAPointOrBehindItAsAllTheirCorners) {
  using namespace own_wall_detail;
  test::Random random(36);
  int crossed = 0;
  for (int k = 0; k < 20000; ++k) {
    const double slope = random.uniform(-1, 1), z = random.uniform(0, 0.2);
    Facet<double> f;
    for (Vec3<double>& v : f.v) {
      v.x = 1 + random.uniform(), v.z = random.uniform(0, 0.2), v.y = slope * v.z + random.uniform(-1, 1) * 1e-17;
    }
    const Vec3<double> before{0, slope * z, z}, after{2.5, slope * z, z};
    const int winding =
        passes_side(f.v[0], f.v[1], before) + passes_side(f.v[1], f.v[2], before) + passes_side(f.v[2], f.v[0], before);
    crossed += winding != 0 ? 1 : 0;
    ASSERT_EQ(crossing_of(f, before, 0), winding);
    ASSERT_EQ(crossing_of(f, after, 0), 0);
  }
  EXPECT_GT(crossed, 1000);
}

TEST(OwnWall, DirectionsGoIntoNodesAndEdgesWhereTheSolidIsAndAlongItsFaces) {
  Nodes nodes;
  DeformingBodies bodies;
  DeformingMesh mesh = test::cube(2, false, {0, 0, 0}, nodes);
  mesh.hexahedra.pop_back();  // the corner at (1, 1, 1): a corner of seven eighths is in the middle
  bodies.add(mesh);
  bodies.move(Cpu{}, nodes);
  const DeformBodyView view = host::views_of(bodies.state())[0];
  ASSERT_TRUE(view.closed);
  test::Random random(34);
  const auto unit = [](Vec3<double> v) { return v * (1 / length(v)); };
  int inside = 0;
  for (int k = 0; k < 2000; ++k) {
    const Vec3<double> d = random.direction();
    if (std::min({std::abs(d.x), std::abs(d.y), std::abs(d.z)}) < 0.1) continue;
    EXPECT_EQ(goes_into_node(view, 0, d), d.x > 0 && d.y > 0 && d.z > 0);
    EXPECT_EQ(goes_into_node(view, 1, d), d.y > 0 && d.z > 0) << "in the middle of an edge of the cube";
    EXPECT_EQ(goes_into_node(view, 4, d), d.z > 0) << "in the middle of a face";
    EXPECT_EQ(goes_into_node(view, 13, d), d.x < 0 || d.y < 0 || d.z < 0) << "where the cube has a notch";
    inside += goes_into_node(view, 13, d) ? 1 : 0;
  }
  EXPECT_GT(inside, 500);
  EXPECT_TRUE(goes_into_node(view, 1, {0, 0, 1})) << "along a face, below another";
  EXPECT_FALSE(goes_into_node(view, 4, {1, 0, 0})) << "along faces alone";
  EXPECT_TRUE(goes_into_node(view, 4, {0, 0, 1})) << "right against the outward direction";
  EXPECT_FALSE(goes_into_node(view, 4, {0, 0, -1}));
  const auto edge = [&](std::uint32_t a, std::uint32_t b) {
    std::uint32_t e = 0;
    for (; view.edges[2 * e] != a || view.edges[2 * e + 1] != b;) ++e;
    return e;
  };
  const std::uint32_t rim = edge(0, 1), flat = edge(3, 4), notch = edge(13, 14);
  for (int k = 0; k < 2000; ++k) {
    const Vec3<double> d = random.direction();
    if (std::min({std::abs(d.x), std::abs(d.y), std::abs(d.z)}) < 0.1) continue;
    EXPECT_EQ(goes_into_edge(view, rim, d), d.y > 0 && d.z > 0);
    EXPECT_EQ(goes_into_edge(view, flat, d), d.z > 0);
    EXPECT_EQ(goes_into_edge(view, notch, d), d.y < 0 || d.z < 0);
  }
  EXPECT_TRUE(goes_into_edge(view, rim, {0, 0, 1})) << "along a face, below another";
  EXPECT_FALSE(goes_into_edge(view, flat, {0, 1, 0})) << "along faces alone";
  const Facet<double> face{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  EXPECT_TRUE(goes_into_facet(face, {0, 0, -1}));
  EXPECT_FALSE(goes_into_facet(face, unit({1, 0, -1e-4})));
  EXPECT_FALSE(goes_into_facet(Facet<double>{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}, {0, 0, -1})) << "a point";
}

// Two cubes with an edge in common, which four facets have, one of them sheared.
TEST(OwnWall, DirectionsGoIntoAnEdgeOfFourFacetsAgainstTheirSum) {
  Nodes nodes;
  DeformingMesh mesh = test::cube(2, false, {0, 0, 0}, nodes);
  mesh.hexahedra = {mesh.hexahedra[0], mesh.hexahedra[3]};
  for (Vec3<double>& p : nodes) p.y += 0.7 * std::max(p.x - 0.5, 0.0);
  DeformingBodies bodies;
  bodies.add(mesh);
  bodies.move(Cpu{}, nodes);
  const DeformBodyView view = host::views_of(bodies.state())[0];
  EXPECT_TRUE(view.closed);
  std::uint32_t e = 0;
  for (; view.edge_offsets[e + 1] - view.edge_offsets[e] != 4;) ++e;
  const Vec3<double> out = outward_of_edge(view, e), direction = out * (1 / length(out));
  EXPECT_GT(length(out), 0.1);
  EXPECT_FALSE(goes_into_edge(view, e, direction));
  EXPECT_TRUE(goes_into_edge(view, e, -direction));
}

TEST(OwnWall, IsWhatAGapGoesThroughUnlessOtherMaterialLiesAboutIt) {
  const Body plate(39);
  const DeformBodyView view = host::views_of(plate.bodies.state())[0];
  // Of 39 steps 30 are a turn. The node in the middle of the inner side or the outer one.
  const auto side = [&](std::size_t step, bool outer) {
    const Vec3<double> p = plate.nodes[(3 * step + 1) * 2 + (outer ? 1 : 0)];
    return GapEnd{p, Vec3<double>{p.x, 0, p.z} * (outer ? 1.0 : -1.0)};
  };
  const auto goes_through = [&](const GapEnd& a, const GapEnd& b) { return goes_through_own_wall(view, a, b); };
  EXPECT_TRUE(goes_through(side(15, false), side(15, true))) << "alone";
  EXPECT_TRUE(goes_through(side(15, true), side(15, false)));
  EXPECT_TRUE(goes_through(side(4, false), side(4, true))) << "the outer side lies in the next turn";
  EXPECT_TRUE(goes_through(side(34, true), side(34, false))) << "the inner side lies in the turn before";
  EXPECT_FALSE(goes_through(side(34, false), side(4, true))) << "gone into each other";
  EXPECT_FALSE(goes_through(side(15, true), side(15, true))) << "one point";
}

using Nodes4 = std::array<std::uint32_t, 4>;

Nodes4 nodes_of(const FacetGap<double>& gap) { return {gap.node[0], gap.node[1], gap.node[2], gap.node[3]}; }

/// The nearest points of a gap.
std::pair<Vec3<double>, Vec3<double>> ends_of(const Nodes& nodes, const FacetGap<double>& gap) {
  std::pair<Vec3<double>, Vec3<double>> out{{0, 0, 0}, {0, 0, 0}};
  for (int k = 0; k < 4; ++k) {
    (gap.weight[k] > 0 ? out.first : out.second) =
        (gap.weight[k] > 0 ? out.first : out.second) + nodes[gap.node[k]] * std::abs(gap.weight[k]);
  }
  return out;
}

/// Whether a facet or an edge that meets has nodes of both sides, and so lies in a rim: gaps along that are no gaps
/// through a wall. `side`: of a node.
template <class Side>
bool is_of_rim(const std::pair<int, Nodes4>& key, const Side& side) {
  const Nodes4& v = key.second;
  if (key.first == int(GapKind::edge_edge)) return side(v[0]) != side(v[1]) || side(v[2]) != side(v[3]);
  return side(v[1]) != side(v[2]) || side(v[2]) != side(v[3]);
}

/// The facets of elements as triangles, which are no solid.
DeformingMesh facets_of(const DeformingMesh& mesh) {
  DeformingBodies bodies;
  bodies.add(mesh);
  DeformingMesh out;
  out.node_count = mesh.node_count;
  out.triangles.assign(bodies.facets(0).begin(), bodies.facets(0).end());
  return out;
}

/// Two meshes as one body, whose nodes follow on each other.
DeformingMesh joined(DeformingMesh a, const DeformingMesh& b) {
  const auto add = [&](const auto& from, auto& to) {
    for (auto element : from) {
      for (std::uint32_t& v : element) v += a.node_count;
      to.push_back(element);
    }
  };
  add(b.tetrahedra, a.tetrahedra), add(b.hexahedra, a.hexahedra);
  a.node_count += b.node_count;
  return a;
}

/// The gaps of a body with itself if it were no solid, and those that are told of it.
struct OwnGaps {
  std::map<std::pair<int, Nodes4>, FacetGap<double>> all, told;

  OwnGaps(const DeformingMesh& mesh, const Nodes& nodes, double alert) {
    const auto gaps_of = [&](const DeformingMesh& body) {
      std::map<std::pair<int, Nodes4>, FacetGap<double>> out;
      DeformingBodies bodies;
      bodies.add(body);
      bodies.move(Cpu{}, nodes);
      for (const auto& gap : find_deforming_contacts(Cpu{}, bodies, {.alert_distance = alert}).contacts) {
        out[{int(gap.kind), nodes_of(gap)}] = gap;
      }
      return out;
    };
    told = gaps_of(mesh), all = gaps_of(facets_of(mesh));
  }
};

bool is_on_surface(const DeformingBodies& bodies, Vec3<double> p) {
  for (std::uint32_t f = 0; f < bodies.facets(0).size(); ++f) {
    if (test::point_facet(test::wide(p), test::corners(bodies, 0, f)) < 1e-5) return true;
  }
  return false;
}

// Thinner than the alert distance, and wound into itself by two fifths of its thickness. Of 41 steps 31.5 are a turn.
TEST(DeformingContacts, OfAThinSolidWithItselfAreAllThatDoNotGoThroughItsWall) {
  const Body plate(41);
  Nodes nodes;
  const OwnGaps gaps(test::wound_plate(41, 0.05, 1.3, 0.03, nodes), nodes, 0.06);
  std::size_t walls = 0, outside = 0, below = 0, in_both = 0, left_out = 0;
  for (const auto& [key, gap] : gaps.all) {
    const bool told = gaps.told.count(key) > 0;
    const auto [a, b] = ends_of(nodes, gap);
    int in = 0, out = 0, twice = 0;
    for (const double t : {0.1, 0.5, 0.9}) {
      const Vec3<double> p = a * (1 - t) + b * t;
      if (is_on_surface(plate.bodies, p)) continue;
      const long winding = std::lround(double(test::winding_of(plate.bodies, 0, test::wide(p))));
      (winding == 0 ? out : in) += 1, twice += winding == 2 ? 1 : 0;
    }
    const auto [least, most] = std::minmax_element(key.second.begin(), key.second.end());
    const std::uint32_t steps = *most / 6 - *least / 6;
    const bool one_side = std::all_of(key.second.begin(), key.second.end(),
                                      [&, first = key.second[0]](std::uint32_t v) { return v % 2 == first % 2; });
    if (steps < 20 && !one_side && in == 3 && twice < 3) {
      ++walls;
      EXPECT_FALSE(told) << "through the wall, gap " << gap.gap << ", nodes " << key.second[0] << " " << key.second[3];
    }
    if (out == 3) {
      ++outside;
      EXPECT_TRUE(told) << "gap " << gap.gap << ", nodes " << key.second[0] << " " << key.second[3];
    }
    if (steps < 20 || twice < 3) continue;
    ++in_both, left_out += told ? 0 : 1;
    if (told) below += gaps.told.at(key).gap < 0 ? 1 : 0;
  }
  EXPECT_GT(walls, 2000u);
  EXPECT_GT(outside, 200u);
  EXPECT_GT(below, 100u);
  EXPECT_EQ(left_out, 0u) << "of " << in_both << " that lie in both turns";
}

// Flat, along the axes and turned, and of what touches itself or has gone into itself by next to nothing.
TEST(DeformingContacts, OfAFlatPlateWithItselfHaveNoneThroughItHoweverItLies) {
  test::Random random(35);
  for (int k = 0; k < 30; ++k) {
    Nodes nodes;
    const DeformingMesh mesh = test::flat_plate(4, 0.08, 0, nodes);
    const Mat3<double> turn = k < 2 ? Mat3<double>{{1, 0, 0, 0, 1, 0, 0, 0, 1}} : random.rotation();
    for (Vec3<double>& p : nodes) p = rotate(turn, p);
    const OwnGaps gaps(mesh, nodes, 0.12);
    EXPECT_GT(gaps.all.size(), 100u);
    for (const auto& [key, gap] : gaps.told) {
      if (is_of_rim(key, [](std::uint32_t v) { return v / 25; })) continue;
      ADD_FAILURE() << k << ": kind " << key.first << ", gap " << gap.gap << ", support " << int(gap.support);
      break;
    }
  }
}

// Three, of which the middle one touches both others, or lies in both at its sides, but not in its middle.
TEST(DeformingContacts, OfLayersThatRestOnEachOtherHaveNoneThroughThem) {
  const double t = 0.05;
  for (const double overlap : {0.0, t / 4096, -t / 4096, t / 1000, -t / 1000, t / 50, t / 5}) {
    Nodes nodes;
    DeformingMesh mesh;
    for (const std::uint32_t layer : {0u, 1u, 2u}) {
      mesh = joined(mesh, test::flat_plate(4, t, layer * (t - overlap), nodes));
      for (std::size_t i = mesh.node_count - 50; i < nodes.size(); ++i) {
        nodes[i] = nodes[i] + Vec3<double>{0.03, 0.04, 0} * double(layer);
      }
    }
    std::size_t between = 0;
    for (const auto& [key, gap] : OwnGaps(mesh, nodes, 1.01 * t).told) {
      if (is_of_rim(key, [](std::uint32_t v) { return v / 25; })) continue;
      EXPECT_NE(key.second[0] / 50, key.second[3] / 50) << "overlap " << overlap << ", gap " << gap.gap;
      between += gap.support == 15 && std::abs(gap.gap + overlap) < 1e-12 ? 1 : 0;
    }
    EXPECT_GE(between, 64u) << "overlap " << overlap;
  }
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
    DeformingBodies one, two;
    one.add(joined(base, piece)), two.add(base), two.add(piece);
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
    for (const auto& [key, gap] : got) EXPECT_EQ(expected.count(key), 1u) << k << ": invented, gap " << gap;
    for (const auto& [key, gap] : expected) {
      below += gap < 0 ? 1 : 0;
      const auto at_same = got.find(key);
      if (at_same != got.end()) {
        EXPECT_EQ(at_same->second, gap);
        continue;
      }
      oblique += gap < 0 ? 1 : 0;
      EXPECT_FALSE(key.first == int(GapKind::node_facet) && gap < 0) << k << ": a node that has gone in, gap " << gap;
    }
  }
  EXPECT_GT(below, 500u);
  EXPECT_LT(oblique, below / 20) << "on the way from one to the other their gap leaves a piece again";
}

TEST(DeformingContacts, OfASolidThatIsNotClosedAreAllAsItsFacetsInsideCannotBeTold) {
  Nodes nodes;
  const DeformingMesh mesh = test::flat_plate(2, 0.05, 0, nodes);
  DeformingBodies bodies;
  bodies.add(mesh);
  DeformingMesh open = facets_of(mesh);
  open.solid = true, open.triangles.pop_back();
  DeformingBodies other;
  other.add(open);
  bodies.move(Cpu{}, nodes), other.move(Cpu{}, nodes);
  EXPECT_TRUE(host::views_of(bodies.state())[0].closed);
  EXPECT_FALSE(host::views_of(other.state())[0].closed);
  EXPECT_TRUE(other.is_solid(0));
  const auto count = [](const DeformingBodies& of) {
    return find_deforming_contacts(Cpu{}, of, {.alert_distance = 0.06}).contacts.size();
  };
  EXPECT_LT(count(bodies) + 20, count(other));
}

}  // namespace
}  // namespace abut
