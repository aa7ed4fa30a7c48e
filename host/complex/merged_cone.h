// The smallest cone of revolution that holds two.
#pragma once

#include "abut/complex/complex_view.h"

namespace abut::host {

/// It has two sides where one of them has.
PolarCone<double> merged_cone(PolarCone<double> a, PolarCone<double> b);

}  // namespace abut::host
