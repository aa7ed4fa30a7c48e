// The processor's time.
#pragma once

#include <ctime>

namespace abut::bench {

/// Milliseconds of it since the program began, of all its threads: other programs on the machine do not count.
inline double cpu_ms() { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace abut::bench
