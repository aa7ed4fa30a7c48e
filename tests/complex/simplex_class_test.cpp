// Tables 1 and 2 of Merlhiot 2007, entry by entry, as they are printed.
#include "abut/complex/simplex_class.h"

#include <gtest/gtest.h>

#include <string>

namespace abut {
namespace {

TEST(SimplexClass, IsThatOfTable1) {
  // [dimension][dimension of the polar]: what is printed, and 7 where nothing is ("." 0, and what cannot be).
  const int printed[4][4] = {{7, 3, 1, 0}, {7, 5, 2, 7}, {7, 6, 7, 7}, {7, 7, 7, 7}};
  for (std::uint8_t d = 0; d < 4; ++d) {
    for (std::uint8_t polar = 0; polar < 4; ++polar) {
      EXPECT_EQ(simplex_class({d, polar, false}), printed[d][polar]) << int{d} << ' ' << int{polar};
      const int in_plane = d == 0 && polar == 1 ? 4 : printed[d][polar];
      EXPECT_EQ(simplex_class({d, polar, true}), in_plane) << int{d} << ' ' << int{polar};
    }
  }
}

TEST(SimplexClass, PairsAreThoseOfTable2) {
  // "tt": (theta, theta); "t0": (theta, 0); "--": n.d.
  const char* const printed[8][8] = {
      {"00", "00", "t0", "t0", "t0", "t0", "t0", "--"}, {"00", "tt", "tt", "t0", "--", "--", "--", "--"},
      {"0t", "tt", "tt", "t0", "--", "--", "--", "--"}, {"0t", "0t", "0t", "--", "--", "--", "--", "--"},
      {"0t", "--", "--", "--", "--", "--", "--", "--"}, {"0t", "--", "--", "--", "--", "--", "--", "--"},
      {"0t", "--", "--", "--", "--", "--", "--", "--"}, {"--", "--", "--", "--", "--", "--", "--", "--"}};
  for (std::uint8_t a = 0; a < 8; ++a) {
    for (std::uint8_t b = 0; b < 8; ++b) {
      const ClassPair pair = class_pair(a, b);
      const auto letter = [](bool widened) { return widened ? 't' : '0'; };
      const std::string told = pair.meet ? std::string{letter(pair.widen_a), letter(pair.widen_b)} : std::string("--");
      EXPECT_EQ(told, printed[a][b]) << int{a} << ' ' << int{b};
      EXPECT_EQ((classes_met_by(a) >> b & 1) != 0, pair.meet);
    }
  }
}

}  // namespace
}  // namespace abut
