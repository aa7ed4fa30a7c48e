// The filter of pairs on a device, run on cores in memory of exactly the size asked for: what PairFilter leaves and
// knows, to the bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "kernels/contacts/pair_filter.h"
#include "tests/support/complaint.h"
#include "tests/support/drifting_crowd.h"
#include "tests/support/guarded.h"
#include "tests/support/host_queue.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::complaint;
using test::DriftingCrowd;
using test::Guarded;
using test::HostQueue;
using test::somewhere;

/// An array that may not be written beyond.
template <class E>
struct Array {
  explicit Array(std::uint64_t count) : memory(count * sizeof(E)) {}
  E* data() { return reinterpret_cast<E*>(memory.data()); }
  std::vector<E> first(std::uint64_t count) { return {data(), data() + count}; }
  Guarded memory;
};

struct Candidates {
  explicit Candidates(std::uint64_t room) : capacity(room), pairs(room), clearance(room) {}
  ClearedPairs view() { return {{pairs.data(), capacity, &count}, clearance.data()}; }
  void set(const std::vector<Pair>& from) {
    count = from.size();
    std::copy_n(from.begin(), std::min<std::uint64_t>(count, capacity), pairs.data());
  }
  std::uint64_t capacity, count = 0;
  Array<Pair> pairs;
  Array<double> clearance;
};

/// A filter as a caller on a device has it.
struct QueueFilter {
  QueueFilter(std::uint32_t parts, std::uint64_t capacity, std::uint64_t near_capacity)
      : part_places(parts),
        even(capacity),
        odd(capacity),
        near_room(near_capacity),
        near(near_room),
        places(near_room) {}

  FilterStep step_of(const DriftingCrowd& crowd, const PartsView& parts, double alert) {
    Candidates &now = turn % 2 == 0 ? even : odd, &before = turn % 2 == 0 ? odd : even;
    return {{crowd.shapes.view<double>().headers, parts, alert},
            part_places.data(),
            before.view(),
            now.view(),
            {{near.data(), near_room, &near_count}, places.data()}};
  }
  void filter(const DriftingCrowd& crowd, const PartsView& parts, const std::vector<Pair>& candidates, double alert) {
    ++turn;
    (turn % 2 == 0 ? even : odd).set(candidates);
    const FilterStep step = step_of(crowd, parts, alert);
    HostQueue queue;
    Guarded memory(bytes_of<device::FilterScratch>(queue, parts.count, step.now.list.capacity));
    Workspace workspace(memory.data());
    device::filter_pairs(queue, step, device::FilterScratch(workspace, queue, parts.count, step.now.list.capacity));
  }
  template <class T>
  void learn(const DriftingCrowd& crowd, const std::vector<T>& bounds) {
    std::vector<T> rows(3 * bounds.size() + 1, T(-1e9));
    for (std::size_t i = 0; i < bounds.size(); ++i) rows[3 * i] = bounds[i];
    HostQueue queue;
    device::learn_clearances(queue, step_of(crowd, crowd.bodies.parts(), 0), Strided<T>{rows.data(), 3});
  }
  Candidates& now() { return turn % 2 == 0 ? even : odd; }
  std::vector<Pair> left() { return near.first(near_count); }
  std::vector<double> clearances() { return now().clearance.first(now().count); }

  Array<PartPlace> part_places;  // anything at first
  Candidates even, odd;
  std::uint64_t near_room, near_count = 77;
  Array<Pair> near;
  Array<std::uint32_t> places;
  int turn = 0;
};

std::vector<double> clearances_of(const PairFilter& filter) {
  return {filter.clearances().begin(), filter.clearances().end()};
}

template <class T>
void run_crowd(double alert, bool alerts, std::uint32_t unborn) {
  DriftingCrowd crowd(150, alerts);
  const std::uint32_t count = crowd.bodies.parts().count;
  const std::uint64_t room = 3 * crowd.candidates(alert).size();
  PairFilter filter;
  QueueFilter on_queue(count, room, room);
  std::uint64_t asked = 0, all = 0;
  for (int k = 0; k < 60; ++k) {
    PartsView parts = crowd.bodies.parts();
    std::vector<double> px(parts.px, parts.px + count);
    if (k < 20) std::fill(px.end() - unborn, px.end(), std::numeric_limits<double>::quiet_NaN());
    parts.px = px.data();
    const ShapeHeader* const headers = crowd.shapes.view<double>().headers;
    const std::vector<Pair> candidates = find_pairs(Cpu{}, {headers, crowd.shapes.size()}, parts, alert);
    const std::span<const Pair> left = filter.filter({headers, crowd.shapes.size()}, parts, candidates, alert);
    const std::vector<Pair> expected(left.begin(), left.end());
    on_queue.filter(crowd, parts, candidates, alert);
    test::expect_same_bits(on_queue.left(), expected, "near pairs");
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_TRUE(same_pair(candidates[on_queue.places.data()[i]], expected[i])) << i;
    }
    test::expect_same_bits(on_queue.clearances(), clearances_of(filter), "clearances before");
    const std::vector<T> bounds = crowd.contacts<T>(expected).lower_bound;
    filter.learn<T>(bounds);
    on_queue.learn<T>(crowd, bounds);
    test::expect_same_bits(on_queue.clearances(), clearances_of(filter), "clearances");
    if (k == 40) {  // goes on from candidates, clearances and poses alone
      std::memset(static_cast<void*>(on_queue.part_places.data()), 0x77, count * sizeof(PartPlace));
      HostQueue queue;
      device::take_part_places(queue, headers, parts, on_queue.part_places.data());
    }
    asked += expected.size(), all += candidates.size();
    crowd.move();
  }
  EXPECT_LT(asked, all * 9 / 10);
  EXPECT_GT(asked, all / 10);
}

