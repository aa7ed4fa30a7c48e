// `abut verify` must find what is wrong: contacts are falsified one field at a time.
#include <gtest/gtest.h>

#include <functional>

#include "host/cli/verify.h"

namespace abut::cli {
namespace {

/// Two pairs of boxes that overlap, one of spheres that lie apart, and one that is beyond the alert distance.
Scene made_scene() {
  Scene scene;
  scene.alert_distance = 0.5;
  const std::uint32_t box = scene.shapes.add_box({1, 0.5, 0.25});
  const std::uint32_t ball = scene.shapes.add_sphere(1);
  const auto add = [&](std::uint32_t shape, double x, double y, double w, double z) {
    Pose pose;
    pose.position = {x, y, 0.1 * x};
    pose.rotation = rotation_from_quaternion(w, 0.1, 0.2, z);
    scene.bodies.add(pose, shape);
  };
  add(box, 0, 0, 1, 0.3);
  add(box, 1.2, 0.2, 0.4, 0.7);
  add(box, 10, 0, 1, 0);
  add(box, 10.5, 0.3, 0.8, 0.1);
  add(ball, 20, 0, 1, 0);
  add(ball, 22.25, 0, 1, 0);
  add(ball, 30, 0, 1, 0);
  add(ball, 33, 0, 1, 0);
  return scene;
}
const std::vector<Pair> all_pairs = {{0, 1}, {2, 3}, {4, 5}, {6, 7}};

template <class T>
class Verify : public ::testing::Test {
 protected:
  using Scalar = T;
  Scene scene_ = made_scene();
  Detection<T> detection_ =
      detect<T>(Cpu{}, scene_.shapes, scene_.bodies, std::span<const Pair>(all_pairs), {scene_.alert_distance});

  std::vector<CheckedPair> check() const {
    return verify(scene_, all_pairs, detection_, FacetTrees(), {}, [](std::uint64_t) { return [] {}; });
  }

  /// The first contact is falsified; only it is found, for this reason.
  void expect_found(const char* reason, const std::function<void(Contacts<T>&)>& falsify) {
    const Detection<T> kept = detection_;
    falsify(detection_.contacts);
    const std::vector<CheckedPair> checked = check();
    detection_ = kept;
    EXPECT_FALSE(checked[0].agrees) << reason;
    EXPECT_STREQ(checked[0].reason, reason);
    for (std::size_t i = 1; i < checked.size(); ++i) EXPECT_TRUE(checked[i].agrees) << reason << ' ' << i;
  }
};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Verify, Scalars);

TYPED_TEST(Verify, RightContactsAgree) {
  const std::vector<CheckedPair> checked = this->check();
  ASSERT_EQ(checked.size(), 4u);
  EXPECT_FALSE(checked[3].contact);
  for (const CheckedPair& pair : checked) {
    EXPECT_TRUE(pair.agrees) << pair.reason << ' ' << pair.worst();
    EXPECT_TRUE(pair.certified);
  }
}

TYPED_TEST(Verify, EveryKindOfErrorIsFound) {
  using T = TypeParam;
  const T off = static_cast<T>(20 * tolerance<T>);  // of a size between 2 and 3
  this->expect_found("separation", [&](Contacts<T>& c) { c.separation[0] += off; });
  this->expect_found("wrong_side", [](Contacts<T>& c) { c.separation[0] = -c.separation[0]; });
  this->expect_found("lower_bound", [&](Contacts<T>& c) { c.lower_bound[0] = c.separation[0] + off; });
  this->expect_found("witness_identity", [&](Contacts<T>& c) { c.witness_a_y[0] += static_cast<T>(0.01); });
  this->expect_found("witness_outside", [](Contacts<T>& c) {
    // Both witness points slide along the normal's plane, out of the shapes: the identity still holds.
    const T x = c.normal_y[0], y = -c.normal_x[0];
    c.witness_a_x[0] += 5 * x;
    c.witness_b_x[0] += 5 * x;
    c.witness_a_y[0] += 5 * y;
    c.witness_b_y[0] += 5 * y;
  });
  this->expect_found("normal", [](Contacts<T>& c) {
    // A turned normal, with the witness points moved so that the identity holds.
    const T nx = c.normal_x[0], ny = c.normal_y[0], turn = static_cast<T>(0.002);
    c.normal_x[0] = nx - turn * ny;
    c.normal_y[0] = ny + turn * nx;
    c.witness_b_x[0] = c.witness_a_x[0] + c.separation[0] * c.normal_x[0];
    c.witness_b_y[0] = c.witness_a_y[0] + c.separation[0] * c.normal_y[0];
  });
  this->expect_found("separation", [](Contacts<T>& c) { c.separation[0] = std::numeric_limits<T>::quiet_NaN(); });
  this->expect_found("status",
                     [](Contacts<T>& c) { c.status[0] = static_cast<std::uint8_t>(Status::iteration_limit); });
}

TYPED_TEST(Verify, UnfinishedAnswersHaveTheirTrueErrors) {
  using T = TypeParam;
  this->detection_.contacts.status[0] = static_cast<std::uint8_t>(Status::iteration_limit);
  this->detection_.contacts.separation[0] -= static_cast<T>(0.25);
  const CheckedPair checked = this->check()[0];
  EXPECT_STREQ(checked.reason, "status");
  const double scale = 0.25 / checked.errors[separation_error];  // sizes and separation
  EXPECT_GT(scale, 2);
  EXPECT_LT(scale, 3);
  EXPECT_NEAR(checked.worst(), checked.errors[separation_error], 1e-6);
}

TYPED_TEST(Verify, AContactThatIsMissingIsFound) {
  this->detection_.pairs.erase(this->detection_.pairs.begin() + 2);
  const std::vector<CheckedPair> checked = this->check();
  ASSERT_EQ(checked.size(), 4u);
  EXPECT_FALSE(checked[2].agrees);
  EXPECT_STREQ(checked[2].reason, "missed_contact");
  EXPECT_TRUE(checked[3].agrees);
}

}  // namespace
}  // namespace abut::cli
