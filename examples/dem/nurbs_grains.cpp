#include "examples/dem/nurbs_grains.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <utility>

#include "abut/core/error.h"
#include "abut/io.h"
#include "abut/surface/fit.h"
#include "abut/surface/surface_file.h"
#include "abut/surface/surface_mass.h"
#include "examples/dem/grains.h"
#include "examples/dem/mass.h"

namespace dem {

namespace {

namespace fs = std::filesystem;

using abut::SphericalHarmonics;

constexpr double pi = std::numbers::pi;
constexpr std::uint32_t sizes = 4;  ///< of each grain, so that bodies share their surfaces

/// Coefficient a_nm.
std::complex<double>& coefficient(SphericalHarmonics& h, int n, int m) {
  return h.coefficients[static_cast<std::size_t>(n * (n + 1) / 2 + m)];
}
SphericalHarmonics constant(int degree, double value) {
  SphericalHarmonics h{degree,
                       std::vector<std::complex<double>>(static_cast<std::size_t>((degree + 1) * (degree + 2) / 2))};
  coefficient(h, 0, 0) = value * 2 * std::sqrt(pi);
  return h;
}

/// r = a + b (x^4 + y^4 + z^4), which is 3/5 and harmonics of degree 4.
SphericalHarmonics six_arms(double a, double b) {
  SphericalHarmonics h = constant(4, a + 0.6 * b);
  const double unit = b * 4 * std::sqrt(pi) / 15;
  coefficient(h, 4, 0) = unit, coefficient(h, 4, 4) = unit * std::sqrt(5.0 / 14);
  return h;
}
/// r = a + b x y z.
SphericalHarmonics four_arms(double a, double b) {
  SphericalHarmonics h = constant(3, a);
  coefficient(h, 3, 2) = {0, -0.25 * b / std::sqrt(105 / (32 * pi))};
  return h;
}
/// r = a + b z^2, which is 1/3 and a harmonic of degree 2.
SphericalHarmonics waist(double a, double b) {
  SphericalHarmonics h = constant(2, a + b / 3);
  coefficient(h, 2, 0) = b * 4.0 / 3 * std::sqrt(pi / 5);
  return h;
}

/// Into the frame of the principal axes, and to the size 1.
NurbsGrain grain_of(const abut::NurbsSurface& surface, std::string name) {
  const MassProperties whole = mass_properties(surface);
  double size = 0;
  for (const Vector& p : surface.points) size = std::max(size, abut::length(p - whole.centre));
  const double scale = 1 / size;
  abut::Mat3<double> back;
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) back.m[3 * row + k] = whole.axes.m[3 * k + row] * scale;
  }
  NurbsGrain out;
  out.surface = transformed(surface, back, -abut::rotate(back, whole.centre));
  out.volume = whole.volume * scale * scale * scale;
  out.moments = whole.moments * (scale * scale * scale * scale * scale);
  out.name = std::move(name);
  return out;
}

std::uint64_t hash_of(const std::vector<NurbsGrain>& grains) {
  std::uint64_t hash = grains.size();
  for (const NurbsGrain& g : grains) {
    for (const Vector& p : g.surface.points) {
      for (const double x : {p.x, p.y, p.z}) hash = abut::mix64(hash ^ std::bit_cast<std::uint64_t>(x));
    }
  }
  return std::max<std::uint64_t>(1, hash);
}

}  // namespace

std::vector<NurbsGrain> interlocking_grains() {
  std::vector<NurbsGrain> out;
  const auto add = [&](const SphericalHarmonics& h, const char* name) {
    out.push_back(grain_of(fit_surface(h, {.rows = 10, .columns = 16}).surface, name));
  };
  // Radii from 0.4 to 1: the products are at most 1 and 1 / sqrt(27), sums of fourth powers at least 1/3.
  add(six_arms(0.1, 0.9), "six arms");
  add(four_arms(0.7, 0.3 * std::sqrt(27.0)), "four arms");
  add(waist(0.4, 0.6), "waist");
  return out;
}

