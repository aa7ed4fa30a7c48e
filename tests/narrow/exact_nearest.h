// The point of a simplex nearest to the origin in exact arithmetic: the nearest foot among all sub-simplices that hold
// theirs, found without any descent.
#pragma once

#include <vector>

#include "tests/support/exact.h"

namespace abut::test {

struct ExactNearest {
  WideReal squared_distance = -1;
  WideReal lambda[4] = {0, 0, 0, 0};
  unsigned support = 0;  ///< bit k: vertex k
  bool inside = false;   ///< strictly inside a tetrahedron
};

namespace exact_nearest_detail {

using Vectors = std::vector<ExactVector>;

inline Integer determinant(const ExactVector& a, const ExactVector& b, const ExactVector& c) {
  return exact_inner(a, exact_cross_product(b, c));
}

/// The barycentric coordinates of the origin's foot times `total`, which is positive unless the points are dependent.
inline std::vector<Integer> cofactors(const Vectors& p) {
  if (p.size() == 1) return {1};
  const ExactVector e = exact_minus(p[1], p[0]);
  if (p.size() == 2) return {exact_inner(p[1], e), -exact_inner(p[0], e)};
  const ExactVector f = exact_minus(p[2], p[0]);
  if (p.size() == 3) {
    const Integer ee = exact_inner(e, e), ef = exact_inner(e, f), ff = exact_inner(f, f);
    const Integer pe = exact_inner(p[0], e), pf = exact_inner(p[0], f);
    const Integer q = ef * pf - ff * pe, r = ef * pe - ee * pf;
    return {ee * ff - ef * ef - q - r, q, r};
  }
  const ExactVector g = exact_minus(p[3], p[0]);
  const int sign = determinant(e, f, g).sign();
  return {sign * determinant(p[1], p[2], p[3]), -sign * determinant(p[0], p[2], p[3]),
          sign * determinant(p[0], p[1], p[3]), -sign * determinant(p[0], p[1], p[2])};
}

/// Numerator of the squared distance of the affine hull, over the sum of the cofactors.
inline Integer squared_distance_numerator(const Vectors& p) {
  if (p.size() == 1) return exact_inner(p[0], p[0]);
  if (p.size() == 4) return 0;
  const ExactVector c = exact_cross_product(p[0], p[1]);
  if (p.size() == 2) return exact_inner(c, c);
  const Integer d = exact_inner(p[2], c);
  return d * d;
}

}  // namespace exact_nearest_detail

template <class T>
ExactNearest exact_nearest(const std::vector<Vec3<T>>& points) {
  using namespace exact_nearest_detail;
  CommonShift shift;
  for (const Vec3<T>& p : points) shift.see(p);
  Vectors all;
  for (const Vec3<T>& p : points) all.push_back(exact(p, shift.shift()));
  ExactNearest best;
  for (unsigned subset = 1; subset < 1u << all.size(); ++subset) {
    Vectors chosen;
    for (unsigned k = 0; k < all.size(); ++k) {
      if ((subset >> k & 1) != 0) chosen.push_back(all[k]);
    }
    const std::vector<Integer> c = cofactors(chosen);
    Integer total = 0;
    bool holds_foot = true;
    for (const Integer& x : c) {
      holds_foot = holds_foot && x.sign() > 0;
      total += x;
    }
    if (!holds_foot) continue;
    const WideReal squared = WideReal(squared_distance_numerator(chosen)) / WideReal(total);
    if (best.support != 0 && squared >= best.squared_distance) continue;
    best.squared_distance = squared;
    best.support = subset;
    best.inside = chosen.size() == 4;
    std::size_t at = 0;
    for (unsigned k = 0; k < 4; ++k) best.lambda[k] = (subset >> k & 1) != 0 ? WideReal(c[at++]) / WideReal(total) : 0;
  }
  best.squared_distance = ldexp(best.squared_distance, -2 * shift.shift());
  return best;
}

}  // namespace abut::test
