// Where the squared distance of a point to a Bezier patch is stationary: the zeros of two polynomials.
//
// With the point p, the patch A / w and B = A - p w, half of the squared distance is f = |B|^2 / (2 w^2). Its
// derivatives have the signs of
//
//   w^3 f_s = w B . B_s - |B|^2 w_s,   w^3 f_t = w B . B_t - |B|^2 w_t,
//
// and where both are 0 their derivatives are w^3 times those of f: its Hessian. Where an end of a parameter is one
// point, a pole, the derivative along that end has it as a factor, which is left out.
#pragma once

#include "abut/surface/bezier_patch.h"
#include "host/surface/bernstein_net.h"

namespace abut::host {

/// Both nets are of the same degrees.
struct SlopeNets {
  BernsteinNet s, t;
  double noise_s, noise_t;  ///< coefficients are off by no more
};

/// Ends of a patch that are one point each. Data only.
struct PatchPoles {
  bool s0, s1, t0, t1;

  bool any() const { return s0 || s1 || t0 || t1; }
};

/// To a few roundings of lengths of 1 to 2.
PatchPoles poles_of(const BezierPatch<double>& patch);

SlopeNets slope_nets(const BezierPatch<double>& patch, const Vec3<double>& p, const PatchPoles& poles);

}  // namespace abut::host
