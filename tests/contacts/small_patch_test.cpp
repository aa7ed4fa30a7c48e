// Patches of two features alone: closed forms of a tip on a face, of crossing edges and of boxes on each other.
#if defined(__GNUC__) && !defined(__clang__)  // g++ 12 does not see that an edge without planes is left alone
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include "abut/contacts/small_patch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/contacts/seen_box.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::PatchRoom;
using test::Random;
using test::seen;

PatchReach reach_of(double band) { return {band, 0, band, 1e-12}; }

SeenFeature<double> of(const SeenShape<double>& shape, FeatureKind kind, std::uint32_t index) {
  return {shape, make_feature(kind, index)};
}

/// The face of a box that looks along `n`.
std::uint32_t face_along(const ShapeSetView<double>& view, std::uint32_t shape, Vec3<double> n) {
  const ShapeHeader& h = view.headers[shape];
  for (std::uint32_t f = 0; f < h.face_count; ++f) {
    const std::uint32_t k = h.face_offset + f;
    if (n.x * view.plane_nx[k] + n.y * view.plane_ny[k] + n.z * view.plane_nz[k] > 0.99) return f;
  }
  return no_face;
}

/// A pyramid upside down, of half width 1 and height 1, its tip at the origin; its tip's number.
std::uint32_t add_tip(ShapeSet& shapes, std::uint32_t& tip) {
  const std::uint32_t shape =
      shapes.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {1, 1, 1}, {-1, 1, 1}, {1, -1, 1}, {-1, -1, 1}});
  const auto vertices = shapes.vertices(shape);
  tip = static_cast<std::uint32_t>(
      std::find_if(vertices.begin(), vertices.end(), [](const Vec3<double>& v) { return v.z < 0.5; }) -
      vertices.begin());
  return shape;
}

TEST(SmallPatch, OfATipOnAFaceIsItsCrossSection) {
  ShapeSet shapes;
  const std::uint32_t box = shapes.add_box({1, 1, 1});
  std::uint32_t tip = 0;
  const std::uint32_t pyramid = add_tip(shapes, tip);
  const auto view = shapes.view<double>();
  const PatchRoom room(64);
  const std::uint32_t top = face_along(view, box, {0, 0, 1});
  Patch patch{};
  // 0.25 deep: a square of half width 0.25 is cut off.
  const SeenShape<double> a = seen(view, box, false);
  const SeenShape<double> b = seen(view, pyramid, true, {{0.5, -0.25, 0.75}, Pose{}.rotation});
  const SeenFeature<double> face = of(a, FeatureKind::face, top);
  ASSERT_TRUE(patch_at_vertex(of(b, FeatureKind::vertex, tip), face, true, reach_of(0.25), room.patch(), patch));
  EXPECT_EQ(patch.count, 4u);
  EXPECT_NEAR(patch.area, 0.25, 1e-14);
  EXPECT_NEAR(patch.centre_u, 0.5, 1e-14);
  EXPECT_NEAR(patch.centre_v, -0.25, 1e-14);
  for (std::uint32_t k = 0; k < 4; ++k) EXPECT_NEAR(room.patch().corners[k].gap, 0, 1e-14);
  // Partly beside the face: nothing is said.
  const SeenShape<double> beside = seen(view, pyramid, true, {{0.9, 0, 0.75}, Pose{}.rotation});
  EXPECT_FALSE(patch_at_vertex(of(beside, FeatureKind::vertex, tip), face, true, reach_of(0.25), room.patch(), patch));
}

TEST(SmallPatch, AVertexThatOthersFallFromSteeplyIsAPoint) {
  ShapeSet shapes;
  std::uint32_t tip = 0;
  const std::uint32_t pyramid = add_tip(shapes, tip);
  const auto view = shapes.view<double>();
  const ShapeHeader& h = view.headers[pyramid];
  const ScaledShape<double> shape{view, h, power_of_two<double>(h.exponent)};
  // Edges go sqrt(2) sideways for each unit of height.
  const Vec3<double> down{0, 0, -1};
  const double band = 0.125, extent = band * std::sqrt(2.0);
  EXPECT_TRUE(is_a_point(shape, tip, down, band, extent * 1.001));
  EXPECT_FALSE(is_a_point(shape, tip, down, band, extent * 0.999));
  EXPECT_FALSE(is_a_point(shape, tip, down, 2.0, 100)) << "the whole shape is within the band";
}

