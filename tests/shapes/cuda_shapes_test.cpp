// Copies of shapes for a device, laid out on cores; and what is refused before any device is asked.
#include "abut/shapes/cuda_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/core/error.h"
#include "abut/core/workspace.h"
#include "host/exec/layout.h"
#include "tests/support/every_set.h"
#include "tests/support/guarded.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

template <class T>
class CopyShapes : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CopyShapes, Scalars);

constexpr double everywhere = std::numeric_limits<double>::infinity();

TYPED_TEST(CopyShapes, CopiedShapesAreTheShapes) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(3);
  test::add_curved_and_large(shapes, 7);
  const ShapeSetView<T> view = shapes.view<T>();
  test::Guarded memory(device_shapes_bytes(view));
  Workspace arrays(memory.data());
  const ShapeSetView<T> copy = host::lay_out_shapes(
      view, arrays, [](auto* to, const auto* from, std::size_t count) { std::copy_n(from, count, to); });
  EXPECT_EQ(arrays.bytes(), device_shapes_bytes(view));
  EXPECT_NE(copy.x, view.x);
  for (const auto regime : {test::Regime::near, test::Regime::deep}) {
    const test::ShapePairs in = test::random_pairs(shapes, 500, regime, 81);
    QueryBatch<T> batch = test::batch_of<T>(shapes, in, everywhere);
    const Contacts<T> expected = test::answer(batch, InstructionSet::scalar);
    batch.shapes = copy;
    test::expect_same_bits(expected, test::answer(batch, InstructionSet::scalar));
  }
}

TEST(CopyShapesMemory, RefusesMemoryThatWillNotDo) {
  const ShapeSet shapes = test::mixed_shapes(3);
  const ShapeSetView<float> view = shapes.view<float>();
  const std::size_t bytes = device_shapes_bytes(view);
  alignas(256) static unsigned char somewhere[512];
  EXPECT_THROW(copy_shapes(Cuda{}, view, {somewhere, bytes - 1}), InvalidInput);
  EXPECT_THROW(copy_shapes(Cuda{}, view, {nullptr, bytes}), InvalidInput);
  EXPECT_THROW(copy_shapes(Cuda{}, view, {somewhere + 8, bytes}), InvalidInput);
  EXPECT_EQ(device_shapes_bytes(ShapeSetView<float>{}), 0u);
}

}  // namespace
}  // namespace abut
