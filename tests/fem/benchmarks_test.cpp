// The benchmarks, against closed forms, symmetry and what is conserved.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numbers>
#include <optional>
#include <string>

#include "abut/core/error.h"
#include "examples/fem/bars.h"
#include "examples/fem/ironing.h"
#include "examples/fem/options.h"
#include "examples/fem/sphere.h"
#include "examples/fem/tetrahedra.h"

namespace fem::testing {
namespace {

TEST(Bounce, TheTipFallsFreelyAndComesBackAlongTheSameWay) {
  const BounceSettings settings = bounce_settings();
  const Bounce b = bounce(settings);
  const double start = b.samples[0].height, step = b.measures.step;
  for (const BounceSample& s : b.samples) {
    if (s.time > b.measures.first_touch - step) break;
    EXPECT_NEAR(s.height, start - 0.5 * 9.81 * s.time * s.time, 1e-12);
  }
  EXPECT_NEAR(b.measures.first_touch, 0.9, 2 * step);
  EXPECT_EQ(b.measures.most_touching, 6u);
  EXPECT_GT(b.returned, 0.9999);
  EXPECT_LT(b.returned, 1);
  EXPECT_LT(b.asymmetry, 2e-3 * b.fall);
  EXPECT_LT(b.sideways, 1e-12);
  EXPECT_LT(b.measures.energy_error, 2e-4 * b.measures.largest_kinetic);
  EXPECT_EQ(b.measures.inverted, 0u);
}

// What supports the lower one has given weight and momentum: exactly, step by step.
TEST(Bounce, TheSupportGivesWhatBothGain) {
  const BounceSettings settings = bounce_settings();
  const Problem problem = bounce_problem(settings);
  const System system(problem);
  double given = 0, weight = 0;
  Vector first{0, 0, 0};
  double reaction = 0, last = 0;
  for (const double m : system.masses()) weight += 9.81 * m;
  run(problem, system, settings, [&](const Stepper& s) {
    last = reaction, reaction = 0;
    for (std::size_t k = 0; k < 3; ++k) reaction -= s.forces().all[k].z;
    if (s.steps() == 0) return;
    given += 0.5 * (last + reaction) * s.step();
    EXPECT_NEAR(system.momentum(s.state()).z - first.z, given - weight * s.time(), 1e-9 * weight);
  });
}

TEST(Sphere, OnAFaceThatDoesNotYieldItIsASpringAndGoesStraightUp) {
  SphereSettings settings = sphere_settings();
  settings.rigid = true;
  const SphereFlight f = fly(settings);
  const double frequency = std::sqrt(settings.stiffness / f.mass), across = settings.speed / std::numbers::sqrt2;
  EXPECT_NEAR(f.mass, 7850 * 4.0 / 3 * std::numbers::pi * 0.008, 1e-10);
  EXPECT_NEAR(f.after.x, 0, 1e-4 * settings.speed);
  EXPECT_EQ(f.after.y, 0);
  EXPECT_NEAR(f.after.z, settings.speed, 1e-4 * settings.speed);
  EXPECT_NEAR(f.deepest / (across / frequency), 1, 1e-3);
  EXPECT_NEAR((f.measures.last_touch - f.measures.first_touch) * frequency / std::numbers::pi, 1, 0.02);
  EXPECT_EQ(f.samples.back().energies.elastic, 0);
}

// Beside it a free one: the sphere goes into the elements' swinging with a part of its energy, which is kept in all.
TEST(Sphere, WhatItKeepsAlongShrinksWithItsSize) {
  double before = 1;
  for (const double radius : {0.2, 0.1, 0.05}) {
    SphereSettings settings = sphere_settings();
    settings.radius = radius;
    const SphereFlight f = fly(settings);
    EXPECT_LT(f.measures.energy_error, 2e-3 * f.measures.largest_kinetic);
    EXPECT_LT(std::abs(f.after.x), before);
    EXPECT_NEAR(f.after.y, 0, 1e-9);
    EXPECT_GT(f.after.z, 0.5 * settings.speed);
    before = std::abs(f.after.x);
  }
}

TEST(Bars, SingleElementsPartWhenTheirClosedFormSays) {
  for (const double penalty : {2e7, 1e8, 4e8, 3e9}) {
    BarSettings settings = bar_settings();
    settings.penalty = penalty, settings.part = 0.05;
    settings.speed = 1e-4;  // strains of 3e-7: what is not linear in them is below all the rest
    const double c = bar_wave_speed(settings.material);
    const PenaltyBars closed{1, c, penalty / 2.1e8};
    const double time = closed.contact_time();
    settings.seconds = 1.05 * time;
    const BarImpact b = collide(settings);
    EXPECT_NEAR(b.parted / time, 1, 1e-3) << penalty;
    EXPECT_EQ(b.contacts, 1u);
    const double mean = 0.5 * settings.speed * closed.mean_velocity(time);
    EXPECT_NEAR(b.velocity_1 / settings.speed, 0.5 + mean / settings.speed, 1e-3);
    EXPECT_NEAR((b.velocity_1 + b.velocity_2) / settings.speed, 1, 1e-12);
    for (const BarSample& s : b.samples) {
      if (s.time > time) break;
      EXPECT_NEAR(-s.gap, settings.speed * closed.depth(s.time), 1e-3 * settings.speed / c);
    }
  }
}

// D'Alembert's 2 l / c, and that all of the velocity goes over, are what many elements come to.
TEST(Bars, ManyElementsPartAfterTheWaveHasBeenThereAndBack) {
  BarSettings settings = bar_settings();
  const double exact = wave_contact_time(settings.length, bar_wave_speed(settings.material));
  double error = 1;
  for (const std::uint32_t n : {4u, 16u, 64u}) {
    settings.elements = n, settings.penalty = settings.material.young * n, settings.seconds = 2 * exact;
    const BarImpact b = collide(settings);
    const double off = std::abs(b.measures.last_touch / exact - 1);
    EXPECT_LT(off, error);
    error = off;
    if (n < 64) continue;
    EXPECT_LT(off, 0.05);
    EXPECT_NEAR(b.velocity_1 / settings.speed, 0, 0.02);
    EXPECT_NEAR(b.velocity_2 / settings.speed, 1, 0.02);
  }
}

TEST(Bars, ThePrintedTimeIsFourTimesLengthOverSpeedInPascals) {
  const Material material;
  const double unit = 1 / bar_wave_speed(material);
  EXPECT_NEAR(4 * unit, 0.0245, 5e-5);
  EXPECT_NEAR(wave_contact_time(1, bar_wave_speed(material)), 2 * unit, 1e-15);
  const BarSettings settings = bar_settings();
  const auto closed = [&](double penalty) { return PenaltyBars{1, 1 / unit, penalty / material.young}.contact_time(); };
  EXPECT_NEAR(closed(penalty_for(settings, 4 * unit)) / (4 * unit), 1, 1e-9);
  // No single elements part after 2 l / c: a little above 4e8 Pa/m, the thesis's value, they begin to bounce.
  const double bouncing = penalty_for(settings, 2 * unit);
  EXPECT_NEAR(bouncing, 4.07e8, 1e6);
  EXPECT_GT(closed(bouncing * 0.999), 2.8 * unit);
  EXPECT_LT(closed(bouncing * 1.001), 1.6 * unit);
  // Soft: rigid bars of mass m on a spring of both halves, pi sqrt(m / 2 k) with k the penalty times the area.
  const double soft = 1e-4;
  EXPECT_NEAR((PenaltyBars{1, 1 / unit, soft}.contact_time() / (std::numbers::pi * std::sqrt(0.5 / soft) * unit)), 1,
              1e-3);
}

TEST(Ironing, AllSearchesGoTheSameWayToTheBit) {
  IroningSettings settings = ironing_settings();
  settings.seconds = 4e-3;
  const Ironing facets = iron(settings);
  settings.search = SearchKind::intrinsic;
  const Ironing intrinsic = iron(settings);
  EXPECT_EQ(facets.samples, intrinsic.samples);
  EXPECT_GT(facets.measures.most_touching, 0u);
  EXPECT_LT(10 * intrinsic.measures.search.searches, facets.measures.search.searches);
  EXPECT_LT(facets.measures.energy_error, 2e-3 * facets.measures.largest_kinetic);
  EXPECT_LT(facets.momentum_error, 1e-11);
  EXPECT_LT(facets.angular_error, 1e-11);
  EXPECT_EQ(facets.measures.inverted, 0u);
  settings.search = SearchKind::every;
  const Ironing every = iron(settings);
  EXPECT_EQ(every.measures.most_touching, facets.measures.most_touching);
  EXPECT_EQ(every.samples, facets.samples);
}

// The program itself, shortly.
TEST(Options, EachBenchmarkKeepsWhatItPromisesAndLeavesChartsAndNumbers) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "fem";
  std::filesystem::remove_all(folder);
  Options o;
  o.folder = folder.string();
  for (const char* name : {"tetrahedra", "sphere", "ironing"}) {
    o.benchmark = name;
    o.seconds = o.benchmark == "ironing" ? std::optional(1e-3) : std::nullopt;
    EXPECT_TRUE(run_benchmark(o)) << name;
    for (const char* kind : {".svg", ".csv"}) {
      const std::filesystem::path file = folder / (std::string(name) + kind);
      EXPECT_GT(std::filesystem::file_size(file), 1000u) << file;
      std::ifstream in(file);
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      EXPECT_EQ(text.find("nan"), std::string::npos) << file;
    }
  }
  // Where no contact comes about in the time, the promise is not kept.
  o.benchmark = "tetrahedra", o.seconds = 0.1, o.folder.clear();
  EXPECT_FALSE(run_benchmark(o));
}

TEST(Options, WhatIsNotAllowedIsNamed) {
  const auto told = [](const Options& o) -> std::string {
    try {
      run_benchmark(o);
    } catch (const abut::InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  Options o;
  o.benchmark = "cubes";
  EXPECT_EQ(told(o), "benchmark is \"cubes\", allowed are tetrahedra, sphere, bars, ironing, packing");
  o.benchmark = "tetrahedra", o.search = "trees";
  EXPECT_EQ(told(o), "search is \"trees\", allowed are facets, intrinsic, kept, every");
  o.search = {}, o.part = 1;
  EXPECT_EQ(told(o), "part of the stable step is 1, allowed is above 0 and below 1");
  o.part = {}, o.seconds = 0;
  EXPECT_EQ(told(o), "seconds is 0, allowed is a finite number above 0");
  o.seconds = 1e300;
  EXPECT_NE(told(o).find(", allowed is 1e12 or less: seconds / (part * stable step)"), std::string::npos) << told(o);
  o.seconds = {}, o.young = -5;
  EXPECT_EQ(told(o), "Young's modulus is -5, allowed is a finite number above 0 Pa");
}

}  // namespace
}  // namespace fem::testing
