// The scenes by name.
#pragma once

#include <string>
#include <vector>

#include "examples/time_stepping/scene.h"

namespace time_stepping {

/// A cube of 0.1 m on a plate, where it is to stay.
Scene cube_at_rest();
/// From 2 mm, not quite level: it comes to rest on its face.
Scene cube_that_falls();
/// Two cubes that collide and fly on, without gravity.
Scene two_free_bodies();
/// A prism of 32 sides that falls into a hole of 32 sides, 1 % wider.
Scene peg_in_hole();
/// Eight rings of wire, the first one fixed, let go at an angle.
Scene chain();
/// Three storeys of cards that lean on each other, with a deck on each.
Scene card_house();
/// Two spur gears; a torque drives one, a drag brakes the other.
Scene gears();
/// A mechanism of bars and rods is drawn through a narrow slot, then its pins into two holes. Edges are no longer than
/// `edge`, of its own and of what it meets.
Scene mechanism(double edge);
/// A motor's shaft is pushed into the bore of its pulley, beside its axis and not upright: real parts, at the finer or
/// the coarser tessellation. Throws `FileError` where their files are not there.
Scene insertion(bool fine);

/// Data only.
struct SceneSettings {
  double edge = 0.01;  ///< of the mechanism, m
  bool fine = false;   ///< of the insertion
};

const std::vector<std::string>& scene_names();
/// Throws `InvalidInput` for another name, or an edge that is not above 0, and as `insertion`.
Scene make_scene(const std::string& name, const SceneSettings& settings);

}  // namespace time_stepping
