// What bench/floors/ counts, against numbers counted by hand and against what the Cpu executor says.
#include <gtest/gtest.h>

#include <cmath>

#include "bench/floors/counted_kernels.h"
#include "bench/floors/device_rates.h"
#include "bench/floors/named_arrays.h"
#include "bench/floors/number.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using floors::Double;
using floors::Float;
using floors::Step;
using floors::Tally;

constexpr std::uint32_t pair_count = 320;

/// Bodies of the set's shapes, each with its neighbour in the list, apart or overlapping.
struct Scene {
  BodySet bodies;
  std::vector<Pair> pairs;
  Scene(const ShapeSet& shapes, double distance) {
    test::Random random(3);
    for (std::uint32_t i = 0; i < pair_count; ++i) {
      const Pose a{random.in_ball() * 10.0, random.rotation()};
      const Pose b{a.position + random.direction() * distance, random.rotation()};
      const std::uint32_t first = bodies.add(a, random.below(shapes.size()));
      pairs.push_back({first, bodies.add(b, random.below(shapes.size()))});
    }
  }
  template <class T>
  QueryBatch<T> batch(const ShapeSet& shapes, Contacts<T>& out) const {
    QueryBatch<T> in{};
    in.shapes = shapes.view<T>();
    in.parts = bodies.parts();
    in.pairs = pairs.data();
    in.pair_count = pairs.size();
    in.alert_distance = std::numeric_limits<double>::infinity();
    in.out = out.view();
    return in;
  }
  template <class T>
  Contacts<T> answer(const ShapeSet& shapes) const {
    Contacts<T> out(pairs.size());
    query_pairs<T>(Cpu{}, shapes.view<T>(), bodies.parts(), pairs, {}, out.view());
    return out;
  }
  template <class T>
  std::vector<Step> count(const ShapeSet& shapes) const {
    Contacts<T> out(pairs.size());
    const QueryBatch<T> in = batch<T>(shapes, out);
    std::vector<Step> steps = floors::count_queries<T>(in, floors::arrays_of(in));
    test::expect_same_bits(answer<T>(shapes), out);
    return steps;
  }
};

const Step& step_named(const std::vector<Step>& steps, const std::string& name) {
  for (const Step& s : steps) {
    if (s.items > 0 && s.name.find(name) != std::string::npos) return s;
  }
  ADD_FAILURE() << "no step " << name;
  return steps.front();
}

template <class T>
class CountedQueries : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CountedQueries, Scalars);

TEST(Numbers, CountWhatIsDoneWithThem) {
  volatile float x = 3;
  volatile double y = 4;
  Tally tally;
  floors::count_for(&tally, 0);
  const Float a = x, b = -a;
  const Double c = y;
  const Float sum = a * b + a - b;
  const bool less = sum < a;
  const Double mixed = a / c;  // the float is converted
  const Double root = floors::root_of(floors::fused_of(mixed, c, c));
  floors::count_for(nullptr, 0);
  EXPECT_EQ(sum.value(), -3);
  EXPECT_TRUE(less);
  EXPECT_EQ(root.value(), std::sqrt(7.0));
  EXPECT_EQ(tally.single, (decltype(tally.single){2, 1, 0, 0, 0, 1, 0}));
  EXPECT_EQ(tally.wide, (decltype(tally.wide){0, 0, 1, 1, 1, 0, 1}));
}

// Of each axis of a box three sums of products, 3 * 3 products and 8 sums with what is added to them, 2 sums of terms,
// a product and a sum for the reach, 2 sums for the ends, and their differences with themselves compared with zero; for
// all of it 2 products and 7 sums.
TEST(CountedTree, ABoxIsNinetyOperationsInDouble) {
  ShapeSet shapes;
  shapes.add_box({0.5, 0.25, 1});
  const Scene scene(shapes, 1);
  const PartsView parts = scene.bodies.parts();
  const BoxedParts boxed{shapes.view<float>().headers, parts, 0.5};
  std::vector<std::uint64_t> memory(part_tree_bytes(parts.count) / 8 + 32);
  const PartTree tree = part_tree_in(
      reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(memory.data()) + 255) / 256 * 256), parts.count);
  std::vector<floors::Array> arrays = floors::arrays_of(parts);
  floors::name_array(arrays, shapes.view<float>());
  floors::name_array(arrays, tree);
  const std::vector<Step> steps = floors::count_build(boxed, tree, arrays);
  const Step& s = step_named(steps, "for_each<WriteBoxes>");
  const std::uint64_t n = parts.count;
  EXPECT_EQ(s.items, n);
  EXPECT_EQ(s.working, n);
  EXPECT_EQ(s.all.single, (decltype(s.all.single){}));
  EXPECT_EQ(s.all.wide, (decltype(s.all.wide){52 * n, 32 * n, 0, 0, 0, 6 * n, 0}));
  EXPECT_EQ(s.busy, 1);
  EXPECT_EQ(s.traffic[floors::bodies].read, (4 + 12 * 8 + 8) * n);  // shape, pose, alert distance
  EXPECT_EQ(s.traffic[floors::shapes].read, 64u);                   // rounding, size, centre and half extents
  EXPECT_EQ(s.traffic[floors::between].written, 48 * n);
  // In a whole warp 32 of each; n is a multiple of 32.
  EXPECT_EQ(s.traffic[floors::bodies].sectors, (4 + 13 * 8) * (n / 32));
  EXPECT_EQ(s.traffic[floors::between].sectors, 48 * (n / 32));
  EXPECT_EQ(step_named(steps, "for_each<BuildLeaves>").all.atomics, 2 * n - 2);
}

