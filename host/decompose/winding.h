// The generalized winding number of any set of triangles (Jacobson, Kavan & Sorkine-Hornung 2013): how often they run
// round a point, a fraction where they are not closed. Far triangles count together, as one dipole (Barill, Dickson,
// Schmidt, Levin & Jacobson 2018, the first term of theirs, taken at six radii where they take more terms at two).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "host/decompose/plain.h"

namespace abut::host {

class WindingNumber {
 public:
  WindingNumber(std::span<const Vec3<double>> vertices, std::span<const std::array<std::uint32_t, 3>> triangles);

  double operator()(const Vec3<double>& p) const;

 private:
  static constexpr int most_depth = 64;  // of the tree, which halves its triangles
  struct Node {
    Vec3<double> centre, dipole;  ///< the triangles' centres by area; their area vectors, added
    double radius;                ///< no point of them is farther from the centre
    std::uint32_t first, count;  ///< of a leaf: triangles; else `count` is 0 and `first` the left child, right after it
  };
  void build(std::uint32_t node, std::uint32_t first, std::uint32_t count);

  std::vector<std::array<Vec3<double>, 3>> triangles_;
  std::vector<Node> nodes_;
};

}  // namespace abut::host
