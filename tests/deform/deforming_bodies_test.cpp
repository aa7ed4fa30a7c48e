// Facets of elements, the faults of bodies, and the quality of trees.
#include "abut/deform/deforming_bodies.h"

#include <gtest/gtest.h>

#include <limits>

#include "abut/shapes/mesh.h"
#include "tests/deform/scenes.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::Nodes;

Mesh surface_of(const DeformingBodies& bodies, std::uint32_t body, const Nodes& nodes) {
  Mesh mesh;
  mesh.vertices = nodes;
  const auto facets = bodies.facets(body);
  mesh.triangles.assign(facets.begin(), facets.end());
  return mesh;
}

TEST(DeformingBodies, TakeTheOutwardBoundaryOfElements) {
  for (const bool tetrahedra : {false, true}) {
    Nodes nodes;
    DeformingBodies bodies;
    bodies.add(test::cube(3, tetrahedra, {1, 2, 3}, nodes));
    EXPECT_EQ(bodies.facets(0).size(), 6u * 9 * 2);
    EXPECT_TRUE(bodies.is_solid(0));
    const MeshReport report = examine(surface_of(bodies, 0, nodes));
    EXPECT_TRUE(report.closed && report.outward && report.consistently_oriented);
    EXPECT_NEAR(report.volume, 1, 1e-12);
    EXPECT_EQ(bodies.edges(0).size(), report.vertices - report.unused_vertices + 6u * 9 * 2 - 2);
    for (const FacetOrigin& from : bodies.origins(0)) {
      EXPECT_EQ(from.source, tetrahedra ? FacetSource::tetrahedron : FacetSource::hexahedron);
    }
  }
}

TEST(DeformingBodies, NameBodyElementAndFacetOfWhatIsWrong) {
  Nodes nodes;
  DeformingBodies bodies;
  bodies.add(test::cube(2, false, {0, 0, 0}, nodes));
  bodies.add(test::cube(2, true, {2, 0, 0}, nodes));
  bodies.add(test::sheet(3, nodes));
  bodies.move(Cpu{}, nodes);
  for (std::uint32_t b = 0; b < 3; ++b) EXPECT_EQ(bodies.status(b).fault, BodyFault::none);

  Nodes bad = nodes;
  bad[26].x = 0.4;  // the far corner goes behind its neighbours
  for (const std::uint32_t v : bodies.facets(2)[4]) bad[bodies.node_begin(2) + v] = {7, 7, 7};
  bodies.move(Cpu{}, bad);
  EXPECT_EQ(bodies.status(0).fault, BodyFault::inverted_element);
  EXPECT_EQ(bodies.status(0).index, 7u);
  EXPECT_EQ(bodies.status(0).count, 1u);
  EXPECT_EQ(bodies.origins(0)[bodies.status(0).facet].index, 7u);
  EXPECT_EQ(bodies.status(1).fault, BodyFault::none);
  EXPECT_EQ(bodies.status(2).fault, BodyFault::collapsed_facet);
  EXPECT_EQ(bodies.status(2).index, 4u);
  EXPECT_NE(bodies.tree(0).nodes, nullptr);

  bad = nodes;
  for (Vec3<double>& p : bad) p.z = -p.z;  // inside out
  bad[bodies.node_begin(2)].x = std::numeric_limits<double>::infinity();
  bodies.move(Cpu{}, bad);
  EXPECT_EQ(bodies.status(0).count, 8u);
  EXPECT_EQ(bodies.status(1).count, 48u);
  EXPECT_EQ(bodies.status(2).fault, BodyFault::unusable_node);
  EXPECT_EQ(bodies.tree(2).nodes, nullptr);
  bodies.move(Cpu{}, nodes);
  for (std::uint32_t b = 0; b < 3; ++b) EXPECT_EQ(bodies.status(b).fault, BodyFault::none);
  EXPECT_NE(bodies.tree(2).nodes, nullptr);
}

