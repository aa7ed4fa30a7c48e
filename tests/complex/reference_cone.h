// Polar cones by looking at every pair of constraints, in extended precision. Shares nothing with
// include/abut/complex/.
#pragma once

#include <cmath>
#include <vector>

#include "abut/core/vec3.h"

namespace abut::test {

/// 64 bits on x86-64. Boost's cpp_bin_float of 50 digits does too (with et_off), 140 times slower.
using Exact = long double;
using ExactPoint = Vec3<Exact>;

inline Exact inner(const ExactPoint& a, const ExactPoint& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline ExactPoint outer(const ExactPoint& a, const ExactPoint& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Exact norm(const ExactPoint& a) {
  using std::sqrt;
  return sqrt(inner(a, a));
}
inline ExactPoint unit(const ExactPoint& a) { return a * Exact(1 / norm(a)); }
inline Exact right_angle() {
  using std::acos;
  return acos(Exact(0));
}
/// Of two unit vectors, from 0 to pi; good to rounding near both ends.
inline Exact angle_between(const ExactPoint& a, const ExactPoint& b) {
  using std::atan2;
  return atan2(norm(outer(a, b)), inner(a, b));
}

/// The polar of a tangent cone, T* of Merlhiot 2007, eq. (3), and C of section 6.3: the smallest cone of revolution
/// about the mean of its minimal generators that holds it. Data only.
struct ReferenceCone {
  enum class Shape {
    nothing,    ///< T* is {0}
    one_sided,  ///< C is about `axis`, of `half_angle`
    line,       ///< T* is the line along `axis`: C is both of its halves, of half angle 0
    everything  ///< T* is all space or a plane: the mean has no direction
  };
  Shape shape = Shape::nothing;
  int dimension = 0;
  ExactPoint axis{0, 0, 0};
  Exact half_angle = 0;
  std::vector<ExactPoint> generators;  ///< minimal; without those of a line or plane that T* holds
  bool doubtful = false;               ///< something that was told by `flatness` is within a factor of 8 of it
};

/// {n: n . u <= 0 for all u}. The `u` are unit; angles of less than `flatness` are none.
ReferenceCone polar_cone(const std::vector<ExactPoint>& u, double flatness);

}  // namespace abut::test
