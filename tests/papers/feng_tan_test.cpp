// Box 1 and Box 2 of Feng & Tan 2019 against closed forms and the library's queries, and what is counted of them.
#include <gtest/gtest.h>

#include "bench/papers/feng_tan_printed.h"
#include "bench/papers/feng_tan_stages.h"
#include "tests/support/shapes.h"

namespace abut::papers {
namespace {

/// The support mapping of a few points.
struct Points {
  std::vector<Vector> points;
  Vector operator()(Vector v) const {
    const Vector* best = points.data();
    for (const Vector& p : points) best = dot(p, v) > dot(*best, v) ? &p : best;
    return *best;
  }
};

Points cube(Vector centre) {
  Points out;
  for (int k = 0; k < 8; ++k) {
    out.points.push_back(centre + Vector{k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0});
  }
  return out;
}

WorldBody ball(Vector centre, double radius) { return {centre, {centre}, radius, radius}; }

TEST(BoxGjk, CountsSupportPointsOfCasesMadeByHand) {
  // The first support point proves it, or the second does.
  const BoxGjk one = box_gjk(cube({-3, 0, 0}), Vector{1, 0, 0});
  EXPECT_FALSE(one.contact);
  EXPECT_EQ(one.rounds, 1u);
  const BoxGjk two = box_gjk(cube({-3, 0, 0}), Vector{-1, 0, 0});
  EXPECT_FALSE(two.contact);
  EXPECT_EQ(two.rounds, 2u);
  EXPECT_EQ(two.simplex.count, 0);
  // A tetrahedron around the origin takes all of its points; one of them at the origin is enough by itself.
  const Points around{{{1, 0.1, 0.1}, {-1, 1, 0.2}, {-1, -1, 1}, {-1, -1, -1}}};
  const BoxGjk four = box_gjk(around, Vector{1, 0, 0});
  EXPECT_TRUE(four.contact);
  EXPECT_EQ(four.rounds, 4u);
  EXPECT_EQ(four.simplex.count, 4);
  const BoxGjk at_once = box_gjk(Points{{{0, 0, 0}, {-1, 0, 0}}}, Vector{1, 0, 0});
  EXPECT_TRUE(at_once.contact);
  EXPECT_EQ(at_once.rounds, 1u);
  // The origin on the segment of the first two.
  const BoxGjk segment = box_gjk(Points{{{1, 2, 3}, {-1, -2, -3}, {0.5, 0, 0}}}, Vector{1, 2, 3});
  EXPECT_TRUE(segment.contact);
  EXPECT_EQ(segment.rounds, 2u);
}

TEST(BoxGjk, TouchingShapesEnd) {
  // Faces, edges and vertices of A - B through the origin, to rounding.
  test::Random random(3);
  for (int trial = 0; trial < 2000; ++trial) {
    const Mat3<double> turn = random.rotation();
    Points points = cube({1, trial % 2 == 0 ? random.uniform(-1, 1) : 1.0, trial % 3 == 0 ? 1 : random.uniform(-1, 1)});
    for (Vector& p : points.points) p = rotate(turn, p);
    const BoxGjk found = box_gjk(points, random.direction());
    ASSERT_TRUE(found.ended) << trial;
    ASSERT_LE(found.rounds, 20u) << trial;
    if (!found.contact) continue;
    const BoxEpa epa = box_epa(points, found.simplex, 1e-12, 4);
    ASSERT_TRUE(epa.ended) << trial;
    ASSERT_NEAR(epa.depth, 0, 1e-14) << trial;
  }
}

TEST(BoxEpa, CountsIterationsOfCasesMadeByHand) {
  const double r = 10, s = std::sqrt(0.75) * r;
  const Points four{{{r, 0, -0.1}, {-r / 2, s, -0.1}, {-r / 2, -s, -0.1}, {0, 0, 5}}};
  const BoxSimplex simplex{{four.points[0], four.points[1], four.points[2], four.points[3]}, 4};
  const BoxEpa one = box_epa(four, simplex, 1e-12, r);
  EXPECT_TRUE(one.ended);
  EXPECT_EQ(one.iterations, 1u);
  EXPECT_NEAR(one.depth, 0.1, 1e-14);
  EXPECT_NEAR(one.normal.z, -1, 1e-14);
  // A point beyond the nearest face: one expansion, then a face that stays. Its plane goes through (0, -3) and
  // (r / 2, -0.1) in its middle section.
  Points five = four;
  five.points.push_back({0, 0, -3});
  const BoxEpa two = box_epa(five, simplex, 1e-12, r);
  EXPECT_TRUE(two.ended);
  EXPECT_EQ(two.iterations, 2u);
  EXPECT_NEAR(two.depth, 15 / std::hypot(5, 2.9), 1e-12);
  EXPECT_NEAR(two.upper, two.depth, 1e-12);
}

TEST(BoxEpa, FillsUpFlatSimplices) {
  const Points points = cube({0.25, 0, 0});
  const Vector corner = points.points[0];
  const std::vector<BoxSimplex> flat{
      {{}, 0}, {{corner}, 1}, {{corner, {1.25, 1, 1}}, 2}, {{corner, {1.25, 1, -1}, {1.25, -1, 1}}, 3}};
  for (const BoxSimplex& s : flat) {
    BoxSimplex full = s;
    ASSERT_TRUE(box_epa_detail::fill_up(points, 2, full));
    EXPECT_GT(std::abs(dot(cross(full.w[1] - full.w[0], full.w[2] - full.w[0]), full.w[3] - full.w[0])), 1e-3);
  }
  EXPECT_FALSE(box_epa(Points{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}}}, flat[0], 1e-12, 2).ended);
  // From an edge and from a diagonal of a face through the origin the depth is found.
  const Points flush = cube({1, 0, 0});
  for (const BoxSimplex& s :
       {BoxSimplex{{{0, -1, -1}, {0, 1, 1}}, 2}, BoxSimplex{{{0, 1, -1}, {0, -1, 1}, {0, 1, 1}}, 3}}) {
    const BoxEpa found = box_epa(flush, s, 1e-12, 2);
    EXPECT_TRUE(found.ended);
    EXPECT_NEAR(found.depth, 0, 1e-15);
  }
}

