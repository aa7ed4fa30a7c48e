// Witness points of overlapping terms along a known direction: of all points of each term that are farthest along it,
// those whose sum lies on the line through the origin.
#pragma once

#include "abut/narrow/symmetric_terms.h"
#include "abut/narrow/witness.h"

namespace abut {
inline namespace ABUT_ISA {
namespace symmetric_detail {

/// What of a term is farthest along a direction, to within rounding error: a point, and from there along edges, and of
/// a flat end a disc. Data only.
struct FarthestSet {
  Vec3<double> at;
  Vec3<double> edge[2];     ///< to both sides of `at`
  std::uint8_t of_axis[2];  ///< which of the term's axes they go along
  int edges;
  double disc;      ///< radius, across the term's last axis; 0: none
  double share[2];  ///< from -1 to 1
  Vec3<double> in_disc;
};

ABUT_HD inline FarthestSet farthest_of_lines(const SymmetricTerm& t, Vec3<double> n, double tolerance) {
  FarthestSet f{{0, 0, 0}, {}, {}, 0, 0, {0, 0}, {0, 0, 0}};
  for (int k = 0; k < 3; ++k) {
    const double height = dot(t.axis[k], n) * t.extent[k];
    if (abs(height) <= tolerance && f.edges < 2 && t.extent[k] > 0) {
      f.of_axis[f.edges] = static_cast<std::uint8_t>(k);
      f.edge[f.edges++] = t.axis[k] * t.extent[k];
    } else {
      f.at = multiply_add(t.axis[k], height >= 0 ? t.extent[k] : -t.extent[k], f.at);
    }
  }
  return f;
}

ABUT_HD inline FarthestSet farthest_of_ellipsoid(const SymmetricTerm& t, Vec3<double> n) {
  FarthestSet f{{0, 0, 0}, {}, {}, 0, 0, {0, 0}, {0, 0, 0}};
  double q[3];
  for (int k = 0; k < 3; ++k) q[k] = t.extent[k] * dot(t.axis[k], n);
  const double h = length(Vec3<double>{q[0], q[1], q[2]});
  if (!(h > 0)) return f;
  for (int k = 0; k < 3; ++k) f.at = multiply_add(t.axis[k], t.extent[k] * (q[k] / h), f.at);
  return f;
}

/// What of n is across a unit vector: to rounding error also where it is little.
ABUT_INLINE Vec3<double> beside_axis(Vec3<double> axis, Vec3<double> n) {
  const Vec3<double> rough = multiply_add(axis, -dot(axis, n), n);
  return multiply_add(axis, -dot(axis, rough), rough);
}

ABUT_HD inline FarthestSet farthest_of_revolved(const SymmetricTerm& t, Vec3<double> n, double tolerance) {
  FarthestSet f{{0, 0, 0}, {}, {}, 0, 0, {0, 0}, {0, 0, 0}};
  const Vec3<double> axis = t.axis[2];
  const double radius = t.extent[0], half = t.extent[2];
  const double x = dot(axis, n);
  const Vec3<double> beside = beside_axis(axis, n);
  const double y = length(beside);
  const bool flat_end = radius * y <= tolerance;
  const Vec3<double> rim = flat_end ? Vec3<double>{0, 0, 0} : beside * (radius / y);
  f.of_axis[0] = 2;
  if (t.kind == Kind::cone) {
    const double apart = 2 * half * x - radius * y;  // the apex's height over that of the rim
    if (abs(apart) <= tolerance) {
      f.at = rim * 0.5;
      f.edge[f.edges++] = multiply_add(axis, half, rim * -0.5);
    } else if (apart > 0) {
      f.at = axis * half;
    } else {
      f.at = multiply_add(axis, -half, rim);
      f.disc = flat_end ? radius : 0.0;
    }
    return f;
  }
  f.disc = flat_end ? radius : 0.0;
  if (abs(half * x) <= tolerance) {
    f.at = rim;
    f.edge[f.edges++] = axis * half;
  } else {
    f.at = multiply_add(axis, x >= 0 ? half : -half, rim);
  }
  return f;
}

ABUT_HD inline FarthestSet farthest_set(const SymmetricTerm& t, Vec3<double> n, double tolerance) {
  switch (t.kind) {
    case Kind::lines: return farthest_of_lines(t, n, tolerance);
    case Kind::ellipsoid: return farthest_of_ellipsoid(t, n);
    default: return farthest_of_revolved(t, n, tolerance);
  }
}

ABUT_INLINE Vec3<double> point_of(const FarthestSet& f) {
  Vec3<double> p = f.at + f.in_disc;
  for (int e = 0; e < f.edges; ++e) p = multiply_add(f.edge[e], f.share[e], p);
  return p;
}

inline constexpr int foot_rounds = 64;

/// Moves the points within their sets until they add up to the target, as nearly as they can; from where they are.
/// Returns what remains.
ABUT_HD inline Vec3<double> meet_target(FarthestSet* sets, const SymmetricTerms& t, Vec3<double> target,
                                        double tolerance, int rounds = foot_rounds) {
  Vec3<double> rest = target;
  for (int k = 0; k < t.count; ++k) rest = rest - point_of(sets[k]);
  for (int round = 0; round < rounds && max_abs(rest) > tolerance; ++round) {
    for (int k = 0; k < t.count; ++k) {
      FarthestSet& f = sets[k];
      for (int e = 0; e < f.edges; ++e) {
        const double before = f.share[e];
        const double share = before + dot(rest, f.edge[e]) / dot(f.edge[e], f.edge[e]);
        f.share[e] = max(min(share, 1.0), -1.0);
        rest = multiply_add(f.edge[e], before - f.share[e], rest);
      }
      if (!(f.disc > 0)) continue;
      const Vec3<double> axis = t.term[k].axis[2];
      Vec3<double> moved = f.in_disc + multiply_add(axis, -dot(axis, rest), rest);
      const double distance = length(moved);
      if (distance > f.disc) moved = moved * (f.disc / distance);
      rest = rest - (moved - f.in_disc);
      f.in_disc = moved;
    }
  }
  return rest;
}

/// Which support points of a core that is no sum carry the point. B's axes are mirrored with it, so that numbers stay.
ABUT_HD inline CarrierIds carriers_of(const SymmetricTerm& t, const FarthestSet& f, Vec3<double> n, ShapeKind kind) {
  if (t.kind == Kind::ellipsoid) return {{on_ellipsoid, 0, 0}, 1};
  if (t.kind == Kind::lines) {
    // Bit k of a box's vertex is the side of axis k; a segment has the first axis alone.
    std::uint32_t corner = 0, ids = 1;
    const int axes = kind == ShapeKind::box ? 3 : 1;
    CarrierIds out{{0, 0, 0}, 1};
    for (int k = 0; k < axes; ++k) corner |= dot(t.axis[k], n) >= 0 ? 1u << k : 0u;
    for (int e = 0; e < f.edges; ++e) {
      const std::uint32_t bit = 1u << f.of_axis[e];
      corner &= ~bit;
      if (f.share[e] >= 1) corner |= bit;
    }
    out.id[0] = corner;
    for (int e = 0; e < f.edges; ++e) {
      if (f.share[e] > -1 && f.share[e] < 1) out.id[ids++] = corner | 1u << f.of_axis[e];
    }
    out.count = ids;
    return out;
  }
  const std::uint32_t top = t.kind == Kind::cone ? on_apex : on_top_rim;
  if (f.edges > 0 && abs(f.share[0]) < 1) return {{on_bottom_rim, top, 0}, 2};
  const bool high = f.edges > 0 ? f.share[0] > 0 : dot(f.at, t.axis[2]) > 0;
  const std::uint32_t id = high ? top : static_cast<std::uint32_t>(on_bottom_rim);
  return {{id, id, 0}, f.disc > 0 ? 2u : 1u};
}

}  // namespace symmetric_detail
}  // namespace ABUT_ISA
}  // namespace abut
