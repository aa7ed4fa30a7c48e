// Signed Volumes as the library has it, in the form that bench/papers/ gives every sub-algorithm.
//
// Nothing is added but the bookkeeping that GJK needs with any of them: which vertices are kept. The library keeps the
// newest vertex in slot 0 and moves it to a free slot afterwards.
#pragma once

#include "abut/narrow/signed_volumes.h"
#include "bench/papers/compact_simplex.h"

namespace abut::papers {

class LibrarySignedVolumes {
 public:
  NearestPoint<double> nearest;
  Simplex<double> simplex;
  double ww[4] = {};

  ABUT_INLINE LibrarySignedVolumes() { clear(); }

  ABUT_INLINE void clear() {
    simplex.used[0] = true;
    for (int k = 1; k < 4; ++k) simplex.used[k] = false;
    for (Vector& w : simplex.w) w = {0, 0, 0};
  }

  ABUT_INLINE void set_newest(const SupportPoint<double>& p) {
    simplex.w[0] = p.w;
    simplex.id_a[0] = p.id_a;
    simplex.id_b[0] = p.id_b;
    ww[0] = dot(p.w, p.w);
  }

  ABUT_INLINE bool holds(const SupportPoint<double>& p) const {
    bool found = false;
    for (int k = 1; k < 4; ++k) {
      found = found || (simplex.used[k] && simplex.id_a[k] == p.id_a && simplex.id_b[k] == p.id_b);
    }
    return found;
  }

  ABUT_INLINE bool solve() {
    signed_volumes(simplex, nearest);
    return true;
  }

  ABUT_INLINE void reduce() {
    largest_ww_ = nearest.lambda[0] > 0 ? ww[0] : 0;
    for (int k = 1; k < 4; ++k) {
      simplex.used[k] = nearest.lambda[k] > 0;
      largest_ww_ = simplex.used[k] ? max(largest_ww_, ww[k]) : largest_ww_;
    }
    if (!(nearest.lambda[0] > 0)) return;
    const int to = !simplex.used[1] ? 1 : !simplex.used[2] ? 2 : 3;  // one is free, or the origin is inside
    simplex.w[to] = simplex.w[0];
    simplex.id_a[to] = simplex.id_a[0];
    simplex.id_b[to] = simplex.id_b[0];
    simplex.used[to] = true;
    simplex.lambda[to] = nearest.lambda[0];
    ww[to] = ww[0];
  }

  ABUT_INLINE double largest_ww() const { return largest_ww_; }

 private:
  double largest_ww_ = 0;
};

}  // namespace abut::papers
