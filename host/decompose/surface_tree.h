// The facet of any set of triangles that is nearest to a point. No inside: distances have no sign, and the triangles
// may cross, coincide, face either way or have no area.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "host/decompose/plain.h"

namespace abut::host {

class SurfaceTree {
 public:
  /// At least one triangle.
  SurfaceTree(std::span<const Vec3<double>> vertices, std::span<const std::array<std::uint32_t, 3>> triangles);

  struct Nearest {
    double distance;
    std::uint32_t triangle;  ///< as they were given
  };
  /// `known`: the surface is known to be no farther than this.
  Nearest nearest(const Vec3<double>& p, double known = infinity) const;
  /// Of a point from one triangle.
  double distance(std::uint32_t triangle, const Vec3<double>& p) const;
  /// Whether it is no farther than `radius`.
  bool is_near(const Vec3<double>& p, double radius) const;

  const Box& box() const { return nodes_.front().box; }
  std::size_t size() const { return triangles_.size(); }

 private:
  static constexpr int most_depth = 64;  // of the tree, which halves its triangles
  struct Node {
    Box box;
    std::uint32_t first, count;  ///< of a leaf: triangles; else `count` is 0 and `first` the left child, right after it
  };
  struct Triangle {
    Vec3<double> a, ab, ac;
    Box box;
    bool thin;
  };
  void build(std::uint32_t node, std::uint32_t first, std::uint32_t count);
  static double squared_distance(const Triangle& t, const Vec3<double>& p);

  std::vector<Triangle> triangles_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace abut::host
