// What an optimiser is told after each evaluation: whether it is over.
#pragma once

#include <chrono>

#include "examples/polycrystal/optimise.h"

namespace polycrystal {

class Progress {
 public:
  Progress(Objective& objective, const OptimiseOptions& options);

  /// O of these seeds; keeps the best.
  double operator()(std::span<const Seed> seeds);

  bool is_over() const { return out_.evaluations >= most_ || stalled_; }
  bool stalled() const { return stalled_; }
  /// Ends with the best that was seen, to which the objective is taken back.
  Optimum finish(bool converged);
  std::span<const Seed> best() const { return out_.seeds; }
  double value() const { return out_.value; }

 private:
  Objective& objective_;
  std::uint64_t window_, most_;
  double tolerance_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Optimum out_;
  double at_window_;
  bool stalled_ = false;
};

/// NLopt's part. Steps and bounds are lengths.
void minimise_by_subplex(Progress& progress, const Grains& grains, double step);

}  // namespace polycrystal
