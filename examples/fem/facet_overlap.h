// The penalty energy of two facets that have gone through each other, as a function of their six corners.
//
// Both are seen along the common normal n, the unit vector along n_a - n_b. Where they cover each other the gap g is
// the way along n from A's plane to B's. The energy is the integral of g^2 (1 - g^2 / d^2)^2 / 2 over the part of the
// cover with -d < g < 0, times (n_a . n_b)^2. Both factors go to 0 with their derivatives: the first one for facets on
// opposite sides of a body, the second one for those at a right angle. It is the integral of a polynomial over a convex
// polygon, so it has no error of integration, and it has continuous derivatives but where an edge lies over another one
// along its whole length.
#pragma once

#include <array>

#include "examples/fem/solid_mesh.h"
#include "examples/fem/traced.h"

namespace fem {

/// Corners over each other on a plane. Data only.
template <class S>
struct Cover {
  static constexpr int most = 10;  // three, and one for each of five cuts, if that
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

/// Over a triangle of area 1 the integrals of the second, fourth and sixth power of what is linear, from its corners:
/// 2 / (k + 1) / (k + 2) times the sum of all products of k of them.
template <class S>
std::array<S, 3> even_powers(const S& a, const S& b, const S& c) {
  S of_c(1.0), of_b(1.0), of_a(1.0);  // sums of products of c, of b and c, of all
  std::array<S, 3> out;
  for (int k = 1; k <= 6; ++k) {
    of_c = of_c * c, of_b = of_b * b + of_c, of_a = of_a * a + of_b;
    if (k % 2 == 0) out[static_cast<std::size_t>(k / 2 - 1)] = of_a * S(2.0 / ((k + 1) * (k + 2)));
  }
  return out;
}

/// Integral of gap^2 (1 - gap^2 / depth^2)^2 / 2 over a polygon seen along `n`.
template <class S, class Gap>
S integral(const Cover<S>& cover, const abut::Vec3<S>& n, double depth, const Gap& gap) {
  const S fourth(-1 / (depth * depth)), sixth(0.5 / (depth * depth * depth * depth)), half(0.5);
  S sum(0.0);
  for (int k = 2; k < cover.corners; ++k) {
    const auto &p = cover.corner[0], &q = cover.corner[static_cast<std::size_t>(k - 1)],
               &r = cover.corner[static_cast<std::size_t>(k)];
    const std::array<S, 3> powers = even_powers(gap(p), gap(q), gap(r));
    const S area = dot(cross(q - p, r - p), n) * half;
    sum = sum + area * (powers[0] * half + powers[1] * fourth + powers[2] * sixth);
  }
  return sum;
}

/// False where `overlap_energy` is 0 for certain, for little: facets that do not face each other, or of which one lies
/// in front of the other. Sums as they stand, as calls of fma cost more than all the rest.
inline bool may_overlap(const std::array<Vector, 6>& x) {
  const auto across = [](const Vector& a, const Vector& b) {
    return Vector{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  };
  const auto along = [](const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; };
  const Vector na = across(x[1] - x[0], x[2] - x[0]), nb = across(x[4] - x[3], x[5] - x[3]);
  const bool b_below = along(x[3] - x[0], na) < 0 || along(x[4] - x[0], na) < 0 || along(x[5] - x[0], na) < 0;
  const bool a_below = along(x[0] - x[3], nb) < 0 || along(x[1] - x[3], nb) < 0 || along(x[2] - x[3], nb) < 0;
  return along(na, nb) < 0 && b_below && a_below;
}

/// The energy by penalty factor, m^4; `x`: A's corners, then B's, both counter-clockwise from outside. `depth`: d.
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
  cover = cut(cover, [&](const V& p) { return gap(p) + S(depth); });
  // B runs clockwise as seen along n.
  for (std::size_t k = 0; k < 3 && cover.corners > 2; ++k) {
    const V inward = cross(x[3 + (k + 1) % 3] - x[3 + k], n);
    cover = cut(cover, [&](const V& p) { return dot(p - x[3 + k], inward); });
  }
  if (cover.corners < 3) return S(0.0);
  return integral(cover, n, depth, gap) * facing * facing;
}

/// With its derivatives by the corners. Data only.
struct OverlapSlope {
  double energy;
  std::array<Vector, 6> slope;
};

inline OverlapSlope overlap_slope(const std::array<Vector, 6>& x, double depth) {
  Trace& trace = Trace::here();
  trace.begin();
  std::array<abut::Vec3<Traced>, 6> traced;
  for (std::size_t k = 0; k < 6; ++k) {
    traced[k].x = Traced::variable(x[k].x), traced[k].y = Traced::variable(x[k].y);
    traced[k].z = Traced::variable(x[k].z);
  }
  const Traced energy = overlap_energy(traced, depth);
  const std::array<double, 18> by = trace.derivatives<18>(energy.place);
  OverlapSlope out{energy.value, {}};
  for (std::size_t k = 0; k < 6; ++k) out.slope[k] = {by[3 * k], by[3 * k + 1], by[3 * k + 2]};
  return out;
}

}  // namespace fem
