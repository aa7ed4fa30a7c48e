// The time step, on any machine.
//
// A machine holds bodies, pairs and what is kept of pairs in its own memory. It has:
//
//   void start(const Scene&, const Snapshot&, bool volumes)
//                                               takes shapes, masses and a state over; `volumes`: the law reads them
//   BodyState* bodies()                         and `const BodyConstants* constants()`, in its memory
//   void detect(born)                           places the parts, finds pairs, carries caches and springs along,
//                                               queries, and finds volumes where the law reads them
//   PairArrays pairs()                          of the last `detect`
//   Incidence incidence(born)                   of the last `detect`
//   void for_each(count, body)                  body(i) for all i < count, at the same time; in order with all the rest
//   vector<BodyState> states()                  and `void set_states(states)`: to and from the host
//   Snapshot snapshot()                         all that it keeps from step to step
//   PairTotals totals()                         of the last step's pairs
//   vector<PairForce> forces()                  of the last step's pairs, to the host
//   void wait()
#pragma once

#include <chrono>
#include <cmath>

#include "examples/dem/scene.h"
#include "examples/dem/snapshot.h"

namespace dem {

/// Seconds of wall-clock time.
struct Phases {
  double detection = 0, forces = 0, motion = 0, rest = 0;
  double total() const { return detection + forces + motion + rest; }
};

/// J. What has been put in less what is there and what is lost is the error of integration.
struct Energies {
  double translation = 0, rotation = 0, potential = 0, normal = 0, tangential = 0;
  double damping = 0, friction = 0;  ///< lost so far
  double inserted = 0;
  double balance() const {
    return translation + rotation + potential + normal + tangential + damping + friction - inserted;
  }
};

inline double kinetic_energy(const BodyState& s, const BodyConstants& c) {
  return 0.5 * c.mass * abut::squared_length(s.velocity);
}
inline double rotation_energy(const BodyState& s, const BodyConstants& c) {
  return 0.5 * abut::dot(s.momentum, angular_velocity(s, c));
}
inline double potential_energy(const BodyState& s, const BodyConstants& c, Vector gravity) {
  return -c.mass * abut::dot(gravity, s.position);
}

template <class Machine, class Law = DepthLaw>
class Simulation {
 public:
  /// `law` is checked by its maker. A snapshot continues the run that made it, to the bit.
  Simulation(Machine& machine, const Scene& scene, const Law& law)
      : Simulation(machine, scene, law, first_snapshot(scene)) {}
  Simulation(Machine& machine, const Scene& scene, const Law& law, const Snapshot& from)
      : machine_(machine),
        scene_(scene),
        law_(law),
        friction_(friction_of(scene.settings.material, law.stiffness)),
        at_(from.at) {
    machine_.start(scene, from, Law::reads_volumes);
  }

  /// From one time to the next: births, then kick, drift, detection, forces, kick, and what contacts slip next.
  void step() {
    const Settings& s = scene_.settings;
    const auto begin = now();
    births();
    const auto born = now();
    const Kick kick{machine_.bodies(), machine_.constants(), s.gravity, 0.5 * s.step};
    machine_.for_each(at_.born, kick);
    machine_.for_each(at_.born, Drift{machine_.bodies(), machine_.constants(), s.step});
    machine_.wait();
    const auto moved = now();
    machine_.detect(at_.born);
    machine_.wait();
    const auto detected = now();
    const PairArrays pairs = machine_.pairs();
    machine_.for_each(pairs.capacity,
                      ContactStep<Law>{pairs, machine_.bodies(), machine_.constants(), law_, friction_, s.step});
    machine_.for_each(at_.born, SumForces{machine_.bodies(), machine_.constants(), machine_.incidence(at_.born),
                                          pairs.pairs, pairs.forces});
    machine_.wait();
    const auto forced = now();
    machine_.for_each(at_.born, kick);
    machine_.for_each(pairs.capacity, SlipAhead{pairs, machine_.bodies(), machine_.constants(), s.gravity, s.step});
    machine_.wait();
    ++at_.steps;
    phases_.rest += born - begin;
    phases_.motion += (moved - born) + (now() - forced);
    phases_.detection += detected - moved;
    phases_.forces += forced - detected;
  }

  double time() const { return static_cast<double>(at_.steps) * scene_.settings.step; }
  std::uint64_t steps() const { return at_.steps; }
  std::uint32_t born() const { return at_.born; }
  const Phases& phases() const { return phases_; }
  PairTotals totals() { return machine_.totals(); }

  /// Sums on the host, in the order of the bodies.
  Energies energies() {
    Energies e;
    const std::vector<BodyState> states = machine_.states();
    for (std::uint32_t i = 0; i < at_.born; ++i) {
      const BodyConstants& c = scene_.constants[i];
      if (c.inverse_mass == 0) continue;
      e.translation += kinetic_energy(states[i], c);
      e.rotation += rotation_energy(states[i], c);
      e.potential += potential_energy(states[i], c, scene_.settings.gravity);
      e.damping += states[i].damping_loss;
      e.friction += states[i].friction_loss;
    }
    const PairTotals totals = machine_.totals();
    e.normal = totals.normal_energy;
    e.tangential = totals.tangential_energy;
    e.inserted = at_.inserted;
    return e;
  }

  std::vector<BodyState> states() { return machine_.states(); }
  /// Of the last step's pairs.
  std::vector<PairForce> forces() { return machine_.forces(); }
  Snapshot snapshot() {
    Snapshot out = machine_.snapshot();
    out.at = at_;
    return out;
  }

 private:
  static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  void births() {
    const Settings& s = scene_.settings;
    if (at_.born == scene_.size()) return;
    if (time() < static_cast<double>(at_.batches) * s.batch_interval) return;
    ++at_.batches;
    std::vector<BodyState> states = machine_.states();
    Random random(at_.random);
    const std::uint32_t before = at_.born;
    at_.born = inject(scene_, states, before, random);
    at_.random = random.state();
    for (std::uint32_t i = before; i < at_.born; ++i) at_.inserted += energy_at_birth(scene_, states[i], i);
    machine_.set_states(states);
  }

  static double energy_at_birth(const Scene& scene, const BodyState& state, std::uint32_t i) {
    const BodyConstants& c = scene.constants[i];
    return kinetic_energy(state, c) + rotation_energy(state, c) + potential_energy(state, c, scene.settings.gravity);
  }

  static Snapshot first_snapshot(const Scene& scene) {
    Snapshot out;
    out.at.born = scene.born;
    out.at.random = scene.settings.seed + 0x5eed;
    out.states = scene.states;
    for (std::uint32_t i = scene.walls; i < scene.born; ++i) {
      out.at.inserted += energy_at_birth(scene, scene.states[i], i);
    }
    return out;
  }

  Machine& machine_;
  const Scene& scene_;
  Law law_;
  Friction friction_;
  Progressed at_;
  Phases phases_;
};

}  // namespace dem
