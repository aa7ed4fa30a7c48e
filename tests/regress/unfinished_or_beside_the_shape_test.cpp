// Pairs that ended unfinished, or with a witness point or a normal beside the shape: the torture test met each kind
// once in 10,000 to a million pairs.
#include <gtest/gtest.h>

#include "host/torture/case_check.h"

namespace abut {
namespace {

template <class T>
class UnfinishedOrBeside : public testing::Test {
 protected:
  static void expect_finished_and_right(const char* file, std::size_t count) {
    const auto cases = io::read_cases(std::string(ABUT_TEST_DATA "/regress/") + file);
    EXPECT_EQ(cases.size(), count);
    const double tolerance = torture::tolerance<T>;
    for (const io::PairCase& c : cases) {
      const torture::CaseResult result = torture::check_case<T>(c);
      EXPECT_TRUE(result.agrees()) << c.name << ": " << result.fault;
      EXPECT_TRUE(result.has_reference) << c.name;
      EXPECT_LE(result.separation_error, tolerance) << c.name;
      EXPECT_LE(result.witness_error, tolerance) << c.name;
      EXPECT_LE(result.normal_error, tolerance) << c.name;
    }
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(UnfinishedOrBeside, Scalars);

/// In double they ended unfinished: vertices nearly one, whose faces looked anywhere because the long edges of a thin
/// triangle had lost its short one, or because a new vertex was held against planes at the rounding of the whole pair;
/// edges nearly parallel, around which the depth has more faces than EPA meets. In float they were wrong by more than
/// 4e-7: the closed form of two segments took an end that rounding had chosen, and doubts that were small each added
/// up.
TYPED_TEST(UnfinishedOrBeside, NearlyParallelAndNearlyEqualPairsAreFinishedAndRight) {
  this->expect_finished_and_right("nearly_parallel_and_nearly_equal.json", 51);
}

/// Rims and edges that meet flat faces ended unfinished: rounding folded EPA's polytope among coplanar points, and the
/// fold took the bound of the depth away. Points in narrow cones: in float the foot on the side, reckoned from the
/// apex, was beside the normal by 4.3e-7 of the size; and so was the normal at a rim that all but touches, by 2.1e-6.
TYPED_TEST(UnfinishedOrBeside, PairsOfCurvedAndFlatShapesAreFinishedAndRight) {
  this->expect_finished_and_right("curved_and_flat.json", 14);
}

}  // namespace
}  // namespace abut
