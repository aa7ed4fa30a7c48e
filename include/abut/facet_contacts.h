// Contacts between single facets of bodies: convex shapes, and meshes that are open, concave or both. Host only.
//
// Pairs of parts come from `find_pairs`, thinned by a `PairFilter` if there is one: what is far apart costs a
// subtraction there, and has no facets looked at. The others meet facet by facet. Each shape has a tree over its
// facets, in its own frame, that all parts with the shape share and no motion changes:
//
//   FacetTrees trees;
//   trees.set_mesh(shapes, terrain, mesh);                       where a mesh stands for a shape's own faces
//   every step:
//     trees.build(cpu, shapes, parts, pairs);                    those that are met for the first time
//     find_facet_contacts(cpu, trees, parts, pairs, options)
//
// A `FacetContactFinder` (facet_contact_finder.h) does this from step to step, and keeps what holds.
//
// Source: Montanari 2017, section 3.3; docs/explanation/facets.md says where this departs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "abut/bodies/parts_view.h"
#include "abut/core/executor.h"
#include "abut/facets/contacts_view.h"
#include "abut/shapes/mesh.h"
#include "abut/shapes/shape_set.h"

namespace abut {

/// Data only.
struct FacetMeshOptions {
  static constexpr double most_flatness = 1e-3;
  /// Facets that hang together are one plane where no corner is farther from it than this times the mesh's size: what
  /// rounding does to coordinates. From 0 to `most_flatness`; in files with six digits it is 1e-6.
  double flatness = 0x1p-40;
  double rounding = 0;  ///< dilation radius, in the caller's unit
};

/// Owns the facets of shapes with their trees. What is const writes nothing: any number of threads may search at once,
/// while none builds. One that has been moved from may only be assigned to or destroyed.
class FacetTrees {
 public:
  FacetTrees();
  ~FacetTrees();
  FacetTrees(FacetTrees&&) noexcept;
  FacetTrees& operator=(FacetTrees&&) noexcept;

  /// Gives a shape the facets of a mesh, which is in the shape's frame and unit, instead of its own faces. Any
  /// triangles: open, concave, crossing, without area. The shape stands for it where pairs are found and has to hold
  /// it: the convex hull of the mesh's vertices does. A closed mesh, consistently oriented and outward, is a solid, and
  /// is touched from outside; any other is touched from both sides. Throws `InvalidInput` when the shape is not there,
  /// a triangle's vertex does not exist, there is no triangle, more than 2^24 or a coordinate that is not finite, a
  /// vertex lies outside of the shape's box by more than 1e-6 of its size, or an option is not allowed.
  void set_mesh(const ShapeSet& shapes, std::uint32_t shape, const Mesh& mesh, const FacetMeshOptions& options = {});

  /// Builds what the pairs' shapes lack, and those of the other parts of their bodies, which may hide contacts
  /// (`FacetOptions::join_parts`); anew what has had its vertices replaced; returns how many. Points and segments have
  /// one facet without area, so that spheres and capsules are met too. The same shapes give the same
  /// trees, with any number of threads. Throws `InvalidInput` when an index is out of range, and for a shape without
  /// facets: an ellipsoid, a cylinder, a cone or a Minkowski sum that no mesh stands for.
  std::size_t build(const Cpu& cpu, const ShapeSet& shapes, const PartsView& parts, std::span<const Pair> pairs);

  bool has(std::uint32_t shape) const;
  /// One more than the last shape that is known here.
  std::uint32_t shape_count() const;
  /// Whether a mesh stands for the shape, built or not.
  bool has_mesh(std::uint32_t shape) const;
  /// Facets of a mesh have the numbers of its triangles; those of a shape are fans of its faces, from the first corner
  /// on, numbered in the order of the faces. Valid until the shape is built anew or the trees are gone. Throws
  /// `InvalidInput` for a shape that has none.
  FacetSurfaceView<double> view(std::uint32_t shape) const;
  /// Of all that was built. A facet of a closed mesh takes 200.
  std::size_t bytes() const;

 private:
  friend class FacetContactFinder;
  struct State;
  /// Another number whenever a shape has got other facets, in all trees of the program; 0: it has none yet.
  std::uint64_t edition(std::uint32_t shape) const;
  std::unique_ptr<State> state_;
};

/// The facet contacts of pairs of parts. Facets are met in double for either `T`. No pair of facets within the alert
/// distance is missed; those beyond it by a few roundings of the pair's size may be reported. A pair with a pose that
/// is not finite has none. Answers do not depend on threads. Throws `InvalidInput` when an option is not allowed,
/// `offsets` is null, an index is out of range, or a shape has no facets yet.
template <class T>
void find_facet_contacts(const Cpu& cpu, const FacetTrees& trees, const PartsView& parts, const FacetPairs<T>& pairs,
                         const FacetOptions& options, const FacetContactsView<T>& out);

/// Owning arrays, in host memory.
template <class T>
struct FacetContacts {
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> facet_a, facet_b;
  std::vector<T> separation;
  std::vector<Vec3<T>> normal, witness_a, witness_b, point;
  std::vector<Feature> feature_a, feature_b;
  std::vector<FacetContactKind> kind;
  std::vector<std::uint64_t> key;
  FacetSearchCounts counts;  ///< what was looked at

  std::size_t size() const { return separation.size(); }
};

/// The same into arrays that fit.
template <class T>
FacetContacts<T> find_facet_contacts(const Cpu& cpu, const FacetTrees& trees, const PartsView& parts,
                                     const FacetPairs<T>& pairs, const FacetOptions& options);

}  // namespace abut
