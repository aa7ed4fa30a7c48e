#include "host/decompose/protrusion.h"

#include <algorithm>
#include <queue>

#include "host/reference/hull.h"

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

/// How far the hull reaches out of the body, seen from the body's facets.
class Above {
 public:
  Above(const Body& body, const PartHull& hull) : body_(body), hull_(hull) {
    rounding_ =
        8e-15 * std::max({max_abs(body.box().lo), max_abs(body.box().hi), max_abs(hull.box.lo), max_abs(hull.box.hi)});
    slack_ = std::max(1e-9 * body.half_extent(), rounding_);
    for (const ShellDistance& d : body.distances()) {
      heights_.emplace_back(d.size(), unknown);
      crossed_ = crossed_ || d.crossed();
    }
  }

  /// A bound on how far hull's points within `reach` of `p`, which is `distance` from the body, are outside; infinite
  /// where it would be more than `most`.
  double operator()(const Vec3<double>& p, double distance, double reach, double most) {
    if (crossed_) return infinity;  // a point outside may be below the facet that it is nearest to
    const double radius = 2 * reach + max(distance, 0.0), bound = above_facets(p, reach, radius, most);
    return bound <= most ? bound : above_a_plane(p, reach, radius);
  }

 private:
  /// A point outside of the body has its nearest surface point on some facets, and the way from there lies in the cone
  /// of their normals: it is not far if it is not high above any of them (`over_height`). So where the hull is below
  /// the planes of all facets near a place, none of its points there is outside. Below to rounding: such a point is at
  /// most that far away, over the sine of half the sharpest edge's angle.
  double above_facets(const Vec3<double>& p, double reach, double radius, double most) {
    double bound = 0;
    for (std::size_t s = 0; s < heights_.size(); ++s) {
      const ShellDistance& distance = body_.distances()[s];
      double highest = 0, at_thin = 0;
      const bool low = distance.all_near(p, radius, [&](std::uint32_t i) {
        if (distance.is_thin(i)) {
          at_thin = std::max(at_thin, distance.over_height(i));
          return true;
        }
        const double h = std::min(height(s, i), distance.plane(i).height(p) + reach);
        if (h > slack_) {
          bound = std::max(bound, (h + slack_) * distance.over_height(i));
        } else if (h > -slack_) {
          bound = std::max(bound, (std::max(h, 0.0) + rounding_) * distance.over_slack(i));
        }
        highest = std::max(highest, h);
        return bound <= most;
      });
      if (at_thin > 0) bound = std::max(bound, (highest + slack_) * at_thin);
      if (!low || !(bound <= most)) return infinity;
    }
    return bound;
  }

  /// A point right above a facet is no farther from the body than from it, and that is no more than the hull's height
  /// above its plane; one right below it may be behind a wall, but is no farther than `reach` lets it be. The facet may
  /// be of several triangles: those that face the points are so many that `p` is right above one, and none has an edge
  /// to another plane near it.
  double above_a_plane(const Vec3<double>& p, double reach, double radius) {
    double least = infinity;
    Plane under{};
    std::size_t solid = 0;
    for (std::size_t s = 0; s < heights_.size(); ++s) {
      const ShellDistance& distance = body_.distances()[s];
      distance.all_near(p, radius, [&](std::uint32_t i) {
        if (height(s, i) < least && distance.plane(i).height(p) > -reach && distance.faces(i, p)) {
          least = height(s, i), under = distance.plane(i), solid = s;
        }
        return true;
      });
    }
    if (!(least < infinity)) return infinity;
    const ShellDistance& distance = body_.distances()[solid];
    const bool clear = distance.all_near(p, radius, [&](std::uint32_t i) {
      const Plane plane = distance.plane(i);
      const bool same =
          inner(plane.normal, under.normal) > 1 - 1e-12 && std::fabs(plane.offset - under.offset) < slack_;
      return !same || distance.clear_of_bends(i, p, reach);
    });
    return clear ? std::max(least, reach - under.height(p)) + slack_ : infinity;
  }

  /// Of the hull above a triangle's plane.
  double height(std::size_t solid, std::uint32_t triangle) {
    double& h = heights_[solid][triangle];
    if (h == unknown) {
      const Plane plane = body_.distances()[solid].plane(triangle);
      h = support(hull_, plane.normal) - plane.offset;
    }
    return h;
  }

  static constexpr double unknown = -infinity;
  const Body& body_;
  const PartHull& hull_;
  double slack_;
  double rounding_;  // of a height, at most
  bool crossed_ = false;
  std::vector<std::vector<double>> heights_;
};

/// Of points in a plane: the triangles of their polygon are halved until each is decided.
Protrusion of_flat(const Body& body, const std::vector<Vec3<double>>& points, double resolution, double share) {
  struct Bit {
    double bound;
    Vec3<double> a, b, c;
    bool operator<(const Bit& other) const { return bound < other.bound; }
  };
  Protrusion found{0, 0};
  std::priority_queue<Bit> bits;
  const auto look = [&](const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
    const Vec3<double> middle = (a + b + c) * (1.0 / 3);
    const double distance = body.distance(middle);
    found.lower = std::max(found.lower, distance);
    bits.push({distance + std::max({norm(a - middle), norm(b - middle), norm(c - middle)}), a, b, c});
  };
  const std::vector<std::uint32_t> corners = reference::convex_hull(points).corners;
  for (const std::uint32_t v : corners) found.lower = std::max(found.lower, body.distance(points[v]));
  if (corners.size() == 2) look(points[corners[0]], points[corners[1]], points[corners[1]]);
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
    look(points[corners[0]], points[corners[k]], points[corners[k + 1]]);
  }
  while (!bits.empty() && bits.top().bound > found.lower + std::max(resolution, share * found.lower)) {
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

bool stays_within(const Body& body, const PartHull& hull, double limit, double resolution) {
  if (hull.flat()) return true;
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
  const auto look = [&](const Cube& parent, const Vec3<double>& middle, double half, double known) {
    if (!within) return;
    const Place place = planes.place_of(parent, middle, half);
    if (place == Place::outside) return;
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
  return within;
}

Protrusion protrusion(const Body& body, const PartHull& hull, double resolution, double share) {
  if (hull.flat()) return of_flat(body, hull.points, resolution, share);
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
  const auto look = [&](const Cube& parent, const Vec3<double>& middle, double half, double known) {
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
  while (!cubes.empty() && cubes.top().bound > found.lower + std::max(resolution, share * found.lower)) {
    const Cube c = cubes.top().cube;
    cubes.pop();
    each_octant(c, look);
  }
  found.upper = cubes.empty() ? found.lower : std::max(found.lower, cubes.top().bound);
  return found;
}

}  // namespace abut::host
