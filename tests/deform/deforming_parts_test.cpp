// Parts of a sheet that bends, against samples of their hulls.
#include "abut/deforming_parts.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/deform/brute_force.h"
#include "tests/deform/scenes.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::bent;
using test::Nodes;

/// A lower bound: the largest distance from the part's facets of random means of its nodes, which are in its hull.
double sampled_concavity(const DeformingMesh& mesh, const Nodes& nodes, const DeformingPart& part) {
  test::Random random(7);
  test::Wide largest = 0;
  for (int k = 0; k < 200; ++k) {
    Vec3<double> p{0, 0, 0};
    double all = 0;
    for (int i = 0; i < 3; ++i) {
      const auto& f = mesh.triangles[part.facets[random.below(std::uint32_t(part.facets.size()))]];
      const double w = random.uniform();
      p = p + nodes[f[random.below(3)]] * w, all += w;
    }
    p = p * (1 / all);
    test::Wide nearest = HUGE_VALL;
    for (const std::uint32_t f : part.facets) {
      const auto& v = mesh.triangles[f];
      nearest = std::min(nearest, test::point_facet(test::wide(p), {test::wide(nodes[v[0]]), test::wide(nodes[v[1]]),
                                                                    test::wide(nodes[v[2]])}));
    }
    largest = std::max(largest, nearest);
  }
  return double(largest);
}

void check(const DeformingMesh& mesh, const Nodes& nodes, const DeformingParts& parts, double most) {
  std::set<std::uint32_t> seen;
  const std::vector<std::uint32_t> part_of = parts.part_of_facets();
  ASSERT_EQ(part_of.size(), mesh.triangles.size());
  for (std::uint32_t p = 0; p < parts.parts().size(); ++p) {
    const DeformingPart& part = parts.parts()[p];
    for (const std::uint32_t f : part.facets) {
      EXPECT_TRUE(seen.insert(f).second);
      EXPECT_EQ(part_of[f], p);
    }
    EXPECT_LE(part.bound, most);
    EXPECT_LE(sampled_concavity(mesh, nodes, part), part.bound + 1e-9);
  }
  EXPECT_EQ(seen.size(), mesh.triangles.size());
}

TEST(DeformingParts, OfASheetThatBendsArePartedOnlyBeyondTheThreshold) {
  Nodes flat;
  const DeformingMesh mesh = test::sheet(8, flat);
  const double most = 0.05;
  DeformingParts parts(mesh.triangles, flat, most);
  ASSERT_EQ(parts.parts().size(), 1u);
  EXPECT_LT(parts.parts()[0].concavity, 1e-9);
  std::uint32_t measured = 0, decomposed = 0, steps = 0;
  for (double height = 0.002; height < 0.3; height += 0.002, ++steps) {
    const Nodes nodes = bent(flat, height);
    const DeformingPartsStep step = parts.move(nodes);
    measured += step.measured, decomposed += step.decomposed;
    if (height < 0.012) {
      EXPECT_EQ(step.measured, 0u) << "a bound that is good enough";
    }
    if (steps % 10 == 0) check(mesh, nodes, parts, most);
  }
  EXPECT_GT(decomposed, 0u);
  EXPECT_LT(decomposed, 20u);
  EXPECT_LT(measured, steps * 4);
  EXPECT_GT(parts.parts().size(), 2u);
}

TEST(DeformingParts, ThatMoveAsAWholeAreNotMeasured) {
  Nodes nodes;
  const DeformingMesh mesh = test::sheet(4, nodes);
  nodes = bent(nodes, 0.02);
  DeformingParts parts(mesh.triangles, nodes, 0.1);
  for (Vec3<double>& p : nodes) p = p + Vec3<double>{10, -3, 5};
  EXPECT_EQ(parts.move(nodes).measured, 0u);
  nodes[3].x = NAN;
  EXPECT_EQ(parts.move(nodes).unusable, 1u);
}

TEST(DeformingParts, ThatAreWithinASmallThresholdAreNotPartedAgain) {
  Nodes flat;
  const DeformingMesh mesh = test::sheet(4, flat);
  const double most = 1e-6;
  DeformingParts parts(mesh.triangles, bent(flat, 0.2), most);
  for (const double height : {0.25, 0.1}) {
    const DeformingPartsStep step = parts.move(bent(flat, height));
    EXPECT_GT(step.measured, 0u);
    EXPECT_EQ(step.decomposed, 0u) << "strips between two rows stay flat";
    for (const DeformingPart& part : parts.parts()) EXPECT_LE(part.bound, most);
  }
}

