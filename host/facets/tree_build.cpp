// Top down, each split where the surface areas of both sides times their facets are least (MacDonald & Booth 1990),
// tried at the bounds of 32 equal bins along each axis (Wald 2007). A facet tree is built once and searched at every
// step: it pays to choose splits, where a linear tree takes what the Morton order gives.
#include "host/facets/tree_build.h"
#include "abut/core/scalar.h"
#include "host/component.h"

#include <oneapi/tbb/parallel_invoke.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

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

/// A box on its way down. Data only.
struct Item {
  Box<double> box;
  std::uint32_t id;
};

/// What falls into the bins along one axis: a bin's box is set where its bit is.
struct Bins {
  std::uint32_t taken = 0;
  std::array<std::uint32_t, bins> in;
  std::array<Box<double>, bins> box;

  void add(int bin, const Box<double>& b) {
    const std::uint32_t bit = std::uint32_t{1} << bin;
    const bool first = (taken & bit) == 0;
    box[bin] = first ? b : unite(box[bin], b);
    in[bin] = first ? 1 : in[bin] + 1;
    taken |= bit;
  }
};

/// Where items go left: those of the bins up to one along an axis.
struct Split {
  double cost = std::numeric_limits<double>::infinity();
  int axis = -1, bin = 0;
};

/// Of the splits along one axis, the first with the least cost, if it is less than that of `best`.
void take_better(const Bins& of, int axis, Split& best) {
  std::array<double, bins> right;
  Box<double> grown = empty_box<double>();
  std::uint32_t n = 0;
  for (std::uint32_t left = of.taken; left != 0;) {
    const int b = std::bit_width(left) - 1;
    right[b] = area(grown) * n;
    grown = unite(grown, of.box[b]), n += of.in[b];
    left ^= std::uint32_t{1} << b;
  }
  grown = empty_box<double>(), n = 0;
  // Not behind the last one: all would be on the left.
  for (std::uint32_t left = of.taken; (left & (left - 1)) != 0; left &= left - 1) {
    const int b = std::countr_zero(left);
    grown = unite(grown, of.box[b]), n += of.in[b];
    const double cost = area(grown) * n + right[b];
    if (cost < best.cost) best = {cost, axis, b};
  }
}

/// The bin of a place, of those along one axis.
struct Binning {
  double lo, width;
  int operator()(double at) const { return std::clamp(static_cast<int>((at - lo) / width * bins), 0, bins - 1); }
};
Binning binning(const Box<double>& centres, int axis) {
  const double lo = component(centres.lo, axis);
  return {lo, component(centres.hi, axis) - lo};
}

Split best_split(std::span<const Item> items, const Box<double>& centres) {
  std::array<Bins, 3> along;
  const Binning of[] = {binning(centres, 0), binning(centres, 1), binning(centres, 2)};
  const bool wide[] = {of[0].width > 0, of[1].width > 0, of[2].width > 0};
  for (const Item& item : items) {
    const Vec3<double> m = middle(item.box);
    if (wide[0]) along[0].add(of[0](m.x), item.box);
    if (wide[1]) along[1].add(of[1](m.y), item.box);
    if (wide[2]) along[2].add(of[2](m.z), item.box);
  }
  Split best;
  for (int axis = 0; axis < 3; ++axis) take_better(along[axis], axis, best);
  return best;
}

class Builder {
 public:
  Builder(const std::vector<Box<double>>& boxes, std::uint32_t most_in_leaf, TreeThreads threads)
      : items_(boxes.size()), right_(boxes.size()), most_in_leaf_(most_in_leaf), threads_(threads) {
    for (std::uint32_t i = 0; i < boxes.size(); ++i) items_[i] = {boxes[i], i};
  }
  BuiltTree run() {
    BuiltTree out;
    out.nodes.reserve(2 * items_.size());
    build(out.nodes, 0, static_cast<std::uint32_t>(items_.size()), 1);
    out.order.reserve(items_.size());
    for (const Item& item : items_) out.order.push_back(item.id);
    return out;
  }

