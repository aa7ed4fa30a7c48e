// The shaft and the pulley of examples/time_stepping/parts, and the scene that pushes one into the other: the first
// millimetres.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/shapes/mesh.h"
#include "examples/dem/rotation.h"
#include "examples/time_stepping/bodies.h"
#include "examples/time_stepping/loads.h"
#include "examples/time_stepping/measures.h"
#include "examples/time_stepping/newton.h"
#include "examples/time_stepping/quasi_lmd_contacts.h"
#include "examples/time_stepping/scenes.h"

namespace time_stepping::testing {
namespace {

abut::Mesh part(const std::string& name) {
  return abut::read_mesh(std::string(ABUT_EXAMPLE_DATA) + "/time_stepping/parts/" + name + ".ply");
}

/// Distance of a straight line's piece from the origin of the plane.
double from_axis(double ax, double ay, double bx, double by) {
  const double x = bx - ax, y = by - ay, square = x * x + y * y;
  const double t = square > 0 ? std::clamp(-(ax * x + ay * y) / square, 0.0, 1.0) : 0;
  return std::hypot(ax + t * x, ay + t * y);
}

/// Of what lies within 2.001 mm of the pulley's axis.
double least_radius(const abut::Mesh& pulley) {
  double least = 10;
  const std::vector<Vector>& v = pulley.vertices;
  for (const auto& t : pulley.triangles) {
    const auto radius = [&](int k) { return std::hypot(v[t[k]].x, v[t[k]].z); };
    if (std::max({radius(0), radius(1), radius(2)}) > 2.001) continue;
    for (int k = 0; k < 3; ++k) {
      const Vector &a = v[t[k]], &b = v[t[(k + 1) % 3]];
      least = std::min(least, from_axis(a.x, a.z, b.x, b.z));
    }
  }
  return least;
}

/// A run with the contacts that Abut finds.
struct Played {
  explicit Played(const Scene& of) : scene(of), contacts(scene, 1), measures(scene) {}

  void steps(int count, const std::function<void(const States& before, const TimeStepper&)>& see) {
    for (int k = 0; k < count; ++k) {
      const States before = stepper.states();
      const StepReport report = stepper.step();
      measures.add(report, stepper.states());
      if (see) see(before, stepper);
    }
  }

