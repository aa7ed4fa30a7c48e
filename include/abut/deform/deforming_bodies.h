// Bodies whose nodes move each step as a solver says: their facets, the trees over them, and what is wrong with them.
// Host only; on a device, cuda_deforming_bodies.h.
//
//   DeformingBodies bodies;
//   bodies.add(mesh);                                a body: facets, or elements whose boundary is taken
//   every step:
//     bodies.move(cpu, nodes);                       trees are refitted, or rebuilt where they have become bad
//     find_deforming_contacts(cpu, bodies, {.alert_distance = d})
//
// Source: Montanari 2017, sections 3.3 and 4.3; docs/explanation/deforming.md says where this departs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "abut/bvh/node.h"
#include "abut/core/executor.h"
#include "abut/deform/body_faults.h"

namespace abut {

/// A body of `node_count` nodes, by what it is made of; any of the lists may be empty, but not all. Nodes are numbered
/// from 0 on. Data only.
struct DeformingMesh {
  std::uint32_t node_count = 0;
  std::vector<std::array<std::uint32_t, 3>> triangles;       ///< facets, counter-clockwise from outside
  std::vector<std::array<std::uint32_t, 4>> quadrilaterals;  ///< facets, likewise: two triangles along 0 to 2
  /// The first three nodes run counter-clockwise as seen from the fourth.
  std::vector<std::array<std::uint32_t, 4>> tetrahedra;
  /// Nodes 0 to 3 run around one face, counter-clockwise as seen from the opposite one, and 4 to 7 lie above them.
  std::vector<std::array<std::uint32_t, 8>> hexahedra;
  bool self_contact = true;  ///< whether its facets are searched against each other
  /// Its facets enclose it and run counter-clockwise from outside, so that gaps have a sign, and those through its own
  /// walls are left out if each edge is run as often either way. Elements' always do; of facets it is the caller's
  /// word.
  bool solid = false;
};

/// What facets of a body are made of.
enum class FacetSource : std::uint8_t { triangle = 0, quadrilateral = 1, tetrahedron = 2, hexahedron = 3 };

/// One facet's origin. Data only.
struct FacetOrigin {
  FacetSource source;
  std::uint32_t index;  ///< in the list of the mesh
};

/// Data only.
struct DeformingBodyStatus {
  BodyFault fault = BodyFault::none;
  std::uint32_t index = 0;  ///< the first facet, element (of all tetrahedra, then hexahedra) or node with that fault
  std::uint32_t facet = 0;  ///< a facet that has it, or `bvh_end`: none on the surface has
  std::uint32_t count = 0;  ///< how many have it
};

/// How good a tree is. Data only.
struct TreeQuality {
  /// Sum of the surface areas of inner nodes, and of leaves times their facets, over that of the boxes of all facets:
  /// what a search looks at (surface area heuristic), free of the body's size. 0 without a box, or without an area.
  double cost = 0;
  double built_cost = 0;     ///< the same when it was last built
  std::uint32_t builds = 0;  ///< how often it was
};

/// Data only.
struct DeformingOptions {
  /// A build is tried where a tree's cost has changed by more than this, either way, since one was last tried, and
  /// after 16 steps at most in which it has changed at all; the new tree is taken if it is better. Above 0; beyond 1e6
  /// trees are never built again.
  double rebuild_at = 0.05;
};

/// Owns bodies' facets and trees, not their nodes. One may be used by one thread at a time; what is const may be called
/// by several. One that has been moved from may only be assigned to or destroyed.
class DeformingBodies {
 public:
  /// Throws `InvalidInput` for an option that is not allowed.
  explicit DeformingBodies(const DeformingOptions& options = {});
  ~DeformingBodies();
  DeformingBodies(DeformingBodies&&) noexcept;
  DeformingBodies& operator=(DeformingBodies&&) noexcept;

  /// Adds a body and returns its number, from 0 on. Its nodes come behind those of the bodies before. A face that two
  /// elements share is inside; the others are facets, outward, tetrahedra's first. Throws `InvalidInput` when a node
  /// is out of range, a facet or element names one twice, more than two elements share a face, nothing is there, or
  /// there are more than 2^24 facets, or 2^31 nodes in all.
  std::uint32_t add(const DeformingMesh& mesh);

  std::uint32_t body_count() const;
  std::uint32_t node_count() const;   ///< of all bodies
  std::uint32_t facet_count() const;  ///< likewise
  /// Where the body's nodes begin among all. Throws `InvalidInput`, as all below, for a body that is not there.
  std::uint32_t node_begin(std::uint32_t body) const;
  /// Triangles, by the body's own node numbers.
  std::span<const std::array<std::uint32_t, 3>> facets(std::uint32_t body) const;
  std::span<const FacetOrigin> origins(std::uint32_t body) const;
  /// Edges of the facets, each once, the lower node first, ascending.
  std::span<const std::array<std::uint32_t, 2>> edges(std::uint32_t body) const;
  bool is_solid(std::uint32_t body) const;
  bool has_self_contact(std::uint32_t body) const;

  /// Takes the step's positions, in the world, one a node, in the order of bodies: they are copied. Trees are refitted
  /// in one batch; the first call, and the first after `add`, builds those that there are not yet. What is wrong with a
  /// body becomes its status. Throws `InvalidInput` when their number is not `node_count()`, or `cpu.threads` is
  /// negative.
  void move(const Cpu& cpu, std::span<const Vec3<double>> nodes);

  /// Of the last `move`.
  std::span<const Vec3<double>> nodes() const;
  /// The worst that is wrong with the body: the last of its `faults`, or none.
  DeformingBodyStatus status(std::uint32_t body) const;
  /// All that is: each kind once, the worst last. None where nothing is wrong. Valid until the next `move`.
  std::span<const DeformingBodyStatus> faults(std::uint32_t body) const;
  const TreeQuality& quality(std::uint32_t body) const;
  /// The cost that a tree built now would have: for tests and measurements.
  double fresh_cost(std::uint32_t body) const;
  /// The body's tree, for searches of other kinds: its nodes are valid until the next call that is not const. Without
  /// nodes where the body has no facet with a box.
  DeformTree tree(std::uint32_t body) const;
  /// Of all trees.
  const TreeFrame& frame() const;
  std::size_t bytes() const;

  struct State;
  /// For functions of this folder.
  const State& state() const { return *state_; }
  State& state() { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

}  // namespace abut
