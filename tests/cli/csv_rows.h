// The lines of a table that the program writes.
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace abut::test {

/// Each line but the first, by the names of the first.
inline std::vector<std::map<std::string, std::string>> rows_of(const std::string& csv) {
  std::istringstream lines(csv);
  std::string line, field;
  std::vector<std::string> names;
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(lines, line)) {
    std::istringstream in(line);
    std::vector<std::string> fields;
    while (std::getline(in, field, ',')) fields.push_back(field);
    if (names.empty()) {
      names = fields;
      continue;
    }
    rows.emplace_back();
    for (std::size_t k = 0; k < fields.size(); ++k) rows.back()[names[k]] = fields[k];
  }
  return rows;
}

}  // namespace abut::test
