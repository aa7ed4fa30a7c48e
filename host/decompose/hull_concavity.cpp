#include "host/decompose/hull_concavity.h"

#include "host/decompose/body.h"
#include "host/decompose/part_hull.h"
#include "host/decompose/protrusion.h"

namespace abut::host {

HullConcavity hull_concavity(const Mesh& solid) {
  constexpr double resolution = 1.0 / 2000, share = 0.02;  // as measure_parts
  const Mesh welded = weld(solid);
  const double scale = scale_of(welded);
  const Body body(scale == 1 ? welded : scaled(welded, scale));
  const double half_extent = body.half_extent();
  const double reach = protrusion(body, part_hull(body.mesh().vertices), resolution * half_extent, share).upper;
  return {reach / scale, reach / half_extent};
}

}  // namespace abut::host
