// Bodies that deform, through the C interface: the bits of the library, and what is refused.
#include "abut/c/deforming.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "tests/capi/deforming_bodies.h"
#include "tests/capi/handle_checks.h"

namespace abut::test {
namespace {

/// All that a function which fills an array of rows has to give: the number is asked for first.
template <std::size_t N, class E, class Call>
std::vector<std::array<E, N>> rows(const Call& call) {
  std::size_t count = 0;
  EXPECT_OK(call(static_cast<E*>(nullptr), 0, &count));
  std::vector<std::array<E, N>> out(count + 1);
  if (count > 0) {
    expect_refused(call(out[0].data(), count - 1, &count), ABUT_TOO_SMALL,
                   "capacity is " + std::to_string(count - 1) + "; needed are " + std::to_string(count) + " rows");
  }
  EXPECT_OK(call(out[0].data(), count, &count));
  out.resize(count);
  return out;
}

TEST(CDeforming, BodiesAreThoseOfTheLibrary) {
  const BothDeforming in;
  std::uint32_t bodies = 0, nodes = 0, facets = 0, begin = 0;
  ASSERT_OK(abut_deforming_bodies_body_count(in.c, &bodies));
  ASSERT_OK(abut_deforming_bodies_node_count(in.c, &nodes));
  ASSERT_OK(abut_deforming_bodies_facet_count(in.c, &facets));
  EXPECT_EQ(bodies, 4u);
  EXPECT_EQ(nodes, in.nodes.size());
  EXPECT_EQ(facets, in.bodies.facet_count());
  for (std::uint32_t b = 0; b < bodies; ++b) {
    ASSERT_OK(abut_deforming_bodies_node_begin(in.c, b, &begin));
    EXPECT_EQ(begin, in.bodies.node_begin(b));
    const auto of_facets = rows<3, std::uint32_t>([&](auto* out, std::size_t room, std::size_t* n) {
      return abut_deforming_bodies_facets(in.c, b, out, room, n);
    });
    EXPECT_TRUE(std::equal(of_facets.begin(), of_facets.end(), in.bodies.facets(b).begin(), in.bodies.facets(b).end()));
    const auto of_edges = rows<2, std::uint32_t>([&](auto* out, std::size_t room, std::size_t* n) {
      return abut_deforming_bodies_edges(in.c, b, out, room, n);
    });
    EXPECT_TRUE(std::equal(of_edges.begin(), of_edges.end(), in.bodies.edges(b).begin(), in.bodies.edges(b).end()));
    std::size_t count = 0;
    std::vector<abut_facet_origin> origins(of_facets.size());
    ASSERT_OK(abut_deforming_bodies_origins(in.c, b, origins.data(), origins.size(), &count));
    ASSERT_EQ(count, of_facets.size());
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(origins[i].source, static_cast<std::uint32_t>(in.bodies.origins(b)[i].source));
      EXPECT_EQ(origins[i].index, in.bodies.origins(b)[i].index);
    }
    int solid = 7, self_contact = 7;
    ASSERT_OK(abut_deforming_bodies_is_solid(in.c, b, &solid));
    ASSERT_OK(abut_deforming_bodies_has_self_contact(in.c, b, &self_contact));
    EXPECT_EQ(solid, in.bodies.is_solid(b) ? 1 : 0);
    EXPECT_EQ(self_contact, in.bodies.has_self_contact(b) ? 1 : 0);
    EXPECT_EQ(solid, b > 0 ? 1 : 0);
    EXPECT_EQ(self_contact, b < 3 ? 1 : 0);
  }
  const auto of_nodes = rows<3, double>(
      [&](auto* out, std::size_t room, std::size_t* n) { return abut_deforming_bodies_nodes(in.c, out, room, n); });
  EXPECT_EQ(std::memcmp(of_nodes.data(), in.nodes.data(), sizeof in.nodes[0] * in.nodes.size()), 0);
}

TEST(CDeforming, StatusAndQualityAreThoseOfTheLibrary) {
  BothDeforming in;
  in.nodes[5].y = std::numeric_limits<double>::quiet_NaN();
  const std::uint32_t solid = in.bodies.node_begin(1);
  in.nodes[solid + 26] = in.nodes[solid] - Vec3<double>{1, 1, 1};
  for (const std::uint32_t v : in.bodies.facets(1)[2]) in.nodes[solid + v] = in.nodes[solid];
  in.move();
  abut_deforming_status status{};
  abut_tree_quality quality{};
  status.size = sizeof status, quality.size = sizeof quality;
  const std::size_t fault_counts[] = {1, 2, 0, 0};
  const std::uint32_t faults[] = {ABUT_UNUSABLE_NODE, ABUT_INVERTED_ELEMENT, ABUT_BODY_SOUND, ABUT_BODY_SOUND};
  for (std::uint32_t b = 0; b < 4; ++b) {
    ASSERT_OK(abut_deforming_bodies_status(in.c, b, &status));
    const DeformingBodyStatus s = in.bodies.status(b);
    EXPECT_EQ(status.fault, faults[b]);
    EXPECT_EQ(status.index, s.index);
    EXPECT_EQ(status.facet, s.facet);
    EXPECT_EQ(status.count, s.count);
    const auto every = rows<4, std::uint32_t>([&](auto* out, std::size_t room, std::size_t* n) {
      return abut_deforming_bodies_faults(in.c, b, out, room, n);
    });
    const auto found = in.bodies.faults(b);
    ASSERT_EQ(every.size(), found.size());
    EXPECT_EQ(every.size(), fault_counts[b]);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::array<std::uint32_t, 4> row{static_cast<std::uint32_t>(found[i].fault), found[i].index, found[i].facet,
                                             found[i].count};
      EXPECT_EQ(every[i], row);
    }
    ASSERT_OK(abut_deforming_bodies_quality(in.c, b, &quality));
    const TreeQuality& q = in.bodies.quality(b);
    EXPECT_EQ(quality.cost, q.cost);
    EXPECT_EQ(quality.built_cost, q.built_cost);
    EXPECT_EQ(quality.builds, q.builds);
    double cost = -1;
    ASSERT_OK(abut_deforming_bodies_fresh_cost(in.c, b, &cost));
    EXPECT_EQ(cost, in.bodies.fresh_cost(b));
  }
  std::size_t bytes = 0;
  ASSERT_OK(abut_deforming_bodies_bytes(in.c, &bytes));
  EXPECT_GT(bytes, 1000u);
}

