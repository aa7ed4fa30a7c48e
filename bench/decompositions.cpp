// How many convex parts does a mesh take, and how long, against CoACD at the same concavity?
//
//   bench_decompositions [--keep FOLDER] [--threshold T] [--time-limit S] [--csv FILE] FILE_OR_FOLDER...
//
// First each mesh is cut by CoACD 1.0 (its defaults, threshold T, a fixed seed, S seconds at most; the Python package,
// as `abut decompose --engine coacd` runs it), and its parts are measured by `measure_parts`. Then each is cut by
// `decompose`, mode cover, to the concavity that CoACD's parts have, or to the least that it takes where theirs is
// below, with and without cuts through facets, neither with a limit on corners; to T where CoACD has no parts. A mesh
// that encloses no solid has its surface covered at T; CoACD makes a solid of it first, so the two are not compared.
// That Abut's parts cover the body and keep the concavity is checked: what does not fails. Seconds are of one run each,
// CoACD's without the start of its process. FOLDER keeps CoACD's parts, or why there are none: a run that was stopped
// goes on from there.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "abut/decompose.h"
#include "abut/io.h"
#include "bench/beside_coacd.h"
#include "bench/format.h"
#include "bench/kept_parts.h"
#include "host/decompose/coacd.h"

namespace {

using namespace abut;
namespace fs = std::filesystem;
using bench::OtherParts, bench::Result, bench::Row;

struct Flags {
  std::string keep, csv;
  double threshold = 0.05, time_limit = DecomposeOptions{}.time_limit;
  std::vector<std::string> meshes;
};

/// Data only.
struct Task {
  Row row;
  Mesh mesh;  ///< mended, where that makes a solid of it
};

template <class F>
double seconds_of(const F& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<Mesh> as_meshes(const host::CoacdParts& parts) {
  std::vector<Mesh> meshes(parts.points.size());
  for (std::size_t i = 0; i < meshes.size(); ++i) meshes[i].vertices = parts.points[i];
  return meshes;
}

/// Its own, or those that were kept.
OtherParts coacd_parts(const Flags& flags, const std::string& name, const Mesh& mesh) {
  std::string file = name;
  std::replace(file.begin(), file.end(), '/', '-');
  const fs::path path = fs::path(flags.keep) / (file + bench::format("-%g.parts", flags.threshold));
  OtherParts made;
  if (!flags.keep.empty() && bench::read_kept(path, made)) return made;
  DecomposeOptions options;
  options.concavity = flags.threshold;
  options.most_vertices = 0;
  options.time_limit = flags.time_limit;
  made = {};
  try {
    made.parts = host::run_coacd(mesh, options);
  } catch (const std::runtime_error& error) {
    made.failure = error.what();
  }
  if (!flags.keep.empty()) bench::keep(path, made);
  return made;
}

Result by_coacd(const Flags& flags, const Task& task) {
  const OtherParts made = coacd_parts(flags, task.row.name, task.mesh);
  Result result{made.parts.seconds, {}, made.failure};
  const std::string said_twice = "coacd: ";
  if (result.failure.rfind(said_twice, 0) == 0) result.failure.erase(0, said_twice.size());
  if (!result.failure.empty()) return result;
  try {
    result.report =
        measure_parts(task.mesh, as_meshes(made.parts), task.row.surface ? PartsBody::surface : PartsBody::automatic);
  } catch (const std::exception& error) {
    result.failure = std::string("its parts cannot be measured: ") + error.what();
  }
  return result;
}

Result by_abut(const Task& task, double concavity, bool cuts) {
  DecomposeOptions options;
  options.concavity = concavity;
  options.most_vertices = 0;
  options.cuts = cuts;
  options.body = task.row.surface ? PartsBody::surface : PartsBody::automatic;
  Result result;
  try {
    std::vector<Mesh> parts;
    result.seconds = seconds_of([&] { parts = decompose(task.mesh, options); });
    result.report = measure_parts(task.mesh, parts, options.body);
    if (!result.report.covers) throw std::runtime_error("the parts do not cover the body");
    if (result.report.least_relative_concavity > concavity) {
      throw std::runtime_error(
          bench::format("asked for concavity %g, measured %g", concavity, result.report.least_relative_concavity));
    }
  } catch (const std::exception& error) {
    result.failure = error.what();
  }
  return result;
}

void fill(const Flags& flags, Task& task) {
  const Row& r = task.row;
  const double concavity = r.surface || !r.coacd.good()
                               ? flags.threshold
                               : std::clamp(r.coacd.report.relative_concavity, DecomposeOptions::least_concavity, 1.0);
  task.row.cuts = by_abut(task, concavity, true);
  if (!r.surface) task.row.facets_only = by_abut(task, concavity, false);
}

std::vector<std::string> meshes_in(const std::string& path) {
  std::vector<std::string> found;
  if (!fs::is_directory(path)) return {path};
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    const std::string e = entry.path().extension().string();
    if (entry.is_regular_file() && (e == ".obj" || e == ".stl" || e == ".STL" || e == ".ply" || e == ".off")) {
      found.push_back(entry.path().string());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

double number(const std::string& flag, const std::string& text, double most) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != 0 || !(value > 0 && value <= most)) {
    throw std::runtime_error(flag + " is " + text + bench::format(", allowed is more than 0 and up to %g", most));
  }
  return value;
}

Flags parse(int count, char** words) {
  Flags flags;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto value = [&]() -> std::string {
      if (++i == count) throw std::runtime_error(word + " needs a value");
      return words[i];
    };
    if (word == "--keep") {
      flags.keep = value();
      fs::create_directories(flags.keep);
    } else if (word == "--csv") {
      flags.csv = value();
    } else if (word == "--threshold") {
      flags.threshold = number(word, value(), 1);
    } else if (word == "--time-limit") {
      flags.time_limit = number(word, value(), 86400);
    } else {
      for (const std::string& m : meshes_in(word)) flags.meshes.push_back(m);
    }
  }
  if (flags.meshes.empty()) flags.meshes = meshes_in(ABUT_EXAMPLE_DATA "/grains");
  return flags;
}

Task task_of(const Flags& flags, const fs::path& path) {
  Task task;
  Row& row = task.row;
  row.collection = path.parent_path().filename().string();
  row.name = (fs::path(row.collection) / path.filename()).string();
  try {
    task.mesh = read_mesh(path.string());
    RepairedMesh body = repair_mesh(task.mesh);
    row.surface = !body.refusal.empty();
    if (!row.surface) task.mesh = std::move(body.mesh);
    row.facets = task.mesh.triangles.size();
    row.coacd = by_coacd(flags, task);
  } catch (const std::exception& error) {
    row.refusal = error.what();
  }
  std::fprintf(stderr, "CoACD, %s: %.1f s\n", row.name.c_str(), row.coacd.seconds);
  return task;
}

std::vector<Row> rows_that(const std::vector<Row>& rows, bool (*are)(const Row&)) {
  std::vector<Row> chosen;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(chosen), are);
  return chosen;
}

}  // namespace

int main(int count, char** words) try {
  const Flags flags = parse(count, words);
  std::vector<Task> tasks;
  for (const std::string& path : flags.meshes) tasks.push_back(task_of(flags, path));
  bench::print_head();
  std::vector<Row> rows;
  std::size_t failed = 0;
  for (Task& task : tasks) {
    if (task.row.refusal.empty()) fill(flags, task);
    bench::print_row(task.row);
    failed += task.row.cuts.failure.empty() && task.row.facets_only.failure.empty() ? 0 : 1;
    rows.push_back(task.row);
  }
  bench::sum_up("all that are compared", rows_that(rows, [](const Row& r) { return r.compared(); }));
  bench::sum_up("those that CoACD cuts",
                rows_that(rows, [](const Row& r) { return r.compared() && r.coacd.report.parts > 1; }));
  bench::print_collections(rows);
  if (failed > 0) std::printf("\nAbut failed on %zu of %zu\n", failed, rows.size());
  if (!flags.csv.empty()) bench::write_csv(flags.csv, rows);
  return failed > 0 ? 1 : 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_decompositions: %s\n", error.what());
  return 1;
}
