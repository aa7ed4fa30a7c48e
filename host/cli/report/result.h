// What a report is made of: a scene and its contacts, read from a result folder or found anew.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "abut/detect.h"
#include "abut/io.h"

namespace abut::cli {

/// A summary.json, as far as a report needs it.
struct ResultSummary {
  std::string scene, length_unit, backend, precision, threads;
  double alert_distance = 0;
  std::uint64_t bodies = 0, parts = 0, shapes = 0, candidate_pairs = 0, contacts = 0, failures = 0;
  double seconds_broad = 0, seconds_narrow = 0, seconds_total = 0;
  std::uint64_t median_of = 1;
  std::array<std::uint64_t, status_count> status{};
};

/// Throws `FileError`, or `InvalidInput` naming file, place, value and what is allowed.
ResultSummary read_summary(const std::string& path);

/// The scene of a result folder: `given`, or else the path that the summary has, from where the program runs or from
/// the folder. Throws `InvalidInput` where it is not there.
std::string scene_path(const std::string& folder, const ResultSummary& summary, const std::string& given);

/// Throws `InvalidInput` unless the summary is one of this scene.
void check_same_scene(const std::string& folder, const ResultSummary& summary, const std::string& path,
                      const Scene& scene);

/// Throws `InvalidInput` unless the separations are those that the scene has: the pairs are answered again, and may
/// differ by rounding.
template <class T>
void check_same_contacts(const std::string& folder, const std::string& path, const Scene& scene,
                         const Detection<T>& detection);

}  // namespace abut::cli
