// Signed distance to a closed triangle surface: the nearest point through a tree of boxes, its side from the normal of
// the feature it lies on, where edges and vertices have angle-weighted normals (Baerentzen & Aanaes 2005).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "host/decompose/plain.h"

namespace abut::host {

class ShellDistance {
 public:
  /// Closed, consistently oriented, without triangles that have two equal corners.
  ShellDistance(std::span<const Vec3<double>> vertices, std::vector<std::array<std::uint32_t, 3>> triangles);

  /// Below 0 inside. `known`: the surface is known to be no farther than this.
  double operator()(const Vec3<double>& p, double known = infinity) const;
  const Box& box() const { return nodes_.front().box; }

  std::size_t size() const { return triangles_.size(); }
  Plane plane(std::size_t triangle) const {
    const Triangle& t = triangles_[triangle];
    return {t.face, inner(t.face, t.a)};
  }
  /// Whether `f(triangle)` holds for all triangles that may be within `radius` of a point.
  template <class F>
  bool all_near(const Vec3<double>& p, double radius, const F& f) const;

 private:
  static constexpr int most_depth = 64;  // of the tree, which halves its triangles
  struct Node {
    Box box;
    std::uint32_t first, count;  ///< of a leaf: triangles; else `count` is 0 and `first` the left child, right after it
  };
  /// Normals of what a nearest point may lie on: the face, edges 0 1, 1 2, 2 0, and the corners.
  struct Triangle {
    Vec3<double> a, ab, ac;
    Vec3<double> face, edge[3], corner[3];
  };
  struct Nearest {
    double squared;
    Vec3<double> from_surface, normal;
  };

  void build(std::uint32_t node, std::uint32_t first, std::uint32_t count, std::vector<std::uint32_t>& order,
             const std::vector<Vec3<double>>& centres);
  static void look_at(const Triangle& t, const Vec3<double>& p, Nearest& nearest);

  std::vector<Triangle> triangles_;
  std::vector<Node> nodes_;
};

template <class F>
bool ShellDistance::all_near(const Vec3<double>& p, double radius, const F& f) const {
  std::uint32_t stack[most_depth];
  int depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes_[stack[--depth]];
    if (node.box.squared_distance(p) > radius * radius) continue;
    if (node.count == 0) {
      stack[depth++] = node.first;
      stack[depth++] = node.first + 1;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const Triangle& t = triangles_[i];
      Box box;
      box.add(t.a), box.add(t.a + t.ab), box.add(t.a + t.ac);
      if (box.squared_distance(p) <= radius * radius && !f(i)) return false;
    }
  }
  return true;
}

}  // namespace abut::host
