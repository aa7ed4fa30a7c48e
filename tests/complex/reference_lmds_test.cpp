#include "tests/complex/reference_lmds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/complex/cell_surface.h"

namespace abut::test {
namespace {

using Point = Vec3<double>;

RelativePose<double> moved(double x, double y, double z) { return {{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {x, y, z}}; }
RelativePose<double> turned(double qx, double qy, double qz, const Point& by) {
  return {rotation_from_quaternion(1, qx, qy, qz), by};
}

int lmd_count(const ReferenceLmds& answer) {
  return static_cast<int>(
      std::count_if(answer.found.begin(), answer.found.end(), [](const auto& l) { return l.is_lmd; }));
}

std::vector<const ReferenceSimplex*> of_class(const ReferenceComplex& c, int simplex_class) {
  std::vector<const ReferenceSimplex*> all;
  for (const ReferenceSimplex& s : c.simplices) {
    if (s.simplex_class == simplex_class) all.push_back(&s);
  }
  return all;
}
std::array<std::size_t, 8> class_counts(const ReferenceComplex& c) {
  std::array<std::size_t, 8> counts{};
  for (const ReferenceSimplex& s : c.simplices) ++counts.at(static_cast<std::size_t>(s.simplex_class));
  return counts;
}
ReferenceComplex at_rest(const SimplicialComplex& c, bool solid) {
  return reference_complex(c, no_motion(), 1e-6, solid);
}

SimplicialComplex one_point() { return {{{0, 0, 0}}, {0}, {}, {}, {}}; }
SimplicialComplex wire(const std::vector<Point>& v) {
  SimplicialComplex c{v, {}, {}, {}, {}};
  for (std::uint32_t k = 0; k + 1 < v.size(); ++k) c.segments.push_back({k, k + 1});
  return c;
}
SimplicialComplex one_triangle() { return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}, {}, {{0, 1, 2}}, {}}; }
SimplicialComplex l_shape() {
  return cell_surface({{0, 1, 2}, {0, 1, 2}, {0, 1}}, [](int i, int j, int) { return i == 0 || j == 0; });
}

TEST(ReferenceLmds, TwoPointsHaveOne) {
  const ReferenceLmds answer = reference_lmds(one_point(), one_point(), moved(3, 4, 0), {});
  ASSERT_EQ(answer.found.size(), 1u);
  EXPECT_EQ(answer.found[0].distance, 5);
  EXPECT_TRUE(answer.found[0].is_lmd);
  EXPECT_EQ(answer.found[0].class_a, 0);
  EXPECT_TRUE(reference_lmds(one_point(), one_point(), moved(3, 4, 0), {.most_distance = 4.9}).found.empty());
  EXPECT_EQ(reference_lmds(one_point(), one_point(), moved(3, 4, 0), {.most_distance = 5}).near_misses.size(), 1u);
}

TEST(ReferenceLmds, ShellTriangleIsTouchedFromBothSides) {
  for (const double z : {0.5, -0.5}) {
    const ReferenceLmds answer = reference_lmds(one_point(), one_triangle(), moved(-0.25, -0.25, z), {});
    ASSERT_EQ(answer.found.size(), 1u);
    EXPECT_EQ(answer.found[0].dimension_b, 2);
    EXPECT_EQ(answer.found[0].class_b, 6);
    EXPECT_NEAR(answer.found[0].distance, 0.5, 1e-15);
    EXPECT_NEAR(answer.found[0].point_b.z, z, 1e-15);
  }
}

TEST(ReferenceLmds, PointBesideATriangleMeetsItsEdgeOrItsCorner) {
  const ReferenceLmds edge = reference_lmds(one_point(), one_triangle(), moved(-0.25, 0.1, 0.2), {});
  ASSERT_EQ(edge.found.size(), 1u);
  EXPECT_EQ(edge.found[0].dimension_b, 1);
  EXPECT_NEAR(edge.found[0].distance, std::hypot(0.1, 0.2), 1e-15);
  const ReferenceLmds corner = reference_lmds(one_point(), one_triangle(), moved(0.1, 0.1, 0.2), {});
  ASSERT_EQ(corner.found.size(), 1u);
  EXPECT_EQ(corner.found[0].dimension_b, 0);
  EXPECT_NEAR(corner.found[0].distance, std::sqrt(0.06), 1e-15);
}

TEST(ReferenceLmds, SolidTriangleIsTouchedFromOutsideOnly) {
  const SimplicialComplex box = box_surface(1, 1, 1);
  const auto found = [&](bool solid) {
    return reference_lmds(one_point(), box, moved(0.31, 0.17, 3), {.solid_b = solid}).found;
  };
  // The bottom's upper side is 4 away, through the body. Of the shell it is a minimum: nothing near it is nearer.
  EXPECT_EQ(found(true).size(), 1u);
  EXPECT_EQ(found(false).size(), 2u);
}

// The cube's lowest corner is the only local minimum, but all four stay.
TEST(ReferenceLmds, CubeOverAPlateHasFourWithThetaAndAsManyLmdsAsTheTurnLeaves) {
  const SimplicialComplex plate = flat_plate(7, 10), cube = box_surface(1, 1, 1);
  const Point by{0.123, 0.217, 1.1};
  const auto answer = [&](double qx, double qy, double theta) {
    return reference_lmds(plate, cube, turned(qx, qy, 0.05, by),
                          {.theta = theta, .most_distance = 0.5, .solid_b = true});
  };
  for (const auto& [qx, qy, lmds] : {std::tuple{0.003, 0.002, 1}, {0.0, 0.0, 4}}) {
    const ReferenceLmds with = answer(qx, qy, 0.02), without = answer(qx, qy, 0);
    EXPECT_EQ(with.found.size(), 4u);
    for (const ReferenceLmd& l : with.found) EXPECT_TRUE(l.dimension_a == 2 && l.class_b == 0);
    EXPECT_EQ(without.found.size(), static_cast<std::size_t>(lmd_count(with)));
    EXPECT_EQ(lmd_count(with), lmds);
  }
  // About an axis of its own edges: the two corners of the lower edge are both minima, not strict ones.
  const ReferenceLmds edge =
      reference_lmds(plate, cube, turned(0.003, 0, 0, by), {.theta = 0.02, .most_distance = 0.5, .solid_b = true});
  EXPECT_EQ(edge.found.size(), 4u);
  EXPECT_EQ(lmd_count(edge), 2);
  // Beyond theta only the lowest.
  EXPECT_EQ(answer(0.03, 0.02, 0.02).found.size(), 1u);
}

TEST(ReferenceLmds, CrossedEdgesMeetInTheirMiddles) {
  const SimplicialComplex along_x = wire({{-1, 0, 0}, {1, 0, 0}}), along_y = wire({{0, -1, 0}, {0, 1, 0}});
  const ReferenceLmds answer = reference_lmds(along_x, along_y, moved(0.25, 0.5, 2), {});
  ASSERT_EQ(answer.found.size(), 1u);
  EXPECT_EQ(answer.found[0].dimension_a + answer.found[0].dimension_b, 2);
  EXPECT_NEAR(answer.found[0].distance, 2, 1e-15);
  EXPECT_NEAR(answer.found[0].point_b.x, 0.25, 1e-15);
  EXPECT_NEAR(answer.found[0].point_a.y, 0, 1e-15);
  // Parallel ones have no unique minimizer: their ends are what is left.
  for (const ReferenceLmd& l : reference_lmds(along_x, along_x, moved(0.5, 0, 1), {}).found) {
    EXPECT_EQ(l.dimension_a + l.dimension_b, 1);
  }
  EXPECT_EQ(reference_lmds(along_x, along_x, moved(0.5, 0, 1), {}).found.size(), 2u);
}

TEST(ReferenceLmds, ReflexEdgeOfASolidIsNotTouched) {
  const SimplicialComplex shape = l_shape();
  const ReferenceComplex solid = at_rest(shape, true), shell = at_rest(shape, false);
  const auto class_of_edge = [&](const ReferenceComplex& c, Exact x, Exact y) {
    for (const ReferenceSimplex& s : c.simplices) {
      if (s.dimension != 1) continue;
      const ExactPoint p = c.points[s.vertices[0]], q = c.points[s.vertices[1]];
      if (p.x == x && q.x == x && p.y == y && q.y == y) return s.simplex_class;
    }
    return -1;
  };
  EXPECT_EQ(class_of_edge(solid, 1, 1), 7);  // reflex
  EXPECT_EQ(class_of_edge(shell, 1, 1), 2);  // the wedge is in the body
  EXPECT_EQ(class_of_edge(solid, 0, 0), 2);
  EXPECT_EQ(class_of_edge(solid, 1, 0), 5);
  // A point in the notch meets both walls, not the edge.
  const ReferenceLmds answer = reference_lmds(one_point(), shape, moved(-1.3, -1.4, -0.45), {.solid_b = true});
  ASSERT_EQ(answer.found.size(), 2u);
  for (const ReferenceLmd& l : answer.found) EXPECT_EQ(l.dimension_b, 2);
}

TEST(ReferenceLmds, KinkedWireHasItsKink) {
  const SimplicialComplex kink = wire({{-1, 0, 0}, {0, 0, 1}, {1, 0, 0}});
  EXPECT_EQ(class_counts(at_rest(kink, false)), (std::array<std::size_t, 8>{3, 0, 2, 0, 0, 0, 0, 0}));
  const ReferenceLmds above = reference_lmds(one_point(), kink, moved(0.1, 0.2, -2), {});
  ASSERT_EQ(above.found.size(), 1u);
  EXPECT_EQ(above.found[0].vertices_b[0], 1u);
  // From below both legs are nearer than the kink.
  EXPECT_EQ(reference_lmds(one_point(), kink, moved(0, 0.2, -0.5), {}).found.size(), 2u);
  const SimplicialComplex straight = wire({{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}});
  EXPECT_EQ(class_counts(at_rest(straight, false)), (std::array<std::size_t, 8>{2, 1, 2, 0, 0, 0, 0, 0}));
}

TEST(ReferenceLmds, ClassesOfKnownShapes) {
  using Counts = std::array<std::size_t, 8>;
  // 8 corners, 12 edges, 6 diagonals, 12 triangles.
  EXPECT_EQ(class_counts(at_rest(box_surface(1, 2, 3), true)), (Counts{8, 0, 12, 0, 0, 6, 12, 0}));
  EXPECT_EQ(class_counts(at_rest(box_surface(1, 2, 3), false)), (Counts{8, 0, 12, 0, 0, 6, 12, 0}));
  // 8 corners, 12 middles of edges, 6 of faces.
  const SimplicialComplex two = cell_surface({{0, 1, 2}, {0, 1, 2}, {0, 1, 2}}, [](int, int, int) { return true; });
  EXPECT_EQ(class_counts(at_rest(two, true)), (Counts{8, 12, 24, 0, 6, 48, 48, 0}));
  // The reflex edge ends at two vertices of class 3: a plane of three quarters around them.
  const ReferenceComplex l = at_rest(l_shape(), true);
  ASSERT_EQ(of_class(l, 3).size(), 2u);
  for (const ReferenceSimplex* s : of_class(l, 3)) {
    EXPECT_EQ(l.points[s->vertices[0]].x, 1);
    EXPECT_EQ(l.points[s->vertices[0]].y, 1);
  }
  // Of a flat plate: corners, straight boundaries, a plane.
  EXPECT_EQ(class_counts(at_rest(flat_plate(2, 1), false)), (Counts{4, 4, 8, 0, 1, 8, 8, 0}));
  // A tetrahedron as it is and as its boundary.
  SimplicialComplex tetrahedron{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}, {}, {}, {{0, 1, 2, 3}}};
  EXPECT_EQ(class_counts(at_rest(tetrahedron, false)), (Counts{4, 0, 6, 0, 0, 0, 4, 0}));
  // Two tetrahedra: what is between them is inside.
  tetrahedron.vertices.push_back({1, 1, 1});
  tetrahedron.tetrahedra.push_back({4, 3, 2, 1});
  EXPECT_EQ(class_counts(at_rest(tetrahedron, false))[7], 1u);
}

