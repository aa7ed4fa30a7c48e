#include "host/cli/report/drawn_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

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

using Cell = std::array<int, 3>;

/// Points of one cell of a grid become the first of them.
DrawnSurface on_grid(const DrawnSurface& fine, Vec3<double> low, double cell) {
  DrawnSurface out;
  std::map<Cell, std::uint32_t> known;
  std::vector<std::uint32_t> to;
  const auto place = [cell](double x) { return static_cast<int>(std::floor(x / cell)); };
  for (const Vec3<double>& p : fine.points) {
    const Vec3<double> d = p - low;
    const auto [at, is_new] =
        known.insert({{place(d.x), place(d.y), place(d.z)}, static_cast<std::uint32_t>(out.points.size())});
    if (is_new) out.points.push_back(p);
    to.push_back(at->second);
  }
  std::set<std::array<std::uint32_t, 3>> seen;
  for (const auto& [a, b, c] : fine.triangles) {
    std::array<std::uint32_t, 3> t{to[a], to[b], to[c]};
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    if (seen.insert(t).second) out.triangles.push_back(t);
  }
  return out;
}

/// With at most `most` points: the finest grid of some whose cells each are half of the one before.
DrawnSurface coarsened(const DrawnSurface& fine, std::size_t most) {
  if (fine.points.size() <= most) return fine;
  Vec3<double> low = fine.points[0], high = low;
  for (const Vec3<double>& p : fine.points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const double longest = max_abs(high - low);
  DrawnSurface best = on_grid(fine, low, 2 * longest);  // all in one cell
  for (int cells = 1; cells < 4096; cells += std::max(1, cells / 8)) {
    DrawnSurface finer = on_grid(fine, low, longest * (1 + 1e-9) / cells);
    if (finer.points.size() > most) break;
    best = std::move(finer);
  }
  return best;
}

}  // namespace

DrawnShape drawn_mesh(const Mesh& mesh, const DrawOptions& options) {
  DrawnSurface fine{mesh.vertices, mesh.triangles};
  const MeshReport report = examine(mesh);
  if (!report.closed || !report.consistently_oriented || !report.outward) {
    for (const auto& [a, b, c] : mesh.triangles) fine.triangles.push_back({a, c, b});
  }
  DrawnShape out;
  out.detail[0] = coarsened(fine, std::min<std::size_t>(options.most_points, 0xffff));
  for (int k = 1; k < detail_count; ++k) {
    const std::size_t most = k == 1 ? 1000 : 200;
    out.detail[k] = coarsened(out.detail[k - 1], std::min(most, options.most_points));
  }
  return out;
}

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