TEST(BoxEpa, PolyhedraAgreeWithTheLibraryOnContactAndDepth) {
  ShapeSet shapes;
  test::Random random(11);
  for (int k = 0; k < 12; ++k) shapes.add_hull(test::ellipsoid_points(random, 5 + 2 * k));
  test::ShapePairs in;
  for (int k = 0; k < 3000; ++k) {
    in.add({random.below(12), random.below(12)}, {random.in_ball() * 1.1, random.rotation()});
  }
  const Contacts<double> truth = test::query_all<double>(shapes, in);
  int contacts = 0;
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    const auto body = [&](std::uint32_t shape, const Pose& pose) {
      WorldBody out{pose.position, {}, 0, 1};
      for (const Vector& v : shapes.vertices(shape)) out.vertices.push_back(rotate(pose.rotation, v) + pose.position);
      return out;
    };
    const WorldBody a = body(in.pairs[i].a, Pose{}), b = body(in.pairs[i].b, in.pose(i));
    for (const Vector& start : {Vector{1, 0, 0}, b.centre - a.centre, random.direction()}) {
      const BoxGjk gjk = box_gjk(BodyDifference{a, b}, start);
      ASSERT_TRUE(gjk.ended);
      ASSERT_EQ(gjk.contact, truth.separation[i] < 0) << i << " separation " << truth.separation[i];
      if (!gjk.contact) continue;
      ++contacts;
      const BoxEpa epa = box_epa(BodyDifference{a, b}, gjk.simplex, 1e-12, 2);
      ASSERT_TRUE(epa.ended);
      ASSERT_NEAR(epa.depth, -truth.separation[i], 1e-12) << i;
      ASSERT_GE(epa.iterations, 1u);
    }
  }
  EXPECT_GT(contacts, 1000);
  EXPECT_LT(contacts, 8000);
}

