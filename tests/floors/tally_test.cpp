// Bytes, sectors and instructions, counted by hand on arrays and operations made here.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "bench/floors/device_rates.h"
#include "bench/floors/lanes.h"
#include "bench/floors/number.h"

namespace floors {
namespace {

/// Two arrays of two groups, and one that is not named.
class Bytes : public testing::Test {
 protected:
  Bytes() {
    set_arrays({{first_, sizeof first_, 0}, {second_, sizeof second_, 1}, {nullptr, 8, 1}, {other_, 0, 1}}, 2);
  }
  ~Bytes() override {
    count_for(nullptr, 0);
    set_arrays({}, 0);
  }
  /// A copy by a thread of this warp.
  void copy(void* to, const void* from, std::size_t bytes, std::uint64_t warp = 0) {
    count_for(&tally_, warp);
    note_copy(to, from, bytes);
    count_for(nullptr, warp);
  }

  Tally tally_;
  alignas(64) unsigned char first_[256] = {}, second_[100] = {}, other_[256] = {};
};

TEST_F(Bytes, AreCountedOncePerWayHoweverOftenTheyAreTouched) {
  copy(other_, first_ + 10, 20), copy(other_, first_ + 20, 20), copy(first_ + 20, other_, 4);
  const std::vector<Traffic> t = take_traffic();
  ASSERT_EQ(t.size(), 2u);
  EXPECT_EQ(t[0].read, 30u);
  EXPECT_EQ(t[0].written, 4u);
  EXPECT_TRUE(t[1].read == 0 && t[1].written == 0 && t[1].sectors == 0);
  EXPECT_TRUE(take_traffic()[0].read == 0) << "what was taken is forgotten";
  copy(other_, first_ + 10, 20);
  EXPECT_EQ(take_traffic()[0].read, 20u) << "and counts again";
}

TEST_F(Bytes, LieInSectorsOf32OfTheirArrayEachOnceAWarpAndWay) {
  copy(other_, first_ + 31, 2);  // over a border
  copy(other_, first_ + 0, 64);  // the same two
  copy(first_ + 0, other_, 1);   // written: another way
  EXPECT_EQ(take_traffic()[0].sectors, 3u);
  copy(other_, first_, 1, 0), copy(other_, first_ + 1, 1, 0), copy(other_, first_ + 2, 1, 1);
  EXPECT_EQ(take_traffic()[0].sectors, 2u) << "of two warps";
  copy(other_, first_, 1, 0);
  EXPECT_EQ(take_traffic()[0].sectors, 1u) << "of a later step's first warp";
}

TEST_F(Bytes, OutsideOfNamedArraysOrOfNobodyDoNotCount) {
  copy(other_, other_ + 100, 50);
  note_copy(other_, first_, 50);  // nobody counts
  // A copy that begins before an array and ends behind it.
  copy(other_, second_ + 90, 20);
  const std::vector<Traffic> t = take_traffic();
  EXPECT_EQ(t[0].read + t[0].written, 0u);
  EXPECT_EQ(t[1].read, 10u);
  EXPECT_EQ(t[1].sectors, 2u);  // 90 to 99: the third and the last
}

TEST(Tallies, AddUpAndKnowFloatsFromDoubles) {
  Tally a, b;
  count_for(&a, 0);
  note(false, add), note(true, add), note(true, root), note_shuffles(3);
  count_for(&b, 1);
  note(true, fused), note_shuffles(4);
  count_for(nullptr, 0);
  note(true, divide);
  EXPECT_EQ(a.operations(), 3u);
  a += b;
  EXPECT_EQ(a.operations(), 4u);
  EXPECT_EQ(a.shuffles, 7u);
  EXPECT_TRUE(a.single[add] == 1 && a.wide[add] == 1 && a.wide[root] == 1 && a.wide[fused] == 1 && a.wide[divide] == 0);
}

// The compiler must not know the operands.
volatile double unknown = 3;

TEST(Numbers, OfMixedKindsCountInTheWiderAndCompoundOnesOnce) {
  Tally t;
  count_for(&t, 0);
  const Double x = unknown;
  const Float y = static_cast<float>(unknown);
  Double sum = x;
  sum += y, sum -= 1, sum *= x, sum /= 2;
  const bool equal = sum == x || y != 3.0f;
  const auto whole = static_cast<int>(x);
  const Double same = -(+x);
  count_for(nullptr, 0);
  EXPECT_EQ(sum.value(), (3.0 + 3 - 1) * 3 / 2);
  EXPECT_TRUE(!equal && whole == 3 && same.value() == -3);
  // The float is made a double once; signs cost nothing.
  EXPECT_EQ(t.wide, (decltype(t.wide){2, 1, 0, 1, 0, 1, t.wide[convert]}));
  EXPECT_EQ(t.single, (decltype(t.single){0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(t.wide[convert], 2u) << "of the float, and to the integer";
}

TEST(Slots, AreOneAnInstructionAndSeveralForQuotientsAndRoots) {
  Tally t;
  t.single = {1, 2, 3, 4, 5, 6, 7}, t.wide = {10, 20, 30, 2, 1, 40, 3};
  t.shuffles = 100, t.atomics = 1000;
  const Slots s = slots_of(t);
  EXPECT_EQ(s.wide, 10 + 20 + 30 + 40 + 8 * (2 + 1));
  EXPECT_EQ(s.issued, (1 + 2 + 3 + 6 + 8 * (4 + 5)) + s.wide + 6 * 2 + 8 * 1 + 7 + 3 + 100 + 1000);
}

TEST(DeviceFloors, AreOfTheBusierUnitAndOfAllBytesOnce) {
  DeviceRates rates;
  rates.multiprocessors = 2, rates.clock = 1e3, rates.lanes = 4, rates.double_lanes = 2, rates.bytes = 100;
  Step step;
  step.all.single[add] = 600, step.all.wide[add] = 400;  // 1000 issued are 250 cycles, 400 doubles 200
  step.traffic = {{30, 20, 99}, {5, 45, 99}};
  const Floors f = floors_of(rates, step);
  EXPECT_DOUBLE_EQ(f.issue, 250 / 2e3);
  EXPECT_DOUBLE_EQ(f.bytes, 1);
  EXPECT_DOUBLE_EQ(f.least(), 1);
  step.all.wide[add] = 600, step.all.single[add] = 0;  // 150 cycles, and 300 of the doubles' units
  EXPECT_DOUBLE_EQ(floors_of(rates, step).issue, 300 / 2e3);
  Floors sum = f;
  sum += f;
  EXPECT_TRUE(sum.issue == 2 * f.issue && sum.bytes == 2);
  EXPECT_EQ(total(step).sectors, 198u);
}

TEST(DeviceFloors, WarpsAreLimitedByRegistersThreadsAndBlocks) {
  const DeviceRates rates;
  EXPECT_EQ(resident_warps(rates, 0, 32), 32) << "32 blocks of one warp, whatever is left";
  EXPECT_EQ(resident_warps(rates, 16, 64), 64) << "all threads";
  EXPECT_EQ(resident_warps(rates, 33, 1024), 32) << "registers come by eight: one block of 40 a thread";
  EXPECT_EQ(resident_warps(rates, 32, 1024), 64);
  EXPECT_EQ(resident_warps(rates, 255, 512), 0) << "of 256 registers no such block fits";
}

TEST(Budgets, HaveAKernelALineWithRegistersAndStack) {
  const std::string path = testing::TempDir() + "abut_budget.txt";
  std::ofstream(path) << "# kernel registers stack\n\nfor_each<A<float>> 40 16\nplain line\nfor_each<B> 7\n";
  const auto budget = read_budget(path);
  std::filesystem::remove(path);
  ASSERT_EQ(budget.size(), 2u);
  EXPECT_EQ(budget.at("for_each<A<float>>").registers, 40);
  EXPECT_EQ(budget.at("for_each<A<float>>").stack, 16);
  EXPECT_EQ(budget.at("for_each<B>").registers, 7);
}

TEST(TileOfLanes, ExchangesWhatEachHasGivenTurnByTurn) {
  Lanes lanes;
  for (const int count : {2, 8, 4}) {
    std::vector<Tally> tallies(static_cast<std::size_t>(count));
    std::vector<double> sums(tallies.size());
    lanes.run(count, tallies.data(), 0, [&](int lane) {
      double sum = lane + 1;
      for (int step = 1; step < count; step *= 2) {
        double other = 0;
        lanes.exchange(lane, lane ^ step, &sum, &other, sizeof sum);
        sum += other;
        note(true, add);
      }
      if (lane == 1) note(false, root);
      sums[static_cast<std::size_t>(lane)] = sum;
    });
    for (int k = 0; k < count; ++k) {
      const auto at = static_cast<std::size_t>(k);
      EXPECT_EQ(sums[at], count * (count + 1) / 2) << k;
      EXPECT_EQ(tallies[at].wide[add], count == 2 ? 1u : count == 4 ? 2u : 3u) << "each lane's own";
      EXPECT_EQ(tallies[at].single[root], k == 1 ? 1u : 0u);
    }
  }
}

}  // namespace
}  // namespace floors
