// Points that the boxes of parts are searched from, and where the answers go.
#pragma once

#include <cstdint>

#include "abut/core/contact.h"

namespace abut {

/// Points in the world. Neighbours in the list are searched side by side: a list in some spatial order is faster.
/// Data only.
struct QueryPoints {
  std::uint32_t count = 0;
  StridedVec3<const double> at;
};

/// How far a search looks from a point. Data only.
struct QueryRadius {
  double all = 0;              ///< of every point, where `each` is null; may be infinite
  Strided<const double> each;  ///< null, or one per point
};

/// One element per query point; either array may be null. Data only.
struct NearestView {
  Strided<std::uint32_t> part;  ///< `bvh_end`: there is none
  Strided<double> distance;     ///< from the part's box: 0 inside, infinite where there is none
};

inline namespace ABUT_ISA {

ABUT_INLINE Vec3<double> query_point(const QueryPoints& points, std::uint64_t i) {
  const std::ptrdiff_t k = static_cast<std::ptrdiff_t>(i) * points.at.stride;
  return {points.at.x[k], points.at.y[k], points.at.z[k]};
}

ABUT_INLINE double query_radius(const QueryRadius& radius, std::uint64_t i) {
  return radius.each.data != nullptr ? radius.each.data[static_cast<std::ptrdiff_t>(i) * radius.each.stride]
                                     : radius.all;
}

}  // namespace ABUT_ISA
}  // namespace abut
