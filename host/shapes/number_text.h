// Numbers as text for error messages: shortest form that reads back to the same value, whatever the locale.
#pragma once

#include <charconv>
#include <string>

namespace abut::host {

inline std::string number_text(double value) {
  char buffer[32];
  const std::to_chars_result end = std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, end.ptr);
}

}  // namespace abut::host
