// Hierarchies of complexes: nodes hold what is below them, and searches find what all pairs of simplices give.
#include "abut/complex/complex_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "abut/complex/placed_complexes.h"
#include "host/complex/tree_build.h"
#include "host/exec/arena.h"
#include "host/exec/instruction_set.h"
#include "tests/complex/cell_surface.h"
#include "tests/complex/complex_scene.h"
#include "tests/complex/random_complexes.h"
#include "tests/support/upper_halves.h"

namespace abut {
namespace {

using test::ComplexScene;

/// Looks through a hierarchy from its root, with the arrays that its leaves name.
struct Tree {
  const ComplexNode* nodes;
  const Vec3<double>* points;
  std::vector<ComplexSimplex> simplices;
  std::vector<PolarCone<double>> cones;
  bool tells_classes = true;
  std::vector<std::uint32_t> path{};
  std::vector<int> seen = std::vector<int>(simplices.size(), 0);
  int deepest = 0;
  std::uint32_t visited = 0;

  void look(test::Random& random, std::uint32_t at = 0) {
    path.push_back(at), ++visited;
    deepest = std::max(deepest, static_cast<int>(path.size()));
    const ComplexNode& n = nodes[at];
    ASSERT_NEAR(length(widen(n.axis)), 1, 1e-6);
    if (is_leaf(n)) {
      for (std::uint32_t i = n.next; i < n.next + n.count; ++i) {
        ++seen[i];
        for (const std::uint32_t p : path) expect_held(nodes[p], i, random);
      }
    } else {
      look(random, at + 1), look(random, n.next);
      const ComplexNode &a = nodes[at + 1], &b = nodes[n.next];
      EXPECT_EQ(n.classes, a.classes | b.classes);
      EXPECT_EQ(n.meets, a.meets | b.meets);
    }
    path.pop_back();
  }
  void expect_held(const ComplexNode& n, std::uint32_t i, test::Random& random) const {
    const ComplexSimplex& s = simplices[i];
    for (const std::uint32_t v : s.vertex) {
      ASSERT_LE(length(points[v] - widen(n.centre)), static_cast<double>(n.radius));
    }
    for (int k = 0; k < 4; ++k) ASSERT_TRUE(has_direction(n, on_border(cones[i], random))) << "simplex " << i;
    ASSERT_TRUE(has_direction(n, cones[i].axis) || cones[i].cosine <= -1);
    ASSERT_TRUE((n.classes >> s.simplex_class & 1) != 0);
    ASSERT_EQ(n.meets | classes_met_by(s.simplex_class), n.meets);
    if (is_leaf(n) && tells_classes) {
      EXPECT_EQ(n.classes, 1 << s.simplex_class);
      EXPECT_EQ(n.meets, classes_met_by(s.simplex_class));
      EXPECT_GE(static_cast<double>(n.sine), std::min(1.0, cones[i].sine));
    }
  }
  static Vec3<double> on_border(const PolarCone<double>& c, test::Random& random) {
    if (c.cosine <= -1) return random.direction();
    const Vec3<double> across = unit_vector(cross(c.axis, random.direction()));
    const Vec3<double> n = c.axis * c.cosine + across * c.sine;
    return c.two_sided && random.below(2) == 0 ? -n : n;
  }
  static bool has_direction(const ComplexNode& n, const Vec3<double>& w) {
    const double d = dot(widen(n.axis), w), least = static_cast<double>(n.cosine);
    return n.cosine <= -1 || d >= least || (n.two_sided != 0 && -d >= least);
  }
};

void expect_sound(const ComplexView<double>& v, bool tells_classes, test::Random& random) {
  ASSERT_EQ(v.node_count, 2 * v.simplex_count - 1);
  Tree tree{v.nodes,
            v.points,
            {v.simplices, v.simplices + v.simplex_count},
            {v.cones, v.cones + v.simplex_count},
            tells_classes};
  tree.look(random);
  EXPECT_EQ(tree.seen, std::vector<int>(v.simplex_count, 1));
  EXPECT_EQ(tree.visited, v.node_count);
  EXPECT_LE(tree.deepest, most_complex_depth);
  EXPECT_LE(tree.deepest, 5 + std::ilogb(v.simplex_count));
}

ComplexOptions options_of(test::ComplexKind kind, ComplexHierarchy hierarchy = ComplexHierarchy::full) {
  const ComplexSides sides = test::is_solid(kind) ? ComplexSides::solid : ComplexSides::shell;
  return {.dilation = 0.01, .sides = sides, .hierarchy = hierarchy};
}
SimplicialComplex cube_of_squares(int cells) {
  std::vector<double> lines;
  for (int k = 0; k <= cells; ++k) lines.push_back(2.0 * k / cells - 1);
  return test::cell_surface({lines, lines, lines}, [](int, int, int) { return true; });
}

TEST(ComplexTree, HoldsEverySimplexOnceInSpheresAndConesThatContainIt) {
  test::Random random(1);
  for (int round = 0; round < 560; ++round) {
    const auto kind = static_cast<test::ComplexKind>(round % test::complex_kind_count);
    const ComplexHierarchy hierarchy = round % 3 == 0 ? ComplexHierarchy::positions : ComplexHierarchy::full;
    ComplexScene scene;
    SimplicialComplex c = test::random_complex(random, kind, {false, false, round % 4 == 0, round % 5 == 0});
    for (Vec3<double>& v : c.vertices) v = v * 1.7;
    scene.add(c, options_of(kind, hierarchy));
    SCOPED_TRACE(std::string(test::name_of(kind)) + ", round " + std::to_string(round));
    expect_sound(scene.complexes.view(0), hierarchy == ComplexHierarchy::full, random);
    if (HasFatalFailure()) return;
  }
}

TEST(ComplexTree, OfOneSimplexIsALeafAndOfEqualOnesNoDeeperThanOfOthers) {
  test::Random random(2);
  const std::vector<Vec3<double>> points{{0.1, 0.2, 0.3}, {1, 0, 0}};
  for (const std::uint32_t count : {1u, 2u, 3u, 10000u}) {
    const std::vector<ComplexSimplex> simplices(count, ComplexSimplex{{0, 1, 0}, 0, 0, 1, 2, 0});
    const std::vector<PolarCone<double>> cones(count, PolarCone<double>{{0, 0, 1}, 0, 1, false});
    const host::BuiltComplexTree built = host::build_complex_tree({points, simplices, cones});
    ASSERT_EQ(built.nodes.size(), 2 * count - 1);
    Tree tree{built.nodes.data(), points.data(), simplices, cones};
    tree.look(random);
    EXPECT_EQ(tree.seen, std::vector<int>(count, 1));
    EXPECT_LE(tree.deepest, 2 + std::ilogb(count));
    EXPECT_EQ(is_leaf(built.nodes[0]), count == 1);
  }
}

TEST(ComplexTree, HasTheSameBytesWithAnyNumberOfThreads) {
  ComplexScene scene;
  scene.add(cube_of_squares(24), {.dilation = 0.01});
  const ComplexView<double>& v = scene.complexes.view(0);
  ASSERT_GT(v.simplex_count, 8192u);
  const host::ComplexLeaves leaves{
      {v.points, v.point_count}, {v.simplices, v.simplex_count}, {v.cones, v.simplex_count}};
  for (const host::ComplexCuts& cuts : {host::ComplexCuts{}, host::ComplexCuts{false, false}}) {
    const auto built = [&](int threads) {
      return host::in_arena(threads, [&] { return host::build_complex_tree(leaves, cuts); });
    };
    const host::BuiltComplexTree one = built(1);
    for (int round = 0; round < 3; ++round) {
      const host::BuiltComplexTree two = built(2);
      EXPECT_EQ(one.order, two.order);
      ASSERT_EQ(one.nodes.size(), two.nodes.size());
      EXPECT_EQ(std::memcmp(one.nodes.data(), two.nodes.data(), one.nodes.size() * sizeof(ComplexNode)), 0);
    }
  }
}

/// What a search puts, as numbers, in an order of their own.
struct Put {
  std::vector<std::array<std::uint64_t, 10>> words;
  QuasiLmdCounts counts;

