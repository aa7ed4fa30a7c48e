// The report page: one HTML file with its style, its script and all numbers in it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "abut/detect.h"
#include "abut/io.h"
#include "host/cli/report/result.h"
#include "host/io/output_file.h"

namespace abut::cli {

template <class T>
struct ReportInput {
  const Scene& scene;
  const Detection<T>& detection;
  const ResultSummary& summary;
  nlohmann::ordered_json verify;  ///< what `abut verify --json` prints; null: not run
  std::uint64_t sample = 0;       ///< that it drew; 0: all
};

/// Numbers of contacts go into the page as they are, to the last bit.
template <class T>
void write_report(const ReportInput<T>& input, io::OutputFile& file);

}  // namespace abut::cli
