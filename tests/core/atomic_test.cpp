// Atomic operations: what they return, and that nothing is lost among threads.
#include "abut/core/atomic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

namespace abut {
namespace {

constexpr int threads = 4, rounds = 20000;

template <class Work>
void in_threads(const Work& work) {
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t) all.emplace_back([&work, t] { work(t); });
  for (std::thread& t : all) t.join();
}

TEST(Atomic, ExchangeReturnsWhatWasThere) {
  std::uint32_t slot = 7;
  EXPECT_EQ(atomic_exchange(&slot, 9), 7u);
  EXPECT_EQ(slot, 9u);
}

TEST(Atomic, ExchangesOfThreadsHandEachValueToOneOfThem) {
  std::uint32_t slot = 0;
  std::vector<std::uint32_t> got[threads];
  in_threads([&](int t) {
    for (int k = 0; k < rounds; ++k) {
      got[t].push_back(atomic_exchange(&slot, static_cast<std::uint32_t>(t * rounds + k + 1)));
    }
  });
  std::vector<std::uint32_t> all{slot};
  for (const auto& of : got) all.insert(all.end(), of.begin(), of.end());
  std::sort(all.begin(), all.end());
  for (std::uint32_t k = 0; k < all.size(); ++k) ASSERT_EQ(all[k], k);
}

TEST(Atomic, AdditionsOfThreadsAreNotLostAndReturnDifferentSums) {
  std::uint64_t sum = std::uint64_t{1} << 40;
  std::vector<std::uint64_t> before[threads];
  in_threads([&](int t) {
    for (int k = 0; k < rounds; ++k) before[t].push_back(atomic_add(&sum, 3));
  });
  EXPECT_EQ(sum, (std::uint64_t{1} << 40) + 3ull * threads * rounds);
  std::vector<std::uint64_t> all;
  for (const auto& of : before) all.insert(all.end(), of.begin(), of.end());
  std::sort(all.begin(), all.end());
  for (std::size_t k = 0; k < all.size(); ++k) ASSERT_EQ(all[k], (std::uint64_t{1} << 40) + 3 * k);
}

TEST(Atomic, LoweringKeepsTheLeast) {
  std::uint64_t least = 100;
  atomic_lower(&least, 150);
  EXPECT_EQ(least, 100u);
  atomic_lower(&least, 99);
  EXPECT_EQ(least, 99u);
  least = ~std::uint64_t{0};
  in_threads([&](int t) {
    for (int k = rounds; k-- > 0;) atomic_lower(&least, static_cast<std::uint64_t>(k * threads + t) + 5);
  });
  EXPECT_EQ(least, 5u);
}

}  // namespace
}  // namespace abut
