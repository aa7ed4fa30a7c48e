// The search of boxes in every instruction set that this machine runs: the same order, the same floats, the same rows.
#include "host/exec/isa/boxes/box_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "host/bvh/wide_bvh.h"
#include "host/exec/instruction_set.h"
#include "host/pairs/pair_search.h"
#include "tests/support/upper_halves.h"

namespace abut {
namespace {

/// Boxes of many sizes, some empty, some far away, some on a lattice so that faces coincide.
std::vector<Box<double>> mixed_boxes(std::uint32_t count) {
  std::mt19937_64 random(81);
  std::uniform_real_distribution<double> place(-10, 10), size(-3, 0.5);
  std::vector<Box<double>> boxes;
  for (std::uint32_t i = 0; i < count; ++i) {
    Vec3<double> lo{place(random), place(random), place(random)};
    Vec3<double> extent{std::pow(10, size(random)), std::pow(10, size(random)), std::pow(10, size(random))};
    if (i % 3 == 0) {
      lo = {std::floor(lo.x), std::floor(lo.y), std::floor(lo.z)};
      extent = {1, 1, 1};
    }
    if (i % 97 == 0) lo = lo * 1e300;
    boxes.push_back({lo, lo + extent});
    if (i % 101 == 0) boxes.back() = empty_box<double>();
  }
  return boxes;
}

/// All rows of a search, one behind the other, and their lengths.
struct Rows {
  std::vector<std::uint32_t> counts, partners;
};

Rows rows_of(const BoxSearchTable& table, const BoxSearch& search) {
  Rows out;
  out.counts.resize(search.query.item_count);
  BufferMemory memory, scratch;
  PairRows rows{&memory, 0, out.counts.data(), ~std::size_t{0}, true, sort_items};
  const std::uint32_t blocks = (search.query.item_count + block_width - 1) / block_width;
  EXPECT_TRUE(table.find(search, 0, blocks, scratch, rows));
  test::expect_clear_upper_halves();
  EXPECT_TRUE(rows.complete);
  const auto* begin = static_cast<const std::uint32_t*>(memory.data);
  out.partners.assign(begin, begin + rows.size);
  return out;
}

/// Those of a tree with itself.
Rows rows_of(const BoxSearchTable& table, const WideBvh& tree, const Box<double>* boxes, bool positions) {
  const PairRules rules{boxes, nullptr, nullptr, nullptr, nullptr};
  return rows_of(table, {tree.view(), tree.view(), rules, rules, true, positions});
}

/// Holds rows of items against those for which `pair(own, other)`.
template <class Pairs>
void expect_rows(const Rows& rows, const WideBvh& query, std::uint32_t others, const Pairs& pair) {
  std::size_t at = 0;
  for (std::uint32_t position = 0; position < query.item_count(); ++position) {
    const std::uint32_t own = query.item(position);
    for (std::uint32_t other = 0; other < others; ++other) {
      if (!pair(own, other)) continue;
      ASSERT_LT(at, rows.partners.size());
      ASSERT_EQ(rows.partners[at++], other) << "of " << own;
    }
  }
  EXPECT_EQ(at, rows.partners.size());
}

/// Masks of parts, and the same by position.
struct Masks {
  std::vector<std::uint32_t> body, groups, meets;
  std::vector<std::uint8_t> self_contact;
  MasksByPosition by_position;

