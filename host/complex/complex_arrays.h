// A complex as per-pair code sees it: simplices with what is around them, their classes, and the hierarchy.
#pragma once

#include <vector>

#include "abut/complex/complex_view.h"
#include "host/complex/topology.h"
#include "host/complex/tree_build.h"

namespace abut::host {

/// Owns what `view` names.
struct ComplexArrays {
  std::vector<Vec3<double>> points;
  std::vector<ComplexSimplex> simplices;
  std::vector<PolarCone<double>> cones;
  std::vector<Vec3<double>> directions;
  std::vector<ComplexNode> nodes;
  std::vector<FacetNode> boxes;
  std::vector<std::uint32_t> tops;
  ComplexView<double> view;

  std::size_t bytes() const;
};

/// Sets classes and `solid` of `topology.report`. Throws `InvalidInput` as `ContactComplexes::set`.
ComplexArrays complex_arrays(ComplexTopology& topology, const ComplexOptions& options);

}  // namespace abut::host
