// The checker finds every broken promise: records are falsified one field at a time.
#include "host/torture/checker.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "abut/detect.h"

namespace abut::torture {
namespace {

template <class T>
class CheckerOfBoxes : public testing::Test {
 protected:
  CheckerOfBoxes() {
    set_.add_box({0.5, 0.25, 0.75});
    set_.add_cylinder(0.3, 0.4);
    pair_ = {0, 0, Pose{}, {{0.3, 0.2, 0.9}, rotation_from_quaternion(1, 0.2, 0.3, 0.4)}};
  }
  Contact<T> answer(double alert = std::numeric_limits<double>::infinity()) const {
    const double* r = pair_.pose_b.rotation.m;
    const Vec3<double> t = pair_.pose_b.position;
    const double m[12] = {r[0], r[1], r[2], t.x, r[3], r[4], r[5], t.y, r[6], r[7], r[8], t.z};
    Contacts<T> out(1);
    const Pair shapes{pair_.a, pair_.b};
    query_shape_pairs<T>(Cpu{1}, set_.view<T>(), {&shapes, 1}, {m, 12}, {alert}, out.view());
    return out[0];
  }
  Fault fault(const Contact<T>& contact) const { return Checker<T>(set_).check(pair_, {0, 0, 0}, contact).fault; }
  void expect(Fault wanted, const std::function<void(Contact<T>&)>& falsify) const {
    Contact<T> contact = answer();
    falsify(contact);
    EXPECT_STREQ(fault_name(fault(contact)), fault_name(wanted));
  }

  double width(Vec3<T> n) const {
    const reference::Reference reference(
        {reference::core_of(set_.view<T>(), 0), reference::core_of(set_.view<T>(), 1)});
    const auto pose =
        reference::pose_as_seen<T>(pair_.pose_a, pair_.pose_b, set_.header(pair_.a), set_.header(pair_.b));
    return static_cast<double>(reference.width_along(
        pair_.a, pair_.b, pose, {static_cast<double>(n.x), static_cast<double>(n.y), static_cast<double>(n.z)}));
  }

