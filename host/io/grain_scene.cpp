// Grains at random places and orientations in a cubic box: the demo's scene.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "abut/core/pose.h"
#include "abut/decompose.h"
#include "abut/io.h"
#include "host/io/other_file.h"
#include "host/io/output_file.h"
#include "host/io/random.h"
#include "host/io/scene_parts.h"
#include "host/number_text.h"
#include "host/shapes/solid_check.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

constexpr double pi = 3.14159265358979323846;
constexpr double radii[3] = {0.355, 0.25, 0.175};
constexpr std::uint64_t weights[3] = {7, 76, 17};  // of 100
const char* const radius_names[3] = {"0.355", "0.25", "0.175"};
// Every body needs an index below 2^32; this bound keeps the file below a terabyte too.
constexpr std::uint64_t largest_count = 1'000'000'000;

struct Grain {
  std::string name;  // file name without extension
  std::string path;  // relative to the scene
  Vec3<double> centroid{0, 0, 0};
  double scale[3] = {0, 0, 0};  // to the three radii
};

/// Cube root by Newton's method from a power of two: the library's may differ in the last bit between machines.
double cube_root(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  double r = std::ldexp(1.0, exponent / 3 + 1);  // above the root, from where Newton's method only descends
  for (;;) {
    const double next = r - (r - x / (r * r)) / 3;
    if (!(next < r)) return r;
    r = next;
  }
}

std::vector<fs::path> mesh_files(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    throw FileError(folder + ": is not a folder, allowed is a folder with grain meshes (.ply, .obj, .stl, .off)");
  }
  std::vector<fs::path> files;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (is_mesh_path(it->path().string())) files.push_back(it->path());
  }
  if (error) throw FileError(folder + ": cannot be read: " + error.message());
  if (files.empty()) throw FileError(folder + ": has no grain meshes (.ply, .obj, .stl, .off)");
  std::sort(files.begin(), files.end(),
            [](const fs::path& a, const fs::path& b) { return a.filename().string() < b.filename().string(); });
  return files;
}

/// `mended`: as "parts" of a scene, which are cut from what `repair_mesh` makes of the mesh. What is no solid is in any
/// case.
MeshReport examine_grain(const std::string& file, bool mended) {
  const Mesh mesh = read_mesh(file);
  if (!mended) {
    const MeshReport report = examine(mesh);
    if (host::is_solid(report)) return report;
  }
  const RepairedMesh body = repair_mesh(mesh);
  if (!body.refusal.empty()) throw InvalidInput(file + ": " + body.refusal);
  return examine(body.mesh);
}

Grain read_grain(const fs::path& file, const fs::path& scene_folder, bool in_parts) {
  const MeshReport report = examine_grain(file.string(), in_parts);
  const double volume = std::abs(report.volume);
  Grain grain;
  grain.name = file.stem().string();
  grain.path = fs::proximate(fs::weakly_canonical(file), scene_folder).generic_string();
  grain.centroid = report.centroid;
  for (int i = 0; i < 3; ++i) grain.scale[i] = radii[i] * cube_root(4.0 / 3.0 * pi / volume);
  return grain;
}

int draw_radius(io::Random& random) {
  const std::uint64_t draw = random.below(weights[0] + weights[1] + weights[2]);
  return draw < weights[0] ? 0 : draw < weights[0] + weights[1] ? 1 : 2;
}

/// Side of the box whose volume is that of the grains over the fraction. Draws what the bodies will draw.
double box_side(const GrainSceneOptions& options) {
  io::Random random(options.seed);
  std::uint64_t counts[3] = {0, 0, 0};
  for (std::uint64_t i = 0; i < options.count; ++i) ++counts[draw_radius(random)];
  double volume = 0;
  for (int i = 0; i < 3; ++i) {
    volume += static_cast<double>(counts[i]) * (4.0 / 3.0 * pi * radii[i] * radii[i] * radii[i]);
  }
  return cube_root(volume / options.fraction);
}

std::string in_quotes(const std::string& text) { return nlohmann::json(text).dump(); }
std::string shape_name(const Grain& grain, int radius) { return grain.name + " r " + radius_names[radius]; }

