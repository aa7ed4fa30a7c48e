// Comparisons that surfaces and curves share. Private to same_curve.cpp and same_face.cpp.
#pragma once

#include "host/brep/same_geometry.h"

namespace abut::host {

/// Of length 1 each; either way round.
bool are_parallel(Vec3<double> a, Vec3<double> b, const Sameness& same);
/// Lines through the origins of frames: as far as the body goes.
bool are_one_line(const BrepFrame& a, Vec3<double> along_a, const BrepFrame& b, Vec3<double> along_b,
                  const Sameness& same);
bool are_near(const NurbsSpaceCurve& a, const NurbsSpaceCurve& b, const Sameness& same);
bool are_near(const NurbsSurface& a, const NurbsSurface& b, const Sameness& same);
bool are_near(const BrepFrame& a, const BrepFrame& b, const Sameness& same);
/// Angles about the axis of `b` as those about that of `a`, which is the same or the opposite one.
CurveMap angle_map(const BrepFrame& a, const BrepFrame& b);

}  // namespace abut::host
