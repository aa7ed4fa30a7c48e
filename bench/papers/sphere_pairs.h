// Pairs of polygonal spheres, distant, touching and overlapping, as the thesis's section 4.8.2 has them.
//
// It says neither how the spheres are meshed nor how far apart they are. Here: an icosahedron whose triangles are split
// in four over and over (12, 42, 162, 642, 2562 vertices), radius 1/2; both turned at random; centres 2 (distant, a gap
// of about a diameter) or 1/2 apart (overlapping), or moved until the separation is zero to rounding (touching).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "abut/detect.h"
#include "abut/shapes/shape_set.h"
#include "bench/papers/pair_support.h"
#include "tests/support/shapes.h"

namespace abut::papers {

enum class Configuration { distant, touching, overlapping };

inline const char* name_of(Configuration c) {
  return c == Configuration::distant ? "distant" : c == Configuration::touching ? "touching" : "overlapping";
}

inline std::vector<Vec3<double>> icosphere(int splits) {
  const double g = (1 + std::sqrt(5.0)) / 2;
  std::vector<Vec3<double>> points{{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  std::vector<std::array<int, 3>> faces;
  const auto gap2 = [&](int i, int j) { return squared_length(points[i] - points[j]); };
  for (int i = 0; i < 12; ++i) {
    for (int j = i + 1; j < 12; ++j) {
      for (int k = j + 1; k < 12; ++k) {
        if (gap2(i, j) < 5 && gap2(j, k) < 5 && gap2(i, k) < 5) faces.push_back({i, j, k});  // edges have length 2
      }
    }
  }
  for (Vec3<double>& p : points) p = p * (0.5 / length(p));
  for (int split = 0; split < splits; ++split) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int i, int j) {
      const auto [at, is_new] = middles.try_emplace(std::minmax(i, j), static_cast<int>(points.size()));
      if (is_new) {
        const Vec3<double> sum = points[i] + points[j];
        points.push_back(sum * (0.5 / length(sum)));
      }
      return at->second;
    };
    std::vector<std::array<int, 3>> finer;
    for (const auto& [i, j, k] : faces) {
      const int ij = middle(i, j), jk = middle(j, k), ik = middle(i, k);
      for (const auto& f :
           {std::array{i, ij, ik}, std::array{ij, j, jk}, std::array{ik, jk, k}, std::array{ij, jk, ik}})
        finer.push_back(f);
    }
    faces = std::move(finer);
  }
  return points;
}

/// Pairs of shape 0 with itself.
struct SpherePairs {
  ShapeSet shapes;
  std::vector<RelativePose<double>> poses;
  std::vector<PairQuery> queries;
};

inline SpherePairs sphere_pairs(int splits, Configuration configuration, int count) {
  SpherePairs out;
  const std::vector<Vec3<double>> points = icosphere(splits);
  out.shapes.add_hull(points);
  test::Random random(static_cast<std::uint64_t>(points.size()));
  std::vector<Pose> poses;
  const double apart = configuration == Configuration::overlapping ? 0.5 : 2;
  for (int i = 0; i < count; ++i) poses.push_back({random.direction() * apart, random.rotation()});
  // Twice: the first move leaves the rounding of a distance of 1.
  for (int move = 0; move < 2 && configuration == Configuration::touching; ++move) {
    test::ShapePairs in;
    for (const Pose& pose : poses) in.add({0, 0}, pose);
    const Contacts<double> found = test::query_all<double>(out.shapes, in, Cpu{1});
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const Vec3<double> normal{found.normal_x[i], found.normal_y[i], found.normal_z[i]};
      poses[i].position = poses[i].position - normal * found.separation[i];
    }
  }
  const ShapeHeader& h = out.shapes.header(0);
  const Vec3<double> centre{h.centre[0], h.centre[1], h.centre[2]};
  const ShapeSetView<double> view = out.shapes.view<double>();
  for (const Pose& pose : poses) {
    out.poses.push_back(relative_pose(Pose{}, pose, centre, centre));
    out.queries.push_back(pair_query(view, {0, 0}, out.poses.back()));
  }
  return out;
}

}  // namespace abut::papers
