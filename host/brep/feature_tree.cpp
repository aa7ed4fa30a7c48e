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
    std::vector<const FeatureBox*> boxes;
    for (std::uint32_t i = 0; i < pieces_.size(); ++i) {
      order_.push_back(i), boxes.push_back(&pieces_[i].box);
      if (i + 1 < pieces_.size() && pieces_[i + 1].feature == pieces_[i].feature) continue;
      wholes_.push_back({box_about(boxes).centre, i + 1 - static_cast<std::uint32_t>(boxes.size()), i + 1});
      boxes.clear();
    }
  }

  void run(std::vector<FeatureNode>& nodes, std::vector<PolyhedralCone<double>>& cones) {
    if (!wholes_.empty()) build_features(0, wholes_.size());
    nodes = std::move(out_), cones = std::move(cones_);
  }

 private:
  /// A feature's pieces. Data only.
  struct Whole {
    Vec3<double> centre;
    std::uint32_t begin, end;
  };

  std::uint32_t build_features(std::size_t begin, std::size_t end) {
    if (end - begin == 1) return build_pieces(wholes_[begin].begin, wholes_[begin].end);
    const std::size_t middle = cut(wholes_, begin, end, [](const Whole& w) -> const Vec3<double>& { return w.centre; });
    const std::uint32_t at = add_node(), first = build_features(begin, middle), second = build_features(middle, end);
    boxes_.clear();
    for (std::size_t w = begin; w < end; ++w) {
      for (std::uint32_t i = wholes_[w].begin; i < wholes_[w].end; ++i) boxes_.push_back(&pieces_[i].box);
    }
    return join(at, first, second, of_many_features);
  }

  std::uint32_t build_pieces(std::size_t begin, std::size_t end) {
    const std::uint32_t at = add_node();
    if (end - begin == 1) {
      out_[at] = leaf(pieces_[order_[begin]]), cones_[at] = pieces_[order_[begin]].cone;
      return at;
    }
    const std::size_t middle =
        cut(order_, begin, end, [&](std::uint32_t i) -> const Vec3<double>& { return pieces_[i].box.centre; });
    const std::uint32_t first = build_pieces(begin, middle), second = build_pieces(middle, end);
    boxes_.clear();
    for (std::size_t i = begin; i < end; ++i) boxes_.push_back(&pieces_[order_[i]].box);
    return join(at, first, second, pieces_[order_[begin]].feature);
  }

  std::uint32_t add_node() {
    out_.emplace_back(), cones_.emplace_back();
    return static_cast<std::uint32_t>(out_.size()) - 1;
  }

  /// In two by the longest extent of their centres, in the middle of it, or half and half.
  template <class Item, class Centre>
  static std::size_t cut(std::vector<Item>& items, std::size_t begin, std::size_t end, const Centre& centre) {
    Vec3<double> low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = -low;
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3<double>& c = centre(items[i]);
      low = {std::min(low.x, c.x), std::min(low.y, c.y), std::min(low.z, c.z)};
      high = {std::max(high.x, c.x), std::max(high.y, c.y), std::max(high.z, c.z)};
    }
    const Vec3<double> d = high - low;
    const Vec3<double> axis = d.x >= d.y && d.x >= d.z ? Vec3<double>{1, 0, 0}
                              : d.y >= d.z             ? Vec3<double>{0, 1, 0}
                                                       : Vec3<double>{0, 0, 1};
    const double middle = 0.5 * dot(low + high, axis);
    const auto first = items.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = items.begin() + static_cast<std::ptrdiff_t>(end);
    const auto split = std::stable_partition(first, last, [&](const Item& i) { return dot(centre(i), axis) < middle; });
    const auto least = static_cast<std::ptrdiff_t>(end - begin) / 8;
    if (split - first > least && last - split > least) return static_cast<std::size_t>(split - items.begin());
    std::stable_sort(first, last,
                     [&](const Item& i, const Item& j) { return dot(centre(i), axis) < dot(centre(j), axis); });
    return begin + (end - begin) / 2;
  }

  FeatureNode leaf(const FeaturePiece& piece) const {
    const FeatureClass kind = class_of(of_.features()[piece.feature]);
    FeatureNode out;
    out.box = piece.box, out.radius = half_diagonal(piece.box), out.feature = piece.feature;
    if (!is_empty(piece.cone)) out.nearing = bit_of(kind), out.nearing_with = minima_with(kind);
    if (passes_with(kind) != 0) out.passing = bit_of(kind), out.passing_with = passes_with(kind);
    return out;
  }

  /// About `boxes_`.
  std::uint32_t join(std::uint32_t at, std::uint32_t first, std::uint32_t second, std::uint32_t feature) {
    const FeatureNode &a = out_[first], &b = out_[second];
    FeatureNode& out = out_[at];
    out.box = box_about(boxes_), out.radius = half_diagonal(out.box);
    out.second = second, out.feature = feature;
    out.nearing = a.nearing | b.nearing, out.nearing_with = a.nearing_with | b.nearing_with;
    out.passing = a.passing | b.passing, out.passing_with = a.passing_with | b.passing_with;
    cones_[at] = merged(cones_[first], cones_[second]);
    return at;
  }

  const ContactFeatures& of_;
  std::vector<FeaturePiece> pieces_;
  std::vector<std::uint32_t> order_;
  std::vector<Whole> wholes_;
  std::vector<const FeatureBox*> boxes_;
  std::vector<FeatureNode> out_;
  std::vector<PolyhedralCone<double>> cones_;
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

FeatureTree::FeatureTree(const ContactFeatures& of) {
  Builder(of, feature_pieces(of)).run(nodes_, cones_);
  std::vector<std::uint32_t> depths(nodes_.size(), 0);
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    depth_ = std::max(depth_, depths[n]);
    if (!is_leaf(nodes_[n])) depths[n + 1] = depths[nodes_[n].second] = depths[n] + 1;
  }
  bool all_solved = true;
  for (const ContactFeature& f : of.features()) {
    rings_.push_back(f.ring);
    all_solved = all_solved && (f.carrier || f.shape);
    if (f.kind != FeatureKind::face) points_.push_back(f.sample);  // that of a thin face may be beside it
  }
  if (!all_solved) points_.clear();
  for (const BrepFace& f : of.brep().faces) slack_ = std::max(slack_, f.tolerance);
  for (const BrepEdge& e : of.brep().edges) slack_ = std::max(slack_, e.tolerance);
  for (const BrepVertex& v : of.brep().vertices) slack_ = std::max(slack_, v.tolerance);
}

}  // namespace abut::host
