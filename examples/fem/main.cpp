// Finite elements in contact, explicit in time: the benchmarks of Montanari 2017, sections 4.3 and 4.5, and
// the packing of chapter 5.
//
//   fem [tetrahedra|sphere|bars|ironing|packing] [--young PA] [--poisson N] [--penalty N] [--part N] [--seconds S]
//       [--search facets|intrinsic|kept|every] [--out DIR]
//   fem packing [--grains N] [--level L] [--layers N] and these
#include <cstdio>
#include <exception>

#include "examples/fem/options.h"

int main(int argc, char** argv) {
  try {
    int code = 0;
    const auto options = fem::parse(argc, argv, code);
    if (!options) return code;
    return fem::run_benchmark(*options) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fem: %s\n", error.what());
    return 2;
  }
}
