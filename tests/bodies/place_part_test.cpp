// The pose of a part from that of its body: the bits of `BodySet`.
#include "abut/bodies/place_part.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/bodies/body_set.h"
#include "tests/bodies/own_poses.h"
#include "tests/support/posed_bodies.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::OwnPoses;

template <class Q>
class PlacePartOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PlacePartOf, Scalars);

template <class Q>
void place(const BodyPosesView<Q>& bodies, const double* local, const PartsView& parts) {
  const PlacePart<Q> place_part{bodies, parts.body, local, PartPoses(parts)};
  for (std::uint32_t i = 0; i < parts.count; ++i) place_part(i);
}

TYPED_TEST(PlacePartOf, GivesTheBitsOfBodySet) {
  const test::PosedBodies<TypeParam> bodies;
  const OwnPoses own(bodies.set.parts());
  place(bodies.view(), bodies.local.data(), own.view());
  test::expect_same_poses(bodies.set.parts(), own.view());
}

TYPED_TEST(PlacePartOf, WithoutLocalPosesPartsLieInTheirBodiesFrames) {
  const test::PosedBodies<TypeParam> bodies;
  BodySet plain;
  for (std::uint32_t b = 0; b < bodies.set.size(); ++b) plain.add(bodies.set.pose(b), 0u);
  const OwnPoses own(plain.parts());
  place(bodies.view(), nullptr, own.view());
  test::expect_same_poses(plain.parts(), own.view());
}

TYPED_TEST(PlacePartOf, ABodyThatIsNotThereIsNotRead) {
  const test::PosedBodies<TypeParam> bodies;
  const OwnPoses own(bodies.set.parts());
  BodyPosesView<TypeParam> few = bodies.view();
  few.count = 40;
  place(few, bodies.local.data(), own.view());
  for (std::uint32_t i = 0; i < own.view().count; ++i) {
    EXPECT_EQ(std::isfinite(own.view().px[i]), own.view().body[i] < 40);
  }
}

}  // namespace
}  // namespace abut