TEST(SmallPatch, OfCrossingEdgesIsTheRhombOverThem) {
  ShapeSet shapes;
  // A roof along x with its ridge at z = 0, and the same upside down along y.
  const std::uint32_t roof = shapes.add_hull(
      std::vector<Vec3<double>>{{-2, 0, 0}, {2, 0, 0}, {-2, 1, -1}, {2, 1, -1}, {-2, -1, -1}, {2, -1, -1}});
  const auto view = shapes.view<double>();
  const ShapeHeader& h = view.headers[roof];
  std::uint32_t ridge = no_face;
  const auto vertices = shapes.vertices(roof);
  for (std::uint32_t e = 0; e < h.edge_count; ++e) {
    const ShapeEdge& edge = view.edges[h.edge_offset + e];
    if (vertices[edge.v0].z > -0.5 && vertices[edge.v1].z > -0.5) ridge = e;
  }
  ASSERT_NE(ridge, no_face);
  const PatchRoom room(64);
  Patch patch{};
  const double depth = 0.25;
  // A turn about the axis (1, 1, 0): x to y, y to x, z to -z.
  const Pose over{{0, 0, -depth}, {{0, 1, 0, 1, 0, 0, 0, 0, -1}}};
  const SeenShape<double> a = seen(view, roof, false), b = seen(view, roof, true, over);
  const auto ridge_of = [&](const SeenShape<double>& shape) { return of(shape, FeatureKind::edge, ridge); };
  ASSERT_TRUE(patch_at_edges(ridge_of(a), ridge_of(b), reach_of(depth), room.patch(), patch));
  EXPECT_EQ(patch.count, 4u);
  // |u| + |v| <= depth
  EXPECT_NEAR(patch.area, 2 * depth * depth, 1e-14);
  EXPECT_NEAR(patch.centre_u, 0, 1e-14);
  for (std::uint32_t k = 0; k < 4; ++k) {
    const PatchCorner& c = room.patch().corners[k];
    EXPECT_NEAR(std::abs(c.u) + std::abs(c.v), depth, 1e-14);
    EXPECT_NEAR(c.gap, 0, 1e-14);
  }
  // Edges that lie along each other do not cross.
  const SeenShape<double> along = seen(view, roof, true, {{0, 0, -depth}, {{1, 0, 0, 0, -1, 0, 0, 0, -1}}});
  EXPECT_FALSE(patch_at_edges(ridge_of(a), ridge_of(along), reach_of(depth), room.patch(), patch));
}

TEST(SmallPatch, OfBoxesOnEachOtherIsTheirCommonRectangle) {
  Random random(1);
  const PatchRoom room(64);
  int found = 0;
  for (int k = 0; k < 200; ++k) {
    ShapeSet shapes;
    const Vec3<double> p{random.uniform(0.3, 1), random.uniform(0.3, 1), 1},
        q{random.uniform(0.3, 1), random.uniform(0.3, 1), 1};
    shapes.add_box(p);
    shapes.add_box(q);
    const auto view = shapes.view<double>();
    const double x = random.uniform(-1.5, 1.5), y = random.uniform(-1.5, 1.5), depth = 0.125;
    const SeenShape<double> a = seen(view, 0, false), b = seen(view, 1, true, {{x, y, 2 - depth}, Pose{}.rotation});
    const double wide = std::min(p.x, x + q.x) - std::max(-p.x, x - q.x);
    const double high = std::min(p.y, y + q.y) - std::max(-p.y, y - q.y);
    Patch patch{};
    const SeenFeature<double> top = of(a, FeatureKind::face, face_along(view, 0, {0, 0, 1}));
    const SeenFeature<double> bottom = of(b, FeatureKind::face, face_along(view, 1, {0, 0, -1}));
    const bool is_found = patch_at_box_faces(top, bottom, reach_of(1e-12), room.patch(), patch);
    ASSERT_EQ(is_found, wide > 0 && high > 0) << k;
    if (!is_found) continue;
    ++found;
    EXPECT_NEAR(patch.area, wide * high, 1e-14) << k;
    for (std::uint32_t c = 0; c < patch.count; ++c) EXPECT_NEAR(room.patch().corners[c].gap, -depth, 1e-14);
  }
  EXPECT_GT(found, 50);
}

TEST(SmallPatch, FeaturesThatAreUnknownOrNeedMoreRoomAreTold) {
  ShapeSet shapes;
  const std::uint32_t box = shapes.add_box({1, 1, 1});
  std::uint32_t tip = 0;
  const std::uint32_t pyramid = add_tip(shapes, tip);
  const auto view = shapes.view<double>();
  const PatchRoom room(64);
  const SeenShape<double> a = seen(view, box, false);
  const SeenShape<double> b = seen(view, pyramid, true, {{0, 0, 0.75}, Pose{}.rotation});
  const Feature top = make_feature(FeatureKind::face, face_along(view, box, {0, 0, 1}));
  const Feature vertex = make_feature(FeatureKind::vertex, tip);
  Patch patch{};
  PatchMemory m = room.patch();
  const auto find = [&](Feature of_a) {
    return find_small_patch<double>({a, of_a}, {b, vertex}, reach_of(0.25), m, patch);
  };
  EXPECT_EQ(find(top), PatchSearch::found);
  EXPECT_NEAR(patch.area, 0.25, 1e-14);
  EXPECT_EQ(find(Feature{0}), PatchSearch::unknown);
  EXPECT_EQ(find(make_feature(FeatureKind::face, 6)), PatchSearch::unknown);
  m.capacity = 5;
  EXPECT_EQ(find(top), PatchSearch::out_of_capacity);
}

}  // namespace
}  // namespace abut
