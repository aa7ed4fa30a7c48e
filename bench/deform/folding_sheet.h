// A sheet that folds into pleats and twists, every node moving in each step.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "abut/deform/deforming_bodies.h"
#include "tests/deform/scenes.h"

namespace abut::bench {

/// n x n cells of two triangles, flat at first.
struct FoldingSheet {
  explicit FoldingSheet(std::uint32_t cells) : n(cells), mesh(test::sheet(cells, nodes)) {}

  /// `part` of the whole motion, 0 to 1: flat, folded so that pleats come near each other, and flat again, twisted the
  /// other way. A meander, whose direction is a sine of the way along it, keeps its length.
  void move(double part) {
    const double pi = 3.14159265358979323846, bend = 2.17 * std::sin(pi * part) * std::sin(pi * part);
    std::vector<double> x(n + 1, 0), z(n + 1, 0);
    for (std::uint32_t i = 0; i < n; ++i) {
      const double angle = bend * std::sin(2 * pi * 4 * (i + 0.5) / n);
      x[i + 1] = x[i] + std::cos(angle) / n, z[i + 1] = z[i] + std::sin(angle) / n;
    }
    for (std::uint32_t j = 0; j <= n; ++j) {
      const double turn = 3 * std::sin(2 * pi * part) * (double(j) / n - 0.5), c = std::cos(turn), s = std::sin(turn);
      for (std::uint32_t i = 0; i <= n; ++i) {
        const double u = x[i] - x[n] / 2, w = z[i];
        nodes[std::size_t{j} * (n + 1) + i] = {c * u + s * w, double(j) / n, c * w - s * u};
      }
    }
  }

  std::uint32_t n;
  std::vector<Vec3<double>> nodes;
  DeformingMesh mesh;
};

}  // namespace abut::bench
