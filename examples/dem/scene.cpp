#include "examples/dem/scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/core/error.h"
#include "abut/decompose.h"
#include "examples/dem/grains.h"
#include "examples/dem/nurbs_grains.h"
#include "examples/dem/planar_nurbs.h"
#include "examples/dem/planar_scene.h"
#include "examples/dem/text.h"

namespace dem {

namespace {

/// Corners of a regular polygon with `n` corners, at height z. The cosines are made by turning, since the C library's
/// differ from machine to machine.
void add_ring(std::vector<Vector>& out, int n, double radius, double z) {
  const double half = std::sqrt(0.5), c = n == 4 ? 0 : half, s = n == 4 ? 1 : half;
  double x = 1, y = 0;
  for (int k = 0; k < n; ++k) {
    out.push_back({radius * x, radius * y, z});
    const double turned = c * x - s * y;
    y = s * x + c * y;
    x = turned;
  }
}

/// Square pyramid, octagonal prism or octagonal frustum (0, 1, 2), scaled to a sphere of that radius around it.
std::vector<Vector> polyhedron(int kind, double radius) {
  std::vector<Vector> v;
  if (kind == 0) {
    add_ring(v, 4, 1, 0);
    v.push_back({0, 0, 1.2});
  } else {
    add_ring(v, 8, 1, -0.7);
    add_ring(v, 8, kind == 1 ? 1 : 0.6, 0.7);
  }
  v = in_principal_frame(v);
  double size = 0;
  for (const Vector& p : v) size = std::max(size, abut::length(p));
  for (Vector& p : v) p = p * (radius / size);
  return v;
}

Scene make_packing(const Settings& s) {
  Scene scene;
  scene.settings = s;
  Random random(s.seed);
  // Shapes first: the box depends on what has to fit into it. Walls are bodies before all others.
  std::vector<std::pair<int, double>> draws;
  for (std::uint64_t i = 0; i < s.bodies; ++i) {
    const int kind = static_cast<int>(3 * random.uniform());
    draws.emplace_back(kind, smallest_radius + (largest_radius - smallest_radius) * random.uniform());
  }
  double solid = 0;
  for (const auto& [kind, radius] : draws) solid += 2.1 * radius * radius * radius;  // about a prism's volume
  add_box(scene, solid);
  for (const auto& [kind, radius] : draws) {
    const std::uint32_t shape = kind == 2 && s.preset == Settings::spheres
                                    ? scene.shapes.add_sphere(radius)
                                    : scene.shapes.add_hull(polyhedron(kind, radius));
    scene.add(shape, {0, 0, 0});
  }
  scene.wait_for_birth();
  return scene;
}

/// Two prisms that fly at each other.
Scene make_collision(const Settings& s) {
  Scene scene;
  scene.settings = s;
  Random random(s.seed);
  for (const double side : {-1.0, 1.0}) {
    const std::uint32_t shape = scene.shapes.add_hull(polyhedron(1, largest_radius));
    scene.add(shape, {side * 0.06, 0, side * 0.005}, {-side, 0, 0});
    random.rotation(scene.states.back().quaternion);
  }
  return scene;
}

void demand(bool good, const char* name, double value, const char* allowed) {
  if (!good) throw abut::InvalidInput(std::string(name) + " is " + text_of(value) + ": has to be " + allowed);
}

}  // namespace

void add_box(Scene& scene, double solid) {
  Injection& in = scene.injection;
  in.per_batch = bodies_per_batch(scene.settings);
  in.cells = in.rows = std::max<std::uint64_t>(
      4, static_cast<std::uint64_t>(std::ceil(std::sqrt(1.5 * static_cast<double>(in.per_batch)))));
  in.pitch = 2.1 * largest_radius;
  // Nothing is in the zone of what is born: its energy would come from nowhere.
  if (scene.settings.contacts == Settings::facets) {
    in.pitch = std::max(in.pitch, 2 * (largest_radius + scene.settings.zone));
  }
  in.speed = 1;
  const double width = static_cast<double>(in.cells) * in.pitch;
  in.height = solid / 0.45 / (width * width) + 8 * largest_radius;
  const double height = in.height + 4 * largest_radius, w = width / 2, t = wall_thickness / 2;
  scene.add_wall({w + 2 * t, w + 2 * t, t}, {0, 0, -t});
  for (const double side : {-1.0, 1.0}) {
    scene.add_wall({t, w + 2 * t, height / 2}, {side * (w + t), 0, height / 2});
    scene.add_wall({w + 2 * t, t, height / 2}, {0, side * (w + t), height / 2});
  }
}

BodyState at_rest(Vector position) {
  BodyState state{};
  state.position = position;
  state.quaternion[0] = 1;
  return state;
}

std::uint32_t Scene::add_body(std::uint32_t shape, const BodyConstants& own, Vector position, Vector velocity) {
  if (shape != parts())
    throw abut::InvalidInput("shape " + std::to_string(shape) + ": part " + std::to_string(parts()) +
                             " has the shape of its own number");
  add_parts(1);
  constants.push_back(own);
  states.push_back(at_rest(position));
  states.back().velocity = velocity;
  return born = size(), size() - 1;
}

std::uint32_t Scene::add(std::uint32_t shape, Vector position, Vector velocity) {
  return add_body(shape, body_constants(shapes, shape, settings.material.density), position, velocity);
}

std::uint32_t Scene::add_in_parts(std::uint32_t part_count, const BodyConstants& own, Vector position) {
  add_parts(part_count);
  constants.push_back(own);
  states.push_back(at_rest(position));
  return born = size(), size() - 1;
}

void Scene::add_parts(std::uint32_t count) {
  part_body.insert(part_body.end(), count, size());
  first_part.push_back(parts());
}

std::uint32_t Scene::add_planar(std::uint32_t shape, PlanarVector position, PlanarVector velocity) {
  return add_body(shape, planar_constants(plane, shape, settings.material.density), abut::in_space(position),
                  abut::in_space(velocity));
}

void Scene::add_wall(Vector half_extents, Vector position) {
  shapes.add_box(half_extents);
  add_fixed(abut::length(half_extents), position);
}

void Scene::add_planar_wall(PlanarVector half, PlanarVector position) {
  const std::vector<PlanarVector> corners{{-half.x, -half.y}, {half.x, -half.y}, {half.x, half.y}, {-half.x, half.y}};
  plane.add_polygon(corners);
  add_fixed(abut::length(half), abut::in_space(position));
}

void Scene::add_fixed(double radius, Vector position) {
  add_parts(1);
  BodyConstants fixed{};
  fixed.radius = radius;
  constants.push_back(fixed);
  states.push_back(at_rest(position));
  born = walls = size();
}

void Scene::wait_for_birth() {
  // Poses of NaNs pair with nothing.
  for (std::uint32_t i = walls; i < size(); ++i) states[i].position.x = std::numeric_limits<double>::quiet_NaN();
  born = walls;
}

void set_facet_defaults(Settings& s) { s.material.stiffness = 5e6, s.step = 2e-6; }

std::uint64_t bodies_per_batch(const Settings& s) {
  const double batches = std::max(1.0, std::floor(s.filled * s.seconds / s.batch_interval));
  return static_cast<std::uint64_t>(std::ceil(static_cast<double>(s.bodies) / batches));
}

Scene make_scene(const Settings& s) {
  check(s.material);
  if (s.preset == Settings::spheres && s.material.law != NormalLaw::depth) {
    throw abut::InvalidInput("the preset is spheres: with a law by volume all bodies have to be polyhedra");
  }
  const bool of_nurbs = s.preset == Settings::nurbs || s.preset == Settings::planar_nurbs;
  if (of_nurbs && s.contacts != Settings::surfaces) {
    throw abut::InvalidInput("the preset is of NURBS: contacts have to be between surfaces");
  }
  if (s.contacts == Settings::surfaces) {
    if (s.preset != Settings::grains && !of_nurbs)
      throw abut::InvalidInput("contacts are between surfaces: the preset has to be nurbs, planar-nurbs or grains");
    if (s.material.law != NormalLaw::depth)
      throw abut::InvalidInput("contacts are between surfaces: the law has to be depth");
  }
  if (s.contacts == Settings::facets) {
    if (s.preset != Settings::grains)
      throw abut::InvalidInput("contacts are between facets: the preset has to be grains");
    if (s.material.law != NormalLaw::depth)
      throw abut::InvalidInput("contacts are between facets: the law has to be depth");
  }
  demand(s.bodies >= 1 && s.bodies <= 10'000'000, "bodies", static_cast<double>(s.bodies), "1 to 10000000");
  demand(s.seconds > 0 && std::isfinite(s.seconds), "seconds", s.seconds, "positive and finite");
  demand(s.filled > 0 && s.filled <= 1, "filled", s.filled, "above 0 and at most 1");
  demand(s.batch_interval > 0, "batch interval (s)", s.batch_interval, "positive");
  demand(std::isfinite(abut::max_abs(s.gravity)), "gravity (m/s^2)", abut::max_abs(s.gravity), "finite");
  demand(s.concavity >= abut::DecomposeOptions::least_concavity && s.concavity <= 1, "concavity", s.concavity,
         "0.0005 to 1");
  demand(s.zone > 0 && s.zone <= largest_radius, "zone (m)", s.zone, "above 0 and at most 0.05");
  demand(s.knots >= 0.01 && s.knots <= 1, "knots", s.knots, "0.01 to 1");
  if (is_planar(s.preset)) demand(s.gravity.z == 0, "gravity along z (m/s^2)", s.gravity.z, "0 in the plane");
  Scene scene = s.preset == Settings::planar_nurbs ? make_planar_nurbs(s)
                : is_planar(s.preset)              ? make_planar_scene(s)
                : s.preset == Settings::collision  ? make_collision(s)
                : s.contacts == Settings::surfaces ? make_nurbs(s)
                : s.preset == Settings::grains     ? make_grains(s)
                                                   : make_packing(s);
  check_step(s.step, s.material, scene.constants);
  return scene;
}

double Random::disc(double& x, double& y) {
  for (;;) {
    x = 2 * uniform() - 1;
    y = 2 * uniform() - 1;
    const double s = x * x + y * y;
    if (s < 1 && s > 0) return s;
  }
}

void Random::rotation(double q[4]) {
  const double s = disc(q[0], q[1]), t = disc(q[2], q[3]);
  const double k = std::sqrt((1 - s) / t);
  q[2] *= k, q[3] *= k;
}

void Random::planar_rotation(double q[4]) {
  // Half the angle is uniform on the circle, and the angle with it.
  const double s = std::sqrt(disc(q[0], q[3]));
  q[0] /= s, q[1] = q[2] = 0, q[3] /= s;
}

std::uint32_t inject(const Scene& scene, std::vector<BodyState>& states, std::uint32_t born, Random& random) {
  const Injection& in = scene.injection;
  const double reach = in.pitch / 2;
  std::vector<bool> taken(in.cells * in.rows);
  const auto along = [&](std::uint64_t cell, std::uint64_t cells) {
    return (static_cast<double>(cell) + 0.5 - 0.5 * static_cast<double>(cells)) * in.pitch;
  };
  const auto centre_of = [&](std::uint64_t cell) {
    return Vector{along(cell % in.cells, in.cells), along(cell / in.cells, in.rows), 0} + in.up * in.height;
  };
  for (std::uint32_t i = scene.walls; i < born; ++i) {
    const double r = reach + scene.constants[i].radius;
    if (std::abs(abut::dot(states[i].position, in.up) - in.height) > r) continue;
    for (std::uint64_t cell = 0; cell < taken.size(); ++cell) {
      if (abut::length(states[i].position - centre_of(cell)) < r) taken[cell] = true;
    }
  }
  std::vector<std::uint64_t> free;
  for (std::uint64_t cell = 0; cell < taken.size(); ++cell) {
    if (!taken[cell]) free.push_back(cell);
  }
  for (std::uint64_t k = 0; k < in.per_batch && born < scene.size() && !free.empty(); ++k) {
    const auto pick = static_cast<std::size_t>(random.uniform() * static_cast<double>(free.size()));
    BodyState& body = states[born++] = at_rest(centre_of(free[pick]));
    free.erase(free.begin() + static_cast<std::ptrdiff_t>(pick));
    if (scene.planar()) {
      random.planar_rotation(body.quaternion);
    } else {
      random.rotation(body.quaternion);
    }
    body.velocity = in.up * -in.speed;
  }
  return born;
}

}  // namespace dem
