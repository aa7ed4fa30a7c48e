// All pairs of boxes that overlap, by a uniform grid: the truth that the peers are held against. It shares no code with
// any of them, and is itself held against all boxes for a sample of them.
//
// Every box is entered into all cells that it reaches; a pair counts in the one cell where the overlap begins.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "bench/peers/broad/scene_file.h"

namespace broad {

class Grid {
 public:
  explicit Grid(const std::vector<Box>& boxes) : boxes_(boxes) {
    choose_cells();
    std::size_t cells = 1;
    for (const std::size_t n : cells_) cells *= n;
    begin_.assign(cells + 1, 0);
    for_entries([&](std::size_t cell, std::uint32_t) { ++begin_[cell + 1]; });
    for (std::size_t c = 0; c < cells; ++c) begin_[c + 1] += begin_[c];
    entries_.resize(begin_[cells]);
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for_entries([&](std::size_t cell, std::uint32_t box) { entries_[next[cell]++] = box; });
  }

  /// visit(Pair), once for each pair, in no useful order.
  template <class Visit>
  void for_pairs(const Visit& visit) const {
    for (std::size_t cell = 0; cell + 1 < begin_.size(); ++cell) {
      for (std::size_t i = begin_[cell]; i < begin_[cell + 1]; ++i) {
        for (std::size_t j = i + 1; j < begin_[cell + 1]; ++j) {
          const Box& a = boxes_[entries_[i]];
          const Box& b = boxes_[entries_[j]];
          if (overlaps(a, b) && first_cell(a, b) == cell) visit(Pair{entries_[i], entries_[j]});
        }
      }
    }
  }

 private:
  /// Cells as large as the mean box, or larger, so that there are not many more than boxes.
  void choose_cells() {
    std::array<double, 3> high{};
    double volume = 0;
    for (std::size_t k = 0; k < 3; ++k) low_[k] = high[k] = boxes_.empty() ? 0.0 : double(boxes_[0].lo[k]);
    for (const Box& box : boxes_) {
      double of_box = 1;
      for (std::size_t k = 0; k < 3; ++k) {
        low_[k] = std::min(low_[k], double(box.lo[k]));
        high[k] = std::max(high[k], double(box.hi[k]));
        of_box *= double(box.hi[k]) - double(box.lo[k]);
      }
      volume += of_box;
    }
    const double count = std::max<double>(1, double(boxes_.size()));
    const double all = (high[0] - low_[0]) * (high[1] - low_[1]) * (high[2] - low_[2]);
    edge_ = std::max(std::cbrt(std::max(volume / count, all / (4 * count))), 1e-30);
    for (std::size_t k = 0; k < 3; ++k) cells_[k] = 1 + static_cast<std::size_t>((high[k] - low_[k]) / edge_);
  }

  std::size_t cell_along(std::size_t axis, float x) const {
    return static_cast<std::size_t>((double(x) - low_[axis]) / edge_);
  }
  std::size_t cell_at(std::size_t x, std::size_t y, std::size_t z) const { return (z * cells_[1] + y) * cells_[0] + x; }
  std::size_t first_cell(const Box& a, const Box& b) const {
    const auto along = [&](std::size_t k) { return cell_along(k, std::max(a.lo[k], b.lo[k])); };
    return cell_at(along(0), along(1), along(2));
  }

  template <class Visit>
  void for_entries(const Visit& visit) const {
    for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
      const Box& box = boxes_[i];
      for (std::size_t z = cell_along(2, box.lo[2]); z <= cell_along(2, box.hi[2]); ++z) {
        for (std::size_t y = cell_along(1, box.lo[1]); y <= cell_along(1, box.hi[1]); ++y) {
          for (std::size_t x = cell_along(0, box.lo[0]); x <= cell_along(0, box.hi[0]); ++x) visit(cell_at(x, y, z), i);
        }
      }
    }
  }

  const std::vector<Box>& boxes_;
  std::array<double, 3> low_{};
  std::array<std::size_t, 3> cells_{};
  double edge_ = 1;
  std::vector<std::size_t> begin_;  ///< of each cell's entries
  std::vector<std::uint32_t> entries_;
};

/// Throws std::runtime_error when a sample of `sample` boxes against all others finds other pairs than the grid.
inline PairSum true_sum(const std::vector<Box>& boxes, std::size_t sample) {
  const std::size_t stride = std::max<std::size_t>(1, boxes.size() / std::max<std::size_t>(1, sample));
  const auto sampled = [&](std::size_t i) { return i % stride == 0; };
  PairSum all, of_sample, by_force;
  Grid(boxes).for_pairs([&](Pair p) {
    all.add(p);
    if (sampled(p.a) || sampled(p.b)) of_sample.add(p);
  });
  for (std::size_t i = 0; i < boxes.size(); i += stride) {
    for (std::size_t j = 0; j < boxes.size(); ++j) {
      if (j == i || (j < i && sampled(j)) || !overlaps(boxes[i], boxes[j])) continue;
      by_force.add({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
    }
  }
  if (of_sample != by_force) throw std::runtime_error("the grid has other pairs than a sample by brute force");
  return all;
}

struct Difference {
  std::size_t missing = 0, extra = 0, repeated = 0;
};

/// How `pairs` differ from the true ones. Extra ones are counted once, however often they are repeated.
inline Difference compare(const std::vector<Box>& boxes, std::vector<Pair> pairs) {
  const auto before = [](Pair p, Pair q) { return p.a != q.a ? p.a < q.a : p.b < q.b; };
  const auto same = [](Pair p, Pair q) { return p.a == q.a && p.b == q.b; };
  const auto sorted = [&](std::vector<Pair>& list) {
    for (Pair& p : list) {
      if (p.a > p.b) std::swap(p.a, p.b);
    }
    std::sort(list.begin(), list.end(), before);
  };
  std::vector<Pair> truth;
  Grid(boxes).for_pairs([&](Pair p) { truth.push_back(p); });
  sorted(truth);
  sorted(pairs);
  Difference out;
  const auto unique = std::unique(pairs.begin(), pairs.end(), same);
  out.repeated = static_cast<std::size_t>(pairs.end() - unique);
  pairs.erase(unique, pairs.end());
  std::vector<Pair> common;
  std::set_intersection(truth.begin(), truth.end(), pairs.begin(), pairs.end(), std::back_inserter(common), before);
  out.missing = truth.size() - common.size();
  out.extra = pairs.size() - common.size();
  return out;
}

}  // namespace broad