  QuasiLmdSink sink() {
    return {this,
            [](void* to, const QuasiLmd<double>& f) {
              test::expect_clear_upper_halves();
              const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
              static_cast<Put*>(to)->words.push_back({f.a, f.b, bits(f.point_a.x), bits(f.point_a.y), bits(f.point_a.z),
                                                      bits(f.normal.x), bits(f.normal.y), bits(f.normal.z),
                                                      bits(f.distance), f.is_lmd ? 1u : 0u});
            },
            nullptr};
  }
};

/// Searches a pair in every way and with every instruction set; returns how many there are of what.
struct Searched {
  std::size_t found;
  std::uint64_t node_pairs, all_pairs;
};
Searched search_every_way(const ComplexScene& scene, double alert, double theta) {
  Put first;
  std::uint64_t node_pairs = 0;
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    const ComplexSearchTable& table = complex_search_table(set);
    PlacedComplexes at;
    at.pair.a = scene.complexes.view(0), at.pair.b = scene.complexes.view(1);
    EXPECT_TRUE(table.place(scene.bodies.parts(), {0, 1}, {alert, std::sin(theta), 1e-6}, at));
    Put all, by_tree;
    table.brute_force(at.pair, all.counts, all.sink());
    table.search(at.pair, {0, 0}, by_tree.counts, by_tree.sink());
    std::sort(all.words.begin(), all.words.end()), std::sort(by_tree.words.begin(), by_tree.words.end());
    EXPECT_EQ(all.words, by_tree.words);
    EXPECT_EQ(all.counts.simplex_pairs, std::uint64_t{at.pair.a.simplex_count} * at.pair.b.simplex_count);
    if (node_pairs == 0) {
      first = all, node_pairs = by_tree.counts.node_pairs + by_tree.counts.simplex_pairs;
      EXPECT_TRUE(all.words.empty() || may_meet(at.pair.frame, at.pair.a.nodes[0], at.pair.b.nodes[0]));
    }
    EXPECT_EQ(all.words, first.words);
  }
  return {first.words.size(), node_pairs, first.counts.simplex_pairs};
}

TEST(ComplexTree, SearchFindsWhatAllPairsOfSimplicesGiveWithEveryInstructionSet) {
  test::Random random(4);
  Searched sum{};
  for (int round = 0; round < 2000; ++round) {
    const auto kind = [&] { return static_cast<test::ComplexKind>(random.below(test::complex_kind_count)); };
    const test::ComplexKind of_a = kind(), of_b = kind();
    const bool on_grid = random.below(3) == 0;
    const auto hierarchy = round % 4 == 0 ? ComplexHierarchy::positions : ComplexHierarchy::full;
    ComplexScene scene;
    scene.add(test::random_complex(random, of_a, {false, false, false, on_grid}), options_of(of_a, hierarchy));
    SimplicialComplex b = test::random_complex(random, of_b, {false, false, false, on_grid});
    const double scale = on_grid ? 1 : random.magnitude(1e-3, 1e2), apart = std::max(1.0, scale);
    for (Vec3<double>& v : b.vertices) v = v * scale;
    Pose pose{random.in_cube() * (apart * random.uniform(0.2, 2)), random.rotation()};
    if (on_grid) pose = Pose{{0.25 * random.below(9), 0.5 * random.below(5), 0.125 * random.below(3)}};
    scene.add(b, options_of(of_b, hierarchy), pose);
    const double theta = random.below(4) == 0 ? 0.5 * (round % 2) : random.uniform(0, 0.5);
    SCOPED_TRACE("round " + std::to_string(round) + ": " + test::name_of(of_a) + " and " + test::name_of(of_b));
    const Searched s = search_every_way(scene, on_grid ? 0.48 : random.magnitude(1e-2, 100) * apart, theta);
    sum = {sum.found + s.found, sum.node_pairs + s.node_pairs, sum.all_pairs + s.all_pairs};
    if (testing::Test::HasFailure()) return;
  }
  std::printf("%zu found; pairs of nodes to all pairs of simplices: %.3f\n", sum.found,
              static_cast<double>(sum.node_pairs) / static_cast<double>(sum.all_pairs));
  EXPECT_GT(sum.found, 3000u);
  EXPECT_LT(sum.node_pairs, sum.all_pairs / 4);
}

TEST(ComplexTree, SearchOfTwoFineCubesLooksAtFewPairs) {
  // Side by side, B tilted by about 0.01.
  const Mat3<double> tilt = rotation_from_quaternion(1.0, 0.005, 0.003, 0.2);
  for (const double theta : {0.0, 0.02, 0.2}) {
    ComplexScene scene;
    scene.add(cube_of_squares(8), {.dilation = 0.01});
    scene.add(cube_of_squares(8), {.dilation = 0.01}, Pose{{0.3, 0.4, 2.1}, tilt});
    const Searched s = search_every_way(scene, 0.5, theta);
    const double ratio = static_cast<double>(s.node_pairs) / static_cast<double>(s.all_pairs);
    std::printf("theta %.2f: %zu found; %.5f of all pairs\n", theta, s.found, ratio);
    EXPECT_GE(s.found, theta < 0.01 ? 1u : 4u);
    EXPECT_LT(ratio, 0.01);
  }
}

}  // namespace
}  // namespace abut
