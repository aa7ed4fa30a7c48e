#include "host/decompose/protrusion.h"

#include <algorithm>
#include <queue>

#include "host/decompose/above.h"
#include "host/shapes/exact_hull.h"

namespace abut::host {
namespace {

constexpr double half_diagonal = 1.7320508075688775;  // of a cube with edges of 2

/// A cube that the hull's boundary may pass through. Data only.
struct Cube {
  double distance;  ///< of its middle
  Vec3<double> middle;
  double half;
  std::size_t first, count;  ///< the planes of the hull that cut it, in `Planes`
};
bool operator<(const Cube& a, const Cube& b) { return a.distance < b.distance; }

/// Moves a point that is not in a hull onto it, as far as a few planes tell. Whether it is there.
bool move_into(const PartHull& hull, Vec3<double>& p, double slack) {
  for (int k = 0; k < 4; ++k) {
    const Plane* worst = nullptr;
    double most = slack;
    for (const Plane& plane : hull.planes) {
      const double height = plane.height(p);
      if (height > most) most = height, worst = &plane;
    }
    if (worst == nullptr) return true;
    p = p - worst->normal * most;
  }
  return false;
}

/// Where a cube lies. `outside`: no point of it is in the hull.
enum class Place { outside, middle_inside, middle_outside };

/// The planes of a hull's faces, and which of them cut a cube: a cube within one asks no others.
class Planes {
 public:
  explicit Planes(const PartHull& hull) : hull_(hull) {
    for (std::uint32_t i = 0; i < hull.planes.size(); ++i) cutting_.push_back(i);
  }

  /// The cube about the hull, of which nothing is known.
  Cube root() const { return {infinity, hull_.box.centre(), hull_.box.longest() / 2, 0, cutting_.size()}; }

  Place place_of(const Cube& parent, const Vec3<double>& middle, double half) const {
    bool inside = true;
    for (std::size_t k = parent.first; k < parent.first + parent.count; ++k) {
      const Plane& p = hull_.planes[cutting_[k]];
      const double height = p.height(middle);
      if (height <= 0) continue;
      inside = false;
      if (height > half * width(p)) return Place::outside;
    }
    return inside ? Place::middle_inside : Place::middle_outside;
  }

  /// A cube within `parent`.
  Cube within(const Cube& parent, double distance, const Vec3<double>& middle, double half) {
    const std::size_t first = cutting_.size();
    // To rounding: a plane that a cube touches cuts it.
    const double reach = half * (1 + 1e-9) + 1e-12 * hull_.box.longest();
    for (std::size_t k = parent.first; k < parent.first + parent.count; ++k) {
      const std::uint32_t i = cutting_[k];
      const Plane& p = hull_.planes[i];
      if (p.height(middle) > -reach * width(p)) cutting_.push_back(i);
    }
    return {distance, middle, half, first, cutting_.size() - first};
  }

 private:
  /// Half of a plane's way through a cube with edges of 2.
  static double width(const Plane& p) { return std::fabs(p.normal.x) + std::fabs(p.normal.y) + std::fabs(p.normal.z); }

  const PartHull& hull_;
  std::vector<std::uint32_t> cutting_;
};

/// Calls `f(parent, middle, half, known)` for the eight cubes in one; `known`: the surface is that near the middle.
template <class F>
void each_octant(const Cube& c, const F& f) {
  const double h = c.half / 2, known = std::fabs(c.distance) + half_diagonal * h;
  for (int k = 0; k < 8; ++k) {
    f(c, Vec3<double>{c.middle.x + (k & 1 ? h : -h), c.middle.y + (k & 2 ? h : -h), c.middle.z + (k & 4 ? h : -h)}, h,
      known);
  }
}

/// Of points in a plane: the triangles of their polygon are halved until each is decided.
Protrusion of_flat(const Body& body, const std::vector<Vec3<double>>& points, double resolution, double share,
                   std::size_t most_looks) {
  struct Bit {
    double bound;
    Vec3<double> a, b, c;
    bool operator<(const Bit& other) const { return bound < other.bound; }
  };
  Protrusion found{0, 0};
  std::priority_queue<Bit> bits;
  std::size_t looks = 0;
  const auto look = [&](const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
    ++looks;
    const Vec3<double> middle = (a + b + c) * (1.0 / 3);
    const double distance = body.distance(middle);
    found.lower = std::max(found.lower, distance);
    bits.push({distance + std::max({norm(a - middle), norm(b - middle), norm(c - middle)}), a, b, c});
  };
  const std::vector<std::uint32_t> corners = exact_hull(points).corners;
  for (const std::uint32_t v : corners) found.lower = std::max(found.lower, body.distance(points[v]));
  if (corners.size() == 2) look(points[corners[0]], points[corners[1]], points[corners[1]]);
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
    look(points[corners[0]], points[corners[k]], points[corners[k + 1]]);
  }
  while (!bits.empty() && bits.top().bound > found.lower + std::max(resolution, share * found.lower) &&
         looks < most_looks) {
    auto [bound, a, b, c] = bits.top();
    bits.pop();
    // Across the longest edge, which is made that from a to b.
    const double ab = norm(b - a), bc = norm(c - b), ca = norm(a - c);
    if (bc > ab && bc >= ca) {
      std::swap(a, c);
    } else if (ca > ab) {
      std::swap(b, c);
    }
    const Vec3<double> middle = (a + b) * 0.5;
    look(a, middle, c), look(middle, b, c);
  }
  found.upper = bits.empty() ? found.lower : std::max(found.lower, bits.top().bound);
  return found;
}

}  // namespace

