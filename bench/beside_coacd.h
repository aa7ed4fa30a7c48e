// The table of bench/decompositions.cpp: a row for each mesh, sums for all and for each collection.
#pragma once

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "abut/decompose.h"
#include "bench/format.h"

namespace abut::bench {

/// One engine's parts of one mesh. Data only.
struct Result {
  double seconds = 0;
  PartsReport report;
  std::string failure;  ///< why there are none
  bool good() const { return failure.empty() && report.parts > 0; }
};

/// Data only.
struct Row {
  std::string name, collection;
  std::size_t facets = 0;
  bool surface = false;  ///< it encloses nothing: the two do not do the same, and are not compared
  std::string refusal;   ///< why neither was asked
  Result coacd, cuts, facets_only;
  bool compared() const { return refusal.empty() && !surface && coacd.good() && cuts.good() && facets_only.good(); }
  double ratio(const Result Row::*engine) const {
    return static_cast<double>((this->*engine).report.parts) / static_cast<double>(coacd.report.parts);
  }
};

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n == 0 ? 0 : (values[(n - 1) / 2] + values[n / 2]) / 2;
}

inline void print_head() {
  std::printf("%-42s %7s | %35s | %35s | %35s\n%-42s %7s", "", "", "CoACD", "Abut", "Abut, no cuts", "mesh", "facets");
  for (int k = 0; k < 3; ++k) std::printf(" | %6s %7s %6s %5s %8s", "parts", "conc.", "volume", "cover", "seconds");
  std::printf("\n");
}

inline std::string columns(const Result& r, bool surface) {
  if (r.report.parts == 0) return format("%6s %7s %6s %5s %8s", "-", "-", "-", "-", "-");
  const auto parts = static_cast<unsigned long long>(r.report.parts);
  const char* const covers = r.report.covers ? "yes" : "no";
  if (surface) return format("%6llu %7s %6s %5s %8.3f", parts, "-", "-", covers, r.seconds);
  return format("%6llu %7.4f %6.3f %5s %8.3f", parts, r.report.relative_concavity, r.report.volume_ratio, covers,
                r.seconds);
}

inline void print_row(const Row& r) {
  if (!r.refusal.empty()) {
    std::printf("%-42s refused: %s\n", r.name.c_str(), r.refusal.c_str());
  } else {
    std::printf("%-42s %7zu | %s | %s | %s", r.name.c_str(), r.facets, columns(r.coacd, r.surface).c_str(),
                columns(r.cuts, r.surface).c_str(), columns(r.facets_only, r.surface).c_str());
    if (r.surface) std::printf("  no solid: Abut covers its surface, not compared.");
    if (!r.coacd.failure.empty()) std::printf("  CoACD: %s.", r.coacd.failure.c_str());
    if (!r.cuts.failure.empty()) std::printf("  Abut: %s.", r.cuts.failure.c_str());
    if (!r.facets_only.failure.empty()) std::printf("  Abut, no cuts: %s.", r.facets_only.failure.c_str());
    std::printf("\n");
  }
  std::fflush(stdout);
}

/// Of rows that are compared.
inline void sum_up(const std::string& title, const std::vector<Row>& rows) {
  if (rows.empty()) return;
  std::printf("\n%s: %zu meshes\n", title.c_str(), rows.size());
  const auto line = [&](const char* name, Result Row::*member) {
    std::vector<double> ratios, times;
    std::size_t covers = 0, fewer = 0, more = 0, slower = 0;
    double seconds = 0, parts = 0;
    for (const Row& r : rows) {
      const double x = r.ratio(member);
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

/// A line for each folder that meshes are in, and one for all.
inline void print_collections(const std::vector<Row>& rows) {
  std::map<std::string, std::vector<const Row*>> by_folder;
  for (const Row& r : rows) by_folder[r.collection].push_back(&r);
  for (const Row& r : rows) by_folder["~all"].push_back(&r);
  std::printf("\n%-16s %6s %7s %8s %9s %8s | %8s %6s %6s | %9s %9s | %10s %10s\n", "collection", "meshes", "refused",
              "surfaces", "no CoACD", "no Abut", "compared", "CoACD", "Abut", "CoACD, s", "Abut, s", "med. parts",
              "med. time");
  for (const auto& [folder, of_folder] : by_folder) {
    std::size_t refused = 0, surfaces = 0, no_coacd = 0, no_abut = 0, coacd = 0, abut = 0;
    double coacd_seconds = 0, abut_seconds = 0;
    std::vector<double> ratios, times;
    for (const Row* r : of_folder) {
      refused += r->refusal.empty() ? 0 : 1, surfaces += r->surface ? 1 : 0;
      if (r->refusal.empty()) no_coacd += r->coacd.good() ? 0 : 1, no_abut += r->cuts.good() ? 0 : 1;
      if (!r->compared()) continue;
      coacd += r->coacd.report.parts, abut += r->cuts.report.parts;
      coacd_seconds += r->coacd.seconds, abut_seconds += r->cuts.seconds;
      ratios.push_back(r->ratio(&Row::cuts));
      times.push_back(r->cuts.seconds / r->coacd.seconds);
    }
    std::printf("%-16s %6zu %7zu %8zu %9zu %8zu | %8zu %6zu %6zu | %9.1f %9.1f | %10.3f %10.3f\n",
                folder[0] == '~' ? "all" : folder.c_str(), of_folder.size(), refused, surfaces, no_coacd, no_abut,
                ratios.size(), coacd, abut, coacd_seconds, abut_seconds, median(ratios), median(times));
  }
}

inline void write_csv(const std::string& path, const std::vector<Row>& rows) {
  std::ofstream file(path);
  file << "mesh,facets,surface";
  for (const char* engine : {"coacd", "abut", "abut_no_cuts"}) {
    for (const char* what : {"parts", "concavity", "volume_ratio", "covers", "seconds"})
      file << ',' << engine << '_' << what;
  }
  file << '\n';
  for (const Row& r : rows) {
    file << r.name << ',' << r.facets << ',' << (r.surface ? 1 : 0);
    for (const Result* e : {&r.coacd, &r.cuts, &r.facets_only}) {
      file << ',' << e->report.parts << ',' << e->report.relative_concavity << ',' << e->report.volume_ratio << ','
           << (e->report.covers ? 1 : 0) << ',' << e->seconds;
    }
    file << '\n';
  }
  if (!file.flush()) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace abut::bench
