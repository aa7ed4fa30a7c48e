// The leaves of a search of two models that have a free-form feature: pieces of each feature, made as they are first
// asked for, and where edges go through faces.
#pragma once

#include <memory>
#include <vector>

#include "host/brep/contact_features.h"
#include "host/brep/free_pairs.h"

namespace abut::host {

/// Of one query. Refers to both models. Making it takes nothing: queries of canonical parts have one too.
class FreeLeaves {
 public:
  FreeLeaves(const ContactFeatures& a, const ContactFeatures& b, const RelativePose<double>& b_in_a);

  /// Whether both features have pieces; else their pairs are not solved.
  bool can_solve(std::uint32_t i, std::uint32_t j) const;
  /// Of A's feature i and B's feature j, in A's frame, as `find_free_pairs`. A's normal first.
  FreeOutcome solve(std::uint32_t i, std::uint32_t j, const double& reach, const FreeSink& sink);
  /// Whether one is an edge that passes through the other, a face of which it holds a place farther than `tolerance`
  /// from its ends. One of them is free-form.
  bool pierces(std::uint32_t i, std::uint32_t j, double tolerance);

  /// How many questions of the last kind had no answer.
  std::uint64_t undecided() const { return undecided_; }

 private:
  PieceForest& of_a(std::uint32_t i);
  PieceForest& of_b(std::uint32_t j);

  const ContactFeatures &a_, &b_;
  RelativePose<double> pose_;
  std::vector<std::unique_ptr<PieceForest>> in_a_, in_b_;
  std::uint64_t undecided_ = 0;
  std::uint64_t left_ = 1 << 19;  ///< pairs of rectangles of all pairs of features: some seconds
};

}  // namespace abut::host
