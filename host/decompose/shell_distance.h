// Signed distance to a closed triangle surface: the nearest point through a tree of boxes, its side from the normal of
// the feature it lies on, where edges and vertices have angle-weighted normals (Baerentzen & Aanaes 2005). By facets
// that others go through, or that do not have the inside on one side and the outside on the other, that side may be
// wrong, and so it is by triangles too thin to have a normal: there it is the winding number that tells, by exact signs
// along a ray.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "host/decompose/plain.h"

namespace abut::host {

class ShellDistance {
 public:
  /// Closed, consistently oriented, without triangles that have two equal corners. `crossed`: for each triangle whether
  /// others go through it, or none if there are no such triangles.
  ShellDistance(std::span<const Vec3<double>> vertices, std::vector<std::array<std::uint32_t, 3>> triangles,
                std::span<const std::uint8_t> crossed = {});

  /// Below 0 inside. `known`: the surface is known to be no farther than this.
  double operator()(const Vec3<double>& p, double known = infinity) const;
  const Box& box() const { return nodes_.front().box; }

  /// Whether the surface is known to run round all that is right below a triangle: none goes through it, and it is no
  /// fold that is inside out.
  bool has_inside_below(std::size_t triangle) const { return triangles_[triangle].inside_below; }
  /// How often the surface runs round a point, which does not lie on it. Only where it is crossed or has thin
  /// triangles.
  int winding_number(const Vec3<double>& p) const;

  std::size_t size() const { return triangles_.size(); }
  Plane plane(std::size_t triangle) const {
    const Triangle& t = triangles_[triangle];
    return {t.face, inner(t.face, t.a)};
  }
  /// Whether a triangle is too thin to have a normal: to within rounding error it is a piece of edges of others.
  bool is_thin(std::size_t triangle) const { return triangles_[triangle].thin; }
  /// A point outside, nearest to the triangle or to its edge or corner, is no farther than this times its height above
  /// the highest of the triangles there; infinite where that says nothing. Of a thin triangle, the highest of those
  /// that have a corner of it, or of a thin one joined to it.
  double over_height(std::size_t triangle) const { return triangles_[triangle].over_height; }
  /// The same where that height is as good as none: finite nearly everywhere.
  double over_slack(std::size_t triangle) const { return triangles_[triangle].over_slack; }
  /// Whether `p` is right above or below the triangle.
  bool faces(std::uint32_t triangle, const Vec3<double>& p) const;
  /// Whether the foot of `p` in the triangle's plane is farther than `reach` from its edges, but those at which the
  /// surface goes on in that plane.
  bool clear_of_bends(std::uint32_t triangle, const Vec3<double>& p, double reach) const;
  /// Whether `f(triangle)` holds for all triangles that may be within `radius` of a point.
  template <class F>
  bool all_near(const Vec3<double>& p, double radius, const F& f) const;

 private:
  static constexpr int most_depth = 64;  // of the tree, which halves its triangles
  struct Node {
    Box box;
    std::uint32_t first, count;  ///< of a leaf: triangles; else `count` is 0 and `first` the left child, right after it
  };
  /// Normals of what a nearest point may lie on: the face, edges 0 1, 1 2, 2 0, and the corners. Zero where they tell
  /// no side; but for the bits of `doubtful`, in this order, by which they tell none either.
  struct Triangle {
    Vec3<double> a, ab, ac;
    Vec3<double> face, edge[3], corner[3];
    double over_height, over_slack;
    bool thin;
    bool inside_below = true;
    std::uint8_t doubtful = 0;
  };
  static constexpr unsigned face_bit = 0, edge_bit = 1, corner_bit = 4;
  struct Nearest {
    double squared;
    Vec3<double> from_surface, normal;
    bool doubtful = false;
  };

  void build(std::uint32_t node, std::uint32_t first, std::uint32_t count, std::vector<std::uint32_t>& order,
             const std::vector<Vec3<double>>& centres);
  void doubt(std::span<const Vec3<double>> vertices, const std::vector<std::array<std::uint32_t, 3>>& triangles,
             std::span<const std::uint32_t> order, std::span<const std::uint8_t> crossed);
  static void look_at(const Triangle& t, const Vec3<double>& p, Nearest& nearest);

  std::vector<Triangle> triangles_;
  /// As given, the same for all triangles; where a winding number may be asked for.
  std::vector<std::array<Vec3<double>, 3>> corners_;
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
