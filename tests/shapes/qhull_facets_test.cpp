#include "host/shapes/qhull_facets.h"

#include <gtest/gtest.h>

#include "tests/shapes/point_sets.h"

namespace abut::test {
namespace {

TEST(QhullFacets, AFailureIsAMessageAndNothingIsPrinted) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  std::string message;
  // Flat: qhull has no first simplex.
  const auto polygons = host::qhull_facets(Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, "Pp", message);
  EXPECT_TRUE(polygons.empty());
  EXPECT_FALSE(message.empty());
  EXPECT_EQ(message.find('\n'), std::string::npos);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(QhullFacets, TooFewPointsAreAMessage) {
  std::string message;
  EXPECT_TRUE(host::qhull_facets(Points{{0, 0, 0}, {1, 0, 0}}, "Pp", message).empty());
  EXPECT_FALSE(message.empty());
}

TEST(QhullFacets, EveryWayOfAskingGivesAClosedSurface) {
  const Points points = grid(4);
  for (const char* options : {"Pp", "Pp Q12 Q14", "Pp QJ"}) {
    std::string message;
    std::vector<host::Polygon> polygons = host::qhull_facets(points, options, message);
    EXPECT_FALSE(polygons.empty()) << options;
    EXPECT_TRUE(message.empty()) << message;
    std::size_t corners = 0;
    for (const host::Polygon& p : polygons) corners += p.size();
    EXPECT_EQ(corners % 2, 0u);
  }
}

}  // namespace
}  // namespace abut::test
