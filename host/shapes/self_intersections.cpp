// Guigue & Devillers 2003 tell from signs alone whether two triangles meet. Here the same is asked edge by edge: two
// triangles that are not coplanar meet where an edge of one meets the other.
#include "host/shapes/self_intersections.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <numeric>

#include "abut/core/predicates.h"

namespace abut::host {
namespace {

using Triangle = std::array<std::uint32_t, 3>;
using Corners = std::array<Vec3<double>, 3>;

/// The coordinates of a plane that a normal is most along.
struct Projected {
  double x, y;
};

bool is_there(const Triangle& t, std::uint32_t v) { return t[0] == v || t[1] == v || t[2] == v; }

/// Projections on the three coordinate planes: one of them keeps a triangle's area.
Projected projected(const Vec3<double>& p, int plane) {
  return plane == 0 ? Projected{p.y, p.z} : plane == 1 ? Projected{p.z, p.x} : Projected{p.x, p.y};
}
int turn(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c, int plane) {
  const Projected p = projected(a, plane), q = projected(b, plane), r = projected(c, plane);
  return orient2d(p.x, p.y, q.x, q.y, r.x, r.y);
}

/// In a plane: whether a segment and a triangle have a point in common, ends and border included.
bool meet_in_plane(const Vec3<double>& p, const Vec3<double>& q, const Corners& t, int plane) {
  const int side = turn(t[0], t[1], t[2], plane);
  const auto inside = [&](const Vec3<double>& x) {
    return turn(t[0], t[1], x, plane) * side >= 0 && turn(t[1], t[2], x, plane) * side >= 0 &&
           turn(t[2], t[0], x, plane) * side >= 0;
  };
  if (inside(p) || inside(q)) return true;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3<double>&a = t[k], &b = t[(k + 1) % 3];
    const int pa = turn(p, q, a, plane), pb = turn(p, q, b, plane), ap = turn(a, b, p, plane),
              aq = turn(a, b, q, plane);
    if (pa * pb < 0 && ap * aq < 0) return true;
  }
  return false;
}

int plane_that_keeps(const Corners& t) {
  for (int plane = 0; plane < 3; ++plane) {
    if (turn(t[0], t[1], t[2], plane) != 0) return plane;
  }
  return -1;
}

/// A segment and a triangle with area, ends and border included.
bool meet(const Vec3<double>& p, const Vec3<double>& q, const Corners& t) {
  const int sp = orient3d(t[0], t[1], t[2], p), sq = orient3d(t[0], t[1], t[2], q);
  if (sp * sq > 0) return false;
  if (sp == 0 && sq == 0) return meet_in_plane(p, q, t, plane_that_keeps(t));
  // The line is on one side of all three edges.
  const int a = orient3d(p, q, t[0], t[1]), b = orient3d(p, q, t[1], t[2]), c = orient3d(p, q, t[2], t[0]);
  return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

class Finder {
 public:
  Finder(std::span<const Vec3<double>> vertices, std::span<const Triangle> triangles)
      : vertices_(vertices), triangles_(triangles) {}

  Corners corners(std::uint32_t i) const {
    const Triangle& t = triangles_[i];
    return {vertices_[t[0]], vertices_[t[1]], vertices_[t[2]]};
  }

  bool intersect(std::uint32_t i, std::uint32_t j) const {
    const Triangle &s = triangles_[i], &t = triangles_[j];
    const Corners a = corners(i), b = corners(j);
    if (plane_that_keeps(a) < 0 || plane_that_keeps(b) < 0) return false;
    const auto shared = std::count_if(s.begin(), s.end(), [&](std::uint32_t v) { return is_there(t, v); });
    if (shared == 3) return true;
    if (shared == 2) return folded(s, t, a);
    if (shared == 1) return through_opposite(s, t, a, b) || through_opposite(t, s, b, a) || wedged(s, t, a, b);
    for (std::size_t k = 0; k < 3; ++k) {
      if (meet(a[k], a[(k + 1) % 3], b) || meet(b[k], b[(k + 1) % 3], a)) return true;
    }
    return false;
  }

 private:
  /// Two triangles with an edge in common that lie in one plane on the same side of it.
  bool folded(const Triangle& s, const Triangle& t, const Corners& a) const {
    const auto own = *std::find_if(s.begin(), s.end(), [&](std::uint32_t v) { return !is_there(t, v); });
    const auto other = *std::find_if(t.begin(), t.end(), [&](std::uint32_t v) { return !is_there(s, v); });
    const Vec3<double>&p = vertices_[own], &q = vertices_[other];
    if (orient3d(a[0], a[1], a[2], q) != 0) return false;
    Vec3<double> edge[2];
    std::size_t n = 0;
    for (const std::uint32_t v : s) {
      if (is_there(t, v)) edge[n++] = vertices_[v];
    }
    const int plane = plane_that_keeps(a);
    return turn(edge[0], edge[1], p, plane) * turn(edge[0], edge[1], q, plane) > 0;
  }
  /// With one corner in common: whether the edge of `s` opposite to it meets `t`.
  bool through_opposite(const Triangle& s, const Triangle& t, const Corners& a, const Corners& b) const {
    for (std::size_t k = 0; k < 3; ++k) {
      if (is_there(t, s[k])) return meet(a[(k + 1) % 3], a[(k + 2) % 3], b);
    }
    return false;
  }
  /// With one corner in common and in one plane: whether an edge from there runs into the other triangle.
  bool wedged(const Triangle& s, const Triangle& t, const Corners& a, const Corners& b) const {
    for (const Vec3<double>& q : b) {
      if (orient3d(a[0], a[1], a[2], q) != 0) return false;
    }
    const int plane = plane_that_keeps(a);
    const auto runs_into = [&](const Triangle& from, const Triangle& into, const Corners& x, const Corners& y) {
      for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t l = 0; l < 3; ++l) {
          if (from[k] != into[l]) continue;
          const int side = turn(y[0], y[1], y[2], plane);
          for (const std::size_t end : {(k + 1) % 3, (k + 2) % 3}) {
            if (turn(y[l], y[(l + 1) % 3], x[end], plane) * side > 0 &&
                turn(y[(l + 2) % 3], y[l], x[end], plane) * side > 0) {
              return true;
            }
          }
        }
      }
      return false;
    };
    return runs_into(s, t, a, b) || runs_into(t, s, b, a);
  }

