// Shells in shells against boxes whose nesting, volumes and distances are known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include "abut/core/error.h"
#include "abut/decompose.h"
#include "host/decompose/body.h"
#include "tests/decompose/solids.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;

/// Data only.
struct Cell {
  Vec3<double> lo, hi;
  std::vector<std::size_t> round;  ///< those it lies in

  bool holds(const Vec3<double>& p) const {
    return lo.x < p.x && p.x < hi.x && lo.y < p.y && p.y < hi.y && lo.z < p.z && p.z < hi.z;
  }
  double volume() const { return (hi.x - lo.x) * (hi.y - lo.y) * (hi.z - lo.z); }
  bool is_cavity() const { return round.size() % 2 == 1; }
};

/// Boxes in boxes, `depth` deep, none of which touch: each may have two side by side in it.
void nest(Random& random, Vec3<double> lo, Vec3<double> hi, std::vector<std::size_t> round, int depth,
          std::vector<Cell>& cells) {
  const Vec3<double> e = hi - lo;
  const auto shrunk = [&](double from, double size, double s, double t) {
    return std::pair{from + size * s, from + size * t};
  };
  const auto [x0, x1] = shrunk(lo.x, e.x, random.uniform(0.02, 0.1), random.uniform(0.9, 0.98));
  const auto [y0, y1] = shrunk(lo.y, e.y, random.uniform(0.02, 0.1), random.uniform(0.9, 0.98));
  const auto [z0, z1] = shrunk(lo.z, e.z, random.uniform(0.02, 0.1), random.uniform(0.9, 0.98));
  cells.push_back({{x0, y0, z0}, {x1, y1, z1}, round});
  if (depth == 0) return;
  round.push_back(cells.size() - 1);
  const double middle = 0.5 * (x0 + x1);
  nest(random, {x0, y0, z0}, {middle, y1, z1}, round, depth - 1, cells);
  if (random.below(2) == 0) nest(random, {middle, y0, z0}, {x1, y1, z1}, round, depth - 1, cells);
}

/// Boxes in a shuffled order, cavities inward. `order`: which cell is which shell.
Mesh mesh_of(Random& random, const std::vector<Cell>& cells, std::vector<std::size_t>& order) {
  order.resize(cells.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t k = order.size(); k > 1; --k) {
    std::swap(order[k - 1], order[random.below(static_cast<std::uint32_t>(k))]);
  }
  Mesh mesh;
  for (const std::size_t c : order) test::add_box(mesh, cells[c].lo, cells[c].hi, cells[c].is_cavity());
  return mesh;
}

double from_box(const Cell& c, const Vec3<double>& p) {
  const Vec3<double> m = (c.lo + c.hi) * 0.5, h = (c.hi - c.lo) * 0.5;
  const Vec3<double> q{std::fabs(p.x - m.x) - h.x, std::fabs(p.y - m.y) - h.y, std::fabs(p.z - m.z) - h.z};
  const double outside = norm({std::max(q.x, 0.0), std::max(q.y, 0.0), std::max(q.z, 0.0)});
  return std::fabs(outside > 0 ? outside : std::max({q.x, q.y, q.z}));
}

TEST(Shells, AreWhatNoEdgeJoinsWithTheirBoxesAndSignedVolumes) {
  Random random(1);
  for (int i = 0; i < 20; ++i) {
    std::vector<Cell> cells;
    nest(random, {-3, -2, -1}, {3, 2, 4}, {}, 3, cells);
    std::vector<std::size_t> order;
    Mesh mesh = mesh_of(random, cells, order);
    mesh.triangles.insert(mesh.triangles.begin() + 3, {0, 0, 1});  // no triangle, and joins nothing
    const std::vector<Shell> shells = shells_of(mesh);
    ASSERT_EQ(shells.size(), cells.size());
    for (std::size_t s = 0; s < shells.size(); ++s) {
      const Cell& c = cells[order[s]];
      EXPECT_EQ(shells[s].triangles.size(), 12u);
      EXPECT_EQ(norm(shells[s].box.lo - c.lo) + norm(shells[s].box.hi - c.hi), 0);
      EXPECT_NEAR(shells[s].volume, c.is_cavity() ? -c.volume() : c.volume(), 1e-13);
    }
  }
}

