// The cores of this computer, for bodies in the plane z = 0 that turn about z alone: a scene's `plane` set has their
// shapes. Forces, motion and files are those of space.
#pragma once

#include <span>

#include "abut/planar.h"
#include "examples/dem/core_machine.h"

namespace dem {

/// Where a contact's force acts (docs/explanation/dem.md, "In the plane").
enum class PlanarPoint {
  witness,  ///< between the witness points: along the depth's gradient, so that energy is kept
  patch,    ///< in the middle of the overlap's width: moves continuously, and feeds energy in
};

class PlanarMachine : public CoreMachine {
 public:
  /// `threads`: 0 for all cores.
  explicit PlanarMachine(int threads = 0, PlanarPoint point = PlanarPoint::witness);

  /// `volumes`: the law reads areas, of polygons that are not rounded.
  void start(const Scene& scene, const Snapshot& from, bool volumes);
  void detect(std::uint32_t born);
  Snapshot snapshot() const;

 private:
  void detect_here(std::uint32_t born);
  void carry_along(std::span<const abut::Pair> found);
  PairArrays arrays();

  PlanarPoint point_;
  const abut::PlanarShapeSet* shapes_ = nullptr;
  abut::PlanarPairFinder finder_;
  std::vector<abut::PlanarBody> bodies_;
  std::vector<std::uint32_t> groups_, meets_;  ///< walls meet bodies, and not each other
  std::vector<abut::Pair> pairs_, pairs_before_;
  std::vector<abut::CachedPolytope> caches_, caches_before_;
  std::vector<Spring> springs_, springs_before_;
  abut::Contacts<double> contacts_;
  std::vector<SharedVolume> volumes_;  ///< empty unless the law reads them
  std::vector<abut::PlanarContact<double>> records_;
  std::vector<abut::PlanarPatch<double>> patches_;
  std::vector<abut::PlanarOverlap<double>> overlaps_;
  bool reads_volumes_ = false;
};

}  // namespace dem
