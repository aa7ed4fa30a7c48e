// What `packing` begins with.
#include <algorithm>
#include <cmath>

#include "examples/dem/grain_grid.h"
#include "examples/dem/scene.h"
#include "examples/fem/grain_mesh.h"
#include "examples/fem/packing.h"
#include "examples/fem/require.h"

namespace fem {

namespace {

constexpr double gap = 2e-5;  // between lid and walls, m: no grain goes through it

void check(const PackingSettings& s) {
  require(s.grains >= 1 && s.grains <= 100000, "grains", s.grains, "1 to 100000");
  require(s.level >= 0 && s.level <= 4, "level", s.level, "0 to 4");
  require(s.layers >= 0 && s.layers <= 8, "layers", s.layers, "0 to 8");
}

/// What `dem::grain_grid` asks for.
class Draws {
 public:
  double uniform(double low, double high) { return low + (high - low) * random_.uniform(); }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_.uniform() * n); }
  abut::Mat3<double> rotation() {
    double q[4];
    random_.rotation(q);
    return abut::rotation_from_quaternion(q[0], q[1], q[2], q[3]);
  }

 private:
  dem::Random random_{1};
};

double cell_of(const PackingSettings& s) { return 2.02 * s.radius * dem::packed_sizes[0]; }

dem::GrainGrid grid_of(const PackingSettings& s, std::uint32_t kinds) {
  Draws draws;
  return dem::grain_grid(s.grains, kinds, cell_of(s), draws);
}

/// Six kinds in three sizes, as `dem::GridGrain::shape` numbers them.
std::vector<SolidMesh> shapes_of(const PackingSettings& s) {
  std::vector<SolidMesh> out;
  for (const char* name : {"A", "B", "C", "D", "E", "F"}) {
    const abut::Mesh solid = abut::weld(abut::read_mesh(std::string(ABUT_FEM_GRAINS "/") + name + "-anm-00001.ply"));
    for (const double size : dem::packed_sizes) {
      out.push_back(grain_mesh(solid, s.level, s.layers, s.radius * size).mesh);
    }
  }
  return out;
}

/// Walls stand on the floor. One body, whose parts do not meet each other.
Body box_of(const PackingSettings& s, double width, double top) {
  const double half = 0.5 * width, t = s.thickness, out = half + t, high = top + 4 * s.radius;
  Body box;
  box.name = "box";
  box.mesh = brick({-out, -out, -t}, {out, out, 0}, {1, 1, 1});
  append(brick({half, -out, 0}, {out, out, high}, {1, 1, 1}), box.mesh);
  append(brick({-out, -out, 0}, {-half, out, high}, {1, 1, 1}), box.mesh);
  append(brick({-half, half, 0}, {half, out, high}, {1, 1, 1}), box.mesh);
  append(brick({-half, -out, 0}, {half, -half, high}, {1, 1, 1}), box.mesh);
  box.held.assign(box.mesh.nodes.size(), Held{true, true, true});
  return box;
}

Body lid_of(const PackingSettings& s, double width, double top) {
  const double half = 0.5 * width - gap;
  Body lid;
  lid.name = "lid";
  lid.mesh = brick({-half, -half, top}, {half, half, top + s.thickness}, {1, 1, 1});
  lid.held.assign(lid.mesh.nodes.size(), Held{true, true, false});
  return lid;
}

}  // namespace

PackingSettings packing_settings() {
  PackingSettings out;
  out.material = {7.6e3, 0.3, 2.65e3}, out.part = 0.9, out.search = SearchKind::kept;
  out.penalty = packing_penalty(out), out.seconds = packing_seconds(out);
  return out;
}

double packing_penalty(const PackingSettings& s) { return 40 * s.material.young / s.radius; }

double packing_depth(const PackingSettings& s) { return 0.25 * s.radius; }

double packing_seconds(const PackingSettings& s) {
  check(s);
  return grid_of(s, 1).top * s.damping / s.gravity + 12 * std::sqrt(2 * s.radius / s.gravity);
}

PackingScene packing_scene(const PackingSettings& s) {
  check(s);
  const std::vector<SolidMesh> shapes = shapes_of(s);
  const dem::GrainGrid grid = grid_of(s, static_cast<std::uint32_t>(shapes.size() / 3));
  PackingScene out;
  out.width = grid.width;
  const bool even = std::lround(grid.width / cell_of(s)) % 2 == 0;
  out.plane = even ? 0.5 * cell_of(s) : 0;
  Problem& p = out.problem;
  p.gravity = {0, 0, -s.gravity}, p.damping = s.damping;
  p.penalty.facets = s.penalty, p.penalty.depth = packing_depth(s);
  for (const dem::GridGrain& g : grid.grains) {
    Body grain;
    grain.name = "grain " + std::to_string(p.bodies.size());
    grain.mesh = moved(shapes[g.shape], [&](Vector v) { return g.centre + abut::rotate(g.rotation, v); });
    grain.material = s.material;
    p.bodies.push_back(grain);
  }
  for (Body body : {box_of(s, grid.width, grid.top), lid_of(s, grid.width, grid.top)}) {
    body.material = s.material, body.rigid = true;
    body.material.density *= s.lid * 2 * s.radius / s.thickness;
    p.bodies.push_back(body);
  }
  return out;
}

}  // namespace fem
