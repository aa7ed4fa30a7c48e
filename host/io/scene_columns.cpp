#include "host/io/scene_columns.h"

#include <algorithm>
#include <cmath>

#include "abut/core/error.h"
#include "host/number_text.h"

namespace abut::io {
namespace {

/// Adds the shapes of columns to a set.
class ShapeAdder {
 public:
  ShapeAdder(const SceneColumns& columns, ShapeSet& shapes) : columns_(columns), shapes_(shapes) {}

  void add(std::size_t i) {
    const auto begin = columns_.vertex_offsets[i], end = columns_.vertex_offsets[i + 1];
    const std::span<const Vec3<double>> v = std::span(columns_.vertices).subspan(begin, end - begin);
    const auto [x, y, z] = columns_.size[i];
    const double rounding = columns_.rounding[i];
    switch (columns_.kind[i]) {
      case ShapeCode::hull: shapes_.add_hull(v, rounding); break;
      case ShapeCode::point: shapes_.add_point(v[0], rounding); break;
      case ShapeCode::segment: shapes_.add_segment(v[0], v[1], rounding); break;
      case ShapeCode::triangle: shapes_.add_triangle(v[0], v[1], v[2], rounding); break;
      case ShapeCode::box: shapes_.add_box({x, y, z}, rounding); break;
      case ShapeCode::sphere: shapes_.add_sphere(x + rounding); break;
      case ShapeCode::capsule: shapes_.add_capsule(x + rounding, y); break;
      case ShapeCode::ellipsoid: shapes_.add_ellipsoid({x, y, z}, rounding); break;
      case ShapeCode::cylinder: shapes_.add_cylinder(x, y, rounding); break;
      case ShapeCode::cone: shapes_.add_cone(x, y, rounding); break;
      case ShapeCode::minkowski_sum: {
        const auto [a, b] = columns_.sum_terms[sums_];
        shapes_.add_minkowski_sum(a, b, columns_.sum_poses[sums_], rounding);
        ++sums_;
      }
    }
  }

 private:
  const SceneColumns& columns_;
  ShapeSet& shapes_;
  std::size_t sums_ = 0;
};

/// Calls `add(i)` for each; what the library refuses gets the file and the row.
template <class Add>
void add_each(const std::string& file, const char* what, std::size_t count, Add add) {
  for (std::size_t i = 0; i < count; ++i) {
    try {
      add(i);
    } catch (const InvalidInput& error) {
      throw InvalidInput(file + ": " + what + "[" + std::to_string(i) + "]: " + error.what());
    }
  }
}

void add_pairs(const SceneColumns& columns, Scene& scene) {
  std::vector<Pair>& pairs = scene.pairs.emplace();
  for (Pair pair : columns.pairs) {
    if (pair.a > pair.b) std::swap(pair.a, pair.b);
    if (columns.pair_kind == PairKind::parts) {
      pairs.push_back(pair);
      continue;
    }
    for (std::uint32_t a = scene.bodies.first_part(pair.a); a < scene.bodies.first_part(pair.a + 1); ++a) {
      for (std::uint32_t b = scene.bodies.first_part(pair.b); b < scene.bodies.first_part(pair.b + 1); ++b) {
        pairs.push_back({a, b});
      }
    }
  }
  const auto before = [](Pair p, Pair q) { return p.a != q.a ? p.a < q.a : p.b < q.b; };
  const auto same = [](Pair p, Pair q) { return p.a == q.a && p.b == q.b; };
  std::sort(pairs.begin(), pairs.end(), before);
  pairs.erase(std::unique(pairs.begin(), pairs.end(), same), pairs.end());
}

}  // namespace

const char* shape_code_name(ShapeCode code) {
  static constexpr const char* names[shape_code_count] = {"hull",     "point",  "segment",      "triangle",
                                                          "box",      "sphere", "capsule",      "ellipsoid",
                                                          "cylinder", "cone",   "minkowski_sum"};
  return names[static_cast<int>(code)];
}

std::string shown_number(double number) { return host::number_text(number); }

bool rotation_of(double* q, Mat3<double>& rotation) {
  const double largest = std::max({std::abs(q[0]), std::abs(q[1]), std::abs(q[2]), std::abs(q[3])});
  if (largest == 0) return false;
  // A power of two changes no bit of the result and keeps the squares from overflow and underflow.
  int exponent = 0;
  std::frexp(largest, &exponent);
  for (int i = 0; i < 4; ++i) q[i] = std::ldexp(q[i], -exponent);
  rotation = rotation_from_quaternion(q[0], q[1], q[2], q[3]);
  return true;
}

const char* rotation_fault(const Mat3<double>& r, double tolerance) {
  if (!(off_rotation(r) <= tolerance)) return "is not a rotation within ";
  const Vec3<double> x{r.m[0], r.m[3], r.m[6]}, y{r.m[1], r.m[4], r.m[7]}, z{r.m[2], r.m[5], r.m[8]};
  return dot(cross(x, y), z) < 0 ? "is a reflection, allowed is a rotation within " : nullptr;
}

void SceneColumns::add(const ShapeRow& shape) {
  kind.push_back(shape.kind);
  size.push_back(shape.size);
  rounding.push_back(shape.rounding);
  vertices.insert(vertices.end(), shape.vertices.begin(), shape.vertices.end());
  vertex_offsets.push_back(vertices.size());
  if (shape.kind != ShapeCode::minkowski_sum) return;
  sum_terms.push_back(shape.terms);
  sum_poses.push_back(shape.pose);
}

void SceneColumns::add_body(const Pose& pose, std::span<const Part> parts, const BodyOptions& options) {
  poses.push_back(pose);
  for (const Part& part : parts) {
    part_shape.push_back(part.shape);
    part_poses.push_back(part.pose);
  }
  part_offsets.push_back(part_shape.size());
  groups.push_back(options.groups);
  meets.push_back(options.meets);
}

Scene scene_of(const SceneColumns& columns, const std::string& file) {
  Scene scene;
  scene.hulls_of_meshes = columns.hulls_of_meshes;

  ShapeAdder shapes(columns, scene.shapes);
  add_each(file, "shapes", columns.shape_count(), [&](std::size_t i) { shapes.add(i); });
  scene.shape_names = columns.shape_names;
  for (std::size_t i = scene.shape_names.size(); i < columns.shape_count(); ++i) {
    scene.shape_names.push_back("shape" + std::to_string(i));
  }
  std::vector<Part> parts;
  add_each(file, "bodies", columns.body_count(), [&](std::size_t i) {
    parts.clear();
    for (std::uint64_t p = columns.part_offsets[i]; p < columns.part_offsets[i + 1]; ++p) {
      parts.push_back({columns.part_shape[p], columns.part_poses[p]});
    }
    scene.bodies.add(columns.poses[i], parts, {.groups = columns.groups[i], .meets = columns.meets[i]});
  });
  scene.body_names = columns.body_names;
  scene.body_names.resize(columns.body_count());
  set_options_and_pairs(columns, scene);
  return scene;
}

void set_options_and_pairs(const SceneColumns& columns, Scene& scene) {
  scene.length_unit = columns.length_unit;
  scene.alert_distance = columns.alert_distance.value_or(0);
  if (!columns.precision.empty()) scene.precision = columns.precision;
  if (columns.pair_kind == PairKind::bodies || columns.pair_kind == PairKind::parts) add_pairs(columns, scene);
}

}  // namespace abut::io