TEST(CDeforming, OptionsAndMeshesHaveDefaults) {
  abut_deforming_options options;
  abut_deforming_mesh mesh;
  ASSERT_OK(abut_deforming_options_init(&options, sizeof options));
  ASSERT_OK(abut_deforming_mesh_init(&mesh, sizeof mesh));
  EXPECT_EQ(options.rebuild_at, 0.05);
  EXPECT_EQ(mesh.self_contact, 1u);
  EXPECT_EQ(mesh.node_count + mesh.solid + mesh.triangle_count, 0u);
  const std::uint32_t triangle[3] = {0, 1, 2};
  mesh.node_count = 3, mesh.triangles = triangle, mesh.triangle_count = 1;
  options.rebuild_at = 2e6;
  abut_deforming_bodies* bodies = nullptr;
  ASSERT_OK(abut_deforming_bodies_new(&options, &bodies));
  ASSERT_OK(abut_deforming_bodies_add(bodies, &mesh, nullptr));
  std::uint32_t facets = 0;
  ASSERT_OK(abut_deforming_bodies_facet_count(bodies, &facets));
  EXPECT_EQ(facets, 1u);
  ASSERT_OK(abut_deforming_bodies_free(bodies));
}

TEST(CDeforming, WhatIsWrongIsRefusedInOneLine) {
  const BothDeforming in;
  abut_deforming_bodies* made = nullptr;
  const abut_deforming_options never{sizeof never, 0};
  EXPECT_INPUT(abut_deforming_bodies_new(&never, &made), "DeformingBodies: rebuild_at is 0; allowed is above 0");
  expect_size_is_checked("options", never,
                         [&](const abut_deforming_options* o) { return abut_deforming_bodies_new(o, &made); });
  EXPECT_EQ(made, nullptr);
  const std::uint32_t triangle[3] = {0, 1, 3};
  abut_deforming_mesh mesh{};
  mesh.size = sizeof mesh, mesh.node_count = 3, mesh.triangles = triangle, mesh.triangle_count = 1;
  const auto add = [&](const abut_deforming_mesh* m) { return abut_deforming_bodies_add(in.c, m, nullptr); };
  expect_structure_is_checked("mesh", mesh, add);
  EXPECT_INPUT(add(&mesh), "abut_deforming_bodies_add: DeformingBodies::add: triangle 0 names node 3; allowed is less");
  mesh.triangles = nullptr;
  EXPECT_INPUT(add(&mesh), "mesh->triangles is null; allowed is an array of 1 elements");
  mesh.triangle_count = 0, mesh.hexahedron_count = 2;
  EXPECT_INPUT(add(&mesh), "mesh->hexahedra is null; allowed is an array of 2 elements");
  std::uint32_t count = 0;
  ASSERT_OK(abut_deforming_bodies_body_count(in.c, &count));
  EXPECT_EQ(count, 4u) << "nothing was added";
  EXPECT_INPUT(abut_deforming_bodies_move(1, in.c, &in.nodes[0].x, 4), "nodes has 4 positions; there are ");
  EXPECT_INPUT(abut_deforming_bodies_move(1, in.c, nullptr, 4), "nodes is null; allowed is an array of 4 elements");
  EXPECT_INPUT(abut_deforming_bodies_move(-1, in.c, &in.nodes[0].x, in.nodes.size()), "cpu.threads is -1");
  EXPECT_INPUT(abut_deforming_bodies_node_begin(in.c, 4, &count), "body is 4; allowed is less than 4");
  EXPECT_INPUT(abut_deforming_bodies_node_begin(in.c, 0, nullptr), "node is null; allowed is a pointer to memory");
  std::size_t room = 0;
  EXPECT_INPUT(abut_deforming_bodies_facets(in.c, 9, nullptr, 0, &room), "body is 9; allowed is less than 4");
  EXPECT_INPUT(abut_deforming_bodies_edges(in.c, 0, nullptr, 1000, &room), "rows is null; allowed is an array of 1000");
  EXPECT_INPUT(abut_deforming_bodies_nodes(in.c, nullptr, 0, nullptr), "count is null; allowed is a pointer");
  EXPECT_INPUT(abut_deforming_bodies_faults(in.c, 9, nullptr, 0, &room), "body is 9; allowed is less than 4");
  abut_deforming_status status{};
  EXPECT_INPUT(abut_deforming_bodies_status(in.c, 0, &status), "status->size is 0; allowed is the structure's sizeof");
  EXPECT_INPUT(abut_deforming_bodies_status(in.c, 0, nullptr), "status is null");
}

