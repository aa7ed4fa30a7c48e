// Bodies of a scene from their complexes: masses, principal axes, dilation.
#pragma once

#include "abut/core/pose.h"
#include "abut/shapes/mass_properties.h"
#include "examples/time_stepping/meshes.h"
#include "examples/time_stepping/scene.h"

namespace time_stepping {

/// Data only.
struct Matter {
  double density = 1000;  ///< kg/m^3
  double dilation = 1e-3;
};

/// Rotation about a unit axis.
Matrix turn_about(const Vector& axis, double angle);

/// Of shells as thick as twice the dilation and wires of that radius, of density 1; what sticks out at their edges and
/// ends is left out. Throws `InvalidInput` for a complex that has neither triangles nor segments.
abut::MassProperties thin_mass(const abut::SimplicialComplex& complex, double dilation);

/// A body that moves; the complex is given in the frame that `pose` places in the world, and gets the principal axes. A
/// closed mesh has its dilation inside of it. Throws as `mass_properties`.
SceneBody solid_body(const std::string& name, const abut::Mesh& mesh, const Matter& matter, const abut::Pose& pose);
SceneBody thin_body(const std::string& name, const abut::SimplicialComplex& complex, const Matter& matter,
                    const abut::Pose& pose);
/// Bodies that do not move keep the frame they are given in.
SceneBody fixed_solid(const std::string& name, const abut::Mesh& mesh, double dilation, const abut::Pose& pose);
SceneBody fixed_thin(const std::string& name, const abut::SimplicialComplex& complex, double dilation,
                     const abut::Pose& pose);
/// On an axle along the world's z through its position: no other motion is left. The mesh's own axis is z.
SceneBody wheel(const std::string& name, const abut::Mesh& mesh, const Matter& matter, const abut::Pose& pose);

}  // namespace time_stepping
