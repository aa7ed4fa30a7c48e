// Overlaps of curved kinds got other bits where EPA's room was just used up: the steps after the bounds had met, and
// the second point of a direction of least width, were left out instead of asked for again with more room.
#include <gtest/gtest.h>

#include <memory>

#include "tests/support/torture_batch.h"

namespace abut {
namespace {

template <class T>
Contacts<T> answered_from(QueryBatch<T> batch, std::uint32_t capacity) {
  constexpr std::uint32_t most = 2048;
  const auto memory = std::make_unique<std::byte[]>(polytope_bytes<double>(most));
  Contacts<T> out(batch.pair_count);
  batch.out = out.view();
  for (std::uint64_t i = 0; i < batch.pair_count; ++i) {
    if (answer_pair<T, LinearScan>(batch, i, EpaMemory{memory.get(), capacity})) continue;
    answer_pair<T, LinearScan>(batch, i, EpaMemory{memory.get(), most});
  }
  return out;
}

template <class T>
void expect_any_capacity_to_do() {
  test::for_each_torture_class<T>(13, 300, [](const QueryBatch<T>& batch) {
    const Contacts<T> expected = answered_from<T>(batch, 2048);
    for (const std::uint32_t capacity : {8u, 9u, 12u, 16u, 23u, 64u, 256u}) {
      SCOPED_TRACE(capacity);
      test::expect_same_bits(expected, answered_from<T>(batch, capacity));
    }
  });
}

TEST(EpaCapacity, DoesNotShowInAnswersInFloat) { expect_any_capacity_to_do<float>(); }
TEST(EpaCapacity, DoesNotShowInAnswersInDouble) { expect_any_capacity_to_do<double>(); }

}  // namespace
}  // namespace abut
