#include "host/decompose/vertex_limit.h"

#include <algorithm>
#include <array>

#include "host/shapes/orientations.h"

namespace abut::host {
namespace {

constexpr Vec3<double> box_directions[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};

/// How far a point lies beyond the plane it is farthest beyond; that plane.
std::pair<double, std::size_t> farthest_beyond(const PartHull& hull, const Vec3<double>& p) {
  std::pair<double, std::size_t> most{-infinity, 0};
  for (std::size_t i = 0; i < hull.planes.size(); ++i) most = std::max(most, {hull.planes[i].height(p), i});
  return most;
}

/// Corners of what lies inside of all planes: faces of the hull of n / (offset - n . c), for a point c inside.
/// Flat where rounding leaves `c` in a plane.
PartHull within_planes(const std::vector<Plane>& planes, const Vec3<double>& c) {
  std::vector<Vec3<double>> dual;
  for (const Plane& p : planes) {
    const double depth = -p.height(c);
    if (!(depth > 1e-290)) return {};
    dual.push_back(p.normal * (1 / depth));
  }
  std::vector<Vec3<double>> corners;
  for (const Plane& p : part_hull(dual).planes) {
    if (!(p.offset > 1e-290)) return {};
    corners.push_back(c + p.normal * (1 / p.offset));
  }
  return part_hull(corners);
}

PartHull box_of(const PartHull& hull) {
  std::vector<Vec3<double>> corners;
  for (unsigned k = 0; k < 8; ++k) {
    const Box& b = hull.box;
    corners.push_back({k & 1 ? b.hi.x : b.lo.x, k & 2 ? b.hi.y : b.lo.y, k & 4 ? b.hi.z : b.lo.z});
  }
  return part_hull(corners);
}

/// Four corners of a solid hull that do not lie in a plane, by exact signs.
std::array<std::uint32_t, 4> corners_apart(const std::vector<Vec3<double>>& p) {
  const auto n = static_cast<std::uint32_t>(p.size());
  const Orientations signs(p);
  std::uint32_t c = 2, d = 0;
  while (c + 1 < n && signs.collinear(0, 1, c)) ++c;
  while (d + 1 < n && signs.side(0, 1, c, d) == 0) ++d;
  return {0, 1, c, d};
}

}  // namespace

PartHull inner_hull(const PartHull& hull, std::size_t most_points) {
  if (hull.flat() || hull.points.size() <= most_points) return hull;
  std::vector<bool> taken(hull.points.size(), false);
  std::vector<Vec3<double>> chosen;
  const auto take = [&](std::size_t i) {
    if (!taken[i]) chosen.push_back(hull.points[i]);
    taken[i] = true;
  };
  const auto farthest = [&](const auto& height) {
    std::size_t best = 0;
    double most = -infinity;
    for (std::size_t i = 0; i < hull.points.size(); ++i) {
      const double h = taken[i] ? -infinity : height(hull.points[i]);
      if (h > most) most = h, best = i;
    }
    take(best);
  };
  take(0);
  farthest([&](const Vec3<double>& p) { return norm(p - chosen[0]); });
  farthest([&](const Vec3<double>& p) { return norm(outer(p - chosen[0], chosen[1] - chosen[0])); });
  const Vec3<double> across = outer(chosen[1] - chosen[0], chosen[2] - chosen[0]);
  farthest([&](const Vec3<double>& p) { return std::fabs(inner(across, p - chosen[0])); });
  PartHull found = part_hull(chosen);
  if (found.flat()) {  // by rounding: four that are not
    chosen.clear();
    for (const std::uint32_t i : corners_apart(hull.points)) {
      chosen.push_back(hull.points[i]);
      taken[i] = true;
    }
    found = part_hull(chosen);
  }
  while (!found.flat() && chosen.size() < most_points) {
    farthest([&](const Vec3<double>& p) { return farthest_beyond(found, p).first; });
    found = part_hull(chosen);
  }
  return found;
}

PartHull outer_hull(const PartHull& hull, std::size_t most_points) {
  if (hull.flat() || hull.points.size() <= most_points) return hull;
  const Vec3<double> c = middle_of(hull.points);
  std::vector<Plane> planes;
  for (const Vec3<double>& d : box_directions) planes.push_back({d, support(hull, d)});
  PartHull found = within_planes(planes, c);
  std::vector<bool> taken(hull.planes.size(), false);
  while (!found.flat()) {
    std::pair<double, std::size_t> most{0, hull.planes.size()};
    for (const Vec3<double>& p : found.points) most = std::max(most, farthest_beyond(hull, p));
    if (most.second == hull.planes.size() || taken[most.second]) break;
    taken[most.second] = true;
    planes.push_back(hull.planes[most.second]);
    PartHull next = within_planes(planes, c);
    if (next.flat() || next.points.size() > std::max<std::size_t>(most_points, 8)) break;
    found = std::move(next);
  }
  // Of a hull thin beside its length the dual is too long for its corners to be right.
  const double slack = 1e-9 * hull.box.longest();
  const bool holds = std::all_of(found.planes.begin(), found.planes.end(),
                                 [&](const Plane& p) { return support(hull, p.normal) <= p.offset + slack; });
  return found.flat() || !holds ? box_of(hull) : found;
}

}  // namespace abut::host
