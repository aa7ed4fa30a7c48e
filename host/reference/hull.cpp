#include "host/reference/hull.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "host/reference/exact.h"

namespace abut::reference {
namespace {

using Index = std::uint32_t;
using Points = std::vector<Vec3<double>>;
using Indices = std::vector<Index>;
using Edge = std::pair<Index, Index>;

bool less(const Vec3<double>& a, const Vec3<double>& b) {
  if (a.x != b.x) return a.x < b.x;
  if (a.y != b.y) return a.y < b.y;
  return a.z < b.z;
}

/// In the order of their coordinates; of equal points the first.
Indices distinct(const Points& p) {
  Indices order(p.size());
  for (Index i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](Index i, Index j) { return less(p[i], p[j]) || (!less(p[j], p[i]) && i < j); });
  const auto equal = [&](Index i, Index j) { return !less(p[i], p[j]); };
  order.erase(std::unique(order.begin(), order.end(), equal), order.end());
  return order;
}

/// Of the points projected along an axis.
int turn(const Points& p, int axis, Index i, Index j, Index k) {
  const Vec3<double>&a = p[i], &b = p[j], &c = p[k];
  if (axis == 0) return orient2d(a.y, a.z, b.y, b.z, c.y, c.z);
  if (axis == 1) return orient2d(a.z, a.x, b.z, b.x, c.z, c.x);
  return orient2d(a.x, a.y, b.x, b.y, c.x, c.y);
}

/// Four points at most, affinely independent; `order` has distinct ones in the order of their coordinates.
Indices independent(const Points& p, const Indices& order) {
  Indices found{order.front()};
  if (order.size() > 1) found.push_back(order.back());
  for (const Index i : order) {
    if (found.size() == 2 && !collinear(p[found[0]], p[found[1]], p[i])) found.push_back(i);
    if (found.size() == 3 && orient3d(p[found[0]], p[found[1]], p[found[2]], p[i]) != 0) found.push_back(i);
  }
  return found;
}

/// Strictly convex corners of coplanar points that are not on a line, counter-clockwise with a, b, c; by gift wrapping
/// in a projection that keeps their plane a plane.
Indices polygon(const Points& p, const Indices& coplanar, Index a, Index b, Index c) {
  int axis = 0;
  while (turn(p, axis, a, b, c) == 0) ++axis;
  const int sense = turn(p, axis, a, b, c);
  const Index first =
      *std::min_element(coplanar.begin(), coplanar.end(), [&](Index i, Index j) { return less(p[i], p[j]); });
  Indices corners;
  Index at = first;
  do {
    corners.push_back(at);
    // Nothing is right of the way to the next corner, and nothing on it lies beyond that corner.
    Index next = at;
    for (const Index i : coplanar) {
      if (i == at) continue;
      const int side = next == at ? -1 : sense * turn(p, axis, at, next, i);
      const bool beyond = side == 0 && less(p[next], p[i]) == less(p[at], p[next]);
      if (side < 0 || beyond) next = i;
    }
    at = next;
  } while (at != first);
  return corners;
}

class SolidHull {
 public:
  /// Of distinct points in the order of their coordinates, not all in a plane.
  SolidHull(const Points& points, const Indices& order) : points_(points), order_(order) {
    add_first_facet();
    for (std::size_t f = 0; f < facets_.size(); ++f) {
      for (std::size_t k = 0; k < facets_[f].size(); ++k) {
        const auto [from, to] = edge(f, k);
        if (facet_of_.count({to, from}) == 0) add(wrapped(to, from, facets_[f][(k + 2) % facets_[f].size()]));
      }
    }
  }

  /// The facets cut into fans.
  std::vector<HullTriangle> triangles() const {
    std::vector<HullTriangle> result;
    std::map<Edge, Index> triangle_of;
    for (const Indices& facet : facets_) {
      for (std::size_t k = 1; k + 1 < facet.size(); ++k) {
        const HullTriangle t{{facet[0], facet[k], facet[k + 1]}, {}};
        for (std::size_t j = 0; j < 3; ++j) {
          triangle_of[{t.vertex[j], t.vertex[(j + 1) % 3]}] = static_cast<Index>(result.size());
        }
        result.push_back(t);
      }
    }
    for (HullTriangle& t : result) {
      for (std::size_t j = 0; j < 3; ++j) t.neighbour[j] = triangle_of.at({t.vertex[(j + 1) % 3], t.vertex[j]});
    }
    return result;
  }

 private:
  Edge edge(std::size_t facet, std::size_t k) const {
    const Indices& corners = facets_[facet];
    return {corners[k], corners[(k + 1) % corners.size()]};
  }

  void add(Indices corners) {
    facets_.push_back(std::move(corners));
    for (std::size_t k = 0; k < facets_.back().size(); ++k) facet_of_[edge(facets_.size() - 1, k)] = facets_.size() - 1;
  }

  int above(Index a, Index b, Index c, Index p) const {
    return orient3d(points_[a], points_[b], points_[c], points_[p]);
  }

  /// Corners of the facet that has the hull's edge from a to b, counter-clockwise from outside. `start` is beside the
  /// edge, in a plane that holds the edge and nothing above it, or in the inside: seen along the edge all points lie
  /// within half a turn from there, where being above a plane is an order.
  Indices wrapped(Index a, Index b, Index start) const {
    Index outermost = start;
    Indices coplanar;
    for (const Index p : order_) {
      if (p == a || p == b || p == outermost) continue;
      const int side = above(a, b, outermost, p);
      if (side > 0) {
        outermost = p;
        coplanar.clear();
      } else if (side == 0) {
        coplanar.push_back(p);
      }
    }
    if (coplanar.empty()) return {a, b, outermost};
    coplanar.insert(coplanar.end(), {a, b, outermost});
    return polygon(points_, coplanar, a, b, outermost);
  }

  /// The plane along z that holds an edge of the hull's shadow on the plane of x and y holds a facet, or an edge about
  /// which a facet is wrapped.
  void add_first_facet() {
    const auto is_over = [&](Index i, Index j) { return points_[i].x == points_[j].x && points_[i].y == points_[j].y; };
    const Index a = order_.front();  // its shadow is a corner
    Index b = a;
    for (const Index p : order_) {
      if (is_over(p, a)) continue;
      if (b == a || turn(points_, 2, a, b, p) < 0) b = p;
    }
    Indices upright;
    Index inside = a;
    for (const Index p : order_) {
      if (turn(points_, 2, a, b, p) == 0) {
        upright.push_back(p);
      } else {
        inside = p;
      }
    }
    const Indices corners = independent(points_, upright);
    if (corners.size() == 2) return add(wrapped(corners[0], corners[1], inside));
    const bool is_outward = above(corners[0], corners[1], corners[2], inside) < 0;
    add(polygon(points_, upright, corners[is_outward ? 0 : 1], corners[is_outward ? 1 : 0], corners[2]));
  }

  const Points& points_;
  const Indices& order_;
  std::vector<Indices> facets_;
  std::map<Edge, std::size_t> facet_of_;  // of an edge, counter-clockwise
};

}  // namespace

Hull convex_hull(const std::vector<Vec3<double>>& points) {
  Hull hull;
  if (points.empty()) return hull;
  const Indices order = distinct(points);
  const Indices start = independent(points, order);
  hull.dimension = static_cast<int>(start.size()) - 1;
  if (hull.dimension == 3) {
    hull.triangles = SolidHull(points, order).triangles();
  } else if (hull.dimension == 2) {
    hull.corners = polygon(points, order, start[0], start[1], start[2]);
  } else {
    hull.corners = start;
  }
  return hull;
}

}  // namespace abut::reference
