// Scenes of the plane z = 0, whose gravity is along y.
#pragma once

#include "examples/dem/scene.h"

namespace dem {

/// Takes the settings of space over to the plane: gravity is along y, and the stiffness is one for bodies that are a
/// metre deep, 2e6 N/m, by volume 1e9 N/m^5.
void set_plane_defaults(Settings& settings);

/// Walls of a box that holds so much area (m^2) when all have been born, and says where they are.
void add_planar_box(Scene& scene, double solid);

/// The presets `polygons` and `polygon_collision`, of settings that are checked.
Scene make_planar_scene(const Settings& settings);

}  // namespace dem
