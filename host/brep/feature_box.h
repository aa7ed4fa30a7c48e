// Oriented boxes about parts of canonical surfaces and curves, and how far apart two are at least.
#pragma once

#include <limits>

#include "abut/brep/brep.h"
#include "abut/core/pose.h"
#include "host/brep/normal_cone.h"

namespace abut::host {

/// Data only.
struct FeatureBox {
  Vec3<double> centre{0, 0, 0};
  Vec3<double> axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double half[3] = {0, 0, 0};  ///< infinite where nothing better is known
};

FeatureBox box_of_point(const Vec3<double>& point);
FeatureBox box_of_surface(const Brep& brep, const BrepSurface& surface, const ParameterBox& part);
/// From parameter `begin` to `end`.
FeatureBox box_of_curve(const Brep& brep, const BrepCurve& curve, double begin, double end);

FeatureBox grown(FeatureBox box, double by);
FeatureBox moved(const RelativePose<double>& pose, const FeatureBox& box);

/// No points of both are nearer: the widest gap along the 15 axes that tell whether boxes meet, and
/// along the line of their centres; 0 or more.
/// Where it is above `enough`, some gap that is.
double least_distance(const FeatureBox& a, const FeatureBox& b,
                      double enough = std::numeric_limits<double>::infinity());

/// Likewise, without products of axes: along the line of the centres, and between points of both that are nearly the
/// nearest ones. Of boxes that are apart it is most often more, and sooner known; of others it may be 0.
double distance_bound(const FeatureBox& a, const FeatureBox& b, double enough);

}  // namespace abut::host
