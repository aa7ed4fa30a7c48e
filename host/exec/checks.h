// Checks of arguments that every executor makes before any work starts.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "abut/core/error.h"
#include "host/number_text.h"

namespace abut::host {

inline void check_alert_distance(double alert) {
  if (std::isnan(alert) || alert < 0) {
    throw InvalidInput("alert_distance is " + number_text(alert) + "; allowed is 0 or more");
  }
}

inline void check_index(const char* what, std::uint64_t pair, std::uint32_t value, std::uint32_t count) {
  if (value >= count) {
    throw InvalidInput(std::string(what) + ": pair " + std::to_string(pair) + " names " + std::to_string(value) +
                       "; allowed is less than " + std::to_string(count));
  }
}

inline void check_output_size(const char* function, std::size_t size, std::size_t pairs) {
  if (size == pairs) return;
  throw InvalidInput(std::string(function) + ": out has " + std::to_string(size) + " elements; there are " +
                     std::to_string(pairs) + " pairs");
}

}  // namespace abut::host
