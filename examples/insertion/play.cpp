#include "examples/insertion/play.h"

#include <algorithm>
#include <memory>

#include "examples/dem/rotation.h"
#include "examples/insertion/brep_contacts.h"
#include "examples/time_stepping/loads.h"
#include "examples/time_stepping/measures.h"
#include "examples/time_stepping/newton.h"
#include "examples/time_stepping/quasi_lmd_contacts.h"

namespace insertion {

namespace {

using time_stepping::Scene;
using time_stepping::States;
using time_stepping::Vector;

time_stepping::ContactFinder finder_of(const Task& task, const Source& source, const Scene& scene) {
  if (source.brep) {
    const auto contacts =
        std::make_shared<BrepContacts>(brep_of(task, 0), brep_of(task, 1), task.dilation(), scene.reach, source.theta);
    return [contacts](const States& s, time_stepping::FoundContacts& f) { contacts->find(s, f); };
  }
  const auto contacts = std::make_shared<time_stepping::QuasiLmdContacts>(scene, 1);
  return [contacts](const States& s, time_stepping::FoundContacts& f) { contacts->find(s, f); };
}

/// What contacts have given the part in a step. Data only.
struct Given {
  Vector push{0, 0, 0}, moment{0, 0, 0};
};
Given given_by(const time_stepping::TimeStepper& stepper, const Vector& centre) {
  Given out;
  for (std::size_t i = 0; i < stepper.impulses().size(); ++i) {
    const time_stepping::FoundContact& c = stepper.found().contacts[i];
    const Vector p = stepper.impulses()[i] * (c.b == 1 ? 1.0 : -1.0);
    out.push = out.push + p, out.moment = out.moment + abut::cross(c.point - centre, p);
  }
  return out;
}

/// Kinetic energy that it gains by these: their work at the mean of the velocities before and after them.
double gain(const dem::BodyConstants& c, const dem::BodyState& before, const dem::BodyState& after, const Given& by) {
  dem::BodyState turned = before;  // rotations come after contacts
  const auto spin = [&](const Vector& momentum) {
    turned.momentum = momentum;
    return dem::angular_velocity(turned, c);
  };
  const Vector straight = after.velocity - by.push * (0.5 * c.inverse_mass);
  return abut::dot(by.push, straight) + abut::dot(by.moment, spin(after.momentum - by.moment * 0.5));
}

class Run {
 public:
  Run(const Task& task, const Source& source)
      : task_(task),
        scene_(scene_of(task, source)),
        stepper_(scene_, finder_of(task, source, scene_), time_stepping::solve_newton, {scene_.tolerance, 2000}) {}

  Played run(std::uint64_t steps, const Observer& observer) {
    const std::uint64_t count = steps > 0 ? steps : scene_.steps;
    for (std::uint64_t k = 0; k < count; ++k) {
      const dem::BodyState before = stepper_.states()[1];
      const time_stepping::StepReport report = stepper_.step();
      const Given given = given_by(stepper_, before.position);
      see_phase(given);
      add(report);
      see_energy(before, given);
      if (k + steps_in(0.02) >= count) see_push(given);
      observer(phase_, stepper_);
    }
    out_.kinetic = time_stepping::motion_of(scene_, stepper_.states()).kinetic;
    if (pushes_ > 0) out_.push /= pushes_, out_.weight /= pushes_;
    return out_;
  }

 private:
  std::uint64_t steps_in(double seconds) const { return static_cast<std::uint64_t>(seconds / scene_.step); }

  void see_phase(const Given& given) {
    const Axis axis = axis_of(task_, stepper_.states()[1]);
    out_.path.push_back(axis);
    const double depth = -axis.tip.z;
    if (phase_ == Phase::approach && abut::length(given.push) > 0) phase_ = Phase::centring;
    if (phase_ == Phase::centring && depth > task_.entered) phase_ = Phase::insertion;
    if (phase_ == Phase::insertion && depth > task_.depth - task_.clearance) phase_ = Phase::rest;
  }

  void add(const time_stepping::StepReport& r) {
    PhaseMeasures& m = out_.by_phase[static_cast<std::size_t>(phase_)];
    ++m.steps, m.contacts += r.contacts, m.most_contacts = std::max(m.most_contacts, r.contacts);
    m.finding_seconds += r.finding_seconds, m.solving_seconds += r.solving_seconds;
    m.most_finding_seconds = std::max(m.most_finding_seconds, r.finding_seconds);
    m.least_gap = std::min(m.least_gap, r.least_gap);
    out_.crossings += r.crossings > 0 ? 1 : 0, out_.unsolved += r.converged ? 0 : 1;
  }

  void see_energy(const dem::BodyState& before, const Given& given) {
    const double gained = gain(scene_.bodies[1].constants, before, stepper_.states()[1], given);
    out_.largest_gain = std::max(out_.largest_gain, gained), out_.taken -= gained;
  }

  /// The weight, and what the gripper's spring pushes with, against what contacts hold. Both are less than in a small
  /// step: the spring is taken at the step's end, as if nothing held the part.
  void see_push(const Given& given) {
    const time_stepping::SceneBody& part = scene_.bodies[1];
    const double m = part.constants.mass, f = part.load.guide_frequency;
    const double less = 1 / ((1 + f * scene_.step) * (1 + f * scene_.step));
    const Vector behind = part.load.guide.back().position - stepper_.states()[1].position;
    out_.weight -= m * (scene_.gravity.z + behind.z * f * f) * less;
    out_.push += given.push.z / scene_.step, ++pushes_;
  }

  const Task& task_;
  const Scene scene_;
  time_stepping::TimeStepper stepper_;
  Phase phase_ = Phase::approach;
  Played out_;
  double pushes_ = 0;
};

}  // namespace

const char* name_of(Phase phase) {
  constexpr const char* names[phases] = {"approach", "centring", "insertion", "rest"};
  return names[static_cast<std::size_t>(phase)];
}

PhaseMeasures Played::all() const {
  PhaseMeasures out;
  for (const PhaseMeasures& m : by_phase) {
    out.steps += m.steps, out.contacts += m.contacts, out.most_contacts = std::max(out.most_contacts, m.most_contacts);
    out.finding_seconds += m.finding_seconds, out.solving_seconds += m.solving_seconds;
    out.most_finding_seconds = std::max(out.most_finding_seconds, m.most_finding_seconds);
    out.least_gap = std::min(out.least_gap, m.least_gap);
  }
  return out;
}

Played play(const Task& task, const Source& source, std::uint64_t steps, const Observer& observer) {
  return Run(task, source).run(steps, observer);
}

}  // namespace insertion