TEST(ReferenceLmds, RepeatedAndSplitSimplicesAreThoseOnce) {
  SimplicialComplex c = box_surface(1, 1, 1);
  const auto before = class_counts(at_rest(c, true));
  c.triangles.push_back(c.triangles[3]);
  c.vertices.push_back(Point{c.vertices[c.triangles[5][1]]});
  c.triangles[5][1] = static_cast<std::uint32_t>(c.vertices.size() - 1);
  EXPECT_EQ(class_counts(at_rest(c, true)), before);
}

TEST(ReferenceLmds, ConeOfASolidsTriangleIsItsOutwardNormal) {
  const ReferenceComplex box = at_rest(box_surface(1, 1, 1), true);
  for (const ReferenceSimplex& s : box.simplices) {
    if (s.dimension != 2) continue;
    EXPECT_TRUE(s.u.empty());
    EXPECT_EQ(s.cone.shape, ReferenceCone::Shape::one_sided);
    EXPECT_EQ(s.cone.half_angle, 0);
    EXPECT_GT(inner(s.cone.axis, box.points[s.vertices[0]]), 0.99);
  }
}

// T* of three rays, the first at the sharp end of a blade: both constraints that meet there let pass what is far beyond
// it when they are widened. The cone of revolution does not.
TEST(ReferenceLmds, ConeCanFailWhereDirectionsHold) {
  const auto in_xz = [](double angle, double y) { return Point{std::sin(angle), y, std::cos(angle)}; };
  const Point g[3] = {in_xz(1, 0), in_xz(-0.5, 0.05), in_xz(-0.5, -0.05)};
  SimplicialComplex star{{{0, 0, 0}}, {}, {}, {}, {}};
  for (std::uint32_t k = 0; k < 3; ++k) {
    star.vertices.push_back(unit_vector(cross(g[(k + 1) % 3], g[k])));
    star.segments.push_back({0, k + 1});
  }
  const ReferenceComplex c = at_rest(star, false);
  ASSERT_EQ(c.simplices[0].simplex_class, 0);
  ASSERT_EQ(c.simplices[0].cone.generators.size(), 3u);
  const double theta = 0.02;
  const auto meets = [&](double beyond) {
    const Point d = in_xz(1 + beyond, 0);
    for (const ExactPoint& u : c.simplices[0].u) EXPECT_LT(inner(u, ExactPoint{d.x, d.y, d.z}), std::sin(theta));
    // The other one is a flat triangle across the direction: of class 6, so that the corner is widened.
    const Point side = Point{0, 1, 0}, up = cross(d, side), at = d * 0.01;
    const SimplicialComplex plate{{at + side + up, at - side * 2.0, at + side - up}, {}, {}, {{0, 1, 2}}, {}};
    const ReferenceLmds answer = reference_lmds(star, plate, no_motion(), {.theta = theta});
    return std::any_of(answer.found.begin(), answer.found.end(), [](const ReferenceLmd& l) {
      return l.dimension_a == 0 && l.vertices_a[0] == 0 && l.dimension_b == 2;
    });
  };
  EXPECT_TRUE(meets(-0.1));
  EXPECT_TRUE(meets(0.015));
  EXPECT_FALSE(meets(0.03));
  EXPECT_FALSE(meets(0.2));
}

}  // namespace
}  // namespace abut::test
