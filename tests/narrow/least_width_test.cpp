// Directions of least width: derivatives of support points against differences, widths against their neighbours.
#include "abut/narrow/least_width.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/narrow/curved_pairs.h"

namespace abut {
namespace {

using test::curved_shapes;
using test::Random;
using test::Regime;
using test::ShapePairs;
using Support = test::CurvedSupport;

constexpr double eps = Epsilon<double>::value;

class LeastWidthOfPairs : public test::CurvedPairs {};

TEST_F(LeastWidthOfPairs, SupportPointsMoveAsTheirDerivativeSays) {
  const ShapeSet shapes = curved_shapes(7);
  const auto view = shapes.view<double>();
  const ShapePairs in = test::random_pairs(shapes, 400, Regime::deep, 9);
  Random random(11);
  int moved = 0;
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    const PairProblem<double> p = problem(view, in, i);
    const Support support = core_difference<LinearScan>(p);
    const Vec3<double> u = random.direction(), du = random.direction();
    constexpr double h = 1e-6;
    const Vec3<double> ahead = multiply_add(du, h, u), behind = multiply_add(du, -h, u);
    const Vec3<double> steps = least_width_detail::step_of_difference(support, ahead) -
                               least_width_detail::step_of_difference(support, behind);
    const Vec3<double> measured = (support(ahead).w - support(behind).w - steps) * (0.5 / h);
    if (length(measured) > 100) continue;  // from a cone's apex to its rim
    const Vec3<double> stated = least_width_detail::turn_of_difference(support, u, du);
    EXPECT_LT(length(measured - stated), 1e-7 * (1 + length(measured))) << i;
    moved += length(measured) > 0.01 ? 1 : 0;
  }
  EXPECT_GT(moved, 200);
}

TEST_F(LeastWidthOfPairs, LeastWidthIsNarrowestAmongItsNeighbours) {
  const ShapeSet shapes = curved_shapes(13);
  const auto view = shapes.view<double>();
  const ShapePairs in = test::random_pairs(shapes, 600, Regime::shallow, 15);
  Random random(17);
  int smooth = 0, creased = 0;
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    const PairProblem<double> p = problem(view, in, i);
    const Support support = core_difference<LinearScan>(p);
    CoreAnswer<double> known = no_answer<double>();
    std::uint32_t iterations = 0;
    if (!depth_by_epa(p, support, known, iterations)) continue;
    LeastWidth<double> found;
    const Vec3<double> about = multiply_add(random.in_ball(), 0.02, known.normal);
    found.normal = about * (1 / length(about));
    if (!least_width(support, 2 * eps * p.size, found)) continue;
    (dot(found.edge, found.edge) > 0 ? creased : smooth) += 1;
    EXPECT_NEAR(dot(found.normal, found.normal), 1, 8 * eps);
    EXPECT_NEAR(found.width, dot(found.normal, support(found.normal).w), 32 * eps * p.size) << i;
    for (int k = 0; k < 8; ++k) {
      const Vec3<double> beside = multiply_add(random.direction(), 1e-4, found.normal);
      const Vec3<double> n = beside * (1 / length(beside));
      EXPECT_GE(dot(n, support(n).w), found.width - 64 * eps * p.size) << i;
    }
  }
  EXPECT_GT(smooth, 50);
  EXPECT_GT(creased, 50);
}

/// 44 and 27 iterations each without the directions of least width, 20 and 14 with them.
TEST_F(LeastWidthOfPairs, TakesFewVertices) {
  Random random(19);
  ShapeSet cylinders, mixed;
  for (ShapeSet* set : {&cylinders, &mixed}) {
    for (int k = 0; k < 8; ++k) set->add_cylinder(random.uniform(0.2, 1), random.uniform(0.2, 1));
  }
  for (int k = 0; k < 8; ++k) mixed.add_box({random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)});
  for (const ShapeSet* set : {&cylinders, &mixed}) {
    const ShapePairs in = test::random_pairs(*set, 400, Regime::shallow, 21);
    const Contacts<double> out = test::query_all<double>(*set, in, Cpu{1});
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (set->header(in.pairs[i].a).kind == set->header(in.pairs[i].b).kind && set == &mixed) continue;
      EXPECT_NE(status_of(out.status[i]), Status::iteration_limit);
      sum += out.epa_iterations[i];
      ++count;
    }
    EXPECT_LT(sum / count, set == &mixed ? 18 : 24);
  }
}

}  // namespace
}  // namespace abut
