// Rigid bodies by time-stepping: Abut's quasi-LMDs, Signorini's condition and Coulomb's friction.
//
//   time_stepping SCENE [--steps N] [--step H] [--theta RAD] [--solver NAME] [--compare siconos] [--out DIR]
#include <cmath>
#include <cstdio>
#include <exception>

#include "examples/time_stepping/run.h"

int main(int argc, char** argv) {
  try {
    int code = 0;
    const auto options = time_stepping::parse(argc, argv, code);
    if (!options) return code;
    const time_stepping::Summary summary = time_stepping::run_and_print(*options);
    if (options->compare) time_stepping::compare(*options, *options->compare);
    // What the example promises: complexes never meet, and what is there is finite.
    return summary.crossings == 0 && std::isfinite(summary.last.kinetic) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "time_stepping: %s\n", error.what());
    return 2;
  }
}
