// Top down, each split where the surface areas of both sides times their facets are least (MacDonald & Booth 1990),
// tried at the bounds of 32 equal bins along each axis (Wald 2007). A facet tree is built once and searched at every
// step: it pays to choose splits, where a linear tree takes what the Morton order gives.
#include "host/facets/tree_build.h"
#include "abut/core/scalar.h"
#include "host/component.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace abut::host {
namespace {

constexpr int bins = 32;

Vec3<double> middle(const Box<double>& b) { return b.lo * 0.5 + b.hi * 0.5; }
double area(const Box<double>& b) {
  if (is_empty(b)) return 0;
  const Vec3<double> e = b.hi - b.lo;
  return e.x * e.y + e.y * e.z + e.z * e.x;
}

FacetNode node_of(const Box<double>& box) {
  const auto along = [](double lo, double hi, float& centre, float& half) {
    centre = round_to<float>(lo * 0.5 + hi * 0.5);  // and no cast: what is left of it is looked at as a double
    const double c = static_cast<double>(centre);
    half = round_up(std::max(hi - c, c - lo));
  };
  FacetNode node{};
  along(box.lo.x, box.hi.x, node.centre.x, node.half.x);
  along(box.lo.y, box.hi.y, node.centre.y, node.half.y);
  along(box.lo.z, box.hi.z, node.centre.z, node.half.z);
  return node;
}

class Builder {
 public:
  Builder(const std::vector<Box<double>>& boxes, std::uint32_t most_in_leaf)
      : boxes_(boxes), most_in_leaf_(most_in_leaf) {
    out_.order.resize(boxes.size());
    std::iota(out_.order.begin(), out_.order.end(), 0u);
    out_.nodes.reserve(2 * boxes.size());
  }
  BuiltTree run() {
    build(0, static_cast<std::uint32_t>(boxes_.size()), 1);
    return std::move(out_);
  }

 private:
  struct Split {
    double cost = std::numeric_limits<double>::infinity();
    int axis = -1, bin = 0;
  };

  int bin_of(const Box<double>& centres, int axis, std::uint32_t box) const {
    const double lo = component(centres.lo, axis), width = component(centres.hi, axis) - lo;
    const double at = (component(middle(boxes_[box]), axis) - lo) / width * bins;
    return std::clamp(static_cast<int>(at), 0, bins - 1);
  }

  Split best_split(std::uint32_t first, std::uint32_t count, const Box<double>& centres) const {
    Split best;
    for (int axis = 0; axis < 3; ++axis) {
      if (!(component(centres.hi, axis) > component(centres.lo, axis))) continue;
      std::array<Box<double>, bins> box;
      std::array<std::uint32_t, bins> in{};
      box.fill(empty_box<double>());
      for (std::uint32_t k = first; k < first + count; ++k) {
        const int b = bin_of(centres, axis, out_.order[k]);
        box[b] = unite(box[b], boxes_[out_.order[k]]);
        ++in[b];
      }
      std::array<double, bins> right{};
      Box<double> grown = empty_box<double>();
      std::uint32_t n = 0;
      for (int b = bins - 1; b > 0; --b) {
        grown = unite(grown, box[b]), n += in[b];
        right[b - 1] = area(grown) * n;
      }
      grown = empty_box<double>(), n = 0;
      for (int b = 0; b + 1 < bins; ++b) {
        grown = unite(grown, box[b]), n += in[b];
        const double cost = area(grown) * n + right[b];
        if (n > 0 && n < count && cost < best.cost) best = {cost, axis, b};
      }
    }
    return best;
  }

  /// How many go to the left. By halves where areas tell nothing, or the tree would get too deep.
  std::uint32_t divide(std::uint32_t first, std::uint32_t count, const Box<double>& centres, int depth) {
    const auto begin = out_.order.begin() + first, end = begin + count;
    const int levels = static_cast<int>(std::ceil(std::log2(static_cast<double>(count)))) + 1;
    const Split split = depth + levels < most_tree_depth ? best_split(first, count, centres) : Split{};
    if (split.axis >= 0) {
      const auto middle_at = std::stable_partition(
          begin, end, [&](std::uint32_t b) { return bin_of(centres, split.axis, b) <= split.bin; });
      return static_cast<std::uint32_t>(middle_at - begin);
    }
    const Vec3<double> e = centres.hi - centres.lo;
    const int axis = e.x >= e.y && e.x >= e.z ? 0 : e.y >= e.z ? 1 : 2;
    std::nth_element(begin, begin + count / 2, end, [&](std::uint32_t i, std::uint32_t j) {
      const double a = component(middle(boxes_[i]), axis), b = component(middle(boxes_[j]), axis);
      return a != b ? a < b : i < j;
    });
    std::sort(begin, begin + count / 2), std::sort(begin + count / 2, end);
    return count / 2;
  }

  std::uint32_t build(std::uint32_t first, std::uint32_t count, int depth) {
    Box<double> box = empty_box<double>(), centres = empty_box<double>();
    for (std::uint32_t k = first; k < first + count; ++k) {
      const Box<double>& b = boxes_[out_.order[k]];
      box = unite(box, b), centres = unite(centres, Box<double>{middle(b), middle(b)});
    }
    const auto self = static_cast<std::uint32_t>(out_.nodes.size());
    out_.nodes.push_back(node_of(box));
    if (count <= most_in_leaf_) {
      out_.nodes[self].first = first, out_.nodes[self].count = count;
      return self;
    }
    const std::uint32_t left = divide(first, count, centres, depth);
    build(first, left, depth + 1);
    const std::uint32_t right = build(first + left, count - left, depth + 1);
    out_.nodes[self].first = right, out_.nodes[self].count = 0;
    return self;
  }

  const std::vector<Box<double>>& boxes_;
  std::uint32_t most_in_leaf_;
  BuiltTree out_;
};

}  // namespace

BuiltTree build_facet_tree(const std::vector<Box<double>>& boxes, std::uint32_t most_in_leaf) {
  return Builder(boxes, most_in_leaf).run();
}

}  // namespace abut::host
