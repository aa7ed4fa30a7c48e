// A mesh with coordinates of 1e308 made a plane's edge infinite, and the exponent of that was negated.
#include <gtest/gtest.h>

#include <vector>

#include "abut/core/error.h"
#include "abut/shapes/shape_set.h"

namespace abut {
namespace {

TEST(HugeMeshes, HullsWhoseEdgesOverflowAreRefusedInOneLine) {
  const std::vector<Vec3<double>> points{{1e308, 0, 0}, {-1e308, 1, 0}, {0, 1e308, 1}, {0, 0, -1e308}, {1, 1, 1}};
  ShapeSet shapes;
  try {
    shapes.add_hull(points);
    FAIL() << "not refused";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace abut
