// Whether a rectangle of a Bezier patch holds a local minimum of the distance to a point: none, one, or not known yet.
#pragma once

#include <cstdint>

#include "abut/surface/sub_patch.h"
#include "host/surface/slope_nets.h"

namespace abut::host {

enum class Verdict : std::uint8_t {
  none,     ///< but at its poles
  one,      ///< at most
  flat,     ///< at all of its places, or at all of a curve, to rounding
  unknown,  ///< cut it
};

/// A rectangle, with the slopes by its own parameters from 0 to 1: where both are 0, their derivatives are symmetric.
/// Data only.
struct SlopeRectangle {
  ParameterRectangle<double> in;
  SlopeNets slopes;
  std::uint32_t ends;  ///< bits: which of its ends are borders or creases
  PatchPoles poles;    ///< of its own
  bool divided;        ///< a slope of the patch has been divided by the distance to a pole
};

/// A pole is a minimum though the slope away from it is below 0 by this many times its noise: the lowest place is then
/// as good as there.
inline constexpr double pole_room = 0x1p19;

Verdict verdict_on(const SlopeRectangle& r);

}  // namespace abut::host
