// Impacts within a step through the C interface: closed forms, the bits of the library, and what is refused.
#include "abut/c/impacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/capi/both.h"
#include "tests/capi/refused.h"
#include "tests/deform/scenes.h"

namespace abut::test {
namespace {

template <class T>
class CImpacts : public ::testing::Test {
 protected:
  /// A sheet, and where its nodes are after a step that is wider than it.
  CImpacts() {
    Nodes nodes;
    mesh = sheet(4, nodes);
    Random random(9);
    const auto of = [](const Vec3<double>& v) { return Vec3<T>{T(v.x), T(v.y), T(v.z)}; };
    for (const Vec3<double>& p : nodes) {
      before.push_back(of(p + random.in_cube() * 0.05));
      after.push_back(of(p + random.in_cube() * 3.0));
    }
    for (int i = 0; i < 500; ++i) {
      std::array<std::uint32_t, 4> q{};
      for (std::uint32_t& v : q) v = random.below(static_cast<std::uint32_t>(nodes.size()));
      quads.push_back(q);
    }
  }
  typename C<T>::StepNodes c_nodes() const {
    return {sizeof(typename C<T>::StepNodes), &before[0].x, &after[0].x, before.size()};
  }
  abut_impact_queries c_queries(std::uint32_t kind) const {
    return {sizeof(abut_impact_queries), kind, 0, quads[0].data(), quads.size()};
  }
  abut_step_facets c_facets() const {
    return {sizeof(abut_step_facets), mesh.triangles[0].data(), mesh.triangles.size()};
  }
  StepNodes<T> nodes() const { return {before, after}; }

  DeformingMesh mesh;
  std::vector<Vec3<T>> before, after;
  std::vector<std::array<std::uint32_t, 4>> quads;
};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(CImpacts, Scalars);

template <class A, class T>
void expect_same(const A& a, const Impact<T>& b) {
  ASSERT_EQ(a.status, static_cast<std::uint32_t>(b.status));
  ASSERT_EQ(a.time, b.time);
  ASSERT_EQ(a.separation, b.separation);
  for (std::size_t k = 0; k < 4; ++k) ASSERT_EQ(a.weights[k], b.weight[k]);
  ASSERT_EQ(a.iterations, b.iterations);
}

TYPED_TEST(CImpacts, OfPairsAreThoseOfTheLibrary) {
  using T = TypeParam;
  abut_impact_options options;
  ASSERT_OK(abut_impact_options_init(&options, sizeof options));
  EXPECT_EQ(options.iterations, 512u);
  options.distance = 0.0625;
  for (const std::uint32_t kind : {ABUT_VERTEX_TRIANGLE_IMPACT, ABUT_EDGE_EDGE_IMPACT}) {
    const auto nodes = this->c_nodes();
    const abut_impact_queries queries = this->c_queries(kind);
    std::vector<typename C<T>::Impact> c(queries.count);
    ASSERT_OK(C<T>::find_impacts(1, &nodes, &queries, &options, c.data()));
    const auto cpp =
        find_impacts<T>(Cpu{}, static_cast<ImpactKind>(kind), this->nodes(), this->quads, {.distance = T(0.0625)});
    int hits = 0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      expect_same(c[i], cpp[i]);
      hits += c[i].status == ABUT_IMPACT ? 1 : 0;
    }
    EXPECT_GT(hits, 10);
  }
}

TYPED_TEST(CImpacts, OfAStepAreThoseOfTheLibrary) {
  using T = TypeParam;
  this->after[7].y = std::numeric_limits<T>::quiet_NaN();
  const auto nodes = this->c_nodes();
  const abut_step_facets facets = this->c_facets();
  abut_step_impact_report report{};
  report.size = sizeof report;
  ASSERT_OK(C<T>::find_step_impacts(1, &nodes, &facets, nullptr, &report, nullptr));
  const StepImpacts<T> cpp = find_step_impacts<T>(Cpu{}, this->nodes(), this->mesh.triangles);
  ASSERT_EQ(report.impacts, cpp.impacts.size());
  ASSERT_EQ(report.unusable, cpp.unusable.size());
  EXPECT_GT(report.impacts, 20u);
  EXPECT_GT(report.unusable, 2u);
  EXPECT_EQ(report.first_time, double(cpp.first_time));
  EXPECT_EQ(report.first, cpp.first);
  EXPECT_EQ(report.candidates, cpp.candidates);
  std::vector<typename C<T>::StepImpact> impacts(report.impacts);
  std::vector<std::uint32_t> unusable(report.unusable, 99);
  typename C<T>::StepImpacts out{sizeof out, impacts.data(), report.impacts, unusable.data(), report.unusable - 1};
  expect_refused(C<T>::find_step_impacts(1, &nodes, &facets, nullptr, &report, &out), ABUT_TOO_SMALL,
                 "out->unusable_capacity is " + std::to_string(report.unusable - 1) + "; needed are ");
  EXPECT_EQ(unusable[0], 99u);
  out.unusable_capacity = report.unusable;
  ASSERT_OK(C<T>::find_step_impacts(1, &nodes, &facets, nullptr, &report, &out));
  EXPECT_EQ(unusable, cpp.unusable);
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    EXPECT_EQ(impacts[i].facet_a, cpp.impacts[i].facet_a);
    EXPECT_EQ(impacts[i].facet_b, cpp.impacts[i].facet_b);
    EXPECT_EQ(impacts[i].kind, static_cast<std::uint32_t>(cpp.impacts[i].kind));
    for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(impacts[i].nodes[k], cpp.impacts[i].nodes[k]);
    expect_same(impacts[i].impact, cpp.impacts[i].impact);
  }
}