/// A strip of width 1 through a line of points (x, z).
DeformingMesh strip(const std::vector<std::array<double, 2>>& line, Nodes& nodes) {
  DeformingMesh mesh;
  for (const auto& [x, z] : line) nodes.push_back({x, 0, z}), nodes.push_back({x, 1, z});
  for (std::uint32_t k = 0; k + 3 < nodes.size(); k += 2) {
    mesh.triangles.push_back({k, k + 2, k + 3}), mesh.triangles.push_back({k, k + 3, k + 1});
  }
  mesh.node_count = std::uint32_t(nodes.size());
  return mesh;
}

TEST(DeformingParts, AreWithinTheThresholdOfTheirOwnFacets) {
  // Two plates with a fine zigzag between them: the hull of both plates is near the zigzag, and far from the plates.
  std::vector<std::array<double, 2>> line = {{-1.5, 0}, {0, 0}};
  for (int k = 1; k < 16; ++k) line.push_back({k / 16.0, k % 2 == 0 ? -0.5 : 0.5});
  line.insert(line.end(), {{1, 0}, {2.5, 0}});
  Nodes nodes;
  const DeformingMesh mesh = strip(line, nodes);
  DeformingParts parts(mesh.triangles, nodes, 0.1);
  check(mesh, nodes, parts, 0.1);
  EXPECT_EQ(parts.parts().size(), 3u) << "either plate and the zigzag";
  EXPECT_EQ(parts.move(nodes).measured, 0u) << "nothing has moved";
}

TEST(DeformingParts, ThatAreJustWithinTheThresholdAreNotToldToBeBeyondIt) {
  // Two wings of length 1, whose hull reaches sin(2 a) / 2, and a third that stands up.
  const double a = 0.2, reach = std::sin(2 * a) / 2, x = std::cos(a), z = std::sin(a);
  for (const double share : {0.9, 0.97, 0.98, 0.985, 0.99, 0.995, 0.999}) {
    Nodes nodes;
    const DeformingMesh mesh = strip({{-x, z}, {0, 0}, {x, z}, {x, z + 1}}, nodes);
    DeformingParts parts(mesh.triangles, nodes, reach / share);
    check(mesh, nodes, parts, reach / share);
    EXPECT_EQ(parts.parts().size(), share < 0.95 ? 2u : 3u) << share;
    EXPECT_EQ(parts.move(nodes).measured, 0u) << share;
  }
}

TEST(DeformingParts, RefuseWhatIsNotAllowedByName) {
  Nodes nodes;
  DeformingMesh mesh = test::sheet(1, nodes);
  EXPECT_EQ(test::complaint([&] { DeformingParts(mesh.triangles, nodes, 0); }),
            "DeformingParts: concavity is 0; allowed is above 0, finite");
  EXPECT_EQ(
      test::complaint([&] { DeformingParts(mesh.triangles, nodes, 4e-9); }),
      "DeformingParts: concavity is 4e-09; allowed is at least 5e-09, 1e-8 of half of the longest side of the box");
  EXPECT_EQ(test::complaint([&] { DeformingParts({}, nodes, 1); }),
            "DeformingParts: there are no facets; allowed is at least one");
  mesh.triangles[1][2] = 9;
  EXPECT_EQ(test::complaint([&] { DeformingParts(mesh.triangles, nodes, 1); }),
            "DeformingParts: facet 1 has node 9; allowed is less than 4");
  mesh.triangles[1][2] = 3, nodes[3].y = NAN;
  EXPECT_EQ(test::complaint([&] { DeformingParts(mesh.triangles, nodes, 1); }),
            "DeformingParts: facet 0 has node 3, which is not finite");
  DeformingParts parts(mesh.triangles, Nodes(4), 1);
  EXPECT_EQ(test::complaint([&] { parts.move(Nodes(3)); }), "DeformingParts: nodes has 3 positions; there are 4 nodes");
}

}  // namespace
}  // namespace abut
