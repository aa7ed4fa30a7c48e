// CAD models as an executor's plain arrays (abut/brep/brep_view.h), in one block of memory.
#pragma once

#include <algorithm>
#include <vector>

#include "abut/brep/brep_view.h"
#include "abut/core/workspace.h"
#include "host/brep/shape_brep.h"

namespace abut::host {

std::vector<LeafFeature<double>> leaf_features(const ContactFeatures& of);

/// Of all shapes: takes memory for the table of views, then for what they point to; `copy(to, from, count)` is asked to
/// fill each array, but not the table, which is returned.
template <class Copy>
std::vector<BrepView<double>> lay_out_breps(const ContactBreps& breps, Workspace& to, const Copy& copy) {
  std::vector<BrepView<double>> table(breps.shape_count());
  to.take<BrepView<double>>(table.size());
  for (std::uint32_t shape = 0; shape < table.size(); ++shape) {
    if (!breps.has(shape)) continue;
    const FeatureTreeView<double> tree = breps.of(shape).model.state().tree.view();
    const std::vector<LeafFeature<double>> features = leaf_features(breps.of(shape).features());
    auto* const nodes = to.take<FeatureNode>(tree.count);
    auto* const cones = to.take<PolyhedralCone<double>>(tree.count);
    auto* const leaves = to.take<LeafFeature<double>>(features.size());
    copy(nodes, tree.nodes, tree.count), copy(cones, tree.cones, tree.count);
    copy(leaves, features.data(), features.size());
    table[shape] = {{nodes, cones, tree.count}, leaves, static_cast<std::uint32_t>(features.size())};
  }
  return table;
}

/// What a copy says of itself, of which the table lies at `of_shape`.
BrepViews brep_views(const ContactBreps& breps, const BrepView<double>* of_shape);
/// Another one for other models.
std::uint64_t edition_of(const ContactBreps& breps);

}  // namespace abut::host
