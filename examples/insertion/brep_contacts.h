// Contacts of a scene's bodies from their B-Reps: the local minima of the distance. The only file of this example that
// knows how they are found.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/brep/brep_lmds.h"
#include "examples/time_stepping/time_stepper.h"

namespace insertion {

class BrepContacts {
 public:
  /// Of bodies 0 and 1. Models are in the bodies' frames, each smaller than the body by `dilation`; gaps are those of
  /// the bodies, and known above -2 `dilation`. Contacts up to `reach`; `theta`: an angle by which edges may be off a
  /// minimum (0: none). Throws as `ContactBrep`.
  BrepContacts(const abut::Brep& a, const abut::Brep& b, double dilation, double reach, double theta);

  /// A pair whose models meet, or of which not all is known, counts as a crossing. A flat tip on a flat floor has one
  /// minimum, that jumps to the other side as the tip rocks: points that were minima and have not slid are contacts
  /// still. Throws as `find_brep_lmds`.
  void find(const time_stepping::States& states, time_stepping::FoundContacts& found);

 private:
  /// One of an earlier step, its points and the normal in the bodies' own frames. Data only.
  struct Kept {
    time_stepping::Vector point_a, point_b, normal;
    std::uint64_t key;
  };
  void add_kept(const abut::Pose& of_a, const abut::Pose& of_b, time_stepping::FoundContacts& found);

  abut::ContactBrep a_, b_;
  double dilation_;
  abut::BrepLmdOptions asked_;
  std::vector<Kept> kept_;
  std::uint64_t next_key_ = 1;
};

}  // namespace insertion
