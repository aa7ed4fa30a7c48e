#include "host/decompose/surface_reach.h"

#include <algorithm>
#include <queue>

namespace abut::host {
namespace {

constexpr std::size_t most_to_decide = 30'000;      // tetrahedra, that a yes or no may take
constexpr std::size_t most_to_measure = 1'000'000;  // that a measure may take

/// A point of the hull, and the facet it is nearest to. Data only.
struct Corner {
  Vec3<double> at;
  SurfaceTree::Nearest nearest;
};

struct Tetrahedron {
  Corner corner[4];
  double bound;  ///< no point of it is farther
  bool operator<(const Tetrahedron& other) const { return bound < other.bound; }
};

class Cutting {
 public:
  explicit Cutting(const Surface& surface) : surface_(surface) {}

  Corner corner(const Vec3<double>& p, double known = infinity) const { return {p, surface_.tree.nearest(p, known)}; }

  /// By its corners, and where that leaves more than `enough` by its middle, whose distance is returned; else 0.
  double set_bound(Tetrahedron& t, double enough) const {
    t.bound = infinity;
    for (int k = 0; k < 4; ++k) {
      bool seen = false;
      for (int j = 0; j < k; ++j) seen |= t.corner[j].nearest.triangle == t.corner[k].nearest.triangle;
      bound_by(t, t.corner[k], !seen);
    }
    if (t.bound <= enough) return 0;
    const Vec3<double> at = (t.corner[0].at + t.corner[1].at + t.corner[2].at + t.corner[3].at) * 0.25;
    double known = infinity;
    for (const Corner& c : t.corner) known = std::min(known, c.nearest.distance + norm(at - c.at));
    const Corner middle = corner(at, known);
    bound_by(t, middle, true);
    if (t.bound > enough) {
      const Vec3<double> corners[4] = {t.corner[0].at, t.corner[1].at, t.corner[2].at, t.corner[3].at};
      t.bound = std::min(t.bound, surface_.flat.bound(corners, at, middle.nearest));
    }
    return middle.nearest.distance;
  }

  /// All of a hull, about its middle.
  std::vector<Tetrahedron> fan(const PartHull& hull, double enough) const {
    std::vector<Corner> corners;
    for (const Vec3<double>& p : hull.points) corners.push_back(corner(p));
    const Corner middle = corner(middle_of(hull.points));
    std::vector<Tetrahedron> out;
    for (const auto& t : triangles_of(hull)) {
      out.push_back({{middle, corners[t[0]], corners[t[1]], corners[t[2]]}, 0});
      set_bound(out.back(), enough);
    }
    return out;
  }

  /// Across its longest edge. The largest distance of a new point from the surface.
  double halve(const Tetrahedron& t, Tetrahedron& a, Tetrahedron& b, double enough) const {
    int from = 0, to = 1;
    double longest = -1;
    for (int i = 0; i < 4; ++i) {
      for (int j = i + 1; j < 4; ++j) {
        const Vec3<double> d = t.corner[j].at - t.corner[i].at;
        if (inner(d, d) > longest) longest = inner(d, d), from = i, to = j;
      }
    }
    const Corner &p = t.corner[from], &q = t.corner[to];
    const double known = std::min(p.nearest.distance, q.nearest.distance) + std::sqrt(longest) / 2;
    const Corner middle = corner((p.at + q.at) * 0.5, known);
    a = t, b = t;
    a.corner[to] = middle, b.corner[from] = middle;
    const double in_a = set_bound(a, enough), in_b = set_bound(b, enough);
    return std::max({middle.nearest.distance, in_a, in_b});
  }

 private:
  /// By the way from one of its points, and by the facet that is nearest to it, if that was not asked.
  void bound_by(Tetrahedron& t, const Corner& from, bool ask_facet) const {
    double farthest = 0, way = 0;
    for (const Corner& c : t.corner) {
      const Vec3<double> d = c.at - from.at;
      way = std::max(way, inner(d, d));
      if (ask_facet && farthest < t.bound) {
        farthest = std::max(farthest, surface_.tree.distance(from.nearest.triangle, c.at));
      }
    }
    t.bound = std::min(t.bound, from.nearest.distance + std::sqrt(way));
    if (ask_facet) t.bound = std::min(t.bound, farthest);
  }

  const Surface& surface_;
};

double highest(const Tetrahedron& t) {
  double most = 0;
  for (const Corner& c : t.corner) most = std::max(most, c.nearest.distance);
  return most;
}

/// Whether one facet is near enough to all of the hull, the one that its middle is nearest to.
bool one_facet_is_near(const SurfaceTree& surface, const PartHull& hull, double limit) {
  const std::uint32_t facet = surface.nearest(middle_of(hull.points)).triangle;
  return std::all_of(hull.points.begin(), hull.points.end(),
                     [&](const Vec3<double>& p) { return surface.distance(facet, p) <= limit; });
}

}  // namespace

double reach_of_corners(const Surface& surface, const PartHull& hull) {
  double most = surface.tree.nearest(middle_of(hull.points)).distance;
  for (const Vec3<double>& p : hull.points) most = std::max(most, surface.tree.nearest(p).distance);
  return most;
}

bool stays_near(const Surface& surface, const PartHull& hull, double limit, double resolution) {
  if (one_facet_is_near(surface.tree, hull, limit)) return true;
  const Cutting cutting(surface);
  if (cutting.corner(middle_of(hull.points)).nearest.distance > limit) return false;
  std::vector<Tetrahedron> todo = cutting.fan(hull, limit);
  for (const Tetrahedron& t : todo) {
    if (highest(t) > limit) return false;
  }
  std::size_t looked_at = todo.size();
  while (!todo.empty()) {
    const Tetrahedron t = todo.back();
    todo.pop_back();
    if (t.bound <= limit) continue;
    if (highest(t) > limit - resolution || looked_at > most_to_decide) return false;
    Tetrahedron a, b;
    if (cutting.halve(t, a, b, limit) > limit) return false;
    looked_at += 2;
    // The one that is more likely to say no first.
    const bool a_last = a.bound >= b.bound;
    todo.push_back(a_last ? b : a), todo.push_back(a_last ? a : b);
  }
  return true;
}

Reach reach_of(const Surface& surface, const PartHull& hull, double resolution, double share, double least) {
  Reach found{least, least};
  const Cutting cutting(surface);
  std::priority_queue<Tetrahedron> todo;
  for (const Tetrahedron& t : cutting.fan(hull, least + resolution)) {
    found.lower = std::max(found.lower, highest(t));
    todo.push(t);
  }
  std::size_t looked_at = todo.size();
  while (!todo.empty() && todo.top().bound > found.lower + std::max(resolution, share * found.lower) &&
         looked_at < most_to_measure) {
    const Tetrahedron t = todo.top();
    todo.pop();
    Tetrahedron halves[2];
    const double enough = found.lower + std::max(resolution, share * found.lower);
    found.lower = std::max(found.lower, cutting.halve(t, halves[0], halves[1], enough));
    for (const Tetrahedron& h : halves) {
      if (h.bound > found.lower) todo.push(h);
    }
    looked_at += 2;
  }
  found.upper = todo.empty() ? found.lower : std::max(found.lower, todo.top().bound);
  return found;
}

}  // namespace abut::host
