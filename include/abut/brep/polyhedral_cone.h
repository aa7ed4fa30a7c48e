// Polyhedral cones that bound the normals of a part of a boundary, and whether two of them may hold opposite
// directions.
//
// A cone has at most four sides; host/brep/ makes them. A contact between two parts needs a direction in A's cone whose
// opposite is in B's. Source: Crozet, Leon & Merlhiot, 6.1 and 6.2 (Algorithm 1), with another test of the same
// answers: Ca and -Cb are apart where a plane has both Ca and Cb behind it. The normals of such planes are a cone, the
// intersection of both polars, and its edges are of three kinds: side normals of Ca, side normals of Cb, and
// +-(ga x gb). With D = <side i of a, gb> and E = <side j of b, ga>
//
//   D(i - 1, j) side(i) - D(i, j) side(i - 1) = <ga(i), side(i - 1) x side(i)> ga(i) x gb(j),
//
// so that the third kind needs no cross product: where D(i, j) < 0 < D(i - 1, j), ga x gb is in the polar of Ca, with
// all signs turned its opposite is, and likewise by E. 32 products tell all. The third kind is needed for wide cones
// alone: two that have no direction in common are told apart by their sides, as polygons of a plane are, and of others
// the cones of revolution tell most.
#pragma once

#include <cstdint>

#include "abut/core/pose.h"

