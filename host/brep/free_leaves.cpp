#include "host/brep/free_leaves.h"

#include <algorithm>

namespace abut::host {
namespace {

/// Pairs of rectangles of one pair of features: some tenths of a second.
constexpr std::uint64_t most_rectangles = 1 << 17;
constexpr std::uint64_t most_piercing_rectangles = 1 << 12;
/// Of a feature, from one pair to the next.
constexpr std::size_t most_kept = 256;

}  // namespace

FreeLeaves::FreeLeaves(const ContactFeatures& a, const ContactFeatures& b, const RelativePose<double>& b_in_a)
    : a_(a), b_(b), pose_(b_in_a) {}

bool FreeLeaves::can_solve(std::uint32_t i, std::uint32_t j) const {
  return a_.features()[i].shape && b_.features()[j].shape;
}

PieceForest& FreeLeaves::of_a(std::uint32_t i) {
  if (in_a_.empty()) in_a_.resize(a_.features().size());
  if (!in_a_[i]) in_a_[i] = std::make_unique<PieceForest>(*a_.features()[i].shape);
  return *in_a_[i];
}
PieceForest& FreeLeaves::of_b(std::uint32_t j) {
  if (in_b_.empty()) in_b_.resize(b_.features().size());
  if (!in_b_[j]) in_b_[j] = std::make_unique<PieceForest>(*b_.features()[j].shape, pose_);
  return *in_b_[j];
}

FreeOutcome FreeLeaves::solve(std::uint32_t i, std::uint32_t j, const double& reach, const FreeSink& sink) {
  PieceForest &x = of_a(i), &y = of_b(j);
  const FreeOutcome out = find_free_pairs(x, y, reach, std::min(most_rectangles, left_), sink);
  left_ -= std::min(left_, out.rectangles);
  x.forget_beyond(most_kept), y.forget_beyond(most_kept);
  return out;
}

bool FreeLeaves::pierces(std::uint32_t i, std::uint32_t j, double tolerance) {
  const ContactFeature &f = a_.features()[i], &g = b_.features()[j];
  const bool edge_of_a = f.kind == FeatureKind::edge;
  if (edge_of_a == (g.kind == FeatureKind::edge)) return false;
  if (!f.shape || !g.shape) return ++undecided_, false;
  bool found = false;
  const auto sink = [&](const FreePair& p) {
    const Vec3<double> in_b = rotate_back(pose_.rotation, p.pair.a - pose_.translation);
    found = a_.holds(f, p.pair.a, tolerance) && b_.holds(g, in_b, tolerance);
    return found;
  };
  PieceForest &edge = edge_of_a ? of_a(i) : of_b(j), &face = edge_of_a ? of_b(j) : of_a(i);
  const FreeOutcome out = find_piercings(edge, face, most_piercing_rectangles, sink);
  if (!out.complete && !found) ++undecided_;
  return found;
}

}  // namespace abut::host
