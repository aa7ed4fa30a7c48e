// What `find_closest_points` allows, on either executor.
#pragma once

#include "abut/surface/closest_query.h"

namespace abut::host {

/// Throws `InvalidInput` naming the option.
void check_closest_point_options(const ClosestPointsOptions& options);

}  // namespace abut::host
