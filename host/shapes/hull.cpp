// Convex hulls of any point set: what is less than three-dimensional is done here, the rest by qhull.
//
// Points are first centred on their box and scaled by powers of two, so that qhull's absolute tolerances see numbers
// near 1 and neither far offsets nor extreme units matter. Sets far thinner than they are wide go to qhull stretched
// along their own directions: hulls are affine invariants.
#include "host/shapes/hull.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "abut/core/error.h"
#include "host/component.h"
#include "host/number_text.h"
#include "host/shapes/distinct_points.h"
#include "host/shapes/qhull_facets.h"

namespace abut::host {
namespace {

using Points = std::vector<Vec3<double>>;

/// Distances below this are rounding errors. Coordinates are at most 1 in magnitude: centring and a rotation before it
/// cost 2 units of roundoff each, and the distance to a line or plane itself about 4.
constexpr double flat_tolerance = 8 * Epsilon<double>::value;
/// Below this ratio of thickness to length, qhull's tolerances (some 1e-15 of the length) would be felt.
constexpr double thin = 1e-5;

void check_points(std::span<const Vec3<double>> points) {
  if (points.empty()) throw InvalidInput("convex hull: no vertices; at least 1 is needed");
  if (points.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw InvalidInput("convex hull: " + std::to_string(points.size()) + " points; at most 2147483647 are allowed");
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (const double c : {points[i].x, points[i].y, points[i].z}) {
      if (!std::isfinite(c)) {
        throw InvalidInput("convex hull: vertex " + std::to_string(i) + " has the coordinate " + number_text(c) +
                           "; only finite numbers are allowed");
      }
    }
  }
}

struct Box {
  Vec3<double> centre, half;
};

Box box_of(const Points& points) {
  Vec3<double> lo = points[0], hi = points[0];
  for (const Vec3<double>& p : points) {
    lo = {min(lo.x, p.x), min(lo.y, p.y), min(lo.z, p.z)};
    hi = {max(hi.x, p.x), max(hi.y, p.y), max(hi.z, p.z)};
  }
  // Halves first: the sum or difference of two huge numbers may be none.
  return {hi * 0.5 + lo * 0.5, hi * 0.5 - lo * 0.5};
}

/// Power of two that brings `length` into [0.5, 1); 0 stays.
int exponent_for(double length) {
  int exponent = 0;
  std::frexp(length, &exponent);
  return -exponent;
}

/// Centred on the box, one scale for all axes.
Points centred_and_scaled(Points points) {
  const Box box = box_of(points);
  const int e = exponent_for(max_abs(box.half));
  for (Vec3<double>& p : points) {
    const Vec3<double> c = p - box.centre;
    p = {std::ldexp(c.x, e), std::ldexp(c.y, e), std::ldexp(c.z, e)};
  }
  return points;
}

/// A frame along the set's own length, width and thickness.
struct Extent {
  std::uint32_t start = 0, end = 0;                               ///< far apart: the extremes on the widest axis
  Vec3<double> along{0, 0, 0}, across{0, 0, 0}, normal{0, 0, 0};  ///< unit vectors, as far as the dimension goes
  double width = 0, thickness = 0;                                ///< largest distance from the line, from the plane
  int dimension = 0;
};

Extent measure(const Points& points) {
  Extent e;
  const Vec3<double> half = box_of(points).half;
  const int axis = half.x >= half.y && half.x >= half.z ? 0 : half.y >= half.z ? 1 : 2;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (component(points[i], axis) < component(points[e.start], axis)) e.start = i;
    if (component(points[i], axis) > component(points[e.end], axis)) e.end = i;
  }
  if (points.size() < 2) return e;
  const Vec3<double> origin = points[e.start];
  e.along = points[e.end] - origin;
  e.along = e.along * (1 / length(e.along));
  Vec3<double> widest{0, 0, 0};
  for (const Vec3<double>& p : points) {
    const Vec3<double> c = cross(e.along, p - origin);
    if (length(c) > e.width) {
      e.width = length(c);
      widest = c;
    }
  }
  e.dimension = 1;
  if (e.width <= flat_tolerance) return e;
  e.normal = widest * (1 / e.width);
  e.across = cross(e.normal, e.along);
  for (const Vec3<double>& p : points) e.thickness = max(e.thickness, abs(dot(e.normal, p - origin)));
  e.dimension = e.thickness <= flat_tolerance ? 2 : 3;
  return e;
}

/// In the set's own frame, its length, width and thickness all near 1.
Points stretched(const Points& points, const Extent& e) {
  const Vec3<double> origin = points[e.start];
  const double across_scale = std::ldexp(1.0, exponent_for(e.width));
  const double normal_scale = std::ldexp(1.0, exponent_for(e.thickness));
  Points out;
  out.reserve(points.size());
  for (const Vec3<double>& p : points) {
    const Vec3<double> d = p - origin;
    out.push_back({dot(e.along, d), dot(e.across, d) * across_scale, dot(e.normal, d) * normal_scale});
  }
  return out;
}

/// Hull in the plane (Andrew's monotone chain), counter-clockwise about the normal's dominant axis. The projection
/// drops that axis, which rounds nothing.
Polygon planar_hull(const Points& points, Vec3<double> normal) {
  const Vec3<double> n{abs(normal.x), abs(normal.y), abs(normal.z)};
  const int drop = n.z >= n.x && n.z >= n.y ? 2 : n.x >= n.y ? 0 : 1;
  const auto u = [&](std::uint32_t i) { return component(points[i], (drop + 1) % 3); };
  const auto v = [&](std::uint32_t i) { return component(points[i], (drop + 2) % 3); };
  Polygon order(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return u(a) != u(b) ? u(a) < u(b) : v(a) != v(b) ? v(a) < v(b) : a < b;
  });
  const auto left_turn = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return difference_of_products(u(b) - u(a), v(c) - v(a), v(b) - v(a), u(c) - u(a)) > 0;
  };
  Polygon chain;
  const auto extend = [&](std::size_t floor, std::uint32_t i) {
    while (chain.size() >= floor + 2 && !left_turn(chain[chain.size() - 2], chain.back(), i)) chain.pop_back();
    chain.push_back(i);
  };
  for (const std::uint32_t i : order) extend(0, i);
  const std::size_t upper = chain.size() - 1;
  for (std::size_t k = order.size() - 1; k-- > 0;) extend(upper, order[k]);
  chain.pop_back();
  return chain;
}

