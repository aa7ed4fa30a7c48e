// What is asked of quasi-LMDs and where they are written, whichever executor finds them.
#pragma once

#include <cstdint>

#include "abut/core/contact.h"

namespace abut {

/// What a search on a device keeps until it is told, of all pairs of parts. Data only.
struct QuasiLmdRoom {
  /// Pairs of nodes of one level of the hierarchies. With too little a thread searches all that is below one by itself:
  /// that takes longer, and finds the same.
  std::uint64_t node_pairs = 65536;
  std::uint64_t leaf_pairs = 0;  ///< pairs of leaves, whose simplices are looked at
  std::uint64_t contacts = 0;    ///< before those at one place are told once
};

/// What is asked.
struct QuasiLmdOptions {
  /// Gaps above this are left out; per-part alert distances are added. Finite, 0 or more. In the caller's unit.
  double alert_distance = 0;
  static constexpr double most_theta = 0.5;
  /// Angle by which normals may be outside of the cones that are widened (table 2), in radians: minima that turns by
  /// less would make. 0: local minima alone. From 0 to `most_theta`.
  double theta = 0.02;
  /// Sine of the angle that every normal may be outside of a cone: for rounding, and for what is flat. From 0 to 0.1.
  double cone_tolerance = 1e-6;
  /// Whether pairs are looked through for simplices that meet (`crossing`).
  bool crossings = true;
  /// On a `Cuda`: what there is room for. On a `Cpu` memory grows.
  QuasiLmdRoom room{};
};

/// Caller-owned output; the contacts of pair i are offsets[i] to offsets[i + 1], ordered by the features of A and then
/// B. Any array but `offsets` may be null. Normals in world axes, points relative to the position of A's body, in world
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
  Strided<std::uint8_t> is_lmd;  ///< non-zero: a local minimum of the distance, and no quasi-LMD alone
  Strided<std::uint64_t> key;    ///< `contact_key` of pair and features
  /// Six numbers a contact, one after the other: what the gap gains from a velocity (along x, y, z) and an angular
  /// velocity (about x, y, z) of A's body, about its position, in world axes; and of B's.
  T* jacobian_a = nullptr;
  T* jacobian_b = nullptr;
  /// One a pair: non-zero where the complexes meet, without their dilation: contacts do not tell how deep. What lies
  /// wholly inside of a solid does not meet it.
  std::uint8_t* crossing = nullptr;
  /// On a `Cuda`: gets what there should have been room for (`QuasiLmdOptions::room`). A `Cpu` leaves it alone.
  QuasiLmdRoom* room_needed = nullptr;
};

/// What was looked at. Data only.
struct QuasiLmdCounts {
  std::uint64_t node_pairs = 0;     ///< pairs of nodes compared
  std::uint64_t simplex_pairs = 0;  ///< pairs of simplices whose nearest points were taken
};

}  // namespace abut
