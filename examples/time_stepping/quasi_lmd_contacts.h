// Contacts of a scene by Abut: candidate pairs, then the quasi-LMDs of their complexes. The only file of this example
// that knows how they are found.
#pragma once

#include <optional>

#include "abut/bodies/body_set.h"
#include "abut/complex/quasi_lmds.h"
#include "abut/shapes/shape_set.h"
#include "examples/time_stepping/time_stepper.h"

namespace time_stepping {

abut::Pose pose_of(const dem::BodyState& state);

/// Contact `i` of what was found for a pair of parts that are bodies.
FoundContact contact_of(const abut::LmdArrays<double>& found, std::uint64_t i, abut::Pair pair, const States& states);

class QuasiLmdContacts {
 public:
  /// A part for each body of the scene. `threads`: 0 for all cores. `reduce`: of many contacts on a plane those are
  /// kept that imply the others, but for that part of a wrench (`abut::ClusterOptions::lost`). Throws as
  /// `ContactComplexes::set`.
  QuasiLmdContacts(const Scene& scene, int threads, std::optional<double> reduce = {});

  /// Contacts up to the scene's reach, in the order of pairs and features.
  void find(const States& states, FoundContacts& found);

  /// Simplices of all complexes.
  std::uint64_t simplices() const { return simplices_; }

 private:
  abut::Cpu cpu_;
  abut::ShapeSet shapes_;
  abut::ContactComplexes complexes_;
  abut::BodySet bodies_;
  abut::QuasiLmdOptions options_;
  std::optional<double> reduce_;
  std::uint64_t simplices_ = 0;
};

}  // namespace time_stepping
