// The adversarial pairs of host/torture as batches.
#pragma once

#include <gtest/gtest.h>

#include <limits>

#include "abut/narrow/batch.h"
#include "host/torture/classes.h"
#include "tests/support/every_set.h"

namespace abut::test {

/// Calls `f(batch)` with `count` pairs of every class, of bodies where the class has such.
template <class T, class F>
void for_each_torture_class(std::uint64_t seed, std::uint32_t count, const F& f) {
  for (const torture::PairClass& pair_class : torture::pair_classes()) {
    SCOPED_TRACE(pair_class.name);
    const torture::Batch made = torture::make_batch(pair_class, seed, 0, count);
    std::vector<Pair> pairs;
    ShapePairs relative;
    for (const torture::PosedPair& pair : made.pairs) {
      const auto i = static_cast<std::uint32_t>(pairs.size());
      pairs.push_back({2 * i, 2 * i + 1});
      relative.add({pair.a, pair.b}, pair.pose_b);
    }
    QueryBatch<T> batch = batch_of<T>(made.set, relative, std::numeric_limits<double>::infinity());
    if (made.has_bodies()) {
      batch.parts = made.bodies.parts();
      batch.poses = nullptr;
      batch.pairs = pairs.data();
    }
    f(batch);
  }
}

}  // namespace abut::test