std::vector<NurbsGrain> fitted_grains(const std::string& folder, std::vector<std::string>& notes) {
  std::vector<NurbsGrain> out;
  for (const GrainMesh& grain : read_meshes(folder)) {
    notes.insert(notes.end(), grain.notes.begin(), grain.notes.end());
    try {
      abut::FitOptions options;
      options.rows = 12, options.columns = 20;
      abut::SurfaceFit fit = fit_surface(grain.mesh, options);
      while (!(fit.least_facing > 0) && options.rows < options.most_rows) {  // it folds: too coarse for the grain
        options.rows *= 2, options.columns *= 2;
        fit = fit_surface(grain.mesh, options);
      }
      out.push_back(grain_of(fit.surface, grain.path));
      char note[120];
      std::snprintf(note, sizeof note, ": fitted, off by %.2g at most, %.2g in the mean square", fit.largest_error,
                    fit.rms_error);
      notes.push_back(grain.path + note);
    } catch (const abut::InvalidInput& e) {
      throw abut::InvalidInput(grain.path + ": " + e.what());
    }
  }
  return out;
}

std::vector<NurbsGrain> read_surfaces(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string suffix = it->path().extension().string();
    for (const char* taken : {".json", ".step", ".stp", ".iges", ".igs", ".brep"}) {
      if (suffix == taken) files.push_back(it->path().string());
    }
  }
  if (error) throw abut::FileError(folder + ": cannot be read: " + error.message());
  if (files.empty()) throw abut::InvalidInput(folder + ": has no surfaces (.json, .step, .stp, .iges, .igs, .brep)");
  std::sort(files.begin(), files.end());
  std::vector<NurbsGrain> out;
  for (const std::string& file : files) out.push_back(grain_of(abut::read_surface(file), file));
  return out;
}

namespace {

/// The folder that surfaces are read from; empty: they are made here.
std::string surfaces_folder() {
  const char* const folder = std::getenv("ABUT_SURFACES");
  return folder != nullptr ? folder : "";
}

}  // namespace

Scene make_nurbs(const Settings& s) {
  Scene scene;
  scene.settings = s;
  const bool real = s.preset == Settings::grains;
  const std::string folder = real ? grains_folder() : surfaces_folder();
  const std::vector<NurbsGrain> grains = real             ? fitted_grains(folder, scene.notes)
                                         : folder.empty() ? interlocking_grains()
                                                          : read_surfaces(folder);
  scene.settings.grain_data = hash_of(grains);
  if (s.grain_data != 0 && s.grain_data != scene.settings.grain_data) {
    throw abut::InvalidInput((folder.empty() ? "nurbs" : folder) +
                             ": has other grains than those that the run began with");
  }
  for (const NurbsGrain& g : grains) {
    for (std::uint32_t size = 0; size < sizes; ++size) {
      const double radius = smallest_radius + (largest_radius - smallest_radius) * size / (sizes - 1);
      SurfaceKind kind{transformed(g.surface, {{radius, 0, 0, 0, radius, 0, 0, 0, radius}}, {0, 0, 0}), radius, {}};
      kind.knots = knot_positions(kind.surface, {.distance = s.knots * radius, .angle = 0});
      scene.kinds.push_back(std::move(kind));
    }
  }
  Random random(s.seed);
  double solid = 0;
  std::vector<std::uint32_t> kinds;
  for (std::uint64_t i = 0; i < s.bodies; ++i) {
    const auto kind = static_cast<std::uint32_t>(random.uniform() * static_cast<double>(scene.kinds.size()));
    const double radius = scene.kinds[kind].radius;
    kinds.push_back(kind);
    // They interlock, and still fill less of the box than convex ones.
    solid += 1.5 * grains[kind / sizes].volume * radius * radius * radius;
  }
  add_box(scene, solid);
  for (const std::uint32_t kind : kinds) {
    scene.shapes.add_hull(scene.kinds[kind].surface.points);
    const NurbsGrain& grain = grains[kind / sizes];
    const double radius = scene.kinds[kind].radius;
    scene.add_in_parts(1, solid_constants(grain.volume, grain.moments, s.material.density, radius, radius), {0, 0, 0});
    scene.kind_of.push_back(kind);
  }
  scene.wait_for_birth();
  return scene;
}

}  // namespace dem
