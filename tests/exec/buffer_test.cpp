// Arrays whose elements are not initialised: their memory is aligned, kept, moved and given up as told.
#include "host/exec/buffer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <new>
#include <numeric>
#include <utility>

#include "abut/core/contact.h"
#include "host/exec/arena.h"

namespace abut {
namespace {

bool is_aligned(const void* p, std::uintptr_t to) { return reinterpret_cast<std::uintptr_t>(p) % to == 0; }

template <class E>
void number(Buffer<E>& buffer) {
  std::iota(buffer.data(), buffer.data() + buffer.size(), E{1});
}

TEST(Buffer, IsAlignedToACacheLineAndLargeOnesToAHugePage) {
  for (const std::size_t size : {1u, 15u, 16u, 17u, 1000u, (4u << 20) - 1, 4u << 20, (4u << 20) + 1}) {
    Buffer<std::uint8_t> bytes(size);
    EXPECT_TRUE(is_aligned(bytes.data(), size < large_memory ? 64 : 2 << 20)) << size;
    number(bytes);
    Buffer<Pair> pairs(size / 8 + 1);
    EXPECT_TRUE(is_aligned(pairs.data(), 64)) << size;
  }
  EXPECT_EQ(Buffer<Pair>{}.size(), 0u);
  EXPECT_EQ(Buffer<Pair>(0).size(), 0u);
}

TEST(Buffer, KeepsItsMemoryUntilMoreIsNeeded) {
  Buffer<std::uint32_t> buffer(100);
  const std::uint32_t* const first = buffer.data();
  number(buffer);
  for (const std::size_t size : {0u, 1u, 99u, 100u}) {
    buffer.resize(size);
    EXPECT_EQ(buffer.data(), first);
    EXPECT_EQ(buffer.size(), size);
    EXPECT_EQ(buffer.capacity(), 100u);
  }
  EXPECT_EQ(buffer[99], 100u);
  buffer.resize(101);
  EXPECT_EQ(buffer.size(), 101u);
  EXPECT_EQ(buffer.capacity(), 101u);
}

TEST(Buffer, ReservingKeepsAsManyElementsAsIsSaid) {
  Buffer<std::uint32_t> buffer(100);
  number(buffer);
  const std::uint32_t* const first = buffer.data();
  buffer.reserve(100, 100);
  EXPECT_EQ(buffer.data(), first);
  buffer.reserve(5000, 60);
  EXPECT_EQ(buffer.capacity(), 5000u);
  EXPECT_EQ(buffer.size(), 100u);
  for (std::uint32_t i = 0; i < 60; ++i) ASSERT_EQ(buffer[i], i + 1);
  buffer.resize(5000);
  for (std::uint32_t i = 0; i < 60; ++i) ASSERT_EQ(buffer[i], i + 1);
  Buffer<std::uint32_t> none;
  none.reserve(10, 0);
  EXPECT_EQ(none.size(), 0u);
  EXPECT_EQ(none.capacity(), 10u);
}

TEST(Buffer, WhatIsMovedFromIsEmptyAndMayBeUsedAgain) {
  Buffer<std::uint32_t> one(50);
  number(one);
  const std::uint32_t* const data = one.data();
  Buffer<std::uint32_t> two(std::move(one));
  EXPECT_EQ(two.data(), data);
  EXPECT_EQ(two.size(), 50u);
  EXPECT_EQ(one.size(), 0u);
  EXPECT_EQ(one.capacity(), 0u);
  one.resize(3);
  number(one);
  one = std::move(two);
  EXPECT_EQ(one.data(), data);
  EXPECT_EQ(one[49], 50u);
  EXPECT_EQ(two.capacity(), 0u);
  std::swap(one, two);
  EXPECT_EQ(two.data(), data);
  EXPECT_EQ(one.size(), 0u);
}

TEST(Buffer, MoreThanThereIsThrowsAndLeavesAnEmptyOne) {
  Buffer<Pair> buffer(10);
  // Elements whose bytes do not fit 64 bits, and bytes that no machine has.
  for (const std::size_t size : {~std::size_t{0}, ~std::size_t{0} / 8, std::size_t{1} << 60, std::size_t{1} << 55}) {
    EXPECT_THROW(buffer.resize(size), std::bad_alloc) << size;
    EXPECT_EQ(buffer.size(), 0u);
    EXPECT_EQ(buffer.capacity(), 0u);
    buffer.resize(10);
    buffer[9] = {1, 2};
    EXPECT_THROW(buffer.reserve(size, 10), std::bad_alloc) << size;
    EXPECT_EQ(buffer.size(), 10u);
    EXPECT_EQ(buffer[9].b, 2u);
  }
}

TEST(Arena, HasTheThreadsThatAreAskedForAndNoMoreThanThereAre) {
  const int cores = oneapi::tbb::info::default_concurrency();
  EXPECT_EQ(host::thread_count(Cpu{}), cores);
  EXPECT_EQ(host::thread_count(Cpu{1}), 1);
  EXPECT_EQ(host::thread_count(Cpu{1 << 30}), cores);
  for (const int threads : {1, cores}) {
    EXPECT_EQ(host::in_arena(Cpu{threads}, [] { return oneapi::tbb::this_task_arena::max_concurrency(); }), threads);
  }
}

TEST(Arena, ReturnsWhatItsBodyReturnsAndThrowsWhatItThrows) {
  for (const int outer : {1, 2}) {
    for (const int inner : {1, 2}) {
      const int sum = host::in_arena(outer, [&] {
        EXPECT_THROW(host::in_arena(inner, [] { throw InvalidInput("from within"); }), InvalidInput);
        return 1 + host::in_arena(inner, [] { return 41; });
      });
      EXPECT_EQ(sum, 42);
    }
  }
  bool ran = false;
  host::in_arena(Cpu{2}, [&] { ran = true; });
  EXPECT_TRUE(ran);
}

}  // namespace
}  // namespace abut
