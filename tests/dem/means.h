// Of errors of many collisions.
#pragma once

#include <vector>

namespace dem::test {

inline double mean(const std::vector<double>& of) {
  double sum = 0;
  for (const double x : of) sum += x;
  return sum / static_cast<double>(of.size());
}
inline double median(const std::vector<double>& sorted) { return sorted[sorted.size() / 2]; }

}  // namespace dem::test
