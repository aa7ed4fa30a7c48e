#include "abut/complex/complex_view.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/complex/cell_surface.h"
#include "tests/complex/complex_scene.h"

namespace abut {
namespace {

TEST(ComplexView, FeaturesAreVerticesEdgesAndFacesByNumber) {
  for (const auto& [dimension, kind] : {std::pair{std::uint8_t{0}, FeatureKind::vertex},
                                        {std::uint8_t{1}, FeatureKind::edge},
                                        {std::uint8_t{2}, FeatureKind::face}}) {
    const Feature f = simplex_feature({{0, 0, 0}, 0, 0, dimension, 0, 17});
    EXPECT_EQ(feature_kind(f), kind);
    EXPECT_EQ(feature_index(f), 17u);
  }
}

TEST(ComplexView, HasTheSizeInOneToTwoAboutTheMiddleOfItsBox) {
  test::ComplexScene scene;
  SimplicialComplex c = test::box_surface(3, 3, 3);
  for (Vec3<double>& v : c.vertices) v = v + Vec3<double>{5, 0, -1};
  scene.add(c, {.dilation = 0.25});
  const ComplexView<double>& view = scene.complexes.view(0);
  const double unit = std::ldexp(1.0, view.exponent);
  EXPECT_NEAR(view.size * unit, 3 * std::sqrt(3.0), 1e-12);
  EXPECT_TRUE(view.size >= 1 && view.size < 2);
  EXPECT_EQ(view.centre[0], 5);
  EXPECT_EQ(view.centre[1], 0);
  EXPECT_EQ(view.centre[2], -1);
  EXPECT_EQ(view.dilation, 0.25);
  for (std::uint32_t i = 0; i < 8; ++i) EXPECT_NEAR(max_abs(view.points[i]) * unit, 3, 1e-12);
}

}  // namespace
}  // namespace abut
