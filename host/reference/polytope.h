// A convex core with its exact hull topology and Gauss map, and a core placed by a pose.
//
// Gauss map: a node is a direction of the sphere where a face (or a stand-in for one) lies, an arc the directions in
// which an edge is extreme. Solids have a node per facet. So that the same search serves all, a flat polygon has two
// nodes for its sides and one per edge, half-way; a segment four around it, joined to a great circle; a point has none.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "abut/core/pose.h"
#include "host/reference/hull.h"
#include "host/reference/wide.h"

namespace abut::reference {

class Polytope {
 public:
  struct Node {
    Vec3<double> direction;  ///< outward unit normal, rounded
    std::uint32_t vertex;    ///< extreme in that direction
    std::uint32_t parent;    ///< an earlier neighbour in the Gauss map; itself for the first
  };
  struct Arc {
    std::uint32_t node0, node1;
    std::uint32_t vertex;  ///< extreme all along the arc
  };
  struct Edge {
    std::uint32_t v0, v1;
  };
  using Triangle = std::array<std::uint32_t, 3>;

  /// Points that are not finite or none at all give an invalid polytope.
  explicit Polytope(std::vector<Vec3<double>> points);

  bool valid() const { return dimension_ >= 0; }
  int dimension() const { return dimension_; }
  const std::vector<Vec3<double>>& points() const { return points_; }
  double extent() const { return extent_; }  ///< largest absolute coordinate
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Arc>& arcs() const { return arcs_; }
  const std::vector<Triangle>& triangles() const { return triangles_; }  ///< coplanar ones not merged
  const std::vector<Edge>& edges() const { return edges_; }              ///< of the triangles
  std::span<const std::uint32_t> neighbours(std::uint32_t vertex) const {
    return {adjacency_.data() + adjacency_begin_[vertex], adjacency_.data() + adjacency_begin_[vertex + 1]};
  }
  std::uint32_t any_vertex() const { return any_vertex_; }  ///< a vertex of the hull
  /// Outward unit normal of a node in extended precision, Long or Wide.
  template <class S>
  Vec3<S> node_as(std::uint32_t node) const {
    if constexpr (std::is_same_v<S, Wide>) {
      return wide_node(node);
    } else {
      return long_nodes_[node];
    }
  }

 private:
  Vec3<Wide> wide_node(std::uint32_t node) const;
  void add_solid(const std::vector<HullTriangle>& hull);
  std::vector<std::uint32_t> facets_of(const std::vector<Triangle>& triangles,
                                       const std::vector<std::array<std::uint32_t, 3>>& neighbour) const;
  void add_facet_nodes(const std::vector<std::uint32_t>& facet,
                       const std::vector<std::pair<std::uint32_t, std::uint32_t>>& breadth_first_order);
  void add_arc(std::uint32_t node0, std::uint32_t node1, const Edge& edge);
  void add_polygon(const std::vector<std::uint32_t>& corners);
  void add_segment(std::uint32_t v0, std::uint32_t v1);
  void add_adjacency();

  std::vector<Vec3<double>> points_;
  int dimension_ = -1;
  double extent_ = 0;
  std::uint32_t any_vertex_ = 0;
  std::vector<Node> nodes_;
  std::vector<Arc> arcs_;
  std::vector<Triangle> triangles_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> adjacency_begin_, adjacency_;
  std::vector<std::uint32_t> node_triangle_;  // of a solid's facets: their normals are made when asked for
  std::vector<Vec3<Wide>> stored_nodes_;      // of all further nodes
  std::vector<Vec3<Long>> long_nodes_;
};

/// A polytope in the common frame (A's). For B: the affine image under the pose exactly as given.
class Placed {
 public:
  explicit Placed(const Polytope& polytope);
  Placed(const Polytope& polytope, const RelativePose<double>& pose);

  const Polytope& polytope() const { return *polytope_; }
  double extent() const { return extent_; }
  Vec3<double> point(std::uint32_t vertex) const { return points_[vertex]; }
  Vec3<double> node(std::uint32_t node) const {
    return moved_ ? moved_nodes_[node] : polytope_->nodes()[node].direction;
  }

  // In extended precision S, Long or Wide.
  template <class S>
  Vec3<S> point_as(std::uint32_t vertex) const;
  template <class S>
  Vec3<S> node_as(std::uint32_t node) const;
  /// A point farthest along u, which has about unit length.
  template <class S>
  std::uint32_t support_as(const Vec3<S>& u) const;

  /// The same to rounding of double: all points looked at.
  std::uint32_t support(const Vec3<double>& u) const;
  /// All points within `tolerance` of the farthest.
  std::vector<std::uint32_t> support_set(const Vec3<double>& u, double tolerance) const;
  /// Uphill over the edges from `start` until `u . point >= enough` or no neighbour is higher.
  std::uint32_t climb(const Vec3<double>& u, std::uint32_t start, double enough) const;

 private:
  /// The pose's matrices in S: rotation, and its cofactor matrix, with which normals go.
  template <class S>
  struct Matrices {
    explicit Matrices(const RelativePose<double>& pose);
    Mat3<S> rotation, cofactor;
    Vec3<S> translation;
  };
  template <class S>
  const Matrices<S>& matrices() const;

  const Polytope* polytope_;
  bool moved_ = false;
  double extent_;
  std::vector<Vec3<double>> moved_points_;
  const Vec3<double>* points_;  // the polytope's own or moved_points_
  std::vector<Vec3<double>> moved_nodes_;
  Matrices<Wide> wide_;
  Matrices<Long> long_;

 public:
  Placed(const Placed&) = delete;
  Placed& operator=(const Placed&) = delete;
};

/// A finite pose whose matrix is a rotation but for an eighth at most: its affine image keeps the topology.
bool is_near_rotation(const RelativePose<double>& pose);

}  // namespace abut::reference
