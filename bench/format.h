// Text by a pattern, for the tables that benchmarks print.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>

namespace abut::bench {

__attribute__((format(printf, 1, 2))) inline std::string format(const char* pattern, ...) {
  char text[512];
  va_list values;
  va_start(values, pattern);
  std::vsnprintf(text, sizeof text, pattern, values);
  va_end(values);
  return text;
}

}  // namespace abut::bench