/// Makes the hull's vertex list from the ids in the polygons and renumbers these; then the topology.
bool assemble(Hull& hull, std::vector<Polygon> polygons, std::size_t points) {
  std::vector<std::uint32_t> local(points, 0);
  for (const Polygon& p : polygons) {
    for (const std::uint32_t v : p) local[v] = 1;
  }
  hull.vertices.clear();
  for (std::uint32_t v = 0; v < points; ++v) {
    if (local[v] == 0) continue;
    local[v] = static_cast<std::uint32_t>(hull.vertices.size());
    hull.vertices.push_back(v);
  }
  for (Polygon& p : polygons) {
    for (std::uint32_t& v : p) v = local[v];
  }
  std::optional<Topology> topology =
      make_topology(static_cast<std::uint32_t>(hull.vertices.size()), std::move(polygons));
  if (topology) hull.topology = std::move(*topology);
  return topology.has_value();
}

double signed_volume(const Hull& hull, const Points& points) {
  double volume = 0;
  const Topology& t = hull.topology;
  for (std::uint32_t f = 0; f < t.face_count(); ++f) {
    const auto at = [&](std::uint32_t k) { return points[hull.vertices[t.face_vertices[k]]]; };
    const Vec3<double> a = at(t.face_begin[f]);
    for (std::uint32_t k = t.face_begin[f] + 1; k + 1 < t.face_begin[f + 1]; ++k) {
      volume += dot(a, cross(at(k), at(k + 1)));
    }
  }
  return volume;
}

Hull flat_hull(const Points& points, const Extent& extent) {
  Hull hull;
  Polygon polygon = planar_hull(points, extent.normal);
  if (polygon.size() >= 3) {
    hull.dimension = 2;
    std::vector<Polygon> two_sides{polygon, Polygon(polygon.rbegin(), polygon.rend())};
    if (assemble(hull, std::move(two_sides), points.size())) return hull;
  }
  hull.dimension = 1;
  hull.vertices = {std::min(extent.start, extent.end), std::max(extent.start, extent.end)};
  hull.topology = segment_topology();
  return hull;
}

Hull solid_hull(const Points& points, const Extent& extent) {
  const Points work = extent.thickness < thin ? stretched(points, extent) : points;
  Hull hull;
  hull.dimension = 3;
  std::string message, first_message;
  // qhull's plain way first. If merging ended in an error or in facets that do not close: let it merge more widely.
  // Last, joggled input: always a proper hull, with vertices off by some 1e-11.
  for (const char* options : {"Pp", "Pp Q12 Q14", "Pp QJ"}) {
    std::vector<Polygon> polygons = qhull_facets(work, options, message);
    if (first_message.empty()) first_message = message;
    if (polygons.empty()) continue;
    if (!assemble(hull, std::move(polygons), work.size())) continue;
    // All frames here are right-handed: the sign is the same in each, and clearest where the set is thickest.
    if (signed_volume(hull, work) < 0) hull.topology = turned_inside_out(hull.topology);
    return hull;
  }
  if (first_message.empty()) first_message = "the facets do not form a closed surface";
  throw InvalidInput("convex hull of " + std::to_string(points.size()) + " points failed: " + first_message);
}

}  // namespace

Hull convex_hull(std::span<const Vec3<double>> points) {
  check_points(points);
  const std::vector<std::uint32_t> first = first_occurrences(points);
  std::vector<std::uint32_t> distinct;
  Points work;
  for (std::uint32_t i = 0; i < first.size(); ++i) {
    if (first[i] != i) continue;
    distinct.push_back(i);
    work.push_back(points[i]);
  }
  work = centred_and_scaled(std::move(work));
  const Extent extent = measure(work);
  Hull hull;
  if (extent.dimension == 0) {
    hull.vertices = {0};
    hull.topology = point_topology();
  } else if (extent.dimension == 1) {
    hull.dimension = 1;
    hull.vertices = {std::min(extent.start, extent.end), std::max(extent.start, extent.end)};
    hull.topology = segment_topology();
  } else {
    hull = extent.dimension == 2 ? flat_hull(work, extent) : solid_hull(work, extent);
  }
  for (std::uint32_t& v : hull.vertices) v = distinct[v];
  return hull;
}

std::vector<std::array<std::uint32_t, 3>> hull_triangles(const Hull& hull) {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  const Topology& t = hull.topology;
  for (std::uint32_t f = 0; f < t.face_count(); ++f) {
    const auto id = [&](std::uint32_t k) { return hull.vertices[t.face_vertices[k]]; };
    for (std::uint32_t k = t.face_begin[f] + 1; k + 1 < t.face_begin[f + 1]; ++k) {
      triangles.push_back({id(t.face_begin[f]), id(k), id(k + 1)});
    }
  }
  return triangles;
}

}  // namespace abut::host
