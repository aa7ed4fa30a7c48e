// Classes of pairs that stand as parts of assemblies do: axes along each other's, centres on centres, faces flush.
#pragma once

#include "host/torture/classes.h"

namespace abut::torture {

/// Any two shapes, turned by a rotation of the cube; along each axis at no offset, flush from outside or inside, or at
/// a simple fraction of a size.
void aligned(Batch& batch, std::uint32_t pairs, std::uint64_t seed);
/// Solids of revolution on one axis or on parallel ones.
void coaxial(Batch& batch, std::uint32_t pairs, std::uint64_t seed);
/// A point of symmetry, corner, edge, rim or tip of one on one of the other; a shape with itself.
void symmetric(Batch& batch, std::uint32_t pairs, std::uint64_t seed);
/// Pairs of all three, turned out of line by 1e-3 to 2^-52.
void nearly_aligned(Batch& batch, std::uint32_t pairs, std::uint64_t seed);

}  // namespace abut::torture
