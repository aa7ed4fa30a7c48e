// Polyhedral cones that bound the outward normals of faces, edges and vertices of a solid: the directions in which
// another body's nearest point can be from there.
//
// Bounded is the polar of the tangent cone, {d | <d, t> <= 0 for all tangents t}, unit vectors of it, over all points
// of the part. In a face it is the outward normal. At an edge between two faces with the outward normals m and n it is
// the arc from m to n where the edge is convex, and nothing where it is concave: the tangent cone is more than a
// half-space there. At a vertex it is a part of the cone of the normals of the faces that meet: an extreme direction d
// of the polar supports the tangent cone along a face or along an edge, whose polar, which holds d, is in that cone;
// and there is none if all edges are concave. For edges of sheets, which have one face, this does not hold.
//
// Directions are made such that their convex cone holds the normals; `cone_of` makes the cone. Source: Crozet, Leon &
// Merlhiot, 6.3.1 and 6.3.2. Departures: an arc of latitude is bounded by the planes tangent at its ends, not those of
// meridians there, which lean outward; and a line of latitude off the equator may go all round: in a pyramid of four
// sides.
#pragma once

#include <span>

#include "abut/brep/brep.h"
#include "abut/surface/bezier_patch.h"
#include "host/brep/cone_hull.h"
#include "host/brep/cone_sides.h"

namespace abut::host {

/// u0 <= u1, v0 <= v1, in the parameters of a B-Rep's surface. Data only.
struct ParameterBox {
  double u0, u1, v0, v1;
};

/// Part of the unit sphere: cos v (cos u x + sin u y) + sin v z, v between -pi / 2 and pi / 2. One v is a line of
/// latitude, one u a meridian. Directions whose cone holds it, opposite ones where none but that of all does.
Directions sphere_part(const BrepFrame& frame, const ParameterBox& part);

/// Of the outward normals of a plane, a cylinder, a cone, a sphere or a torus; opposite ones where the part has all, as
/// it does of other kinds, where a cone's part holds its tip within, and where the sign of a normal changes within a
/// self-intersecting torus. `reversed`: outward is -(du x dv).
Directions surface_normals(const BrepSurface& surface, const ParameterBox& part, bool reversed);

/// Turned about the frame's z by u0 to u1, each of these vectors.
Directions turned_normals(std::span<const Vec3<double>> normals, const BrepFrame& frame, double u0, double u1);

PolyhedralCone<double> face_cone(const BrepSurface& surface, const ParameterBox& part, bool reversed);
PolyhedralCone<double> patch_cone(const BezierPatch<double>& patch, bool reversed);

/// Along an edge, seen from outside; `mixed`: not everywhere the same, or unknown. Smooth edges are none.
enum class EdgeBend : std::uint8_t { convex, smooth, concave, mixed };

/// Of normals of both faces along the edge.
PolyhedralCone<double> edge_cone(std::span<const Vec3<double>> of_left, std::span<const Vec3<double>> of_right,
                                 EdgeBend bend);
/// Of the normals of the faces at the vertex, with the edges that end there.
PolyhedralCone<double> vertex_cone(std::span<const Vec3<double>> normals, std::span<const EdgeBend> edges);

}  // namespace abut::host