 private:
  using Nodes = std::vector<FacetNode>;
  /// From how many on halves are worth a thread each.
  static constexpr std::uint32_t many = 2048;

  /// Those of the left come first, both in the order that they have. Returns how many they are.
  template <class IsLeft>
  std::uint32_t part(std::uint32_t first, std::uint32_t count, const IsLeft& is_left) {
    std::uint32_t left = first, right = first;
    for (std::uint32_t k = first; k < first + count; ++k) {
      Item& to = is_left(items_[k]) ? items_[left++] : right_[right++];
      to = items_[k];
    }
    std::copy(right_.begin() + first, right_.begin() + right, items_.begin() + left);
    return left - first;
  }

  /// How many go to the left. By halves where areas tell nothing, or the tree would get too deep.
  std::uint32_t divide(std::uint32_t first, std::uint32_t count, const Box<double>& centres, int depth) {
    const int levels = static_cast<int>(std::ceil(std::log2(static_cast<double>(count)))) + 1;
    const Split split = depth + levels < most_tree_depth ? best_split({&items_[first], count}, centres) : Split{};
    if (split.axis >= 0) {
      const Binning of = binning(centres, split.axis);
      return part(first, count,
                  [&](const Item& item) { return of(component(middle(item.box), split.axis)) <= split.bin; });
    }
    const Vec3<double> e = centres.hi - centres.lo;
    const int axis = e.x >= e.y && e.x >= e.z ? 0 : e.y >= e.z ? 1 : 2;
    const auto begin = items_.begin() + first, end = begin + count;
    std::nth_element(begin, begin + count / 2, end, [&](const Item& i, const Item& j) {
      const double a = component(middle(i.box), axis), b = component(middle(j.box), axis);
      return a != b ? a < b : i.id < j.id;
    });
    const auto by_id = [](const Item& i, const Item& j) { return i.id < j.id; };
    std::sort(begin, begin + count / 2, by_id), std::sort(begin + count / 2, end, by_id);
    return count / 2;
  }

  void build(Nodes& nodes, std::uint32_t first, std::uint32_t count, int depth) {
    Box<double> box = empty_box<double>(), centres = empty_box<double>();
    for (std::uint32_t k = first; k < first + count; ++k) {
      const Box<double>& b = items_[k].box;
      const Vec3<double> m = middle(b);
      box = unite(box, b), centres = unite(centres, Box<double>{m, m});
    }
    const std::size_t self = nodes.size();
    nodes.push_back(node_of(box));
    if (count <= most_in_leaf_) {
      nodes[self].first = first, nodes[self].count = count;
      return;
    }
    const std::uint32_t left = divide(first, count, centres, depth);
    if (threads_ == TreeThreads::arena && count > many) {
      Nodes right;
      tbb::parallel_invoke([&] { build(nodes, first, left, depth + 1); },
                           [&] { build(right, first + left, count - left, depth + 1); });
      nodes[self].first = append(nodes, right);
    } else {
      build(nodes, first, left, depth + 1);
      nodes[self].first = static_cast<std::uint32_t>(nodes.size());
      build(nodes, first + left, count - left, depth + 1);
    }
    nodes[self].count = 0;
  }

  /// Puts a tree of its own behind; returns where its root is.
  static std::uint32_t append(Nodes& nodes, const Nodes& tree) {
    const auto root = static_cast<std::uint32_t>(nodes.size());
    for (FacetNode node : tree) {
      if (!is_leaf(node)) node.first += root;
      nodes.push_back(node);
    }
    return root;
  }

  std::vector<Item> items_, right_;
  std::uint32_t most_in_leaf_;
  TreeThreads threads_;
};

}  // namespace

BuiltTree build_facet_tree(const std::vector<Box<double>>& boxes, std::uint32_t most_in_leaf, TreeThreads threads) {
  return Builder(boxes, most_in_leaf, threads).run();
}

}  // namespace abut::host
