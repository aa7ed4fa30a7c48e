// Minima of two models as they are found: each place once, and their order.
#pragma once

#include <tuple>
#include <utility>
#include <vector>

#include "abut/brep/brep_lmds.h"

namespace abut::host {

/// Features of fewer dimensions first.
inline std::pair<int, std::pair<std::uint64_t, std::uint64_t>> rank(const BrepLmd& m) {
  const int dimensions = static_cast<int>(feature_kind(m.feature_a)) + static_cast<int>(feature_kind(m.feature_b));
  return {dimensions, {m.feature_a.code, m.feature_b.code}};
}

/// Of two at one place, which ends that are no farther than `apart` say, the one of features of fewer dimensions stays,
/// or the first. Returns whether it is a new place.
inline bool add_minimum(std::vector<BrepLmd>& minima, const BrepLmd& m, double apart) {
  for (BrepLmd& kept : minima) {
    if (length(kept.point_a - m.point_a) > apart || length(kept.point_b - m.point_b) > apart) continue;
    const bool is_lmd = kept.is_lmd || m.is_lmd;
    if (rank(m) < rank(kept)) kept = m;
    kept.is_lmd = is_lmd;
    return false;
  }
  minima.push_back(m);
  return true;
}

inline bool comes_before(const BrepLmd& x, const BrepLmd& y) {
  if (x.distance != y.distance) return x.distance < y.distance;
  if (rank(x) != rank(y)) return rank(x) < rank(y);
  const Vec3<double>&p = x.point_a, &q = y.point_a;  // samples of a curve, whichever was found first
  return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z);
}

}  // namespace abut::host
