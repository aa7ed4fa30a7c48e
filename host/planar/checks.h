// Checks of numbers of the plane that are the caller's. They throw `InvalidInput` naming the argument, its value and
// what is allowed.
#pragma once

#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "abut/core/vec2.h"
#include "abut/planar/query_options.h"
#include "host/exec/checks.h"
#include "host/is_distance.h"
#include "host/number_text.h"
#include "host/shapes/shape_measures.h"

namespace abut::host {

inline void check_point(const std::string& argument, Vec2<double> v) {
  check_vertex(argument, Vec3<double>{v.x, v.y, 0});
}

inline void check_points(const std::string& argument, std::span<const Vec2<double>> points) {
  if (points.empty()) throw InvalidInput(argument + " has no points; at least 1 is needed");
  if (points.size() > max_shape_vertices) {
    throw InvalidInput(argument + " has " + std::to_string(points.size()) + " points; allowed are at most " +
                       std::to_string(max_shape_vertices));
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (std::isfinite(points[i].x) && std::isfinite(points[i].y) && std::fabs(points[i].x) <= 0x1p1000 &&
        std::fabs(points[i].y) <= 0x1p1000) {
      continue;
    }
    check_point(argument + "[" + std::to_string(i) + "]", points[i]);
  }
}

inline void check_turn(const std::string& argument, Vec2<double> rotation) {
  const double square = rotation.x * rotation.x + rotation.y * rotation.y;
  if (std::fabs(square - 1) <= 1e-6) return;  // false for a NaN
  throw InvalidInput(argument + " is (" + number_text(rotation.x) + ", " + number_text(rotation.y) +
                     "); allowed: (cos, sin) of an angle, of length 1");
}

inline void check_planar_options(const PlanarQueryOptions& options) {
  check_alert_distance(options.alert_distance);
  if (is_distance(options.patch_margin)) return;
  throw InvalidInput("patch_margin is " + number_text(options.patch_margin) + "; allowed: finite, 0 or more");
}

}  // namespace abut::host
