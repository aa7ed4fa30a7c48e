// The two insertions: what goes into what, from where, and how it is led. SI units.
#pragma once

#include <string>

#include "abut/brep/brep.h"
#include "examples/insertion/outline.h"
#include "examples/time_stepping/scene.h"

namespace insertion {

/// The part stands on its tip at z = 0; the block's upper face is z = 0, and its hole leads down. Data only.
struct Task {
  std::string name;
  Outline part, block;
  double clearance = 0;                    ///< between both where the part is in the middle
  double radius = 0;                       ///< of the widest circle where they can meet
  double entered = 0;                      ///< depth of the tip where the part is in the fit
  double depth = 0;                        ///< of the hole's floor
  double centre = 0;                       ///< height of the part's centre of mass
  double offset = 0, tilt = 0, above = 0;  ///< of the start, from the axis, from upright, and of the tip over the block
  double speed = 0.05;                     ///< of the gripper, m/s
  double stiffness = 100;                  ///< of its spring, see `time_stepping::Load::guide_frequency`
  double push = 1e-3;                      ///< that it goes on beyond the floor by
  double slow = 1e-3;                      ///< above the floor, from where on it goes at a fifth of the speed
  /// Of each body, by which it is smaller than it is, so that a gap may go below 0 and is still known.
  double dilation() const { return 0.05 * clearance; }
};

/// A cone that ends in a cylinder, and its hole: a clearance of 1 % of the largest radius.
Task cone_task();
/// A round peg of 40 mm and its hole, 0.1 mm apart all round.
Task peg_task();
/// Throws `InvalidInput` for another name.
Task task_named(const std::string& name);

/// Where contacts come from. Data only.
struct Source {
  bool brep = true;
  double chord = 0;     ///< of the tessellation
  double theta = 0.02;  ///< see `abut::QuasiLmdOptions`
};

/// Body 0 is the block, body 1 the part, without friction. A gripper as soft as a spring leads the part straight down,
/// beside the axis and not upright. Complexes are there for tessellations alone. Throws `InvalidInput` for a chord that
/// is not above 0.
time_stepping::Scene scene_of(const Task& task, const Source& source);
/// Of the scene's body: in its frame, smaller by the dilation.
abut::Brep brep_of(const Task& task, std::uint32_t body);

/// Of the part in a state: the middle of its tip, and the direction from there to its other end.
struct Axis {
  time_stepping::Vector tip, up;
};
Axis axis_of(const Task& task, const dem::BodyState& part);

/// Writes part.brep.json and block.brep.json, as they are, in mm. Throws `FileError`.
void write_models(const Task& task, const std::string& folder);

}  // namespace insertion
