#include "host/bvh/lbvh.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <algorithm>
#include <vector>

#include "abut/bvh/scene.h"

namespace abut {
namespace {

using Range = tbb::blocked_range<std::uint32_t>;
constexpr std::uint32_t grain = 2048;

Box<double> union_of(const Box<double>* boxes, std::uint32_t count) {
  return tbb::parallel_reduce(
      Range(0, count, grain), empty_box<double>(),
      [boxes](const Range& range, Box<double> box) {
        for (std::uint32_t i = range.begin(); i != range.end(); ++i) box = unite(box, boxes[i]);
        return box;
      },
      [](const Box<double>& a, const Box<double>& b) { return unite(a, b); });
}

/// Cuts [lo, hi] to where the samples are.
void cut(std::vector<double>& los, std::vector<double>& his, double& lo, double& hi) {
  const auto count = static_cast<std::uint32_t>(los.size());
  const auto ranked = [](std::vector<double>& values, std::uint32_t rank) {
    std::nth_element(values.begin(), values.begin() + rank, values.end());
    return values[rank];
  };
  cut_scene(ranked(los, low_rank(count)), ranked(his, high_rank(count)), lo, hi);
}

}  // namespace

Box<double> scene_of(const Box<double>* boxes, std::uint32_t count) {
  Box<double> scene = union_of(boxes, count);
  std::vector<double> samples[6];
  for (std::uint32_t k = 0; k < std::min(scene_samples, count); ++k) {
    const Box<double>& box = boxes[scene_sample(k, count)];
    if (is_empty(box)) continue;
    for (std::uint32_t j = 0; j < 6; ++j) samples[j].push_back(scene_value(box, j));
  }
  if (samples[0].empty()) return is_empty(scene) ? Box<double>{{0, 0, 0}, {0, 0, 0}} : scene;
  cut(samples[0], samples[3], scene.lo.x, scene.hi.x);
  cut(samples[1], samples[4], scene.lo.y, scene.hi.y);
  cut(samples[2], samples[5], scene.lo.z, scene.hi.z);
  return scene;
}

BvhArrays Lbvh::arrays() { return {leaf_count(), codes_.data(), nodes_.data(), parents_.data(), slots_.data()}; }

void Lbvh::build(const Box<double>* boxes, std::uint32_t count) {
  coded_.resize(count);
  codes_.resize(count);
  order_.resize(count);
  const std::uint32_t node_count = count == 0 ? 0 : 2 * count - 1;
  nodes_.resize(node_count);
  parents_.resize(node_count);
  slots_.resize(count == 0 ? 0 : count - 1);
  if (count == 0) return;

  frame_ = tree_frame(scene_of(boxes, count));
  tbb::parallel_for(Range(0, count, grain), [&](const Range& range) {
    for (std::uint32_t i = range.begin(); i != range.end(); ++i) coded_[i] = {morton_code(frame_, boxes[i]), i};
  });
  sort_by_code(coded_, spare_);
  tbb::parallel_for(Range(0, count, grain), [&](const Range& range) {
    for (std::uint32_t i = range.begin(); i != range.end(); ++i) {
      codes_[i] = coded_[i].code;
      order_[i] = coded_[i].item;
      if (i + 1 < count) slots_[i] = bvh_nobody;
    }
  });
  const BvhArrays tree = arrays();
  tbb::parallel_for(Range(0, count, grain), [&](const Range& range) {
    for (std::uint32_t i = range.begin(); i != range.end(); ++i) {
      build_from_leaf(tree, i, order_[i], to_tree(frame_, boxes[order_[i]]));
    }
  });
}

void Lbvh::refit(const Box<double>* boxes) {
  const BvhArrays tree = arrays();
  tbb::parallel_for(Range(0, tree.leaf_count, grain), [&](const Range& range) {
    for (std::uint32_t i = range.begin(); i != range.end(); ++i) {
      refit_from_leaf(tree, i, to_tree(frame_, boxes[order_[i]]));
    }
  });
}

}  // namespace abut