namespace abut {

inline constexpr std::uint32_t most_cone_sides = 4;
inline constexpr std::uint32_t cone_of_all = 5;  ///< `PolyhedralCone::count` of one that has every direction

/// In the plane across `axis`, counter-clockwise, generator i lies between sides i - 1 and i. Where there are fewer
/// than four, the arrays are filled so that both still say the same cone: a triangle has its last one twice, an arc (of
/// less than a half circle) its ends twice and four sides, a ray itself four times and sides about it, at right angles.
/// All are unit vectors. Data only.
template <class T>
struct PolyhedralCone {
  Vec3<T> generators[most_cone_sides];
  Vec3<T> normals[most_cone_sides];  ///< outward: <normal, direction> <= 0 for all that it holds
  Vec3<T> axis;                      ///< of the smallest cone of revolution about it
  T cosine, sine;                    ///< of half of that one's angle, less than a right one
  std::uint32_t count;               ///< of different generators: 1 to 4; 0: it is empty; `cone_of_all`
};

inline namespace ABUT_ISA {

/// What rounding may do to a product of two unit vectors of which one was rotated: 7 roundings of half an epsilon for
/// the vector (the matrix has one of its own, each of its rows three, and they are as long as its terms, up to sqrt 3),
/// one for each of both as it was stored, three for the product, which are 12. The other 4 are for vectors that are of
/// length 1 up to their own rounding, and for what the double has rounded before.
template <class T>
inline constexpr T cone_rounding = T(8) * Epsilon<T>::value;

template <class T>
ABUT_INLINE bool is_empty(const PolyhedralCone<T>& cone) {
  return cone.count == 0;
}
template <class T>
ABUT_INLINE bool has_all(const PolyhedralCone<T>& cone) {
  return cone.count == cone_of_all;
}

/// Whether it holds `w`, a unit vector. `tolerance`: the sine of the angle that it may be outside of a side; with
/// `cone_rounding`, none that a cone of doubles holds is outside.
template <class T>
ABUT_HD inline bool in_polyhedral_cone(const PolyhedralCone<T>& cone, Vec3<T> w, T tolerance) {
  if (is_empty(cone) || has_all(cone)) return has_all(cone);
  T most = -dot(cone.axis, w);  // a ray's sides hold its opposite too
  for (std::uint32_t i = 0; i < most_cone_sides; ++i) most = max(most, dot(cone.normals[i], w));
  return most <= tolerance;
}

template <class T>
ABUT_HD inline PolyhedralCone<T> rotated(const Mat3<T>& rotation, const PolyhedralCone<T>& cone) {
  PolyhedralCone<T> out = cone;
  for (std::uint32_t i = 0; i < most_cone_sides; ++i) {
    out.generators[i] = rotate(rotation, cone.generators[i]);
    out.normals[i] = rotate(rotation, cone.normals[i]);
  }
  out.axis = rotate(rotation, cone.axis);
  return out;
}

/// Each number rounded to `T`; `cone_rounding` covers it.
template <class T>
ABUT_HD inline PolyhedralCone<T> narrowed(const PolyhedralCone<double>& cone) {
  PolyhedralCone<T> out;
  for (std::uint32_t i = 0; i < most_cone_sides; ++i) {
    out.generators[i] = narrowed<T>(cone.generators[i]);
    out.normals[i] = narrowed<T>(cone.normals[i]);
  }
  out.axis = narrowed<T>(cone.axis);
  out.cosine = round_to<T>(cone.cosine), out.sine = round_to<T>(cone.sine), out.count = cone.count;
  return out;
}

namespace polyhedral_cone_detail {

/// Bit 4 i + j: of the product with number i of one and number j of the other. Data only.
struct Signs {
  std::uint32_t below, above;  ///< certainly below 0, certainly above
};

template <class T>
ABUT_INLINE void see_sign(Signs& signs, std::uint32_t bit, T product) {
  signs.below |= static_cast<std::uint32_t>(product < -cone_rounding<T>) << bit;
  signs.above |= static_cast<std::uint32_t>(product > cone_rounding<T>) << bit;
}

/// Row i of the result is row i - 1; column j is column j - 1.
ABUT_INLINE std::uint32_t next_row(std::uint32_t bits) { return (bits << 4 | bits >> 12) & 0xffffu; }
ABUT_INLINE std::uint32_t next_column(std::uint32_t bits) { return (bits << 1 & 0xeeeeu) | (bits >> 3 & 0x1111u); }

ABUT_INLINE bool has_full_row(std::uint32_t bits) {
  const std::uint32_t pairs = bits & bits >> 1;
  return (pairs & pairs >> 2 & 0x1111u) != 0;
}
ABUT_INLINE bool has_full_column(std::uint32_t bits) {
  const std::uint32_t pairs = bits & bits >> 4;
  return (pairs & pairs >> 8 & 0xfu) != 0;
}

/// The cones of revolution about them, the second one's axis given. Sines and cosines have 6 roundings more.
template <class T>
ABUT_INLINE bool caps_are_apart(const PolyhedralCone<T>& a, const PolyhedralCone<T>& b, Vec3<T> axis_b) {
  return -dot(a.axis, axis_b) < a.cosine * b.cosine - a.sine * b.sine - T(2) * cone_rounding<T>;
}

/// Bit 4 i + j: a generator of each, number i and number j, whose cross product is in both polars, or its opposite.
struct CrossPlanes {
  std::uint32_t plus, minus;
};

/// `below` and `above` of the products of A's sides (d) and of B's (e). ga x gb is in the polar of Ca by d, in that of
/// Cb by e.
ABUT_INLINE CrossPlanes cross_planes(Signs d, Signs e) {
  return {d.below & next_row(d.above) & e.above & next_column(e.below),
          d.above & next_row(d.below) & e.below & next_column(e.above)};
}

/// Where products are 0 up to rounding: whether the sum of all planes' normals that may be right has all generators
/// behind it. It is inside of the polars' intersection where they are its edges.
template <class T, class Corner, class Side>
ABUT_RARE bool middle_parts(const PolyhedralCone<T>& a, const Corner& corner, const Side& side, Signs d, Signs e) {
  const Signs may_d{~d.above, ~d.below}, may_e{~e.above, ~e.below};  // of these signs, or none
  const CrossPlanes cross_bits = cross_planes(may_d, may_e);
  Vec3<T> n{T(0), T(0), T(0)};
  for (std::uint32_t i = 0; i < most_cone_sides; ++i) {
    if ((may_d.below >> 4 * i & 0xfu) == 0xfu) n = n + a.normals[i];
    if ((may_e.below >> i & 0x1111u) == 0x1111u) n = n + side(i);
    for (std::uint32_t j = 0; j < most_cone_sides; ++j) {
      const std::uint32_t bit = 1u << (4 * i + j);
      const Vec3<T> both = cross(a.generators[i], corner(j));
      if ((cross_bits.plus & bit) != 0) n = n + both;
      if ((cross_bits.minus & bit) != 0) n = n - both;
    }
  }
  T most = T(-2);
  for (std::uint32_t i = 0; i < most_cone_sides; ++i) most = max(most, max(dot(n, a.generators[i]), dot(n, corner(i))));
  return most < T(-2) * cone_rounding<T> * max_abs(n);
}

/// The products; neither cone is empty or has all. `corner(j)`, `side(j)`: B's generators and normals in A's frame;
/// sides are asked for only where A's own are not enough.
template <class T, class Corner, class Side>
ABUT_INLINE bool sides_or_corners_part(const PolyhedralCone<T>& a, const Corner& corner, const Side& side) {
  Signs d{0, 0}, e{0, 0};
  for (std::uint32_t j = 0; j < most_cone_sides; ++j) {
    const Vec3<T> of_b = corner(j);
    for (std::uint32_t i = 0; i < most_cone_sides; ++i) see_sign(d, 4 * i + j, dot(a.normals[i], of_b));
  }
  if (has_full_row(d.below)) return true;
  for (std::uint32_t j = 0; j < most_cone_sides; ++j) {
    const Vec3<T> of_b = side(j);
    for (std::uint32_t i = 0; i < most_cone_sides; ++i) see_sign(e, 4 * i + j, dot(of_b, a.generators[i]));
  }
  if (has_full_column(e.below)) return true;
  const CrossPlanes planes = cross_planes(d, e);
  if ((planes.plus | planes.minus) != 0) return true;
  const bool are_all_known = ((d.below | d.above) & (e.below | e.above)) == 0xffffu;
  return !are_all_known && middle_parts(a, corner, side, d, e);
}

}  // namespace polyhedral_cone_detail

/// False only where no direction is in A's cone with its opposite in B's, whatever rounding does: false for float, it
/// is so of the doubles that were narrowed. True where they meet, and where generators that move by 16 epsilon would.
/// Both in one frame.
template <class T>
ABUT_HD inline bool may_be_antipodal(const PolyhedralCone<T>& a, const PolyhedralCone<T>& b) {
  using namespace polyhedral_cone_detail;
  if (is_empty(a) || is_empty(b)) return false;
  if (has_all(a) || has_all(b)) return true;
  return !caps_are_apart(a, b, b.axis) &&
         !sides_or_corners_part(
             a, [&](std::uint32_t j) { return b.generators[j]; }, [&](std::uint32_t j) { return b.normals[j]; });
}

/// With B in a frame of its own, `b_in_a` its rotation in A's: no more of it is rotated than is looked at.
template <class T>
ABUT_HD inline bool may_be_antipodal(const PolyhedralCone<T>& a, const PolyhedralCone<T>& b, const Mat3<T>& b_in_a) {
  using namespace polyhedral_cone_detail;
  if (is_empty(a) || is_empty(b)) return false;
  if (has_all(a) || has_all(b)) return true;
  return !caps_are_apart(a, b, rotate(b_in_a, b.axis)) &&
         !sides_or_corners_part(
             a, [&](std::uint32_t j) { return rotate(b_in_a, b.generators[j]); },
             [&](std::uint32_t j) { return rotate(b_in_a, b.normals[j]); });
}

}  // namespace ABUT_ISA
}  // namespace abut
