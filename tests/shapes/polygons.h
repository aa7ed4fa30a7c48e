// Polygons with whole coordinates in the plane z = 0, and what can be asked of them without cutting them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "abut/core/vec3.h"

namespace abut::test {

using Outline = std::vector<Vec3<double>>;
using Corners = std::vector<std::uint32_t>;

inline Corners numbers(std::size_t n) {
  Corners all(n);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

/// Seen whole from the origin: directions in order, distances at random.
inline Outline star(std::size_t n, std::mt19937_64& engine) {
  Outline outline;
  for (std::size_t k = 0; k < n; ++k) {
    const double angle = 6.283185307179586 * static_cast<double>(k) / static_cast<double>(n);
    const double r = 1e8 * (0.1 + 0.9 * static_cast<double>(engine() % 1000) / 1000);
    outline.push_back({std::round(r * std::cos(angle)), std::round(r * std::sin(angle)), 0});
  }
  return outline;
}

/// Long teeth on a narrow back; slanted: the same at 45 degrees.
inline Outline comb(std::size_t n, bool slanted) {
  Outline outline{{0, -1, 0}};
  for (double x = 0; outline.size() + 2 < n; x += 2) {
    outline.push_back({x, 0, 0});
    outline.push_back({x + 1, 5000, 0});
  }
  outline.push_back({outline.back().x + 1, -1, 0});
  std::reverse(outline.begin(), outline.end());
  if (slanted) {
    for (Vec3<double>& p : outline) p = {p.x - p.y, p.x + p.y, 0};
  }
  return outline;
}

/// A band of width 1 that winds outwards in right angles.
inline Outline spiral(std::size_t n) {
  Outline inner, outer;
  double x = 0, y = 0, length = 2;
  const double dx[] = {1, 0, -1, 0}, dy[] = {0, 1, 0, -1};
  for (std::size_t k = 0; 2 * k < n; ++k) {
    // The band lies left of the way inside, and its corners are those of a square round the way's.
    const std::size_t in = (k + 3) % 4, out = k % 4;
    const double sx = dx[out] - dx[in], sy = dy[out] - dy[in];
    inner.push_back({4 * x + sx, 4 * y + sy, 0});
    outer.push_back({4 * x - sx, 4 * y - sy, 0});
    x += dx[out] * length, y += dy[out] * length;
    if (k % 2 == 1) length += 2;
  }
  std::reverse(inner.begin(), inner.end());
  outer.insert(outer.end(), inner.begin(), inner.end());
  return outer;
}

inline double doubled_area_of(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Whether the corners can be joined to triangles that all run as the polygon does, or have two corners at one place:
/// asked of all ways to do it, by dynamic programming.
inline bool has_cut(const Outline& points, const Corners& way) {
  const std::size_t n = way.size();
  const auto at = [&](std::size_t k) { return points[way[k]]; };
  double area = 0;
  for (std::size_t k = 1; k + 1 < n; ++k) area += doubled_area_of(at(0), at(k), at(k + 1));
  std::vector<std::vector<char>> can(n, std::vector<char>(n, 0));
  for (std::size_t i = 0; i + 1 < n; ++i) can[i][i + 1] = 1;
  const auto same = [&](std::size_t i, std::size_t j) { return at(i).x == at(j).x && at(i).y == at(j).y; };
  for (std::size_t length = 2; length < n; ++length) {
    for (std::size_t i = 0, j = length; j < n; ++i, ++j) {
      for (std::size_t k = i + 1; k < j && can[i][j] == 0; ++k) {
        const bool good = doubled_area_of(at(i), at(k), at(j)) * area > 0 || same(i, k) || same(k, j) || same(i, j);
        if (good && can[i][k] != 0 && can[k][j] != 0) can[i][j] = 1;
      }
    }
  }
  return can[0][n - 1] != 0;
}

/// Whether it runs round the same corners more than once.
inline bool runs_again(const Corners& way) {
  for (std::size_t round = 1; round <= way.size() / 2; ++round) {
    if (way.size() % round == 0 &&
        std::equal(way.begin() + static_cast<std::ptrdiff_t>(round), way.end(), way.begin())) {
      return true;
    }
  }
  return false;
}

/// Whether two edges go through each other inside of both.
inline bool edges_cross(const Outline& points, const Corners& way) {
  const auto side = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return doubled_area_of(points[a], points[b], points[c]);
  };
  for (std::size_t i = 0; i < way.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::uint32_t a = way[i], b = way[(i + 1) % way.size()], c = way[j], d = way[(j + 1) % way.size()];
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return true;
    }
  }
  return false;
}

/// Whether some point lies in two turns of the way, or in one that runs against the rest: asked of points of a fine
/// grid that no edge between lattice points meets.
inline bool runs_round_more_than_once(const Outline& points, const Corners& way) {
  double area = 0;
  for (std::size_t k = 1; k + 1 < way.size(); ++k) {
    area += doubled_area_of(points[way[0]], points[way[k]], points[way[k + 1]]);
  }
  for (double x = 0.0123; x < 5; x += 0.04171) {
    for (double y = 0.0317; y < 4; y += 0.04093) {
      int turns = 0;
      for (std::size_t k = 0; k < way.size(); ++k) {
        const Vec3<double>&a = points[way[k]], &b = points[way[(k + 1) % way.size()]];
        const double side = doubled_area_of(a, b, {x, y, 0});
        if (a.y <= y && b.y > y && side > 0) ++turns;
        if (a.y > y && b.y <= y && side < 0) --turns;
      }
      if (turns * (area > 0 ? 1 : -1) < 0 || std::abs(turns) > 1) return true;
    }
  }
  return false;
}

}  // namespace abut::test
