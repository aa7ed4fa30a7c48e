// A picture of bodies in the plane.
#pragma once

#include <string>
#include <vector>

#include "examples/dem/rotation.h"
#include "examples/dem/scene.h"

namespace dem {

/// An SVG of walls, of the bodies that are born, coloured by their speed, and of the forces of contacts: a red line
/// along each, through its point, as wide as the force is large. Throws `FileError`.
void write_picture(const std::string& path, const Scene& scene, const std::vector<BodyState>& states,
                   std::uint32_t born, const std::vector<PairForce>& forces);

}  // namespace dem
