// The polytope that EPA expands: its memory, its planes, and that its surface stays closed.
#include "abut/narrow/polytope.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "tests/support/random.h"

namespace abut {
namespace {

using test::Random;

const RelativePose<double> identity{Pose{}.rotation, {0, 0, 0}};

/// A support point of A alone; B is a point at the origin.
SupportPoint<double> at(Vec3<double> a, std::uint32_t id = 0) { return {a, a, {0, 0, 0}, id, 0}; }

class Polytopes : public testing::Test {
 protected:
  explicit Polytopes(std::uint32_t capacity = 64)
      : memory_(std::make_unique<std::byte[]>(polytope_bytes<double>(capacity))),
        p(polytope_in<double>(memory_.get(), capacity)) {}

  void start(const std::vector<Vec3<double>>& corners) {
    SupportPoint<double> s[4];
    for (std::uint32_t k = 0; k < 4; ++k) s[k] = at(corners[k], k);
    start_tetrahedron(p, s, identity);
  }
  bool lives(std::uint32_t f) const { return p.faces[f].removed == 0; }

  /// Six times the volume between the faces and the origin, if every edge is shared by two faces that run it through
  /// in opposite directions.
  double closed_volume() const {
    double volume = 0;
    for (std::uint32_t f = 0; f < p.face_count; ++f) {
      if (!lives(f)) continue;
      const PolytopeFace& face = p.faces[f];
      for (int k = 0; k < 3; ++k) {
        const std::uint32_t g = face.neighbour[k], edge = face.neighbour_edge[k];
        EXPECT_TRUE(lives(g));
        EXPECT_EQ(p.faces[g].neighbour[edge], f);
        EXPECT_EQ(p.faces[g].v[edge], face.v[(k + 1) % 3]);
        EXPECT_EQ(p.faces[g].v[(edge + 1) % 3], face.v[k]);
      }
      volume += dot(p.vertices[face.v[0]].w, cross(p.vertices[face.v[1]].w, p.vertices[face.v[2]].w));
    }
    return volume;
  }

 private:
  std::unique_ptr<std::byte[]> memory_;

 protected:
  Polytope<double> p;
};

TEST(PolytopeMemory, HoldsAllArraysWithinItsBytes) {
  for (const std::uint32_t capacity : {min_polytope_vertices, 33u, 4096u}) {
    const auto memory = std::make_unique<std::byte[]>(polytope_bytes<double>(capacity));
    const Polytope<double> p = polytope_in<double>(memory.get(), capacity);
    const std::size_t faces = 2 * capacity;
    const auto* const end = memory.get() + polytope_bytes<double>(capacity);
    EXPECT_GE(reinterpret_cast<std::byte*>(p.faces), reinterpret_cast<std::byte*>(p.vertices + capacity));
    EXPECT_GE(reinterpret_cast<std::byte*>(p.offset), reinterpret_cast<std::byte*>(p.faces + faces));
    EXPECT_GE(reinterpret_cast<std::byte*>(p.border), reinterpret_cast<std::byte*>(p.offset + faces));
    EXPECT_LE(reinterpret_cast<std::byte*>(p.unused + faces), end);
    EXPECT_EQ(p.vertex_count + p.face_count + p.unused_count, 0u);
  }
}

TEST_F(Polytopes, ATetrahedronLooksOutwardWhateverItsOrder) {
  const std::vector<Vec3<double>> corners{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, -1, -1}};
  for (const auto& order : {std::vector<int>{0, 1, 2, 3}, {1, 0, 2, 3}, {3, 2, 1, 0}, {2, 3, 1, 0}}) {
    std::vector<Vec3<double>> turned;
    for (const int k : order) turned.push_back(corners[static_cast<std::size_t>(k)]);
    start(turned);
    EXPECT_NEAR(closed_volume(), 4, 1e-15) << "of 2/3";
    for (std::uint32_t f = 0; f < 4; ++f) {
      EXPECT_NEAR(length(p.faces[f].normal), 1, 4e-16);
      EXPECT_GT(p.offset[f], 0) << "the origin is inside";
    }
    // x + y + z = 1 is one face, the planes through (-1, -1, -1) the others.
    const std::uint32_t nearest = nearest_face(p);
    EXPECT_NEAR(p.offset[nearest], 1 / std::sqrt(11.0), 1e-15);
  }
}

TEST_F(Polytopes, ExpandingKeepsTheSurfaceClosedAndTheOriginInside) {
  Random random(1);
  for (int round = 0; round < 30; ++round) {
    start({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, -1, -1}});
    double volume = closed_volume();
    for (int k = 0; k < 50; ++k) {
      // A point on the unit sphere above the nearest face: the polytope is the hull of points of a ball.
      const std::uint32_t m = nearest_face(p);
      const Vec3<double> w = unit_vector(p.faces[m].normal + random.in_ball() * 0.01);
      const double before = p.offset[m];
      if (!(dot(p.faces[m].normal, w) > p.offset[m] + 1e-9)) break;
      expand(p, m, polytope_vertex(at(w), identity), identity);
      const double now = closed_volume();
      EXPECT_GT(now, volume);
      EXPECT_LT(now, 6 * 4.0 / 3 * M_PI + 6 * 2);
      EXPECT_GE(p.offset[nearest_face(p)], before) << "the bound only rises";
      volume = now;
    }
    EXPECT_GT(p.vertex_count, 30u);
  }
}

TEST_F(Polytopes, AVertexAboveOneFaceMakesThreeOfIt) {
  start({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, -1, -1}});
  std::uint32_t top = 0;
  for (std::uint32_t f = 0; f < 4; ++f) top = p.faces[f].normal.x + p.faces[f].normal.y > 0.9 ? f : top;
  expand(p, top, polytope_vertex(at({0.4, 0.4, 0.4}), identity), identity);
  EXPECT_EQ(p.vertex_count, 5u);
  EXPECT_EQ(p.face_count - p.unused_count, 6u);
  EXPECT_NEAR(closed_volume(), 3 + 1.2, 1e-15);
}

TEST_F(Polytopes, TheNearestFaceIsTheFirstOfTheLeastOffset) {
  Random random(2);
  for (int round = 0; round < 500; ++round) {
    p.face_count = 4 + random.below(100);
    std::uint32_t best = 0;
    for (std::uint32_t f = 0; f < p.face_count; ++f) {
      p.offset[f] = static_cast<double>(random.below(20));
      if (p.offset[f] < p.offset[best]) best = f;
    }
    EXPECT_EQ(nearest_face(p), best);
  }
}

TEST_F(Polytopes, AFaceWithoutAreaIsNeverTheNearest) {
  start({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, -1, -1}});
  p.vertices[p.faces[0].v[1]] = p.vertices[p.faces[0].v[0]];
  EXPECT_FALSE(set_plane(p, 0, identity));
  EXPECT_EQ(p.offset[0], Huge<double>::value);
  EXPECT_EQ(length(p.faces[0].normal), 0);
  EXPECT_NE(nearest_face(p), 0u);
}

}  // namespace
}  // namespace abut
