// How near do closed bicubic surfaces come to real grains?
//
//   bench_surfaces_grain_fits [--rows N] [--columns N] [--grains PATH]
//
// Spherical harmonics (.dat) and meshes of a folder and the folders in it. Errors are those of `SurfaceFit`, in
// thousandths of the radius of the sphere with the grain's volume; the last column is by how much the surface's volume
// is off. "folds": `least_facing` is not above 0. A mesh that no fit is for is named with the reason. Fails where a
// surface that was fitted has no volume, or one that is off by more than a tenth.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "abut/surface/fit.h"
#include "abut/surface/surface_mass.h"
#include "bench/cpu_ms.h"
#include "bench/options.h"

namespace {

using namespace abut;

FitOptions options;
bool failed = false;

void print(const std::string& name, const SurfaceFit& fit, double volume, double ms) {
  const double radius = std::cbrt(volume * 3 / (4 * 3.14159265358979323846));
  const double off = mass_properties(fit.surface).volume / volume - 1;
  std::printf("%-28s %6zu  %8.3f %8.4f  %9.4f %%  %6.0f ms%s\n", name.c_str(), fit.surface.points.size(),
              1e3 * fit.largest_error / radius, 1e3 * fit.rms_error / radius, 100 * off, ms,
              fit.least_facing > 0 ? "" : "  folds");
  failed = failed || !(std::abs(off) < 0.1);
}

void fit_file(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  const double begin = bench::cpu_ms();
  try {
    if (path.extension() == ".dat") {
      const SphericalHarmonics harmonics = read_spherical_harmonics(path.string());
      const SurfaceFit fit = fit_surface(harmonics, options);
      print(name, fit, mass_properties(harmonics).volume, bench::cpu_ms() - begin);
    } else {
      const RepairedMesh repaired = repair_mesh(read_mesh(path.string()));
      const SurfaceFit fit = fit_surface(repaired.mesh, options);
      print(name, fit, mass_properties(repaired.mesh).volume, bench::cpu_ms() - begin);
    }
  } catch (const InvalidInput& e) {
    std::printf("%-28s %s\n", name.c_str(), e.what());
  }
  std::fflush(stdout);
}

std::vector<std::filesystem::path> files_of(const std::string& place) {
  if (!std::filesystem::is_directory(place)) return {place};
  std::vector<std::filesystem::path> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(place)) {
    const std::filesystem::path& path = entry.path();
    const bool is_series = path.extension() == ".dat" && path.filename().string().find("geom") == std::string::npos;
    if (is_series || is_mesh_path(path.string())) out.push_back(path);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  std::string place = "tests/surface/grains";
  bench::Options("bench_surfaces_grain_fits", "How near do closed bicubic surfaces come to real grains?")
      .number("--rows", options.rows, 4, 512)
      .number("--columns", options.columns, 8, 1024)
      .text("--grains", place, "PATH")
      .read_or_exit(argc, argv);
  std::printf("%-28s %6s  %8s %8s  %11s\n", "grain", "points", "largest", "rms", "volume");
  for (const std::filesystem::path& path : files_of(place)) fit_file(path);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
