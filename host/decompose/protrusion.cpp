#include "host/decompose/protrusion.h"

#include <algorithm>
#include <queue>

namespace abut::host {
namespace {

constexpr double half_diagonal = 1.7320508075688775;  // of a cube with edges of 2

struct Cube {
  double distance;  ///< of its middle
  Vec3<double> middle;
  double half;
};
bool operator<(const Cube& a, const Cube& b) { return a.distance < b.distance; }

/// Where a cube lies. `outside`: no point of it is in the hull.
enum class Place { outside, middle_inside, middle_outside };

Place place_of(const PartHull& hull, const Vec3<double>& middle, double half) {
  bool inside = true;
  for (const Plane& p : hull.planes) {
    const double height = p.height(middle);
    if (height <= 0) continue;
    inside = false;
    if (height > half * (std::fabs(p.normal.x) + std::fabs(p.normal.y) + std::fabs(p.normal.z))) return Place::outside;
  }
  return inside ? Place::middle_inside : Place::middle_outside;
}

/// Calls `f(middle, half, known)` for the eight cubes in one; `known`: the surface is that near the middle.
template <class F>
void each_octant(const Cube& c, const F& f) {
  const double h = c.half / 2, known = std::fabs(c.distance) + half_diagonal * h;
  for (int k = 0; k < 8; ++k) {
    f(Vec3<double>{c.middle.x + (k & 1 ? h : -h), c.middle.y + (k & 2 ? h : -h), c.middle.z + (k & 4 ? h : -h)}, h,
      known);
  }
}

/// Where the hull is inside of the body, seen from the body's facets.
///
/// A point outside of the body has its nearest surface point on some facets, and the way from there lies in the cone of
/// their normals. So where a hull is below the planes of all facets near a place, none of its points there is outside.
/// Below to rounding: such a point is at most that far away, over the sine of half the sharpest edge's angle.
class Inside {
 public:
  Inside(const Body& body, const PartHull& hull) : body_(body), hull_(hull) {
    slack_ = 1e-9 * body.half_extent();
    for (const ShellDistance& d : body.distances()) below_.emplace_back(d.size(), unknown);
  }
  /// Of the hull's points within `reach` of `p`, which is `distance` from the body.
  bool operator()(const Vec3<double>& p, double distance, double reach) {
    const double radius = 2 * reach + max(distance, 0.0);
    for (std::size_t s = 0; s < below_.size(); ++s) {
      const ShellDistance& solid = body_.distances()[s];
      const auto is_below = [&](std::uint32_t i) {
        if (below_[s][i] == unknown) {
          const Plane plane = solid.plane(i);
          below_[s][i] = support(hull_, plane.normal) <= plane.offset + slack_ ? yes : no;
        }
        return below_[s][i] == yes;
      };
      if (!solid.all_near(p, radius, is_below)) return false;
    }
    return true;
  }

 private:
  enum Answer : std::uint8_t { unknown, yes, no };
  const Body& body_;
  const PartHull& hull_;
  double slack_;
  std::vector<std::vector<Answer>> below_;
};

}  // namespace

bool stays_within(const Body& body, const PartHull& hull, double limit, double resolution) {
  if (hull.flat()) return true;
  // Middles of faces and of edges are where a hull most often reaches out: most that do are known at once.
  for (const Polygon& face : hull.faces) {
    Vec3<double> middle{0, 0, 0};
    for (const std::uint32_t v : face) middle = middle + hull.points[v];
    if (body.distance(middle * (1.0 / static_cast<double>(face.size()))) > limit) return false;
  }
  Inside inside(body, hull);
  std::priority_queue<Cube> cubes;
  bool within = true;
  const auto look = [&](const Vec3<double>& middle, double half, double known) {
    if (!within) return;
    const Place place = place_of(hull, middle, half);
    if (place == Place::outside) return;
    const double distance = body.distance(middle, known);
    if (place == Place::middle_inside && distance > limit) within = false;
    if (distance + half_diagonal * half <= limit || inside(middle, distance, half_diagonal * half)) return;
    if (half_diagonal * half < resolution) within = false;
    cubes.push({distance, middle, half});
  };
  look(hull.box.centre(), hull.box.longest() / 2, infinity);
  while (within && !cubes.empty()) {
    const Cube c = cubes.top();
    cubes.pop();
    each_octant(c, look);
  }
  return within;
}

Protrusion protrusion(const Body& body, const PartHull& hull, double resolution) {
  Protrusion found{0, 0};
  if (hull.flat()) return found;
  const auto note = [&](const Vec3<double>& p) { found.lower = std::max(found.lower, body.distance(p)); };
  for (const Polygon& face : hull.faces) {
    Vec3<double> middle{0, 0, 0};
    for (const std::uint32_t v : face) middle = middle + hull.points[v];
    note(middle * (1.0 / static_cast<double>(face.size())));
  }
  Inside inside(body, hull);
  // By the bound, so that the first is what limits the answer.
  const auto bound = [](const Cube& c) { return c.distance + half_diagonal * c.half; };
  const auto less = [&](const Cube& a, const Cube& b) { return bound(a) < bound(b); };
  std::priority_queue<Cube, std::vector<Cube>, decltype(less)> cubes(less);
  const auto look = [&](const Vec3<double>& middle, double half, double known) {
    const Place place = place_of(hull, middle, half);
    if (place == Place::outside) return;
    const Cube c{body.distance(middle, known), middle, half};
    if (place == Place::middle_inside) found.lower = std::max(found.lower, c.distance);
    if (bound(c) > found.lower && !inside(middle, c.distance, half_diagonal * half)) cubes.push(c);
  };
  look(hull.box.centre(), hull.box.longest() / 2, infinity);
  while (!cubes.empty() && bound(cubes.top()) > found.lower + resolution) {
    const Cube c = cubes.top();
    cubes.pop();
    each_octant(c, look);
  }
  found.upper = cubes.empty() ? found.lower : std::max(found.lower, bound(cubes.top()));
  return found;
}

}  // namespace abut::host