bool stays_within(const Body& body, const PartHull& hull, double limit, double resolution, Work* work) {
  constexpr std::size_t most_looks = 1'000'000;
  if (hull.flat()) return true;
  if (work != nullptr) work->add(hull.faces.size());
  // Middles of faces and of edges are where a hull most often reaches out: most that do are known at once.
  for (const Polygon& face : hull.faces) {
    Vec3<double> middle{0, 0, 0};
    for (const std::uint32_t v : face) middle = middle + hull.points[v];
    if (body.distance(middle * (1.0 / static_cast<double>(face.size()))) > limit) return false;
  }
  const double slack = 1e-9 * body.half_extent();
  Above above(body, hull);
  Planes planes(hull);
  std::priority_queue<Cube> cubes;
  bool within = true;
  std::size_t looks = 0;
  const auto look = [&](const Cube& parent, const Vec3<double>& middle, double half, double known) {
    if (!within) return;
    const Place place = planes.place_of(parent, middle, half);
    if (place == Place::outside) return;
    if (++looks > most_looks) within = false;
    const double distance = body.distance(middle, known);
    if (place == Place::middle_inside && distance > limit) within = false;
    if (place == Place::middle_outside && distance > limit) {
      Vec3<double> p = middle;
      if (move_into(hull, p, slack) && body.distance(p) > limit) within = false;
    }
    if (distance + half_diagonal * half <= limit) return;
    if (above(middle, distance, half_diagonal * half, limit) <= limit) return;
    if (half_diagonal * half < resolution) within = false;
    cubes.push(planes.within(parent, distance, middle, half));
  };
  const Cube root = planes.root();
  look(root, root.middle, root.half, infinity);
  while (within && !cubes.empty()) {
    const Cube c = cubes.top();
    cubes.pop();
    each_octant(c, look);
  }
  if (work != nullptr) work->add(2 * looks);
  return within;
}

Protrusion protrusion(const Body& body, const PartHull& hull, double resolution, double share, std::size_t most_looks,
                      Work* work) {
  if (hull.flat()) return of_flat(body, hull.points, resolution, share, most_looks);
  Protrusion found{0, 0};
  const auto note = [&](const Vec3<double>& p) { found.lower = std::max(found.lower, body.distance(p)); };
  for (const Vec3<double>& p : hull.points) note(p);
  for (const Polygon& face : hull.faces) {
    Vec3<double> middle{0, 0, 0};
    for (const std::uint32_t v : face) middle = middle + hull.points[v];
    note(middle * (1.0 / static_cast<double>(face.size())));
  }
  Above above(body, hull);
  Planes planes(hull);
  // By the bound, so that the first is what limits the answer.
  struct Bounded {
    double bound;
    Cube cube;
    bool operator<(const Bounded& other) const { return bound < other.bound; }
  };
  std::priority_queue<Bounded> cubes;
  std::size_t looks = 0;
  const auto look = [&](const Cube& parent, const Vec3<double>& middle, double half, double known) {
    ++looks;
    const Place place = planes.place_of(parent, middle, half);
    if (place == Place::outside) return;
    const double distance = body.distance(middle, known);
    if (place == Place::middle_inside) found.lower = std::max(found.lower, distance);
    double bound = distance + half_diagonal * half;
    if (bound > found.lower) bound = std::min(bound, above(middle, distance, half_diagonal * half, bound));
    if (bound > found.lower) cubes.push({bound, planes.within(parent, distance, middle, half)});
  };
  const Cube root = planes.root();
  look(root, root.middle, root.half, infinity);
  while (!cubes.empty() && cubes.top().bound > found.lower + std::max(resolution, share * found.lower) &&
         looks < most_looks) {
    const Cube c = cubes.top().cube;
    cubes.pop();
    each_octant(c, look);
  }
  if (work != nullptr) work->add(hull.points.size() + hull.faces.size() + 2 * looks);
  found.upper = cubes.empty() ? found.lower : std::max(found.lower, cubes.top().bound);
  return found;
}

}  // namespace abut::host
