// Builds the hierarchy of a complex (include/abut/complex/complex_tree.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/complex/complex_view.h"

namespace abut::host {

/// What a hierarchy is over. Data only.
struct ComplexLeaves {
  std::span<const Vec3<double>> points;
  std::span<const ComplexSimplex> simplices;  ///< at least one
  std::span<const PolarCone<double>> cones;   ///< of these
};

/// How nodes are cut in two.
struct ComplexCuts {
  bool by_direction = true;  ///< by where normals point, in turn with positions; else by positions alone
  bool by_class = true;      ///< by classes that meet different ones first
};

/// Data only.
struct BuiltComplexTree {
  std::vector<ComplexNode> nodes;
  std::vector<std::uint32_t> order;  ///< of the simplices: leaves name places in it
};

/// The same complex gives the same tree, with any number of threads.
BuiltComplexTree build_complex_tree(const ComplexLeaves& leaves, const ComplexCuts& cuts = {});

/// The longest path from the root of a complex's hierarchy.
std::uint32_t depth_of(const ComplexView<double>& view);

}  // namespace abut::host
