#include "host/brep/cad/brep_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <fstream>

namespace abut::cad {
namespace {

constexpr std::array<const char*, 8> tables = {
    "Locations", "Curve2ds", "Curves", "Polygon3D", "PolygonOnTriangulations", "Surfaces", "Triangulations", "TShapes"};
/// Of vertices to compounds: each shape begins with a line of its kind.
constexpr std::array<const char*, 8> kinds = {"Ve", "Ed", "Wi", "Fa", "Sh", "So", "CS", "Co"};

bool is_version(const std::string& line) {
  return line.size() > 19 && line.compare(0, 18, "CASCADE Topology V") == 0 && line[18] >= '1' && line[18] <= '3' &&
         line.compare(19, 6, ", (c) ") == 0;
}

/// The number behind the name of a table, or -1.
long count_of(const std::string& line, const std::string& name) {
  if (line.compare(0, name.size() + 1, name + ' ') != 0) return -1;
  long count = -1;
  const auto end = std::from_chars(line.data() + name.size() + 1, line.data() + line.size(), count);
  return end.ec == std::errc() ? count : -1;
}

bool is_kind(std::string line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
  return std::any_of(kinds.begin(), kinds.end(), [&](const char* kind) { return line == kind; });
}

}  // namespace

std::string missing_in_brep(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  bool has_version = false, shape_ends = false, has_root = false;
  std::size_t table = 0;
  long announced = 0, shapes = 0;
  while (std::getline(file, line)) {
    if (!has_version) {
      has_version = is_version(line);
    } else if (table < tables.size()) {
      const long count = count_of(line, tables[table]);
      if (count < 0) continue;
      ++table;
      announced = count;
    } else if (is_kind(line)) {
      ++shapes;
      shape_ends = has_root = false;
    } else if (line.find('*') != std::string::npos) {
      shape_ends = true;
    } else if (shape_ends && !line.empty() && std::strchr("+-ie", line[0]) != nullptr) {
      has_root = true;
    }
  }
  if (!has_version) return "the line CASCADE Topology V1, V2 or V3";
  if (table < tables.size()) return std::string("the table ") + tables[table];
  if (shapes != announced) {
    return std::to_string(announced - shapes) + " of " + std::to_string(announced) + " shapes";
  }
  return has_root ? "" : "the line that names the shape";
}

}  // namespace abut::cad
