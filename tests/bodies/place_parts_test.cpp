// Poses of parts as a device forms them, on cores: the bits of `BodySet`.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/detect.h"
#include "kernels/bodies/place_parts.h"
#include "tests/support/complaint.h"
#include "tests/support/host_queue.h"
#include "tests/support/posed_bodies.h"

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

}  // namespace
}  // namespace abut
