// Parts for a device: copies of their arrays, and what is refused.
#include "abut/bodies/cuda_parts.h"

#include <gtest/gtest.h>

#include "abut/core/workspace.h"
#include "abut/detect.h"
#include "abut/pairs/find_pairs.h"
#include "host/exec/layout.h"
#include "tests/bodies/own_poses.h"
#include "tests/support/complaint.h"
#include "tests/support/guarded.h"
#include "tests/support/posed_bodies.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::OwnPoses;

template <class Q>
class PlaceParts : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PlaceParts, Scalars);

TYPED_TEST(PlaceParts, BadArgumentsAreNamed) {
  const test::PosedBodies<TypeParam> bodies;
  const OwnPoses own(bodies.set.parts());
  const auto placed = [&](const auto& change) {
    BodyPosesView<TypeParam> b = bodies.view();
    PartsView parts = own.view();
    change(b, parts);
    return test::complaint([&] { place_parts(Cuda{}, b, nullptr, parts); });
  };
  EXPECT_EQ(placed([](auto&, auto& parts) { parts.body = nullptr; }), "place_parts: parts.body is null");
  EXPECT_EQ(placed([](auto&, auto& parts) { parts.r[8] = nullptr; }), "place_parts: an array of parts.r is null");
  EXPECT_EQ(placed([](auto& b, auto&) { b.position.y = nullptr; }), "place_parts: an array of bodies.position is null");
  EXPECT_EQ(placed([](auto& b, auto&) { b.qx = nullptr; }), "place_parts: an array of bodies' rotations is null");
  EXPECT_NO_THROW(place_parts(Cuda{}, BodyPosesView<TypeParam>{}, nullptr, PartsView{}));
  if (cuda_unavailable_reason() != nullptr) {
    EXPECT_THROW(place_parts(Cuda{}, bodies.view(), nullptr, own.view()), CudaError);
  }
}

TEST(CopyParts, CopiedPartsAreTheParts) {
  test::Random random(85);
  ShapeSet shapes = test::mixed_shapes(3);
  BodySet bodies;
  for (int i = 0; i < 300; ++i) {
    bodies.add({random.in_ball() * 1.5, random.rotation()}, random.below(shapes.size()));
  }
  std::vector<Pair> pairs;
  for (std::uint32_t i = 1; i < 300; ++i) pairs.push_back({i - 1, i});
  for (const bool with_alert : {true, false}) {
    PartsView parts = bodies.parts();
    if (!with_alert) parts.alert = nullptr;
    test::Guarded memory(device_parts_bytes(parts));
    Workspace arrays(memory.data());
    const PartsView copy = host::lay_out_parts(
        parts, arrays, [](auto* to, const auto* from, std::size_t count) { std::copy_n(from, count, to); });
    EXPECT_EQ(arrays.bytes(), device_parts_bytes(parts));
    EXPECT_EQ(copy.alert != nullptr, with_alert);
    Contacts<float> expected(pairs.size()), got(pairs.size());
    query_pairs<float>(Cpu{}, shapes.view<float>(), parts, pairs, {}, expected.view());
    query_pairs<float>(Cpu{}, shapes.view<float>(), copy, pairs, {}, got.view());
    test::expect_same_bits(expected, got);
    EXPECT_EQ(find_pairs(Cpu{}, shapes.headers(), copy, 0.1).size(),
              find_pairs(Cpu{}, shapes.headers(), parts, 0.1).size());
  }
}

TEST(CopyParts, RefusesMemoryThatWillNotDo) {
  BodySet bodies;
  for (int i = 0; i < 3; ++i) bodies.add(Pose{}, 0u);
  const std::size_t bytes = device_parts_bytes(bodies.parts());
  alignas(256) static unsigned char somewhere[512];
  EXPECT_THROW(copy_parts(Cuda{}, bodies.parts(), {somewhere, bytes - 1}), InvalidInput);
  EXPECT_THROW(copy_parts(Cuda{}, bodies.parts(), {nullptr, bytes}), InvalidInput);
  EXPECT_THROW(copy_parts(Cuda{}, bodies.parts(), {somewhere + 8, bytes}), InvalidInput);
  EXPECT_EQ(device_parts_bytes(PartsView{}), 0u);
  EXPECT_EQ(copy_parts(Cuda{}, PartsView{}, {nullptr, 0}).count, 0u);
}

}  // namespace
}  // namespace abut
