// What `ContactBreps` keeps of a shape.
#pragma once

#include "abut/brep/contact_breps.h"
#include "host/brep/contact_brep_state.h"
#include "host/brep/edge_samples.h"

namespace abut {

/// Data only.
struct ContactBreps::Shape {
  ContactBrep model;
  double dilation;
  std::uint32_t around;  ///< samples of a circle
  std::vector<host::EdgeSample> samples;
  std::vector<std::uint32_t> whole_rims;  ///< features whose samples go all round, ascending
  Vec3<double> centre;                    ///< of a ball about all features; its radius may be infinite
  double radius;
  bool has_unsolved;      ///< features with neither carrier nor shape
  std::uint32_t edition;  ///< another one for each model that was set anywhere

  const host::ContactFeatures& features() const { return model.state().features; }
};

namespace host {
using ShapeBrep = ContactBreps::Shape;
}

}  // namespace abut
