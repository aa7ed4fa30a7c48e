// Meshes that are not quite solids.
#include <gtest/gtest.h>

#include <algorithm>

#include "abut/decompose.h"
#include "host/shapes/self_intersections.h"
#include "tests/decompose/solids.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::box_mesh;
using Steps = std::vector<std::string>;

/// Closed, outward, of this volume.
void expect_solid(const RepairedMesh& r, double volume) {
  EXPECT_EQ(r.refusal, "");
  const MeshReport report = examine(r.mesh);
  EXPECT_TRUE(report.closed && report.consistently_oriented && report.outward);
  EXPECT_NEAR(report.volume, volume, 1e-9);
}

Mesh joined(Mesh a, const Mesh& b) {
  const auto first = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& t : b.triangles) a.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  return a;
}

TEST(RepairMesh, ASolidIsLeftAsItIs) {
  const Mesh mesh = test::torus_mesh(2, 0.7, 12, 7);
  const RepairedMesh r = repair_mesh(mesh);
  EXPECT_EQ(r.refusal, "");
  EXPECT_TRUE(r.steps.empty());
  EXPECT_EQ(r.mesh.triangles, mesh.triangles);
  EXPECT_EQ(r.crossings, 0u);
}

TEST(RepairMesh, TurnsWhatIsInsideOutAndWhatDisagrees) {
  Mesh mesh = box_mesh({0, 0, 0}, {1, 2, 3});
  for (auto& t : mesh.triangles) std::swap(t[0], t[1]);
  RepairedMesh r = repair_mesh(mesh);
  expect_solid(r, 6);
  EXPECT_EQ(r.steps, Steps{"turned 1 shell that faced inwards"});

  mesh = box_mesh({0, 0, 0}, {1, 2, 3});
  for (const std::size_t i : {3u, 4u, 9u}) std::swap(mesh.triangles[i][0], mesh.triangles[i][1]);
  r = repair_mesh(mesh);
  expect_solid(r, 6);
  EXPECT_EQ(r.steps, Steps{"turned 3 triangles to run as their neighbours do"});

  // A cavity that faces the wrong way is a solid in a solid where its orientation is trusted, and a cavity where not.
  mesh = joined(box_mesh({0, 0, 0}, {4, 4, 4}), box_mesh({1, 1, 1}, {2, 2, 2}));
  expect_solid(repair_mesh(mesh), 65);
  std::swap(mesh.triangles[0][0], mesh.triangles[0][1]);
  expect_solid(repair_mesh(mesh), 63);
}

TEST(RepairMesh, DropsDoubledAndCollapsedTriangles) {
  const Mesh box = box_mesh({0, 0, 0}, {1, 1, 1});
  Mesh mesh = box;
  mesh.triangles.push_back(mesh.triangles[2]);
  mesh.triangles.push_back({0, 0, 3});
  RepairedMesh r = repair_mesh(mesh);
  expect_solid(r, 1);
  EXPECT_EQ(r.steps, (Steps{"dropped 1 triangle with two equal corners", "dropped 1 triangle that was there twice"}));

  mesh = box;  // a second skin, inside out
  for (const auto& t : box.triangles) mesh.triangles.push_back({t[0], t[2], t[1]});
  r = repair_mesh(mesh);
  expect_solid(r, 1);
  EXPECT_EQ(r.steps, Steps{"dropped 12 triangles that were there twice"});

  // Two solids wall on wall: the wall goes.
  r = repair_mesh(weld(joined(box_mesh({0, 0, 0}, {1, 1, 1}), box_mesh({0, 0, 1}, {1, 1, 3}))));
  EXPECT_EQ(r.refusal, "");
  EXPECT_NEAR(examine(r.mesh).volume, 3, 1e-12);
}

TEST(RepairMesh, WeldsCracksAndFillsTinyHoles) {
  Mesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
  mesh.vertices.push_back({1 + 1e-7, 1, 1});
  mesh.triangles[1][0] = mesh.triangles[1][0] == 7 ? 8 : mesh.triangles[1][0];
  for (std::uint32_t& v : mesh.triangles[2]) v = v == 7 ? 8 : v;
  RepairedMesh r = repair_mesh(mesh);
  EXPECT_EQ(r.refusal, "");
  EXPECT_EQ(r.steps, Steps{"welded 1 vertex to one nearer than 5e-07"});
  EXPECT_NEAR(examine(r.mesh).volume, 1, 1e-6);

  mesh = test::torus_mesh(2, 0.7, 400, 300);
  for (int i = 0; i < 3; ++i) mesh.triangles.erase(mesh.triangles.begin() + 1000 * i);
  r = repair_mesh(mesh);
  EXPECT_EQ(r.refusal, "");
  EXPECT_EQ(r.steps, Steps{"filled 3 holes smaller than 0.054 with 3 triangles"});
}

