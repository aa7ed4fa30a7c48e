// What docs/how-to/c.md shows of bodies that deform, as a C program has it: a block that sinks into another one.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/capi/both.h"

namespace abut::test {
namespace {

const double corners[24] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
const std::uint32_t hexahedron[8] = {0, 1, 2, 3, 4, 5, 6, 7};

TEST(CDeformingManual, FindsTheContactsOfTwoBlocks) {
  abut_deforming_bodies* bodies = nullptr;
  abut_deforming_contact_finder* finder = nullptr;
  ASSERT_OK(abut_deforming_bodies_new(nullptr, &bodies));
  ASSERT_OK(abut_deforming_contact_finder_new(0.05, &finder));
  abut_deforming_mesh mesh;
  ASSERT_OK(abut_deforming_mesh_init(&mesh, sizeof mesh));
  mesh.node_count = 8, mesh.hexahedra = hexahedron, mesh.hexahedron_count = 1;
  for (int b = 0; b < 2; ++b) ASSERT_OK(abut_deforming_bodies_add(bodies, &mesh, nullptr));
  double nodes[48];
  const std::size_t node_count = 16;
  const abut_deforming_contact_options options = {sizeof options, 0.1};
  abut_deforming_contact found[100];
  abut_pair pairs[1];
  std::uint64_t pair_count = 0, contact_count = 0;
  const abut_pair_list pairs_of_bodies = {sizeof pairs_of_bodies, pairs, 1, &pair_count, nullptr};
  abut_deforming_contact_list contacts{};
  contacts.size = sizeof contacts, contacts.contacts = found, contacts.capacity = 100, contacts.needed = &contact_count;
  const auto failed = [](int code) { return code != ABUT_OK; };
  const auto step = [&]() -> int {
    if (failed(abut_deforming_bodies_move(0, bodies, nodes, node_count)) ||
        failed(abut_deforming_contact_finder_find_contacts(0, finder, bodies, &options)) ||
        failed(abut_deforming_contact_finder_contacts(finder, &pairs_of_bodies, &contacts))) {
      return 1;
    }
    return 0;
  };
  for (const double gap : {0.02, -0.02}) {
    for (int i = 0; i < 24; ++i) {
      nodes[i] = corners[i];
      nodes[24 + i] = 0.5 * corners[i] + (i % 3 == 2 ? 1 + gap : i % 3 == 1 ? 0.25 : 0.2);
    }
    ASSERT_EQ(step(), 0) << abut_last_message();
    ASSERT_EQ(pair_count, 1u);
    EXPECT_EQ(pairs[0].b, 1u);
    int over_the_top = 0;
    for (std::uint64_t i = 0; i < contact_count; ++i) {
      const abut_deforming_contact& c = found[i];
      if (c.kind != ABUT_NODE_FACET || c.support != 15 || c.normal[2] < 0.5) continue;
      EXPECT_NEAR(c.gap, gap, 1e-15);
      EXPECT_NEAR(c.weights[1] + c.weights[2] + c.weights[3], -1, 1e-15);
      over_the_top += 1;
    }
    EXPECT_EQ(over_the_top, 4) << "the corners below";
  }
  ASSERT_OK(abut_deforming_contact_finder_free(finder));
  ASSERT_OK(abut_deforming_bodies_free(bodies));
}

}  // namespace
}  // namespace abut::test
