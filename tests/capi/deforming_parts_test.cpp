// Parts of a surface that deforms, through the C interface: those of the library, and what is refused.
#include "abut/c/deforming_parts.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/capi/deforming_bodies.h"
#include "tests/capi/handle_checks.h"

namespace abut::test {
namespace {

struct BothParts {
  Nodes flat;
  DeformingMesh mesh = sheet(8, flat);
  DeformingParts parts{mesh.triangles, flat, 0.05};
  abut_deforming_parts* c = nullptr;

  BothParts() {
    EXPECT_OK(
        abut_deforming_parts_new(mesh.triangles[0].data(), mesh.triangles.size(), &flat[0].x, flat.size(), 0.05, &c));
  }
  ~BothParts() { EXPECT_OK(abut_deforming_parts_free(c)); }
  BothParts(const BothParts&) = delete;
  BothParts& operator=(const BothParts&) = delete;
};

TEST(CDeformingParts, AreThoseOfTheLibraryStepByStep) {
  BothParts in;
  std::uint32_t decomposed = 0;
  for (double height = 0.01; height < 0.25; height += 0.01) {
    const Nodes nodes = bent(in.flat, height);
    const DeformingPartsStep wanted = in.parts.move(nodes);
    abut_deforming_parts_step step{};
    step.size = sizeof step;
    ASSERT_OK(abut_deforming_parts_move(in.c, &nodes[0].x, nodes.size(), &step));
    EXPECT_EQ(step.measured, wanted.measured);
    EXPECT_EQ(step.decomposed, wanted.decomposed);
    EXPECT_EQ(step.unusable, 0u);
    decomposed += step.decomposed;
    std::size_t count = 0, facets = 0;
    ASSERT_OK(abut_deforming_parts_parts(in.c, nullptr, 0, &count));
    ASSERT_EQ(count, in.parts.parts().size());
    std::vector<abut_deforming_part> parts(count);
    std::vector<std::uint32_t> part_of(in.mesh.triangles.size());
    ASSERT_OK(abut_deforming_parts_parts(in.c, parts.data(), count, &count));
    ASSERT_OK(abut_deforming_parts_part_of_facets(in.c, part_of.data(), part_of.size(), &facets));
    ASSERT_EQ(facets, part_of.size());
    for (std::uint32_t p = 0; p < count; ++p) {
      const DeformingPart& part = in.parts.parts()[p];
      EXPECT_EQ(parts[p].concavity, part.concavity);
      EXPECT_EQ(parts[p].bound, part.bound);
      for (const std::uint32_t f : part.facets) EXPECT_EQ(part_of[f], p);
    }
  }
  EXPECT_GT(decomposed, 0u);
  Nodes broken = bent(in.flat, 0.24);
  broken[0].x = std::numeric_limits<double>::quiet_NaN();
  abut_deforming_parts_step step{};
  step.size = sizeof step;
  ASSERT_OK(abut_deforming_parts_move(in.c, &broken[0].x, broken.size(), &step));
  EXPECT_EQ(step.unusable, 1u);
  ASSERT_OK(abut_deforming_parts_move(in.c, &in.flat[0].x, in.flat.size(), nullptr));
}

TEST(CDeformingParts, WhatIsWrongIsRefusedInOneLine) {
  const BothParts in;
  const double* const nodes = &in.flat[0].x;
  const std::size_t count = in.flat.size();
  abut_deforming_parts* made = nullptr;
  const std::uint32_t facet[3] = {0, 1, 900};
  EXPECT_INPUT(abut_deforming_parts_new(facet, 1, nodes, count, 0, &made),
               "abut_deforming_parts_new: DeformingParts: concavity is 0; allowed is above 0, finite");
  EXPECT_INPUT(abut_deforming_parts_new(facet, 1, nodes, count, 1, &made),
               "facet 0 has node 900; allowed is less than");
  EXPECT_INPUT(abut_deforming_parts_new(nullptr, 0, nodes, count, 1, &made), "there are no facets");
  EXPECT_INPUT(abut_deforming_parts_new(nullptr, 2, nodes, count, 1, &made),
               "facets is null; allowed is an array of 2");
  EXPECT_INPUT(abut_deforming_parts_new(facet, 1, nullptr, 3, 1, &made), "nodes is null; allowed is an array of 3");
  EXPECT_EQ(made, nullptr);
  EXPECT_INPUT(abut_deforming_parts_move(in.c, nodes, 3, nullptr), "DeformingParts: nodes has 3 positions; there are");
  EXPECT_INPUT(abut_deforming_parts_move(in.c, nullptr, 3, nullptr), "nodes is null; allowed is an array of 3");
  abut_deforming_parts_step step{};
  EXPECT_INPUT(abut_deforming_parts_move(in.c, nodes, count, &step), "step->size is 0; allowed is the structure's");
  std::size_t needed = 0;
  EXPECT_INPUT(abut_deforming_parts_parts(in.c, nullptr, 5, &needed), "out is null; allowed is an array of 5");
  EXPECT_INPUT(abut_deforming_parts_part_of_facets(in.c, nullptr, 128, &needed),
               "part is null; allowed is an array of");
  EXPECT_INPUT(abut_deforming_parts_parts(in.c, nullptr, 0, nullptr), "count is null; allowed is a pointer");
  std::uint32_t part = 0;
  expect_refused(abut_deforming_parts_part_of_facets(in.c, &part, 1, &needed), ABUT_TOO_SMALL,
                 "capacity is 1; needed are 128 facets");
  EXPECT_EQ(needed, 128u);
}

TEST(CDeformingParts, HandlesAreChecked) {
  const BothParts in;
  abut_deforming_contact_finder* finder = nullptr;
  ASSERT_OK(abut_deforming_contact_finder_new(0, &finder));
  abut_deforming_parts* freed = nullptr;
  ASSERT_OK(abut_deforming_parts_new(in.mesh.triangles[0].data(), 1, &in.flat[0].x, in.flat.size(), 1, &freed));
  ASSERT_OK(abut_deforming_parts_free(freed));
  std::size_t count = 0;
  expect_handles_are_checked<abut_deforming_parts>(
      "abut_deforming_parts", freed, finder, "abut_deforming_contact_finder",
      {ABUT_CALL(abut_deforming_parts_move, "parts", h, &in.flat[0].x, in.flat.size(), nullptr),
       ABUT_CALL(abut_deforming_parts_parts, "parts", h, nullptr, 0, &count),
       ABUT_CALL(abut_deforming_parts_part_of_facets, "parts", h, nullptr, 0, &count)});
  ASSERT_OK(abut_deforming_contact_finder_free(finder));
}

}  // namespace
}  // namespace abut::test
