// The cores of this computer, for bodies in space that meet by their NURBS surfaces: knots of each against the surface
// of the other (docs/explanation/dem.md, "By surfaces"; Lim 2012, 3.2). Each knot inside of another body is a pair for
// the forces.
#pragma once

#include <vector>

#include "abut/pairs/pair_finder.h"
#include "abut/surface/surface_contacts.h"
#include "examples/dem/keyed_contacts.h"

namespace dem {

class SurfaceMachine : public CoreMachine {
 public:
  /// `threads`: 0 for all cores.
  explicit SurfaceMachine(int threads = 0);

  /// Of a scene whose bodies that move have surfaces. Contacts have no volumes: the settings refuse laws that read
  /// them.
  void start(const Scene& scene, const Snapshot& from, bool volumes);
  /// Throws `InvalidInput` when a body is nowhere any more.
  void detect(std::uint32_t born);
  Snapshot snapshot() const;
  PairTotals totals() const;
  const abut::SurfaceStepCounts& counts() const { return contact_finder_.counts(); }

 private:
  void add_shapes(const Scene& scene);
  void detect_here(std::uint32_t born);

  bool is_planar_ = false;
  abut::ShapeSet shapes_;  ///< those of the walls, then one of each kind
  abut::ContactSurfaces surfaces_;
  abut::BodySet bodies_;
  abut::PairFinder pair_finder_;
  abut::SurfaceContactFinder contact_finder_;
  KeyedContacts contacts_;
};

}  // namespace dem
