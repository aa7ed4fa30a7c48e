#include "host/decompose/inflate.h"

#include <algorithm>

#include "host/shapes/exact_hull.h"

namespace abut::host {
namespace {

/// The nearest point to the origin of a few points' hull, and the points it lies between. Data only.
struct NearestOf {
  Vec3<double> at{0, 0, 0};
  double squared = infinity;
  std::vector<Vec3<double>> between;

  void look_at(const Vec3<double>& p, std::vector<Vec3<double>> of) {
    const double s = inner(p, p);
    if (s < squared) *this = {p, s, std::move(of)};
  }
};

/// Of at most four points, by all corners, edges and triangles.
NearestOf nearest_of(const std::vector<Vec3<double>>& points) {
  NearestOf found;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3<double>& a = points[i];
    found.look_at(a, {a});
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      const Vec3<double>& b = points[j];
      const Vec3<double> ab = b - a;
      const double t = -inner(a, ab) / inner(ab, ab);
      if (t > 0 && t < 1) found.look_at(a + ab * t, {a, b});
      for (std::size_t k = j + 1; k < points.size(); ++k) {
        const Vec3<double>& c = points[k];
        const Vec3<double> n = outer(ab, c - a);
        const Vec3<double> foot = n * (inner(a, n) / inner(n, n));
        const auto on_its_side = [&](const Vec3<double>& p, const Vec3<double>& q) {
          return inner(outer(q - p, foot - p), n) > 0;
        };
        if (on_its_side(a, b) && on_its_side(b, c) && on_its_side(c, a)) found.look_at(foot, {a, b, c});
      }
    }
  }
  return found;
}

/// The point of the normals' hull that is nearest to the origin, as GJK finds it: of all unit ways that along it takes
/// a corner away from its planes fastest.
Vec3<double> way_out(const std::vector<Vec3<double>>& normals) {
  NearestOf nearest = nearest_of({normals.front()});
  for (std::size_t step = 0; step < 8 * normals.size(); ++step) {
    const Vec3<double> worst = *std::min_element(
        normals.begin(), normals.end(),
        [&](const Vec3<double>& a, const Vec3<double>& b) { return inner(a, nearest.at) < inner(b, nearest.at); });
    if (inner(worst, nearest.at) >= 0.99 * nearest.squared) break;
    std::vector<Vec3<double>> points = nearest.between;
    points.push_back(worst);
    NearestOf next = nearest_of(points);
    if (!(next.squared < nearest.squared)) break;
    nearest = std::move(next);
  }
  return nearest.at;
}

/// Along the way out each plane is left at its length a unit way: what is shorter is a needle's.
constexpr double sharpest = 1e-6;

/// The ways out of all corners.
std::vector<Vec3<double>> ways_out(const PartHull& hull) {
  std::vector<std::vector<Vec3<double>>> normals(hull.points.size());
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    for (const std::uint32_t v : hull.faces[f]) normals[v].push_back(hull.planes[f].normal);
  }
  std::vector<Vec3<double>> ways;
  for (const auto& n : normals) ways.push_back(n.empty() ? Vec3<double>{0, 0, 0} : way_out(n));
  return ways;
}

bool is_needle(const Vec3<double>& way_out) { return !(inner(way_out, way_out) > sharpest * sharpest); }

}  // namespace

std::vector<Vec3<double>> inflated(const PartHull& hull, double way) {
  const std::vector<Vec3<double>> ways = ways_out(hull);
  std::vector<Vec3<double>> out = hull.points;
  for (std::size_t v = 0; v < out.size(); ++v) {
    if (!is_needle(ways[v])) out[v] = out[v] + ways[v] * (way / inner(ways[v], ways[v]));
  }
  return out;
}

bool has_needle(const PartHull& hull) {
  const std::vector<Vec3<double>> ways = ways_out(hull);
  return std::any_of(ways.begin(), ways.end(), is_needle);
}

std::vector<Vec3<double>> thickened(const PartHull& hull, double way) {
  std::vector<Vec3<double>> corners;
  if (hull.flat()) {
    for (const std::uint32_t v : exact_hull(hull.points).corners) corners.push_back(hull.points[v]);
  } else {
    corners = hull.points;
  }
  std::vector<Vec3<double>> out;
  for (const Vec3<double>& p : corners) {
    for (unsigned k = 0; k < 8; ++k) {
      out.push_back(p + Vec3<double>{k & 1 ? way : -way, k & 2 ? way : -way, k & 4 ? way : -way});
    }
  }
  return out;
}

}  // namespace abut::host
