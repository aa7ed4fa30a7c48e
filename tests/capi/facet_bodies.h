// Bodies whose facets meet, in both interfaces, and room for their contacts.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "abut/c/cuda.h"
#include "abut/c/facets.h"
#include "tests/capi/both.h"

namespace abut::test {

template <class T>
struct FacetsOf;
template <>
struct FacetsOf<float> {
  using Contacts = abut_facet_contacts_f32;
  using Pairs = abut_pair_contacts_f32;
  using ListPairs = abut_pair_list_contacts_f32;
  static constexpr auto find = abut_find_facet_contacts_f32;
  static constexpr auto on_device = abut_cuda_find_facet_contacts_f32;
  static constexpr auto of_list = abut_cuda_find_facet_contacts_of_list_f32;
  static constexpr auto step = abut_facet_contact_finder_find_f32;
  static constexpr auto last = abut_facet_contact_finder_contacts_f32;
  static constexpr auto last_of_the_other = abut_facet_contact_finder_contacts_f64;
  using Other = abut_facet_contacts_f64;
};
template <>
struct FacetsOf<double> {
  using Contacts = abut_facet_contacts_f64;
  using Pairs = abut_pair_contacts_f64;
  using ListPairs = abut_pair_list_contacts_f64;
  static constexpr auto find = abut_find_facet_contacts_f64;
  static constexpr auto on_device = abut_cuda_find_facet_contacts_f64;
  static constexpr auto of_list = abut_cuda_find_facet_contacts_of_list_f64;
  static constexpr auto step = abut_facet_contact_finder_find_f64;
  static constexpr auto last = abut_facet_contact_finder_contacts_f64;
  static constexpr auto last_of_the_other = abut_facet_contact_finder_contacts_f32;
  using Other = abut_facet_contacts_f32;
};

/// Room for a number of contacts.
template <class T>
struct FacetRoom {
  std::vector<std::uint64_t> offsets;
  std::uint64_t needed = 0;
  std::vector<std::uint32_t> facet_a, facet_b;
  std::vector<T> separation;
  std::vector<Vec3<T>> normal, witness_a, witness_b, point;
  std::vector<std::uint64_t> feature_a, feature_b, key;
  std::vector<std::uint8_t> kind;

  FacetRoom(std::size_t pairs, std::size_t n)
      : offsets(pairs + 1),
        facet_a(n),
        facet_b(n),
        separation(n, T(-7)),
        normal(n),
        witness_a(n),
        witness_b(n),
        point(n),
        feature_a(n),
        feature_b(n),
        key(n),
        kind(n) {}
  typename FacetsOf<T>::Contacts out() {
    typename FacetsOf<T>::Contacts o{};
    const auto rows = [](std::vector<Vec3<T>>& v) {
      using Vectors = decltype(o.normal);
      return v.empty() ? Vectors{} : Vectors{&v[0].x, &v[0].y, &v[0].z, 3};
    };
    o.size = sizeof o;
    o.offsets = offsets.data(), o.capacity = separation.size(), o.needed = &needed;
    o.facet_a.data = facet_a.data(), o.facet_b.data = facet_b.data();
    o.separation.data = separation.data();
    o.normal = rows(normal), o.witness_a = rows(witness_a), o.witness_b = rows(witness_b), o.point = rows(point);
    o.feature_a.data = feature_a.data(), o.feature_b.data = feature_b.data();
    o.kind.data = kind.data(), o.key.data = key.data();
    return o;
  }

  /// To the bit.
  void expect_same(const FacetContacts<T>& cpp) const {
    EXPECT_EQ(needed, cpp.size());
    EXPECT_EQ(offsets, cpp.offsets);
    EXPECT_EQ(facet_a, cpp.facet_a);
    EXPECT_EQ(facet_b, cpp.facet_b);
    EXPECT_EQ(separation, cpp.separation);
    EXPECT_EQ(key, cpp.key);
    ASSERT_EQ(separation.size(), cpp.size());
    for (std::size_t i = 0; i < cpp.size(); ++i) {
      ASSERT_EQ(std::memcmp(&normal[i], &cpp.normal[i], sizeof cpp.normal[i]), 0) << i;
      ASSERT_EQ(std::memcmp(&witness_a[i], &cpp.witness_a[i], sizeof cpp.normal[i]), 0) << i;
      ASSERT_EQ(std::memcmp(&witness_b[i], &cpp.witness_b[i], sizeof cpp.normal[i]), 0) << i;
      ASSERT_EQ(std::memcmp(&point[i], &cpp.point[i], sizeof cpp.normal[i]), 0) << i;
      ASSERT_EQ(feature_a[i], cpp.feature_a[i].code);
      ASSERT_EQ(feature_b[i], cpp.feature_b[i].code);
      ASSERT_EQ(kind[i], static_cast<std::uint8_t>(cpp.kind[i]));
    }
  }
};

inline Argument<abut_faceted_parts> c_faceted(const abut_shapes* shapes, abut_facet_trees* trees,
                                              const abut_parts* parts) {
  return {{sizeof(abut_faceted_parts), shapes, trees, parts}};
}

/// Boxes and hulls, one of which an open mesh stands for, in both interfaces.
struct FacetBodies {
  ShapeSet shapes;
  BodySet bodies;
  FacetTrees trees;
  std::vector<Pair> pairs;
  abut_shapes* c_shapes = nullptr;
  abut_bodies* c_bodies = nullptr;
  abut_facet_trees* c_trees = nullptr;
  abut_mesh* c_mesh = nullptr;
  abut_parts parts{};
  double alert = 0.2;

