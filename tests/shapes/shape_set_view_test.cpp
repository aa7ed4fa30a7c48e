// What kernels see of shapes: sizes of the arrays, padding, planes, edges and frames of every kind.
#include "abut/shapes/shape_set_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/narrow/vertex_set.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

TEST(ShapeView, PaddingIsToTheNextSixteen) {
  for (std::uint32_t n = 0; n < 100; ++n) {
    const std::uint32_t padded = padded_count(n);
    EXPECT_EQ(padded % 16, 0u);
    EXPECT_GE(padded, n);
    EXPECT_LT(padded, n + 16);
  }
}

class ShapeViews : public testing::Test {
 protected:
  ShapeViews() : shapes(test::mixed_shapes(1)) {
    test::add_curved_and_large(shapes, 2);
    view = shapes.view<double>();
  }
  ShapeSet shapes;
  ShapeSetView<double> view;
};

TEST_F(ShapeViews, VerticesAreTheMastersAboutTheBoxCentrePaddedWithTheLast) {
  for (std::uint32_t s = 0; s < view.count; ++s) {
    const ShapeHeader& h = view.headers[s];
    const auto master = shapes.vertices(s);
    ASSERT_EQ(master.size(), h.vertex_count);
    EXPECT_LE(h.vertex_offset + padded_count(h.vertex_count), view.sizes.vertices);
    for (std::uint32_t k = 0; k < padded_count(h.vertex_count); ++k) {
      const Vec3<double>& v = master[std::min(k, h.vertex_count - 1)];
      const double scale = h.size > 0 ? std::ldexp(1.0, h.exponent) : 1;
      EXPECT_NEAR(view.x[h.vertex_offset + k] * scale + h.centre[0], v.x, 1e-15) << s;
      EXPECT_NEAR(view.z[h.vertex_offset + k] * scale + h.centre[2], v.z, 1e-15) << s;
    }
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(view.x + h.vertex_offset) % 64, 0u);
    if (h.size > 0) {
      EXPECT_GE(std::ldexp(h.size, -h.exponent), 1);
      EXPECT_LT(std::ldexp(h.size, -h.exponent), 2);
    }
  }
}

TEST_F(ShapeViews, PlanesLieAboveAllVerticesAndAtTheirOwn) {
  for (std::uint32_t s = 0; s < view.count; ++s) {
    const ShapeHeader& h = view.headers[s];
    for (std::uint32_t f = h.face_offset; f < h.face_offset + h.face_count; ++f) {
      const Vec3<double> n{view.plane_nx[f], view.plane_ny[f], view.plane_nz[f]};
      EXPECT_NEAR(length(n), 1, 1e-14);
      const auto height = [&](std::uint32_t v) {
        const std::uint32_t i = h.vertex_offset + v;
        return dot(n, Vec3<double>{view.x[i], view.y[i], view.z[i]}) - view.plane_offset[f];
      };
      for (std::uint32_t v = 0; v < h.vertex_count; ++v) EXPECT_LT(height(v), 1e-13) << s;
      for (std::uint32_t k = view.face_begin[f]; k < view.face_begin[f + 1]; ++k) {
        EXPECT_NEAR(height(view.face_vertices[k]), 0, 1e-13) << s;
      }
    }
  }
}

TEST_F(ShapeViews, EdgesRunThroughTheirFacesBothWays) {
  for (std::uint32_t s = 0; s < view.count; ++s) {
    const ShapeHeader& h = view.headers[s];
    if (h.face_count > 0) {
      EXPECT_EQ(h.vertex_count + h.face_count, h.edge_count + 2) << "Euler";
    }
    for (std::uint32_t e = 0; e < h.edge_count; ++e) {
      const ShapeEdge& edge = view.edges[h.edge_offset + e];
      EXPECT_LT(edge.v0, edge.v1);
      const auto runs = [&](std::uint32_t face, std::uint32_t from, std::uint32_t to) {
        const std::uint32_t begin = view.face_begin[h.face_offset + face],
                            end = view.face_begin[h.face_offset + face + 1];
        for (std::uint32_t k = begin; k < end; ++k) {
          const std::uint32_t next = k + 1 < end ? k + 1 : begin;
          if (view.face_vertices[k] == from && view.face_vertices[next] == to) return true;
        }
        return false;
      };
      if (edge.f0 != no_face) {
        EXPECT_TRUE(runs(edge.f0, edge.v0, edge.v1)) << s;
        EXPECT_TRUE(runs(edge.f1, edge.v1, edge.v0)) << s;
      }
      // Each end has the other as a neighbour by this edge.
      bool known = false;
      const std::uint32_t* begin = view.adjacency_begin + h.adjacency_offset + edge.v0;
      for (std::uint32_t k = begin[0]; k < begin[1]; ++k) {
        known = known || (view.adjacency[k] == edge.v1 && view.adjacency_edge[k] == e);
      }
      EXPECT_TRUE(known) << s;
    }
  }
}

TEST_F(ShapeViews, TablesAreThoseOfTheShapesThatAreScannedOrClimbed) {
  int scanned = 0, climbed = 0;
  for (std::uint32_t s = 0; s < view.count; ++s) {
    const ShapeHeader& h = view.headers[s];
    const bool has_table = h.table_offset != no_table;
    EXPECT_EQ(has_table, h.vertex_count >= min_scan_table_vertices) << s;
    scanned += has_table && h.vertex_count < min_climb_vertices ? 1 : 0;
    climbed += h.vertex_count >= min_climb_vertices ? 1 : 0;
    for (std::uint32_t c = 0; h.vertex_count >= min_climb_vertices && c < climb_cells; ++c) {
      EXPECT_LT(view.direction_tables[h.table_offset + c], h.vertex_count);
    }
  }
  EXPECT_GT(climbed, 0);
  RecordProperty("scanned", scanned);
}

TEST_F(ShapeViews, TermsOfSumsAreShapesThatAreNoSums) {
  int sums = 0;
  for (std::uint32_t s = 0; s < view.count; ++s) {
    const ShapeHeader& h = view.headers[s];
    EXPECT_EQ(h.term_count > 0, h.kind == ShapeKind::minkowski_sum);
    for (std::uint32_t k = 0; k < h.term_count; ++k) {
      const ShapeTerm& t = view.terms[h.term_offset + k];
      ASSERT_LT(t.shape, view.count);
      EXPECT_NE(view.headers[t.shape].kind, ShapeKind::minkowski_sum);
      ++sums;
    }
  }
  EXPECT_GT(sums, 3);
}

TEST(ShapeView, AnEmptyOneHasNothing) {
  const ShapeSetView<float> none;
  EXPECT_EQ(none.count, 0u);
  EXPECT_EQ(none.headers, nullptr);
  EXPECT_EQ(none.sizes.vertices + none.sizes.faces + none.sizes.terms, 0u);
  EXPECT_EQ(ShapeSet().view<float>().count, 0u);
}

}  // namespace
}  // namespace abut
