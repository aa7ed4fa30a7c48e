// Numbers in messages.
#pragma once

#include <cstdio>
#include <string>

namespace time_stepping {

inline std::string text_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace time_stepping
