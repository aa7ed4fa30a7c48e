// Planes, spheres, cylinders, cones and tori, and lines, circles and ellipses, through points. What is exact gives
// exact ones, but for roundings; of what is not, those of least squares. Nothing is proved here: canonical_bound.h
// does.
#pragma once

#include <optional>
#include <span>

#include "abut/brep/carriers.h"

namespace abut::host {

/// A point of a surface with its normal and principal curvatures (positive where it curves towards the normal). Data
/// only.
struct SurfaceSample {
  Vec3<double> point, normal;
  double largest, smallest;
};

/// A carrier of a kind, with all radii above 0; of a cone the axis points from the apex to the points. None where the
/// points do not say, as of a flat cylinder. `size`: of the points.
std::optional<Carrier<double>> fitted_surface(CarrierKind kind, std::span<const SurfaceSample> samples, double size);

/// A line, circle or ellipse through points in their order along the curve; five or more for an ellipse.
std::optional<Carrier<double>> fitted_curve(CarrierKind kind, std::span<const Vec3<double>> points, double size);

/// The line, circle or ellipse near a given one that lies in two surfaces, where there is one.
std::optional<Carrier<double>> common_curve(const Carrier<double>& near, const Carrier<double>& a,
                                            const Carrier<double>& b, double size);

/// How far the farthest of the points is.
double farthest(const Carrier<double>& carrier, std::span<const SurfaceSample> samples);
double farthest(const Carrier<double>& carrier, std::span<const Vec3<double>> points);

}  // namespace abut::host
