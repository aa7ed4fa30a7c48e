// Public queries with exact verdicts: tests/data/impacts/README.md.
#include <gtest/gtest.h>

#include <cstdio>
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
TEST(SampleQueries, OfVerticesAreNeverMissed) { expect_verdicts("vertex_face.csv", MovingPair::vertex_triangle); }

}  // namespace
}  // namespace abut
