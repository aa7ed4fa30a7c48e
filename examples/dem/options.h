// The command line.
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "examples/dem/scene.h"

namespace dem {

struct Options {
  Settings settings;
  std::string restart;                                     ///< empty: from the beginning
  std::string folder = "dem";                              ///< for all that is written
  std::uint64_t samples = 200;                             ///< lines of the table
  std::uint64_t frames = 50;                               ///< .vtp files; 0: none
  std::uint64_t restarts = 10;                             ///< how often the restart file is written anew
  double until = std::numeric_limits<double>::infinity();  ///< s of simulated time at which the program ends early
  int threads = 0;
};

/// Nothing where the program has nothing more to do, as after --help; `code` is then what it ends with. With
/// --restart the settings are those of that file.
std::optional<Options> parse(int argc, char** argv, int& code);

/// Tells how far a run has come: one line that is written over on a terminal, a line every tenth part elsewhere.
class Progress {
 public:
  Progress(std::uint64_t first, std::uint64_t last);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(std::uint64_t step, double time, std::uint64_t bodies);

 private:
  std::uint64_t first_, last_, shown_ = 0;
  double begin_, last_shown_ = 0;
  bool terminal_;
};

}  // namespace dem
