#include "host/cli/report/drawn_shape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "host/io/shape_surface.h"

namespace abut::cli {
namespace {

using Points = std::vector<Vec3<double>>;

constexpr int coarse_points[detail_count] = {0, 60, 18};

/// Unit vectors that cover the sphere evenly.
Points directions(int count) {
  Points all;
  const double golden = std::numbers::pi * (3 - std::sqrt(5.0));
  for (int k = 0; k < count; ++k) {
    const double z = 1 - (2 * k + 1.0) / count, radius = std::sqrt(1 - z * z);
    all.push_back({radius * std::cos(golden * k), radius * std::sin(golden * k), z});
  }
  return all;
}

DrawnSurface triangulated(const io::ShapeSurface& surface) {
  DrawnSurface out;
  out.points = surface.points;
  for (const std::vector<std::uint32_t>& face : surface.polygons) {
    for (std::size_t k = 2; k < face.size(); ++k) out.triangles.push_back({face[0], face[k - 1], face[k]});
  }
  return out;
}

DrawnSurface hull_of(const Points& points) {
  ShapeSet hulls;
  hulls.add_hull(points);
  const auto vertices = hulls.vertices(0);
  return triangulated({{vertices.begin(), vertices.end()}, hulls.faces(0)});
}

/// Of a core and a radius, the hull of its support points in so many directions.
DrawnSurface by_support_points(const Points& core, double radius, int count) {
  Points points;
  for (const Vec3<double>& d : directions(count)) {
    const auto farthest = std::max_element(core.begin(), core.end(),
                                           [&](Vec3<double> p, Vec3<double> q) { return dot(p, d) < dot(q, d); });
    points.push_back(*farthest + d * radius);
  }
  return hull_of(points);
}

}  // namespace

DrawnShape drawn_shape(const ShapeSet& shapes, std::uint32_t shape, const DrawOptions& options) {
  const ShapeHeader& h = shapes.header(shape);
  const io::ShapeSurface surface = io::surface_of(shapes, shape);
  DrawnShape out;
  if (surface.points.empty()) return out;
  const bool thin = surface.points.size() <= 2;
  const double radius = thin ? std::max(h.rounding, options.least_radius) : h.rounding;
  out.smooth = surface.points.size() == 1 || (h.kind == ShapeKind::ellipsoid && h.rounding == 0);
  DrawnSurface& fine = out.detail[0];
  fine = triangulated(radius > 0 ? io::dilated(surface.points, radius, 4000) : surface);
  if (fine.points.size() > options.most_points) {
    fine = by_support_points(surface.points, radius, static_cast<int>(std::max<std::size_t>(options.most_points, 16)));
  }
  for (int k = 1; k < detail_count; ++k) {
    const DrawnSurface& finer = out.detail[k - 1];
    const bool enough = finer.points.size() <= static_cast<std::size_t>(coarse_points[k]) * 5 / 4;
    out.detail[k] = enough ? finer : by_support_points(surface.points, radius, coarse_points[k]);
  }
  return out;
}

}  // namespace abut::cli
