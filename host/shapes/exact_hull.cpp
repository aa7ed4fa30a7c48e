#include "host/shapes/exact_hull.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "host/shapes/orientations.h"

namespace abut::host {
namespace {

using Index = std::uint32_t;
using Points = std::span<const Vec3<double>>;
constexpr Index none = 0xffffffffu;

// With plain operations, which only choose among points: their order stays.
double inner(const Vec3<double>& a, const Vec3<double>& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3<double> outer(const Vec3<double>& a, const Vec3<double>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

bool less(const Vec3<double>& a, const Vec3<double>& b) {
  if (a.x != b.x) return a.x < b.x;
  if (a.y != b.y) return a.y < b.y;
  return a.z < b.z;
}

/// Up to four affinely independent points, well apart where the set allows it.
std::vector<Index> independent_points(Points p, const Orientations& signs) {
  const Index count = static_cast<Index>(p.size());
  Index lowest = 0, highest = 0;
  for (Index i = 1; i < count; ++i) {
    if (less(p[i], p[lowest])) lowest = i;
    if (less(p[highest], p[i])) highest = i;
  }
  if (!less(p[lowest], p[highest])) return {lowest};

  // The measures in double only choose; whether a point is independent is decided exactly.
  Index third = none, fourth = none;
  double best = -1;
  const Vec3<double> line = p[highest] - p[lowest];
  for (Index i = 0; i < count; ++i) {
    const Vec3<double> c = outer(line, p[i] - p[lowest]);
    const double measure = inner(c, c);
    if ((third == none || measure > best) && !signs.collinear(lowest, highest, i)) best = measure, third = i;
  }
  if (third == none) return {lowest, highest};
  best = -1;
  const Vec3<double> normal = outer(line, p[third] - p[lowest]);
  for (Index i = 0; i < count; ++i) {
    const double measure = std::fabs(inner(normal, p[i] - p[lowest]));
    if ((fourth == none || measure > best) && signs.side(lowest, highest, third, i) != 0) best = measure, fourth = i;
  }
  if (fourth == none) return {lowest, highest, third};
  return {lowest, highest, third, fourth};
}

/// Corners of coplanar points, by Andrew's monotone chain in the coordinate plane that shows their plane best.
std::vector<Index> polygon(Points p, const Orientations& signs, const std::vector<Index>& start) {
  const Vec3<double> n = signs.unit_normal(start[0], start[1], start[2]);
  const double ax = std::fabs(n.x), ay = std::fabs(n.y), az = std::fabs(n.z);
  const int drop = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
  const auto u = [&](Index i) { return drop == 0 ? p[i].y : p[i].x; };
  const auto v = [&](Index i) { return drop == 2 ? p[i].y : p[i].z; };
  const int left = drop == 1 ? -1 : 1;  // x and z, in this order, are seen from behind

  std::vector<Index> order(p.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index i, Index j) {
    return u(i) != u(j) ? u(i) < u(j) : v(i) != v(j) ? v(i) < v(j) : i < j;
  });
  std::vector<Index> chain;
  const auto extend = [&](Index i, std::size_t base) {
    while (chain.size() > base + 1 && left * signs.turn(chain[chain.size() - 2], chain.back(), i, drop) <= 0) {
      chain.pop_back();
    }
    if (chain.empty() || u(chain.back()) != u(i) || v(chain.back()) != v(i)) chain.push_back(i);
  };
  for (const Index i : order) extend(i, 0);
  const std::size_t lower = chain.size() - 1;
  for (auto it = order.rbegin(); it != order.rend(); ++it) extend(*it, lower);
  chain.pop_back();  // the first point again
  return chain;
}

class SolidHull {
 public:
  SolidHull(Points points, const Orientations& signs, const std::vector<Index>& start)
      : points_(points), signs_(signs), next_(points.size(), none), face_from_(points.size(), none) {
    make_tetrahedron(start);
    while (!pending_.empty()) {
      const Index face = pending_.back();
      pending_.pop_back();
      if (faces_[face].alive && faces_[face].outside != none) insert(face);
    }
  }

  std::vector<HullTriangle> triangles() const {
    std::vector<Index> renumbered(faces_.size(), none);
    Index count = 0;
    for (Index f = 0; f < faces_.size(); ++f) {
      if (faces_[f].alive) renumbered[f] = count++;
    }
    std::vector<HullTriangle> result;
    result.reserve(count);
    for (const Face& face : faces_) {
      if (!face.alive) continue;
      HullTriangle t = face.triangle;
      for (Index& neighbour : t.neighbour) neighbour = renumbered[neighbour];
      result.push_back(t);
    }
    return result;
  }

 private:
  struct Face {
    HullTriangle triangle;
    Index outside = none;  // list of points strictly above, the farthest one first
    double farthest = 0;
    Index visit = none;  // the last inserted point that looked at this face
    bool visible = false;
    bool alive = true;
  };
  struct HorizonEdge {
    Index from, to, outer;
  };

  int side(const Face& face, Index p) const {
    const auto& v = face.triangle.vertex;
    return signs_.side(v[0], v[1], v[2], p);
  }

  void make_tetrahedron(const std::vector<Index>& s) {
    Index a = s[0], b = s[1];
    const Index c = s[2], d = s[3];
    if (signs_.side(a, b, c, d) > 0) std::swap(a, b);  // d is below a, b, c
    faces_.resize(4);
    faces_[0].triangle = {{a, b, c}, {1, 2, 3}};
    faces_[1].triangle = {{b, a, d}, {0, 3, 2}};
    faces_[2].triangle = {{c, b, d}, {0, 1, 3}};
    faces_[3].triangle = {{a, c, d}, {0, 2, 1}};
    for (Index p = 0; p < points_.size(); ++p) give(p, 0);
    for (Index f = 0; f < 4; ++f) pending_.push_back(f);
  }

  /// Puts the point on the list of the first face from `first` on that it is strictly above; inner points vanish.
  void give(Index p, Index first) {
    for (Index f = first; f < faces_.size(); ++f) {
      Face& face = faces_[f];
      if (side(face, p) <= 0) continue;
      const auto& v = face.triangle.vertex;
      const double height = std::fabs(
          inner(outer(points_[v[1]] - points_[v[0]], points_[v[2]] - points_[v[0]]), points_[p] - points_[v[0]]));
      if (face.outside == none || height > face.farthest) {
        next_[p] = face.outside;
        face.outside = p;
        face.farthest = height;
      } else {
        next_[p] = next_[face.outside];
        next_[face.outside] = p;
      }
      return;
    }
  }

  /// Replaces what the farthest point of a face sees (coplanar faces included) by the cone over the horizon.
  void insert(Index seen) {
    const Index p = faces_[seen].outside;
    find_visible(seen, p);
    const Index first = static_cast<Index>(faces_.size());
    for (const HorizonEdge& e : horizon_) {
      const Index f = static_cast<Index>(faces_.size());
      faces_.emplace_back();
      faces_[f].triangle = {{e.from, e.to, p}, {e.outer, none, none}};
      face_from_[e.from] = f;
      HullTriangle& outer = faces_[e.outer].triangle;
      for (int k = 0; k < 3; ++k) {
        if (outer.vertex[k] == e.to && outer.vertex[(k + 1) % 3] == e.from) outer.neighbour[k] = f;
      }
    }
    for (Index f = first; f < faces_.size(); ++f) {
      const Index following = face_from_[faces_[f].triangle.vertex[1]];
      faces_[f].triangle.neighbour[1] = following;
      faces_[following].triangle.neighbour[2] = f;
      pending_.push_back(f);
    }
    for (const Index f : visible_) {
      for (Index q = faces_[f].outside; q != none;) {
        const Index following = next_[q];
        if (q != p) give(q, first);
        q = following;
      }
      faces_[f].outside = none;
    }
  }

  void find_visible(Index seen, Index p) {
    visible_.assign(1, seen);
    horizon_.clear();
    faces_[seen].visit = p;
    faces_[seen].visible = true;
    for (std::size_t i = 0; i < visible_.size(); ++i) {
      faces_[visible_[i]].alive = false;
      for (const Index n : faces_[visible_[i]].triangle.neighbour) {
        Face& neighbour = faces_[n];
        if (neighbour.visit == p) continue;
        neighbour.visit = p;
        neighbour.visible = side(neighbour, p) >= 0;
        if (neighbour.visible) visible_.push_back(n);
      }
    }
    for (const Index f : visible_) {
      const HullTriangle& t = faces_[f].triangle;
      for (int k = 0; k < 3; ++k) {
        if (!faces_[t.neighbour[k]].visible) horizon_.push_back({t.vertex[k], t.vertex[(k + 1) % 3], t.neighbour[k]});
      }
    }
  }

  Points points_;
  const Orientations& signs_;
  std::vector<Face> faces_;
  std::vector<Index> next_;       // of a point in its face's list
  std::vector<Index> face_from_;  // new face over the horizon edge that starts at a vertex
  std::vector<Index> pending_, visible_;
  std::vector<HorizonEdge> horizon_;
};

}  // namespace

ExactHull exact_hull(Points points) {
  ExactHull hull;
  if (points.empty()) return hull;
  const Orientations signs(points);
  const std::vector<Index> start = independent_points(points, signs);
  hull.dimension = static_cast<int>(start.size()) - 1;
  if (hull.dimension == 3) {
    hull.triangles = SolidHull(points, signs, start).triangles();
  } else if (hull.dimension == 2) {
    hull.corners = polygon(points, signs, start);
  } else {
    hull.corners = start;
  }
  return hull;
}

}  // namespace abut::host