TEST(ShellsRound, AreThoseThatAShellLiesInWhicheverWayTheyFace) {
  Random random(2);
  for (int i = 0; i < 20; ++i) {
    std::vector<Cell> cells;
    nest(random, {-3, -2, -1}, {3, 2, 4}, {}, 3, cells);
    nest(random, {3, -2, -1}, {5, 2, 1}, {}, 1, cells);
    std::vector<std::size_t> order;
    Mesh mesh = mesh_of(random, cells, order);
    for (auto& t : mesh.triangles) {
      if (i % 2 == 1) std::swap(t[0], t[1]);
    }
    for (const double unit : {1.0, 0x1p-300, 0x1p300}) {
      const Mesh other = scaled(mesh, unit);
      const auto round = shells_round(other.vertices, shells_of(other));
      for (std::size_t s = 0; s < round.size(); ++s) {
        std::set<std::size_t> found;
        for (const std::size_t o : round[s]) found.insert(order[o]);
        const auto& expected = cells[order[s]].round;
        EXPECT_EQ(found, std::set<std::size_t>(expected.begin(), expected.end())) << i << ' ' << unit;
      }
    }
  }
}

/// Of the walls the nearest, and the side by how many boxes are about the point.
TEST(Body, OfNestedBoxesHasTheDistanceOfTheNearestWall) {
  Random random(3);
  int inside = 0, outside = 0;
  for (int i = 0; i < 20; ++i) {
    std::vector<Cell> cells;
    nest(random, {-3, -2, -1}, {3, 2, 4}, {}, 3, cells);
    std::vector<std::size_t> order;
    const Mesh mesh = mesh_of(random, cells, order);
    const Body body(mesh);
    double volume = 0;
    for (const Cell& c : cells) volume += c.is_cavity() ? -c.volume() : c.volume();
    EXPECT_NEAR(body.volume(), volume, 1e-12);
    EXPECT_FALSE(body.crossed());
    EXPECT_EQ(body.solids().size(), static_cast<std::size_t>(std::count_if(
                                        cells.begin(), cells.end(), [](const Cell& c) { return !c.is_cavity(); })));
    for (int k = 0; k < 300; ++k) {
      const Vec3<double> p{random.uniform(-4, 4), random.uniform(-3, 3), random.uniform(-2, 5)};
      std::size_t about = 0;
      double least = infinity;
      for (const Cell& c : cells) {
        about += c.holds(p) ? 1 : 0;
        least = std::min(least, from_box(c, p));
      }
      const double found = body.distance(p);
      EXPECT_EQ(found < 0, about % 2 == 1);
      // From a solid's inside the next solid's wall may be nearer, but it is of its own solid that it is asked.
      if (about % 2 == 0) {
        EXPECT_NEAR(found, least, 1e-13);
      }
      EXPECT_GE(std::fabs(found), least - 1e-13);
      EXPECT_EQ(body.distance(p, std::fabs(found)), found);
      (found < 0 ? inside : outside) += 1;
    }
  }
  EXPECT_GT(std::min(inside, outside), 1000);
}

/// Facets of one solid that cross, its own or its cavity's, and not those of two solids.
TEST(Body, IsCrossedWhereASolidGoesThroughItself) {
  Mesh two = test::box_mesh({0, 0, 0}, {2, 2, 2});
  test::add_box(two, {1, 1, 1}, {3, 3, 3});
  EXPECT_FALSE(Body(two).crossed());
  EXPECT_DOUBLE_EQ(Body(two).volume(), 16) << "counted twice";
  EXPECT_TRUE(Body(test::torus_mesh(0.5, 0.7, 16, 12)).crossed());
  Mesh poked = test::angle_mesh();
  test::add_box(poked, {0.5, 0.5, 0.25}, {1.5, 1.5, 0.75}, true);
  EXPECT_TRUE(Body(poked).crossed());
}

