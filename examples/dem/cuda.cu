// The same discrete element method on a CUDA device (docs/dem.md).
#include "examples/dem/cuda_machine.cuh"
#include "examples/dem/program.h"

int main(int argc, char** argv) {
  return dem::program(argc, argv, "dem_cuda", [](const dem::Options&) {
    if (const char* reason = abut::cuda_unavailable_reason()) throw abut::CudaError(reason);
    return std::make_unique<dem::CudaMachine>();
  });
}
