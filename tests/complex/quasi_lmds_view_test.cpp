#include "abut/complex/quasi_lmds_view.h"

#include <gtest/gtest.h>

#include "tests/complex/cell_surface.h"
#include "tests/complex/complex_scene.h"

namespace abut {
namespace {

TEST(QuasiLmdsView, TooLittleCapacityTellsWhatIsNeededAndWritesNothing) {
  test::ComplexScene scene;
  scene.add(test::flat_plate(3, 4), {.dilation = 0.01}),
      scene.add(test::box_surface(0.25, 0.25, 0.25), {.dilation = 0.01}, {{0.03, 0.07, 0.4}});
  scene.pairs = {{0, 1}, {0, 1}};
  std::uint64_t offsets[3] = {9, 9, 9}, needed = 0;
  double separation[8] = {7, 7, 7, 7, 7, 7, 7, 7};
  QuasiLmdsView<double> out;
  out.offsets = offsets, out.needed = &needed, out.separation.data = separation, out.capacity = 7;
  find_quasi_lmds(Cpu{}, scene.complexes, scene.bodies.parts(), scene.pairs, {.alert_distance = 1}, out);
  EXPECT_EQ(needed, 8u);
  EXPECT_EQ(offsets[1], 4u);
  EXPECT_EQ(offsets[2], 8u);
  for (const double s : separation) EXPECT_EQ(s, 7);
  out.capacity = 8;
  find_quasi_lmds(Cpu{}, scene.complexes, scene.bodies.parts(), scene.pairs, {.alert_distance = 1}, out);
  for (const double s : separation) EXPECT_NEAR(s, 0.15 - 0.02, 1e-14);
}

TEST(QuasiLmdsView, StridesAreThoseOfTheCaller) {
  test::ComplexScene scene;
  scene.add(test::flat_plate(3, 4), {.dilation = 0.01}),
      scene.add(test::box_surface(0.25, 0.25, 0.25), {.dilation = 0.01}, {{0.03, 0.07, 0.4}});
  scene.pairs = {{0, 1}};
  const QuasiLmds<float> packed = scene.find<float>({.alert_distance = 1});
  ASSERT_EQ(packed.size(), 4u);
  std::uint64_t offsets[2];
  float separation[8], normal[12];
  QuasiLmdsView<float> out;
  out.offsets = offsets, out.capacity = 4;
  out.separation = {separation, 2}, out.normal = {normal, normal + 4, normal + 8, 1};
  find_quasi_lmds(Cpu{}, scene.complexes, scene.bodies.parts(), scene.pairs, {.alert_distance = 1}, out);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(separation[2 * k], packed.separation[k]);
    EXPECT_EQ(normal[8 + k], packed.normal[k].z);
  }
}

}  // namespace
}  // namespace abut
