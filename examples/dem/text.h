// Numbers in messages.
#pragma once

#include <cstdio>
#include <string>

namespace dem {

inline std::string text_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace dem
