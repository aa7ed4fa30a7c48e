// What a comparison with the reference comes to: counts, percentiles of the errors, the first disagreements.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "host/cli/verify.h"

namespace abut::cli {

/// A run of `verify`.
struct VerifyRun {
  std::string scene, backend;
  std::string precision;
  double tolerance = 0;
  std::vector<CheckedPair> checked;
  std::array<std::uint64_t, status_count> status{};
  std::uint64_t candidate_pairs = 0, contacts = 0;
  double seconds_detect = 0, seconds_reference = 0;
};

/// The object that `abut verify --json` prints.
nlohmann::ordered_json verify_summary(const Scene& scene, const VerifyRun& run);

}  // namespace abut::cli
