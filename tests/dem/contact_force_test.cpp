// The force of one pair by itself, against closed forms: its work, the frame that it is in, the cone of friction, and
// what slip loses.
#include "examples/dem/contact_force.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/random.h"

namespace dem {
namespace {

using abut::dot;
using abut::length;
using abut::test::Random;

constexpr double step = 1e-4;
constexpr QuadraticLaw law{1e4};

/// A pair in contact. Data only.
struct Touch {
  Overlap overlap;
  Approach approach;
  Spring spring;
};

/// Of an overlap whose gradient has a moment, as by volume; the spring lies across the normal.
Touch random_touch(Random& random) {
  Touch out{};
  const Vector normal = random.direction();
  const auto across = [&](double size) {
    const Vector v = random.in_ball() * size;
    return v - normal * dot(v, normal);
  };
  out.overlap = {random.magnitude(1e-4, 1e-2), random.magnitude(0.1, 10), normal, random.in_ball() * 0.05,
                 random.in_cube()};
  out.approach = {random.in_ball() * 2.0, random.in_ball() * 20.0, random.magnitude(0.1, 2)};
  out.spring = {across(1e-3), across(1e-4)};
  return out;
}

PairForce force_of(Touch& touch, const Friction& friction) {
  return contact_force(law, friction, touch.overlap, touch.approach, step, touch.spring);
}

constexpr Friction frictionless{60, 40, 8e3, 0};
constexpr Friction rough{60, 40, 8e3, 0.4};
constexpr Friction rough_undamped{0, 0, 8e3, 0.4};

TEST(ContactForce, DoesTheWorkThatTheElasticEnergyLosesLessWhatDampingTakes) {
  Random random(1);
  for (int k = 0; k < 1000; ++k) {
    Touch touch = random_touch(random);
    touch.spring = {};
    const Overlap& o = touch.overlap;
    const PairForce f = force_of(touch, frictionless);
    EXPECT_DOUBLE_EQ(f.normal_energy, 0.5 * law.stiffness * o.measure * o.measure);
    // The measure falls with B's motion along its gradient, which is a force and a moment.
    const double falls = o.slope * (dot(touch.approach.velocity, o.normal) + dot(touch.approach.spin, o.moment));
    const double h = 1e-6 * o.measure / std::abs(falls);
    const double power =
        (law.energy(o.measure - h * falls) - law.energy(o.measure + h * falls)) / (2 * h);  // that the spring takes in
    const double work = dot(f.force, touch.approach.velocity) + dot(f.moment, touch.approach.spin);
    EXPECT_NEAR(work * step + f.damping_loss, -power * step, 1e-9 * std::abs(power) * step + 1e-15) << k;
    EXPECT_GE(f.damping_loss, 0) << k;
    EXPECT_EQ(f.friction_loss, 0) << k;
  }
}

TEST(ContactForce, PressesHarderWhereBodiesCloseAndNeverPulls) {
  const Overlap overlap{0.01, 1, {0, 0, 1}, {0, 0, 0}, {0, 0, 0}};
  const double elastic = 100, z = frictionless.damping * std::sqrt(0.5);
  for (const double opening : {-3.0, -0.5, 0.0, 0.5, 3.0}) {
    Touch touch{overlap, {{0, 0, opening}, {0, 0, 0}, 0.5}, {}};
    const PairForce f = force_of(touch, frictionless);
    const bool pulls = opening * z > elastic;
    EXPECT_NEAR(f.force.z, pulls ? 0 : elastic - z * opening, 1e-12) << opening;
    EXPECT_NEAR(f.damping_loss, (pulls ? elastic : z * opening) * opening * step, 1e-15) << opening;
    EXPECT_EQ(f.touches, 1u);
  }
}

TEST(ContactForce, FrictionStaysInItsConeAgainstTheSlipAndTheSpringBearsWhatIsLeft) {
  Random random(2);
  int slides = 0, sticks = 0;
  for (int k = 0; k < 1000; ++k) {
    Touch touch = random_touch(random);
    const Vector n = touch.overlap.normal;
    const Vector sliding = touch.approach.velocity - n * dot(touch.approach.velocity, n);
    const Vector trial = touch.spring.stretch + touch.spring.ahead + sliding * (0.5 * step);
    const PairForce f = force_of(touch, rough);
    const double pressed = dot(f.force, n), c = rough.tangential_damping * std::sqrt(touch.approach.reduced_mass);
    const Vector tangential = f.force - n * pressed, wanted = -(trial * rough.tangential_stiffness) - sliding * c;
    const double scale = length(wanted), limit = rough.coefficient * pressed;
    const bool slid = scale > limit;
    ++(slid ? slides : sticks);
    EXPECT_NEAR(length(tangential), std::min(scale, limit), 1e-10 * (scale + pressed)) << k;
    EXPECT_LT(length(tangential * scale - wanted * length(tangential)), 1e-10 * scale * (scale + pressed)) << k;
    // What a slide leaves of the spring and of the damper together is the limit.
    const double kept = slid ? limit / scale : 1;
    EXPECT_LT(length(touch.spring.stretch - trial * kept), 1e-12) << k;
    EXPECT_EQ(length(touch.spring.ahead), 0) << k;
    EXPECT_NEAR(f.tangential_energy, 0.5 * rough.tangential_stiffness * abut::squared_length(touch.spring.stretch),
                1e-12)
        << k;
  }
  EXPECT_GT(slides, 200);
  EXPECT_GT(sticks, 50);
}

/// x turned round; vectors along rotations, as spins and moments are, keep their x alone.
Vector mirrored(Vector v) { return {-v.x, v.y, v.z}; }
Vector mirrored_axial(Vector v) { return {v.x, -v.y, -v.z}; }
Vector negated(Vector v) { return -v; }

void expect_same(const PairForce& a, const PairForce& b, int k) {
  const auto same = [&](Vector u, Vector v) { EXPECT_TRUE(u.x == v.x && u.y == v.y && u.z == v.z) << k; };
  same(a.force, b.force), same(a.moment, b.moment), same(a.point, b.point), same(a.normal, b.normal);
  EXPECT_EQ(a.normal_energy, b.normal_energy) << k;
  EXPECT_EQ(a.tangential_energy, b.tangential_energy) << k;
  EXPECT_EQ(a.damping_loss, b.damping_loss) << k;
  EXPECT_EQ(a.friction_loss, b.friction_loss) << k;
}

// Signs alone change, so that not even a rounding does.
TEST(ContactForce, HasTheSameBitsMirroredAndWithItsBodiesSwapped) {
  Random random(3);
  for (int k = 0; k < 500; ++k) {
    const Touch given = random_touch(random);
    Touch touch = given;
    const PairForce f = force_of(touch, rough);
    const Overlap& o = given.overlap;
    const Approach& a = given.approach;

    Touch mirror{{o.measure, o.slope, mirrored(o.normal), mirrored_axial(o.moment), mirrored(o.point)},
                 {mirrored(a.velocity), mirrored_axial(a.spin), a.reduced_mass},
                 {mirrored(given.spring.stretch), mirrored(given.spring.ahead)}};
    PairForce expected = f;
    expected.force = mirrored(f.force), expected.moment = mirrored_axial(f.moment);
    expected.point = mirrored(f.point), expected.normal = mirrored(f.normal);
    expect_same(force_of(mirror, rough), expected, k);

    Touch swapped{{o.measure, o.slope, negated(o.normal), negated(o.moment), o.point},
                  {negated(a.velocity), negated(a.spin), a.reduced_mass},
                  {negated(given.spring.stretch), negated(given.spring.ahead)}};
    expected = f;
    expected.force = negated(f.force), expected.moment = negated(f.moment), expected.normal = negated(f.normal);
    expect_same(force_of(swapped, rough), expected, k);
    EXPECT_TRUE(swapped.spring.stretch.x == -touch.spring.stretch.x) << k;
  }
}

/// A contact that presses by 100 N and slips at a speed along x, as `SlipAhead` leaves it from step to step.
struct Slider {
  Touch touch{{0.01, 1, {0, 0, 1}, {0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}, 0.5}, {}};
  PairForce slip(double speed, const Friction& friction) {
    touch.approach.velocity = {speed, 0, 0};
    const PairForce f = force_of(touch, friction);
    touch.spring.ahead = {0.5 * step * speed, 0, 0};
    return f;
  }
};

TEST(ContactForce, ASteadySlideLosesTheForceTimesTheWay) {
  for (const double speed : {0.3, -2.0}) {
    Slider slider;
    const double limit = rough_undamped.coefficient * 100, borne = limit / rough_undamped.tangential_stiffness;
    double stored = 0, lost = 0, work = 0, before = 0;
    for (int k = 0; k < 400; ++k) {
      const PairForce f = slider.slip(speed, rough_undamped);
      // Kicks at both ends of the step; at the beginning of the contact there is one.
      work -= (k == 0 ? f.force.x : 0.5 * (f.force.x + before)) * speed * step;
      before = f.force.x, stored = f.tangential_energy, lost += f.friction_loss;
      const double way = step * std::abs(speed);
      if (way * (k + 1) > borne + way) {
        EXPECT_NEAR(f.force.x, speed > 0 ? -limit : limit, 1e-10);
        EXPECT_NEAR(f.friction_loss, limit * way, 1e-12) << k;
      } else if (way * (k + 1) < borne) {
        EXPECT_EQ(f.friction_loss, 0) << k;
      }
    }
    EXPECT_NEAR(stored, 0.5 * limit * borne, 1e-12);
    // The step that begins to slide has a triangle's corner cut off, and the first kick stands for a whole step.
    EXPECT_NEAR(lost + stored, work, limit * step * std::abs(speed));
  }
}

TEST(ContactForce, AStickingSpringIsTheMeanSlipOfBothEndsOfEachStep) {
  Slider slider;
  double expected = 0, last = 0;
  for (int k = 0; k < 300; ++k) {
    const double speed = 0.2 * std::cos(0.05 * k);
    const PairForce f = slider.slip(speed, rough_undamped);
    expected += k == 0 ? step * speed : 0.5 * step * (speed + last);
    last = speed;
    EXPECT_NEAR(slider.touch.spring.stretch.x, expected, 1e-16) << k;
    EXPECT_NEAR(f.force.x, -rough_undamped.tangential_stiffness * expected, 1e-11) << k;
    EXPECT_EQ(f.friction_loss + f.damping_loss, 0) << k;
  }
}

// Round the triangle of the axes, an eighth of the sphere, a vector that stays as parallel as it can turns by its area.
TEST(TurnedIntoPlane, KeepsLengthAndTurnsByTheAreaThatTheNormalGoesRound) {
  const Vector axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  constexpr int steps = 4000;
  constexpr double right_angle = 1.57079632679489661923;
  Vector stretch{0, 3e-4, 4e-4};
  for (int side = 0; side < 3; ++side) {
    for (int k = 1; k <= steps; ++k) {
      const double angle = right_angle * k / steps;
      const Vector normal = axes[side] * std::cos(angle) + axes[side + 1] * std::sin(angle);
      stretch = turned_into_plane(stretch, normal);
      ASSERT_NEAR(dot(stretch, normal), 0, 1e-18);
      ASSERT_NEAR(length(stretch), 5e-4, 1e-15);
    }
  }
  EXPECT_NEAR(stretch.x, 0, 1e-18);
  EXPECT_NEAR(stretch.y, -4e-4, 1e-6);
  EXPECT_NEAR(stretch.z, 3e-4, 1e-6);
  EXPECT_EQ(length(turned_into_plane({0, 0, 2}, {0, 0, -1})), 0) << "nothing of it is in the plane";
}

}  // namespace
}  // namespace dem
