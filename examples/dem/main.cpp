// A discrete element method for rigid convex bodies, on cores (docs/dem.md).
#include "examples/dem/cpu_machine.h"
#include "examples/dem/program.h"

int main(int argc, char** argv) {
  return dem::program(argc, argv, "dem",
                      [](const dem::Options& options) { return std::make_unique<dem::CpuMachine>(options.threads); });
}
