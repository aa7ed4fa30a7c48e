// Public queries with exact verdicts: tests/data/impacts/README.md.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>

#include "tests/deform/exact_impact.h"
#include "tests/deform/sample_queries.h"

namespace abut {
namespace {

using test::MovingPair;

void expect_verdicts(const char* name, MovingPair pair) {
  const auto queries = test::read_sample_queries(std::string(ABUT_TEST_DATA) + "/data/impacts/" + name);
  ASSERT_GT(queries.size(), 10u);
  int meet = 0, beside = 0;
  for (const test::SampleQuery& q : queries) {
    const Impact<double> got =
        pair == MovingPair::edge_edge ? edge_edge_impact(q.nodes, {}) : vertex_triangle_impact(q.nodes, {});
    EXPECT_EQ(test::true_impact(pair, q.nodes).found, q.meets) << "the tests' own truth";
    EXPECT_NE(got.status, ImpactStatus::not_finite);
    if (q.meets) {
      EXPECT_NE(got.status, ImpactStatus::none);
    }
    meet += q.meets, beside += !q.meets && got.status != ImpactStatus::none;
  }
  std::printf("[   facts  ] %s: %zu queries, %d impacts, %d told beside them\n", name, queries.size(), meet, beside);
}

TEST(SampleQueries, OfEdgesAreNeverMissed) { expect_verdicts("edge_edge.csv", MovingPair::edge_edge); }
TEST(SampleQueries, AreReadWithTheirVerdictsOrRefused) {
  const std::string path = testing::TempDir() + "sample_queries_test.csv";
  const auto read = [&](const std::string& verdict, const std::string& end) {
    std::ofstream file(path, std::ios::binary);
    for (int row = 0; row < 16; ++row) {
      file << row << ",2,3,4,-5,6," << (row < 8 ? "0" : verdict) << end;
    }
    file.close();
    return test::read_sample_queries(path);
  };
  for (const char* end : {"\n", "\r\n"}) {
    const auto queries = read("1", end);
    ASSERT_EQ(queries.size(), 2u);
    EXPECT_FALSE(queries[0].meets);
    EXPECT_TRUE(queries[1].meets);
    EXPECT_EQ(queries[1].nodes.end[2].x, 14 / 2.0);
    EXPECT_EQ(queries[1].nodes.end[2].z, -5 / 6.0);
  }
  for (const char* verdict : {"", "2", "true", "1,0"}) {
    EXPECT_THROW(read(verdict, "\n"), std::runtime_error) << verdict;
  }
  std::remove(path.c_str());
  EXPECT_THROW(test::read_sample_queries(path), std::runtime_error) << "it is not there";
}

TEST(SampleQueries, OfVerticesAreNeverMissed) { expect_verdicts("vertex_face.csv", MovingPair::vertex_triangle); }

}  // namespace
}  // namespace abut
