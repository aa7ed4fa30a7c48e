// The solvers and the cone test have the same bits on every instruction set.
#include "host/exec/isa/brep/brep_leaves.h"

#include <gtest/gtest.h>

#include "abut/brep/stationary_pairs.h"
#include "host/brep/cone_hull.h"
#include "host/exec/instruction_set.h"
#include "tests/brep/random_carriers.h"

namespace abut::test {
namespace {

void expect_same(const StationaryPairs<double>& x, const StationaryPairs<double>& y, const char* set) {
  ASSERT_EQ(x.count, y.count) << set;
  EXPECT_EQ(x.complete, y.complete) << set;
  EXPECT_EQ(x.not_isolated, y.not_isolated) << set;
  for (std::uint32_t k = 0; k < x.count; ++k) {
    const StationaryPair<double>&p = x.pairs[k], &q = y.pairs[k];
    const double of_p[] = {p.a.x, p.a.y, p.a.z, p.b.x, p.b.y, p.b.z, p.normal.x, p.normal.y, p.normal.z, p.gap};
    const double of_q[] = {q.a.x, q.a.y, q.a.z, q.b.x, q.b.y, q.b.z, q.normal.x, q.normal.y, q.normal.z, q.gap};
    for (int i = 0; i < 10; ++i) ASSERT_EQ(of_p[i], of_q[i]) << set << " " << k << " " << i;
    EXPECT_EQ(p.extremum, q.extremum) << set;
  }
}

TEST(BrepLeaves, HaveTheSameBitsOnEveryInstructionSet) {
  Random random(831);
  for (int i = 0; i < carrier_kinds; ++i) {
    for (int j = 0; j < carrier_kinds; ++j) {
      for (int trial = 0; trial < 100; ++trial) {
        const auto a = random_carrier(static_cast<CarrierKind>(i), random);
        const auto b = random_carrier(static_cast<CarrierKind>(j), random);
        StationaryPairs<double> here, there;
        stationary_pairs(a, b, here);
        for (const InstructionSet set : available_instruction_sets()) {
          brep_leaves_table(set).stationary_pairs(a, b, there);
          expect_same(here, there, name_of(set));
        }
      }
    }
  }
}

TEST(BrepLeaves, ConesAreAntipodalOnAllInstructionSetsOrOnNone) {
  Random random(832);
  for (int trial = 0; trial < 2000; ++trial) {
    PolyhedralCone<double> cones[2];
    for (PolyhedralCone<double>& c : cones) {
      const Vec3<double> axis = random.direction();
      std::vector<Vec3<double>> some;
      for (int k = 0; k < 5; ++k) some.push_back(axis + random.in_cube() * random.uniform(0, 1));
      c = host::cone_of(some);
    }
    const Mat3<double> turn = random.rotation();
    const bool here = may_be_antipodal(cones[0], cones[1], turn);
    for (const InstructionSet set : available_instruction_sets()) {
      EXPECT_EQ(brep_leaves_table(set).may_be_antipodal(cones[0], cones[1], turn), here) << name_of(set);
    }
  }
}

}  // namespace
}  // namespace abut::test
