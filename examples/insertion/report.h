// The program: its command line, the tables and the picture.
#pragma once

#include <optional>
#include <string>

#include "examples/insertion/play.h"

namespace insertion {

/// Data only.
struct Options {
  Task task;
  Source source;
  std::uint64_t steps = 0;  ///< 0: all
  std::string folder;       ///< empty: nothing is written
  bool table = false;       ///< B-Reps and tessellations, one after another
};

/// Nothing where the program has nothing more to do, as after --help; `code` is then what it ends with. Throws
/// `InvalidInput` for numbers that are not allowed.
std::optional<Options> parse(int argc, char** argv, int& code);

/// Runs and prints. 1 where bodies have met beyond their dilation, else 0. Throws as `play`, and `FileError`.
int run(const Options& options);

}  // namespace insertion
