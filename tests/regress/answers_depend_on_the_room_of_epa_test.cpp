// Overlaps of curved kinds got other bits where EPA's room was just used up: the steps after the bounds had met, and
// the second point of a direction of least width, were left out instead of asked for again with more room.
#include <gtest/gtest.h>

#include <memory>

#include "host/torture/classes.h"
#include "tests/support/every_set.h"

namespace abut {
namespace {

template <class T>
Contacts<T> answered_from(QueryBatch<T> batch, std::uint32_t capacity) {
  constexpr std::uint32_t most = 2048;
  const auto memory = std::make_unique<std::byte[]>(polytope_bytes<double>(most));
  Contacts<T> out(batch.pair_count);
  batch.out = out.view();
  for (std::uint64_t i = 0; i < batch.pair_count; ++i) {
    if (answer_pair<T, LinearScan, Effort::full>(batch, i, EpaMemory{memory.get(), capacity})) continue;
    answer_pair<T, LinearScan, Effort::full>(batch, i, EpaMemory{memory.get(), most});
  }
  return out;
}

template <class T>
void expect_any_room_to_do() {
  for (const torture::PairClass& pair_class : torture::pair_classes()) {
    SCOPED_TRACE(pair_class.name);
    const torture::Batch made = torture::make_batch(pair_class, 13, 0, 300);
    test::ShapePairs relative;
    for (const torture::PosedPair& pair : made.pairs) relative.add({pair.a, pair.b}, pair.pose_b);
    const QueryBatch<T> batch = test::batch_of<T>(made.set, relative, std::numeric_limits<double>::infinity());
    const Contacts<T> expected = answered_from<T>(batch, 2048);
    for (const std::uint32_t capacity : {8u, 9u, 12u, 16u, 23u, 64u, 256u}) {
      SCOPED_TRACE(capacity);
      test::expect_same_bits(expected, answered_from<T>(batch, capacity));
    }
  }
}

TEST(EpaRoom, DoesNotShowInAnswersInFloat) { expect_any_room_to_do<float>(); }
TEST(EpaRoom, DoesNotShowInAnswersInDouble) { expect_any_room_to_do<double>(); }

}  // namespace
}  // namespace abut
