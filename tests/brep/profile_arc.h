// Arcs of profiles by their angles.
#pragma once

#include <cmath>

#include "tests/brep/made_breps.h"

namespace abut::test {

/// What an arc's angle begins and ends with.
struct Angles {
  double begin, end;
};
inline Angles angles_of(const ProfileSegment& s) {
  const double begin = std::atan2(s.from.y - s.centre.y, s.from.x - s.centre.x);
  return {begin, begin + s.sweep};
}
inline double radius_of(const ProfileSegment& s) { return length(s.from - s.centre); }

}  // namespace abut::test
