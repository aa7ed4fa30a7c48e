// What a run begins with: random numbers, the box, the bodies, and where they are born.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "examples/dem/planar_scene.h"
#include "tests/support/complaint.h"

namespace dem {
namespace {

// Of the seed 1234567, as lists of test vectors for splitmix64 have them.
TEST(DemRandom, HasThePublishedNumbersOfSplitmix64) {
  Random random(1234567);
  for (const std::uint64_t bits : {6457827717110365317ull, 3203168211198807973ull, 9817491932198370423ull,
                                   4593380528125082431ull, 16408922859458223821ull}) {
    EXPECT_EQ(random.uniform(), static_cast<double>(bits >> 11) / 9007199254740992.0);
  }
  Random again(random.state());
  EXPECT_EQ(again.uniform(), random.uniform()) << "the state is all there is";
}

TEST(DemRandom, RotationsAreOfUnitLengthAndHaveTheMomentsOfTheUniformOnes) {
  Random random(3);
  constexpr int count = 20000;
  double moments[4][4] = {}, angle[2] = {}, fourth = 0;
  for (int k = 0; k < count; ++k) {
    double q[4], p[4];
    random.rotation(q), random.planar_rotation(p);
    double square = 0;
    for (int i = 0; i < 4; ++i) {
      square += q[i] * q[i];
      for (int j = 0; j < 4; ++j) moments[i][j] += q[i] * q[j] / count;
    }
    fourth += q[0] * q[0] * q[0] * q[0] / count;
    ASSERT_NEAR(square, 1, 1e-15);
    ASSERT_NEAR(p[0] * p[0] + p[3] * p[3], 1, 1e-15);
    ASSERT_TRUE(p[1] == 0 && p[2] == 0);
    angle[0] += (p[0] * p[0] - p[3] * p[3]) / count, angle[1] += 2 * p[0] * p[3] / count;
  }
  // Of the sphere in four dimensions: means of q_i q_j are 1/4 and 0, of q_i^4 1/8; five standard deviations.
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) EXPECT_NEAR(moments[i][j], i == j ? 0.25 : 0, 0.009) << i << ' ' << j;
  }
  EXPECT_NEAR(fourth, 0.125, 0.006);
  EXPECT_NEAR(angle[0], 0, 0.025);
  EXPECT_NEAR(angle[1], 0, 0.025);
}

/// A floor and `count` balls that wait above a grid of 3 by 2 cells of edge 0.2, two at a time.
struct Waiting {
  Scene scene;
  std::vector<BodyState> states;
  explicit Waiting(int count) {
    scene.add_wall({1, 1, 1}, {0, 0, -1});
    for (int i = 0; i < count; ++i) scene.add(scene.shapes.add_sphere(0.09), {0, 0, 0});
    scene.wait_for_birth();
    scene.injection = {0.2, 3, 2, 2, {0, 0, 1}, 0.8, 1.5};
    states = scene.states;
  }
};

/// The cell that a place is the middle of, counted by x from -0.2 and by y from -0.1; -1: none.
int cell_of(Vector at) {
  for (int cell = 0; cell < 6; ++cell) {
    if (abut::length(at - Vector{0.2 * (cell % 3) - 0.2, 0.2 * (cell / 3) - 0.1, 0.8}) < 1e-12) return cell;
  }
  return -1;
}

