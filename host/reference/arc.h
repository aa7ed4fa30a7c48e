// Lower bound of the width of two bodies over a piece of a Gauss arc, by points of the other body.
#pragma once

#include <algorithm>
#include <cstdint>

#include "host/reference/wide.h"

namespace abut::reference {

/// A direction and the point of the other body that bounds the width there.
template <class S>
struct ArcEnd {
  Vec3<S> u;
  std::uint32_t q;
};

/// `Search` offers, in scalar S:
///   Vec3<S> other(q)         a point of the other body
///   S enough()               the least width that matters; may fall during the search
///   S noise()                rises below it are rounding
///   std::uint32_t improve(u, q, p)  a point of the other body at least as good as q in direction u, of two equal ones
///   q void found(u)            the width at u may be less than enough(): look, and lower it
/// Returns a bound valid on all unit directions between the ends: where it is not >= enough(), it is attained within
/// rounding.
template <class S, class Search>
S arc_lower_bound(Search& search, const Vec3<S>& p, const ArcEnd<S>& end1, const ArcEnd<S>& end2, int depth = 128) {
  const Vec3<S> by1 = p - search.other(end1.q), by2 = p - search.other(end2.q);
  const S first1 = inner(by1, end1.u), last1 = inner(by1, end2.u);
  const S first2 = inner(by2, end1.u), last2 = inner(by2, end2.u);
  // Unit directions between the ends are combinations with non-negative coefficients of sum >= 1.
  const S simple = std::max(std::min(first1, last1), std::min(first2, last2));
  if (end1.q == end2.q || simple >= search.enough() || depth == 0) return simple;
  const S rise1 = first1 - first2, rise2 = last2 - last1;
  if (rise1 <= 0 || rise2 <= 0) return simple;  // one point is the better one all along

  const Vec3<S> u = unit(end1.u * rise2 + end2.u * rise1);
  const S middle = std::min(inner(by1, u), inner(by2, u));
  if (middle < search.enough()) {
    const std::uint32_t q = search.improve(u, end1.q, p);
    const S better = inner(p - search.other(q), u);
    if (better > middle + search.noise()) {
      const ArcEnd<S> cut{u, q};
      if (better < search.enough()) search.found(u);  // three points of the other body may well be equal there
      return std::min(arc_lower_bound(search, p, end1, cut, depth - 1),
                      arc_lower_bound(search, p, cut, end2, depth - 1));
    }
    search.found(u);
  }
  return std::min({first1, middle, last2});
}

}  // namespace abut::reference