  const Scene scene;
  QuasiLmdContacts contacts;
  Measures measures;
  TimeStepper stepper{scene, [this](const States& s, FoundContacts& f) { contacts.find(s, f); }, solve_newton,
                      SolverSettings{scene.tolerance, 2000}};
};

/// The scene with a gripper that goes to `depth` in `seconds`.
Scene pushed(bool fine, double depth, double seconds) {
  Scene out = insertion(fine);
  std::vector<Waypoint>& guide = out.bodies[1].load.guide;
  guide = {guide[0], {seconds, guide[0].position - Vector{0, 0, depth}}};
  return out;
}

/// Angle between the shaft's axis and the bore's. The axis is the longest of the shaft: its least moment.
double tilt_of(const Scene& scene, const States& states) {
  const Vector& k = scene.bodies[1].constants.inertia;
  const Vector own = k.x < k.y && k.x < k.z ? Vector{1, 0, 0} : k.y < k.z ? Vector{0, 1, 0} : Vector{0, 0, 1};
  const Vector axis = abut::rotate(dem::rotation_of(states[1]), own);
  return std::atan2(std::hypot(axis.x, axis.y), std::abs(axis.z));
}

// Volumes are those of the exact parts, by another program.
TEST(InsertionParts, AreClosedOutwardAndAsCloseToTheExactPartsAsTheySay) {
  for (const std::string level : {"coarse", "fine"}) {
    const double chord = level == "coarse" ? 0.005 : 0.0025, share = level == "coarse" ? 2e-3 : 1e-3;
    const abut::Mesh shaft = part("shaft_" + level), pulley = part("pulley_" + level);
    const abut::MeshReport of_shaft = abut::examine(shaft), of_pulley = abut::examine(pulley);
    EXPECT_TRUE(of_shaft.outward && of_pulley.outward);
    EXPECT_EQ(of_shaft.degenerate_triangles + of_pulley.degenerate_triangles, 0u);
    EXPECT_NEAR(of_shaft.volume / 413.399134, 1, share);
    EXPECT_NEAR(of_pulley.volume / 226.984823, 1, share);
    double widest = 0;
    for (const Vector& v : shaft.vertices) widest = std::max(widest, std::hypot(v.x, v.y));
    EXPECT_NEAR(widest, 1.995, 2e-6);
    EXPECT_GT(least_radius(pulley), 2 - chord);
    EXPECT_LT(least_radius(pulley), 2);
  }
  EXPECT_GT(part("pulley_fine").triangles.size(), part("pulley_coarse").triangles.size());
}

TEST(Insertion, TheShaftGoesInAndTheBorePutsItStraight) {
  Played run(pushed(false, 3.5e-3, 0.12));
  run.steps(320, {});
  const Summary s = run.measures.summary();
  EXPECT_EQ(s.crossings, 0u);
  EXPECT_EQ(s.unsolved, 0u);
  EXPECT_GT(s.least_gap, -1e-6);  // the dilation is 2e-5
  EXPECT_GT(s.mean_contacts, 50);
  const States& end = run.stepper.states();
  const Vector sunk = run.scene.bodies[1].start.position - end[1].position;
  EXPECT_GT(sunk.z, 3.5e-3);  // the gripper's spring sags
  EXPECT_LT(sunk.z, 5e-3);
  EXPECT_GT(tilt_of(run.scene, states_of(run.scene)), 9e-3);
  // The end of the shaft and the bore's upper edge leave it this play, and the chamfers of 0.2 mm are no hold.
  EXPECT_LT(tilt_of(run.scene, end), 2 * 0.005 / (sunk.z * 1e3 - 0.5 - 0.4));
}

TEST(Insertion, TheFinerTessellationGoesInToo) {
  Played run(pushed(true, 2e-3, 0.08));
  run.steps(120, {});
  const Summary s = run.measures.summary();
  EXPECT_EQ(s.crossings, 0u);
  EXPECT_EQ(s.unsolved, 0u);
  EXPECT_GT(s.least_gap, -1e-6);
  EXPECT_GT((run.scene.bodies[1].start.position - run.stepper.states()[1].position).z, 1e-3);
}

// What weight, gripper and contacts give in a step is what the shaft gains. The gripper is a spring of mass times f^2
// with critical damping, both of the end of the step.
TEST(Insertion, MomentumIsWhatWeightGripperAndContactsGive) {
  Played run(pushed(false, 2e-3, 0.08));
  double worst = 0, largest = 0;
  run.steps(120, [&](const States& before, const TimeStepper& stepper) {
    const Scene& scene = run.scene;
    const double m = scene.bodies[1].constants.mass, f = scene.bodies[1].load.guide_frequency, h = scene.step;
    Vector contacts{0, 0, 0};
    for (const Vector& p : stepper.impulses())
      contacts = contacts + p * (stepper.found().contacts[0].b == 1 ? 1.0 : -1.0);
    const GuidePoint guide = guide_at(scene.bodies[1].load.guide, stepper.time());
    const Vector free = stepper.states()[1].velocity - contacts * (1 / m);
    const Vector spring =
        (guide.position - before[1].position - free * h) * (f * f) + (guide.velocity - free) * (2 * f);
    worst = std::max(worst, abut::length(free - before[1].velocity - (scene.gravity + spring) * h));
    largest = std::max(largest, abut::length(contacts) / m);
  });
  EXPECT_GT(largest, 1e-3);
  EXPECT_LT(worst, 1e-12);
}

// Both parts fly freely, the shaft into the bore.
TEST(Insertion, TwoFreePartsKeepTheirMomentum) {
  Scene scene = insertion(false);
  SceneBody& pulley = scene.bodies[0];
  const abut::Pose laid{pulley.start.position, dem::rotation_of(pulley.start)};
  const abut::Mesh mesh{pulley.complex.vertices, pulley.complex.triangles};
  pulley = solid_body("pulley", mesh, {7800, pulley.options.dilation}, laid);
  scene.gravity = {0, 0, 0}, scene.conserves = true;
  scene.bodies[1].load = {};
  scene.bodies[1].start.velocity = {0, 0, -0.03};
  Played run(scene);
  run.steps(150, {});
  const Summary s = run.measures.summary();
  EXPECT_EQ(s.crossings, 0u);
  EXPECT_GT(abut::length(run.stepper.states()[0].velocity), 1e-3);  // they have met
  EXPECT_LT(s.linear_error, 1e-13);
  EXPECT_LT(s.angular_error, 1e-12);
}

}  // namespace
}  // namespace time_stepping::testing