/// What docs/how-to/c.md shows.
TEST(CImpactsManual, ABulletMeetsAPlateWithinTheStep) {
  const double before[] = {0.2, 0.1, 1, -1, -1, 0, 1, -1, 0, 0, 1, 0};
  const double after[] = {0.2, 0.1, -3, -1, -1, 0, 1, -1, 0, 0, 1, 0};
  const std::uint32_t bullet_and_plate[4] = {0, 1, 2, 3};
  abut_impact_f64 found;
  const auto failed = [](int code) { return code != ABUT_OK; };
  const auto meet = [&]() -> int {
    const abut_step_nodes_f64 nodes = {sizeof nodes, before, after, 4};
    const abut_impact_queries query = {sizeof query, ABUT_VERTEX_TRIANGLE_IMPACT, 0, bullet_and_plate, 1};
    if (failed(abut_find_impacts_f64(0, &nodes, &query, NULL, &found))) return 1;
    return 0;
  };
  ASSERT_EQ(meet(), 0) << abut_last_message();
  EXPECT_EQ(found.status, static_cast<std::uint32_t>(ABUT_IMPACT));
  EXPECT_NEAR(found.time, 0.25, 1e-11);
  EXPECT_LE(found.time, 0.25);
}

TYPED_TEST(CImpacts, WhatIsWrongIsRefusedInOneLine) {
  using T = TypeParam;
  auto nodes = this->c_nodes();
  abut_impact_queries queries = this->c_queries(0);
  std::vector<typename C<T>::Impact> out(queries.count);
  const abut_impact_options good{sizeof good, 0, 0, 1, 0};
  expect_structure_is_checked("nodes", nodes,
                              [&](const auto* n) { return C<T>::find_impacts(1, n, &queries, &good, out.data()); });
  expect_structure_is_checked("queries", queries,
                              [&](const auto* q) { return C<T>::find_impacts(1, &nodes, q, &good, out.data()); });
  expect_size_is_checked("options", good,
                         [&](const auto* o) { return C<T>::find_impacts(1, &nodes, &queries, o, out.data()); });
  EXPECT_INPUT(C<T>::find_impacts(1, &nodes, &queries, &good, nullptr),
               "out is null; allowed is an array of 500 elements");
  queries.kind = 2;
  EXPECT_INPUT(C<T>::find_impacts(1, &nodes, &queries, &good, out.data()),
               "queries->kind is 2; allowed are ABUT_VERTEX_TRIANGLE_IMPACT and ABUT_EDGE_EDGE_IMPACT");
  queries.kind = 1, queries.nodes = nullptr;
  EXPECT_INPUT(C<T>::find_impacts(1, &nodes, &queries, &good, out.data()),
               "queries->nodes is null; allowed is an array of 500");
  queries = this->c_queries(1);
  const auto option = [&](double distance, double tolerance, std::uint32_t iterations) {
    const abut_impact_options bad{sizeof bad, distance, tolerance, iterations, 0};
    return C<T>::find_impacts(1, &nodes, &queries, &bad, out.data());
  };
  EXPECT_INPUT(option(-1, 0, 1), "find_impacts: distance is -1; allowed are finite numbers of 0 or more");
  EXPECT_INPUT(option(std::nan(""), 0, 1), "find_impacts: distance is nan");
  EXPECT_INPUT(option(0, HUGE_VAL, 1), "find_impacts: tolerance is inf");
  EXPECT_INPUT(option(0, 0, 0), "find_impacts: iterations is 0; allowed is 1 or more");
  if (sizeof(T) == sizeof(float)) EXPECT_INPUT(option(1e60, 0, 1), "find_impacts: distance is inf");
  nodes.count = 3;
  EXPECT_INPUT(C<T>::find_impacts(1, &nodes, &queries, &good, out.data()), "; allowed is less than 3");
  nodes.after = nullptr;
  EXPECT_INPUT(C<T>::find_impacts(1, &nodes, &queries, &good, out.data()),
               "nodes->after is null; allowed is an array of 3");
  nodes = this->c_nodes();
  abut_step_facets facets = this->c_facets();
  abut_step_impact_report report{};
  EXPECT_INPUT(C<T>::find_step_impacts(1, &nodes, &facets, &good, &report, nullptr), "report->size is 0");
  EXPECT_INPUT(C<T>::find_step_impacts(1, &nodes, &facets, &good, nullptr, nullptr), "report is null");
  report.size = sizeof report;
  expect_structure_is_checked(
      "facets", facets, [&](const auto* f) { return C<T>::find_step_impacts(1, &nodes, f, &good, &report, nullptr); });
  const typename C<T>::StepImpacts lists{sizeof lists, nullptr, 0, nullptr, 0};
  expect_size_is_checked(
      "out", lists, [&](const auto* to) { return C<T>::find_step_impacts(1, &nodes, &facets, &good, &report, to); });
  EXPECT_INPUT(C<T>::find_step_impacts(-1, &nodes, &facets, &good, &report, nullptr), "cpu.threads is -1");
  facets.nodes = nullptr;
  EXPECT_INPUT(C<T>::find_step_impacts(1, &nodes, &facets, &good, &report, nullptr),
               "facets->nodes is null; allowed is an array");
}

}  // namespace
}  // namespace abut::test
