// A conical part or a tight peg goes into its hole, with contacts from B-Reps or from tessellations of them, in four
// phases: docs/explanation/insertion.md.
//
//   insertion [cone|peg] [--contacts brep|mesh] [--chord M] [--theta RAD] [--steps N] [--out DIR] [--table]
#include <cstdio>
#include <exception>

#include "examples/insertion/report.h"

int main(int argc, char** argv) {
  try {
    int code = 0;
    const auto options = insertion::parse(argc, argv, code);
    return options ? insertion::run(*options) : code;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "insertion: %s\n", error.what());
    return 2;
  }
}
