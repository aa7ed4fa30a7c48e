#include "examples/dem/planar_scene.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dem {

namespace {

/// A convex polygon with 3 to 8 corners on a circle, of at least 0.7 times the area of the regular one and without very
/// short edges; its centre of mass is the origin, the corner farthest from it at `radius`.
std::vector<PlanarVector> random_polygon(Random& random, double radius) {
  constexpr double regular[] = {1.299, 2, 2.378, 2.598, 2.736, 2.828};  // area over radius^2, from 3 corners on
  const auto corners = static_cast<std::size_t>(6 * random.uniform());
  for (;;) {
    std::vector<PlanarVector> v;
    bool apart = true;
    for (std::size_t k = 0; k < 3 + corners; ++k) {
      // The corner is at the angle that is twice that of a half turn's rotation: no sine is called.
      double q[4];
      random.planar_rotation(q);
      v.push_back({q[0], q[3]});
      for (std::size_t i = 0; i < k; ++i) apart = apart && abut::length(v[i] - v[k]) > 0.2;
    }
    if (!apart) continue;
    abut::PlanarShapeSet shapes;
    const PlanarMass mass = planar_mass(shapes, shapes.add_polygon(v));
    if (mass.area < 0.7 * regular[corners]) continue;
    double size = 0;
    for (const PlanarVector& p : v) size = std::max(size, abut::length(p - mass.centre));
    for (PlanarVector& p : v) p = (p - mass.centre) * (radius / size);
    return v;
  }
}

void make_box(Scene& scene, double width, double height) {
  const double w = width / 2, t = wall_thickness / 2;
  scene.add_planar_wall({w + 2 * t, t}, {0, -t});
  for (const double side : {-1.0, 1.0}) scene.add_planar_wall({t, height / 2}, {side * (w + t), height / 2});
}

/// Discs and polygons, every fifth body a disc on average; by volume all are polygons.
Scene make_packing(const Settings& s) {
  Scene scene;
  scene.settings = s;
  Random random(s.seed);
  // Shapes first: the box depends on what has to fit into it. No corners: a disc.
  std::vector<std::pair<double, std::vector<PlanarVector>>> draws;
  double solid = 0;
  for (std::uint64_t i = 0; i < s.bodies; ++i) {
    const bool disc = random.uniform() < 0.2 && s.material.law == NormalLaw::depth;
    const double radius = smallest_radius + (largest_radius - smallest_radius) * random.uniform();
    draws.emplace_back(radius, disc ? std::vector<PlanarVector>{} : random_polygon(random, radius));
    solid += 2.2 * radius * radius;  // about a pentagon's area
  }
  add_planar_box(scene, solid);
  for (const auto& [radius, corners] : draws) {
    scene.add_planar(corners.empty() ? scene.plane.add_disc(radius) : scene.plane.add_polygon(corners), {0, 0});
  }
  scene.wait_for_birth();
  return scene;
}

/// Two polygons that fly at each other.
Scene make_collision(const Settings& s) {
  Scene scene;
  scene.settings = s;
  Random random(s.seed);
  for (const double side : {-1.0, 1.0}) {
    const std::uint32_t shape = scene.plane.add_polygon(random_polygon(random, largest_radius));
    scene.add_planar(shape, {side * 0.06, side * 0.005}, {-side, 0});
    random.planar_rotation(scene.states.back().quaternion);
  }
  return scene;
}

}  // namespace

void add_planar_box(Scene& scene, double solid) {
  Injection& in = scene.injection;
  in.per_batch = bodies_per_batch(scene.settings);
  in.pitch = 2.1 * largest_radius;
  in.up = {0, 1, 0};
  in.speed = 1;
  in.rows = 1;
  // Not higher than wide.
  const double cells = std::max({4.0, 1.5 * static_cast<double>(in.per_batch), std::sqrt(solid / 0.7) / in.pitch});
  in.cells = static_cast<std::uint64_t>(std::ceil(cells));
  const double width = static_cast<double>(in.cells) * in.pitch;
  in.height = solid / 0.7 / width + 8 * largest_radius;
  make_box(scene, width, in.height + 4 * largest_radius);
}

void set_plane_defaults(Settings& s) {
  s.material.stiffness = 2e6;
  s.material.volume_stiffness = 1e9;
  s.gravity = {s.gravity.x, s.gravity.z, 0};
}

Scene make_planar_scene(const Settings& s) {
  return s.preset == Settings::polygon_collision ? make_collision(s) : make_packing(s);
}

}  // namespace dem