TEST(DevicePairFilter, LeavesAndKnowsWhatTheOneOnCoresDoes) {
  run_crowd<double>(0, false, 0);
  run_crowd<double>(0.02, true, 40);
  run_crowd<float>(0, false, 1);
}

TEST(DevicePairFilter, AListThatIsTooShortTellsWhatIsNeededAndLosesNoPair) {
  DriftingCrowd crowd(80);
  std::vector<Pair> candidates = crowd.candidates(0);
  candidates.resize(candidates.size() / 32 * 32);  // arrays of them end where the next one begins
  const std::uint64_t needed = candidates.size();
  ASSERT_GT(needed, 50u);
  for (const std::uint64_t room : {std::uint64_t{0}, std::uint64_t{1}, needed - 1}) {
    QueueFilter filter(crowd.bodies.parts().count, needed, room);
    for (int k = 0; k < 2; ++k) {
      filter.filter(crowd, crowd.bodies.parts(), candidates, 0);
      EXPECT_EQ(filter.near_count, needed);
      filter.learn<double>(crowd, std::vector<double>(needed, 1.0));  // nothing is taken from a list that is cut
      EXPECT_EQ(filter.clearances(), std::vector<double>(needed, -std::numeric_limits<double>::infinity()));
    }
  }
  // The list of candidates: none of it is there, and the step after it knows nothing.
  QueueFilter filter(crowd.bodies.parts().count, needed - 1, needed);
  filter.filter(crowd, crowd.bodies.parts(), candidates, 0);
  EXPECT_EQ(filter.near_count, 0u);
  std::vector<Pair> fewer = candidates;
  fewer.pop_back();
  filter.filter(crowd, crowd.bodies.parts(), fewer, 0);
  EXPECT_EQ(filter.near_count, needed - 1);
  filter.learn<double>(crowd, std::vector<double>(needed - 1, 1.0));
  filter.filter(crowd, crowd.bodies.parts(), fewer, 0);
  EXPECT_EQ(filter.near_count, 0u);
  filter.filter(crowd, crowd.bodies.parts(), {}, 0);
  EXPECT_EQ(filter.near_count, 0u);
  filter.filter(crowd, crowd.bodies.parts(), fewer, 0);
  EXPECT_EQ(filter.near_count, needed - 1);
  QueueFilter empty(crowd.bodies.parts().count, 0, 0);
  empty.filter(crowd, crowd.bodies.parts(), {}, 0);
  EXPECT_EQ(empty.near_count, 0u);
}

/// Arguments that nothing is wrong with, but that no device is there.
FilterStep good_step() {
  FilterStep step{};
  PartsView& parts = step.parts.parts;
  parts.count = 3;
  double* const x = somewhere<double>();
  std::uint32_t* const n = somewhere<std::uint32_t>();
  parts.shape = parts.body = parts.groups = parts.meets = n;
  parts.px = parts.py = parts.pz = x;
  for (auto& r : parts.r) r = x;
  parts.self_contact = somewhere<std::uint8_t>();
  step.parts.headers = somewhere<ShapeHeader>();
  step.part_places = somewhere<PartPlace>();
  step.before = step.now = {{somewhere<Pair>(), 3, somewhere<std::uint64_t>()}, x};
  step.near = {{somewhere<Pair>(), 3, somewhere<std::uint64_t>()}, n};
  return step;
}

TEST(CudaPairFilter, BadArgumentsAreNamed) {
  const auto filtered = [](const auto& change) {
    FilterStep step = good_step();
    change(step);
    return complaint([&] { filter_pairs(Cuda{}.with({somewhere<void>(), 512}), step); });
  };
  EXPECT_EQ(filtered([](auto& s) { s.parts.headers = nullptr; }), "filter_pairs: headers is null");
  EXPECT_EQ(filtered([](auto& s) { s.parts.alert_distance = -1; }),
            "filter_pairs: alert_distance is -1; allowed are finite numbers from 0");
  EXPECT_EQ(filtered([](auto& s) { s.part_places = somewhere<PartPlace>(4); }),
            "filter_pairs: part_places is not aligned to 8 bytes");
  EXPECT_EQ(filtered([](auto& s) { s.before.list.count = nullptr; }), "filter_pairs: before.list.count is null");
  EXPECT_EQ(filtered([](auto& s) { s.now.clearance = nullptr; }), "filter_pairs: now.clearance is null");
  EXPECT_EQ(filtered([](auto& s) { s.near.places = nullptr; }), "filter_pairs: near.places is null");
  EXPECT_EQ(filtered([](auto& s) { s.near.list.capacity = 1ull << 32; }),
            "filter_pairs: near.list has room for 4294967296; allowed are 4294967295");
  const auto learned = [](Strided<float> bounds) {
    return complaint([&] { learn_clearances<float>(Cuda{}, good_step(), bounds); });
  };
  EXPECT_EQ(learned({nullptr}), "learn_clearances: lower_bounds is null");
  EXPECT_EQ(learned({somewhere<float>(2)}), "learn_clearances: lower_bounds is not aligned to 4 bytes");
  const auto taken = [](PartPlace* places) {
    return complaint([&] { take_part_places(Cuda{}, good_step().parts.headers, good_step().parts.parts, places); });
  };
  EXPECT_EQ(taken(nullptr), "take_part_places: part_places is null");
  if (cuda_unavailable_reason() == nullptr) return;
  EXPECT_EQ(filtered([](auto&) {}), "CudaError");
  EXPECT_EQ(learned({somewhere<float>()}), "CudaError");
  EXPECT_EQ(taken(somewhere<PartPlace>()), "CudaError");
}

}  // namespace
}  // namespace abut
