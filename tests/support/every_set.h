// Batches answered with every instruction set that this machine has, held against the scalar one to the bit.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "host/exec/instruction_set.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"
#include "tests/support/upper_halves.h"

namespace abut::test {

/// Answers pairs begin to end; stores their records at `batch.out`.
template <class T>
void answer_range(const QueryBatch<T>& batch, InstructionSet set, std::uint64_t begin, std::uint64_t end) {
  const auto memory = std::make_unique_for_overwrite<std::byte[]>(polytope_bytes<double>(4096));
  GrowingEpaMemory growing{{memory.get(), 4096}, [](GrowingEpaMemory*) { return false; }, nullptr};
  if constexpr (std::is_same_v<T, float>) {
    query_range_table(set).f32(batch, begin, end, growing);
  } else {
    query_range_table(set).f64(batch, begin, end, growing);
  }
  expect_clear_upper_halves();
}

/// Stores the records at `batch.out`.
template <class T>
void answer_into(const QueryBatch<T>& batch, InstructionSet set) {
  answer_range(batch, set, 0, batch.pair_count);
}

template <class T>
Contacts<T> answer(QueryBatch<T> batch, InstructionSet set) {
  Contacts<T> out(batch.pair_count);
  batch.out = out.view();
  answer_into(batch, set);
  return out;
}

template <class T>
void expect_every_set_to_agree(const QueryBatch<T>& batch) {
  const Contacts<T> scalar = answer(batch, InstructionSet::scalar);
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    expect_same_bits(scalar, answer(batch, set));
  }
}

inline void expect_same_kept(const CachedPolytope& a, const CachedPolytope& b) {
  ASSERT_EQ(a.vertex_count, b.vertex_count);
  ASSERT_EQ(a.face_count, b.face_count);
  ASSERT_EQ(a.nearest, b.nearest);
  for (int k = 0; k < a.vertex_count; ++k) {
    ASSERT_EQ(a.vertex[k].a, b.vertex[k].a);
    ASSERT_EQ(a.vertex[k].b, b.vertex[k].b);
  }
  for (int f = 0; f < a.face_count; ++f) ASSERT_EQ(a.corners[f], b.corners[f]);
  if (a.face_count != 0) {
    ASSERT_EQ(a.checksum, b.checksum);
  }
}

/// How many pairs are farther than the alert distance.
template <class T>
std::ptrdiff_t count_farther(const Contacts<T>& contacts) {
  return std::count_if(contacts.status.begin(), contacts.status.end(),
                       [](std::uint8_t status) { return status_of(status) == Status::farther_than_alert; });
}

/// Pairs of shapes at relative poses.
template <class T>
QueryBatch<T> batch_of(const ShapeSet& shapes, const ShapePairs& in, double alert) {
  return {shapes.view<T>(), {}, in.poses.data(), 12, in.pairs.data(), in.pairs.size(), alert, {}};
}

}  // namespace abut::test
