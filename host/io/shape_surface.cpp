#include "host/io/shape_surface.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace abut::io {
namespace {

using Points = std::vector<Vec3<double>>;

constexpr int around = 48;  ///< points on a rim or a circle of latitude
constexpr int rings = 24;   ///< circles of latitude of an ellipsoid

Points rim(double radius, double z) {
  Points points;
  for (int k = 0; k < around; ++k) {
    const double angle = 2 * std::numbers::pi * k / around;
    points.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
  }
  return points;
}

void append(Points& all, const Points& more) { all.insert(all.end(), more.begin(), more.end()); }

/// Points of a core about its box centre, among them the corners of a vertex set.
Points points_of(const ShapeSet& shapes, std::uint32_t shape) {
  const ShapeHeader& h = shapes.header(shape);
  const double* half = h.half_extent;
  Points points;
  if (h.kind == ShapeKind::ellipsoid) {
    points = {{0, 0, half[2]}, {0, 0, -half[2]}};
    for (int ring = 1; ring < rings; ++ring) {
      const double angle = std::numbers::pi * ring / rings;
      for (const Vec3<double>& p : rim(std::sin(angle), half[2] * std::cos(angle))) {
        points.push_back({p.x * half[0], p.y * half[1], p.z});
      }
    }
  } else if (h.kind == ShapeKind::cylinder) {
    points = rim(half[0], -half[2]);
    append(points, rim(half[0], half[2]));
  } else if (h.kind == ShapeKind::cone) {
    points = rim(half[0], -half[2]);
    points.push_back({0, 0, half[2]});
  } else {
    const Vec3<double> centre{h.centre[0], h.centre[1], h.centre[2]};
    for (const Vec3<double>& v : shapes.vertices(shape)) points.push_back(v - centre);
  }
  return points;
}

/// Unit vectors that cover the sphere evenly.
Points directions(int count) {
  const double golden = std::numbers::pi * (3 - std::sqrt(5.0));
  Points all;
  for (int k = 0; k < count; ++k) {
    const double z = 1 - (2 * k + 1.0) / count;
    const double radius = std::sqrt(1 - z * z);
    all.push_back({radius * std::cos(golden * k), radius * std::sin(golden * k), z});
  }
  return all;
}

ShapeSurface hull_of(const Points& points) {
  ShapeSet hulls;
  hulls.add_hull(points);
  const auto vertices = hulls.vertices(0);
  return {{vertices.begin(), vertices.end()}, hulls.faces(0)};
}

Vec3<double> farthest(const Points& points, Vec3<double> d) {
  Vec3<double> best = points[0];
  for (const Vec3<double>& p : points) best = dot(p, d) > dot(best, d) ? p : best;
  return best;
}

/// Support points of a sum.
Points points_of_sum(const ShapeSet& shapes, std::uint32_t shape) {
  std::vector<Points> of_term;
  const std::vector<ShapeTerm> terms = shapes.terms(shape);
  for (const ShapeTerm& term : terms) of_term.push_back(points_of(shapes, term.shape));
  Points points;
  for (const Vec3<double>& d : directions(800)) {
    Vec3<double> sum{0, 0, 0};
    for (std::size_t t = 0; t < terms.size(); ++t) {
      Mat3<double> turn;
      for (int i = 0; i < 9; ++i) turn.m[i] = terms[t].rotation[i];
      sum = sum + rotate(turn, farthest(of_term[t], rotate_back(turn, d)));
    }
    points.push_back(sum);
  }
  return points;
}

}  // namespace

ShapeSurface surface_of(const ShapeSet& shapes, std::uint32_t shape) {
  const ShapeHeader& h = shapes.header(shape);
  if (h.vertex_count > 0) {
    const auto vertices = shapes.vertices(shape);
    return {{vertices.begin(), vertices.end()}, shapes.faces(shape)};
  }
  Points points = h.kind == ShapeKind::minkowski_sum ? points_of_sum(shapes, shape) : points_of(shapes, shape);
  for (Vec3<double>& p : points) p = p + Vec3<double>{h.centre[0], h.centre[1], h.centre[2]};
  return hull_of(points);
}

ShapeSurface surface_of(const Mesh& mesh) {
  ShapeSurface surface{mesh.vertices, {}};
  for (const auto& t : mesh.triangles) surface.polygons.push_back({t[0], t[1], t[2]});
  return surface;
}

ShapeSurface dilated(const Points& core, double radius, std::size_t budget) {
  const Points ball = directions(static_cast<int>(std::clamp<std::size_t>(budget / core.size(), 20, 320)));
  Points points;
  for (const Vec3<double>& p : core) {
    for (const Vec3<double>& d : ball) points.push_back(p + d * radius);
  }
  return hull_of(points);
}

DrawnShapes drawn_shapes(const ShapeSet& shapes, const std::vector<Scene::FacetMesh>& meshes) {
  constexpr std::size_t budget = 1000;
  DrawnShapes out;
  std::vector<const Mesh*> mesh_of(shapes.size(), nullptr);
  for (const Scene::FacetMesh& of : meshes) mesh_of[of.shape] = &of.mesh;
  std::vector<std::uint32_t> drawn;  // the shape of each surface
  std::optional<std::uint32_t> ball;
  const auto new_surface = [&](std::uint32_t shape) {
    drawn.push_back(shape);
    return static_cast<std::uint32_t>(drawn.size()) - 1;
  };
  for (std::uint32_t s = 0; s < shapes.size(); ++s) {
    const ShapeHeader& h = shapes.header(s);
    const bool is_ball =
        mesh_of[s] == nullptr && h.vertex_count == 1 && h.rounding > 0 && max_abs(shapes.vertices(s)[0]) == 0;
    if (is_ball && !ball) ball = new_surface(s);
    out.of_shape.push_back(is_ball ? *ball : new_surface(s));
    out.scale.push_back(is_ball ? h.rounding : 1);
  }
  out.surfaces.resize(drawn.size());
  tbb::parallel_for(std::size_t{0}, drawn.size(), [&](std::size_t k) {
    if (const Mesh* const mesh = mesh_of[drawn[k]]) {
      out.surfaces[k] = surface_of(*mesh);
      return;
    }
    ShapeSurface surface = surface_of(shapes, drawn[k]);
    const ShapeHeader& h = shapes.header(drawn[k]);
    const double rounding = h.rounding;
    const bool can_grow = ball == k || (h.size > 0x1p-900 && h.size < 0x1p900);  // and is still a shape
    if (rounding > 0 && can_grow) surface = dilated(surface.points, ball == k ? 1 : rounding, budget);
    out.surfaces[k] = std::move(surface);
  });
  return out;
}

}  // namespace abut::io