TEST(RepairMesh, RefusesWithReasonAndPlace) {
  Mesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
  mesh.triangles.pop_back();
  EXPECT_EQ(repair_mesh(mesh).refusal.find("it is not closed: 3 boundary edges, the first near "), 0u);
  mesh = joined(box_mesh({0, 0, 0}, {1, 1, 1}), box_mesh({1, 1, 0}, {2, 2, 1}));
  EXPECT_EQ(repair_mesh(mesh).refusal, "1 edge with more than two triangles, the first near 1, 1, 0.5");
  mesh = {};
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}};
  EXPECT_EQ(repair_mesh(mesh).refusal, "it is not closed: 3 boundary edges, the first near 0.5, 0, 0");
  mesh.triangles = {{0, 1, 2}, {0, 2, 1}};
  EXPECT_NE(repair_mesh(mesh).refusal, "");  // flat
  mesh.triangles = {{0, 0, 2}};
  EXPECT_EQ(repair_mesh(mesh).refusal, "no triangle is left");
  mesh.triangles = {{1, 1, 1}};
  EXPECT_EQ(repair_mesh(mesh).refusal, "no triangle is left");
  mesh = {};  // a Moebius strip of five triangles on five points
  for (int i = 0; i < 5; ++i) mesh.vertices.push_back({std::cos(1.2 * i), std::sin(1.2 * i), 0.1 * i * i});
  for (std::uint32_t i = 0; i < 5; ++i) mesh.triangles.push_back({i, (i + 1) % 5, (i + 2) % 5});
  EXPECT_EQ(repair_mesh(mesh).refusal.find("it has one side only"), 0u) << repair_mesh(mesh).refusal;
}

TEST(RepairMesh, CountsFacetsThatCross) {
  // One shell that goes through itself: a torus fatter than it is wide.
  RepairedMesh r = repair_mesh(test::torus_mesh(0.5, 0.7, 16, 12));
  EXPECT_GT(r.crossings, 10u);
  EXPECT_LT(std::hypot(r.crossing.x, r.crossing.y), 0.6);
  // Two shells that do: each is a solid, and so is their union.
  r = repair_mesh(joined(box_mesh({0, 0, 0}, {1, 1, 1}), box_mesh({0.5, 0.5, 0.5}, {2, 2, 2})));
  EXPECT_EQ(r.refusal, "");
  EXPECT_EQ(r.crossings, 0u);
  EXPECT_EQ(r.misnested, 0u);
  // Their six faces round the cube that they share: each edge there of one goes through a face of the other.
  EXPECT_GE(r.shell_crossings, 6u);
  EXPECT_GT(std::min({r.shell_crossing.x, r.shell_crossing.y, r.shell_crossing.z}), -1e-12);
  ASSERT_EQ(faults_of(r).size(), 1u);
  EXPECT_EQ(faults_of(r)[0].find("shells cross or touch: " + std::to_string(r.shell_crossings) + " places, the first"),
            0u);
  // And where they only touch.
  r = repair_mesh(joined(box_mesh({0, 0, 0}, {1, 1, 1}), box_mesh({0.25, 0.25, 1}, {0.5, 0.5, 2})));
  EXPECT_GT(r.shell_crossings, 0u);
  r = repair_mesh(joined(box_mesh({0, 0, 0}, {1, 1, 1}), box_mesh({2, 0, 0}, {3, 1, 1})));
  EXPECT_TRUE(faults_of(r).empty());
}

TEST(RepairMesh, CountsShellsThatFaceTheWrongWayForWhereTheyLie) {
  Mesh mesh = box_mesh({0, 0, 0}, {10, 10, 10});
  test::add_box(mesh, {2, 2, 2}, {8, 8, 8}, true);
  test::add_box(mesh, {3, 3, 3}, {7, 7, 7});
  EXPECT_TRUE(faults_of(repair_mesh(mesh)).empty());
  Mesh solid = mesh;  // in the innermost
  test::add_box(solid, {4, 4, 4}, {5, 5, 5});
  RepairedMesh r = repair_mesh(solid);
  EXPECT_EQ(r.misnested, 1u);
  EXPECT_EQ(r.misnested_at.x, 4);
  EXPECT_EQ(r.shell_crossings, 0u);
  EXPECT_EQ(faults_of(r), Steps{"solids in a solid, or cavities in a cavity: 1 shell, the first near 4, 4, 4; volumes "
                                "count them twice"});
  Mesh cavity = mesh;  // in the cavity, beside the innermost
  test::add_box(cavity, {2.2, 2.2, 2.2}, {2.4, 2.4, 2.4}, true);
  EXPECT_EQ(repair_mesh(cavity).misnested, 1u);
}

