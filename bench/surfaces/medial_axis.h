// Are ties told? Points on medial axes that are known: of spheres, cylinders, tori and a hairpin, turned and moved; and
// in the plane of random surfaces that mirror themselves in it. Beside it, the gap between both nearest points is known
// too: so near-ties on either side of the option `tie` are asked.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#include "abut/surface/closest_points.h"
#include "bench/surfaces/random_surfaces.h"
#include "tests/surface/known_surfaces.h"

namespace abut::bench {

/// Data only.
struct TieCounts {
  double on = 0, told = 0;             ///< points with two nearest ones, or more
  double beside = 0, beside_told = 0;  ///< points with one
  double unproved = 0;
};

struct MedialAxis {
  const char* name;
  NurbsSurface surface;
  std::function<Vec3<double>(test::Random&)> on;
  std::function<Vec3<double>(test::Random&)> aside;  ///< a way off it, of the length 1
};

inline std::vector<MedialAxis> known_medial_axes() {
  const auto around = [](test::Random& r) {
    const double angle = r.uniform(0, 6.283185307179586);
    return Vec3<double>{std::cos(angle), std::sin(angle), 0};
  };
  const auto height = [](double least, double most) {
    return [=](test::Random& r) { return Vec3<double>{0, 0, r.uniform(least, most)}; };
  };
  const auto up_or_down = [](test::Random& r) { return Vec3<double>{0, 0, r.below(2) == 0 ? -1.0 : 1.0}; };
  std::vector<MedialAxis> out;
  out.push_back(
      {"sphere, its centre", test::unit_sphere(), height(0, 0), [](test::Random& r) { return r.direction(); }});
  out.push_back({"cylinder, its axis", test::cylinder(2), height(0.2, 1.8), around});
  out.push_back({"torus, its axis", test::torus(1, 0.3), height(-1, 1), around});
  out.push_back({"torus, its centre circle", test::torus(1, 0.3), around, up_or_down});
  out.push_back({"hairpin, between its sheets", test::hairpin(0.25),
                 [](test::Random& r) {
                   return Vec3<double>{r.uniform(0.1, 0.9), 0, r.uniform(0.1, 0.9)};
                 },
                 [](test::Random& r) {
                   return Vec3<double>{0, r.below(2) == 0 ? -1.0 : 1.0, 0};
                 }});
  return out;
}

/// Ten points on it and ten beside it of each of `count` / 10 turned and moved ones.
template <class T>
TieCounts ask_on_axis(const MedialAxis& axis, int count) {
  test::Random random(31);
  TieCounts out;
  for (int k = 0; k < count / 10; ++k) {
    const double scale = random.magnitude(0.1, 10);
    const Mat3<double> turn = random.rotation();
    const Vec3<double> to = random.in_cube() * scale;
    Mat3<double> linear = turn;
    for (double& m : linear.m) m *= scale;
    SurfaceSet set;
    set.add(transformed(axis.surface, linear, to));
    std::vector<Vec3<double>> points;
    for (int i = 0; i < 20; ++i) {
      const Vec3<double> on = axis.on(random), way = axis.aside(random) * (i < 10 ? 0 : random.uniform(0.02, 0.1));
      points.push_back(rotate(turn, on + way) * scale + to);
    }
    const std::vector<std::uint32_t> which(points.size(), 0);
    const ClosestPoints<T> found = find_closest_points<T>(Cpu{1}, set, {which, points});
    for (std::size_t i = 0; i < 20; ++i) {
      ++(i < 10 ? out.on : out.beside), (i < 10 ? out.told : out.beside_told) += found.tie[i];
      out.unproved += found.status[i] != static_cast<std::uint8_t>(Status::converged);
    }
  }
  return out;
}

/// Twenty points each of `count` / 20 surfaces that mirror themselves. Half of the points are in the plane; the others
/// are so close that their mirrored places differ in distance by 0.01 to 100 times `tie`. Counted are those whose
/// nearest point is not close to the plane, where both places would be one.
template <class T>
TieCounts ask_mirrored(int count, bool in_plane) {
  test::Random random(32);
  TieCounts out;
  for (int k = 0; k < count / 20; ++k) {
    const SurfaceRequest request{2 + static_cast<int>(random.below(4)), 2 + static_cast<int>(random.below(4)),
                                 k % 2 == 1, k % 4 < 2 ? SurfaceLook::smooth : SurfaceLook::wild};
    SurfaceSet set;
    set.add(mirrored(random_surface(random, request)));
    const SurfaceView<double>& view = set.views<double>()[0];
    const double size = std::ldexp(view.size, view.exponent), tie = sizeof(T) == 4 ? 0x1p-14 : 0x1p-30;
    std::vector<Vec3<double>> points;
    for (int i = 0; i < 20; ++i) {
      const double off = tie * size * random.magnitude(0.01, 100);
      points.push_back({in_plane ? 0 : off, random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2)});
    }
    const std::vector<std::uint32_t> which(points.size(), 0);
    const ClosestPoints<T> found = find_closest_points<T>(Cpu{1}, set, {which, points});
    for (std::size_t i = 0; i < points.size(); ++i) {
      out.unproved += found.status[i] != static_cast<std::uint8_t>(Status::converged);
      const Vec3<double>& x = found.point[i];
      if (std::abs(x.x) < (sizeof(T) == 4 ? 0.1 : 1e-3) * size) continue;
      const double twice = length(points[i] - x) + length(points[i] - Vec3<double>{-x.x, x.y, x.z});
      const double gap = 4 * std::abs(points[i].x * x.x) / (twice * tie * size);  // of the distances, over `tie`
      if (gap < 0.9) ++out.on, out.told += found.tie[i];
      if (gap > 1.1) ++out.beside, out.beside_told += found.tie[i];
    }
  }
  return out;
}

/// Returns how many ties were not told that should have been.
template <class T>
double print_ties(const char* precision, int count) {
  std::printf("\nties, %s\n%-30s %8s %8s %10s %8s %10s\n", precision, "", "tied", "told", "not tied", "told",
              "not proved");
  double untold = 0;
  const auto print = [&](const char* name, const TieCounts& c) {
    std::printf("%-30s %8.0f %8.0f %10.0f %8.0f %10.0f\n", name, c.on, c.told, c.beside, c.beside_told, c.unproved);
    untold += c.on - c.told;
  };
  for (const MedialAxis& axis : known_medial_axes()) print(axis.name, ask_on_axis<T>(axis, count));
  print("mirrored, in the plane", ask_mirrored<T>(5 * count, true));
  print("mirrored, near-ties", ask_mirrored<T>(5 * count, false));
  return untold;
}

}  // namespace abut::bench
