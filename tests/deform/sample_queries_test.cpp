// Public queries with exact verdicts: tests/data/impacts/README.md.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "abut/deform/continuous.h"
#include "tests/deform/exact_impact.h"

namespace abut {
namespace {

using test::MovingPair;

struct Query {
  MovingNodes<double> nodes;
  bool meets;
};

double fraction(std::istream& line) {
  std::string numerator, denominator;
  std::getline(line, numerator, ','), std::getline(line, denominator, ',');
  return std::stod(numerator) / std::stod(denominator);
}

std::vector<Query> read(const std::string& name) {
  std::ifstream file(std::string(ABUT_TEST_DATA) + "/data/impacts/" + name);
  std::vector<Query> out;
  std::string text;
  for (int row = 0; std::getline(file, text); ++row) {
    if (row % 8 == 0) out.push_back({});
    std::istringstream line(text);
    Vec3<double>& at = row % 8 < 4 ? out.back().nodes.start[row % 4] : out.back().nodes.end[row % 4];
    at.x = fraction(line), at.y = fraction(line), at.z = fraction(line);
    std::getline(line, text);
    out.back().meets = text == "1";
  }
  return out;
}

void expect_verdicts(const char* name, MovingPair pair) {
  const std::vector<Query> queries = read(name);
  ASSERT_GT(queries.size(), 10u);
  int meet = 0, beside = 0;
  for (const Query& q : queries) {
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
