#include "host/complex/quasi_lmd_options.h"

#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "host/number_text.h"

namespace abut::host {

void check_options(const QuasiLmdOptions& o) {
  const auto refuse = [](const char* what, double value, const char* allowed) {
    throw InvalidInput(std::string("find_quasi_lmds: ") + what + " is " + number_text(value) + "; allowed is " +
                       allowed);
  };
  if (!(o.alert_distance >= 0) || !std::isfinite(o.alert_distance)) {
    refuse("alert_distance", o.alert_distance, "a finite number, 0 or more");
  }
  if (!(o.theta >= 0 && o.theta <= QuasiLmdOptions::most_theta)) refuse("theta", o.theta, "0 to 0.5");
  if (!(o.cone_tolerance >= 0 && o.cone_tolerance <= 0.1)) refuse("cone_tolerance", o.cone_tolerance, "0 to 0.1");
}

QuasiLmdSearch quasi_lmd_search(const QuasiLmdOptions& options) {
  return {options.alert_distance, std::sin(options.theta), options.cone_tolerance};
}

void no_complex(std::uint64_t pair, std::uint32_t shape) {
  throw InvalidInput("find_quasi_lmds: pair " + std::to_string(pair) + " has shape " + std::to_string(shape) +
                     ", which has no complex");
}

}  // namespace abut::host
