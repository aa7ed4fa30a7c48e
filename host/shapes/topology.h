// Faces, edges and vertex adjacency of a convex polytope, made from its polygons.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "abut/core/vec3.h"
#include "abut/shapes/shape_set_view.h"

namespace abut::host {

using Polygon = std::vector<std::uint32_t>;

/// Ids are local to the polytope. Deterministic: polygons start at their lowest vertex and are sorted; edges are sorted
/// by (v0, v1), with f0 the face that runs through the edge from v0 to v1 and f1 the one that runs back; neighbours
/// ascend.
struct Topology {
  std::vector<std::uint32_t> face_begin{0};  ///< per face, into `face_vertices`; one more than there are faces
  std::vector<std::uint32_t> face_vertices;  ///< counter-clockwise seen from outside
  std::vector<ShapeEdge> edges;
  std::vector<std::uint32_t> adjacency_begin{0};  ///< per vertex, into `adjacency`; one more than there are vertices
  std::vector<std::uint32_t> adjacency;

  std::uint32_t face_count() const { return static_cast<std::uint32_t>(face_begin.size()) - 1; }
};

/// Topology of a closed surface of the topological kind of a sphere. Polygons may be given in either orientation; they
/// are made consistent with the first one. Nothing if they do not form such a surface.
std::optional<Topology> make_topology(std::uint32_t vertex_count, std::vector<Polygon> polygons);

/// Reverses all polygons.
Topology turned_inside_out(const Topology& topology);

/// One vertex, or two joined by an edge without faces.
Topology point_topology();
Topology segment_topology();
/// Three vertices and two opposite faces.
Topology triangle_topology();
/// Eight vertices, where vertex k has the signs x: k & 1, y: k & 2, z: k & 4 (0 is negative), and six faces.
Topology box_topology();
/// Outward unit normals of the faces of `box_topology()`; they do not depend on the extents, which may be zero.
std::vector<Vec3<double>> box_normals(const Topology& box);

}  // namespace abut::host