void write_shapes(const std::vector<Grain>& grains, double concavity, io::OutputFile& file) {
  std::string text;
  for (std::size_t i = 0; i < grains.size(); ++i) {
    for (int radius = 0; radius < 3; ++radius) {
      text = i == 0 && radius == 0 ? "\n" : ",\n";
      text += "    {\"name\": " + in_quotes(shape_name(grains[i], radius));
      text += ", \"mesh\": {\"path\": " + in_quotes(grains[i].path) + ", \"scale\": ";
      host::append_number(text, grains[i].scale[radius]);
      if (concavity > 0) {
        text += ", \"as\": \"parts\", \"concavity\": ";
        host::append_number(text, concavity);
      }
      text += "}}";
      file.write(text);
    }
  }
}

void write_bodies(const GrainSceneOptions& options, const std::vector<Grain>& grains, double side,
                  io::OutputFile& file) {
  std::vector<std::string> names;
  for (const Grain& grain : grains) {
    for (int radius = 0; radius < 3; ++radius) names.push_back(in_quotes(shape_name(grain, radius)));
  }
  // Two streams, so that the radii are those that the box was made for.
  io::Random radius_random(options.seed), random(~options.seed);
  std::string text;
  for (std::uint64_t i = 0; i < options.count; ++i) {
    const int radius = draw_radius(radius_random);
    const std::size_t which = static_cast<std::size_t>(random.below(grains.size()));
    double centre[3], q[4];
    for (double& c : centre) c = side * random.uniform();
    random.rotation(q);
    // The centroid of the solid, not the origin of its file, is what lies at the random place.
    const Vec3<double> offset =
        rotate(rotation_from_quaternion(q[0], q[1], q[2], q[3]), grains[which].centroid * grains[which].scale[radius]);
    const double position[3] = {centre[0] - offset.x, centre[1] - offset.y, centre[2] - offset.z};
    text = i == 0 ? "\n" : ",\n";
    text += "    {\"shape\": " + names[3 * which + static_cast<std::size_t>(radius)] + ", \"position\": ";
    host::append_json_list(text, position);
    text += ", \"orientation\": ";
    host::append_json_list(text, q);
    text += '}';
    file.write(text);
  }
}

void check(const GrainSceneOptions& options) {
  if (options.count < 1 || options.count > largest_count) {
    throw InvalidInput("count is " + std::to_string(options.count) + ", allowed is 1 to " +
                       std::to_string(largest_count));
  }
  if (!(options.fraction > 0) || !std::isfinite(options.fraction)) {
    std::string text;
    host::append_number(text, options.fraction);
    throw InvalidInput("fraction is " + text + ", allowed is a number greater than 0");
  }
  const bool in_parts = options.concavity >= DecomposeOptions::least_concavity && options.concavity <= 1;
  if (options.concavity != 0 && !in_parts) {
    throw InvalidInput("concavity is " + host::number_text(options.concavity) +
                       ", allowed is 0 (convex hulls), or 0.0005 to 1");
  }
}

}  // namespace

void write_grain_scene(const GrainSceneOptions& options, const std::string& path) {
  check(options);
  const fs::path folder = fs::weakly_canonical(fs::absolute(path)).parent_path();
  const std::vector<fs::path> meshes = mesh_files(options.grains);
  std::vector<std::string> inputs;
  for (const fs::path& mesh : meshes) inputs.push_back(mesh.string());
  io::require_other_file("the file to write", path, inputs);
  io::OutputFile file(path);
  std::vector<Grain> grains;
  for (const fs::path& mesh : meshes) {
    grains.push_back(read_grain(mesh, folder, options.concavity > 0));
  }

  file.write("{\n  \"version\": 1,\n  \"length_unit\": \"mm\",\n  \"options\": {\"alert_distance\": 0},\n");
  file.write("  \"shapes\": [");
  write_shapes(grains, options.concavity, file);
  file.write("\n  ],\n  \"bodies\": [");
  write_bodies(options, grains, box_side(options), file);
  file.write("\n  ]\n}\n");
  file.publish();
}

}  // namespace abut
