#include "abut/surface/closest_points.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "host/exec/instruction_set.h"
#include "tests/support/closest_point_batch.h"
#include "tests/support/surface_answers.h"

namespace abut {
namespace {

using test::closest_point_batch;
using Batch = test::ClosestPointBatch;

template <class T>
class ClosestPointsOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ClosestPointsOf, Scalars);

TYPED_TEST(ClosestPointsOf, DistancesPointsAndNormalsAreThoseOfTheSurfaceInItsOwnUnit) {
  using T = TypeParam;
  const Batch batch = closest_point_batch(1, 12, 400);
  const ClosestPoints<T> out = find_closest_points<T>(Cpu{2}, batch.surfaces, batch.queries());
  const double eps = static_cast<double>(Epsilon<T>::value);
  for (std::size_t i = 0; i < batch.points.size(); ++i) {
    const NurbsSurface& s = batch.surfaces.surface(batch.which[i]);
    const SurfaceView<double>& view = batch.surfaces.views<double>()[batch.which[i]];
    const double size = std::ldexp(view.size, view.exponent);
    ASSERT_EQ(out.status[i], static_cast<std::uint8_t>(Status::converged)) << i;
    const SurfaceJet<double> at = point_at(s, out.u[i], out.v[i]);
    const double far = length(batch.points[i] - at.point);
    EXPECT_NEAR(static_cast<double>(out.distance[i]), far, 64 * eps * (size + far) + 1e-13 * length(at.point)) << i;
    EXPECT_LT(length(out.point[i] - at.point), 64 * eps * (size + far) + 1e-13 * length(at.point)) << i;
    EXPECT_LE(out.lower_bound[i], out.distance[i]);
    // Nothing of a grid is nearer.
    for (int k = 0; k <= 40; ++k) {
      for (int l = 0; l <= 40; ++l) {
        const Vec3<double> other = point_at(s, k / 40.0, l / 40.0).point;
        ASSERT_GE(length(other - batch.points[i]), static_cast<double>(out.lower_bound[i]) - 64 * eps * (size + far))
            << i;
      }
    }
    const Vec3<double> n{out.normal[i].x, out.normal[i].y, out.normal[i].z};
    EXPECT_LT(length(n - unit_normal(at)), 1e4 * eps) << i;
  }
}

TYPED_TEST(ClosestPointsOf, AnswersDoNotDependOnThreadsOrOnTheRestOfTheBatch) {
  using T = TypeParam;
  const Batch batch = closest_point_batch(2, 5, 300);
  const ClosestPoints<T> one = find_closest_points<T>(Cpu{1}, batch.surfaces, batch.queries());
  const ClosestPoints<T> two = find_closest_points<T>(Cpu{2}, batch.surfaces, batch.queries());
  for (std::size_t i = 0; i < batch.points.size(); ++i) {
    const SurfaceQueries alone{std::span(batch.which).subspan(i, 1), std::span(batch.points).subspan(i, 1)};
    const ClosestPoints<T> single = find_closest_points<T>(Cpu{1}, batch.surfaces, alone);
    EXPECT_EQ(one.distance[i], two.distance[i]);
    EXPECT_EQ(one.u[i], two.u[i]);
    EXPECT_EQ(one.v[i], two.v[i]);
    EXPECT_EQ(one.evaluations[i], two.evaluations[i]);
    EXPECT_EQ(one.distance[i], single.distance[0]);
    EXPECT_EQ(one.u[i], single.u[0]);
    EXPECT_EQ(one.lower_bound[i], single.lower_bound[0]);
  }
}

TYPED_TEST(ClosestPointsOf, EveryInstructionSetGivesTheSameBits) {
  using T = TypeParam;
  const Batch batch = closest_point_batch(3, 8, 200);
  const ClosestPoints<T> expected = find_closest_points<T>(Cpu{1}, batch.surfaces, batch.queries());
  for (const InstructionSet set : available_instruction_sets()) {
    ClosestPoints<T> out;
    out.resize(batch.points.size());
    const ClosestPointsOptions options;
    const ClosestPointsView<T> view = out.view();
    const ClosestPointRange<T> range{batch.surfaces.views<T>().data(),
                                     batch.which.data(),
                                     batch.points.data(),
                                     options,
                                     view,
                                     nullptr,
                                     0,
                                     batch.points.size()};
    if constexpr (sizeof(T) == sizeof(float)) {
      closest_points_table(set).f32(range);
    } else {
      closest_points_table(set).f64(range);
    }
    SCOPED_TRACE(name_of(set));
    test::expect_same_bits(out, expected);
  }
}

TYPED_TEST(ClosestPointsOf, WithCachesAWalkHasTheSameDistancesForFewerEvaluations) {
  using T = TypeParam;
  Batch batch = closest_point_batch(4, 6, 60);
  std::vector<ClosestPointCache<T>> caches(batch.points.size(), ClosestPointCache<T>{});
  test::Random random(5);
  std::vector<Vec3<double>> ways;
  for (const std::uint32_t k : batch.which) {
    const SurfaceView<double>& view = batch.surfaces.views<double>()[k];
    const double step = 1e-3 * std::ldexp(view.size, view.exponent);
    ways.push_back(Vec3<double>{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)} * step);
  }
  std::uint64_t cold = 0, warm = 0;
  for (int step = 0; step < 40; ++step) {
    const ClosestPoints<T> with = find_closest_points<T>(Cpu{1}, batch.surfaces, batch.queries(), {}, caches.data());
    const ClosestPoints<T> without = find_closest_points<T>(Cpu{1}, batch.surfaces, batch.queries());
    for (std::size_t i = 0; i < batch.points.size(); ++i) {
      const SurfaceView<double>& view = batch.surfaces.views<double>()[batch.which[i]];
      const double size = std::ldexp(view.size, view.exponent), far = static_cast<double>(without.distance[i]);
      EXPECT_NEAR(static_cast<double>(with.distance[i]), far,
                  64 * static_cast<double>(Epsilon<T>::value) * (size + far));
      EXPECT_EQ(with.status[i], without.status[i]);
      cold += without.evaluations[i], warm += with.evaluations[i];
      batch.points[i] = batch.points[i] + ways[i];
    }
  }
  EXPECT_LT(2 * warm, cold);
}

