// A binary tree over the pieces of a model's features, built from the top down: each node has an oriented box, a
// polyhedral normal cone and masks of kinds. Source: Crozet, Leon & Merlhiot, section 7. Departure: the pieces of a
// feature have a node of their own, so that a pair of features that has been told is not walked any further.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "abut/brep/feature_nodes.h"
#include "host/brep/feature_kinds.h"
#include "host/brep/feature_pieces.h"

namespace abut::host {

using FeatureNode = abut::FeatureNode<double>;

class FeatureTree {
 public:
  explicit FeatureTree(const ContactFeatures& of);

  /// The root is the first; none of a model without features.
  std::span<const FeatureNode> nodes() const { return nodes_; }
  /// Of each node: of directions that are left free, and of those outside by `cone_room`.
  std::span<const PolyhedralCone<double>> cones() const { return cones_; }
  FeatureTreeView<double> view() const {
    return {nodes_.data(), cones_.data(), static_cast<std::uint32_t>(nodes_.size())};
  }
  /// No path from the root is longer.
  std::uint32_t depth() const { return depth_; }
  /// Of each feature, as `ContactFeature::ring`.
  std::span<const std::optional<FeatureRing>> rings() const { return rings_; }
  /// Of the boundary: a vertex or the middle of an edge each; none of a model that has features that are not solved.
  std::span<const Vec3<double>> points() const { return points_; }
  /// How far parts of the boundary may be from where they meet: the largest tolerance of any.
  double slack() const { return slack_; }

 private:
  std::vector<FeatureNode> nodes_;
  std::vector<PolyhedralCone<double>> cones_;
  std::vector<std::optional<FeatureRing>> rings_;
  std::vector<Vec3<double>> points_;
  double slack_ = 0;
  std::uint32_t depth_ = 0;
};

/// About all of these; endless where one is.
FeatureBox box_about(std::span<const FeatureBox* const> boxes);

}  // namespace abut::host
