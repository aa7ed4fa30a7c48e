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

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/bodies/parts_view.h"
#include "abut/complex/contact_complexes.h"
#include "abut/complex/quasi_lmds_view.h"
#include "abut/core/executor.h"

namespace abut {

/// The quasi-LMDs of pairs of parts, in double for either `T`. None is missed and none invented but where a condition
/// holds to rounding; a pair with a pose that is not usable (`is_usable`, world_pose.h) has none. Answers do not depend
/// on threads. Throws `InvalidInput` when an option is not allowed, `offsets` is null, an index is out of range, or a
/// shape has no complex.
template <class T>
QuasiLmdCounts find_quasi_lmds(const Cpu& cpu, const ContactComplexes& complexes, const PartsView& parts,
                               std::span<const Pair> pairs, const QuasiLmdOptions& options,
                               const QuasiLmdsView<T>& out);

/// Contacts in host memory, owned: the arrays of `QuasiLmdsView`.
template <class T>
struct LmdArrays {
  std::vector<std::uint64_t> offsets;
  std::vector<T> separation;
  std::vector<Vec3<T>> normal, witness_a, witness_b, point;
  std::vector<Feature> feature_a, feature_b;
  std::vector<std::uint8_t> is_lmd;
  std::vector<std::uint64_t> key;
  std::vector<std::array<T, 6>> jacobian_a, jacobian_b;

  std::size_t size() const { return separation.size(); }
};

/// Those of complexes.
template <class T>
struct QuasiLmds : LmdArrays<T> {
  std::vector<std::uint8_t> crossing;  ///< by pair
  QuasiLmdCounts counts;
};

/// The same into arrays that fit.
template <class T>
QuasiLmds<T> find_quasi_lmds(const Cpu& cpu, const ContactComplexes& complexes, const PartsView& parts,
                             std::span<const Pair> pairs, const QuasiLmdOptions& options);

}  // namespace abut
