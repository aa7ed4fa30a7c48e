// Random complexes of many kinds, as large as one unit or so, about the origin.
#pragma once

#include "abut/complex/simplicial_complex.h"
#include "tests/support/random.h"

namespace abut::test {

enum class ComplexKind {
  points,    ///< a cloud
  polyline,  ///< a wire, with straight runs
  soup,      ///< triangles, segments and points on common vertices; they may cross
  box,
  tetrahedron,     ///< its boundary
  prism,           ///< many sides
  subdivided_box,  ///< with flat edges and vertices
  l_shape,         ///< a reflex edge
  notched_cube,    ///< boxes out of a corner, an edge or a face
  star_sphere,     ///< an icosahedron or its subdivision, with random radii
  sheet,           ///< an open height field: plane, bent or rough
  book,            ///< three to five sheets on an edge
  tetrahedra,      ///< a box of five or six tetrahedra a cell, with holes
  mixed            ///< a box with a wire and a flag on it
};
inline constexpr int complex_kind_count = 14;

/// Whether what the triangles enclose may be taken as filled: closed, oriented, outward and nothing else.
bool is_solid(ComplexKind kind);

/// Data only.
struct ComplexHardness {
  bool repeated = false;  ///< some simplices are named twice, some faces by themselves (not of solids: twice alone)
  bool split = false;     ///< simplices have vertices of their own, with equal coordinates
  bool noisy = false;     ///< vertices are off by 1e-9: what is flat is nearly so
  bool on_grid = false;  ///< coordinates are multiples of 1/8, boxes along the axes; spheres and prisms are not rounded
};

/// No triangle is without area, no tetrahedron without volume; unused vertices are possible.
SimplicialComplex random_complex(Random& random, ComplexKind kind, const ComplexHardness& hardness = {});

const char* name_of(ComplexKind kind);

}  // namespace abut::test
