// Surfaces of known shape for tests: of revolution, straight ones, flat ones.
#pragma once

#include <cmath>

#include "abut/surface/nurbs.h"

namespace abut::test {

/// A curve of the half-plane x >= 0 turned about the axis of y, which becomes that of z: u goes once around, eastwards.
inline NurbsSurface revolved(const NurbsCurve& profile) {
  const NurbsCurve circle = unit_circle();
  NurbsSurface out{circle.u, profile.u, {}};
  for (std::size_t i = 0; i < circle.points.size(); ++i) {
    for (std::size_t j = 0; j < profile.points.size(); ++j) {
      const Vec2<double> p = profile.points[j];
      out.points.push_back({circle.points[i].x * p.x, circle.points[i].y * p.x, p.y});
      out.weights.push_back(circle.weights[i] * (profile.weights.empty() ? 1 : profile.weights[j]));
    }
  }
  return out;
}

/// Of radius 1 about the origin, its poles at both ends of v; the normal points outwards.
inline NurbsSurface unit_sphere() {
  const double w = std::sqrt(2.0) / 2;
  return revolved({{2, {0, 0, 0, 1, 1, 2, 2, 2}}, {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}}, {1, w, 1, w, 1}});
}

/// Of a circle of radius `tube` whose centre is `radius` off the axis.
inline NurbsSurface torus(double radius, double tube) {
  NurbsCurve profile = unit_circle();
  for (Vec2<double>& p : profile.points) p = {radius + tube * p.x, tube * p.y};
  return revolved(profile);
}

/// Of radius 1 about the axis of z, from z = 0 on, open at both ends.
inline NurbsSurface cylinder(double height) { return revolved({{1, {0, 0, 1, 1}}, {{1, 0}, {1, height}}}); }

inline NurbsSurface flat_square(double side) {
  return {{1, {0, 0, 1, 1}}, {1, {0, 0, 1, 1}}, {{0, 0, 0}, {0, side, 0}, {side, 0, 0}, {side, side, 0}}};
}

/// The curve as a surface that is straight along v.
inline NurbsSurface extruded(const NurbsCurve& curve) {
  NurbsSurface out{curve.u, {1, {0, 0, 1, 1}}, {}};
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    for (const double z : {0.0, 1.0}) {
      out.points.push_back({curve.points[i].x, curve.points[i].y, z});
      if (!curve.weights.empty()) out.weights.push_back(curve.weights[i]);
    }
  }
  return out;
}

/// Two parallel squares of the side 1, `gap` apart, joined by a half-tube beyond x = 1: a hairpin.
inline NurbsSurface hairpin(double gap) {
  const double w = std::sqrt(0.5), h = gap / 2;
  const NurbsCurve profile{{2, {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4}},
                           {{0, -h}, {0.5, -h}, {1, -h}, {1 + h, -h}, {1 + h, 0}, {1 + h, h}, {1, h}, {0.5, h}, {0, h}},
                           {1, 1, 1, w, 1, w, 1, 1, 1}};
  return extruded(profile);
}

/// Both parameters exchanged, and so the side to which u x v points.
inline NurbsSurface exchanged(const NurbsSurface& s) {
  NurbsSurface out{s.v, s.u, {}};
  for (std::size_t j = 0; j < s.v.count(); ++j) {
    for (std::size_t i = 0; i < s.u.count(); ++i) {
      out.points.push_back(s.points[i * s.v.count() + j]);
      if (!s.weights.empty()) out.weights.push_back(s.weights[i * s.v.count() + j]);
    }
  }
  return out;
}

}  // namespace abut::test
