// How far a hull reaches out of a body, seen from the body's facets.
#pragma once

#include <vector>

#include "host/decompose/body.h"
#include "host/decompose/part_hull.h"

namespace abut::host {

class Above {
 public:
  /// Keeps references to both.
  Above(const Body& body, const PartHull& hull);

  /// A bound on how far hull's points within `reach` of `p`, which is `distance` from the body, are outside; infinite
  /// where it would be more than `most`.
  double operator()(const Vec3<double>& p, double distance, double reach, double most);

 private:
  double above_facets(const Vec3<double>& p, double reach, double radius, double most);
  double above_a_plane(const Vec3<double>& p, double reach, double radius);
  double height(std::size_t solid, std::uint32_t triangle);

  static constexpr double unknown = -infinity;
  const Body& body_;
  const PartHull& hull_;
  double slack_;
  double rounding_;                           // of a height, at most
  std::vector<std::vector<double>> heights_;  ///< of the hull above triangles' planes
};

}  // namespace abut::host
