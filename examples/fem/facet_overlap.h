// The penalty energy of two facets that have gone through each other, as a function of their six corners.
//
// Both are seen along the common normal n, the unit vector along n_a - n_b. Where they cover each other the gap g is
// the way along n from A's plane to B's. The energy is the integral of g^2 / 2 over the part of the cover with g < 0,
// times (n_a . n_b)^2: 1 for facets that face each other, and 0, as is its derivative, for those at a right angle or
// more. It is a polynomial's integral over a convex polygon of seven corners at most, so it has no error of
// integration. It has continuous derivatives but where an edge lies over another one along its whole length.
#pragma once

#include <array>

#include "examples/fem/dual.h"
#include "examples/fem/solid_mesh.h"

namespace fem {

/// Corners over each other on a plane. Data only.
template <class S>
struct Cover {
  static constexpr int most = 8;
  std::array<abut::Vec3<S>, most> corner;
  int corners = 0;
};

/// What is left of a polygon where `height`, which is linear, is not below 0. An edge within the plane stays.
template <class S, class Height>
Cover<S> cut(const Cover<S>& from, const Height& height) {
  Cover<S> out;
  std::array<S, Cover<S>::most> h;
  for (int k = 0; k < from.corners; ++k)
    h[static_cast<std::size_t>(k)] = height(from.corner[static_cast<std::size_t>(k)]);
  for (int k = 0; k < from.corners; ++k) {
    const auto i = static_cast<std::size_t>(k), j = static_cast<std::size_t>(k + 1 == from.corners ? 0 : k + 1);
    const bool in = value_of(h[i]) >= 0, next_in = value_of(h[j]) >= 0;
    if (in) out.corner[static_cast<std::size_t>(out.corners++)] = from.corner[i];
    if (in == next_in) continue;
    const S s = h[i] / (h[i] - h[j]);
    out.corner[static_cast<std::size_t>(out.corners++)] = from.corner[i] + (from.corner[j] - from.corner[i]) * s;
  }
  return out;
}

/// Integral of gap^2 / 2 over a polygon seen along `n`.
template <class S, class Gap>
S half_squared_gap(const Cover<S>& cover, const abut::Vec3<S>& n, const Gap& gap) {
  S sum(0.0);
  for (int k = 2; k < cover.corners; ++k) {
    const auto &p = cover.corner[0], &q = cover.corner[static_cast<std::size_t>(k - 1)],
               &r = cover.corner[static_cast<std::size_t>(k)];
    const S area = dot(cross(q - p, r - p), n), a = gap(p), b = gap(q), c = gap(r);
    sum = sum + area * (a * a + b * b + c * c + a * b + b * c + c * a);
  }
  return sum * S(1.0 / 24);
}

/// The energy by penalty factor, m^4; `x`: A's corners, then B's, both counter-clockwise from outside. 0 where a gap of
/// the cover is below -depth: these facets are on opposite sides of a body.
template <class S>
S overlap_energy(const std::array<abut::Vec3<S>, 6>& x, double depth) {
  using V = abut::Vec3<S>;
  const V across_a = cross(x[1] - x[0], x[2] - x[0]), across_b = cross(x[4] - x[3], x[5] - x[3]);
  if (!(value_of(dot(across_a, across_a)) > 0 && value_of(dot(across_b, across_b)) > 0)) return S(0.0);
  const V na = unit_vector(across_a), nb = unit_vector(across_b);
  const S facing = -dot(na, nb);
  if (!(value_of(facing) > 0)) return S(0.0);
  const V n = unit_vector(na - nb);
  const S slope = dot(n, nb);
  const auto gap = [&](const V& p) { return dot(x[3] - p, nb) / slope; };
  Cover<S> cover;
  for (std::size_t k = 0; k < 3; ++k) cover.corner[k] = x[k];
  cover.corners = 3;
  cover = cut(cover, [&](const V& p) { return -gap(p); });
  // B runs clockwise as seen along n.
  for (std::size_t k = 0; k < 3 && cover.corners > 2; ++k) {
    const V inward = cross(x[3 + (k + 1) % 3] - x[3 + k], n);
    cover = cut(cover, [&](const V& p) { return dot(p - x[3 + k], inward); });
  }
  if (cover.corners < 3) return S(0.0);
  for (int k = 0; k < cover.corners; ++k) {
    if (value_of(gap(cover.corner[static_cast<std::size_t>(k)])) < -depth) return S(0.0);
  }
  return half_squared_gap(cover, n, gap) * facing * facing;
}

}  // namespace fem
