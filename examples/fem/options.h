// The command line.
#pragma once

#include <optional>
#include <string>

#include "examples/fem/run.h"

namespace fem {

/// What replaces a benchmark's own numbers where it is given. Data only.
struct Options {
  std::string benchmark = "tetrahedra";
  std::optional<double> young, poisson, penalty, part, seconds;
  std::optional<std::string> search;
  std::optional<int> grains, level, layers;  ///< of packing
  std::string folder;                        ///< empty: nothing is written
};

/// Nothing where the program has nothing more to do, as after --help; `code` is then what it ends with.
std::optional<Options> parse(int argc, char** argv, int& code);

/// Whether what the benchmark promises holds. Throws `InvalidInput` naming what is not allowed, `FileError`.
bool run_benchmark(const Options& options);

}  // namespace fem
