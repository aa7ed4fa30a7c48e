// A rectangle of a surface's parameters: a box about it and directions whose cone holds its normals. Also of NURBS,
// whose Bezier patches are cut there, and of surfaces of revolution and extrusion, as far as is known.
#pragma once

#include <vector>

#include "abut/surface/nurbs.h"
#include "host/brep/feature_box.h"
#include "host/brep/normal_cone.h"

namespace abut::host {

/// The surfaces of a B-Rep, NURBS ones as Bezier patches. Refers to the B-Rep.
class SurfaceParts {
 public:
  explicit SurfaceParts(const Brep& brep);

  FeatureBox box(std::uint32_t surface, const ParameterBox& part) const;
  /// Outward ones; opposite directions where nothing is known. `reversed`: outward is -(du x dv).
  Directions normals(std::uint32_t surface, const ParameterBox& part, bool reversed) const;

 private:
  struct Net {
    int degree_u, degree_v;
    bool rational;
    std::vector<double> points;  ///< (w x, w y, w z, w), as those of a `BezierPatch`
  };
  /// Of the patches that meet the rectangle, cut there.
  std::vector<Net> nets_in(std::uint32_t nurbs, const ParameterBox& part) const;
  FeatureBox box_of_nets(const std::vector<Net>& nets) const;
  FeatureBox box_of_revolution(const BrepSurface& s, const ParameterBox& part) const;
  FeatureBox box_of_extrusion(const BrepSurface& s, const ParameterBox& part) const;

  const Brep& brep_;
  std::vector<BezierPatches> patches_;  ///< by NURBS surface
};

/// About points, along the axes, which are unit vectors at right angles.
FeatureBox box_about_points(std::span<const Vec3<double>> points, const Vec3<double>& x, const Vec3<double>& y);

}  // namespace abut::host
