// What searches for points of surfaces allow, on either executor.
#pragma once

#include <string>

#include "abut/surface/closest_points.h"
#include "abut/surface/local_minima_query.h"

namespace abut::host {

/// Throws `InvalidInput`, beginning with the function's name, when the spans differ in length or a surface is not
/// there.
void check_surface_queries(const std::string& function, const SurfaceSet& surfaces, const SurfaceQueries& queries);

/// Throw `InvalidInput` naming the option.
void check_closest_point_options(const ClosestPointsOptions& options);
void check_local_minima_options(const LocalMinimaOptions& options);

}  // namespace abut::host
