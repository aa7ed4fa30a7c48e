// Tight-Inclusion (Wang et al. 2021), where the build has it: CMake's ABUT_PEERS_TIGHT_INCLUSION.
#pragma once

#include <memory>
#include <span>

#include "abut/deform/impacts.h"

namespace abut::bench {

/// The peer for queries of one kind in one scene, whose extent its bounds of rounding are from.
class TightInclusion {
 public:
  /// Null where the build has none; then nothing else may be called.
  static const char* version();

  TightInclusion(ImpactKind kind, std::span<const MovingNodes<double>> scene);
  ~TightInclusion();
  TightInclusion(const TightInclusion&) = delete;
  TightInclusion& operator=(const TightInclusion&) = delete;

  /// Whether it tells an impact: conservative, with a million boxes at most, as its authors advise.
  bool tells(const MovingNodes<double>& nodes, double tolerance) const;

 private:
  struct Bounds;
  std::unique_ptr<Bounds> bounds_;
};

}  // namespace abut::bench
