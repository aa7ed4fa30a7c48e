// Parts for a device, on cores: copies of their arrays, and poses with the bits of `BodySet`.
#include "abut/bodies/cuda_parts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/core/workspace.h"
#include "abut/detect.h"
#include "abut/pairs/find_pairs.h"
#include "host/exec/layout.h"
#include "kernels/bodies/place_parts.h"
#include "tests/support/complaint.h"
#include "tests/support/guarded.h"
#include "tests/support/host_queue.h"
#include "tests/support/posed_bodies.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

template <class Q>
class PlaceParts : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PlaceParts, Scalars);

/// A view of parts whose poses are its own, none of them known yet.
class OwnPoses {
 public:
  explicit OwnPoses(const PartsView& like) : numbers_(15 * like.count, std::nan("")), view_(like) {
    const double* next = numbers_.data();
    const auto take = [&](const double*& array) {
      array = next;
      next += like.count;
    };
    take(view_.px), take(view_.py), take(view_.pz), take(view_.body_x), take(view_.body_y), take(view_.body_z);
    for (const double*& array : view_.r) take(array);
  }
  const PartsView& view() const { return view_; }

 private:
  std::vector<double> numbers_;
  PartsView view_;
};

template <class Q>
void place(const BodyPosesView<Q>& bodies, const double* local, const PartsView& parts) {
  test::HostQueue queue;
  queue.for_each(parts.count, device::PlacePart<Q>{bodies, parts.body, local, device::PartPoses(parts)});
}

TYPED_TEST(PlaceParts, GivesTheBitsOfBodySet) {
  const test::PosedBodies<TypeParam> bodies;
  const OwnPoses own(bodies.set.parts());
  place(bodies.view(), bodies.local.data(), own.view());
  test::expect_same_poses(bodies.set.parts(), own.view());
}

TYPED_TEST(PlaceParts, WithoutLocalPosesPartsLieInTheirBodiesFrames) {
  const test::PosedBodies<TypeParam> bodies;
  BodySet plain;
  for (std::uint32_t b = 0; b < bodies.set.size(); ++b) plain.add(bodies.set.pose(b), 0u);
  const OwnPoses own(plain.parts());
  place(bodies.view(), nullptr, own.view());
  test::expect_same_poses(plain.parts(), own.view());
}

TYPED_TEST(PlaceParts, ABodyThatIsNotThereIsNotRead) {
  const test::PosedBodies<TypeParam> bodies;
  const OwnPoses own(bodies.set.parts());
  BodyPosesView<TypeParam> few = bodies.view();
  few.count = 40;
  place(few, bodies.local.data(), own.view());
  for (std::uint32_t i = 0; i < own.view().count; ++i) {
    EXPECT_EQ(std::isfinite(own.view().px[i]), own.view().body[i] < 40);
  }
}

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
    EXPECT_EQ(find_pairs(Cpu{}, &shapes.header(0), shapes.size(), copy, 0.1).size(),
              find_pairs(Cpu{}, &shapes.header(0), shapes.size(), parts, 0.1).size());
  }
}

TEST(CopyParts, RefusesMemoryThatWillNotDo) {
  BodySet bodies;
  for (int i = 0; i < 3; ++i) bodies.add(Pose{}, 0u);
  const std::size_t bytes = device_parts_bytes(bodies.parts());
  alignas(256) static unsigned char somewhere[512];
  EXPECT_THROW(copy_parts(Cuda{}, bodies.parts(), somewhere, bytes - 1), InvalidInput);
  EXPECT_THROW(copy_parts(Cuda{}, bodies.parts(), nullptr, bytes), InvalidInput);
  EXPECT_THROW(copy_parts(Cuda{}, bodies.parts(), somewhere + 8, bytes), InvalidInput);
  EXPECT_EQ(device_parts_bytes(PartsView{}), 0u);
  EXPECT_EQ(copy_parts(Cuda{}, PartsView{}, nullptr, 0).count, 0u);
}

}  // namespace
}  // namespace abut
