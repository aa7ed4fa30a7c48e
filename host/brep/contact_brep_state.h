// What a `ContactBrep` owns.
#pragma once

#include "host/brep/feature_tree.h"

namespace abut {

struct ContactBrep::State {
  explicit State(const Brep& brep) : features(brep), tree(features) {}
  host::ContactFeatures features;
  host::FeatureTree tree;
};

}  // namespace abut