TYPED_TEST(CountedQueries, BytesOfClosedFormsAreThoseOfTheArrays) {
  using T = TypeParam;
  ShapeSet shapes;
  shapes.add_sphere(0.5);
  const std::vector<Step> steps = Scene(shapes, 2).count<T>(shapes);
  const Step& closed = step_named(steps, "ClosedPairs");
  EXPECT_EQ(closed.name,
            sizeof(T) == 4 ? "for_each_between<ClosedPairs<float>>" : "for_each_between<ClosedPairs<double>>");
  EXPECT_EQ(closed.working, pair_count);
  // The pair; both shapes, poses, alert distances and, as there are fewer pairs than parts and so no rows, both bodies;
  // separation, bounds and four vectors, features and key,
  // status and two numbers of iterations.
  EXPECT_EQ(closed.traffic[floors::bodies].read, (8 + 2 * (4 + 12 * 8 + 8 + 3 * 8)) * pair_count);
  EXPECT_EQ(closed.traffic[floors::records].written, (15 * sizeof(T) + 3 * 8 + 3) * pair_count);
  EXPECT_EQ(closed.traffic[floors::records].read, 0u);
  const Step& classes = step_named(steps, "Classify");
  EXPECT_EQ(classes.all.operations(), 0u);
  EXPECT_EQ(classes.traffic[floors::bodies].read, (8 + 2 * 4) * pair_count);
  EXPECT_EQ(classes.traffic[floors::between].written, (4 + 1) * pair_count);
  EXPECT_EQ(step_named(steps, "FullAnswers").working, 0u);
}

TYPED_TEST(CountedQueries, EveryStepOfGjkAsksAllLanesForBothSupportPoints) {
  using T = TypeParam;
  test::Random random(4);
  ShapeSet shapes;
  for (int k = 0; k < 8; ++k) shapes.add_hull(test::ellipsoid_points(random, 60));
  const Scene scene(shapes, 3);
  const std::vector<Step> steps = scene.count<T>(shapes);
  const Step& gjk = step_named(steps, "SearchGjk");
  const auto lanes = static_cast<std::uint64_t>(gjk.lanes);
  ASSERT_EQ(lanes, sizeof(T) == 4 ? 4u : 8u);
  EXPECT_EQ(gjk.working, pair_count);
  EXPECT_LT(gjk.busy, 1);
  std::uint64_t points = 0;
  const Contacts<T> out = scene.answer<T>(shapes);
  for (std::size_t i = 0; i < pair_count; ++i) points += out.gjk_iterations[i];
  const std::uint64_t exchanges = sizeof(T) == 4 ? 2 * 2 : 3 * 3;  // steps, by words: the height's and the number
  EXPECT_EQ(gjk.all.shuffles, 2 * points * lanes * exchanges);
  EXPECT_EQ(step_named(steps, "AnswerApart").working, pair_count);
}

TYPED_TEST(CountedQueries, OverlapsAndTheirListsAreCounted) {
  using T = TypeParam;
  test::Random random(5);
  ShapeSet shapes;
  for (int k = 0; k < 8; ++k) shapes.add_hull(test::ellipsoid_points(random, 16));
  const std::vector<Step> steps = Scene(shapes, 0.5).count<T>(shapes);
  const Step& gjk = step_named(steps, "SearchGjk");
  std::uint64_t shallow = 0;
  for (const Step& s : steps)
    shallow = std::max(shallow, s.name.find("AnswerShallow") != std::string::npos ? s.items : 0);
  EXPECT_GT(shallow, pair_count / 2);
  EXPECT_EQ(gjk.all.atomics, shallow);
}

TEST(DeviceRates, WarpsThatFitAreThoseThatRegistersAllow) {
  const floors::DeviceRates rates;
  EXPECT_EQ(floors::resident_warps(rates, 255, 128), 8);
  EXPECT_EQ(floors::resident_warps(rates, 168, 128), 12);
  EXPECT_EQ(floors::resident_warps(rates, 32, 256), 64);
  const auto budget = floors::read_budget(ABUT_KERNEL_BUDGET);
  EXPECT_EQ(budget.at("for_each<FindBins>").stack, 0);
  EXPECT_THROW(floors::read_budget("nowhere"), std::runtime_error);
}

}  // namespace
}  // namespace abut
