// `abut verify` for a case file (docs/reference/case-format.md).
#pragma once

#include <string>
#include <vector>

#include "host/cli/commands.h"
#include "host/io/case_file.h"

namespace abut::cli {

/// Answers, checks and prints every case of the file. Returns the exit status.
int verify_cases(const std::string& path, const std::vector<io::PairCase>& cases, const ExecutorFlags& executor,
                 bool json);

}  // namespace abut::cli
