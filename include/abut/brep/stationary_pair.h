// Pairs of points of two carriers that have a common normal, and the list that the leaf solvers fill.
#pragma once

#include "abut/core/vec3.h"

namespace abut {

/// What second derivatives say of the distance over both carriers without their ends, of the signed gap where it is
/// below 0: `undecided` where the deciding number is within rounding of 0, as at double roots.
enum class Extremum : std::uint8_t { minimum, not_minimum, undecided };

/// Data only.
template <class T>
struct StationaryPair {
  Vec3<T> a, b;    ///< on the carriers; b - a = gap * normal
  Vec3<T> normal;  ///< unit; a surface's outward normal at a, the opposite of a surface's at b
  T gap;           ///< of two curves or points never below 0
  Extremum extremum;
};

/// All isolated pairs whose outward normals are antipodal, where a carrier is a surface. Data only.
template <class T>
struct StationaryPairs {
  static constexpr std::uint32_t most = 32;
  StationaryPair<T> pairs[most];
  std::uint32_t count;
  bool complete;      ///< no isolated pair is missing
  bool not_isolated;  ///< there is a whole curve or surface of pairs: conformal contact, of which none is listed
  bool capacity;      ///< there were more than `most`
};

inline namespace ABUT_ISA {

template <class T>
ABUT_HD inline void clear(StationaryPairs<T>& out) {
  out.count = 0;
  out.complete = true;
  out.not_isolated = false;
  out.capacity = false;
}

template <class T>
ABUT_HD inline void add(StationaryPairs<T>& out, const StationaryPair<T>& pair) {
  if (out.count == StationaryPairs<T>::most) {
    out.capacity = true;
    out.complete = false;
    return;
  }
  out.pairs[out.count++] = pair;
}

}  // namespace ABUT_ISA
}  // namespace abut
