// A discrete element method for rigid bodies, on cores (docs/explanation/dem.md).
#include "examples/dem/cpu_machine.h"
#include "examples/dem/facet_machine.h"
#include "examples/dem/planar_machine.h"
#include "examples/dem/program.h"
#include "examples/dem/surface_machine.h"

int main(int argc, char** argv) {
  return dem::program(argc, argv, "dem", [](const dem::Options& options, const dem::Scene& scene, const auto& run) {
    if (scene.settings.contacts == dem::Settings::surfaces) {
      dem::SurfaceMachine machine(options.threads);
      run(machine);
    } else if (scene.settings.contacts == dem::Settings::facets) {
      dem::FacetMachine machine(options.threads);
      run(machine);
    } else if (scene.planar()) {
      dem::PlanarMachine machine(options.threads);
      run(machine);
    } else {
      dem::CpuMachine machine(options.threads);
      run(machine);
    }
  });
}