TEST(Birth, FillsFreeCellsABatchAtATimeAndTheRestWaits) {
  Waiting in(9);
  EXPECT_EQ(in.scene.born, 1u);
  Random random(4);
  std::set<int> taken;
  std::uint32_t born = 1;
  for (const std::uint32_t expected : {3u, 5u, 7u, 7u}) {  // after three batches no cell is free
    born = inject(in.scene, in.states, born, random);
    EXPECT_EQ(born, expected);
  }
  for (std::uint32_t i = 1; i < in.scene.size(); ++i) {
    const BodyState& b = in.states[i];
    EXPECT_EQ(std::isnan(b.position.x), i >= born) << i;
    if (i >= born) continue;
    EXPECT_TRUE(taken.insert(cell_of(b.position)).second) << i;
    EXPECT_EQ(b.velocity.z, -1.5);
    EXPECT_EQ(abut::length(b.momentum), 0);
  }
  EXPECT_EQ(taken, (std::set<int>{0, 1, 2, 3, 4, 5}));
  // All have fallen out of the way: the last two are born, and no more than there are.
  for (std::uint32_t i = 1; i < born; ++i) in.states[i].position.z = 0.1;
  EXPECT_EQ(inject(in.scene, in.states, born, random), 9u);
  EXPECT_EQ(inject(in.scene, in.states, 9, random), 10u);
  EXPECT_EQ(inject(in.scene, in.states, 10, random), 10u);
}

// A ball of radius 0.09 keeps a cell, of reach 0.1, from being used where its centre is nearer than 0.19 to the middle.
TEST(Birth, ACellIsTakenAsLongAsABodyReachesIntoItsSphere) {
  for (const auto& [away, blocked] :
       {std::pair{0.0, true}, {0.189, true}, {0.191, false}, {-0.189, true}, {-0.191, false}}) {
    Waiting in(3);
    in.states[1] = at_rest({-0.2, -0.1, 0.8 + away});
    in.states[2] = at_rest({0.2, 0.1, 0.8});
    in.scene.injection.per_batch = 6;
    Random random(1);
    // The last one can be born in any cell but those of the other two, and is in all of them in turn.
    std::set<int> seen;
    for (int k = 0; k < 200; ++k) {
      std::vector<BodyState> states = in.states;
      ASSERT_EQ(inject(in.scene, states, 3, random), 4u);
      seen.insert(cell_of(states[3].position));
    }
    EXPECT_EQ(seen.count(0), blocked ? 0u : 1u) << away;
    EXPECT_EQ(seen.size(), blocked ? 4u : 5u) << away;
    EXPECT_EQ(seen.count(5) + seen.count(-1), 0u);
  }
}

TEST(Birth, BatchesBringAllInThePartOfTheTimeThatIsAsked) {
  Settings s;
  s.bodies = 1000, s.seconds = 10, s.filled = 0.5, s.batch_interval = 0.25;
  EXPECT_EQ(bodies_per_batch(s), 50u);
  s.bodies = 1001;
  EXPECT_EQ(bodies_per_batch(s), 51u);
  s.batch_interval = 6;  // one comes at the start, whatever the time
  EXPECT_EQ(bodies_per_batch(s), 1001u);
}

/// Half extents and place of a wall of a scene in space.
struct Slab {
  Vector low, high;
};
Slab slab(const Scene& scene, std::uint32_t i) {
  const abut::ShapeHeader& h = scene.shapes.header(i);
  const Vector half{h.half_extent[0], h.half_extent[1], h.half_extent[2]}, at = scene.states[i].position;
  return {at - half, at + half};
}