TYPED_TEST(ClosestPointsOf, PointsThatAreNotFiniteOrTooFarSayNothing) {
  using T = TypeParam;
  test::Random random(6);
  Batch batch;
  batch.surfaces.add(test::wavy_sheet(random, false));
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  batch.points = {{nan, 0, 0}, {0, infinity, 0}, {0, 0, 1e300}, {0, 0, 1}};
  batch.which.assign(4, 0);
  std::vector<ClosestPointCache<T>> caches(4, ClosestPointCache<T>{});
  const ClosestPoints<T> out = find_closest_points<T>(Cpu{1}, batch.surfaces, batch.queries(), {}, caches.data());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(out.status[i], static_cast<std::uint8_t>(Status::invalid_pose)) << i;
    EXPECT_EQ(out.distance[i], 0);
    EXPECT_EQ(out.point[i].z, 0);
    EXPECT_EQ(caches[i].count, 0u);
  }
  EXPECT_EQ(out.status[3], static_cast<std::uint8_t>(Status::converged));
  EXPECT_GT(out.distance[3], 0);
}

TYPED_TEST(ClosestPointsOf, TheMethodsOfThePapersFindPointsOfTheSurfaceAndNoneNearer) {
  using T = TypeParam;
  const Batch batch = closest_point_batch(9, 6, 200);
  const ClosestPoints<T> proved = find_closest_points<T>(Cpu{2}, batch.surfaces, batch.queries());
  for (const ClosestPointMethod method : {ClosestPointMethod::newton, ClosestPointMethod::direct}) {
    ClosestPointsOptions options;
    options.method = method;
    const ClosestPoints<T> found = find_closest_points<T>(Cpu{2}, batch.surfaces, batch.queries(), options);
    int same = 0;
    for (std::size_t i = 0; i < batch.points.size(); ++i) {
      const SurfaceView<double>& view = batch.surfaces.views<double>()[batch.which[i]];
      const double size = std::ldexp(view.size, view.exponent), far = static_cast<double>(found.distance[i]);
      const double slack = 256 * static_cast<double>(Epsilon<T>::value) * (size + far);
      const Vec3<double> at = point_at(batch.surfaces.surface(batch.which[i]), found.u[i], found.v[i]).point;
      EXPECT_LT(length(found.point[i] - at), slack + 1e-13 * length(at));
      EXPECT_NEAR(far, length(batch.points[i] - at), slack + 1e-13 * length(at));
      EXPECT_GE(far, static_cast<double>(proved.lower_bound[i]) - slack);
      EXPECT_EQ(found.lower_bound[i], 0);
      EXPECT_EQ(found.tie[i], 0);
      same += far <= static_cast<double>(proved.distance[i]) + 1e-3 * size;
    }
    EXPECT_GT(same, method == ClosestPointMethod::direct ? 100 : 50);
  }
}

