// The checks of one parameter's spline. Private to host/.
#pragma once

#include <string>

#include "host/surface/polar_form.h"

namespace abut::host {

/// Of a curve with the name `what`, of the plane or of space. Throws `InvalidInput`.
void check_curve(const std::string& what, const SplineDirection& u, const ControlNet& net);

}  // namespace abut::host
