// Features and contact types of contacts that are known by construction.
#include "abut/narrow/feature.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/shapes.h"

namespace abut {
namespace {

template <class T>
class Features : public testing::Test {
 protected:
  struct Found {
    Feature a, b;
    ContactType type() const { return contact_type(a, b); }
  };
  Found found(std::uint32_t a, std::uint32_t b, Vec3<double> at, const Mat3<double>& turn = Pose{}.rotation) {
    test::ShapePairs in;
    in.add({a, b}, {at, turn});
    const Contacts<T> out = test::query_all<T>(shapes, in);
    EXPECT_TRUE(is_contact(out.status[0])) << out.status[0];
    return {out.feature_a[0], out.feature_b[0]};
  }
  static void expect(Feature f, FeatureKind kind, std::uint32_t index) {
    EXPECT_EQ(feature_kind(f), kind);
    EXPECT_EQ(feature_index(f), index);
  }
  /// The face of a shape whose plane looks along `d`.
  std::uint32_t face_towards(std::uint32_t shape, Vec3<double> d) const {
    const auto faces = shapes.faces(shape);
    const auto v = shapes.vertices(shape);
    for (std::uint32_t f = 0; f < faces.size(); ++f) {
      const Vec3<double> n = cross(v[faces[f][1]] - v[faces[f][0]], v[faces[f][2]] - v[faces[f][0]]);
      if (dot(n, d) > 0.999 * length(n) * length(d)) return f;
    }
    ADD_FAILURE() << "no such face";
    return 0;
  }