TEST(BoxEpa, BallsHaveTheDepthOfTheClosedForms) {
  test::Random random(12);
  int contacts = 0;
  for (int k = 0; k < 500; ++k) {
    const WorldBody a = ball({1, 2, 3}, 0.3);
    const WorldBody b = ball(a.centre + random.in_ball() * 0.9, random.uniform(0.1, 0.5));
    const double depth = a.radius + b.radius - length(b.centre - a.centre);
    for (const Vector& start : {Vector{1, 0, 0}, b.centre - a.centre}) {
      const BoxGjk gjk = box_gjk(BodyDifference{a, b}, start);
      ASSERT_TRUE(gjk.ended) << k;
      ASSERT_EQ(gjk.contact, depth > 0) << k;
      if (!gjk.contact) continue;
      ++contacts;
      const BoxEpa epa = box_epa(BodyDifference{a, b}, gjk.simplex, 1e-4, 1);
      ASSERT_TRUE(epa.ended) << k;
      ASSERT_LT(epa.upper - epa.depth, 1e-4) << k;
      ASSERT_LE(epa.depth, depth + 1e-14) << k;
      ASSERT_GE(epa.upper, depth - 1e-14) << k;
    }
  }
  EXPECT_GT(contacts, 200);
  // A ball that has sunk into a cube's face by 0.3.
  const WorldBody block{{0, 0, 0}, cube({0, 0, 0}).points, 0, 2}, sphere = ball({1.2, 0.1, 0.2}, 0.5);
  const BodyDifference difference{block, sphere};
  const BoxGjk gjk = box_gjk(difference, Vector{0, 1, 0});
  ASSERT_TRUE(gjk.contact);
  const BoxEpa epa = box_epa(difference, gjk.simplex, 1e-6, 2);
  ASSERT_TRUE(epa.ended);
  EXPECT_NEAR(epa.depth, 0.3, 1e-6);
  EXPECT_NEAR(epa.normal.x, 1, 1e-2);
}

/// Of a short run: its scene, and the snapshots of two steps.
struct ShortRun {
  dem::Scene scene;
  dem::Snapshot before, after;
};
ShortRun short_run(int simulation) {
  dem::Settings settings = paper_settings(simulation, 0.02);
  settings.seconds = 0.3;
  settings.batch_interval = 0.02;
  settings.gravity.z = -60;  // soon at the bottom
  ShortRun out{dem::make_scene(settings), {}, {}};
  dem::CpuMachine machine(1);
  feng_tan_detail::Run run(machine, out.scene, dem::DepthLaw{{settings.material.stiffness}});
  while (run.time() < settings.seconds) run.step();
  out.before = run.snapshot();
  run.step();
  out.after = run.snapshot();
  return out;
}

TEST(FengTanCounts, EveryPairIsCountedOnceInItsGroup) {
  for (const int simulation : {1, 2}) {
    const ShortRun run = short_run(simulation);
    const dem::Scene& scene = run.scene;
    StageCounts stage;
    count_step(scene, run.before, run.after, {}, stage);
    EXPECT_EQ(stage.failures, 0u);
    EXPECT_EQ(stage.disagree, 0u);
    EXPECT_LT(stage.depth_error, 1e-13);
    EXPECT_EQ(stage.bodies, run.after.at.born - scene.walls);
    // Contacts of all pairs that there are, by groups.
    BodySet bodies;
    for (std::uint32_t i = 0; i < run.after.at.born; ++i) {
      bodies.add(Pose{run.after.states[i].position, dem::rotation_of(run.after.states[i])}, i);
    }
    std::map<int, std::uint64_t> contacts, pairs;
    const Detection<double> found = detect<double>(Cpu{1}, scene.shapes, bodies);
    for (const Pair& p : found.pairs) {
      if (p.a < scene.walls) continue;
      ++contacts[group_of(kind_of(scene.shapes, p.b), kind_of(scene.shapes, p.a))];
    }
    for (const Pair& p : run.after.candidates) {
      if (p.a >= scene.walls) ++pairs[group_of(kind_of(scene.shapes, p.a), kind_of(scene.shapes, p.b))];
    }
    std::uint64_t sum = 0;
    for (const auto& [group, counts] : stage.groups) {
      EXPECT_EQ(counts.contact, contacts[group]) << group_name(group);
      EXPECT_EQ(counts.contact + counts.apart, pairs[group]) << group_name(group);
      sum += counts.contact;
      // Every contact has four support points at least, and one iteration; with the cache of its own pose GJK has
      // nothing to do.
      const auto n = static_cast<double>(counts.contact);
      const bool round = group % 4 == static_cast<int>(Kind::sphere);
      if (round || counts.contact == 0) continue;
      EXPECT_GE(counts.gjk_contact[from_axis], 4 * n) << group_name(group);
      EXPECT_LE(counts.gjk_contact[from_axis], 9 * n) << group_name(group);
      EXPECT_GE(counts.gjk_apart[from_axis], static_cast<double>(counts.apart)) << group_name(group);
      EXPECT_GE(counts.epa[from_axis], n);
      EXPECT_GE(counts.gjk_contact[cold], n);
    }
    EXPECT_GT(sum, 20u);
    StageCounts again;
    count_step(scene, run.after, run.after, {}, again);
    for (const auto& [group, counts] : again.groups) {
      const auto n = static_cast<double>(counts.contact);
      if (group % 4 == static_cast<int>(Kind::sphere)) {
        EXPECT_LE(counts.gjk_contact[warm], n) << group_name(group);
      } else {
        EXPECT_LE(counts.gjk_contact[warm], 0.2 * n) << group_name(group);
        EXPECT_LE(counts.epa[warm], 1.2 * n) << group_name(group);
      }
    }
  }
}

