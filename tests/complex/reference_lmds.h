// Quasi-LMDs of two complexes by trying every pair of simplices: Merlhiot 2007, section 6.3, as it is written, in
// extended precision. Shares nothing with include/abut/complex/.
//
// Departures: the conditions on directions and cones hold to a tolerance, as a corner exactly over a flat vertex would
// be lost; C is about the generators of T* of eq. (3), not of U*, which holds a line for edges; solids have the cones
// of what they fill.
#pragma once

#include "tests/complex/reference_complex.h"

namespace abut::test {

/// Data only.
struct ReferenceOptions {
  double theta = 0;
  double flatness = 1e-6;
  double most_distance = 1e30;  ///< of the complexes, without dilation
  bool solid_a = false, solid_b = false;
  double tolerance = 1e-6;  ///< angle that directions may be outside of cones
  /// Pairs are told that fail by less than this. What holds by `tolerance` alone has a margin below that, so a value
  /// above it leaves nothing to compare where bodies lie exactly over each other.
  double margin_of_interest = 1e-5;
};

/// Data only.
struct ReferenceLmd {
  int dimension_a = 0, dimension_b = 0;
  std::array<std::uint32_t, 3> vertices_a{no_vertex, no_vertex, no_vertex};  ///< ascending, the first of equal ones
  std::array<std::uint32_t, 3> vertices_b{no_vertex, no_vertex, no_vertex};
  int class_a = 7, class_b = 7;
  Vec3<double> point_a{0, 0, 0}, point_b{0, 0, 0};  ///< in A's frame
  double distance = 0;
  bool is_lmd = false;    ///< found with theta = 0 too: a local minimum of the distance
  double margin = 0;      ///< the least by which a condition holds, below 0 if it fails; 0 where roundings decide
  double lmd_margin = 0;  ///< the same with theta = 0
};

/// Data only.
struct ReferenceLmds {
  std::vector<ReferenceLmd> found;
  std::vector<ReferenceLmd> near_misses;  ///< rejected by less than `margin_of_interest`
};

/// Margins: of places in simplices, barycentric coordinates; of cones and directions, angles and their sines; of the
/// distance, in parts of the size. At most 1. A margin is 0 where a class is doubtful, edges are nearly parallel or the
/// distance is too small to tell its direction.
ReferenceLmds reference_lmds(const SimplicialComplex& a, const SimplicialComplex& b, const RelativePose<double>& b_in_a,
                             const ReferenceOptions& options);
/// `b` is in A's frame already.
ReferenceLmds reference_lmds(const ReferenceComplex& a, const ReferenceComplex& b, const ReferenceOptions& options);

}  // namespace abut::test
