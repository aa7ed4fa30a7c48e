// g++ 12 dropped the rounding of double -> float -> double in straight-line code that it vectorised: float queries then
// saw unrounded poses on some instruction sets only.
#include <gtest/gtest.h>

#include "abut/core/vec3.h"
#include "tests/support/random.h"

namespace abut {
namespace {

/// The shape of the code that went wrong: several values rounded side by side and widened at once.
__attribute__((noinline)) Mat3<double> rounded_and_widened(const Mat3<double>& in) {
  Mat3<float> narrow;
  for (int k = 0; k < 9; ++k) narrow.m[k] = round_to<float>(in.m[k]);
  Mat3<double> wide;
  for (int k = 0; k < 9; ++k) wide.m[k] = static_cast<double>(narrow.m[k]);
  return wide;
}

TEST(FloatRounding, IsKeptWhenTheValueIsWidenedAgain) {
  test::Random random(1);
  for (int i = 0; i < 100; ++i) {
    const Mat3<double> in = random.rotation();
    const Mat3<double> out = rounded_and_widened(in);
    for (int k = 0; k < 9; ++k) {
      volatile float kept = static_cast<float>(in.m[k]);
      EXPECT_EQ(out.m[k], static_cast<double>(kept));
    }
  }
}

}  // namespace
}  // namespace abut
