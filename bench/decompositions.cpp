// How many convex parts does a mesh take, and how long, against CoACD at the same concavity?
//
//   bench_decompositions [--keep FOLDER] [--threshold T] [--csv FILE] FILE_OR_FOLDER...
//
// Every mesh that encloses a solid, or can be mended to: cut by CoACD 1.0 (its defaults, threshold T, a fixed seed; the
// Python package, as `abut decompose --engine coacd` runs it), its parts measured by `measure_parts`; then by
// `decompose`, mode cover, to the concavity that CoACD's parts have, or to the least that it takes where theirs is
// below, with and without cuts through facets, neither with a limit on corners. That its parts cover the body and keep
// the concavity is checked: what does not fails. Seconds are of one run each, CoACD's without the start of its process.
// FOLDER keeps CoACD's parts, so that they are not made again.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "abut/decompose.h"
#include "abut/io.h"
#include "bench/format.h"
#include "host/decompose/coacd.h"

namespace {

using namespace abut;
namespace fs = std::filesystem;
using host::CoacdParts;

struct Flags {
  std::string keep, csv;
  double threshold = 0.05;
  std::vector<std::string> meshes;
};

/// One engine's parts of one mesh. Data only.
struct Result {
  double seconds = 0;
  PartsReport report;
};

struct Row {
  std::string name;
  std::size_t facets = 0;
  Result coacd, cuts, facets_only;
};

template <class F>
double seconds_of(const F& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<Mesh> as_meshes(const CoacdParts& parts) {
  std::vector<Mesh> meshes(parts.points.size());
  for (std::size_t i = 0; i < meshes.size(); ++i) meshes[i].vertices = parts.points[i];
  return meshes;
}

bool read_kept(const fs::path& path, CoacdParts& parts) {
  std::ifstream file(path);
  std::size_t count = 0;
  if (!(file >> parts.seconds >> count)) return false;
  parts.points.resize(count);
  for (auto& part : parts.points) {
    file >> count;
    part.resize(count);
    for (auto& p : part) file >> p.x >> p.y >> p.z;
  }
  return static_cast<bool>(file);
}

void keep(const fs::path& path, const CoacdParts& parts) {
  std::ofstream file(path);
  file.precision(17);
  file << parts.seconds << ' ' << parts.points.size() << '\n';
  for (const auto& part : parts.points) {
    file << part.size() << '\n';
    for (const auto& p : part) file << p.x << ' ' << p.y << ' ' << p.z << '\n';
  }
}

Result by_coacd(const Flags& flags, const std::string& name, const Mesh& mesh) {
  std::string file = name;
  std::replace(file.begin(), file.end(), '/', '-');
  CoacdParts parts;
  const fs::path path = fs::path(flags.keep) / (file + bench::format("-%g.parts", flags.threshold));
  if (flags.keep.empty() || !read_kept(path, parts)) {
    DecomposeOptions options;
    options.concavity = flags.threshold;
    options.most_vertices = 0;
    parts = host::run_coacd(mesh, options);
    if (!flags.keep.empty()) keep(path, parts);
  }
  return {parts.seconds, measure_parts(mesh, as_meshes(parts))};
}

Result by_abut(const Mesh& mesh, double concavity, bool cuts) {
  DecomposeOptions options;
  options.concavity = concavity;
  options.most_vertices = 0;
  options.cuts = cuts;
  Result result;
  std::vector<Mesh> parts;
  result.seconds = seconds_of([&] { parts = decompose(mesh, options); });
  result.report = measure_parts(mesh, parts);
  if (!result.report.covers) throw std::runtime_error("the parts do not cover the body");
  if (result.report.least_relative_concavity > concavity) {
    throw std::runtime_error(
        bench::format("asked for concavity %g, measured %g", concavity, result.report.least_relative_concavity));
  }
  return result;
}

std::string columns(const Result& r) {
  return bench::format("%6llu %7.4f %6.3f %5s %8.3f", static_cast<unsigned long long>(r.report.parts),
                       r.report.relative_concavity, r.report.volume_ratio, r.report.covers ? "yes" : "no", r.seconds);
}

double ratio(const Result& a, const Result& b) {
  return static_cast<double>(a.report.parts) / static_cast<double>(b.report.parts);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n == 0 ? 0 : (values[(n - 1) / 2] + values[n / 2]) / 2;
}

void sum_up(const std::string& title, const std::vector<Row>& rows) {
  if (rows.empty()) return;
  std::printf("\n%s: %zu meshes\n", title.c_str(), rows.size());
  const auto line = [&](const char* name, Result Row::*member) {
    std::vector<double> ratios, times;
    std::size_t covers = 0, fewer = 0, more = 0, slower = 0;
    double seconds = 0, parts = 0;
    for (const Row& r : rows) {
      const double x = ratio(r.*member, r.coacd);
      ratios.push_back(x);
      times.push_back((r.*member).seconds / r.coacd.seconds);
      covers += (r.*member).report.covers ? 1 : 0;
      fewer += x < 1 ? 1 : 0, more += x > 1 ? 1 : 0, slower += times.back() > 1 ? 1 : 0;
      seconds += (r.*member).seconds, parts += static_cast<double>((r.*member).report.parts);
    }
    std::printf(
        "  %-16s parts %6.0f, over CoACD's: median %.3f, fewer on %3zu, more on %3zu; "
        "seconds %8.1f, median ratio %.3f, slower on %zu; covers %zu\n",
        name, parts, median(ratios), fewer, more, seconds, median(times), slower, covers);
  };
  line("CoACD", &Row::coacd);
  line("Abut", &Row::cuts);
  line("Abut, no cuts", &Row::facets_only);
}

void write_csv(const std::string& path, const std::vector<Row>& rows) {
  std::ofstream file(path);
  file << "mesh,facets";
  for (const char* engine : {"coacd", "abut", "abut_no_cuts"}) {
    for (const char* what : {"parts", "concavity", "volume_ratio", "covers", "seconds"})
      file << ',' << engine << '_' << what;
  }
  file << '\n';
  for (const Row& r : rows) {
    file << r.name << ',' << r.facets;
    for (const Result* e : {&r.coacd, &r.cuts, &r.facets_only}) {
      file << ',' << e->report.parts << ',' << e->report.relative_concavity << ',' << e->report.volume_ratio << ','
           << (e->report.covers ? 1 : 0) << ',' << e->seconds;
    }
    file << '\n';
  }
  if (!file.flush()) throw std::runtime_error(path + ": cannot be written");
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
      const std::string text = value();
      char* end = nullptr;
      flags.threshold = std::strtod(text.c_str(), &end);
      if (end == text.c_str() || *end != 0 || !(flags.threshold > 0 && flags.threshold <= 1)) {
        throw std::runtime_error("--threshold is " + text + ", allowed is more than 0 and up to 1");
      }
    } else {
      for (const std::string& m : meshes_in(word)) flags.meshes.push_back(m);
    }
  }
  if (flags.meshes.empty()) flags.meshes = meshes_in(ABUT_EXAMPLE_DATA "/grains");
  return flags;
}

