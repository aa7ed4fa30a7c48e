// Closed surfaces with knots for tests of contacts, and which points are inside of them by means of their own.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "abut/bodies/body_set.h"
#include "abut/surface/contact_surfaces.h"
#include "abut/surface/surface_mesh.h"
#include "tests/surface/nurbs_cases.h"

namespace abut::test {

/// A closed bicubic surface about the origin, of radius 1 but for bumps, with a pole at either end of z: u goes from
/// the upper one to the lower one, v eastwards. About the poles the control points are those of a flat disc.
inline NurbsSurface grain(Random& random, int rows, int columns, double bumps) {
  NurbsSurface out{{3, {}}, {3, {}}, {}};
  for (int i = 0; i < rows + 4; ++i) out.u.knots.push_back(std::clamp(i - 3, 0, rows - 3));
  for (int i = 0; i < columns + 7; ++i) out.v.knots.push_back(i - 3);
  for (int i = 0; i < rows; ++i) {
    const double polar = std::numbers::pi * i / (rows - 1);
    const bool is_cap = i < 2 || i >= rows - 2;
    std::vector<Vec3<double>> row;
    for (int j = 0; j < columns; ++j) {
      const double around = 2 * std::numbers::pi * j / columns;
      const double r = is_cap ? 1 : 1 + bumps * random.uniform(-1, 1);
      Vec3<double> p{std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around), std::cos(polar)};
      if (i == 0 || i == rows - 1) p = {0, 0, p.z};
      if (is_cap) p.z = i < 2 ? 1 : -1;
      row.push_back(p * r);
    }
    for (int j = 0; j < columns + 3; ++j) out.points.push_back(row[static_cast<std::size_t>(j % columns)]);
  }
  return out;
}

/// Of flat faces, the middles of the lower and upper one as poles: u goes from the upper one to the lower one.
inline NurbsSurface box_surface(const Vec3<double>& half) {
  NurbsSurface out{{1, {0, 0, 1, 2, 3, 3}}, {1, {0, 0, 1, 2, 3, 4, 4}}, {}};
  const double x[5] = {1, -1, -1, 1, 1}, y[5] = {1, 1, -1, -1, 1};
  for (const int row : {0, 1, 2, 3}) {
    for (int j = 0; j < 5; ++j) {
      const double wide = row == 1 || row == 2 ? 1 : 0;
      out.points.push_back({half.x * x[j] * wide, half.y * y[j] * wide, row < 2 ? half.z : -half.z});
    }
  }
  return out;
}

/// A unit sphere whose u goes around and v up.
inline NurbsSurface scaled(const NurbsSurface& surface, double by) {
  return transformed(surface, {{by, 0, 0, 0, by, 0, 0, 0, by}}, {0, 0, 0});
}

/// Shapes with surfaces and knots, in the same order.
struct Grains {
  ShapeSet shapes;
  ContactSurfaces surfaces;

  std::uint32_t add(const NurbsSurface& surface, double spacing) {
    const std::uint32_t shape = shapes.add_hull(surface.points);
    std::vector<KnotPosition> knots;
    if (spacing > 0) knots = knot_positions(surface, {.distance = spacing, .angle = 0});
    surfaces.set(shapes, shape, surface, knots);
    return shape;
  }
};

/// How often the triangles of a fine grid of the surface wind around a point: 1 inside, 0 outside, but for points
/// nearer to the surface than the triangles are.
class Winding {
 public:
  Winding(const NurbsSurface& surface, int per_span) : mesh_(surface_mesh(surface, per_span, per_span)) {}
  double at(const Vec3<double>& p) const {
    double sum = 0;
    for (const auto& t : mesh_.triangles) {
      sum += solid_angle(mesh_.vertices[t[0]] - p, mesh_.vertices[t[1]] - p, mesh_.vertices[t[2]] - p);
    }
    return sum / (4 * std::numbers::pi);
  }
  const std::vector<Vec3<double>>& points() const { return mesh_.vertices; }

 private:
  /// Van Oosterom & Strackee 1983.
  static double solid_angle(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
    const double x = length(a), y = length(b), z = length(c);
    const double below = x * y * z + dot(a, b) * z + dot(b, c) * x + dot(c, a) * y;
    return 2 * std::atan2(dot(a, cross(b, c)), below);
  }
  Mesh mesh_;
};

/// Of a box about the origin: negative inside.
inline double box_gap(const Vec3<double>& half, const Vec3<double>& p) {
  const Vec3<double> d{std::abs(p.x) - half.x, std::abs(p.y) - half.y, std::abs(p.z) - half.z};
  const Vec3<double> out{std::max(d.x, 0.0), std::max(d.y, 0.0), std::max(d.z, 0.0)};
  return length(out) + std::min(std::max({d.x, d.y, d.z}), 0.0);
}

/// Two bodies with a part each.
inline BodySet two_bodies(std::uint32_t shape_a, const Pose& a, std::uint32_t shape_b, const Pose& b) {
  BodySet out;
  out.add(a, shape_a), out.add(b, shape_b);
  return out;
}

}  // namespace abut::test
