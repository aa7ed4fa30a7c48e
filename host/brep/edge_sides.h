// How the faces of a B-Rep leave an edge or a vertex, and which directions that leaves free: the polar of the tangent
// cone, exactly.
//
// At an edge with outward normals n and inward directions m of its faces, the polar of a convex edge is {d | <d, t> =
// 0, <d, m0> <= 0, <d, m1> <= 0}; a concave one has none. Source: Crozet, Leon & Merlhiot, (3.4).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/brep/brep.h"
#include "abut/brep/carriers.h"
#include "abut/brep/polyhedral_cone.h"
#include "host/brep/normal_cone.h"

namespace abut::host {

/// Where an edge's faces go from one of its points. Data only.
struct EdgeSides {
  std::uint32_t count = 0;  ///< 2, or fewer where a normal is not defined or a face is missing
  std::uint32_t face[2] = {no_brep_index, no_brep_index};
  Vec3<double> parameters[2];  ///< (u, v) of their surfaces
  Vec3<double> outward[2];     ///< unit normals
  Vec3<double> inward[2];      ///< unit, into the face, across the edge
  bool is_border = false;      ///< a sheet ends there: the faces are one, from both sides (sheets.h)
};

/// `direction`: unit, across the edge.
bool edge_leaves_free(const EdgeSides& sides, const Vec3<double>& direction, double angle);
EdgeBend bend_of(const EdgeSides& sides, double angle);

/// Refers to the B-Rep.
class EdgeGeometry {
 public:
  explicit EdgeGeometry(const Brep& brep);

  std::size_t coedges(std::uint32_t edge) const { return coedges_of_[edge].size(); }
  std::span<const std::uint32_t> coedges_of(std::uint32_t edge) const { return coedges_of_[edge]; }
  std::uint32_t face_of(std::uint32_t coedge) const { return face_of_coedge_[coedge]; }
  EdgeSides sides_of(std::uint32_t edge, double t) const;
  /// Of a straight edge, along which normals of planes, cylinders and cones do not change; with all for other faces.
  PolyhedralCone<double> cone_of_line(std::uint32_t edge) const;
  PolyhedralCone<double> cone_of_vertex(std::uint32_t vertex) const;
  /// A vertex is the tip of a face that is not told as a cone but is one.
  void add_tip(std::uint32_t vertex, const Carrier<double>& cone) { tips_at_[vertex].push_back(cone); }
  /// No edge that ends there, nor a tip's surface, goes towards a direction.
  bool vertex_leaves_free(std::uint32_t vertex, const Vec3<double>& direction, double angle) const;
  /// Unit vectors along the edges that end there, away from it.
  std::vector<Vec3<double>> directions_at(std::uint32_t vertex) const;
  bool has_concave_edge_at(std::uint32_t vertex) const;

 private:
  /// What a coedge has at a point of its edge; false where there is no normal.
  bool add_side(std::uint32_t coedge, double t, const Vec3<double>& tangent, EdgeSides& to) const;
  /// Of a sheet's vertices, where faces are half a plane or more.
  void look_at_borders();
  void look_at_corner(std::uint32_t coedge, std::uint32_t next);
  /// An edge's end at a vertex.
  struct End {
    std::uint32_t edge;
    bool at_end;
  };

  const Brep& brep_;
  std::vector<std::vector<std::uint32_t>> coedges_of_;  ///< by edge
  std::vector<std::uint32_t> face_of_coedge_;
  std::vector<std::vector<End>> ends_at_;              ///< by vertex
  std::vector<std::vector<Carrier<double>>> tips_at_;  ///< by vertex: cones that have their tip there
  /// By vertex at the border of a sheet: into faces that are half a plane there or more, across their edges.
  std::vector<std::vector<Vec3<double>>> into_;
  std::vector<bool> at_border_;  ///< by vertex
};

}  // namespace abut::host