/// The last two names of a path.
std::string short_name(const fs::path& path) { return (path.parent_path().filename() / path.filename()).string(); }

}  // namespace

int main(int count, char** words) try {
  const Flags flags = parse(count, words);
  std::printf("%-42s %7s | %35s | %35s | %35s\n%-42s %7s", "", "", "CoACD", "Abut", "Abut, no cuts", "mesh", "facets");
  for (int k = 0; k < 3; ++k) std::printf(" | %6s %7s %6s %5s %8s", "parts", "conc.", "volume", "cover", "seconds");
  std::printf("\n");
  std::vector<Row> rows;
  std::size_t failed = 0;
  for (const std::string& path : flags.meshes) {
    Row row;
    row.name = short_name(path);
    try {
      const RepairedMesh body = repair_mesh(read_mesh(path));
      if (!body.refusal.empty()) {
        std::printf("%-42s no solid: %s\n", row.name.c_str(), body.refusal.c_str());
        continue;
      }
      row.facets = body.mesh.triangles.size();
      row.coacd = by_coacd(flags, row.name, body.mesh);
      const double concavity = std::clamp(row.coacd.report.relative_concavity, DecomposeOptions::least_concavity, 1.0);
      row.cuts = by_abut(body.mesh, concavity, true);
      row.facets_only = by_abut(body.mesh, concavity, false);
      std::printf("%-42s %7zu | %s | %s | %s\n", row.name.c_str(), row.facets, columns(row.coacd).c_str(),
                  columns(row.cuts).c_str(), columns(row.facets_only).c_str());
      rows.push_back(row);
    } catch (const std::exception& error) {
      ++failed;
      std::printf("%-42s failed: %s\n", row.name.c_str(), error.what());
    }
    std::fflush(stdout);
  }
  std::vector<Row> several;
  for (const Row& r : rows) {
    if (r.coacd.report.parts > 1) several.push_back(r);
  }
  sum_up("all", rows);
  sum_up("those that CoACD cuts", several);
  if (failed > 0) std::printf("\n%zu of %zu failed, and count in none of these\n", failed, failed + rows.size());
  if (!flags.csv.empty()) write_csv(flags.csv, rows);
  return failed > 0 ? 1 : 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_decompositions: %s\n", error.what());
  return 1;
}