TEST(DeformingBodies, NameWhateverIsWrongWithABody) {
  Nodes nodes;
  DeformingBodies bodies;
  bodies.add(test::cube(2, false, {0, 0, 0}, nodes));
  bodies.add(test::cube(2, true, {2, 0, 0}, nodes));
  bodies.move(Cpu{}, nodes);
  EXPECT_TRUE(bodies.faults(0).empty());
  Nodes bad = nodes;
  constexpr std::uint32_t collapsed = 5;
  const auto corners = bodies.facets(0)[collapsed];
  bad[corners[1]] = bad[corners[2]] = bad[corners[0]];
  bodies.move(Cpu{}, bad);
  ASSERT_EQ(bodies.faults(0).size(), 2u);
  const DeformingBodyStatus &least = bodies.faults(0)[0], &worst = bodies.faults(0)[1];
  EXPECT_EQ(least.fault, BodyFault::collapsed_facet);
  EXPECT_EQ(least.index, collapsed);
  EXPECT_EQ(least.facet, collapsed);
  EXPECT_EQ(least.count, 1u);
  EXPECT_EQ(worst.fault, BodyFault::inverted_element) << "the tetrahedron of that facet has no volume";
  EXPECT_EQ(worst.index, bodies.status(0).index);
  EXPECT_EQ(worst.count, bodies.status(0).count);
  EXPECT_TRUE(bodies.faults(1).empty()) << "the other body is sound";
  bad[corners[0]].z = std::numeric_limits<double>::quiet_NaN();
  bodies.move(Cpu{}, bad);
  ASSERT_EQ(bodies.faults(0).size(), 2u) << "corners that differ by a NaN are not one point";
  EXPECT_EQ(bodies.faults(0)[1].fault, BodyFault::unusable_node);
  EXPECT_EQ(bodies.faults(0)[1].index, corners[0]);
  bodies.move(Cpu{}, nodes);
  EXPECT_TRUE(bodies.faults(0).empty());
  EXPECT_EQ(bodies.status(0).fault, BodyFault::none);
}

TEST(DeformingBodies, KeepTreesAsGoodAsFreshOnesOnASheetThatWindsAndUnwinds) {
  test::Random random(51);
  Nodes flat;
  DeformingBodies bodies, never({.rebuild_at = 1e9});
  bodies.add(test::sheet(50, flat));
  Nodes ignored;
  never.add(test::sheet(50, ignored));
  double worst = 0, worst_never = 0;
  for (int step = 0; step <= 600; ++step) {
    Nodes nodes = flat;
    const double turns = 3 * std::sin(3.14159 * step / 300);
    for (Vec3<double>& p : nodes) {
      const double angle = 2 * 3.14159 * turns * p.y;
      const double x = p.x - 0.5;
      p = {x * std::cos(angle) + 0.3 * std::sin(turns * 5 * p.y), p.y * (1 - 0.2 * std::abs(turns)),
           x * std::sin(angle)};
    }
    bodies.move(Cpu{}, nodes), never.move(Cpu{}, nodes);
    const double fresh = bodies.fresh_cost(0);
    worst = std::max(worst, bodies.quality(0).cost / fresh);
    worst_never = std::max(worst_never, never.quality(0).cost / fresh);
  }
  EXPECT_LT(worst, 1.3);
  EXPECT_GT(worst_never, 1.3) << "the scene shows nothing";
  EXPECT_LT(bodies.quality(0).builds, 300u);
  EXPECT_EQ(never.quality(0).builds, 1u);
}

TEST(DeformingBodies, AtRestOrMovedAsAWholeAreNotBuiltAgain) {
  Nodes nodes;
  DeformingBodies bodies;
  bodies.add(test::cube(6, false, {0, 0, 0}, nodes));
  for (int step = 0; step < 50; ++step) {
    for (Vec3<double>& p : nodes) p = p + Vec3<double>{0.3, -0.1, 0.2};
    bodies.move(Cpu{}, nodes);
  }
  EXPECT_EQ(bodies.quality(0).builds, 1u);
}

TEST(DeformingBodies, RefuseWhatIsNotAllowedByName) {
  DeformingBodies bodies;
  const auto refusal = [&](const DeformingMesh& mesh) { return test::complaint([&] { bodies.add(mesh); }); };
  DeformingMesh mesh;
  mesh.node_count = 8;
  EXPECT_EQ(refusal(mesh), "DeformingBodies::add: the body has 0 facets; allowed are 1 to 16777216");
  mesh.triangles = {{0, 1, 8}};
  EXPECT_EQ(refusal(mesh), "DeformingBodies::add: triangle 0 names node 8; allowed is less than 8");
  mesh.triangles = {{0, 1, 1}};
  EXPECT_EQ(refusal(mesh), "DeformingBodies::add: triangle 0 names node 1 twice; allowed is once");
  mesh.triangles.clear();
  mesh.tetrahedra = {{0, 1, 2, 3}, {0, 2, 1, 4}, {0, 1, 2, 5}};
  EXPECT_EQ(refusal(mesh), "DeformingBodies::add: tetrahedron 2 shares a face with 0 and 1; allowed are two");
  mesh.tetrahedra.resize(1);
  EXPECT_EQ(bodies.add(mesh), 0u);
  EXPECT_EQ(test::complaint([&] { bodies.move(Cpu{}, {}); }),
            "DeformingBodies::move: nodes has 0 positions; there are 8 nodes");
  EXPECT_EQ(test::complaint([&] { (void)bodies.facets(1); }), "DeformingBodies: body is 1; allowed is less than 1");
  EXPECT_EQ(test::complaint([] { DeformingBodies({.rebuild_at = 0}); }),
            "DeformingBodies: rebuild_at is 0; allowed is above 0");
}

}  // namespace
}  // namespace abut
