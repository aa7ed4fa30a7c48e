#include "abut/surface/cuda_closest_points.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "kernels/surface/closest_points.h"
#include "tests/support/closest_point_batch.h"
#include "tests/support/complaint.h"
#include "tests/support/host_queue.h"
#include "tests/support/surface_answers.h"

namespace abut {
namespace {

using test::complaint;
using test::somewhere;

template <class T>
class ClosestPointsOfAQueue : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ClosestPointsOfAQueue, Scalars);

TYPED_TEST(ClosestPointsOfAQueue, AreThoseOfTheCpuToTheBitFromStepToStep) {
  using T = TypeParam;
  test::ClosestPointBatch batch = test::closest_point_batch(11, 7, 300);
  std::vector<ClosestPointCache<T>> on_cores(batch.points.size(), ClosestPointCache<T>{}), in_queue = on_cores;
  const std::span<const SurfaceView<T>> views = batch.surfaces.views<T>();
  test::HostQueue queue;
  for (int step = 0; step < 3; ++step) {
    const ClosestPoints<T> expected =
        find_closest_points<T>(Cpu{2}, batch.surfaces, batch.queries(), {}, on_cores.data());
    ClosestPoints<T> out;
    out.resize(batch.points.size());
    queue.for_each(batch.points.size(),
                   device::FindClosestPoint<T>{{views.data(), batch.surfaces.size()},
                                               {batch.which.data(), batch.points.data(), batch.points.size()},
                                               {},
                                               out.view(),
                                               in_queue.data()});
    test::expect_same_bits(out, expected);
    for (std::size_t i = 0; i < batch.points.size(); ++i) {
      ASSERT_EQ(in_queue[i].count, on_cores[i].count) << i;
      batch.points[i].z += 1e-4 * std::ldexp(1.0, views[batch.which[i]].exponent);
    }
  }
}

TYPED_TEST(ClosestPointsOfAQueue, ASurfaceThatIsNotThereHasAStatus) {
  using T = TypeParam;
  const test::ClosestPointBatch batch = test::closest_point_batch(12, 2, 3);
  const std::vector<std::uint32_t> which = {0, 2, 1};
  std::vector<ClosestPointCache<T>> caches(3, ClosestPointCache<T>{});
  caches[1].count = 5;
  ClosestPoints<T> out;
  out.resize(3);
  test::HostQueue().for_each(3, device::FindClosestPoint<T>{{batch.surfaces.views<T>().data(), 2},
                                                            {which.data(), batch.points.data(), 3},
                                                            {},
                                                            out.view(),
                                                            caches.data()});
  EXPECT_EQ(out.status[1], static_cast<std::uint8_t>(Status::degenerate_shape));
  EXPECT_EQ(out.distance[1], 0);
  EXPECT_EQ(caches[1].count, 0u);
  EXPECT_EQ(out.status[2], static_cast<std::uint8_t>(Status::converged));
}

TEST(CudaClosestPoints, BytesOfACopyGrowWithTheSurfaces) {
  test::Random random(13);
  SurfaceSet surfaces;
  EXPECT_EQ(device_surfaces_bytes<double>(surfaces), 0u);
  surfaces.add(test::wavy_sheet(random, false));
  const std::size_t one = device_surfaces_bytes<double>(surfaces);
  const SurfaceView<double> view = surfaces.views<double>()[0];
  EXPECT_GT(one, (view.piece_count + 9) * 16 * 4 * sizeof(double));
  surfaces.add(test::wavy_sheet(random, true));
  EXPECT_GT(device_surfaces_bytes<double>(surfaces), one);
  EXPECT_LT(device_surfaces_bytes<float>(surfaces), device_surfaces_bytes<double>(surfaces));
}

/// Arguments that nothing is wrong with, but that no device is there.
struct Call {
  SurfaceViews<float> surfaces{somewhere<SurfaceView<float>>(), 1};
  DeviceSurfaceQueries queries{somewhere<std::uint32_t>(), somewhere<Vec3<double>>(), 1};
  ClosestPointsOptions options;
  ClosestPointsView<float> out;
  ClosestPointCache<float>* caches = nullptr;

  void run() const { find_closest_points<float>(Cuda{}, surfaces, queries, options, out, caches); }
};

template <class Change>
std::string said(const Change& change) {
  Call call;
  change(call);
  return complaint([&] { call.run(); });
}

TEST(CudaClosestPoints, WithoutADeviceGoodArgumentsAreACudaError) {
  if (cuda_unavailable_reason() == nullptr) GTEST_SKIP() << "a device is there: it would be asked";
  EXPECT_THROW(Call().run(), CudaError);
}

TEST(CudaClosestPoints, RefusesWhatIsWrongWithItsArguments) {
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(said([](Call& c) { c.queries.surfaces = nullptr; }), "queries.surfaces is null");
  has(said([](Call& c) { c.queries.points = nullptr; }), "queries.points is null");
  has(said([](Call& c) { c.surfaces.of = nullptr; }), "surfaces is null");
  has(said([](Call& c) { c.queries.count = 1ull << 33; }), "queries has room for 8589934592");
  has(said([](Call& c) { c.options.tolerance = 2; }), "tolerance is 2");
  has(said([](Call& c) { c.options.method = ClosestPointMethod::direct; }), "allowed on a device is certified");
  const auto odd = [](auto* array) { return reinterpret_cast<decltype(array)>(reinterpret_cast<char*>(array) + 1); };
  has(said([&](Call& c) { c.out.distance.data = odd(somewhere<float>()); }), "an array of out is not aligned");
  has(said([&](Call& c) { c.caches = odd(somewhere<ClosestPointCache<float>>()); }), "caches is not aligned");
}

}  // namespace
}  // namespace abut
