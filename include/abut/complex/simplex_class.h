// The eight classes of simplices, and which of them meet: tables 1 and 2 of Merlhiot 2007. Data only.
#pragma once

#include <cstdint>

#include "abut/core/isa.h"

namespace abut {

inline constexpr int simplex_class_count = 8;

/// How the polar of the tangent cone spreads: a simplex is where contacts can be in the directions of that cone.
/// `dimension` is the simplex's, `polar` the cone's dimension.
struct SimplexKind {
  std::uint8_t dimension;
  std::uint8_t polar;
  /// Whether all simplices of the complex's boundary around it lie in one plane: only vertices whose cone is a line or
  /// a ray are told apart by that.
  bool in_plane;
};

/// Of two classes of simplices, whether they meet, and which of their cones are widened by the angle theta.
struct ClassPair {
  bool meet;
  bool widen_a, widen_b;
};

inline namespace ABUT_ISA {

/// Table 1: 0, corners; 1, vertices of creases; 2, creases; 3, vertices that a plane ends at; 4, vertices, 5, edges in
/// a plane; 6, triangles; 7, what nothing touches, as it is concave, inside of a volume or a volume itself.
ABUT_INLINE constexpr std::uint8_t simplex_class(SimplexKind kind) {
  constexpr std::uint8_t of[3][4] = {{7, 3, 1, 0}, {7, 5, 2, 7}, {7, 6, 7, 7}};  // [dimension][polar]
  if (kind.dimension > 2 || kind.polar > 3) return 7;
  const std::uint8_t c = of[kind.dimension][kind.polar];
  return c == 3 && kind.in_plane ? std::uint8_t{4} : c;
}

/// Table 2.
ABUT_INLINE constexpr ClassPair class_pair(std::uint8_t a, std::uint8_t b) {
  constexpr std::uint8_t no = 0, meet = 1, wa = 3, wb = 5, both = 7;  // bits: meet, widen a, widen b
  constexpr std::uint8_t of[simplex_class_count][simplex_class_count] = {{meet, meet, wa, wa, wa, wa, wa, no},    //
                                                                         {meet, both, both, wa, no, no, no, no},  //
                                                                         {wb, both, both, wa, no, no, no, no},    //
                                                                         {wb, wb, wb, no, no, no, no, no},        //
                                                                         {wb, no, no, no, no, no, no, no},        //
                                                                         {wb, no, no, no, no, no, no, no},        //
                                                                         {wb, no, no, no, no, no, no, no},        //
                                                                         {no, no, no, no, no, no, no, no}};
  const std::uint8_t bits = of[a & 7][b & 7];
  return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
}

/// Bit c: class `a` meets class c.
ABUT_INLINE constexpr std::uint8_t classes_met_by(std::uint8_t a) {
  std::uint8_t mask = 0;
  for (std::uint8_t b = 0; b < simplex_class_count; ++b) {
    if (class_pair(a, b).meet) mask = static_cast<std::uint8_t>(mask | 1u << b);
  }
  return mask;
}

}  // namespace ABUT_ISA
}  // namespace abut