TEST(FengTanCounts, RestartFilesGiveTheCountsOfTheRun) {
  StageOptions options;
  options.settings = paper_settings(1, 0.008);
  options.settings.seconds = 0.4;
  options.settings.batch_interval = 0.02;
  options.samples = 2;
  options.spacing = 10;
  options.threads = 1;
  options.save = testing::TempDir();
  const std::vector<StageCounts> run = count_stages(options);
  options.load = options.save;
  const std::vector<StageCounts> loaded = count_stages(options);
  ASSERT_EQ(run.size(), 4u);
  ASSERT_EQ(loaded.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(run[k].time, 0.1 * static_cast<double>(k + 1), 1e-9);
    EXPECT_EQ(run[k].time, loaded[k].time);
    EXPECT_EQ(run[k].bodies, loaded[k].bodies);
    EXPECT_EQ(run[k].deepest, loaded[k].deepest);
    ASSERT_EQ(run[k].groups.size(), loaded[k].groups.size());
    for (const auto& [group, counts] : run[k].groups) {
      const GroupCounts& other = loaded[k].groups.at(group);
      EXPECT_EQ(counts.apart, other.apart);
      EXPECT_EQ(counts.contact, other.contact);
      for (int m = 0; m < method_count; ++m) {
        EXPECT_EQ(counts.gjk_apart[m], other.gjk_apart[m]);
        EXPECT_EQ(counts.gjk_contact[m], other.gjk_contact[m]);
        EXPECT_EQ(counts.epa[m], other.epa[m]);
      }
    }
  }
  EXPECT_GT(run[3].groups.size(), 3u);
}

TEST(FengTanCounts, BodiesOfThePresetsAreToldApart) {
  const dem::Scene one = dem::make_scene(paper_settings(1, 0.02)), two = dem::make_scene(paper_settings(2, 0.02));
  int kinds[4] = {}, frustums = 0;
  for (std::uint32_t i = one.walls; i < one.size(); ++i) {
    const Kind kind = kind_of(one.shapes, i);
    ++kinds[static_cast<int>(kind)];
    EXPECT_EQ(one.shapes.vertices(i).size(), kind == Kind::pyramid ? 5u : 16u);
    // Corners of the eight-cornered faces lie on circles: of a frustum's two one is smaller.
    double reach[2] = {};
    for (const Vector& v : one.shapes.vertices(i)) reach[v.z > 0] = std::max(reach[v.z > 0], std::hypot(v.x, v.y));
    frustums += kind != Kind::pyramid && std::abs(reach[0] - reach[1]) > 1e-3;
  }
  EXPECT_GT(kinds[0], 20);
  EXPECT_GT(kinds[1], 20);
  EXPECT_GT(kinds[2], 20);
  EXPECT_EQ(kinds[3], 0);
  EXPECT_EQ(frustums, kinds[2]);
  // The same seed draws the same kinds; what is a frustum there is a sphere here.
  const std::uint32_t both = std::min(one.size(), two.size());
  for (std::uint32_t i = one.walls; i < both; ++i) {
    const Kind kind = kind_of(one.shapes, i);
    EXPECT_EQ(kind_of(two.shapes, i), kind == Kind::frustum ? Kind::sphere : kind);
  }
  EXPECT_EQ(group_name(group_of(Kind::sphere, Kind::prism)), "P16-S");
  EXPECT_EQ(group_of(Kind::pyramid, Kind::frustum), group_of(Kind::frustum, Kind::pyramid));
}

TEST(FengTanCounts, ThePrintedTablesHaveTheRangesThatThePaperNames) {
  for (const int simulation : {1, 2}) {
    const std::vector<PrintedGroup> groups = printed_groups(simulation);
    ASSERT_EQ(groups.size(), simulation == 1 ? 6u : 5u);
    for (const PrintedGroup& g : groups) {
      for (const Printed& p : g.stage) {
        const bool round = g.group % 4 == static_cast<int>(Kind::sphere);
        EXPECT_NEAR(p.apart, 4, 0.7);
        EXPECT_NEAR(p.contact, round ? 10.4 : 6, 0.9);
        EXPECT_NEAR(p.epa, round ? 0 : 1.85, 0.7);
      }
    }
  }
}

}  // namespace
}  // namespace abut::papers
