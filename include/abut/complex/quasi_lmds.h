// Quasi-LMDs of pairs of bodies: every local minimum of the distance of their complexes that a time-stepping solver
// needs, those included that a turn by an angle theta would make one. Host only.
//
//   ContactComplexes complexes;                                     a complex for each shape
//   every step:
//     pairs = find_pairs(...)
//     find_quasi_lmds<double>(cpu, complexes, parts, pairs, {.alert_distance = d, .theta = 0.02})
//
// Source: Merlhiot 2007, section 6; docs/explanation/quasi-lmds.md says where this departs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/bodies/parts_view.h"
#include "abut/complex/contact_complexes.h"
#include "abut/core/executor.h"

namespace abut {

/// What is asked.
struct QuasiLmdOptions {
  /// Gaps above this are left out; per-part alert distances are added. Finite, 0 or more. In the caller's unit.
  double alert_distance = 0;
  static constexpr double most_theta = 0.5;
  /// Angle by which normals may be outside of the cones that are widened (table 2), in radians: minima that turns by less
  /// would make. 0: local minima alone. From 0 to `most_theta`.
  double theta = 0.02;
  /// Sine of the angle that every normal may be outside of a cone: for rounding, and for what is flat. From 0 to 0.1.
  double cone_tolerance = 1e-6;
  /// Whether pairs are looked through for simplices that meet (`crossing`).
  bool crossings = true;
  /// Whether rows of the contact Jacobian are written.
  bool jacobian = false;
};

/// Caller-owned output; the contacts of pair i are offsets[i] to offsets[i + 1], ordered by the features of A and then B.
/// Any array but `offsets` may be null. Normals in world axes, points relative to the position of A's body, in world
/// axes, as `query_pairs` has them. Data only.
template <class T>
struct QuasiLmdsView {
  std::uint64_t* offsets = nullptr;  ///< one more than there are pairs
  std::uint64_t capacity = 0;        ///< of the arrays below but `crossing`
  std::uint64_t* needed = nullptr;   ///< gets how many there are; if more than `capacity`, none is written
  Strided<T> separation;             ///< the gap: the distance of the complexes less both dilations
  StridedVec3<T> normal;             ///< unit, from A to B
  StridedVec3<T> witness_a;          ///< on the dilated complex
  StridedVec3<T> witness_b;          ///< witness_a + separation * normal
  StridedVec3<T> point;              ///< midway
  Strided<Feature> feature_a;        ///< vertex, edge or face of the complex
  Strided<Feature> feature_b;
  Strided<std::uint8_t> is_lmd;      ///< non-zero: a local minimum of the distance, and no quasi-LMD alone
  Strided<std::uint64_t> key;        ///< `contact_key` of pair and features
  /// Six numbers a contact, one after the other: what the gap gains from a velocity (along x, y, z) and an angular
  /// velocity (about x, y, z) of A's body, about its position, in world axes; and of B's. Of `jacobian` only.
  T* jacobian_a = nullptr;
  T* jacobian_b = nullptr;
  /// One a pair: non-zero where the complexes meet, without their dilation: contacts do not tell how deep.
  std::uint8_t* crossing = nullptr;
};

/// What was looked at. Data only.
struct QuasiLmdCounts {
  std::uint64_t node_pairs = 0;     ///< pairs of nodes compared
  std::uint64_t simplex_pairs = 0;  ///< pairs of simplices whose nearest points were taken
};

/// The quasi-LMDs of pairs of parts, in double for either `T`. None is missed and none invented but where a condition
/// holds to rounding; a pair with a pose that is not usable (`is_usable`, world_pose.h) has none. Answers do not depend
/// on threads. Throws `InvalidInput` when an option is not allowed, `offsets` is null, an index is out of range, or a
/// shape has no complex.
template <class T>
QuasiLmdCounts find_quasi_lmds(const Cpu& cpu, const ContactComplexes& complexes, const PartsView& parts,
                               std::span<const Pair> pairs, const QuasiLmdOptions& options,
                               const QuasiLmdsView<T>& out);

/// Owning arrays, in host memory.
template <class T>
struct QuasiLmds {
  std::vector<std::uint64_t> offsets;
  std::vector<T> separation;
  std::vector<Vec3<T>> normal, witness_a, witness_b, point;
  std::vector<Feature> feature_a, feature_b;
  std::vector<std::uint8_t> is_lmd;
  std::vector<std::uint64_t> key;
  std::vector<std::array<T, 6>> jacobian_a, jacobian_b;
  std::vector<std::uint8_t> crossing;  ///< by pair
  QuasiLmdCounts counts;

  std::size_t size() const { return separation.size(); }
};

/// The same into arrays that fit.
template <class T>
QuasiLmds<T> find_quasi_lmds(const Cpu& cpu, const ContactComplexes& complexes, const PartsView& parts,
                             std::span<const Pair> pairs, const QuasiLmdOptions& options);

}  // namespace abut