  ShapeSet set_;
  PosedPair pair_{};
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CheckerOfBoxes, Scalars);

TYPED_TEST(CheckerOfBoxes, RightRecordsPass) {
  this->expect(Fault::none, [](auto&) {});
  this->pair_.b = 1;  // a box and a cylinder
  this->expect(Fault::none, [](auto&) {});
  this->pair_.pose_b.position = {3, 0.5, 0.25};
  this->expect(Fault::none, [](auto&) {});
}

TYPED_TEST(CheckerOfBoxes, EveryFalsifiedFieldIsFound) {
  using T = TypeParam;
  using C = Contact<T>;
  const T off = static_cast<T>(10 * tolerance<T>);
  for (const std::uint32_t b : {0u, 1u}) {
    this->pair_.b = b;
    this->expect(Fault::not_finite, [](C& c) { c.point.y = std::numeric_limits<T>::quiet_NaN(); });
    this->expect(Fault::not_finite, [](C& c) { c.bound_gap = std::numeric_limits<T>::infinity(); });
    this->expect(Fault::status, [](C& c) { c.status = static_cast<std::uint8_t>(Status::farther_than_alert); });
    this->expect(Fault::wrong_side, [](C& c) { c.separation = -c.separation; });
    this->expect(Fault::separation, [&](C& c) { c.separation += off; });
    this->expect(Fault::normal, [&](C& c) { c.normal = c.normal * (1 + off); });
    this->expect(Fault::normal, [](C& c) { c.normal = {c.normal.y, c.normal.z, c.normal.x}; });
    this->expect(Fault::witness_identity, [&](C& c) { c.witness_a = c.witness_a - c.normal * off; });
    this->expect(Fault::witness_outside, [&](C& c) {
      const Vec3<T> along{T(10) * c.normal.y, T(10) * -c.normal.x, T(0)};
      c.witness_a = c.witness_a + along;
      c.witness_b = c.witness_b + along;
    });
    this->expect(Fault::lower_bound, [&](C& c) { c.lower_bound = c.separation + off; });
  }
}

TYPED_TEST(CheckerOfBoxes, AnUnfinishedRecordMayBeOffButNotContradictItself) {
  using T = TypeParam;
  using C = Contact<T>;
  const T off = static_cast<T>(10 * tolerance<T>), open = static_cast<T>(0.01);
  const auto unfinished = [](C& c) { c.status = static_cast<std::uint8_t>(Status::iteration_limit); };
  // 0.01 too deep along a normal that is as wrong, and says so.
  const auto turned = [&](C& c) {
    const Vec3<T> aside{c.normal.y, -c.normal.x, T(0)};
    Contact<T> best = c;
    for (int k = -4; k <= 4; ++k) {
      Vec3<T> n = c.normal + aside * (T(0.02) * static_cast<T>(k));
      n = n * (1 / length(n));
      const double width = this->width(n);
      if (k == 0 || width < -static_cast<double>(c.separation) + 1e-6) continue;
      best.normal = n;
      best.separation = static_cast<T>(-width);
    }
    best.bound_gap = c.separation - best.separation + off;
    best.lower_bound = best.separation - off;
    best.witness_b = best.witness_a + best.normal * best.separation;
    best.point = (best.witness_a + best.witness_b) * T(0.5);
    // What the points are outside by is within the gap.
    best.bound_gap = best.bound_gap + T(1);
    unfinished(best);
    c = best;
  };
  for (const std::uint32_t b : {0u, 1u}) {
    this->pair_.b = b;
    Contact<T> record = this->answer();
    turned(record);
    const Checked checked = Checker<T>(this->set_).check(this->pair_, {0, 0, 0}, record);
    EXPECT_STREQ(fault_name(checked.fault), "none");
    EXPECT_TRUE(checked.unfinished);
    EXPECT_GT(checked.separation_error, 1e-6);  // measured all the same
    this->expect(Fault::own_width, [&](C& c) { turned(c), c.separation -= off, c.lower_bound -= off; });
    this->expect(Fault::own_bounds, [&](C& c) { turned(c), c.lower_bound = c.separation + off; });
    this->expect(Fault::own_bounds, [&](C& c) { turned(c), c.bound_gap = 0, c.lower_bound = c.separation - open; });
    this->expect(Fault::witness_identity, [&](C& c) { turned(c), c.witness_b = c.witness_b + c.normal * off; });
    this->expect(Fault::witness_outside, [&](C& c) {
      turned(c);
      c.witness_a = c.witness_a + c.normal * T(9), c.witness_b = c.witness_b + c.normal * T(9);
    });
    this->expect(Fault::own_point, [&](C& c) { turned(c), c.point.x += off; });
    this->expect(Fault::lower_bound, [&](C& c) { unfinished(c), c.lower_bound = c.separation + open; });
  }
}

TYPED_TEST(CheckerOfBoxes, AFinishedRecordDoesNotContradictItselfEither) {
  using T = TypeParam;
  using C = Contact<T>;
  const T off = static_cast<T>(10 * tolerance<T>);
  this->expect(Fault::own_bounds, [&](C& c) { c.lower_bound -= c.bound_gap + 10 * off; });
  this->expect(Fault::own_point, [&](C& c) { c.point.z += off; });
  this->pair_.pose_b.position = {3, 0.5, 0.25};
  this->expect(Fault::own_bounds, [&](C& c) { c.lower_bound -= c.bound_gap + 20 * off; });
}

TYPED_TEST(CheckerOfBoxes, AContactThatAnAlertDistanceHidesIsFound) {
  const Checker<TypeParam> checker(this->set_);
  Contact<TypeParam> alerted = this->answer(0);
  EXPECT_EQ(checker.check_both(this->pair_, {0, 0, 0}, this->answer(), alerted).fault, Fault::none);
  alerted.status = static_cast<std::uint8_t>(Status::farther_than_alert);
  EXPECT_EQ(checker.check_both(this->pair_, {0, 0, 0}, this->answer(), alerted).fault, Fault::missed_contact);
}

}  // namespace
}  // namespace abut::torture
