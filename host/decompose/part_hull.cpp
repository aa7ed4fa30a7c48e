#include "host/decompose/part_hull.h"

#include <algorithm>
#include <string>

#include "host/shapes/exact_hull.h"
#include "host/shapes/orientations.h"
#include "host/shapes/qhull_facets.h"

namespace abut::host {
namespace {

/// Corners, faces and planes of a hull whose faces are polygons of `points`: in any orientation, or with normals.
PartHull hull_with(std::span<const Vec3<double>> points, std::vector<Polygon> faces,
                   const std::vector<Vec3<double>>& normals = {}) {
  PartHull hull;
  hull.faces = std::move(faces);
  std::vector<std::uint32_t> number(points.size(), 0);
  for (const Polygon& face : hull.faces) {
    for (const std::uint32_t v : face) number[v] = 1;
  }
  Vec3<double> middle{0, 0, 0};
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (number[i] == 0) continue;
    number[i] = static_cast<std::uint32_t>(hull.points.size());
    hull.points.push_back(points[i]);
    middle = middle + points[i];
  }
  middle = middle * (1.0 / static_cast<double>(hull.points.size()));
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    Polygon& face = hull.faces[f];
    for (std::uint32_t& v : face) v = number[v];
    Vec3<double> area = area_vector(hull.points, face);
    if (normals.empty() && inner(area, hull.points[face[0]] - middle) < 0) {
      std::reverse(face.begin(), face.end());
      area = -area;
    }
    hull.volume += inner(area, hull.points[face[0]] - middle) / 6;
    if (!normals.empty()) {
      hull.planes.push_back({normals[f], support(hull, normals[f])});
      continue;
    }
    // Through the outermost of its corners: a merged facet is flat to within rounding error only.
    Plane plane{direction(area), -infinity};
    for (const std::uint32_t v : face) plane.offset = std::max(plane.offset, inner(plane.normal, hull.points[v]));
    hull.planes.push_back(plane);
  }
  hull.volume = std::max(0.0, hull.volume);
  return hull;
}

/// Its triangles, with normals that are right however thin they are. A flat set of points has none.
PartHull triangulated_hull(std::span<const Vec3<double>> points) {
  const Orientations signs(points);
  std::vector<Polygon> faces;
  std::vector<Vec3<double>> normals;
  for (const auto& t : exact_hull(points).triangles) {
    const auto& [a, b, c] = t.vertex;
    faces.push_back({a, b, c});
    normals.push_back(signs.unit_normal(a, b, c));
  }
  return hull_with(points, std::move(faces), normals);
}

/// Whether faces are flat, and no point lies outside of the hull, to what rounding explains.
bool holds_all(const PartHull& hull, std::span<const Vec3<double>> points, double slack) {
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    const Plane& plane = hull.planes[f];
    for (const std::uint32_t v : hull.faces[f]) {
      if (plane.height(hull.points[v]) < -slack) return false;
    }
    for (const Vec3<double>& p : points) {
      if (plane.height(p) > slack) return false;
    }
  }
  return true;
}

}  // namespace

PartHull part_hull(std::span<const Vec3<double>> points) {
  Box box;
  for (const Vec3<double>& p : points) box.add(p);
  PartHull hull;
  if (points.size() >= 4) {
    // qhull merges facets that are flat to within rounding error. Where it cannot, or merges what is not, the exact
    // hull serves.
    std::string message;
    hull = hull_with(points, qhull_facets(points, "Pp", message));
    if (hull.flat() || !holds_all(hull, points, 1e-12 * box.longest())) hull = triangulated_hull(points);
  }
  if (hull.flat()) hull.points.assign(points.begin(), points.end());
  hull.box = box;
  return hull;
}

std::vector<std::array<std::uint32_t, 3>> triangles_of(const PartHull& hull) {
  std::vector<std::array<std::uint32_t, 3>> out;
  for (const Polygon& f : hull.faces) {
    for (std::size_t k = 1; k + 1 < f.size(); ++k) out.push_back({f[0], f[k], f[k + 1]});
  }
  return out;
}

double support(const PartHull& hull, const Vec3<double>& normal) {
  double most = -infinity;
  for (const Vec3<double>& p : hull.points) most = std::max(most, inner(normal, p));
  return most;
}

}  // namespace abut::host
