// What a `ContactBrep` owns.
#pragma once

#include "host/brep/contact_features.h"

namespace abut {

struct ContactBrep::State {
  explicit State(const Brep& brep) : features(brep) {}
  host::ContactFeatures features;
};

}  // namespace abut
