// Stationary pairs of two carriers from their parametrisations by sines alone: Newton's method on the gradient of the
// squared distance from a grid of starts. It knows no skeletons, offsets or polynomials.
#pragma once

#include <vector>

#include "abut/brep/carriers.h"

namespace abut::test {

/// A stationary pair with antipodal outward normals.
struct ReferencePair {
  Vec3<double> a, b;
  double gap;          ///< along a's outward normal or against b's; of curves the distance
  double sensitivity;  ///< how far points move at most for a residual of 1, in orthonormal tangents
  double least;        ///< the least eigenvalue of the second derivatives of half the squared distance
  bool counted_gap;    ///< whether the gap is large enough that normals are told from it
};

/// Each isolated one once, as far as the starts reach them. `density`: starts an angle, by 1 at least.
std::vector<ReferencePair> reference_pairs(const Carrier<double>& a, const Carrier<double>& b, int density);

/// 1, or -1 where outward normals point towards the centre or the axis.
double side(const Carrier<double>& c);

/// How far x is off the carrier, and the outward normal there; the tangent, of a curve.
struct OnCarrier {
  double off;
  Vec3<double> outward, tangent;
};
OnCarrier on_carrier(const Carrier<double>& c, Vec3<double> x);

}  // namespace abut::test
