// A rectangle of a B-Rep's surface as one NURBS surface: exact but for rounding.
#pragma once

#include "abut/brep/brep.h"
#include "host/brep/normal_cone.h"

namespace abut::host {

/// With the normal du x dv of the B-Rep's surface. `part`: finite; of a spline within its domain.
NurbsSurface nurbs_of_surface(const Brep& brep, std::uint32_t surface, const ParameterBox& part);

}  // namespace abut::host
