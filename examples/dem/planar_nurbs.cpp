#include "examples/dem/planar_nurbs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "abut/surface/surface_mass.h"
#include "examples/dem/mass.h"
#include "examples/dem/planar_scene.h"

namespace dem {

namespace {

constexpr std::uint32_t sizes = 4;  ///< of each form, so that bodies share their curves
constexpr int least_lobes = 3, most_lobes = 5;
constexpr int points_per_lobe = 6;

/// Of 1 m of depth along z, turning about z alone.
BodyConstants constants_of(const SurfaceKind& kind, double density) {
  const MassProperties p = mass_properties(kind.surface);
  return solid_constants(p.volume, {0, 0, p.inertia.m[8]}, density / (2 * prism_half_height), 1, kind.radius);
}

SurfaceKind kind_of(int lobes, double radius, double knots) {
  SurfaceKind out{prism(lobed_curve(lobes, radius)), radius, {}};
  out.knots = curve_knots(out.surface, knots * radius);
  return out;
}

/// The corners of the curve's control polygon, whose hull the plane's set holds.
void add_grain(Scene& scene, std::uint32_t kind) {
  const abut::NurbsSurface& surface = scene.kinds[kind].surface;
  std::vector<PlanarVector> corners;
  for (std::size_t j = 0; j < surface.v.count(); ++j) {
    corners.push_back({surface.points[surface.v.count() + j].x, surface.points[surface.v.count() + j].y});
  }
  scene.plane.add_polygon(corners);
  scene.add_in_parts(1, constants_of(scene.kinds[kind], scene.settings.material.density), {0, 0, 0});
  scene.kind_of.push_back(kind);
}

}  // namespace

abut::NurbsSurface prism(const abut::NurbsCurve& curve) {
  abut::NurbsSurface out{{1, {0, 0, 1, 2, 3, 3}}, curve.u, {}};
  for (int row = 0; row < 4; ++row) {
    const double z = row < 2 ? prism_half_height : -prism_half_height;
    const bool is_pole = row == 0 || row == 3;
    for (const PlanarVector& p : curve.points) out.points.push_back({is_pole ? 0 : p.x, is_pole ? 0 : p.y, z});
    out.weights.insert(out.weights.end(), curve.weights.begin(), curve.weights.end());
  }
  return out;
}

std::vector<abut::KnotPosition> curve_knots(const abut::NurbsSurface& prism, double spacing) {
  // Fine chords say how long the curve is up to each parameter.
  const double begin = prism.v.begin(), way = prism.v.end() - begin;
  const int steps = 64 * static_cast<int>(prism.v.count());
  std::vector<double> lengths{0};
  Vector before = point_at(prism, 1.5, begin).point;
  for (int k = 1; k <= steps; ++k) {
    const Vector here = point_at(prism, 1.5, begin + way * k / steps).point;
    lengths.push_back(lengths.back() + abut::length(here - before));
    before = here;
  }
  const auto count = static_cast<std::size_t>(std::ceil(lengths.back() / spacing));
  std::vector<abut::KnotPosition> out;
  for (std::size_t i = 0; i < count; ++i) {
    const double at = lengths.back() * static_cast<double>(i) / static_cast<double>(count);
    const auto next = std::upper_bound(lengths.begin(), lengths.end(), at);
    const auto k = static_cast<double>(next - lengths.begin() - 1);
    const double v = begin + way * (k + (at - *(next - 1)) / (*next - *(next - 1))) / steps;
    abut::SurfaceJet<double> jet = point_at(prism, 1.5, v);
    jet.point.z = 0;  // but for roundings it is
    out.push_back({1.5, v, jet.point, unit_normal(jet)});
  }
  return out;
}

std::vector<Vector> curve_points(const SurfaceKind& kind) {
  constexpr int between = 4;
  std::vector<Vector> out;
  const std::size_t count = kind.knots.size();
  for (std::size_t i = 0; i < count; ++i) {
    const double from = kind.knots[i].v, to = i + 1 < count ? kind.knots[i + 1].v : kind.surface.v.end();
    for (int k = 0; k < between; ++k) {
      out.push_back(point_at(kind.surface, kind.knots[i].u, from + (to - from) * k / between).point);
      out.back().z = 0;  // but for roundings it is
    }
  }
  return out;
}

abut::NurbsCurve lobed_curve(int lobes, double radius) {
  std::vector<PlanarVector> points;
  const int count = points_per_lobe * lobes;
  for (int k = 0; k < count; ++k) {
    const double angle = 2 * std::numbers::pi * k / count;
    const double r = radius * (0.7 + 0.3 * std::cos(lobes * angle));
    points.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  return abut::closed_by_wrapping(points, 3);
}

Scene make_planar_nurbs(const Settings& s) {
  Scene scene;
  scene.settings = s;
  Random random(s.seed);
  double solid = 0;
  std::vector<std::uint32_t> kinds;
  for (int lobes = least_lobes; lobes <= most_lobes; ++lobes) {
    for (std::uint32_t size = 0; size < sizes; ++size) {
      const double radius = smallest_radius + (largest_radius - smallest_radius) * size / (sizes - 1);
      scene.kinds.push_back(kind_of(lobes, radius, s.knots));
    }
  }
  for (std::uint64_t i = 0; i < s.bodies; ++i) {
    kinds.push_back(static_cast<std::uint32_t>(random.uniform() * static_cast<double>(scene.kinds.size())));
    const double radius = scene.kinds[kinds.back()].radius;
    solid += 2.2 * radius * radius;
  }
  add_planar_box(scene, solid);
  for (const std::uint32_t kind : kinds) add_grain(scene, kind);
  scene.wait_for_birth();
  return scene;
}

}  // namespace dem