  FacetBodies() {
    EXPECT_OK(abut_shapes_new(&c_shapes));
    EXPECT_OK(abut_bodies_new(&c_bodies));
    EXPECT_OK(abut_facet_trees_new(&c_trees));
    Random random(91);
    const double half[3] = {0.5, 0.4, 0.3};
    std::uint32_t c = 0;
    shapes.add_box({0.5, 0.4, 0.3});
    EXPECT_OK(abut_shapes_add_box(c_shapes, half, 0, &c));
    const std::vector<Vec3<double>> points = ellipsoid_points(random, 20);
    shapes.add_hull(points);
    EXPECT_OK(abut_shapes_add_hull(c_shapes, &points[0].x, points.size(), 0, &c));
    Mesh roof;  // two triangles with an edge between them, open
    roof.vertices = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0.3}, {0, -1, -0.8}};
    roof.triangles = {{0, 1, 2}, {0, 3, 1}};
    const std::uint32_t shape = shapes.add_hull(roof.vertices);
    EXPECT_OK(abut_shapes_add_hull(c_shapes, &roof.vertices[0].x, roof.vertices.size(), 0, &c));
    EXPECT_EQ(c, shape);
    EXPECT_OK(abut_mesh_new(&roof.vertices[0].x, roof.vertices.size(), roof.triangles[0].data(), 2, &c_mesh));
    trees.set_mesh(shapes, shape, roof);
    EXPECT_OK(abut_facet_trees_set_mesh(c_trees, c_shapes, shape, c_mesh, nullptr));
    for (std::uint32_t b = 0; b < 40; ++b) {
      const Pose pose{random.in_cube() * 2.0, random.rotation()};
      const abut_pose p = c_pose(pose);
      bodies.add(pose, b % 3);
      EXPECT_OK(abut_bodies_add(c_bodies, &p, b % 3, nullptr, nullptr));
    }
    find();
    parts.size = sizeof parts;
    EXPECT_OK(abut_bodies_parts(c_bodies, &parts));
  }
  ~FacetBodies() {
    EXPECT_OK(abut_mesh_free(c_mesh));
    EXPECT_OK(abut_facet_trees_free(c_trees));
    EXPECT_OK(abut_bodies_free(c_bodies));
    EXPECT_OK(abut_shapes_free(c_shapes));
  }
  FacetBodies(const FacetBodies&) = delete;
  FacetBodies& operator=(const FacetBodies&) = delete;

  void find() { pairs = find_pairs(Cpu{1}, shapes.headers(), bodies.parts(), alert); }

  /// Each body by up to `step` along each axis, and turned; `parts` sees it.
  void move(Random& random, double step) {
    for (std::uint32_t b = 0; b < bodies.size(); ++b) {
      const Vec3<double> w = random.in_ball() * step;
      const Pose before = bodies.pose(b);
      const Pose pose{before.position + random.in_ball() * step,
                      times(rotation_from_quaternion(1, w.x, w.y, w.z), before.rotation)};
      const abut_pose p = c_pose(pose);
      bodies.set_pose(b, pose);
      EXPECT_OK(abut_bodies_set_pose(c_bodies, b, &p));
    }
    find();
  }

  Argument<abut_faceted_parts> faceted() const { return c_faceted(c_shapes, c_trees, &parts); }

  abut_facet_options options() const {
    abut_facet_options o;
    EXPECT_OK(abut_facet_options_init(&o, sizeof o));
    o.alert_distance = alert;
    return o;
  }
};

}  // namespace abut::test