TEST(ClosestPoints, OutputsThatAreNotWantedAreLeftOut) {
  const Batch batch = closest_point_batch(7, 2, 20);
  const ClosestPoints<double> all = find_closest_points<double>(Cpu{1}, batch.surfaces, batch.queries());
  std::vector<double> rows(3 * batch.points.size(), -1);
  ClosestPointsView<double> view;
  view.distance = {rows.data() + 1, 3};
  find_closest_points<double>(Cpu{1}, batch.surfaces, batch.queries(), {}, view);
  for (std::size_t i = 0; i < batch.points.size(); ++i) {
    EXPECT_EQ(rows[3 * i], -1);
    EXPECT_EQ(rows[3 * i + 1], all.distance[i]);
    EXPECT_EQ(rows[3 * i + 2], -1);
  }
  const ClosestPoints<double> none = find_closest_points<double>(Cpu{1}, batch.surfaces, {});
  EXPECT_TRUE(none.distance.empty());
}

void expect_refused(const SurfaceSet& surfaces, const SurfaceQueries& queries, const ClosestPointsOptions& options,
                    const std::string& part) {
  try {
    find_closest_points<double>(Cpu{1}, surfaces, queries, options);
    ADD_FAILURE() << part;
  } catch (const InvalidInput& e) {
    EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
  }
}

TEST(ClosestPoints, RefusesWhatIsWrongWithItsArguments) {
  const Batch batch = closest_point_batch(8, 2, 3);
  const std::vector<std::uint32_t> wrong = {0, 2, 1};
  expect_refused(batch.surfaces, {wrong, batch.points}, {}, "point 1 has surface 2");
  expect_refused(batch.surfaces, {std::span(wrong).first(2), batch.points}, {}, "3 points have 2 surfaces");
  const auto with = [](auto change) {
    ClosestPointsOptions options;
    change(options);
    return options;
  };
  const SurfaceQueries good = batch.queries();
  expect_refused(batch.surfaces, good, with([](auto& o) { o.tolerance = -1; }), "tolerance is -1");
  expect_refused(batch.surfaces, good, with([](auto& o) { o.tolerance = std::nan(""); }), "tolerance is nan");
  expect_refused(batch.surfaces, good, with([](auto& o) { o.tie = 0.6; }), "tie is 0.6");
  expect_refused(batch.surfaces, good, with([](auto& o) { o.radius = -1e-3; }), "radius is -0.001");
  expect_refused(batch.surfaces, good, with([](auto& o) { o.rectangles = 0; }), "rectangles is 0");
  EXPECT_THROW(find_closest_points<double>(Cpu{-1}, batch.surfaces, good), InvalidInput);
}

}  // namespace
}  // namespace abut
