// The same discrete element method on a CUDA device (docs/explanation/dem.md).
#include "examples/dem/cuda_planar.cuh"
#include "examples/dem/program.h"

int main(int argc, char** argv) {
  return dem::program(argc, argv, "dem_cuda", [](const dem::Options&, const dem::Scene& scene, const auto& run) {
    if (scene.planar() && scene.settings.material.law != dem::NormalLaw::depth) {
      throw abut::InvalidInput("the law is by volume: in the plane that runs on cores, with `dem`");
    }
    if (scene.settings.contacts == dem::Settings::facets) {
      throw abut::InvalidInput("contacts are between facets: that runs on cores, with `dem`");
    }
    if (scene.settings.contacts == dem::Settings::surfaces) {
      throw abut::InvalidInput("contacts are between surfaces: that runs on cores, with `dem`");
    }
    if (const char* reason = abut::cuda_unavailable_reason()) throw abut::CudaError(reason);
    if (scene.planar()) {
      dem::CudaPlanarMachine machine;
      run(machine);
    } else {
      dem::CudaMachine machine;
      run(machine);
    }
  });
}
