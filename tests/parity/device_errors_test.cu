// What goes wrong on a device, or might: several streams at once, memory that is used up, bad input, another order of
// the same pairs. Needs a GPU.
#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "abut/shapes/cuda_shapes.h"
#include "tests/support/device_contacts.h"
#include "tests/support/device_scene.h"
#include "tests/support/gpu.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::OnDevice;

/// Bodies, candidate pairs, and answers with a workspace of their own, in device memory.
template <class T>
class Batch {
 public:
  Batch(const ShapeSet& shapes, const BodySet& bodies, const std::vector<Pair>& pairs)
      : count_(pairs.size()),
        shape_memory_(device_shapes_bytes(shapes.view<T>())),
        shapes_(copy_shapes(Cuda{}, shapes.view<T>(), {shape_memory_.data(), shape_memory_.size()})),
        parts_(bodies.parts()),
        pairs_(pairs.data(), count_),
        contacts_(count_),
        workspace_(query_pairs_workspace<T>(Cuda{}, count_)) {
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
  void enqueue(cudaStream_t stream) {
    query_pairs<T>(Cuda{stream}.with({workspace_.data(), workspace_.size()}), shapes_, parts_.view(),
                   {pairs_.data(), count_}, {}, contacts_.view());
  }
  void clear() {
    contacts_.clear();
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
  Contacts<T> answers() const { return contacts_.download(); }

 private:
  std::size_t count_;
  OnDevice<unsigned char> shape_memory_;
  ShapeSetView<T> shapes_;
  test::PartsOnDevice parts_;
  OnDevice<Pair> pairs_;
  test::DeviceContacts<T> contacts_;
  OnDevice<unsigned char> workspace_;
};

ShapeSet all_kinds() {
  ShapeSet shapes = test::mixed_shapes(1);
  test::add_curved_and_large(shapes, 2);
  return shapes;
}

/// A stream that does not wait for the default one.
class Stream {
 public:
  Stream() { EXPECT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess); }
  ~Stream() { (void)cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

template <class T>
class DeviceErrors : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceErrors, Scalars);

TYPED_TEST(DeviceErrors, BatchesOnSeveralStreamsAtOnceGiveTheBitsOfOne) {
  using T = TypeParam;
  constexpr std::size_t streams = 3;
  const ShapeSet shapes = all_kinds();
  std::vector<std::unique_ptr<Batch<T>>> batches;
  std::vector<Contacts<T>> alone;
  for (std::uint32_t k = 0; k < streams; ++k) {
    const BodySet bodies = test::crowd(shapes, 800 + 700 * k, 20 + k);
    batches.push_back(std::make_unique<Batch<T>>(shapes, bodies, test::expected_pairs(shapes, bodies)));
    batches.back()->clear();
    batches.back()->enqueue(nullptr);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    alone.push_back(batches.back()->answers());
  }
  const Stream on[streams];
  for (int run = 0; run < 3; ++run) {
    for (auto& batch : batches) batch->clear();
    for (int turn = 0; turn < 4; ++turn) {
      for (std::size_t k = 0; k < streams; ++k) batches[k]->enqueue(on[k]);
    }
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (std::size_t k = 0; k < streams; ++k) test::expect_same_bits(batches[k]->answers(), alone[k]);
  }
}

TYPED_TEST(DeviceErrors, ScenesOnSeveralStreamsAtOnceFindThePairsOfTheCpu) {
  constexpr std::size_t streams = 2;
  const ShapeSet shapes = test::mixed_shapes(1);
  std::vector<std::unique_ptr<test::DeviceScene>> scenes;
  std::vector<std::vector<Pair>> expected;
  for (std::uint32_t k = 0; k < streams; ++k) {
    const BodySet bodies = test::crowd(shapes, 4000 + 3000 * k, 30 + k);
    expected.push_back(test::expected_pairs(shapes, bodies));
    scenes.push_back(std::make_unique<test::DeviceScene>(shapes, bodies, expected.back().size()));
  }
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const Stream on[streams];
  for (int turn = 0; turn < 4; ++turn) {
    for (std::size_t k = 0; k < streams; ++k) scenes[k]->build(Cuda{on[k]});
    for (std::size_t k = 0; k < streams; ++k) scenes[k]->find(Cuda{on[k]});
  }
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (std::size_t k = 0; k < streams; ++k) test::expect_same_bits(scenes[k]->pairs(), expected[k], "pair");
}

TYPED_TEST(DeviceErrors, PairsInAnotherOrderHaveTheSameBitsEach) {
  using T = TypeParam;
  const ShapeSet shapes = all_kinds();
  const BodySet bodies = test::crowd(shapes, 2000, 25);
  const std::vector<Pair> pairs = test::expected_pairs(shapes, bodies);
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937_64(26));
  std::vector<Pair> shuffled;
  for (const std::size_t i : order) shuffled.push_back(pairs[i]);

  const auto answers_of = [&](const std::vector<Pair>& of, int runs) {
    Batch<T> batch(shapes, bodies, of);
    batch.clear();
    for (int run = 0; run < runs; ++run) batch.enqueue(nullptr);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    return batch.answers();
  };
  const Contacts<T> once = answers_of(pairs, 1), mixed = answers_of(shuffled, 1);
  test::expect_same_bits(answers_of(pairs, 2), once);
  Contacts<T> sorted(order.size());
  test::for_each_array<T>([&](const char*, auto array) {
    for (std::size_t i = 0; i < order.size(); ++i) (sorted.*array)[order[i]] = (mixed.*array)[i];
  });
  test::expect_same_bits(sorted, once);
}

/// Nearly all of the device's memory, in blocks, until it is destroyed.
class MostMemory {
 public:
  MostMemory() {
    for (std::size_t bytes = std::size_t{1} << 38; bytes >= std::size_t{1} << 20; bytes /= 2) {
      void* block = nullptr;
      while (cudaMalloc(&block, bytes) == cudaSuccess) blocks_.push_back(block);
      (void)cudaGetLastError();
    }
  }
  ~MostMemory() {
    for (void* block : blocks_) (void)cudaFree(block);
  }
  MostMemory(const MostMemory&) = delete;
  MostMemory& operator=(const MostMemory&) = delete;
  bool some() const { return !blocks_.empty(); }

