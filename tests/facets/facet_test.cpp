#include "abut/facets/facet.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

TEST(Facet, HasANormalOnTheSideFromWhichCornersRunCounterClockwise) {
  const Vec3<double> n = area_normal(Facet<double>{{{0, 0, 0}, {2, 0, 0}, {0, 3, 0}}});
  EXPECT_EQ(n.x, 0);
  EXPECT_EQ(n.y, 0);
  EXPECT_EQ(n.z, 6);
}

TEST(Facet, EndsOfAnEdgeAreItsCorners) {
  EXPECT_EQ(part_of_edge(2, 0.0).kind, FeatureKind::vertex);
  EXPECT_EQ(part_of_edge(2, 0.0).index, 2);
  EXPECT_EQ(part_of_edge(2, 1.0).index, 0);
  EXPECT_EQ(part_of_edge(1, 0.5).kind, FeatureKind::edge);
  EXPECT_EQ(part_of_edge(1, 0.5).index, 1);
}

}  // namespace
}  // namespace abut