TEST(Body, OfACavityInNoShellNamesHowManyTrianglesItHas) {
  Mesh mesh = test::box_mesh({0, 0, 0}, {1, 1, 1});
  const Mesh ring = test::torus_mesh(2, 0.5, 7, 5);  // round it, but not holding it
  for (const Vec3<double>& v : ring.vertices) mesh.vertices.push_back(v);
  for (const auto& t : ring.triangles) mesh.triangles.push_back({t[1] + 8, t[0] + 8, t[2] + 8});
  EXPECT_EQ(test::complaint([&] { (void)Body(mesh); }),
            "mesh: a shell of 70 triangles is inside out and in no other shell");
}

/// Solids in solids are counted, each time from where they lie.
TEST(Faults, OfNestedBoxesAreThoseThatFaceTheWrongWay) {
  Random random(4);
  for (int i = 0; i < 30; ++i) {
    std::vector<Cell> cells;
    nest(random, {0, 0, 0}, {4, 4, 4}, {}, 3, cells);
    std::vector<std::size_t> order;
    Mesh mesh = mesh_of(random, cells, order);
    // The outermost stays, so that nothing says that all are inside out.
    std::uint64_t wrong = 0;
    std::vector<bool> turned(cells.size(), false);
    for (std::size_t s = 0; s < order.size(); ++s) {
      if (cells[order[s]].round.empty() || random.below(3) > 0) continue;
      ++wrong, turned[order[s]] = true;
      for (std::size_t t = 12 * s; t < 12 * s + 12; ++t) std::swap(mesh.triangles[t][0], mesh.triangles[t][1]);
    }
    const RepairedMesh repaired = repair_mesh(mesh);
    EXPECT_EQ(repaired.refusal, "");
    EXPECT_TRUE(repaired.steps.empty());
    EXPECT_EQ(repaired.misnested, wrong);
    EXPECT_EQ(repaired.crossings + repaired.shell_crossings, 0u);
    EXPECT_EQ(faults_of(repaired).size(), wrong > 0 ? 1u : 0u);
    if (wrong == 0) continue;
    const bool at_one = std::any_of(cells.begin(), cells.end(), [&](const Cell& c) {
      const Vec3<double>& p = repaired.misnested_at;
      const auto is_end = [](double x, double a, double b) { return x == a || x == b; };
      return turned[static_cast<std::size_t>(&c - cells.data())] && is_end(p.x, c.lo.x, c.hi.x) &&
             is_end(p.y, c.lo.y, c.hi.y) && is_end(p.z, c.lo.z, c.hi.z);
    });
    EXPECT_TRUE(at_one) << "the place is no corner of one that faces the wrong way";
  }
}

/// Whatever is turned at random, triangle by triangle, ends as nested boxes do.
TEST(RepairMesh, OfNestedBoxesTurnedAtRandomAlternatesSolidsAndCavities) {
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    std::vector<Cell> cells;
    nest(random, {0, 0, 0}, {4, 4, 4}, {}, 2, cells);
    std::vector<std::size_t> order;
    Mesh mesh = mesh_of(random, cells, order);
    double volume = 0;
    for (const Cell& c : cells) volume += c.is_cavity() ? -c.volume() : c.volume();
    for (auto& t : mesh.triangles) {
      if (random.below(2) == 0) std::swap(t[0], t[1]);
    }
    const RepairedMesh repaired = repair_mesh(mesh);
    EXPECT_EQ(repaired.refusal, "");
    const MeshReport report = examine(repaired.mesh);
    EXPECT_TRUE(report.closed && report.consistently_oriented && report.outward);
    EXPECT_NEAR(report.volume, volume, 1e-12);
    EXPECT_EQ(repaired.misnested, 0u);
    ASSERT_FALSE(repaired.steps.empty());
    EXPECT_EQ(repaired.steps[0].find("turned "), 0u);
  }
}

}  // namespace
}  // namespace abut::host
