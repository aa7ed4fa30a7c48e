// docs/reference/units.md: the same scene in another unit, or far from the origin, has the same contacts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/abut.h"
#include "tests/support/random.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

constexpr int body_count = 400;
constexpr double alert = 0.05;

struct World {
  ShapeSet shapes;
  BodySet bodies;
  double alert_distance = 0;
};

/// Bodies of size about 1 in a box, hulls and every kind of shape, half of the coordinates' digits left free: positions
/// are multiples of 2^-20. All lengths times `scale`, positions then moved by `offset`.
World world(double scale, Vec3<double> offset = {0, 0, 0}) {
  World w;
  test::Random random(11);
  const auto number = [&](double low, double high) { return random.uniform(low, high); };
  for (int k = 0; k < 12; ++k) {
    std::vector<Vec3<double>> v;
    for (int i = 0; i < 20; ++i) v.push_back(Vec3<double>{number(-1, 1), number(-0.8, 0.8), number(-0.5, 0.5)} * scale);
    w.shapes.add_hull(v, k % 3 == 0 ? 0.05 * scale : 0);
  }
  w.shapes.add_sphere(0.6 * scale);
  w.shapes.add_capsule(0.3 * scale, 0.5 * scale);
  w.shapes.add_box(Vec3<double>{0.7, 0.4, 0.5} * scale, 0.02 * scale);
  w.shapes.add_ellipsoid(Vec3<double>{0.7, 0.4, 0.5} * scale);
  w.shapes.add_cylinder(0.4 * scale, 0.6 * scale);
  w.shapes.add_cone(0.5 * scale, 0.6 * scale);
  w.shapes.add_minkowski_sum(0, 12);
  for (int i = 0; i < body_count; ++i) {
    const auto on_grid = [&] { return std::round(number(-5, 5) * 0x1p20) * 0x1p-20; };
    const double x = on_grid(), y = on_grid(), z = on_grid();
    const double qw = number(-1, 1), qx = number(-1, 1), qy = number(-1, 1), qz = number(-1, 1);
    const Pose pose{Vec3<double>{x, y, z} * scale + offset, rotation_from_quaternion(qw, qx, qy, qz)};
    w.bodies.add(pose, static_cast<std::uint32_t>(i) % w.shapes.size());
  }
  w.alert_distance = alert * scale;
  return w;
}

template <class T>
Detection<T> contacts_of(const World& w) {
  return detect<T>(Cpu{}, w.shapes, w.bodies, {w.alert_distance});
}

template <class T>
class Units : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Units, Scalars);

template <class T>
void expect_same_pairs(const Detection<T>& a, const Detection<T>& b) {
  ASSERT_GT(a.pairs.size(), 500u);
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  EXPECT_EQ(a.candidate_pairs, b.candidate_pairs);
  for (std::size_t i = 0; i < a.pairs.size(); ++i) {
    ASSERT_EQ(a.pairs[i].a, b.pairs[i].a) << i;
    ASSERT_EQ(a.pairs[i].b, b.pairs[i].b) << i;
  }
}

TYPED_TEST(Units, APowerOfTwoChangesNoBit) {
  using T = TypeParam;
  const Detection<T> before = contacts_of<T>(world(1));
  for (const int exponent : {-60, -20, -1, 3, 10, 40, 60}) {
    const Detection<T> after = contacts_of<T>(world(std::ldexp(1.0, exponent)));
    expect_same_pairs(before, after);
    Contacts<T> back = after.contacts;
    const T factor = std::ldexp(T(1), -exponent);
    for (std::vector<T>* lengths :
         {&back.separation, &back.lower_bound, &back.bound_gap, &back.witness_a_x, &back.witness_a_y, &back.witness_a_z,
          &back.witness_b_x, &back.witness_b_y, &back.witness_b_z, &back.point_x, &back.point_y, &back.point_z}) {
      for (T& length : *lengths) length *= factor;
    }
    SCOPED_TRACE(exponent);
    test::expect_same_bits(before.contacts, back);
  }
}

/// The largest difference of separations, and of points, over the size of a pair (about 2) in roundings of T.
template <class T>
struct Differences {
  double separation = 0, point = 0;
};

template <class T>
Differences<T> differences(const Detection<T>& a, const Detection<T>& b, double scale) {
  Differences<T> out;
  const double unit = 2 * static_cast<double>(std::numeric_limits<T>::epsilon());
  for (std::size_t i = 0; i < a.pairs.size(); ++i) {
    const Contact<T> x = a.contacts[i], y = b.contacts[i];
    const double d = static_cast<double>(x.separation) - static_cast<double>(y.separation) / scale;
    out.separation = std::max(out.separation, std::abs(d) / unit);
    out.point = std::max(out.point, length(widen(x.point) - widen(y.point) * (1 / scale)) / unit);
  }
  return out;
}

TYPED_TEST(Units, MetresMillimetresAndMicrometresAgreeToRounding) {
  using T = TypeParam;
  const Detection<T> metres = contacts_of<T>(world(1));
  for (const double scale : {1e3, 1e6, 1e-3, 1e-9, 254.0 / 7}) {
    const Detection<T> other = contacts_of<T>(world(scale));
    expect_same_pairs(metres, other);
    const Differences<T> d = differences(metres, other, scale);
    this->RecordProperty("separation", std::to_string(d.separation));
    EXPECT_LE(d.separation, 4) << scale;
  }
}

TYPED_TEST(Units, PositionsThatHoldTheSameDigitsFarFromTheOriginGiveTheSameBits) {
  using T = TypeParam;
  const Detection<T> near = contacts_of<T>(world(1));
  for (const double offset : {0x1p10, 0x1p24, -0x1p29}) {
    const Detection<T> far = contacts_of<T>(world(1, {offset, -offset, offset}));
    expect_same_pairs(near, far);
    SCOPED_TRACE(offset);
    test::expect_same_bits(near.contacts, far.contacts);
  }
}

TYPED_TEST(Units, TenMillionSizesFromTheOriginCostTheRoundingOfThePositionsAlone) {
  using T = TypeParam;
  const Detection<T> near = contacts_of<T>(world(1e-3));
  const Detection<T> far = contacts_of<T>(world(1e-3, {2e4 / 3, 2e4 / 3, -2e4 / 3}));  // sizes are 1e-3
  expect_same_pairs(near, far);
  // Each of the two positions is rounded to half a unit in the last place of 6667, in three axes.
  const double rounding = std::sqrt(3.0) * (std::nextafter(2e4 / 3, 1e9) - 2e4 / 3) / 1e-3;
  const double allowed = rounding / (2 * static_cast<double>(std::numeric_limits<T>::epsilon())) + 4;
  EXPECT_LE(differences(near, far, 1).separation / 1e-3, allowed);
}

}  // namespace
}  // namespace abut
