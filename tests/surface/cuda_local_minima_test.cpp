// The stages that find local minima on a device, run on cores: those of `find_local_minima` to the bit; and what its
// arguments may be.
#include "abut/surface/cuda_local_minima.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "abut/surface/local_minima.h"
#include "kernels/surface/local_minima.h"
#include "tests/support/closest_point_batch.h"
#include "tests/support/complaint.h"
#include "tests/support/host_queue.h"
#include "tests/support/surface_answers.h"
#include "tests/surface/known_surfaces.h"

namespace abut {
namespace {

using test::complaint;
using test::somewhere;

/// Arrays for as many queries and minima, full of what nobody has written.
template <class T>
struct Arrays : LocalMinimaOf<T> {
  Arrays(std::size_t queries, std::size_t minima) {
    this->offsets.assign(queries + 1, 99), this->rectangles.assign(queries, 99), this->status.assign(queries, 99);
    this->continuum.assign(minima, 99), this->distance.assign(minima, T(-99));
    this->u.assign(minima, -99), this->v.assign(minima, -99), this->point.resize(minima), this->normal.resize(minima);
  }
  LocalMinimaView<T> view() {
    LocalMinimaView<T> out;
    out.offsets = this->offsets.data(), out.capacity = this->distance.size();
    out.distance = {this->distance.data(), 1}, out.u = {this->u.data(), 1}, out.v = {this->v.data(), 1};
    out.point = {&this->point[0].x, &this->point[0].y, &this->point[0].z, 3};
    out.normal = {&this->normal[0].x, &this->normal[0].y, &this->normal[0].z, 3};
    out.continuum = {this->continuum.data(), 1}, out.status = {this->status.data(), 1};
    out.rectangles = {this->rectangles.data(), 1};
    return out;
  }
};

template <class T>
void ask(const test::ClosestPointBatch& batch, const CudaLocalMinimaOptions& options, Arrays<T>& out) {
  const std::span<const SurfaceView<T>> views = batch.surfaces.views<T>();
  const backend::LocalMinimaSearch<T> search{{views.data(), batch.surfaces.size()},
                                             {batch.which.data(), batch.points.data(), batch.points.size()},
                                             options,
                                             out.view()};
  test::HostQueue queue;
  const std::size_t count = batch.points.size();
  std::vector<unsigned char> memory(bytes_of<device::MinimaScratch<T>>(queue, count, options.most) + 256, 0x5a);
  const std::uintptr_t at = (reinterpret_cast<std::uintptr_t>(memory.data()) + 255) / 256 * 256;
  Workspace workspace(reinterpret_cast<void*>(at));
  device::find_local_minima(queue, search, device::MinimaScratch<T>(workspace, queue, count, options.most));
}

template <class T>
class LocalMinimaOfAQueue : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(LocalMinimaOfAQueue, Scalars);

TYPED_TEST(LocalMinimaOfAQueue, AreThoseOfTheCpuToTheBit) {
  using T = TypeParam;
  const test::ClosestPointBatch batch = test::closest_point_batch(31, 5, 40);
  const LocalMinimaOf<T> expected = find_local_minima<T>(Cpu{2}, batch.surfaces, batch.queries());
  const std::size_t n = expected.distance.size();
  EXPECT_GT(n, 2 * batch.points.size()) << "several a query";
  Arrays<T> out(batch.points.size(), n);
  ask(batch, {}, out);
  test::expect_same_bits(static_cast<const LocalMinimaOf<T>&>(out), expected);
}

TYPED_TEST(LocalMinimaOfAQueue, WhatHasNoRoomIsTold) {
  using T = TypeParam;
  test::ClosestPointBatch batch;
  batch.surfaces.add(box_surface({1, 2, 3}));
  batch.which = {0, 1, 0}, batch.points = {{0.25, 0.5, -1}, {0, 0, 0}, {std::nan(""), 0, 0}};
  Arrays<T> small(3, 5), none(3, 1);
  ask(batch, {}, small);
  EXPECT_EQ(small.offsets, (std::vector<std::uint64_t>{0, 6, 6, 6})) << "six feet, as many as there should be room for";
  EXPECT_EQ(small.distance[0], T(-99)) << "nothing is written";
  EXPECT_EQ(small.status[1], static_cast<std::uint8_t>(Status::degenerate_shape));
  EXPECT_EQ(small.status[2], static_cast<std::uint8_t>(Status::invalid_pose));
  CudaLocalMinimaOptions one;
  one.most = 1;
  ask(batch, one, none);
  EXPECT_EQ(none.offsets, (std::vector<std::uint64_t>{0, 1, 1, 1}));
  EXPECT_NEAR(static_cast<double>(none.distance[0]), 0.75, 1e-6) << "the nearest";
  EXPECT_EQ(none.status[0], static_cast<std::uint8_t>(Status::iteration_limit)) << "not all";
}

TEST(LocalMinimaInFloat, AreThoseInDoubleWhereTheyAreApart) {
  const test::ClosestPointBatch batch = test::closest_point_batch(32, 6, 60);
  const LocalMinimaOf<float> single = find_local_minima<float>(Cpu{2}, batch.surfaces, batch.queries());
  const LocalMinima full = find_local_minima(Cpu{2}, batch.surfaces, batch.queries());
  std::size_t same = 0, sure = 0;
  for (std::size_t i = 0; i < batch.points.size(); ++i) {
    if (single.status[i] != static_cast<std::uint8_t>(Status::converged)) continue;
    ++sure;
    const std::uint64_t count = full.offsets[i + 1] - full.offsets[i];
    if (single.offsets[i + 1] - single.offsets[i] != count) continue;
    ++same;
    for (std::uint64_t k = 0; k < count; ++k) {
      const double expected = full.distance[full.offsets[i] + k];
      EXPECT_NEAR(static_cast<double>(single.distance[single.offsets[i] + k]), expected, 1e-4 * expected) << i;
    }
  }
  std::printf("%zu queries, %zu sure in float, %zu of them with as many minima\n", batch.points.size(), sure, same);
  EXPECT_GE(sure, batch.points.size() * 8 / 10);
  EXPECT_GE(same, sure * 95 / 100);
}

/// Arguments that nothing is wrong with, but that no device is there.
struct Call {
  SurfaceViews<float> surfaces{somewhere<SurfaceView<float>>(), 1};
  DeviceSurfaceQueries queries{somewhere<std::uint32_t>(), somewhere<Vec3<double>>(), 1};
  CudaLocalMinimaOptions options;
  LocalMinimaView<float> out;
  Call() { out.offsets = somewhere<std::uint64_t>(); }
  void run() const { find_local_minima<float>(Cuda{}, surfaces, queries, options, out); }
};

template <class Change>
std::string said(const Change& change) {
  Call call;
  change(call);
  return complaint([&] { call.run(); });
}

TEST(CudaLocalMinima, WithoutADeviceGoodArgumentsAreACudaError) {
  if (cuda_unavailable_reason() == nullptr) GTEST_SKIP() << "a device is there: it would be asked";
  EXPECT_THROW(Call().run(), CudaError);
}

TEST(CudaLocalMinima, RefusesWhatIsWrongWithItsArguments) {
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(said([](Call& c) { c.queries.surfaces = nullptr; }), "queries.surfaces is null");
  has(said([](Call& c) { c.queries.points = nullptr; }), "queries.points is null");
  has(said([](Call& c) { c.surfaces.of = nullptr; }), "surfaces is null");
  has(said([](Call& c) { c.out.offsets = nullptr; }), "out.offsets is null");
  has(said([](Call& c) { c.queries.count = 1ull << 33; }), "queries has room for 8589934592");
  has(said([](Call& c) { c.options.within = -1; }), "within is -1");
  has(said([](Call& c) { c.options.rectangles = 0; }), "rectangles is 0");
  has(said([](Call& c) { c.options.most = 0; }), "most is 0; allowed are 1 to 65536");
  const auto odd = [](auto* array) { return reinterpret_cast<decltype(array)>(reinterpret_cast<char*>(array) + 1); };
  has(said([&](Call& c) { c.out.distance.data = odd(somewhere<float>()); }), "an array of out is not aligned");
}

}  // namespace
}  // namespace abut
