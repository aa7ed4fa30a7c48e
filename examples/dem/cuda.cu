// The same discrete element method on a CUDA device (docs/dem.md).
#include "examples/dem/cuda_machine.cuh"
#include "examples/dem/program.h"

int main(int argc, char** argv) {
  return dem::program(argc, argv, "dem_cuda", [](const dem::Options&, const dem::Scene& scene, const auto& run) {
    if (scene.planar()) throw abut::InvalidInput("bodies of the plane are for cores alone: dem has them");
    if (const char* reason = abut::cuda_unavailable_reason()) throw abut::CudaError(reason);
    dem::CudaMachine machine;
    run(machine);
  });
}
