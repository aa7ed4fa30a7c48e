// Has every mesh convex parts that are certified to cover it, and how long does that take?
//
//   bench_covers [--surface] [--wrap RESOLUTION] [--fit VERTICES] [--concavity C] FILE_OR_FOLDER...
//
// Each mesh as `abut decompose --mode cover` takes it: as a solid where it is one or can be mended to be one, else as a
// surface. `--surface` takes all as surfaces, `--wrap` cuts a wrap of each and tells how far it is from the mesh. What
// does not cover, does not keep the concavity or is refused fails. Seconds are of one run each; those for measuring are
// apart. `--fit` cuts in mode `fit`, with that many corners a part at most: nothing has to be covered then, what is
// left out is measured instead, and meshes that are no solids are left out.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "abut/decompose.h"
#include "abut/io.h"

namespace {

using namespace abut;
namespace fs = std::filesystem;

struct Flags {
  bool surface = false;
  std::uint32_t wrap = 0;
  std::uint32_t fit = 0;  ///< corners of a part in mode `fit`; 0: mode `cover`
  double concavity = 0.05;
  std::vector<std::string> meshes;
};

/// Of all meshes. Data only.
struct Sum {
  std::size_t meshes = 0, surfaces = 0, parts = 0, failed = 0;
  double seconds = 0, slowest = 0, to_measure = 0, slowest_to_measure = 0;
  std::vector<double> ratios;  ///< of the seconds to measure and to cut
};

template <class F>
double seconds_of(const F& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::vector<std::string> meshes_in(const std::string& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file() && is_mesh_path(entry.path().string())) found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

Flags parse(int count, char** words) {
  Flags flags;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto value = [&]() -> std::string {
      if (++i == count) throw std::runtime_error(word + " needs a value");
      return words[i];
    };
    if (word == "--surface") {
      flags.surface = true;
    } else if (word == "--wrap") {
      flags.wrap = static_cast<std::uint32_t>(std::stoul(value()));
    } else if (word == "--fit") {
      flags.fit = static_cast<std::uint32_t>(std::stoul(value()));
    } else if (word == "--concavity") {
      flags.concavity = std::stod(value());
    } else if (word.starts_with("--")) {
      throw std::runtime_error("'" + word + "' is no option; allowed are --surface, --wrap, --fit, --concavity");
    } else {
      for (const std::string& m : meshes_in(word)) flags.meshes.push_back(m);
    }
  }
  if (flags.meshes.empty()) flags.meshes = meshes_in(ABUT_EXAMPLE_DATA "/grains");
  return flags;
}

/// The last two names of a path.
std::string short_name(const fs::path& path) { return (path.parent_path().filename() / path.filename()).string(); }

/// What is cut of a mesh, and as what; the wrap's distances in words.
Mesh body_of(const Flags& flags, const Mesh& mesh, PartsBody& body, std::string& remark) {
  body = PartsBody::solid;
  if (flags.wrap > 0) {
    const WrappedMesh wrap = wrap_mesh(mesh, {flags.wrap});
    char text[160];
    std::snprintf(text, sizeof text, "%zu triangles, in cells: to mesh %.2f, from mesh %.2f, outside %.2f",
                  wrap.mesh.triangles.size(), wrap.wrap_to_mesh / wrap.cell, wrap.mesh_to_wrap / wrap.cell,
                  wrap.mesh_outside / wrap.cell);
    remark = text;
    return wrap.mesh;
  }
  const RepairedMesh repaired = repair_mesh(mesh);
  if (!flags.surface && repaired.refusal.empty()) return repaired.mesh;
  body = PartsBody::surface;
  if (!repaired.refusal.empty()) remark = repaired.refusal;
  return weld(mesh);
}

/// The largest gap that parts leave, over half of the longest side of the body's box.
std::string gap_over_size(const PartsReport& report) {
  if (!(report.relative_concavity > 0)) return report.largest_gap > 0 ? "-" : "0";
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", report.largest_gap * report.relative_concavity / report.concavity);
  return text;
}

void look_at(const Flags& flags, const std::string& path, Sum& sum) {
  const Mesh mesh = read_mesh(path);
  DecomposeOptions options;
  options.concavity = flags.concavity;
  if (flags.fit > 0) options.mode = PartsMode::fit, options.most_vertices = flags.fit;
  std::string remark;
  Mesh body;
  std::vector<Mesh> parts;
  const double seconds = seconds_of([&] {
    body = body_of(flags, mesh, options.body, remark);
    if (flags.fit > 0 && options.body == PartsBody::surface) return;
    parts = decompose(body, options);
  });
  if (flags.fit > 0 && options.body == PartsBody::surface) {
    std::printf("%-46s %7zu no solid: %s\n", short_name(path).c_str(), mesh.triangles.size(), remark.c_str());
    return;
  }
  PartsReport report;
  const double to_measure = seconds_of([&] { report = measure_parts(body, parts, options.body); });
  const char* const kind = flags.wrap > 0 ? "wrap" : report.surface ? "surface" : "solid";
  const std::string certified = flags.fit > 0 ? gap_over_size(report) : report.covers ? "yes" : "NO";
  std::printf("%-46s %7zu %-8s %6zu %8.4f %9s %8.3f %8.3f  %s\n", short_name(path).c_str(), mesh.triangles.size(), kind,
              parts.size(), report.relative_concavity, certified.c_str(), seconds, to_measure, remark.c_str());
  ++sum.meshes, sum.surfaces += report.surface ? 1 : 0, sum.parts += parts.size();
  sum.seconds += seconds, sum.slowest = std::max(sum.slowest, seconds);
  sum.to_measure += to_measure, sum.slowest_to_measure = std::max(sum.slowest_to_measure, to_measure);
  if (seconds > 0) sum.ratios.push_back(to_measure / seconds);
  if (flags.fit > 0) return;
  if (!report.covers) throw std::runtime_error("the parts do not cover");
  if (report.least_relative_concavity > flags.concavity + 1e-6) throw std::runtime_error("the concavity is not kept");
}

}  // namespace

int main(int count, char** words) try {
  const Flags flags = parse(count, words);
  std::printf("%-46s %7s %-8s %6s %8s %9s %8s %8s\n", "mesh", "facets", "taken as", "parts", "conc.",
              flags.fit > 0 ? "gap" : "certified", "seconds", "measure");
  Sum sum;
  for (const std::string& path : flags.meshes) {
    try {
      look_at(flags, path, sum);
    } catch (const std::exception& error) {
      ++sum.failed;
      std::printf("%-46s failed: %s\n", short_name(path).c_str(), error.what());
    }
    std::fflush(stdout);
  }
  std::printf("\n%zu meshes, %zu as surfaces, %zu parts, %.1f s, the slowest %.1f s; %zu failed\n", sum.meshes,
              sum.surfaces, sum.parts, sum.seconds, sum.slowest, sum.failed);
  std::printf("to measure %.1f s, the slowest %.1f s, in the median %.2f times as long as to cut\n", sum.to_measure,
              sum.slowest_to_measure, median(sum.ratios));
  return sum.failed > 0 ? 1 : 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_covers: %s\n", error.what());
  return 1;
}
