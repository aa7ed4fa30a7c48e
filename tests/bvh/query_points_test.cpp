// Points and radii as a search reads them: in any stride.
#include "abut/bvh/query_points.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

TEST(QueryPoints, AreRowsOrArrays) {
  const double rows[] = {1, 2, 3, 0, 4, 5, 6, 0};
  const QueryPoints by_rows{2, {rows, rows + 1, rows + 2, 4}};
  EXPECT_EQ(query_point(by_rows, 0).z, 3);
  EXPECT_EQ(query_point(by_rows, 1).x, 4);
  EXPECT_EQ(query_point(by_rows, 1).y, 5);
  const double x[] = {1, 4}, y[] = {2, 5}, z[] = {3, 6};
  const QueryPoints by_arrays{2, {x, y, z, 1}};
  for (std::uint64_t i = 0; i < 2; ++i) {
    const Vec3<double> p = query_point(by_rows, i), q = query_point(by_arrays, i);
    EXPECT_TRUE(p.x == q.x && p.y == q.y && p.z == q.z);
  }
}

TEST(QueryPoints, MayRunBackwards) {
  const double x[] = {1, 2, 3};
  const QueryPoints points{3, {x + 2, x + 2, x + 2, -1}};
  EXPECT_EQ(query_point(points, 0).x, 3);
  EXPECT_EQ(query_point(points, 2).x, 1);
}

TEST(QueryRadius, IsThatOfAllOrOfEach) {
  const double each[] = {1, 9, 2, 9};
  QueryRadius radius;
  EXPECT_EQ(query_radius(radius, 5), 0);
  radius.all = 7;
  EXPECT_EQ(query_radius(radius, 5), 7);
  radius.each = {each, 2};
  EXPECT_EQ(query_radius(radius, 0), 1);
  EXPECT_EQ(query_radius(radius, 1), 2) << "in place of that of all";
}

}  // namespace
}  // namespace abut
