// Packings made by hand, whose contacts, energies and forces are counted on paper; what a step's pairs add up to.
#include <gtest/gtest.h>

#include <cmath>

#include "examples/dem/cpu_machine.h"
#include "examples/dem/planar_machine.h"
#include "examples/dem/planar_scene.h"
#include "tests/dem/planar_shapes.h"
#include "tests/support/random.h"

namespace dem {
namespace {

constexpr double radius = 0.05, depth = 1e-4;

/// What a step says of bodies that stand still. Data only.
struct Standing {
  PairTotals totals;
  Energies energies;
  std::vector<BodyState> states;
};
template <class Machine, class Law>
Standing standing(Scene& scene, const Law& law) {
  scene.settings.step = 1e-12;  // nothing moves
  Machine machine(2);
  Simulation<Machine, Law> run(machine, scene, law);
  run.step();
  return {run.totals(), run.energies(), run.states()};
}

/// Balls at the points of a cubic grid, each deep in its neighbours, turned as a whole.
constexpr int edge = 4;
void add_grid(Scene& scene, const abut::Mat3<double>& turn) {
  scene.settings.gravity = {0, 0, 0};
  for (int i = 0; i < edge * edge * edge; ++i) {
    const Vector at{static_cast<double>(i % edge), static_cast<double>(i / edge % edge),
                    static_cast<double>(i / edge / edge)};
    scene.add(scene.shapes.add_sphere(radius), abut::rotate(turn, at * (2 * radius - depth)));
  }
}

TEST(Packing, AGridOfBallsHasTheContactsEnergyAndForcesOfItsNeighbours) {
  const double k = Material{}.stiffness;
  abut::test::Random random(5);
  for (const abut::Mat3<double>& turn : {abut::rotation_from_quaternion(1, 0, 0, 0), random.rotation()}) {
    Scene scene;
    add_grid(scene, turn);
    const Standing s = standing<CpuMachine>(scene, DepthLaw{{k}});
    const std::uint64_t contacts = 3 * edge * edge * (edge - 1);
    EXPECT_EQ(s.totals.contacts, contacts);
    EXPECT_EQ(s.totals.failures, 0u);
    EXPECT_GE(s.totals.pairs, contacts);
    EXPECT_NEAR(s.totals.deepest, depth, 1e-12);
    EXPECT_NEAR(s.energies.normal, static_cast<double>(contacts) * 0.5 * k * depth * depth, 1e-12);
    EXPECT_EQ(s.energies.tangential, 0);
    for (int i = 0; i < edge * edge * edge; ++i) {
      // Neighbours on both sides push alike: what is left is outwards.
      const auto outwards = [](int at) { return at == 0 ? -1.0 : at == edge - 1 ? 1.0 : 0.0; };
      const Vector out{outwards(i % edge), outwards(i / edge % edge), outwards(i / edge / edge)};
      EXPECT_LT(abut::length(s.states[i].force - abut::rotate(turn, out) * (k * depth)), 1e-7) << i;
      EXPECT_LT(abut::length(s.states[i].torque), 1e-9) << i;
    }
  }
}

// Boxes of balls at the points of the grid overlap with those of all 26 around.
TEST(Packing, CandidatesAreThoseWhoseBoxesOverlapAndQueriesNoMore) {
  Scene scene;
  add_grid(scene, abut::rotation_from_quaternion(1, 0, 0, 0));
  const Standing s = standing<CpuMachine>(scene, DepthLaw{{Material{}.stiffness}});
  constexpr std::uint64_t around = 3 * edge - 2;
  EXPECT_EQ(s.totals.candidates, (around * around * around - edge * edge * edge) / 2);
  EXPECT_LE(s.totals.pairs, s.totals.candidates);
}

TEST(Packing, ARhombusOfDiscsHasThreeContactsADiscLessItsEdges) {
  constexpr int side = 6;
  Settings s;
  set_plane_defaults(s);
  s.gravity = {0, 0, 0};
  Scene scene;
  scene.settings = s;
  const double apart = 2 * radius - depth;
  for (int i = 0; i < side * side; ++i) {
    const double row = i / side;
    scene.add_planar(scene.plane.add_disc(radius), {apart * (i % side + 0.5 * row), apart * std::sqrt(0.75) * row});
  }
  const Standing found = standing<PlanarMachine>(scene, DepthLaw{{s.material.stiffness}});
  constexpr std::uint64_t contacts = (side - 1) * (3 * side - 1);
  EXPECT_EQ(found.totals.contacts, contacts);
  EXPECT_NEAR(found.energies.normal, contacts * 0.5 * s.material.stiffness * depth * depth, 1e-9);
  const auto force = [&](int row, int column) { return found.states[side * row + column].force; };
  for (int row = 1; row + 1 < side; ++row) {
    for (int column = 1; column + 1 < side; ++column) EXPECT_LT(abut::length(force(row, column)), 1e-6);
  }
  // The pointed corner has two neighbours, at no angle and at 60 degrees: it is pushed away from between them.
  const double f = s.material.stiffness * depth;
  EXPECT_LT(abut::length(force(0, 0) - Vector{-1.5, -std::sqrt(0.75), 0} * f), 1e-6);
  EXPECT_LT(abut::length(force(side - 1, side - 1) + force(0, 0)), 1e-6);
}

/// Bodies one on the other on a floor, each so deep in what is below that this bears it; the depth is `stretch(force)`.
template <class Machine, class Law, class Stretch>
void expect_column_stands(Scene& scene, const Law& law, double height, const Stretch& stretch) {
  const Vector up = abut::unit_vector(-scene.settings.gravity);
  const std::uint32_t last = scene.size() - 1;
  const double weight = scene.constants[1].mass * 9.81;
  double top = 0;
  for (std::uint32_t i = 1; i <= last; ++i) {
    top -= stretch(weight * (last + 1 - i));
    scene.states[i].position = up * (top + height / 2);
    scene.states[i].force = up * weight;
    top += height;
  }
  scene.settings.step = 2e-5;
  Machine machine(1);
  Simulation<Machine, Law> run(machine, scene, law);
  for (int k = 0; k < 400; ++k) run.step();
  const std::vector<BodyState> states = run.states();
  for (std::uint32_t i = 1; i <= last; ++i) {
    EXPECT_LT(abut::length(states[i].position - scene.states[i].position), 1e-11) << i;
    EXPECT_LT(abut::length(states[i].velocity), 1e-9) << i;
    EXPECT_NEAR(abut::dot(states[i].force, up), weight, 1e-7 * weight) << i;
  }
  // The floor bears all of them, the next one all but one.
  const std::vector<PairForce> forces = run.forces();
  ASSERT_EQ(run.totals().contacts, last);
  double sum = 0;
  for (const PairForce& f : forces) sum += f.touches != 0 ? abut::dot(f.force, up) : 0;
  EXPECT_NEAR(sum, weight * last * (last + 1) / 2, 1e-6 * sum);
}

TEST(Packing, ColumnsOfBallsAndOfBoxesStandWhereTheirSpringsBearThem) {
  Settings s;
  const double k = s.material.stiffness;
  Scene balls;
  balls.settings = s;
  balls.add_wall({1, 1, 1}, {0, 0, -1});
  for (int i = 0; i < 6; ++i) balls.add(balls.shapes.add_sphere(radius), {0, 0, 0});
  expect_column_stands<CpuMachine>(balls, DepthLaw{{k}}, 2 * radius, [&](double force) { return force / k; });

  // By area a face of width w that is d deep is pushed by k (w d) w.
  set_plane_defaults(s);
  Scene boxes;
  boxes.settings = s;
  boxes.add_planar_wall({1, 1}, {0, -1});
  const double w = 0.08;
  for (int i = 0; i < 4; ++i) boxes.add_planar(boxes.plane.add_polygon(test::rectangle(w / 2, 0.05)), {0, 0});
  expect_column_stands<PlanarMachine>(boxes, VolumeLaw{{1e9}}, 0.1,
                                      [&](double force) { return force / (1e9 * w * w); });
}

TEST(PairTotals, CountFailuresByStatusAndContactsByWhatTouches) {
  using enum abut::Status;
  struct Row {
    abut::Status status;
    std::uint8_t flags;
    double separation;
    std::uint64_t touches;
  };
  const Row rows[] = {{converged, 0, -0.2, 1},
                      {touching, 0, 0, 0},
                      {converged, 0, -0.7, 0},  // the law has found no overlap: deepest is of what bears
                      {farther_than_alert, 0, 3, 0},
                      {converged, abut::normal_undefined_flag, -0.5, 1},
                      {iteration_limit, 0, -9, 0},
                      {degenerate_shape, abut::normal_undefined_flag, 0, 0},
                      {invalid_pose, abut::normal_undefined_flag, 0, 0}};
  std::vector<std::uint8_t> status;
  std::vector<double> separation;
  std::vector<PairForce> forces;
  for (const Row& r : rows) {
    status.push_back(static_cast<std::uint8_t>(static_cast<int>(r.status) | r.flags));
    separation.push_back(r.separation);
    PairForce f{};
    f.touches = r.touches, f.normal_energy = 1 + static_cast<double>(forces.size()), f.tangential_energy = 0.25;
    forces.push_back(f);
  }
  const PairTotals t = totals_of(40, std::size(rows), status.data(), separation.data(), forces.data());
  EXPECT_EQ(t.candidates, 40u);
  EXPECT_EQ(t.pairs, 8u);
  EXPECT_EQ(t.failures, 3u);
  EXPECT_EQ(t.contacts, 2u);
  EXPECT_EQ(t.normal_energy, 1 + 5);
  EXPECT_EQ(t.tangential_energy, 0.5);
  EXPECT_EQ(t.deepest, 0.5);
  const PairTotals none = totals_of(3, 0, nullptr, nullptr, nullptr);
  EXPECT_EQ(none.candidates, 3u);
  EXPECT_EQ(none.contacts + none.failures, 0u);
}

/// A machine that is given its pairs.
class GivenPairs : public CoreMachine {
 public:
  GivenPairs(const Scene& scene, std::span<const abut::Pair> of_parts) : CoreMachine(1) {
    Snapshot from;
    from.states = scene.states;
    begin(scene, from);
    take_pairs(of_parts.size(), of_parts, {});
  }
};

// Bodies 0 and 1 are walls; bodies 2 to 6 have one to three parts.
TEST(Incidence, ListsTheForcesOfEachBodyInOrderAndSharesWhatTheyLose) {
  Scene scene;
  abut::test::Random random(8);
  for (int wall = 0; wall < 2; ++wall) scene.add_wall({1, 1, 1}, {0, 0, 5.0 * wall});
  const BodyConstants own{2, 0.5, {1, 1, 1}, {1, 1, 1}, 1};
  for (const std::uint32_t parts : {1u, 3u, 2u, 1u, 2u}) scene.add_in_parts(parts, own, random.in_cube());
  std::vector<abut::Pair> pairs;
  while (pairs.size() < 60) {
    const abut::Pair p{random.below(scene.parts()), random.below(scene.parts())};
    const std::uint32_t a = scene.part_body[p.a], b = scene.part_body[p.b];
    if (a != b && (a > 1 || b > 1)) pairs.push_back(p);
  }
  GivenPairs machine(scene, pairs);
  std::vector<PairForce> forces;
  std::vector<Vector> force(7), torque(7);
  std::vector<double> damping(7), friction(7);
  double lost = 0;
  for (const abut::Pair& p : pairs) {
    PairForce f{};
    f.force = random.in_cube(), f.moment = random.in_cube(), f.point = random.in_cube();
    f.damping_loss = random.uniform(), f.friction_loss = random.uniform(), f.touches = random.below(4) > 0;
    forces.push_back(f);
    if (f.touches == 0) continue;
    const std::uint32_t ends[2] = {scene.part_body[p.a], scene.part_body[p.b]};
    lost += f.damping_loss;
    for (int end = 0; end < 2; ++end) {
      const std::uint32_t i = ends[end];
      const double sign = end == 0 ? -1 : 1, share = ends[1 - end] < 2 ? 1 : 0.5;
      force[i] = force[i] + f.force * sign;
      torque[i] = torque[i] + (abut::cross(f.point - scene.states[i].position, f.force) + f.moment) * sign;
      damping[i] += share * f.damping_loss, friction[i] += share * f.friction_loss;
    }
  }
  const PairArrays arrays = machine.pairs();
  machine.for_each(7,
                   SumForces{machine.bodies(), machine.constants(), machine.incidence(7), arrays.pairs, forces.data()});
  const std::vector<BodyState> states = machine.states();
  double summed = 0;
  for (std::uint32_t i = 2; i < 7; ++i) {
    EXPECT_LT(abut::length(states[i].force - force[i]), 1e-13) << i;
    EXPECT_LT(abut::length(states[i].torque - torque[i]), 1e-13) << i;
    EXPECT_NEAR(states[i].damping_loss, damping[i], 1e-13) << i;
    EXPECT_NEAR(states[i].friction_loss, friction[i], 1e-13) << i;
    summed += states[i].damping_loss;
  }
  EXPECT_NEAR(summed, lost, 1e-12) << "each loss is there once";
  EXPECT_EQ(abut::length(states[0].force) + states[1].damping_loss, 0) << "walls keep nothing";
}

}  // namespace
}  // namespace dem
