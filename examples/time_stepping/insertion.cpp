// A motor's shaft goes into the bore of its pulley: parts of a robot's actuator, tessellated from STEP files
// (examples/time_stepping/parts/README.md).
#include <numbers>
#include <string>

#include "abut/shapes/mesh.h"
#include "examples/time_stepping/bodies.h"
#include "examples/time_stepping/scenes.h"

namespace time_stepping {

namespace {

constexpr double dilation = 2e-5, length = 33.4e-3, width = 6.7e-3;  // of the shaft and of the pulley
constexpr double offset = 5e-5, tilt = 0.01, above = 5e-4, depth = 8e-3;

/// In m; the files are in mm.
abut::Mesh part(const std::string& name, bool fine) {
  abut::Mesh out = abut::read_mesh(ABUT_TIME_STEPPING_PARTS "/" + name + (fine ? "_fine.ply" : "_coarse.ply"));
  for (Vector& v : out.vertices) v = v * 1e-3;
  return out;
}

}  // namespace

// The pulley's file has its bore along y from 0 to its width; it is laid down so that the bore begins at z = 0 and
// leads down. The shaft's file has its plain end at z = 0 and the rest below: it is turned upside down. A gripper as
// soft as a spring of 32 N/m holds it, beside the axis and not upright, so that the chamfers, then the bore have to put
// it straight.
Scene insertion(bool fine) {
  Scene out;
  out.name = "insertion";
  out.friction = 0.1, out.step = 5e-4, out.steps = 2000, out.size = length, out.reach = 4e-5;
  out.tolerance = 1e-8;  // hundreds of contacts all round
  const Matrix laid = turn_about({1, 0, 0}, std::numbers::pi / 2),
               upside_down = turn_about({1, 0, 0}, std::numbers::pi);
  out.bodies.push_back(fixed_solid("pulley", part("pulley", fine), dilation, {{0, 0, -width}, laid}));
  const abut::Pose start{{offset, 0, above}, abut::times(turn_about({0, 1, 0}, tilt), upside_down)};
  SceneBody shaft = solid_body("shaft", part("shaft", fine), {7800, dilation}, start);
  const Vector from = shaft.start.position;
  shaft.load.guide = {{0, from}, {0.85, from - Vector{0, 0, above + depth}}};
  out.bodies.push_back(shaft);
  return out;
}

}  // namespace time_stepping
