// Shapes.
#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

/// Adds a shape by `add` and writes its index.
template <class Add>
int add_shape(const char* function, abut_shapes* shapes, uint32_t* index, Add&& add) noexcept {
  return guarded(function, [&] {
    const auto held = object(shapes, "shapes");
    need("index", index);
    *index = add(*held->set);
  });
}

}  // namespace

int abut_shapes_new(abut_shapes** shapes) {
  return make_handle("abut_shapes_new", "shapes", shapes, [] { return std::make_shared<Shapes>(); });
}
int abut_shapes_free(abut_shapes* shapes) { return freed("abut_shapes_free", shapes); }

int abut_shapes_add_point(abut_shapes* shapes, const double vertex[3], double rounding, uint32_t* index) {
  return add_shape("abut_shapes_add_point", shapes, index,
                   [&](abut::ShapeSet& s) { return s.add_point(vec3("vertex", vertex), rounding); });
}
int abut_shapes_add_segment(abut_shapes* shapes, const double v0[3], const double v1[3], double rounding,
                            uint32_t* index) {
  return add_shape("abut_shapes_add_segment", shapes, index,
                   [&](abut::ShapeSet& s) { return s.add_segment(vec3("v0", v0), vec3("v1", v1), rounding); });
}
int abut_shapes_add_triangle(abut_shapes* shapes, const double v0[3], const double v1[3], const double v2[3],
                             double rounding, uint32_t* index) {
  return add_shape("abut_shapes_add_triangle", shapes, index, [&](abut::ShapeSet& s) {
    return s.add_triangle(vec3("v0", v0), vec3("v1", v1), vec3("v2", v2), rounding);
  });
}
int abut_shapes_add_sphere(abut_shapes* shapes, double radius, uint32_t* index) {
  return add_shape("abut_shapes_add_sphere", shapes, index, [&](abut::ShapeSet& s) { return s.add_sphere(radius); });
}
int abut_shapes_add_capsule(abut_shapes* shapes, double radius, double half_length, uint32_t* index) {
  return add_shape("abut_shapes_add_capsule", shapes, index,
                   [&](abut::ShapeSet& s) { return s.add_capsule(radius, half_length); });
}
int abut_shapes_add_box(abut_shapes* shapes, const double half_extents[3], double rounding, uint32_t* index) {
  return add_shape("abut_shapes_add_box", shapes, index,
                   [&](abut::ShapeSet& s) { return s.add_box(vec3("half_extents", half_extents), rounding); });
}
int abut_shapes_add_ellipsoid(abut_shapes* shapes, const double semi_axes[3], double rounding, uint32_t* index) {
  return add_shape("abut_shapes_add_ellipsoid", shapes, index,
                   [&](abut::ShapeSet& s) { return s.add_ellipsoid(vec3("semi_axes", semi_axes), rounding); });
}
int abut_shapes_add_cylinder(abut_shapes* shapes, double radius, double half_length, double rounding, uint32_t* index) {
  return add_shape("abut_shapes_add_cylinder", shapes, index,
                   [&](abut::ShapeSet& s) { return s.add_cylinder(radius, half_length, rounding); });
}
int abut_shapes_add_cone(abut_shapes* shapes, double radius, double half_length, double rounding, uint32_t* index) {
  return add_shape("abut_shapes_add_cone", shapes, index,
                   [&](abut::ShapeSet& s) { return s.add_cone(radius, half_length, rounding); });
}
int abut_shapes_add_minkowski_sum(abut_shapes* shapes, uint32_t a, uint32_t b, const abut_pose* b_in_a, double rounding,
                                  uint32_t* index) {
  return add_shape("abut_shapes_add_minkowski_sum", shapes, index,
                   [&](abut::ShapeSet& s) { return s.add_minkowski_sum(a, b, pose_of(b_in_a), rounding); });
}
int abut_shapes_add_hull(abut_shapes* shapes, const double* vertices, size_t count, double rounding, uint32_t* index) {
  return add_shape("abut_shapes_add_hull", shapes, index,
                   [&](abut::ShapeSet& s) { return s.add_hull(points3("vertices", vertices, count), rounding); });
}

int abut_shapes_replace_vertices(abut_shapes* shapes, uint32_t shape, const double* vertices, size_t count) {
  return guarded("abut_shapes_replace_vertices",
                 [&] { object(shapes, "shapes")->set->replace_vertices(shape, points3("vertices", vertices, count)); });
}

int abut_shapes_count(const abut_shapes* shapes, uint32_t* count) {
  return guarded("abut_shapes_count", [&] {
    need("count", count);
    *count = object(shapes, "shapes")->set->size();
  });
}

int abut_shapes_vertices(const abut_shapes* shapes, uint32_t shape, double* vertices, size_t capacity, size_t* count) {
  return guarded("abut_shapes_vertices", [&] {
    const auto held = object(shapes, "shapes");
    struct Three {
      double v[3];
    };
    give_list(held->set->vertices(shape), reinterpret_cast<Three*>(vertices), capacity, count, "vertices");
  });
}

int abut_shapes_faces(const abut_shapes* shapes, uint32_t shape, const abut_faces* out) {
  return guarded("abut_shapes_faces", [&] {
    const auto held = object(shapes, "shapes");
    const abut_faces o = given("out", out);
    need_field("out", "face_count", o.face_count), need_field("out", "vertex_count", o.vertex_count);
    const auto all = held->set->faces(shape);
    std::vector<uint32_t> begins{0}, flat;
    for (const auto& face : all) {
      flat.insert(flat.end(), face.begin(), face.end());
      begins.push_back(static_cast<uint32_t>(flat.size()));
    }
    *o.face_count = all.size();
    *o.vertex_count = flat.size();
    if (o.begin == nullptr && o.face_vertices == nullptr) return;
    need_field("out", "begin", o.begin), need_array_field("out", "face_vertices", o.face_vertices, flat.size());
    if (all.size() > o.face_capacity || flat.size() > o.vertex_capacity) {
      throw TooSmall("out->face_capacity is " + std::to_string(o.face_capacity) + ", out->vertex_capacity " +
                     std::to_string(o.vertex_capacity) + "; needed are " + std::to_string(all.size()) + " and " +
                     std::to_string(flat.size()));
    }
    std::copy(begins.begin(), begins.end(), o.begin);
    std::copy(flat.begin(), flat.end(), o.face_vertices);
  });
}
