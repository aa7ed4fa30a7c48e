// `abut verify` for a case file (docs/reference/case-format.md).
#pragma once

#include <string>

#include "host/cli/commands.h"

namespace abut::cli {

/// Answers, checks and prints every case. Returns the exit status.
int verify_cases(const std::string& path, const ExecutorFlags& executor, bool json);

}  // namespace abut::cli