/// Against a test that knows no signs: points of a fine grid of one triangle that are nearly in the other.
TEST(SelfIntersections, AreThoseOfAllPairs) {
  test::Random random(3);
  int crossing = 0;
  for (int i = 0; i < 3000; ++i) {
    std::vector<Vec3<double>> v;
    for (int k = 0; k < 6; ++k) v.push_back(random.in_ball());
    const bool share = i % 3 == 0;
    const std::vector<std::array<std::uint32_t, 3>> t{{0, 1, 2}, {share ? 0u : 3u, 4, 5}};
    const bool found = !host::self_intersections(v, t, {}, 10).empty();
    // Edges of each against the other's plane and its inside, in plain arithmetic; never near a border but by chance.
    const auto goes_through = [&](const auto& s, const auto& o) {
      for (int k = 0; k < 3; ++k) {
        const Vec3<double> p = v[s[k]], d = v[s[(k + 1) % 3]] - p;
        if (share && (s[k] == 0 || s[(k + 1) % 3] == 0)) continue;
        const Vec3<double> a = v[o[0]], u = v[o[1]] - a, w = v[o[2]] - a, h = cross(d, w);
        const double det = dot(u, h), x = dot(p - a, h) / det;
        const Vec3<double> q = cross(p - a, u);
        const double y = dot(d, q) / det, along = dot(w, q) / det;
        if (x > 0 && y > 0 && x + y < 1 && along > 0 && along < 1) return true;
      }
      return false;
    };
    ASSERT_EQ(found, goes_through(t[0], t[1]) || goes_through(t[1], t[0])) << i;
    crossing += found ? 1 : 0;
  }
  EXPECT_GT(crossing, 200);
  EXPECT_LT(crossing, 2000);
}

/// Many small ones, against all pairs one at a time; the first few of them are the first few.
TEST(SelfIntersections, OfManyAreThoseOfPairs) {
  test::Random random(4);
  for (const Vec3<double>& extent : {Vec3<double>{1, 1, 1}, {0, 1, 1}, {1, 0, 0.2}, {0.01, 3, 0.01}}) {
    std::vector<Vec3<double>> v;
    std::vector<std::array<std::uint32_t, 3>> t;
    std::vector<std::uint32_t> same;
    for (std::uint32_t i = 0; i < 300; ++i) {
      const Vec3<double> at = random.in_cube();
      for (int k = 0; k < 3; ++k) {
        const Vec3<double> p = at + random.in_ball() * 0.2;
        v.push_back({p.x * extent.x, p.y * extent.y, p.z * extent.z});
      }
      t.push_back({3 * i, 3 * i + 1, i % 7 == 3 ? 3 * i - 3 : 3 * i + 2});
      same.push_back(i % 5);
    }
    for (const auto& groups : {std::vector<std::uint32_t>(), same}) {
      std::vector<std::array<std::uint32_t, 2>> expected;
      for (std::uint32_t i = 0; i < t.size(); ++i) {
        for (std::uint32_t j = i + 1; j < t.size(); ++j) {
          if (!groups.empty() && groups[i] != groups[j]) continue;
          if (!host::self_intersections(v, std::vector{t[i], t[j]}, {}, 1).empty()) expected.push_back({i, j});
        }
      }
      EXPECT_EQ(host::self_intersections(v, t, groups, SIZE_MAX), expected);
      ASSERT_GT(expected.size(), 5u);
      expected.resize(5);
      EXPECT_EQ(host::self_intersections(v, t, groups, 5), expected);
    }
  }
}

TEST(SelfIntersections, NeighboursDoNotCrossUnlessTheyFold) {
  const std::vector<Vec3<double>> v{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {2, 2, 0}, {1, 0.5, 0}, {0, -1, 0}, {0, 0, 3}};
  const auto crosses = [&](std::array<std::uint32_t, 3> a, std::array<std::uint32_t, 3> b) {
    return !host::self_intersections(v, std::vector{a, b}, {}, 1).empty();
  };
  EXPECT_FALSE(crosses({0, 1, 2}, {1, 3, 2}));  // in one plane, side by side
  EXPECT_TRUE(crosses({0, 1, 2}, {0, 1, 4}));   // one on the other
  EXPECT_TRUE(crosses({0, 1, 2}, {0, 1, 2}));
  EXPECT_FALSE(crosses({0, 1, 2}, {0, 5, 6}));  // a corner in common
  EXPECT_TRUE(crosses({0, 1, 2}, {0, 4, 5}));   // and one runs into the other
  EXPECT_FALSE(crosses({0, 1, 2}, {0, 0, 3}));  // no area
}

}  // namespace
}  // namespace abut
