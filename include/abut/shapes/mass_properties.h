// Mass properties of solids of density 1: of closed meshes and of shapes. Host only.
//
// Source: Mirtich 1996 and Eberly 2002 reduce the integrals over a polyhedron to its faces by the divergence theorem;
// here as sums over the tetrahedra between a point and the facets, in which they are exact. Curved kinds have closed
// forms.
#pragma once

#include <cstdint>

#include "abut/shapes/mesh.h"
#include "abut/shapes/shape_set.h"

namespace abut {

/// For a density, multiply volume, inertia and moments by it: the volume becomes the mass. Lengths are in the unit of
/// the mesh or of the set, its frame is that of the vertices: a volume in m^3 and a density in kg/m^3 make kg, moments
/// in m^5 kg m^2. Data only.
struct MassProperties {
  double volume;
  Vec3<double> centre;   ///< of mass
  Mat3<double> inertia;  ///< about the centre, along the axes of the frame
  Vec3<double> moments;  ///< about the principal axes through the centre
  Mat3<double> axes;  ///< columns: these axes in the frame, right-handed; the rotation from the principal frame to it
};

/// Of the solid that a mesh encloses, cavities left out. What two folds or two shells enclose counts twice: a mesh that
/// `repair_mesh` has no `faults_of` has none of it. Throws `InvalidInput` for a mesh that is not closed or not
/// consistently oriented, and for one whose volume is not positive.
MassProperties mass_properties(const Mesh& mesh);

/// Of boxes, hulls, spheres, capsules, ellipsoids, cylinders and cones. Throws `InvalidInput` for what has no volume,
/// and for shapes that have no such form here: rounded polyhedra and curved kinds, and Minkowski sums.
MassProperties mass_properties(const ShapeSet& shapes, std::uint32_t shape);

/// The moments and axes of a symmetric matrix, to some rounding errors of its largest element. Data only.
struct PrincipalAxes {
  Vec3<double> moments;
  Mat3<double> axes;  ///< columns, right-handed
};
PrincipalAxes principal_axes(const Mat3<double>& inertia);

}  // namespace abut