  Masks(std::uint32_t count, unsigned seed) : body(count), groups(count), meets(count), self_contact(count) {
    std::mt19937_64 random(seed);
    for (std::uint32_t i = 0; i < count; ++i) {
      body[i] = static_cast<std::uint32_t>(random() % (count / 8 + 1));
      groups[i] = static_cast<std::uint32_t>(random() % 8);
      meets[i] = static_cast<std::uint32_t>(random() % 8);
      self_contact[i] = random() % 4 == 0;
    }
  }
  PairRules rules(const WideBvh& tree, const Box<double>* boxes) {
    PartsView parts;
    parts.count = tree.item_count();
    parts.body = body.data();
    parts.groups = groups.data();
    parts.meets = meets.data();
    parts.self_contact = self_contact.data();
    return by_position.rules({&tree, boxes, &parts}, true);
  }
};

bool may_meet(const Masks& a, std::uint32_t i, const Masks& b, std::uint32_t j) {
  return (a.groups[i] & b.meets[j]) != 0 && (b.groups[j] & a.meets[i]) != 0;
}

class BoxSearchOf : public testing::TestWithParam<InstructionSet> {
 protected:
  const BoxSearchTable& table = box_search_table(GetParam());
  const BoxSearchTable& scalar = box_search_table(InstructionSet::scalar);
};

TEST_P(BoxSearchOf, MakesTheWordsThatScalarCodeMakes) {
  const auto boxes = mixed_boxes(1003);
  const CurveFrame curve{tree_frame({{-10, -10, -10}, {10, 10, 10}}), 0.1};
  std::vector<std::uint64_t> words(boxes.size()), expected(boxes.size());
  table.write_words(boxes.data(), 0, 1003, curve, words.data());
  test::expect_clear_upper_halves();
  scalar.write_words(boxes.data(), 0, 1003, curve, expected.data());
  EXPECT_EQ(words, expected);
  std::sort(expected.begin(), expected.end());
  EXPECT_GT(std::unique(expected.begin(), expected.end(), [](auto a, auto b) { return a >> 31 == b >> 31; }) -
                expected.begin(),
            500);
}

TEST_P(BoxSearchOf, MakesTheTreeThatScalarCodeMakes) {
  const auto boxes = mixed_boxes(1003);
  WideBvh tree;
  tree.build(boxes.data(), 1003);
  const WideBvhView view = tree.view();
  const std::uint32_t blocks = view.level_begin[view.level_count];
  Buffer<BoxBlock> made(blocks), expected(blocks);
  for (const auto& [with, to] : {std::pair{&table, &made}, std::pair{&scalar, &expected}}) {
    with->fill(to->data(), view, tree.frame(), boxes.data(), 0, view.level_begin[1]);
    test::expect_clear_upper_halves();
    for (std::uint32_t level = 1; level < view.level_count; ++level) {
      with->bound(to->data(), view, level, 0, view.level_begin[level + 1] - view.level_begin[level]);
      test::expect_clear_upper_halves();
    }
  }
  for (std::uint32_t b = 0; b < blocks; ++b) {
    for (int k = 0; k < 3; ++k) {
      for (std::uint32_t lane = 0; lane < block_width; ++lane) {
        const float lo = made[b].lo[k][lane], hi = made[b].hi[k][lane];
        ASSERT_TRUE(lo == expected[b].lo[k][lane] || (lo != lo && expected[b].lo[k][lane] != expected[b].lo[k][lane]));
        ASSERT_TRUE(hi == expected[b].hi[k][lane] || (hi != hi && expected[b].hi[k][lane] != expected[b].hi[k][lane]));
      }
    }
  }
}

TEST_P(BoxSearchOf, FindsTheRowsOfBruteForce) {
  for (const std::uint32_t n : {1u, 2u, 15u, 16u, 17u, 257u, 3000u}) {
    const auto boxes = mixed_boxes(n);
    WideBvh tree;
    tree.build(boxes.data(), n);
    expect_rows(rows_of(table, tree, boxes.data(), false), tree, n, [&](std::uint32_t own, std::uint32_t other) {
      return own < other && overlaps(boxes[own], boxes[other]);
    });
  }
}

TEST_P(BoxSearchOf, AsksMasksBodiesAndSelfContact) {
  constexpr std::uint32_t n = 2000;
  const auto boxes = mixed_boxes(n);
  WideBvh tree;
  tree.build(boxes.data(), n);
  Masks masks(n, 82);
  const PairRules rules = masks.rules(tree, boxes.data());
  const Rows rows = rows_of(table, {tree.view(), tree.view(), rules, rules, true, false});
  EXPECT_GT(rows.partners.size(), 100u);
  expect_rows(rows, tree, n, [&](std::uint32_t own, std::uint32_t other) {
    if (own >= other || !overlaps(boxes[own], boxes[other]) || !may_meet(masks, own, masks, other)) return false;
    return masks.body[own] != masks.body[other] || masks.self_contact[own] != 0 || masks.self_contact[other] != 0;
  });
}

TEST_P(BoxSearchOf, FindsThePairsOfTwoTrees) {
  const auto all = mixed_boxes(2300);
  const std::vector<Box<double>> first(all.begin(), all.begin() + 1500), second(all.begin() + 1500, all.end());
  WideBvh of_first, of_second;
  of_first.build(first.data(), 1500);
  of_second.build(second.data(), 800, of_first.frame());
  Masks a(1500, 83), b(800, 84);
  for (const bool masked : {false, true}) {
    PairRules query{first.data(), nullptr, nullptr, nullptr, nullptr},
        target{second.data(), nullptr, nullptr, nullptr, nullptr};
    if (masked) {
      query = a.rules(of_first, first.data());
      target = b.rules(of_second, second.data());
    }
    const Rows rows = rows_of(table, {of_first.view(), of_second.view(), query, target, false, false});
    EXPECT_GT(rows.partners.size(), 100u);
    expect_rows(rows, of_first, 800, [&](std::uint32_t own, std::uint32_t other) {
      return overlaps(first[own], second[other]) && (!masked || may_meet(a, own, b, other));
    });
  }
}

TEST_P(BoxSearchOf, FindsPositionsOfAllThatOverlapInFloats) {
  const auto boxes = mixed_boxes(2000);
  WideBvh tree;
  tree.build(boxes.data(), 2000);
  const Rows rows = rows_of(table, tree, boxes.data(), true), expected = rows_of(scalar, tree, boxes.data(), true);
  EXPECT_EQ(rows.counts, expected.counts);
  EXPECT_EQ(rows.partners, expected.partners);
  EXPECT_GE(rows.partners.size(), rows_of(table, tree, boxes.data(), false).partners.size());
}

TEST_P(BoxSearchOf, WritesRowsOfEveryLengthAndNothingBeyondThem) {
  std::vector<std::uint32_t> numbers(4000);
  for (std::uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = 7 * i;
  std::vector<std::uint64_t> rows;
  std::vector<std::uint32_t> counts;
  std::uint64_t size = 0;
  for (std::uint32_t a = 0; a < 60; ++a) {
    rows.push_back(a % 7 == 3 ? 0 : reinterpret_cast<std::uint64_t>(numbers.data() + 3 * a));
    counts.push_back((a * a) % 23);
    size += counts.back();
  }
  std::vector<Pair> out(size + 20, Pair{~0u, ~0u});
  table.write_pairs(rows.data(), counts.data(), 0, 60, 10, out.data());
  test::expect_clear_upper_halves();
  std::uint64_t at = 10;
  for (std::uint32_t a = 0; a < 60; ++a) {
    if (a % 7 == 3) {
      EXPECT_EQ(rows[a], at);
    } else {
      for (std::uint32_t k = 0; k < counts[a]; ++k) {
        EXPECT_EQ(out[at + k].a, a);
        EXPECT_EQ(out[at + k].b, 7 * (3 * a + k));
      }
    }
    at += counts[a];
  }
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(out[i].a, ~0u);
    EXPECT_EQ(out[size + 10 + i].a, ~0u);
  }
}

TEST_P(BoxSearchOf, UpdatesAndFiltersAsScalarCodeDoes) {
  const NeighbourListTable &own = neighbour_list_table(GetParam()),
                           &plain = neighbour_list_table(InstructionSet::scalar);
  auto boxes = mixed_boxes(2000);
  WideBvh tree;
  tree.build(boxes.data(), 2000);
  const WideBvhView view = tree.view();
  const Rows kept = rows_of(table, tree, boxes.data(), true);
  Buffer<BoxRecord> then(2000), now(2000), expected(2000);
  plain.update({view.items, boxes.data(), tree.frame(), nullptr, 0, then.data(), 2000}, 0, 2000);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (i % 2 == 0) boxes[i].hi.x += 0x1p-12;
  }
  for (const float margin : {0x1p-20f, 1.0f}) {
    const Motion a =
        own.update({view.items, boxes.data(), tree.frame(), then.data(), margin, now.data(), 2000}, 0, 2000);
    test::expect_clear_upper_halves();
    const Motion b =
        plain.update({view.items, boxes.data(), tree.frame(), then.data(), margin, expected.data(), 2000}, 0, 2000);
    EXPECT_EQ(a.inside, margin == 1);
    EXPECT_EQ(b.inside, margin == 1);
    EXPECT_EQ(a.farthest, b.farthest);
    EXPECT_EQ(std::memcmp(now.data(), expected.data(), 2000 * sizeof(BoxRecord)), 0);
  }
  Buffer<BoxBlock> grown(125), as_plain(125);
  own.grow(grown.data(), now.data(), 2000, 0.25f, 0, 125);
  test::expect_clear_upper_halves();
  plain.grow(as_plain.data(), now.data(), 2000, 0.25f, 0, 125);
  EXPECT_EQ(std::memcmp(grown.data(), as_plain.data(), 125 * sizeof(BoxBlock)), 0);
  std::vector<std::uint32_t> partners = kept.partners;
  partners.resize(partners.size() + row_slack);
  std::vector<std::uint32_t> found(partners.size()), counts(2000);
  own.filter({now.data(), boxes.data(), partners.data(), kept.counts.data(), found.data(), counts.data(), sort_items},
             0, 2000);
  test::expect_clear_upper_halves();
  std::size_t row = 0;
  for (std::uint32_t position = 0; position < 2000; ++position) {
    const std::uint32_t item = view.items[position];
    std::vector<std::uint32_t> right;
    for (std::size_t k = row; k < row + kept.counts[position]; ++k) {
      const std::uint32_t other = view.items[partners[k]];
      if (overlaps(boxes[item], boxes[other])) right.push_back(other);
    }
    std::sort(right.begin(), right.end());
    ASSERT_EQ(std::vector<std::uint32_t>(found.begin() + row, found.begin() + row + counts[item]), right);
    row += kept.counts[position];
  }
}

INSTANTIATE_TEST_SUITE_P(EverySet, BoxSearchOf, testing::ValuesIn(available_instruction_sets()),
                         [](const auto& set) { return std::string(name_of(set.param)); });

}  // namespace
}  // namespace abut
