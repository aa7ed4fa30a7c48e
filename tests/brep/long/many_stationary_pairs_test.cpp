// As stationary_pairs_test.cpp, with some thousand placements of each two carriers.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/brep/pair_check.h"

namespace abut {
namespace {

using namespace test;

template <class T>
class ManyStationaryPairsOf : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(ManyStationaryPairsOf, Scalars);

/// Fewer where the reference has to look at more angles.
int placements(const Carrier<double>& a, const Carrier<double>& b) { return 40 * density_for(a, b) + 400; }

TYPED_TEST(ManyStationaryPairsOf, AreAllThatTheReferenceFinds) {
  for (int i = 0; i < carrier_kinds; ++i) {
    for (int k = i; k < carrier_kinds; ++k) {
      Random random(static_cast<std::uint64_t>(2000 + 10 * i + k));
      const auto one = [&random](int kind) { return random_carrier(static_cast<CarrierKind>(kind), random); };
      const int most = placements(one(i), one(k));
      Compared all;
      for (int n = 0; n < most; ++n) {
        const Carrier<double> a = one(i), b = one(k);
        all += expect_pairs<TypeParam>(a, b, reference_pairs(a, b, density_for(a, b)));
      }
      std::printf(
          "%s and %s: %d placements, %d pairs, %d seen by the reference, %d of its pairs degenerate, %d undecided\n",
          name_of(static_cast<CarrierKind>(i)), name_of(static_cast<CarrierKind>(k)), most, all.found,
          all.found - all.unseen, all.degenerate, all.undecided);
    }
  }
}

}  // namespace
}  // namespace abut
