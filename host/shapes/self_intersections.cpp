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

int projection_plane(const Corners& t) {
  for (int plane = 0; plane < 3; ++plane) {
    if (turn(t[0], t[1], t[2], plane) != 0) return plane;
  }
  return -1;
}

/// A segment and a triangle with area, ends and border included.
bool meet(const Vec3<double>& p, const Vec3<double>& q, const Corners& t) {
  const int sp = orient3d(t[0], t[1], t[2], p), sq = orient3d(t[0], t[1], t[2], q);
  if (sp * sq > 0) return false;
  if (sp == 0 && sq == 0) return meet_in_plane(p, q, t, projection_plane(t));
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
    if (projection_plane(a) < 0 || projection_plane(b) < 0) return false;
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
    const int plane = projection_plane(a);
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
    const int plane = projection_plane(a);
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

struct Extent {
  Vec3<double> lo, hi;

  void add(const Extent& e) {
    lo = {std::min(lo.x, e.lo.x), std::min(lo.y, e.lo.y), std::min(lo.z, e.lo.z)};
    hi = {std::max(hi.x, e.hi.x), std::max(hi.y, e.hi.y), std::max(hi.z, e.hi.z)};
  }
  bool meets(const Extent& e) const {
    return lo.x <= e.hi.x && e.lo.x <= hi.x && lo.y <= e.hi.y && e.lo.y <= hi.y && lo.z <= e.hi.z && e.lo.z <= hi.z;
  }
};

Extent extent_of(const Corners& c) {
  Extent all{c[0], c[0]};
  for (const Vec3<double>& p : c) all.add({p, p});
  return all;
}

/// A tree of boxes over the triangles. A sweep along an axis would ask all pairs of a plate across it.
class Tree {
 public:
  explicit Tree(std::vector<Extent> extents) : extents_(std::move(extents)), order_(extents_.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    if (!order_.empty()) build(0, static_cast<std::uint32_t>(order_.size()));
  }

  /// Calls `f` for the triangles above number `i` whose boxes meet its box, in no order.
  template <class F>
  void each_above(std::uint32_t i, const F& f) const {
    std::uint32_t stack[64];  // the tree halves its triangles
    std::size_t depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const std::uint32_t at = stack[--depth];
      const Node& node = nodes_[at];
      if (!node.extent.meets(extents_[i])) continue;
      if (node.count == 0) {
        stack[depth++] = at + 1;
        stack[depth++] = node.first;
        continue;
      }
      for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
        const std::uint32_t j = order_[k];
        if (j > i && extents_[j].meets(extents_[i])) f(j);
      }
    }
  }

 private:
  static constexpr std::uint32_t leaf_triangles = 8;
  struct Node {
    Extent extent;
    std::uint32_t first, count;  ///< of a leaf: in `order_`; else `count` is 0, and `first` the right child
  };

  void build(std::uint32_t first, std::uint32_t count) {
    Extent all = extents_[order_[first]];
    for (std::uint32_t k = first; k < first + count; ++k) all.add(extents_[order_[k]]);
    const auto node = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({all, first, count});
    if (count <= leaf_triangles) return;
    const Vec3<double> e = all.hi - all.lo;
    const auto along = [&](std::uint32_t i) {
      const Extent& x = extents_[i];
      return e.x >= e.y && e.x >= e.z ? x.lo.x + x.hi.x : e.y >= e.z ? x.lo.y + x.hi.y : x.lo.z + x.hi.z;
    };
    const auto begin = order_.begin() + first;
    std::nth_element(begin, begin + count / 2, begin + count,
                     [&](std::uint32_t i, std::uint32_t j) { return along(i) < along(j); });
    build(first, count / 2);
    nodes_[node].count = 0;
    nodes_[node].first = static_cast<std::uint32_t>(nodes_.size());
    build(first + count / 2, count - count / 2);
  }

  std::vector<Extent> extents_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace

std::vector<std::array<std::uint32_t, 2>> self_intersections(std::span<const Vec3<double>> vertices,
                                                             std::span<const Triangle> triangles,
                                                             std::span<const std::uint32_t> same, std::size_t most) {
  constexpr std::size_t block = 1 << 14;  // triangles that are asked before it is known whether these are enough
  const Finder finder(vertices, triangles);
  std::vector<Extent> extents;
  for (std::uint32_t i = 0; i < triangles.size(); ++i) extents.push_back(extent_of(finder.corners(i)));
  const Tree tree(std::move(extents));
  std::vector<std::array<std::uint32_t, 2>> all;
  for (std::size_t begin = 0; begin < triangles.size() && all.size() < most; begin += block) {
    std::vector<std::vector<std::uint32_t>> found(std::min(block, triangles.size() - begin));
    tbb::parallel_for(std::size_t{0}, found.size(), [&](std::size_t k) {
      const auto i = static_cast<std::uint32_t>(begin + k);
      tree.each_above(i, [&](std::uint32_t j) {
        if ((same.empty() || same[i] == same[j]) && finder.intersect(i, j)) found[k].push_back(j);
      });
      std::sort(found[k].begin(), found[k].end());
    });
    for (std::size_t k = 0; k < found.size(); ++k) {
      for (const std::uint32_t j : found[k]) all.push_back({static_cast<std::uint32_t>(begin + k), j});
    }
  }
  if (all.size() > most) all.resize(most);
  return all;
}

}  // namespace abut::host
