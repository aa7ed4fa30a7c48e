#include "host/brep/feature_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "host/brep/cone_hull.h"

namespace abut::host {
namespace {

double half_diagonal(const FeatureBox& b) { return length(Vec3<double>{b.half[0], b.half[1], b.half[2]}); }

/// About boxes, along these axes.
FeatureBox box_along(const Vec3<double> (&axes)[3], std::span<const FeatureBox* const> boxes) {
  FeatureBox out{{0, 0, 0}, {axes[0], axes[1], axes[2]}, {}};
  for (int k = 0; k < 3; ++k) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const FeatureBox* b : boxes) {
      double half = 0;
      for (int i = 0; i < 3; ++i) half += std::abs(dot(b->axes[i], axes[k])) * b->half[i];
      const double at = dot(b->centre, axes[k]);
      low = std::min(low, at - half), high = std::max(high, at + half);
    }
    out.centre = multiply_add(axes[k], 0.5 * (low + high), out.centre);
    out.half[k] = 0.5 * (high - low) * (1 + 1e-14) + 1e-15 * std::abs(low + high);
  }
  return out;
}

bool is_endless(const FeatureBox& b) { return !std::isfinite(b.half[0] + b.half[1] + b.half[2]); }

class Builder {
 public:
  Builder(const ContactFeatures& of, std::vector<FeaturePiece> pieces) : of_(of), pieces_(std::move(pieces)) {
    for (std::uint32_t i = 0; i < pieces_.size(); ++i) order_.push_back(i);
  }

  std::vector<FeatureNode> run() {
    if (!order_.empty()) build(0, order_.size());
    return std::move(out_);
  }

 private:
  std::uint32_t build(std::size_t begin, std::size_t end) {
    const auto at = static_cast<std::uint32_t>(out_.size());
    out_.emplace_back();
    if (end - begin == 1) {
      out_[at] = leaf(pieces_[order_[begin]]);
      return at;
    }
    const std::size_t middle = cut(begin, end);
    const std::uint32_t first = build(begin, middle), second = build(middle, end);
    out_[at] = joined(out_[first], out_[second], begin, end);
    out_[at].second = second;
    return at;
  }

  /// In two by the longest extent of their centres, in the middle of it, or half and half.
  std::size_t cut(std::size_t begin, std::size_t end) {
    Vec3<double> low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = -low;
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3<double>& c = centre(order_[i]);
      low = {std::min(low.x, c.x), std::min(low.y, c.y), std::min(low.z, c.z)};
      high = {std::max(high.x, c.x), std::max(high.y, c.y), std::max(high.z, c.z)};
    }
    const Vec3<double> d = high - low;
    const Vec3<double> axis = d.x >= d.y && d.x >= d.z ? Vec3<double>{1, 0, 0}
                              : d.y >= d.z             ? Vec3<double>{0, 1, 0}
                                                       : Vec3<double>{0, 0, 1};
    const double middle = 0.5 * dot(low + high, axis);
    const auto first = order_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = order_.begin() + static_cast<std::ptrdiff_t>(end);
    const auto split =
        std::stable_partition(first, last, [&](std::uint32_t i) { return dot(centre(i), axis) < middle; });
    const auto least = static_cast<std::ptrdiff_t>(end - begin) / 8;
    if (split - first > least && last - split > least) return static_cast<std::size_t>(split - order_.begin());
    std::stable_sort(first, last,
                     [&](std::uint32_t i, std::uint32_t j) { return dot(centre(i), axis) < dot(centre(j), axis); });
    return begin + (end - begin) / 2;
  }
  const Vec3<double>& centre(std::uint32_t piece) const { return pieces_[piece].box.centre; }

  FeatureNode leaf(const FeaturePiece& piece) const {
    const FeatureClass kind = class_of(of_.features()[piece.feature]);
    FeatureNode out;
    out.box = piece.box, out.radius = half_diagonal(piece.box), out.feature = piece.feature, out.cone = piece.cone;
    if (!is_empty(piece.cone)) out.nearing = bit_of(kind), out.nearing_with = minima_with(kind);
    if (passes_with(kind) != 0) out.passing = bit_of(kind), out.passing_with = passes_with(kind);
    return out;
  }

  FeatureNode joined(const FeatureNode& a, const FeatureNode& b, std::size_t begin, std::size_t end) const {
    FeatureNode out;
    std::vector<const FeatureBox*> boxes;
    for (std::size_t i = begin; i < end; ++i) boxes.push_back(&pieces_[order_[i]].box);
    out.box = box_about(boxes), out.radius = half_diagonal(out.box);
    out.nearing = a.nearing | b.nearing, out.nearing_with = a.nearing_with | b.nearing_with;
    out.passing = a.passing | b.passing, out.passing_with = a.passing_with | b.passing_with;
    out.cone = merged(a.cone, b.cone);
    return out;
  }

  const ContactFeatures& of_;
  std::vector<FeaturePiece> pieces_;
  std::vector<std::uint32_t> order_;
  std::vector<FeatureNode> out_;
};

}  // namespace

FeatureBox box_about(std::span<const FeatureBox* const> boxes) {
  const FeatureBox* longest = boxes[0];
  for (const FeatureBox* b : boxes) {
    if (is_endless(*b)) return *b;
    if (half_diagonal(*b) > half_diagonal(*longest)) longest = b;
  }
  const Vec3<double> plain[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const FeatureBox x = box_along(plain, boxes), y = box_along(longest->axes, boxes);
  return half_diagonal(x) <= half_diagonal(y) ? x : y;
}

FeatureTree::FeatureTree(const ContactFeatures& of) { nodes_ = Builder(of, feature_pieces(of)).run(); }

}  // namespace abut::host
