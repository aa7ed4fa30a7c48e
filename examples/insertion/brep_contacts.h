// Contacts of a scene's bodies from their B-Reps. The only file of this example that knows how they are found.
#pragma once

#include "abut/bodies/body_set.h"
#include "abut/brep/brep_contact_finder.h"
#include "abut/shapes/shape_set.h"
#include "examples/time_stepping/time_stepper.h"

namespace insertion {

class BrepContacts {
 public:
  /// Of bodies 0 and 1. Models are in the bodies' frames, each smaller than the body by `dilation`; gaps are those of
  /// the bodies, and known above -2 `dilation`. Contacts up to `reach`; `theta` as `abut::BrepContactOptions`. Throws
  /// as `ContactBreps::add`.
  BrepContacts(const abut::Brep& a, const abut::Brep& b, double dilation, double reach, double theta);

  /// A pair whose models meet, or of which not all is known, counts as a crossing.
  void find(const time_stepping::States& states, time_stepping::FoundContacts& found);

 private:
  abut::ShapeSet shapes_;
  abut::ContactBreps breps_;
  abut::BodySet bodies_;
  abut::BrepContactFinder finder_;
  abut::BrepContactOptions options_;
};

}  // namespace insertion
