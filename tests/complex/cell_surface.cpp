#include "tests/complex/cell_surface.h"

#include <cmath>
#include <map>

namespace abut::test {
namespace {

/// The square of a cell towards `side` of an axis, seen from outside.
std::array<std::array<int, 3>, 4> square_of(const int (&cell)[3], int axis, int side) {
  constexpr int around[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  std::array<std::array<int, 3>, 4> corners{};
  for (int k = 0; k < 4; ++k) {
    auto& corner = corners[static_cast<std::size_t>(side == 1 ? k : 3 - k)];
    corner[static_cast<std::size_t>(axis)] = cell[axis] + side;
    corner[static_cast<std::size_t>((axis + 1) % 3)] = cell[(axis + 1) % 3] + around[k][0];
    corner[static_cast<std::size_t>((axis + 2) % 3)] = cell[(axis + 2) % 3] + around[k][1];
  }
  return corners;
}

}  // namespace

SimplicialComplex flat_plate(int cells, double width) {
  SimplicialComplex c;
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i * (cells + 1) + j); };
  for (int i = 0; i <= cells; ++i) {
    for (int j = 0; j <= cells; ++j) {
      c.vertices.push_back(
          {width * (static_cast<double>(i) / cells - 0.5), width * (static_cast<double>(j) / cells - 0.5), 0});
      if (i == cells || j == cells) continue;
      c.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      c.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return c;
}

SimplicialComplex icosahedron() {
  SimplicialComplex c;
  const double g = (1 + std::sqrt(5.0)) / 2;
  for (const double s : {-1.0, 1.0}) {
    for (const double t : {-g, g}) {
      for (const Vec3<double>& v : {Vec3<double>{0, s, t}, {s, t, 0}, {t, 0, s}}) c.vertices.push_back(v);
    }
  }
  const auto& v = c.vertices;
  const auto joined = [&](std::uint32_t i, std::uint32_t j) { return length(v[i] - v[j]) < 2.1; };
  for (std::uint32_t i = 0; i < 12; ++i) {
    for (std::uint32_t j = i + 1; j < 12; ++j) {
      for (std::uint32_t k = i + 1; k < 12; ++k) {
        if (!joined(i, j) || !joined(j, k) || !joined(k, i)) continue;
        if (dot(v[i], cross(v[j], v[k])) > 1) c.triangles.push_back({i, j, k});
      }
    }
  }
  return c;
}

SimplicialComplex box_surface(double x, double y, double z) {
  return cell_surface({{-x, x}, {-y, y}, {-z, z}}, [](int, int, int) { return true; });
}

SimplicialComplex cell_surface(const std::vector<double> (&lines)[3],
                               const std::function<bool(int, int, int)>& is_filled) {
  SimplicialComplex c;
  std::map<std::array<int, 3>, std::uint32_t> numbers;
  const int n[3] = {int(lines[0].size()) - 1, int(lines[1].size()) - 1, int(lines[2].size()) - 1};
  const auto filled = [&](const std::array<int, 3>& at) {
    for (int k = 0; k < 3; ++k) {
      if (at[static_cast<std::size_t>(k)] < 0 || at[static_cast<std::size_t>(k)] >= n[k]) return false;
    }
    return is_filled(at[0], at[1], at[2]);
  };
  const auto vertex = [&](const std::array<int, 3>& at) {
    const auto [found, is_new] = numbers.emplace(at, static_cast<std::uint32_t>(c.vertices.size()));
    const auto line = [&](int k) { return lines[k][static_cast<std::size_t>(at[static_cast<std::size_t>(k)])]; };
    if (is_new) c.vertices.push_back({line(0), line(1), line(2)});
    return found->second;
  };
  for (int number = 0; number < 6 * n[0] * n[1] * n[2]; ++number) {
    const int at = number / 6, axis = number % 3, side = number / 3 % 2;
    const int cell[3] = {at % n[0], at / n[0] % n[1], at / n[0] / n[1]};
    std::array<int, 3> next{cell[0], cell[1], cell[2]};
    next[static_cast<std::size_t>(axis)] += side == 1 ? 1 : -1;
    if (!filled({cell[0], cell[1], cell[2]}) || filled(next)) continue;
    const auto s = square_of(cell, axis, side);
    const std::uint32_t a = vertex(s[0]), b = vertex(s[1]), d = vertex(s[2]), e = vertex(s[3]);
    c.triangles.push_back({a, b, d}), c.triangles.push_back({a, d, e});
  }
  return c;
}

}  // namespace abut::test
