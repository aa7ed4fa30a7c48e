// Chunks of nodes, facets and elements, with faults put where they are known.
#include "abut/deform/body_faults.h"

#include <gtest/gtest.h>

#include <limits>

#include "host/deform/bodies_state.h"
#include "host/deform/body_faults.h"
#include "tests/deform/scenes.h"

namespace abut {
namespace {

using test::Nodes;

/// One body; its chunks see `nodes` as they are.
struct Body {
  Nodes nodes;
  DeformingBodies bodies;
  DeformBodyView view;

  explicit Body(DeformingMesh (*make)(Nodes&)) {
    bodies.add(make(nodes));
    view = bodies.state().view(bodies.state().at(0));
    view.nodes = nodes.data();
  }
  ChunkFindings look(BodyFault fault, std::uint32_t begin, std::uint32_t end) const {
    return look_at_chunk(view, {0, fault, begin, end});
  }
};

DeformingMesh hexahedra(Nodes& nodes) { return test::cube(2, false, {0, 0, 0}, nodes); }
DeformingMesh tetrahedra(Nodes& nodes) { return test::cube(2, true, {0, 0, 0}, nodes); }
DeformingMesh flat(Nodes& nodes) { return test::sheet(3, nodes); }

TEST(BodyFaults, AreNodesThatAreNoNumbersOrTooFar) {
  Body body(flat);
  EXPECT_EQ(body.look(BodyFault::unusable_node, 0, 16).count, 0u);
  const double bad[] = {std::nan(""), std::numeric_limits<double>::infinity(), -0x1.0000000000001p160};
  for (const double value : bad) {
    for (double Vec3<double>::*axis : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z}) {
      Body other(flat);
      other.nodes[7].*axis = value, other.nodes[11].*axis = value;
      EXPECT_EQ(other.look(BodyFault::unusable_node, 0, 16).count, 2u);
      EXPECT_EQ(other.look(BodyFault::unusable_node, 0, 16).first, 7u);
      EXPECT_EQ(other.look(BodyFault::unusable_node, 8, 16).first, 11u) << "a chunk looks at its own alone";
      EXPECT_EQ(other.look(BodyFault::unusable_node, 0, 7).count, 0u);
    }
  }
  body.nodes[3] = {0x1p160, -0x1p160, 0};
  const ChunkFindings found = body.look(BodyFault::unusable_node, 0, 16);
  EXPECT_EQ(found.count, 0u) << "as far as it may be";
  EXPECT_EQ(found.box.hi.x, 0x1p160);
  EXPECT_EQ(found.box.lo.y, -0x1p160);
}

TEST(BodyFaults, AreFacetsThatAreAPointAndNotThoseThatAreASegment) {
  Body body(flat);
  const auto f = body.bodies.facets(0)[4];
  body.nodes[f[1]] = body.nodes[f[0]];
  EXPECT_FALSE(is_collapsed(body.view, 4));
  body.nodes[f[2]] = body.nodes[f[0]];
  EXPECT_TRUE(is_collapsed(body.view, 4));
  const ChunkFindings found = body.look(BodyFault::collapsed_facet, 0, 18);
  EXPECT_EQ(found.first, 4u);
  EXPECT_EQ(found.count, 1u);
}

TEST(BodyFaults, AreElementsWithoutAPositiveVolume) {
  for (const bool tetrahedral : {true, false}) {
    Body body(tetrahedral ? tetrahedra : hexahedra);
    const std::uint32_t count = tetrahedral ? 48 : 8;
    EXPECT_EQ(body.look(BodyFault::inverted_element, 0, count).count, 0u);
    for (Vec3<double>& p : body.nodes) p.z = 0;  // flat: no volume at all
    EXPECT_EQ(body.look(BodyFault::inverted_element, 0, count).count, count);
  }
  // Each corner of a hexahedron, pushed through the other end of its diagonal.
  for (std::uint32_t corner = 0; corner < 8; ++corner) {
    Body body(hexahedra);
    const std::uint32_t* e = row_of<8>(body.view.hexahedra, 0);
    const std::uint32_t opposite[8] = {6, 7, 4, 5, 2, 3, 0, 1};
    const Vec3<double> p = body.nodes[e[corner]], q = body.nodes[e[opposite[corner]]];
    body.nodes[e[corner]] = p + (q - p) * 1.2;
    EXPECT_TRUE(is_inverted(body.view, 0)) << corner;
  }
}

TEST(BodyFaults, OfEachCornerOfAHexahedronAreToldByItsThreeEdges) {
  for (int k = 0; k < 8; ++k) {
    Body body(hexahedra);
    const std::uint32_t* e = row_of<8>(body.view.hexahedra, 0);
    Vec3<double>& corner = body.nodes[e[k]];
    std::vector<Vec3<double>> ends;  // of its edges: nodes beside it on one axis
    for (int j = 0; j < 8; ++j) {
      const Vec3<double> d = body.nodes[e[j]] - corner;
      if ((d.x != 0) + (d.y != 0) + (d.z != 0) == 1) ends.push_back(body.nodes[e[j]]);
    }
    ASSERT_EQ(ends.size(), 3u);
    const Vec3<double> out = corner - ends[0] * 0.5 - ends[1] * 0.25 - ends[2] * 0.25, flat = corner - out;
    const auto has_volume = [&](double outward) {
      corner = flat + out * outward;
      return body_faults_detail::has_volume_at(body.view, e, k);
    };
    EXPECT_FALSE(has_volume(0)) << k;  // in the triangle of the three, without a rounding
    EXPECT_TRUE(has_volume(0x1p-20)) << k;
    EXPECT_FALSE(has_volume(-0x1p-20)) << k;
  }
}

TEST(BodyFaults, ChunksHaveAllNodesFacetsAndElementsOnce) {
  Body body(tetrahedra);
  for (const std::uint32_t size : {1u, 5u, 4096u}) {
    std::uint32_t seen[body_fault_count + 1] = {};
    for (const BodyChunk& c : host::chunks_of(body.bodies.state(), size)) {
      EXPECT_EQ(c.begin, seen[static_cast<int>(c.looks_for)]);
      EXPECT_LE(c.end - c.begin, size);
      seen[static_cast<int>(c.looks_for)] = c.end;
    }
    EXPECT_EQ(seen[static_cast<int>(BodyFault::unusable_node)], 27u);
    EXPECT_EQ(seen[static_cast<int>(BodyFault::collapsed_facet)], 48u);
    EXPECT_EQ(seen[static_cast<int>(BodyFault::inverted_element)], 48u);
  }
}

TEST(BodyFaults, BoxesHaveNoNegativeZeros) {
  const Box<double> box = with_positive_zeros({{-0.0, -1, 0}, {2, -0.0, 0}});
  for (const double zero : {box.lo.x, box.hi.y, box.lo.z}) EXPECT_FALSE(std::signbit(zero));
  EXPECT_EQ(box.lo.y, -1);
  EXPECT_EQ(box.hi.x, 2);
}

}  // namespace
}  // namespace abut