TEST(Box, WallsLeaveNoGapAndHoldTheCellsOfAllThatIsBorn) {
  Settings s;
  s.bodies = 500, s.seconds = 2;
  const Scene scene = make_scene(s);
  ASSERT_EQ(scene.walls, 5u);
  const Injection& in = scene.injection;
  const double half = 0.5 * in.pitch * static_cast<double>(in.cells);
  const auto inside = [&](Vector p) {
    for (std::uint32_t i = 0; i < 5; ++i) {
      const Slab w = slab(scene, i);
      if (p.x > w.low.x && p.x < w.high.x && p.y > w.low.y && p.y < w.high.y && p.z > w.low.z && p.z < w.high.z)
        return true;
    }
    return false;
  };
  // Just outside of the room everything is wall, to the lid; inside nothing is.
  const double lid = in.height + 4 * largest_radius, out = 1e-9;
  for (int i = 0; i <= 10; ++i) {
    const double along = half * (0.2 * i - 1) * (1 - 1e-12), up = lid * (0.1 * i) * (1 - 1e-9) + 1e-12;
    for (int k = 0; k <= 10; ++k) {
      const double across = half * (0.2 * k - 1) * (1 - 1e-12);
      EXPECT_TRUE(inside({along, across, -out}));
      for (const double side : {-1.0, 1.0}) {
        EXPECT_TRUE(inside({side * (half + out), across, up}));
        EXPECT_TRUE(inside({across, side * (half + out), up}));
      }
      EXPECT_FALSE(inside({along * (1 - 1e-9), across * (1 - 1e-9), up}));
    }
  }
  EXPECT_TRUE(inside({half + out, half + out, -out})) << "the corners too";
  // A body in the outermost cell keeps its distance from the walls, and below the lid.
  EXPECT_GE(0.5 * in.pitch, largest_radius);
  EXPECT_LT(in.height + 0.5 * in.pitch, lid);
  EXPECT_GE(in.cells * in.rows, in.per_batch);
  // What is in it at the end fills less than half of the room below the cells.
  double solid = 0;
  for (std::uint32_t i = scene.walls; i < scene.size(); ++i) solid += scene.constants[i].mass / s.material.density;
  EXPECT_LT(solid / 0.5, 4 * half * half * (in.height - 0.5 * in.pitch));
  for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(scene.constants[i].inverse_mass, 0);
}

/// Volumes over the cube of the radius of the sphere around: a pyramid of height 1.2 over a square in the unit circle,
/// whose centre is a quarter up; an octagon's prism 1.4 high; a frustum of 0.6 of it at the top; a ball.
constexpr double octagon = 2.82842712474619;
std::vector<double> volumes() {
  const double top = 0.6, up = 1.4 / 4 * (1 + 2 * top + 3 * top * top) / (1 + top + top * top);
  return {0.8 / std::pow(1.09, 1.5), octagon * 1.4 / std::pow(1.49, 1.5),
          octagon * 1.4 / 3 * (1 + top + top * top) / std::pow(1 + up * up, 1.5), 4.18879020478639};
}

struct Circle {
  PlanarVector centre;
  double radius;
};
Circle circle_through(PlanarVector a, PlanarVector b, PlanarVector c) {
  const PlanarVector u = b - a, v = c - a;
  const double d = 2 * abut::cross(u, v), uu = abut::dot(u, u), vv = abut::dot(v, v);
  const PlanarVector to{(v.y * uu - u.y * vv) / d, (u.x * vv - v.x * uu) / d};
  return {a + to, abut::length(to)};
}

