// Line charts side by side in one SVG, and the same numbers as CSV.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fem {

using Points = std::vector<std::pair<double, double>>;

/// Data only.
struct Line {
  std::string name;
  Points points;
  bool dashed = false;  ///< what is compared with
  bool dots = false;    ///< points, without a line between them
};

/// Data only.
struct Chart {
  std::string title, x, y;  ///< of the axes
  std::vector<Line> lines;
  bool logarithmic_x = false, logarithmic_y = false;  ///< points at 0 or below are left out
};

/// Throws `FileError`.
void write_charts(const std::string& path, const std::vector<Chart>& charts);

/// A header line, then the rows, numbers in full. Throws `FileError`.
void write_csv(const std::string& path, const std::string& header, const std::vector<std::vector<double>>& rows);

}  // namespace fem