 private:
  std::vector<void*> blocks_;
};

TYPED_TEST(DeviceErrors, WithoutMemoryDetectSaysSoAndTheNextCallWorks) {
  using T = TypeParam;
  const ShapeSet shapes = test::mixed_shapes(1);
  const BodySet bodies = test::crowd(shapes, 60000, 27);
  const Detection<T> expected = detect<T>(Cpu{}, shapes, bodies, {test::alert});
  // What the driver's pool keeps of earlier calls could be enough.
  cudaMemPool_t pool = nullptr;
  ASSERT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  ASSERT_EQ(cudaMemPoolTrimTo(pool, 0), cudaSuccess);
  {
    const MostMemory taken;
    ASSERT_TRUE(taken.some());
    std::string error = "no CudaError";
    try {
      (void)detect<T>(Cuda{}, shapes, bodies, {test::alert});
    } catch (const CudaError& e) {
      error = e.what();
    }
    EXPECT_NE(error.find("out of memory"), std::string::npos) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "left behind for the caller's next call";
  }
  const Detection<T> again = detect<T>(Cuda{}, shapes, bodies, {test::alert});
  test::expect_same_bits(again.pairs, expected.pairs, "pair");
  test::expect_same_bits(again.contacts, expected.contacts);
}

TYPED_TEST(DeviceErrors, InvalidInputLeavesNoErrorBehind) {
  using T = TypeParam;
  const ShapeSet shapes = test::mixed_shapes(1);
  const BodySet bodies = test::crowd(shapes, 100, 28);
  const OnDevice<Pair> pair(1);
  const OnDevice<unsigned char> memory(4096);
  test::DeviceScene scene(shapes, bodies, 1000);
  const ShapeSetView<T> nothing;
  const std::size_t needed = query_pairs_workspace<T>(Cuda{}, 1);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto refused = [](const auto& call) {
    EXPECT_THROW(call(), InvalidInput);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  };
  const std::span<const Pair> one(pair.data(), 1);
  refused([&] { query_pairs<T>(Cuda{}.with({memory.data(), needed}), nothing, scene.parts(), one, {}, {}); });
  refused([&] { query_pairs<T>(Cuda{}.with({memory.data(), needed}), nothing, scene.parts(), one, {-1}, {}); });
  refused([&] { find_pairs(Cuda{}.with({memory.data(), 4096}), scene.tree(), scene.parts(), PairOrder::half, {}); });
  refused([&] {
    find_pairs(Cuda{}.with({memory.data(), 16}), scene.tree(), scene.parts(), PairOrder::half, scene.list());
  });
  refused([&] {
    find_pairs(Cuda{}.with({memory.data() + 1, 1u << 30}), scene.tree(), scene.parts(), PairOrder::half, scene.list());
  });
  refused([&] { find_within(Cuda{}.with({memory.data(), 4096}), scene.tree(), {}, {-1, {}}, scene.list()); });
  refused([&] { (void)detect<T>(Cuda{}, shapes, bodies, {-1}); });
  // and the device still works
  scene.build(Cuda{});
  scene.find(Cuda{});
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(scene.needed(), test::expected_pairs(shapes, bodies).size());
}

}  // namespace
}  // namespace abut
