// Contacts of a scene's bodies from their B-Reps: the local minima of the distance. The only file of this example that
// knows how they are found.
#pragma once

#include <utility>
#include <vector>

#include "abut/brep/brep_lmds.h"
#include "examples/time_stepping/time_stepper.h"

namespace insertion {

class BrepContacts {
 public:
  /// Of bodies 0 and 1. Models are in the bodies' frames, each smaller than the body by `dilation`; gaps are those of
  /// the bodies, and known above -2 `dilation`. Contacts up to `reach`. Throws as `ContactBrep`.
  BrepContacts(const abut::Brep& a, const abut::Brep& b, double dilation, double reach);

  /// A pair whose models meet, or of which not all is known, counts as a crossing. Throws as `find_brep_lmds`.
  void find(const time_stepping::States& states, time_stepping::FoundContacts& found) const;

 private:
  abut::ContactBrep a_, b_;
  double dilation_, reach_;
};

}  // namespace insertion
