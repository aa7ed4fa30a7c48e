// The same shapes and bodies twice: as the C++ library has them, and as handles of the C interface.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "abut/abut.h"
#include "abut/abut_c.h"
#include "tests/support/c_contacts.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace abut::test {

#define EXPECT_OK(call) EXPECT_EQ(call, ABUT_OK) << abut_last_message()
#define ASSERT_OK(call) ASSERT_EQ(call, ABUT_OK) << abut_last_message()

inline abut_pose c_pose(const Pose& p) {
  abut_pose c{{p.position.x, p.position.y, p.position.z}, {}};
  std::copy(p.rotation.m, p.rotation.m + 9, c.rotation);
  return c;
}

struct Both {
  ShapeSet shapes;
  BodySet bodies;
  abut_shapes* c_shapes = nullptr;
  abut_bodies* c_bodies = nullptr;

  explicit Both(std::uint64_t seed, int body_count = 200, double room = 4) {
    abut_shapes_new(&c_shapes);
    abut_bodies_new(&c_bodies);
    add_shapes(seed);
    Random random(seed + 1);
    for (int b = 0; b < body_count; ++b) add_body(random, room);
  }
  ~Both() {
    EXPECT_OK(abut_bodies_free(c_bodies));
    EXPECT_OK(abut_shapes_free(c_shapes));
  }
  Both(const Both&) = delete;
  Both& operator=(const Both&) = delete;

  abut_parts parts() const {
    abut_parts p{};
    p.size = sizeof p;
    EXPECT_OK(abut_bodies_parts(c_bodies, &p));
    return p;
  }
  std::vector<Pair> pairs(double alert = 0.1) const {
    return find_pairs(Cpu{2}, shapes.headers(), bodies.parts(), alert);
  }
  void move(std::uint64_t seed, double by) {
    Random random(seed);
    for (std::uint32_t b = 0; b < bodies.size(); ++b) {
      Pose pose = bodies.pose(b);
      pose.position = pose.position + random.in_ball() * by;
      bodies.set_pose(b, pose);
      const abut_pose c = c_pose(pose);
      EXPECT_OK(abut_bodies_set_pose(c_bodies, b, &c));
    }
  }

 private:
  /// One of each kind.
  void add_shapes(std::uint64_t seed) {
    Random random(seed);
    std::uint32_t c = 0;
    const auto same = [&](std::uint32_t added, int code) {
      EXPECT_OK(code);
      EXPECT_EQ(added, c);
    };
    const double half[3] = {0.4, 0.3, 0.2}, u[3] = {0.1, 0.2, 0.3}, v[3] = {-0.2, 0.4, 0}, w[3] = {0.5, 0, -0.1};
    const Vec3<double> h{0.4, 0.3, 0.2}, pu{0.1, 0.2, 0.3}, pv{-0.2, 0.4, 0}, pw{0.5, 0, -0.1};
    same(shapes.add_box(h), abut_shapes_add_box(c_shapes, half, 0, &c));
    same(shapes.add_box(h, 0.05), abut_shapes_add_box(c_shapes, half, 0.05, &c));
    same(shapes.add_point(pu, 0.1), abut_shapes_add_point(c_shapes, u, 0.1, &c));
    same(shapes.add_segment(pu, pv), abut_shapes_add_segment(c_shapes, u, v, 0, &c));
    same(shapes.add_triangle(pu, pv, pw), abut_shapes_add_triangle(c_shapes, u, v, w, 0, &c));
    same(shapes.add_sphere(0.3), abut_shapes_add_sphere(c_shapes, 0.3, &c));
    same(shapes.add_capsule(0.2, 0.3), abut_shapes_add_capsule(c_shapes, 0.2, 0.3, &c));
    same(shapes.add_ellipsoid(h), abut_shapes_add_ellipsoid(c_shapes, half, 0, &c));
    same(shapes.add_cylinder(0.2, 0.3, 0.01), abut_shapes_add_cylinder(c_shapes, 0.2, 0.3, 0.01, &c));
    same(shapes.add_cone(0.3, 0.3), abut_shapes_add_cone(c_shapes, 0.3, 0.3, 0, &c));
    const abut_pose p = c_pose({pu, random.rotation()});
    Pose cpp;
    cpp.position = pu;
    std::copy(p.rotation, p.rotation + 9, cpp.rotation.m);
    same(shapes.add_minkowski_sum(0, 7, cpp, 0.02), abut_shapes_add_minkowski_sum(c_shapes, 0, 7, &p, 0.02, &c));
    for (const int count : {8, 30, 100}) {
      const std::vector<Vec3<double>> points = ellipsoid_points(random, count);
      same(shapes.add_hull(points), abut_shapes_add_hull(c_shapes, &points[0].x, points.size(), 0, &c));
    }
  }
  void add_body(Random& random, double room) {
    const Pose pose{random.in_cube() * room, random.rotation()};
    const abut_pose p = c_pose(pose);
    const BodyOptions options{random.below(3) + 1, 0x7, random.below(2) == 0, 0.01 * random.uniform(),
                              static_cast<std::int32_t>(random.below(3)) - 1};
    abut_body_options o;
    EXPECT_OK(abut_body_options_init(&o, sizeof o));
    o.groups = options.groups, o.meets = options.meets, o.self_contact = options.self_contact;
    o.alert_distance = options.alert_distance, o.world = options.world;
    std::uint32_t index = 0;
    if (random.below(2) == 0) {
      const std::uint32_t shape = random.below(shapes.size());
      EXPECT_OK(abut_bodies_add(c_bodies, &p, shape, &o, &index));
      EXPECT_EQ(bodies.add(pose, shape, options), index);
      return;
    }
    std::vector<Part> list;
    std::vector<abut_part> c_list;
    for (int k = 0; k < 3; ++k) {
      list.push_back({random.below(shapes.size()), {random.in_ball(), random.rotation()}});
      c_list.push_back({list.back().shape, 0, c_pose(list.back().pose)});
    }
    EXPECT_OK(abut_bodies_add_parts(c_bodies, &p, c_list.data(), c_list.size(), &o, &index));
    EXPECT_EQ(bodies.add(pose, list, options), index);
  }
};

