// Solids turned from outlines: as B-Reps of planes, cylinders, cones and tori, as meshes of them, and their masses.
#pragma once

#include "abut/brep/brep.h"
#include "abut/shapes/mesh.h"
#include "examples/dem/state.h"
#include "examples/insertion/outline.h"

namespace insertion {

/// One shell. Faces go once round and have a seam; those across the axis are discs and rings.
abut::Brep turned_brep(const Outline& outline);

/// Data only.
struct Tessellation {
  double chord = 0;   ///< by which chords of arcs are off them at most
  double radius = 0;  ///< of the widest circle of which this holds; all have as many sides
};
/// Closed and outward, its vertices on the surface; those at y = 0 are on the B-Rep's seams.
abut::Mesh turned_mesh(const Outline& outline, const Tessellation& by);

/// Data only.
struct TurnedMass {
  dem::BodyConstants constants;  ///< x and y across the axis, z along it
  double height = 0;             ///< of the centre of mass
};
TurnedMass turned_mass(const Outline& outline, double density);

}  // namespace insertion
