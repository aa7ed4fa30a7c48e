// Vectors whose convex cone holds the normals of a Bezier patch, a surface of extrusion or one of revolution.
//
// Of a polynomial patch S, S_u x S_v is a Bezier surface of degrees (2 p - 1, 2 q - 1). Of a rational one, S = A / w,
// with F = (A, w) and the alternating product
//
//   [F, G, H] = w_F A_G x A_H + w_G A_H x A_F + w_H A_F x A_G   one has   S_u x S_v = [F, F_u, F_v] / w^3.
//
// The last step of de Casteljau's algorithm writes F as bilinear in four patches a, b (high u), c (high v), d (both) of
// degrees (p - 1, q - 1), and F_u, F_v by their differences. What is left of the product is bilinear again:
//
//   [F, F_u, F_v] / (p q) = (1-u)(1-v) [a, b, c] + u (1-v) [a, b, d] + (1-u) v [a, d, c] + u v [b, d, c],
//
// of degrees (3 p - 2, 3 q - 2), its control vectors without a difference but those within the products. Likewise for a
// curve: S' = (A_1 w_0 - A_0 w_1) p / w^2. Weights are 0 or more. Source: Kim, Papalambros & Woo 1995; the rational
// form is derived here.
#pragma once

#include <span>
#include <vector>

#include "abut/surface/bezier_patch.h"
#include "abut/surface/nurbs.h"

namespace abut::host {

/// Control vectors of du x dv times a factor above 0, those that are nothing but rounding left out: beside the longest,
/// or beside the products that they are sums of. None where the patch has no area. Bernstein's polynomials are not
/// below 0, so that every normal is in their cone.
std::vector<Vec3<double>> scaled_normals(const BezierPatch<double>& patch);

/// Of a Bezier curve's points moved along `z`: of (du of the curve) x z.
std::vector<Vec3<double>> extrusion_normals(std::span<const WeightedPoint> profile, const Vec3<double>& z);

/// Of a Bezier curve turned about the axis `z` (unit) through `origin`, where it has not been turned yet:
/// (z x (point - origin)) x dv of the curve. Turned by u, so are they.
std::vector<Vec3<double>> profile_normals(std::span<const WeightedPoint> profile, const Vec3<double>& origin,
                                          const Vec3<double>& z);

}  // namespace abut::host
