// A scene in Siconos: rigid bodies of Newton and Euler, unilateral contact with Coulomb friction and Newton's impact
// law, the time-stepping of Moreau and Jean, NSGS for the friction problem of each step.
#pragma once

#include <memory>

#include "examples/siconos/contacts.h"

namespace siconos_run {

/// Of one step. Data only.
struct StepCounts {
  std::uint64_t interactions = 0;  ///< contact points that Siconos knows
  double detection_seconds = 0;    ///< spent in updateInteractions
  bool solved = true;              ///< the friction problem, to its tolerance
  double largest_reaction = 0;     ///< of a contact point's impulse along the normal over the step: N s
};

class World {
 public:
  /// `contacts`: the narrow phase, which has to live as long; null for Siconos's own, which is Bullet.
  World(const std::vector<MovingBody>& bodies, const std::vector<FixedBox>& boxes, const Law& law,
        ContactSource* contacts);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// One step; false at the end.
  bool step();
  StepCounts counts() const;
  std::vector<Placed> placed() const;
  /// Six for each body: velocity of the centre, in the world, and angular velocity in the body's frame.
  std::vector<double> twists() const;

 private:
  struct Siconos;
  std::unique_ptr<Siconos> siconos_;
};

}  // namespace siconos_run