TEST(Bodies, OfThePresetsHaveTheVolumesOfTheirSolidsAndCornersOnCircles) {
  Settings s;
  s.bodies = 300, s.seconds = 2;
  for (const auto preset : {Settings::pyramids, Settings::spheres}) {
    s.preset = preset;
    const Scene scene = make_scene(s);
    int count[4] = {};
    for (std::uint32_t i = scene.walls; i < scene.size(); ++i) {
      const BodyConstants& c = scene.constants[i];
      EXPECT_GT(c.radius, smallest_radius * (1 - 1e-12));
      EXPECT_LT(c.radius, largest_radius * (1 + 1e-12));
      const double volume = c.mass / s.material.density / (c.radius * c.radius * c.radius);
      const std::vector<double> all = volumes();
      const auto same = std::find_if(all.begin(), all.end(), [&](double v) { return std::abs(v - volume) < 1e-9; });
      ASSERT_NE(same, all.end()) << volume;
      ++count[same - all.begin()];
    }
    // A third each, by a binomial's five standard deviations; where there are balls they are in place of frustums.
    const bool balls = preset == Settings::spheres;
    for (const int kind : {0, 1, balls ? 3 : 2}) EXPECT_NEAR(count[kind], 100, 41) << kind;
    EXPECT_EQ(count[balls ? 2 : 3], 0);
  }
  set_plane_defaults(s);
  s.preset = Settings::polygons;
  const Scene plane = make_scene(s);
  std::set<std::size_t> corners;
  for (std::uint32_t i = plane.walls; i < plane.size(); ++i) {
    const auto v = plane.plane.vertices(i);
    corners.insert(v.size());
    const double r = plane.constants[i].radius;
    EXPECT_GT(r, smallest_radius * (1 - 1e-12));
    EXPECT_LT(r, largest_radius * (1 + 1e-12));
    if (v.size() == 1) continue;
    // Corners lie on a circle, of which the regular polygon has at most 1 / 0.7 of the area, and not next to each
    // other.
    const Circle circle = circle_through(v[0], v[1], v[2]);
    const auto n = static_cast<double>(v.size());
    const double regular = n / 2 * std::sin(2 * 3.14159265358979 / n) * circle.radius * circle.radius;
    const double area = plane.constants[i].mass / s.material.density;
    EXPECT_GT(area, 0.69 * regular);  // 0.7 by a table of four digits
    EXPECT_LT(area, regular * (1 + 1e-9));
    for (std::size_t k = 0; k < v.size(); ++k) {
      EXPECT_NEAR(abut::length(v[k] - circle.centre), circle.radius, 1e-9);
      EXPECT_GT(abut::length(v[k] - v[(k + 1) % v.size()]), 0.2 * circle.radius * (1 - 1e-12));
    }
  }
  EXPECT_EQ(corners, (std::set<std::size_t>{1, 3, 4, 5, 6, 7, 8}));
}

TEST(Settings, EveryRangeIsClosedWhereItSays) {
  using abut::test::complaint;
  const auto told = [](const auto& change) {
    Settings s;
    s.bodies = 10, s.seconds = 0.5;
    change(s);
    return complaint([&] { make_scene(s); });
  };
  const double nan = std::nan(""), inf = HUGE_VAL;
  EXPECT_EQ(told([](Settings& s) { s.bodies = 0; }), "bodies is 0: has to be 1 to 10000000");
  EXPECT_EQ(told([](Settings& s) { s.bodies = 10'000'001; }), "bodies is 1e+07: has to be 1 to 10000000");
  EXPECT_EQ(told([&](Settings& s) { s.seconds = inf; }), "seconds is inf: has to be positive and finite");
  EXPECT_EQ(told([](Settings& s) { s.filled = 0; }), "filled is 0: has to be above 0 and at most 1");
  EXPECT_EQ(told([](Settings& s) { s.filled = 1; }), "");
  EXPECT_EQ(told([](Settings& s) { s.filled = 1.01; }), "filled is 1.01: has to be above 0 and at most 1");
  EXPECT_EQ(told([&](Settings& s) { s.batch_interval = nan; }), "batch interval (s) is nan: has to be positive");
  EXPECT_EQ(told([&](Settings& s) { s.gravity.y = -inf; }), "gravity (m/s^2) is inf: has to be finite");
  EXPECT_EQ(told([](Settings& s) { s.material.tangential_ratio = 1.5; }),
            "tangential ratio is 1.5: has to be from 0 to 1");
  EXPECT_EQ(told([](Settings& s) { s.material.tangential_ratio = 0; }), "");
  EXPECT_EQ(told([](Settings& s) { s.material.friction = -0.5; }), "friction is -0.5: has to be 0 or more and finite");
  EXPECT_EQ(told([](Settings& s) { s.material.restitution = 1.25; }),
            "restitution is 1.25: has to be above 0 and at most 1");
  EXPECT_EQ(told([&](Settings& s) { s.step = nan; }), "step is nan s: has to be positive");
}

}  // namespace
}  // namespace dem
