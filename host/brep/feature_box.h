// Oriented boxes about parts of canonical surfaces and curves; how far apart two are, abut/brep/feature_box.h says.
#pragma once

#include <algorithm>
#include <cmath>

#include "abut/brep/brep.h"
#include "abut/brep/feature_box.h"
#include "host/brep/normal_cone.h"

namespace abut::host {

using FeatureBox = abut::FeatureBox<double>;

FeatureBox box_of_point(const Vec3<double>& point);
FeatureBox box_of_surface(const Brep& brep, const BrepSurface& surface, const ParameterBox& part);
/// From parameter `begin` to `end`.
FeatureBox box_of_curve(const Brep& brep, const BrepCurve& curve, double begin, double end);

FeatureBox grown(FeatureBox box, double by);

/// 0 within.
inline double distance_to(const FeatureBox& box, const Vec3<double>& point) {
  const Vec3<double> d = point - box.centre;
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    const double out = std::max(0.0, std::abs(dot(d, box.axes[k])) - box.half[k]);
    sum += out * out;
  }
  return std::sqrt(sum);
}

}  // namespace abut::host
