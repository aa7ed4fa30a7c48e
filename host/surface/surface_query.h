// The gap of a point to a closed surface, by the certified search, on the instruction set that was chosen.
#pragma once

#include <cmath>

#include "abut/surface/closest_query.h"
#include "host/exec/instruction_set.h"

namespace abut::host {

/// In the surface's frame and unit. Data only.
struct SurfaceGap {
  double gap;             ///< below 0 inside
  double least_distance;  ///< no point of the surface is nearer: proved
  Vec3<double> point, normal;
  double u, v;
  Status status;
};

/// Of one query; what `ClosestPointsView` points to. Data only.
struct OneClosestPoint {
  double distance, lower_bound, u, v;
  Vec3<double> point, normal;
  std::uint8_t status;

  ClosestPointsView<double> view() {
    ClosestPointsView<double> out;
    out.distance = {&distance, 1}, out.lower_bound = {&lower_bound, 1};
    out.u = {&u, 1}, out.v = {&v, 1};
    out.point = {&point.x, &point.y, &point.z, 3};
    out.normal = {&normal.x, &normal.y, &normal.z, 3};
    out.status = {&status, 1};
    return out;
  }
};

/// `cache`: null, or that of the point.
inline SurfaceGap surface_gap_at(const SurfaceView<double>& surface, const Vec3<double>& x,
                                 ClosestPointCache<double>* cache) {
  const ClosestPointsOptions options;
  OneClosestPoint one;
  const std::uint32_t of = 0;
  const ClosestPointRange<double> range{&surface, &of, &x, options, one.view(), cache, 0, 1};
  closest_points_table(chosen_instruction_set()).f64(range);
  const Vec3<double> away = x - one.point;
  const double along = dot(away, one.normal), distance = length(away);
  SurfaceGap out{along < 0 ? -distance : distance, one.lower_bound, one.point, one.normal, one.u, one.v,
                 static_cast<Status>(one.status)};
  // The gap's gradient. At a crease it is not a normal of the surface. Beside a smooth minimum the closest point may be
  // off by some square root of the roundings, which says nothing.
  const double aside = 64 * std::sqrt(Epsilon<double>::value) * std::ldexp(surface.size, surface.exponent);
  if (length(away - one.normal * along) > aside) out.normal = away * (1 / out.gap);
  return out;
}

}  // namespace abut::host
