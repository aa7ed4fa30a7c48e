#include "host/cli/verify_summary.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "host/io/result_files.h"

namespace abut::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t listed_disagreements = 10;
constexpr struct {
  const char* name;
  double part;
} percentiles[] = {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p999", 0.999}, {"max", 1}};

/// Nearest rank: the smallest value that at least this part of the values does not exceed. `values` is sorted.
double percentile(const std::vector<double>& values, double part) {
  if (values.empty()) return 0;
  const double rank = std::ceil(part * static_cast<double>(values.size()));
  return values[std::min(values.size(), static_cast<std::size_t>(std::max(1.0, rank))) - 1];
}

/// The percentiles of `value(checked)` over the pairs whose contact was measured, unfinished ones too.
template <class Value>
Json percentiles_of(const std::vector<CheckedPair>& checked, Value value) {
  std::vector<double> values;
  for (const CheckedPair& pair : checked) {
    if (pair.is_measured()) values.push_back(value(pair));
  }
  std::sort(values.begin(), values.end());
  Json json;
  for (const auto& [name, part] : percentiles) json[name] = percentile(values, part);
  return json;
}

Json disagreements_of(const Scene& scene, const std::vector<CheckedPair>& checked) {
  const PartsView parts = scene.bodies.parts();
  Json list = Json::array();
  for (const CheckedPair& pair : checked) {
    if (pair.agrees && pair.certified) continue;
    if (list.size() == listed_disagreements) break;
    Json entry;
    entry["bodies"] = {parts.body[pair.pair.a], parts.body[pair.pair.b]};
    entry["parts"] = {pair.pair.a, pair.pair.b};
    entry["reason"] = *pair.reason != '\0' ? pair.reason : "reference_not_certified";
    entry["error"] = pair.worst();
    entry["status"] = io::status_text(pair.status);
    entry[pair.contact ? "separation" : "alert_distance"] = pair.ours;
    entry["reference_separation"] = pair.reference;
    list.push_back(entry);
  }
  return list;
}

}  // namespace

Json verify_summary(const Scene& scene, const VerifyRun& run) {
  const auto count = [&](auto wanted) { return std::count_if(run.checked.begin(), run.checked.end(), wanted); };
  const Json worst = percentiles_of(run.checked, [](const CheckedPair& pair) { return pair.worst(); });
  Json json;
  json["scene"] = run.scene;
  json["backend"] = run.backend;
  json["precision"] = run.precision;
  json["candidate_pairs"] = run.candidate_pairs;
  json["contacts"] = run.contacts;
  json["pairs"] = count([](const CheckedPair& pair) { return pair.contact; });
  json["pairs_without_contact"] = count([](const CheckedPair& pair) { return !pair.contact; });
  json["disagreements"] = count([](const CheckedPair& pair) { return !pair.agrees; });
  json["uncertified"] = count([](const CheckedPair& pair) { return !pair.certified; });
  json["tolerance"] = run.tolerance;
  json["max_error"] = worst["max"];
  json["p999_error"] = worst["p999"];
  for (int kind = 0; kind < error_kind_count; ++kind) {
    json["errors"][error_names[kind]] =
        percentiles_of(run.checked, [kind](const CheckedPair& p) { return p.errors[static_cast<std::size_t>(kind)]; });
  }
  for (int i = 0; i < status_count; ++i) {
    json["status"][io::status_name(static_cast<Status>(i))] = run.status[static_cast<std::size_t>(i)];
  }
  json["first_disagreements"] = disagreements_of(scene, run.checked);
  json["seconds"] = {{"detect", run.seconds_detect}, {"reference", run.seconds_reference}};
  return json;
}

}  // namespace abut::cli