  ShapeSet shapes;
  const double s = std::sqrt(0.5);
  const Mat3<double> about_x{{1, 0, 0, 0, s, -s, 0, s, s}};
  const Mat3<double> about_y{{s, 0, s, 0, 1, 0, -s, 0, s}};
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Features, Scalars);

TYPED_TEST(Features, OfHullsAgainstEachOther) {
  const auto box = this->shapes.add_box({1, 1, 1});
  const std::vector<Vec3<double>> points{{0, 0, 0}, {-1, -1, 2}, {1, -1, 2}, {0, 1, 2}};
  const auto tip = this->shapes.add_hull(points);  // points downward
  const std::uint32_t top = this->face_towards(box, {0, 0, 1});
  for (const double z : {1.25, 0.9375}) {  // apart and overlapping
    const auto f = this->found(box, tip, {0.25, 0.125, z});
    this->expect(f.a, FeatureKind::face, top);
    EXPECT_EQ(feature_kind(f.b), FeatureKind::vertex) << z;
    EXPECT_EQ(this->shapes.vertices(tip)[feature_index(f.b)].z, 0);
    EXPECT_EQ(f.type(), ContactType::vertex_face);
  }
  // the edge of a box turned about x rests on the other's top: an edge in a face
  const auto edge = this->found(box, box, {0.25, 0.125, 1 + std::sqrt(2.0) - 0.0625}, this->about_x);
  this->expect(edge.a, FeatureKind::face, top);
  EXPECT_EQ(edge.type(), ContactType::edge_face);
  // crossed edges
  const auto turned = this->shapes.add_hull([&] {
    std::vector<Vec3<double>> v;
    for (const Vec3<double>& p : this->shapes.vertices(box)) v.push_back(rotate(this->about_x, p));
    return v;
  }());
  for (const double gap : {0.125, -0.0625}) {
    EXPECT_EQ(this->found(turned, box, {0.25, 0.125, 2 * std::sqrt(2.0) + gap}, this->about_y).type(),
              ContactType::edge_edge);
  }
  // corner to corner, apart
  const auto corner = this->found(box, box, {3, 3, 3});
  EXPECT_EQ(corner.type(), ContactType::vertex_vertex);
  EXPECT_EQ(this->shapes.vertices(box)[feature_index(corner.a)].x, 1);
  EXPECT_EQ(this->shapes.vertices(box)[feature_index(corner.b)].x, -1);
}

TYPED_TEST(Features, TwoSidesOfAFlatPolygonAreTwoFaces) {
  const auto triangle = this->shapes.add_triangle({-1, -1, 0}, {1, -1, 0}, {0, 1, 0});
  const auto ball = this->shapes.add_sphere(0.25);
  const auto above = this->found(triangle, ball, {0.0625, 0, 0.5});
  const auto below = this->found(triangle, ball, {0.0625, 0, -0.5});
  this->expect(above.a, FeatureKind::face, this->face_towards(triangle, {0, 0, 1}));
  this->expect(below.a, FeatureKind::face, this->face_towards(triangle, {0, 0, -1}));
  // the other way round, the triangle turned: its plane looks along (0, -s, s)
  const auto beside = this->found(ball, triangle, {0, 0.25, -0.25}, this->about_x);
  const auto beyond = this->found(ball, triangle, {0, -0.25, 0.25}, this->about_x);
  this->expect(beside.b, FeatureKind::face, this->face_towards(triangle, {0, 0, 1}));
  this->expect(beyond.b, FeatureKind::face, this->face_towards(triangle, {0, 0, -1}));
}

TYPED_TEST(Features, OfASphereOnABox) {
  const auto box = this->shapes.add_box({1, 2, 3});
  const auto ball = this->shapes.add_sphere(0.5);
  this->expect(this->found(box, ball, {1.25, 0.5, 0.5}).a, FeatureKind::face, this->face_towards(box, {1, 0, 0}));
  this->expect(this->found(box, ball, {-0.9375, 0.5, 0.5}).a, FeatureKind::face, this->face_towards(box, {-1, 0, 0}));
  this->expect(this->found(box, ball, {1.25, 2.25, -3.25}).a, FeatureKind::vertex, 3);  // +x +y -z
  const auto edge = this->found(ball, box, {1.25, 0.5, 3.25}).b;                        // the box's edge at -x -z
  ASSERT_EQ(feature_kind(edge), FeatureKind::edge);
  const auto view = this->shapes.template view<double>();
  const ShapeEdge& e = view.edges[view.headers[box].edge_offset + feature_index(edge)];
  EXPECT_EQ(e.v0, 0u);
  EXPECT_EQ(e.v1, 2u);
}

TYPED_TEST(Features, OfCurvedShapes) {
  const auto cylinder = this->shapes.add_cylinder(1, 2);
  const auto cone = this->shapes.add_cone(1, 2);
  const auto ellipsoid = this->shapes.add_ellipsoid({1, 2, 3});
  const auto ball = this->shapes.add_sphere(0.25);
  const auto box = this->shapes.add_box({0.5, 0.5, 0.5});
  // with a sphere, by closed form, and with a box, by the search
  for (const auto other : {ball, box}) {
    this->expect(this->found(cylinder, other, {0.25, 0, 2.75}).a, FeatureKind::face, 1);
    this->expect(this->found(cylinder, other, {0.25, 0, -2.75}).a, FeatureKind::face, 0);
    this->expect(this->found(cone, other, {0.25, 0, -2.75}).a, FeatureKind::face, 0);
    this->expect(this->found(cone, other, {0, 0, 2.75}).a, FeatureKind::vertex, 0);
    this->expect(this->found(ellipsoid, other, {3, 0.125, 0}).a, FeatureKind::face, 0);
  }
  this->expect(this->found(cylinder, ball, {1.5, 0, 0.5}).a, FeatureKind::face, 2);
  this->expect(this->found(cylinder, ball, {1.5, 0, 2.5}).a, FeatureKind::edge, 1);
  this->expect(this->found(cylinder, ball, {1.5, 0, -2.5}).a, FeatureKind::edge, 0);
  this->expect(this->found(cone, ball, {1.5, 0, -2.5}).a, FeatureKind::edge, 0);
  this->expect(this->found(cone, ball, {1.25, 0, 0.5}).a, FeatureKind::face, 1);
  // the rim of a tilted cylinder, by the search
  this->expect(this->found(box, cylinder, {0, 0, 3}, this->about_y).b, FeatureKind::edge, 0);
  const auto sum = this->shapes.add_minkowski_sum(cylinder, box);
  EXPECT_EQ(this->found(sum, ball, {5, 0, 0}).type(), ContactType::unknown);
}

/// The faces that hold all three vertices and look along `normal`.
template <class T>
std::vector<std::uint32_t> faces_holding(const ShapeSet& shapes, std::uint32_t shape, const CarrierIds& ids,
                                         Vec3<T> normal) {
  const auto view = shapes.view<T>();
  const std::uint32_t first = view.headers[shape].face_offset;
  const auto faces = shapes.faces(shape);
  std::vector<std::uint32_t> out;
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    const Vec3<T> plane{view.plane_nx[first + f], view.plane_ny[first + f], view.plane_nz[first + f]};
    const bool all = std::all_of(std::begin(ids.id), std::end(ids.id), [&](std::uint32_t id) {
      return std::count(faces[f].begin(), faces[f].end(), id) > 0;
    });
    if (all && dot(plane, normal) > T(0)) out.push_back(f);
  }
  return out;
}

// Every three vertices of triangulated hulls, of polygons as faces and of a flat polygon, against a look at all faces.
TEST(FaceOfThreeVertices, IsTheOneThatHoldsThemAndLooksAlongTheNormal) {
  ShapeSet shapes;
  test::Random random(5);
  shapes.add_hull(test::ellipsoid_points(random, 14));
  std::vector<Vec3<double>> prism, flat;
  for (int k = 0; k < 6; ++k) {
    const Vec3<double> p{std::cos(k * M_PI / 3), std::sin(k * M_PI / 3), 0};
    flat.push_back(p);
    for (const double z : {-1.0, 1.0}) prism.push_back({p.x, p.y, z});
  }
  shapes.add_hull(prism);
  shapes.add_hull(flat);
  shapes.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  const auto view = shapes.view<float>();
  std::size_t beside = 0;
  for (std::uint32_t s = 0; s < shapes.size(); ++s) {
    const ShapeHeader& h = view.headers[s];
    const feature_detail::Topology t{view.adjacency_begin + h.adjacency_offset, view.adjacency, view.adjacency_edge,
                                     view.edges + h.edge_offset};
    const float* const planes[3] = {view.plane_nx + h.face_offset, view.plane_ny + h.face_offset,
                                    view.plane_nz + h.face_offset};
    const std::uint32_t n = h.vertex_count;
    for (std::uint32_t k = 0; k < n * n * n; ++k) {
      const CarrierIds ids{{k % n, k / n % n, k / n / n}, 3};
      if (ids.id[0] == ids.id[1] || ids.id[1] == ids.id[2] || ids.id[2] == ids.id[0]) continue;
      const Vec3<float> normal = narrowed<float>(random.direction());
      const auto holding = faces_holding(shapes, s, ids, normal);
      const std::uint32_t found = feature_detail::face_beside(t, ids, planes, normal);
      if (feature_detail::edge_between(t, ids.id[0], ids.id[1]) == no_face || holding.size() != 1) {
        EXPECT_EQ(found, no_face) << s << ' ' << k;
      } else {
        ++beside;
        EXPECT_EQ(found, holding[0]) << s << ' ' << k;
      }
      if (holding.size() != 1) continue;
      EXPECT_EQ(feature_detail::common_face(t, ids, planes, normal), holding[0]) << s << ' ' << k;
      EXPECT_EQ(feature_detail::feature_of_vertices(view, h, ids, normal).code,
                make_feature(FeatureKind::face, holding[0]).code);
    }
  }
  EXPECT_GT(beside, 100u);
}

TEST(BoxFace, IsTheOnlyFaceThatHoldsTheVertices) {
  ShapeSet shapes;
  const auto faces = shapes.faces(shapes.add_box({1, 1, 1}));
  for (std::uint32_t k = 0; k < 512; ++k) {
    const CarrierIds ids{{k % 8, k / 8 % 8, k / 64}, 3};
    std::uint32_t holding = 0, last = no_face;
    for (std::uint32_t f = 0; f < faces.size(); ++f) {
      int held = 0;
      for (const std::uint32_t id : ids.id) held += std::count(faces[f].begin(), faces[f].end(), id) > 0 ? 1 : 0;
      if (held == 3) ++holding, last = f;
    }
    EXPECT_EQ(feature_detail::box_face(ids), holding == 1 ? last : no_face) << k;
  }
}

}  // namespace
}  // namespace abut