TEST(CDeforming, HandlesAreChecked) {
  const BothDeforming in;
  abut_deforming_bodies* freed = nullptr;
  ASSERT_OK(abut_deforming_bodies_new(nullptr, &freed));
  ASSERT_OK(abut_deforming_bodies_free(freed));
  abut_deforming_contact_finder* finder = nullptr;
  ASSERT_OK(abut_deforming_contact_finder_new(0, &finder));
  const abut_deforming_mesh mesh = c_mesh({});
  abut_deforming_status status{};
  abut_tree_quality quality{};
  status.size = sizeof status, quality.size = sizeof quality;
  std::uint32_t n = 0;
  std::size_t count = 0;
  std::uint64_t found = 0;
  int is = 0;
  double x[3] = {0, 0, 0};
  const abut_pair_list pairs{sizeof pairs, nullptr, 0, &found, nullptr};
  const abut_deforming_pair_list facets{sizeof facets, nullptr, nullptr, nullptr, 0, nullptr};
  abut_deforming_contact_list contacts{};
  abut_deforming_area_arrays areas{};
  contacts.size = sizeof contacts, areas.size = sizeof areas;
  expect_handles_are_checked<abut_deforming_bodies>(
      "abut_deforming_bodies", freed, finder, "abut_deforming_contact_finder",
      {ABUT_CALL(abut_deforming_bodies_add, "bodies", h, &mesh, &n),
       ABUT_CALL(abut_deforming_bodies_body_count, "bodies", h, &n),
       ABUT_CALL(abut_deforming_bodies_node_count, "bodies", h, &n),
       ABUT_CALL(abut_deforming_bodies_facet_count, "bodies", h, &n),
       ABUT_CALL(abut_deforming_bodies_node_begin, "bodies", h, 0, &n),
       ABUT_CALL(abut_deforming_bodies_facets, "bodies", h, 0, nullptr, 0, &count),
       ABUT_CALL(abut_deforming_bodies_origins, "bodies", h, 0, nullptr, 0, &count),
       ABUT_CALL(abut_deforming_bodies_edges, "bodies", h, 0, nullptr, 0, &count),
       ABUT_CALL(abut_deforming_bodies_is_solid, "bodies", h, 0, &is),
       ABUT_CALL(abut_deforming_bodies_has_self_contact, "bodies", h, 0, &is),
       ABUT_CALL(abut_deforming_bodies_move, "bodies", 1, h, x, 1),
       ABUT_CALL(abut_deforming_bodies_nodes, "bodies", h, nullptr, 0, &count),
       ABUT_CALL(abut_deforming_bodies_status, "bodies", h, 0, &status),
       ABUT_CALL(abut_deforming_bodies_faults, "bodies", h, 0, nullptr, 0, &count),
       ABUT_CALL(abut_deforming_bodies_quality, "bodies", h, 0, &quality),
       ABUT_CALL(abut_deforming_bodies_fresh_cost, "bodies", h, 0, x),
       ABUT_CALL(abut_deforming_bodies_bytes, "bodies", h, &count),
       ABUT_CALL(abut_find_deforming_pairs, "bodies", 1, h, nullptr, &pairs, &facets),
       ABUT_CALL(abut_find_deforming_contacts, "bodies", 1, h, nullptr, &pairs, &contacts),
       ABUT_CALL(abut_deforming_areas, "bodies", 1, h, &areas, &count, &count),
       ABUT_CALL(abut_deforming_contact_finder_find_pairs, "bodies", 1, finder, h, nullptr),
       ABUT_CALL(abut_deforming_contact_finder_find_contacts, "bodies", 1, finder, h, nullptr)});
  abut_deforming_finder_counts counts{};
  counts.size = sizeof counts;
  ASSERT_OK(abut_deforming_contact_finder_free(finder));
  expect_handles_are_checked<abut_deforming_contact_finder>(
      "abut_deforming_contact_finder", finder, in.c, "abut_deforming_bodies",
      {ABUT_CALL(abut_deforming_contact_finder_find_pairs, "finder", 1, h, in.c, nullptr),
       ABUT_CALL(abut_deforming_contact_finder_find_contacts, "finder", 1, h, in.c, nullptr),
       ABUT_CALL(abut_deforming_contact_finder_pairs, "finder", h, &pairs, &facets),
       ABUT_CALL(abut_deforming_contact_finder_contacts, "finder", h, &pairs, &contacts),
       ABUT_CALL(abut_deforming_contact_finder_counts, "finder", h, &counts)});
}

}  // namespace
}  // namespace abut::test
