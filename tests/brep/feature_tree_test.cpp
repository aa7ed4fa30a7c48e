// Trees over pieces of features: nothing of a model is outside of its boxes, no normal outside of its cones.
#include "host/brep/feature_tree.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/brep/brep_geometry.h"
#include "tests/brep/lmd_judge.h"
#include "tests/brep/made_breps.h"

namespace abut::test {
namespace {

using host::ContactFeature;
using host::ContactFeatures;
using host::FeatureBox;
using host::FeatureNode;
using host::FeaturePiece;
using host::FeatureTree;

std::vector<Brep> models() {
  std::vector<Brep> out = bodies_of_all_kinds(1);
  for (const ToldTwice& s : solids_told_twice(1, 3)) out.push_back(s.brep);
  out.push_back(elliptic_tube()), out.push_back(spline_tube()), out.push_back(turned_spline());
  double area = 0;
  out.push_back(sheet_with_holes(area));
  Random random(840);
  for (Brep b : bodies_of_all_kinds(3)) out.push_back(reframed(b, random));
  return out;
}

bool holds(const FeatureBox& box, const Vec3<double>& p) {
  for (int k = 0; k < 3; ++k) {
    if (!(std::abs(dot(p - box.centre, box.axes[k])) <= box.half[k])) return false;
  }
  return true;
}

/// Whether a piece of the feature has the point in its box and the direction in its cone.
bool any_holds(const std::vector<FeaturePiece>& pieces, std::uint32_t feature, const Vec3<double>& p,
               const Vec3<double>& d) {
  for (const FeaturePiece& piece : pieces) {
    if (piece.feature == feature && holds(piece.box, p) && in_polyhedral_cone(piece.cone, d, 1e-9)) return true;
  }
  return false;
}

TEST(FeaturePieces, HoldFacesWithTheirNormals) {
  Random random(841);
  int tried = 0;
  for (const Brep& given : models()) {
    const ContactFeatures of(given);
    const Brep& b = of.brep();
    const auto pieces = host::feature_pieces(of);
    for (std::uint32_t i = 0; i < of.features().size(); ++i) {
      const ContactFeature& f = of.features()[i];
      if (f.kind != FeatureKind::face) continue;
      for (const std::uint32_t face : of.faces_of(f)) {
        const TrimmedDomain& domain = of.domain_of(face);
        const TrimBox& box = domain.box();
        if (domain.status() != TrimStatus::ok || !std::isfinite(box.end_v - box.begin_v)) continue;
        for (int trial = 0; trial < 60; ++trial) {
          const double u = random.uniform(box.begin_u, box.end_u), v = random.uniform(box.begin_v, box.end_v);
          if (domain.side_of(u, v, 0) != TrimSide::inside) continue;
          ++tried;
          const Vec3<double> p = surface_point_at(b, b.faces[face].surface, u, v).point;
          EXPECT_TRUE(any_holds(pieces, i, p, outward_normal(b, face, u, v))) << face << " " << u << " " << v;
        }
      }
    }
  }
  EXPECT_GT(tried, 5000);
}

TEST(FeaturePieces, HoldEdgesWithWhatTheirFacesLeaveFree) {
  Random random(842);
  int tried = 0, concave = 0;
  for (const Brep& given : models()) {
    const ContactFeatures of(given);
    const Brep& b = of.brep();
    const auto pieces = host::feature_pieces(of);
    for (std::uint32_t i = 0; i < of.features().size(); ++i) {
      const ContactFeature& f = of.features()[i];
      if (f.kind != FeatureKind::edge) continue;
      for (const std::uint32_t e : of.edges_of(f)) {
        const BrepEdge& edge = b.edges[e];
        for (int trial = 0; trial < 30; ++trial) {
          const double t = random.uniform(edge.begin, edge.end);
          const Vec3<double> p = curve_point_at(b, edge.curve, t).point;
          const host::EdgeSides sides = of.edge_geometry().sides_of(e, t);
          const bool is_free = sides.count == 2 && host::bend_of(sides, 1e-6) != host::EdgeBend::concave;
          const double part = random.uniform();
          Vec3<double> d = is_free ? sides.outward[0] * part + sides.outward[1] * (1 - part) : Vec3<double>{};
          if (sides.is_border) d = d - sides.inward[0] * random.uniform();
          if (is_free && length(d) > 1e-3) {
            ++tried;
            EXPECT_TRUE(any_holds(pieces, i, p, d * (1 / length(d)))) << e << " " << t;
          } else {
            ++concave;
            const bool any = std::any_of(pieces.begin(), pieces.end(),
                                         [&](const FeaturePiece& x) { return x.feature == i && holds(x.box, p); });
            EXPECT_TRUE(any) << e << " " << t;
          }
        }
      }
    }
  }
  EXPECT_GT(tried, 3000);
  EXPECT_GT(concave, 300);
}

TEST(FeaturePieces, OfAHoledPlateLeaveTheHoleAndOfACylinderAreArcs) {
  const ContactFeatures ring(
      told_prism("plate", {circle({0, 0}, 3, 2 * M_PI, 4), circle({0, 0}, 2.5, -2 * M_PI, 4)}, 0, 1).brep);
  const Vec3<double> middle{0, 0, 0.5};
  for (const FeaturePiece& p : host::feature_pieces(ring)) {
    EXPECT_FALSE(holds(p.box, middle));
    EXPECT_FALSE(holds(p.box, {0, 0, 1})) << p.feature;
    const bool is_face = ring.features()[p.feature].kind == FeatureKind::face;
    EXPECT_GE(is_face ? p.cone.cosine : 1, std::cos(host::flat_enough + host::cone_room));
  }
}

TEST(FeatureTree, HoldsEveryFeatureAndItsNodesWhatIsBelow) {
  for (const Brep& given : models()) {
    const ContactFeatures of(given);
    const FeatureTree tree(of);
    const auto nodes = tree.nodes();
    const auto cones = tree.cones();
    ASSERT_EQ(nodes.size(), cones.size());
    std::vector<int> leaves(of.features().size(), 0), roots(of.features().size(), 0);
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
      const FeatureNode& node = nodes[n];
      if (n == 0 && node.feature != of_many_features) ++roots.at(node.feature);
      if (is_leaf(node)) {
        ++leaves.at(node.feature);
        continue;
      }
      for (const std::uint32_t child : {n + 1, node.second}) {
        const FeatureNode& c = nodes[child];
        ASSERT_GT(child, n);
        EXPECT_EQ(c.nearing & ~node.nearing, 0u);
        EXPECT_EQ(c.nearing_with & ~node.nearing_with, 0u);
        EXPECT_EQ(c.passing & ~node.passing, 0u);
        EXPECT_EQ(c.passing_with & ~node.passing_with, 0u);
        EXPECT_TRUE(node.feature == of_many_features || c.feature == node.feature);
        if (node.feature == of_many_features && c.feature != of_many_features) ++roots.at(c.feature);
        for (std::uint32_t k = 0; k < cones[child].count && !has_all(cones[n]) && !has_all(cones[child]); ++k) {
          EXPECT_TRUE(in_polyhedral_cone(cones[n], cones[child].generators[k], 1e-12));
        }
        EXPECT_TRUE(!has_all(cones[child]) || has_all(cones[n]));
        if (!std::isfinite(node.radius) || !is_leaf(c)) continue;  // parents are about pieces, not about children
        for (int k = 0; k < 8; ++k) {
          Vec3<double> p = c.box.centre;
          for (int i = 0; i < 3; ++i) p = p + c.box.axes[i] * ((k >> i & 1) != 0 ? c.box.half[i] : -c.box.half[i]);
          const Vec3<double> in = node.box.centre + (p - node.box.centre) * (1 - 1e-9);
          EXPECT_TRUE(holds(node.box, in));
          EXPECT_LE(length(in - node.box.centre), node.radius);
        }
      }
    }
    for (const int n : leaves) EXPECT_GT(n, 0);
    for (const int n : roots) EXPECT_EQ(n, 1);  // the pieces of a feature are under one node
  }
}

TEST(FeatureTree, OfAModelWithoutFacesIsEmpty) {
  const ContactFeatures of{Brep{}};
  EXPECT_TRUE(FeatureTree(of).nodes().empty());
}

}  // namespace
}  // namespace abut::test
