// Pairs that ended unfinished: solids of revolution whose axes are apart by 1e-12 to 1e-6, in place and direction, so
// that directions along an arc are almost equally short, and one alone is the least.
#include <gtest/gtest.h>

#include "host/torture/case_check.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

TEST(AlmostLevelArcs, AreProvedAndAgreeWithTheReference) {
  int cases = 0;
  for (const io::PairCase& c : io::read_cases(ABUT_TEST_DATA "/regress/almost_level_arcs.json")) {
    SCOPED_TRACE(c.name);
    ShapeSet shapes;
    const std::uint32_t a = io::add_shape(shapes, c.shape_a), b = io::add_shape(shapes, c.shape_b);
    test::ShapePairs pair;
    pair.add({a, b}, torture::exact_relative_pose(c.pose_a, c.pose_b));
    const Contact<double> contact = test::query_all<double>(shapes, pair, Cpu{1})[0];
    EXPECT_NE(status_of(contact.status), Status::iteration_limit);
    const double size = shapes.header(a).size + shapes.header(b).size;
    EXPECT_LE(contact.bound_gap, 16 * Epsilon<double>::value * size);
    EXPECT_LE(contact.lower_bound, contact.separation);
    EXPECT_NE(status_of(test::query_all<float>(shapes, pair, Cpu{1})[0].status), Status::iteration_limit);
    const std::string fault = torture::check_case<double>(c).fault;
    EXPECT_TRUE(fault == "none" || fault == "unchecked") << fault;
    ++cases;
  }
  EXPECT_EQ(cases, 11);
}

}  // namespace
}  // namespace abut
