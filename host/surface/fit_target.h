// What a grain's surface is fitted to, in a frame with the centre at the origin and the poles along z.
#pragma once

#include <memory>
#include <vector>

#include "abut/shapes/mesh.h"
#include "abut/surface/spherical_harmonics.h"
#include "host/surface/pole_grid.h"

namespace abut::host {

/// A point of the shape, and its part of the area. Data only.
struct ShapeSample {
  Vec3<double> point;
  double weight;
};

class FitTarget {
 public:
  virtual ~FitTarget() = default;
  /// Along a unit direction. Not for several threads: it may remember where it was.
  virtual double radius(const Vec3<double>& direction) = 0;
  /// Of a point from the shape, or a little more.
  virtual double distance(const Vec3<double>& point) = 0;
  /// How many places a span along u and v it takes to see the shape: 3 or more, and odd, so that none is one that
  /// `fit_sheet` uses.
  virtual int places_per_span(const PoleGrid& grid) const = 0;
  /// That many squared a span at least.
  virtual std::vector<ShapeSample> samples(const PoleGrid& grid) = 0;
};

/// `axes`: columns, of the target's frame.
std::unique_ptr<FitTarget> harmonic_target(const SphericalHarmonics& harmonics, const Mat3<double>& axes);

/// Of a mesh in the target's frame: closed, outward, each triangle seen from inside by the origin.
std::unique_ptr<FitTarget> mesh_target(Mesh mesh);

}  // namespace abut::host
