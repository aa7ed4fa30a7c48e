// The rows of pairs that a device fills, run on cores, against lists that are made one pair after the other.
#include "examples/dem/body_rows.h"

#include <gtest/gtest.h>

#include <vector>

#include "examples/dem/scene.h"
#include "tests/support/host_queue.h"

namespace dem {
namespace {

/// Pairs of parts of bodies 0 to 9, of which 0 and 1 are fixed, the others of one to four parts.
struct Crowd {
  std::vector<std::uint32_t> body;  ///< of each part
  std::vector<BodyConstants> constants;
  std::vector<abut::Pair> pairs, body_pairs;
  std::vector<std::vector<std::uint32_t>> rows;  ///< of each body

  explicit Crowd(std::size_t count) : constants(10), rows(10) {
    Random random(17);
    for (std::uint32_t b = 0; b < 10; ++b) {
      body.insert(body.end(), b < 2 ? 1 : 1 + b % 4, b);
      constants[b].inverse_mass = b < 2 ? 0 : 1;
    }
    const auto any = [&] { return static_cast<std::uint32_t>(random.uniform() * static_cast<double>(body.size())); };
    while (pairs.size() < count) {
      const abut::Pair pair{any(), any()};
      if (body[pair.a] == body[pair.b]) continue;
      const auto i = static_cast<std::uint32_t>(pairs.size());
      pairs.push_back(pair);
      body_pairs.push_back({body[pair.a], body[pair.b]});
      for (const std::uint32_t b : {body[pair.a], body[pair.b]}) {
        if (b >= 2) rows[b].push_back(i);
      }
    }
  }
};

struct Filled {
  std::vector<std::uint64_t> begin, end;
  std::vector<std::uint32_t> rows;
  std::uint64_t lost = 0;
};
Filled fill(const Crowd& crowd, std::uint64_t count, std::uint64_t capacity, std::uint64_t row_capacity) {
  std::vector<abut::Pair> body_pairs(capacity, abut::Pair{77, 77});
  Filled out;
  out.begin.resize(10), out.end.resize(10), out.rows.resize(10 * row_capacity, 99);
  abut::test::HostQueue queue;
  queue.for_each(capacity, TakeBodyPairs{crowd.pairs.data(), &count, capacity, crowd.body.data(), body_pairs.data()});
  queue.for_each(10, BeginRow{out.begin.data(), out.end.data(), row_capacity});
  queue.for_each(capacity, FillRows{body_pairs.data(), &count, capacity, crowd.constants.data(), out.end.data(),
                                    row_capacity, out.rows.data(), &out.lost});
  queue.for_each(10, SortRow{out.begin.data(), out.end.data(), row_capacity, out.rows.data()});
  for (std::size_t i = 0; i < capacity; ++i) {
    const bool listed = count <= capacity && i < count;
    EXPECT_EQ(body_pairs[i].a, listed ? crowd.body_pairs[i].a : 77) << i;
    EXPECT_EQ(body_pairs[i].b, listed ? crowd.body_pairs[i].b : 77) << i;
  }
  return out;
}

TEST(BodyRows, HoldEachBodysPairsInOrderWhateverTheThreadsDo) {
  const Crowd crowd(500);
  const Filled found = fill(crowd, 500, 512, 400);
  EXPECT_EQ(found.lost, 0u);
  for (std::size_t b = 0; b < 10; ++b) {
    const auto row = [&](std::uint64_t at) { return found.rows.begin() + static_cast<std::ptrdiff_t>(at); };
    EXPECT_EQ(std::vector<std::uint32_t>(row(found.begin[b]), row(found.end[b])), crowd.rows[b]) << b;
  }
}

TEST(BodyRows, WhatFindsNoRoomIsCounted) {
  const Crowd crowd(500);
  const Filled found = fill(crowd, 500, 512, 20);
  std::uint64_t lost = 0;
  for (const auto& row : crowd.rows) lost += row.size() > 20 ? row.size() - 20 : 0;
  EXPECT_GT(lost, 0u);
  EXPECT_EQ(found.lost, lost);
  for (std::size_t b = 0; b < 10; ++b) EXPECT_LE(found.end[b] - found.begin[b], 20u);
}

TEST(BodyRows, OfAListThatWasTooShortAreEmpty) {
  const Filled found = fill(Crowd(500), 500, 499, 400);
  EXPECT_EQ(found.begin, found.end);
}

}  // namespace
}  // namespace dem
