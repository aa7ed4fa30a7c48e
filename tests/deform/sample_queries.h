// Files of the benchmark of Wang et al. 2021, "A Large Scale Benchmark and an Inclusion-Based Algorithm for Continuous
// Collision Detection": tests/data/impacts/README.md says what a row is.
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "abut/deform/continuous.h"

namespace abut::test {

/// Data only.
struct SampleQuery {
  MovingNodes<double> nodes;
  bool meets;
};

/// Numbers as a fraction of integers, which is a double.
inline double read_fraction(std::istream& line) {
  std::string numerator, denominator;
  std::getline(line, numerator, ','), std::getline(line, denominator, ',');
  return std::stod(numerator) / std::stod(denominator);
}

/// The rest of a row: whether the query's nodes meet. Lines may end as those of Windows do.
inline bool read_verdict(std::istream& line, const std::string& path) {
  std::string text;
  std::getline(line, text);
  if (!text.empty() && text.back() == '\r') text.pop_back();
  if (text != "0" && text != "1") throw std::runtime_error(path + ": a verdict is '" + text + "'; allowed are 0 and 1");
  return text == "1";
}

/// Of a file that ends within a query, those before it. Throws for one that cannot be opened, and for a row that is
/// none: what is not read would never be missed.
inline std::vector<SampleQuery> read_sample_queries(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be opened");
  std::vector<SampleQuery> out;
  std::string text;
  int row = 0;
  for (; std::getline(file, text); ++row) {
    if (row % 8 == 0) out.push_back({});
    std::istringstream line(text);
    Vec3<double>& at = row % 8 < 4 ? out.back().nodes.start[row % 4] : out.back().nodes.end[row % 4];
    at.x = read_fraction(line), at.y = read_fraction(line), at.z = read_fraction(line);
    out.back().meets = read_verdict(line, path);
  }
  if (row % 8 != 0) out.pop_back();
  return out;
}

}  // namespace abut::test