  std::span<const Vec3<double>> vertices_;
  std::span<const Triangle> triangles_;
};

}  // namespace

std::vector<std::array<std::uint32_t, 2>> self_intersections(std::span<const Vec3<double>> vertices,
                                                             std::span<const Triangle> triangles,
                                                             std::span<const std::uint32_t> same, std::size_t most) {
  const Finder finder(vertices, triangles);
  struct Extent {
    Vec3<double> lo, hi;
    std::uint32_t triangle;
  };
  std::vector<Extent> extents;
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    const Corners c = finder.corners(i);
    extents.push_back(
        {{std::min({c[0].x, c[1].x, c[2].x}), std::min({c[0].y, c[1].y, c[2].y}), std::min({c[0].z, c[1].z, c[2].z})},
         {std::max({c[0].x, c[1].x, c[2].x}), std::max({c[0].y, c[1].y, c[2].y}), std::max({c[0].z, c[1].z, c[2].z})},
         i});
  }
  std::sort(extents.begin(), extents.end(), [](const Extent& a, const Extent& b) {
    return a.lo.x != b.lo.x ? a.lo.x < b.lo.x : a.triangle < b.triangle;
  });
  std::vector<std::vector<std::array<std::uint32_t, 2>>> found(extents.size());
  tbb::parallel_for(std::size_t{0}, extents.size(), [&](std::size_t i) {
    const Extent& a = extents[i];
    for (std::size_t j = i + 1; j < extents.size() && extents[j].lo.x <= a.hi.x; ++j) {
      const Extent& b = extents[j];
      if (b.lo.y > a.hi.y || a.lo.y > b.hi.y || b.lo.z > a.hi.z || a.lo.z > b.hi.z) continue;
      if (!same.empty() && same[a.triangle] != same[b.triangle]) continue;
      if (!finder.intersect(a.triangle, b.triangle)) continue;
      found[i].push_back({std::min(a.triangle, b.triangle), std::max(a.triangle, b.triangle)});
    }
  });
  std::vector<std::array<std::uint32_t, 2>> all;
  for (const auto& f : found) all.insert(all.end(), f.begin(), f.end());
  std::sort(all.begin(), all.end());
  if (all.size() > most) all.resize(most);
  return all;
}

}  // namespace abut::host
