#include "host/cli/verify_cases.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "host/cli/progress.h"
#include "host/io/case_file.h"
#include "host/io/result_files.h"
#include "host/torture/case_check.h"

namespace abut::cli {
namespace {

using Json = nlohmann::ordered_json;
using torture::CaseResult;

Json to_json(const CaseResult& r) {
  Json json;
  json["case"] = r.name;
  json["status"] = io::status_text(r.status);
  json["separation"] = r.separation;
  if (r.has_expected) {
    json["expected"] = {{"separation", r.expected}, {"error", r.expected_error}, {"largest_allowed", r.expected_limit}};
  }
  if (std::isfinite(r.reference_lower) && std::isfinite(r.reference_upper)) {
    json["reference"] = {{"lower", r.reference_lower}, {"upper", r.reference_upper}, {"certified", r.has_reference}};
  }
  if (r.has_reference) {
    json["reference"]["separation_error"] = r.separation_error;
    json["reference"]["witness_error"] = r.witness_error;
    json["reference"]["normal_error"] = r.normal_error;
  }
  json["verdict"] = r.agrees() ? "agrees" : r.fault;
  return json;
}

std::string line(const CaseResult& r) {
  std::string text = format("%-36s %-14s %24.17g", r.name.c_str(), io::status_text(r.status).c_str(), r.separation);
  text += r.has_expected ? format(" %9.1e of %7.1e", r.expected_error, r.expected_limit) : format(" %20s", "-");
  text += r.has_reference ? format(" %9.1e %8.1e", r.separation_error, r.witness_error) : format(" %9s %8s", "-", "-");
  return text + "  " + (r.agrees() ? "agrees" : r.fault) + "\n";
}

}  // namespace

int verify_cases(const std::string& path, const std::vector<io::PairCase>& cases, const ExecutorFlags& executor,
                 bool json) {
  if (executor.backend != "cpu")
    throw InvalidInput("--backend " + executor.backend + ": case files are answered by cpu only");
  const std::string precision = executor.precision.empty() ? "f64" : executor.precision;
  std::vector<CaseResult> results;
  {
    Progress progress("checking", cases.size());
    for (const io::PairCase& c : cases) {
      results.push_back(precision == "f32" ? torture::check_case<float>(c) : torture::check_case<double>(c));
      progress.add();
    }
  }
  std::size_t disagreements = 0, certified = 0;
  Json list = Json::array();
  std::string text = format("%-36s %-14s %24s %20s %18s\n", "case", "status", "separation", "error of allowed",
                            "reference: separation, witness errors");
  for (const CaseResult& r : results) {
    disagreements += r.agrees() ? 0 : 1;
    certified += r.has_reference ? 1 : 0;
    list.push_back(to_json(r));
    text += line(r);
  }
  text += format("\n%s, %s: %zu cases, %zu certified by the reference, %zu disagreements\n", path.c_str(),
                 precision.c_str(), results.size(), certified, disagreements);
  const Json summary{{"cases_file", path},     {"precision", precision},         {"cases", results.size()},
                     {"certified", certified}, {"disagreements", disagreements}, {"results", list}};
  print(json ? summary.dump(2) + "\n" : text);
  return disagreements == 0 ? 0 : disagreement_status;
}

}  // namespace abut::cli
