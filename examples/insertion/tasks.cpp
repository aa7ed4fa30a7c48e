#include "examples/insertion/tasks.h"

#include <cmath>
#include <filesystem>

#include "abut/brep/brep_file.h"
#include "abut/core/error.h"
#include "examples/dem/rotation.h"
#include "examples/dem/text.h"
#include "examples/insertion/turned.h"

namespace insertion {

namespace {

using time_stepping::Vector;

constexpr double density = 7800;

Outline times(Outline outline, double factor) {
  for (Corner& c : outline) c.r *= factor, c.z *= factor, c.rounding *= factor;
  return outline;
}

dem::BodyState start_of(const Task& task) {
  // Turned about its own axis first: facets of a tessellation are in no order with those of the block.
  const double lean = task.tilt / 2, own = 0.5;
  const Vector up{std::sin(task.tilt), 0, std::cos(task.tilt)};
  dem::BodyState out{};
  out.position = Vector{task.offset, 0, task.above} + up * task.centre;
  out.quaternion[0] = std::cos(lean) * std::cos(own), out.quaternion[1] = std::sin(lean) * std::sin(own);
  out.quaternion[2] = std::sin(lean) * std::cos(own), out.quaternion[3] = std::cos(lean) * std::sin(own);
  return out;
}

}  // namespace

Task cone_task() {
  Task out;
  out.name = "cone";
  out.clearance = 0.3e-3, out.radius = 0.03, out.depth = 0.065, out.entered = 0.0485;
  out.offset = 2e-3, out.tilt = 0.03, out.above = 5e-3;
  out.block = times({{0, -80}, {45, -80}, {45, 0}, {30, 0, 1}, {12, -45, 1}, {12, -65}, {0, -65}}, 1e-3);
  // The same walls 0.3 mm further in: the cone's line goes through (12 - 0.3 / cos a, -45), where tan a = 18 / 45.
  const double slope = 18.0 / 45, at_joint = 12 - 0.3 * std::sqrt(1 + slope * slope), joint = (11.7 - at_joint) / slope;
  out.part = times({{0, 0},
                    {10.2, 0, 0.5},
                    {11.7, 2.5, 1},
                    {11.7, 20 + joint, 1},
                    {at_joint + 45 * slope, 65, 1},
                    {at_joint + 45 * slope, 75, 0.5},
                    {0, 75}},
                   1e-3);
  out.centre = turned_mass(out.part, density).height;
  return out;
}

Task peg_task() {
  Task out;
  out.name = "peg";
  out.clearance = 0.1e-3, out.radius = 0.02, out.depth = 0.04, out.entered = 5.5e-3;
  out.offset = 1e-3, out.tilt = 0.03, out.above = 3e-3;
  out.block = times({{0, -50}, {35, -50}, {35, 0}, {22, 0, 1}, {20, -2, 1}, {20, -40}, {0, -40}}, 1e-3);
  out.part = times({{0, 0}, {17.9, 0, 0.5}, {19.9, 3, 1}, {19.9, 60, 1}, {0, 60}}, 1e-3);
  out.centre = turned_mass(out.part, density).height;
  return out;
}

Task task_named(const std::string& name) {
  if (name == "cone") return cone_task();
  if (name == "peg") return peg_task();
  throw abut::InvalidInput("task is \"" + name + "\", allowed are cone, peg");
}

time_stepping::Scene scene_of(const Task& task, const Source& source) {
  time_stepping::Scene out;
  out.name = task.name;
  out.friction = 0, out.step = 5e-4, out.theta = source.theta, out.tolerance = 1e-8;
  out.size = task.depth, out.reach = task.clearance;
  time_stepping::SceneBody block, part;
  block.name = "block", block.start.quaternion[0] = 1;
  part.name = "part", part.constants = turned_mass(task.part, density).constants, part.start = start_of(task);
  const Vector from = part.start.position;
  const auto below = [&](double way) { return from - Vector{0, 0, way}; };
  // Slower where it comes to the floor.
  const double fast = task.above + task.depth - task.slow, slow = task.slow + task.push;
  const double before = fast / task.speed, time = before + slow / (0.2 * task.speed);
  part.load.guide = {{0, from}, {before, below(fast)}, {time, below(fast + slow)}};
  out.steps = static_cast<std::uint64_t>((time + 0.2) / out.step);
  if (!source.brep) {
    if (!(source.chord > 0 && std::isfinite(source.chord))) {
      throw abut::InvalidInput("chord is " + dem::text_of(source.chord) + " m, allowed is a finite number above 0");
    }
    const Tessellation by{source.chord, task.radius};
    for (time_stepping::SceneBody* body : {&block, &part}) {
      abut::Mesh mesh = turned_mesh(body == &part ? task.part : task.block, by);
      if (body == &part) {
        for (Vector& v : mesh.vertices) v.z -= task.centre;
      }
      body->complex = abut::complex_of(mesh);
      body->options.dilation = task.dilation(), body->options.offset_inward = true;
      body->options.sides = abut::ComplexSides::solid;
    }
  }
  out.bodies = {block, part};
  return out;
}

abut::Brep brep_of(const Task& task, std::uint32_t body) {
  Outline outline = body == 1 ? task.part : task.block;
  if (body == 1) {
    for (Corner& c : outline) c.z -= task.centre;
  }
  return turned_brep(inset(outline, task.dilation()));
}

Axis axis_of(const Task& task, const dem::BodyState& part) {
  const Vector up = abut::rotate(dem::rotation_of(part), Vector{0, 0, 1});
  return {part.position - up * task.centre, up};
}

void write_models(const Task& task, const std::string& folder) {
  std::filesystem::create_directories(folder);
  for (const bool is_part : {true, false}) {
    const std::string name = is_part ? "part" : "block";
    abut::BrepAssembly out;
    out.parts.push_back(turned_brep(times(is_part ? task.part : task.block, 1e3)));
    out.part_names = {task.name + " " + name};
    out.instances.push_back({0, {}, out.part_names[0]});
    abut::write_brep(folder + "/" + name + ".brep.json", out);
  }
}

}  // namespace insertion
