// What is asked of quasi-LMDs, checked and as it is computed with, for all executors.
#pragma once

#include "abut/complex/placed_complexes.h"

namespace abut::host {

/// Throws `InvalidInput` for an option that is not allowed.
void check_options(const QuasiLmdOptions& options);

QuasiLmdSearch quasi_lmd_search(const QuasiLmdOptions& options);

/// Throws `InvalidInput`.
[[noreturn]] void no_complex(std::uint64_t pair, std::uint32_t shape);

}  // namespace abut::host
