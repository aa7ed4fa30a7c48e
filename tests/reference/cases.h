// Cores and poses that the tests of the reference share. Seeds are fixed: a failing case is told by its number.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "abut/core/scalar.h"
#include "host/reference/reference.h"

namespace abut::reference::test {

inline Core core(std::vector<Vec3<double>> vertices, double rounding = 0) {
  Core c;
  c.vertices = std::move(vertices);
  c.rounding = rounding;
  double squared = 0;
  for (const Vec3<double>& v : c.vertices) squared = std::max(squared, v.x * v.x + v.y * v.y + v.z * v.z);
  c.size = std::sqrt(squared) + rounding;
  return c;
}

inline Core box(double hx, double hy, double hz, double rounding = 0) {
  std::vector<Vec3<double>> v;
  for (int i = 0; i < 8; ++i) v.push_back({i & 1 ? hx : -hx, i & 2 ? hy : -hy, i & 4 ? hz : -hz});
  return core(v, rounding);
}

/// Along x, centred.
inline Core segment(double half_length, double rounding = 0) {
  return core({{-half_length, 0, 0}, {half_length, 0, 0}}, rounding);
}

inline RelativePose<double> translation(double x, double y, double z) {
  return {{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {x, y, z}};
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  double normal() { return std::normal_distribution<double>()(engine_); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  Vec3<double> direction() {
    const Vec3<double> v{normal(), normal(), normal()};
    return v * (1 / std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z));
  }
  Mat3<double> rotation() { return rotation_from_quaternion(normal(), normal(), normal(), normal()); }
  /// As an f32 query has it: off a rotation by 1e-7.
  Mat3<double> float_rotation() {
    Mat3<double> m = rotation();
    for (double& x : m.m) x = static_cast<double>(round_to<float>(x));
    return m;
  }
  /// One of the 24 rotations of a cube.
  Mat3<double> cube_rotation() {
    for (;;) {
      int axis[3] = {0, 1, 2};
      for (int i = 2; i > 0; --i) std::swap(axis[i], axis[integer(0, i)]);
      double s[3];
      for (double& x : s) x = integer(0, 1) * 2 - 1;
      const int parity =
          (axis[0] == 1 && axis[1] == 0) || (axis[0] == 0 && axis[1] == 2) || (axis[0] == 2 && axis[1] == 1);
      if (s[0] * s[1] * s[2] * (parity ? -1 : 1) < 0) continue;
      Mat3<double> m{{0, 0, 0, 0, 0, 0, 0, 0, 0}};
      for (int i = 0; i < 3; ++i) m.m[3 * i + axis[i]] = s[i];
      return m;
    }
  }

 private:
  std::mt19937_64 engine_;
};

/// Points on a sphere, stretched: all of them vertices of the hull.
inline Core round_hull(Random& random, int count, Vec3<double> stretch = {1, 0.8, 0.6}) {
  std::vector<Vec3<double>> v;
  for (int i = 0; i < count; ++i) {
    const Vec3<double> d = random.direction();
    v.push_back({d.x * stretch.x, d.y * stretch.y, d.z * stretch.z});
  }
  return core(v);
}

/// Small sets of every awkward sort, named by `kind` in [0, kinds).
inline constexpr int kinds = 13;
inline Core awkward(Random& random, int kind) {
  switch (kind) {
    case 0: return core({random.direction() * 0.1});
    case 1: return core({random.direction(), random.direction()});
    case 2: return segment(1);
    case 3: return core({random.direction(), random.direction(), random.direction()});
    case 4:  // a square plate in a coordinate plane
      return core({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 0}, {1, 0, 0}});
    case 5: return box(1, 1, 1);
    case 6: return box(0.5, 1, 0.25);
    case 7:  // tetrahedron
      return round_hull(random, 4);
    case 8: return round_hull(random, random.integer(5, 12));
    case 9:  // needle
      return round_hull(random, 6, {1, 1e-7, 1e-7});
    case 10:  // thin plate
      return round_hull(random, 8, {1, 1, 1e-9});
    case 11: {  // sliver faces: many points all but on one edge
      std::vector<Vec3<double>> v{{0, 0, 1}, {0, 0, -1}, {1, 0, 0}};
      for (int i = 0; i < 5; ++i)
        v.push_back({1e-12 * random.uniform(-1, 1), 1e-12 * random.uniform(-1, 1), random.uniform(-1, 1)});
      return core(v);
    }
    default: {  // small integers: coplanar, collinear and equal points
      std::vector<Vec3<double>> v;
      for (int i = 0; i < 9; ++i) {
        v.push_back({random.integer(-2, 2) * 0.5, random.integer(-2, 2) * 0.5, random.integer(-2, 2) * 0.5});
      }
      return core(v);
    }
  }
}

/// Poses from concentric to far apart, aligned or not, `kind` in [0, pose_kinds).
inline constexpr int pose_kinds = 7;
inline RelativePose<double> awkward_pose(Random& random, int kind) {
  switch (kind) {
    case 0: return {random.rotation(), random.direction() * random.uniform(0, 1)};
    case 1: return {random.rotation(), random.direction() * random.uniform(1, 3)};
    case 2: return {random.float_rotation(), random.direction() * random.uniform(0.5, 2)};
    case 3:  // aligned, touching or overlapping by halves
      return {random.cube_rotation(),
              {random.integer(-4, 4) * 0.5, random.integer(-4, 4) * 0.5, random.integer(-4, 4) * 0.5}};
    case 4:  // aligned, just off
      return {random.cube_rotation(),
              {random.integer(-2, 2) + 1e-14, random.integer(-2, 2) - 1e-9, random.integer(-2, 2) * 1.0}};
    case 5: return translation(0, 0, 0);
    default:  // barely turned
      return {rotation_from_quaternion(1, 1e-9, -1e-12, 1e-15), {random.integer(-2, 2) * 1.0, 0, 1e-13}};
  }
}

}  // namespace abut::reference::test
