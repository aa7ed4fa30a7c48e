// The least width of polytopes and solids by squares of directions, certified: for the pairs that no plane and no axis
// shows at once.
//
// Widths along edges and faces are known exactly (revolved_axis_search.h). The rest of the sphere is halved into
// squares until each is out: no width of it is small (width_bounds.h, cone_crease.h), or no direction of it can be the
// narrowest (level_directions.h). An arc of equally narrow directions costs some thousands of squares.
#pragma once

#include "abut/narrow/narrow_arcs.h"

namespace abut {
inline namespace ABUT_ISA {
namespace revolved_axis_detail {

/// A square on a face of the cube around the sphere of directions: one of 4^level. Data only.
struct DirectionSquare {
  std::uint64_t column, row;
  std::int32_t face, level;

  ABUT_HD bool is_last() const { return face == 6; }
  ABUT_HD double half() const { return 1 / static_cast<double>(std::uint64_t{1} << level); }
  ABUT_HD Vec3<double> at(double u, double v) const {
    const double sign = face < 3 ? 1 : -1;
    const Vec3<double> d = face % 3 == 0 ? Vec3<double>{sign, u, v} : Vec3<double>{v, sign, u};
    return unit_vector(face % 3 == 2 ? Vec3<double>{u, v, sign} : d);
  }
  ABUT_HD DirectionCap cap() const {
    const double width = 2 * half();
    const double u = fma(static_cast<double>(column), width, -1.0), v = fma(static_cast<double>(row), width, -1.0);
    DirectionCap out{at(u + half(), v + half()), 0};
    for (int k = 0; k < 4; ++k) {
      const Vec3<double> corner = at(k < 2 ? u : u + width, k % 2 == 0 ? v : v + width);
      out.reach = max(out.reach, length(corner - out.middle));
    }
    out.reach = angle_of_chord(out.reach);
    return out;
  }
  /// The first of its quarters.
  ABUT_HD DirectionSquare quarter() const { return {2 * column, 2 * row, face, level + 1}; }
  /// The next square that is none of its own, with all smaller ones in it.
  ABUT_HD DirectionSquare next() const {
    DirectionSquare s = *this;
    while (s.level > 0 && (s.column & s.row & 1) != 0) s = {s.column >> 1, s.row >> 1, s.face, s.level - 1};
    if (s.level == 0) return {0, 0, s.face + 1, 0};
    return (s.row & 1) == 0 ? DirectionSquare{s.column, s.row + 1, s.face, s.level}
                            : DirectionSquare{s.column + 1, s.row - 1, s.face, s.level};
  }
};

inline constexpr int most_square_halvings = 52;
/// After so many squares the least width is looked for along arcs: squares along an almost level arc are out only if it
/// is known; else each is lower than the last one by more than its bound leaves open.
inline constexpr int squares_before_slide = 500;
/// Of squares whose sides are halved more often, so many are looked at: the least width is in a few of these only,
/// unless no bound ends the search.
inline constexpr int halvings_of_few = 19, few_small_squares = 60000;
/// Bounds about points near the foot are worth their price in caps that are not larger.
inline constexpr double foot_reach = 0.25;

/// How many squares are looked at, and how far below the least width the bound may stay. Data only.
struct SquaresLimits {
  int squares;
  double open;
};

/// Bounds all widths but those along edges and faces by squares of directions. Returns whether the limit is enough of
/// them; `best` is then the least width and the bound. `other`: the last direction looked at that is as narrow to
/// within rounding error, if there is one.
template <class Stored, class Support>
ABUT_PHASE bool search_squares(const AxisParts<Stored>& p, const Support& support, SquaresLimits limits,
                               BoundedWidth& best, Vec3<double>& other) {
  double lower = best.lower;
  const auto measure = [&](Vec3<double> n) {
    const Vec3<double> w = support(n).w;
    const double width = dot(n, w);
    if (width <= best.width + p.tolerance) other = n;
    if (width < best.width - p.tolerance) best.width = width, best.normal = n;
    return w;
  };
  const auto enough = [&] { return best.width - max(limits.open, 2 * p.tolerance); };
  other = best.normal;
  DirectionSquare square{0, 0, 0, 0};
  int small = 0;
  for (int remaining = limits.squares; !square.is_last(); --remaining) {
    small += square.level > halvings_of_few ? 1 : 0;
    if (remaining == 0 || small > few_small_squares) return false;
    if (limits.squares - remaining == squares_before_slide) {
      for_lowest_of_arcs(p, support, best.normal, measure);
      for_crossings(p.solids, measure);
    }
    const DirectionCap cap = square.cap();
    const Vec3<double> w = measure(cap.middle);
    double bound = max(bound_by_point(w, cap), -Huge<double>::value);  // never NaN: `max` takes its second argument
    if (bound < enough() && none_is_least(p, support, cap, bound, enough())) bound = enough();
    if (bound < enough() && cap.reach < foot_reach) {
      bound = max(bound_by_feet(p, cap, dot(cap.middle, w), enough()), bound);
    }
    if (bound < enough() && cap.reach < foot_reach) {
      bound = max(bound_at_crease(p, cap, measure), bound);
    }
    if (bound >= enough() || cap.reach <= finest_reach || square.level == most_square_halvings) {
      lower = min(lower, bound);
      square = square.next();
    } else {
      square = square.quarter();
    }
  }
  best.lower = lower;
  return true;
}

}  // namespace revolved_axis_detail
}  // namespace ABUT_ISA
}  // namespace abut
