// Reads the pictures (SVG) that the library draws, as far as it draws them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <regex>
#include <string>
#include <vector>

namespace abut::test {

/// Every element is closed, in order, and every attribute is quoted.
inline void expect_well_formed(const std::string& xml) {
  static const std::regex tag(R"(<(/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(/?)>)");
  std::vector<std::string> open;
  std::size_t tags = 0;
  for (std::sregex_iterator i(xml.begin(), xml.end(), tag), end; i != end; ++i, ++tags) {
    const std::string name = (*i)[2];
    if ((*i)[4].length() > 0) continue;
    if ((*i)[1].length() == 0) {
      open.push_back(name);
      continue;
    }
    ASSERT_FALSE(open.empty()) << "</" << name << "> closes nothing";
    EXPECT_EQ(open.back(), name);
    open.pop_back();
  }
  EXPECT_TRUE(open.empty()) << '<' << (open.empty() ? "" : open.back()) << "> is not closed";
  EXPECT_EQ(tags, static_cast<std::size_t>(std::count(xml.begin(), xml.end(), '<'))) << "a < that begins no tag";
  EXPECT_GT(tags, 0u);
}

/// A triangle of a picture of parts, in pixels.
struct DrawnTriangle {
  std::array<std::array<double, 2>, 3> corners;
  std::string fill;

  double area() const {
    const auto& [a, b, c] = corners;
    return std::fabs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
  }
  double left() const { return std::min({corners[0][0], corners[1][0], corners[2][0]}); }
};

inline std::vector<DrawnTriangle> drawn_triangles(const std::string& svg) {
  static const std::regex path(
      R"(<path d='M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)Z' fill='(#[0-9a-f]{6})' stroke='#[0-9a-f]{6}'/>)");
  std::vector<DrawnTriangle> all;
  for (std::sregex_iterator i(svg.begin(), svg.end(), path), end; i != end; ++i) {
    DrawnTriangle t;
    for (std::size_t k = 0; k < 6; ++k) t.corners[k / 2][k % 2] = std::stod((*i)[static_cast<int>(k) + 1]);
    t.fill = (*i)[7];
    all.push_back(t);
  }
  std::size_t paths = 0;
  for (std::size_t at = svg.find("<path"); at != std::string::npos; at = svg.find("<path", at + 1)) ++paths;
  EXPECT_EQ(all.size(), paths) << "a path that is no triangle, or has numbers that are none";
  return all;
}

}  // namespace abut::test
