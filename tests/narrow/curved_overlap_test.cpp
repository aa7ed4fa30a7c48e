// Overlaps of curved kinds that EPA answers, in float.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/narrow/curved_pairs.h"

namespace abut {
namespace {

using test::Random;

class CurvedOverlap : public test::CurvedPairs {};

TEST_F(CurvedOverlap, FloatBoundsFarApartAreNotCalledMet) {
  Random random(29);
  int open = 0, met = 0;
  for (int i = 0; i < 30; ++i) {
    ShapeSet shapes;
    const double radius = random.uniform(0.3, 1), inner = random.uniform(0.05, 0.3);
    // Sums of more terms than the search along common axes takes: EPA has to grow all around them.
    const auto sum = [&](double of) {
      const std::uint32_t leaf = shapes.add_cylinder(of / 4, 1.25);
      const std::uint32_t two = shapes.add_minkowski_sum(leaf, i % 2 == 0 ? leaf : shapes.add_cone(of / 4, 1.25));
      return shapes.add_minkowski_sum(two, two);
    };
    const std::uint32_t a = sum(radius), b = sum(inner);
    const auto view = shapes.view<float>();
    PairProblem<float> p{};
    const RelativePose<double> pose{Pose{}.rotation, random.direction() * random.magnitude(1e-6, 1e-2)};
    ASSERT_EQ(make_problem(view, a, b, pose, 1e300, p), Status::converged);
    const Contact<float> c = query_pair_fully<float>(p, memory()).contact;
    const double reach = static_cast<double>(p.size * power_of_two<float>(p.exponent) + std::abs(c.separation));
    (status_of(c.status) == Status::iteration_limit ? open : met) += 1;
    if (status_of(c.status) == Status::converged) {
      EXPECT_LE(static_cast<double>(c.bound_gap), 1.001 * static_cast<double>(Epsilon<float>::value) * reach) << i;
    }
  }
  EXPECT_GT(open, 3);
  EXPECT_GT(met, 3);
}

}  // namespace
}  // namespace abut