/// The C functions of a precision.
template <class T>
struct C;
template <>
struct C<float> {
  using Contacts = abut_contacts_f32;
  using Patches = abut_patches_f32;
  using PairContacts = abut_pair_contacts_f32;
  using ShapePairContacts = abut_shape_pair_contacts_f32;
  using PlanarContact = abut_planar_contact_f32;
  using PlanarPatch = abut_planar_patch_f32;
  using PlanarOverlap = abut_planar_overlap_f32;
  using PlanarRecords = abut_planar_records_f32;
  using StepNodes = abut_step_nodes_f32;
  using Impact = abut_impact_f32;
  using StepImpact = abut_step_impact_f32;
  using StepImpacts = abut_step_impacts_f32;
  static constexpr auto query_pairs = abut_query_pairs_f32;
  static constexpr auto query_shape_pairs = abut_query_shape_pairs_f32;
  static constexpr auto intersect_pairs = abut_intersect_pairs_f32;
  static constexpr auto detect = abut_detect_f32;
  static constexpr auto detect_candidates = abut_detect_candidates_f32;
  static constexpr auto contacts = abut_detection_contacts_f32;
  static constexpr auto learn = abut_pair_filter_learn_f32;
  static constexpr auto find_patches = abut_find_patches_f32;
  static constexpr auto find_shape_patches = abut_find_shape_patches_f32;
  static constexpr auto write_results = abut_write_results_f32;
  static constexpr auto query_planar_pairs = abut_query_planar_pairs_f32;
  static constexpr auto find_impacts = abut_find_impacts_f32;
  static constexpr auto find_step_impacts = abut_find_step_impacts_f32;
};
template <>
struct C<double> {
  using Contacts = abut_contacts_f64;
  using Patches = abut_patches_f64;
  using PairContacts = abut_pair_contacts_f64;
  using ShapePairContacts = abut_shape_pair_contacts_f64;
  using PlanarContact = abut_planar_contact_f64;
  using PlanarPatch = abut_planar_patch_f64;
  using PlanarOverlap = abut_planar_overlap_f64;
  using PlanarRecords = abut_planar_records_f64;
  using StepNodes = abut_step_nodes_f64;
  using Impact = abut_impact_f64;
  using StepImpact = abut_step_impact_f64;
  using StepImpacts = abut_step_impacts_f64;
  static constexpr auto query_pairs = abut_query_pairs_f64;
  static constexpr auto query_shape_pairs = abut_query_shape_pairs_f64;
  static constexpr auto intersect_pairs = abut_intersect_pairs_f64;
  static constexpr auto detect = abut_detect_f64;
  static constexpr auto detect_candidates = abut_detect_candidates_f64;
  static constexpr auto contacts = abut_detection_contacts_f64;
  static constexpr auto learn = abut_pair_filter_learn_f64;
  static constexpr auto find_patches = abut_find_patches_f64;
  static constexpr auto find_shape_patches = abut_find_shape_patches_f64;
  static constexpr auto write_results = abut_write_results_f64;
  static constexpr auto query_planar_pairs = abut_query_planar_pairs_f64;
  static constexpr auto find_impacts = abut_find_impacts_f64;
  static constexpr auto find_step_impacts = abut_find_step_impacts_f64;
};

/// A structure as an argument, which lives as long as the call.
template <class S>
struct Argument {
  S s;
  operator const S*() const { return &s; }
};

inline const abut_pair* first_pair(const std::vector<Pair>& pairs) {
  return reinterpret_cast<const abut_pair*>(pairs.data());
}
inline Argument<abut_pairs> c_pairs(const std::vector<Pair>& pairs) {
  return {{sizeof(abut_pairs), first_pair(pairs), pairs.size()}};
}
inline Argument<abut_pairs> c_pairs(const abut_pair* pairs, std::size_t count) {
  return {{sizeof(abut_pairs), pairs, count}};
}
inline Argument<abut_pair_list> c_list(abut_pair* pairs, std::uint64_t capacity, std::uint64_t* count,
                                       std::uint64_t* rows = nullptr) {
  return {{sizeof(abut_pair_list), pairs, capacity, count, rows}};
}
inline Argument<abut_pair_list> c_list(std::vector<abut_pair>& pairs, std::uint64_t* count) {
  return c_list(pairs.data(), pairs.size(), count);
}
inline Argument<abut_boxed_parts> c_boxed(const abut_shapes* shapes, const abut_parts* parts, double alert_distance) {
  return {{sizeof(abut_boxed_parts), shapes, parts, alert_distance}};
}
inline Argument<abut_shape_pairs> c_shape_pairs(const std::vector<Pair>& pairs, const std::vector<double>& poses,
                                                std::ptrdiff_t stride) {
  return {{sizeof(abut_shape_pairs), first_pair(pairs), pairs.size(), poses.data(), stride}};
}
inline Argument<abut_vertices> c_vertices(const double* coordinates, std::size_t count) {
  return {{sizeof(abut_vertices), coordinates, count}};
}
inline void expect_same_pairs(std::span<const Pair> a, const std::vector<abut_pair>& b, std::size_t count) {
  ASSERT_EQ(a.size(), count);
  for (std::size_t i = 0; i < count; ++i) ASSERT_TRUE(a[i].a == b[i].a && a[i].b == b[i].b) << "pair " << i;
}

}  // namespace abut::test
