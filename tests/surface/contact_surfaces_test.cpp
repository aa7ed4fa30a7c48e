#include "abut/surface/contact_surfaces.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "tests/surface/contact_cases.h"

namespace abut {
namespace {

using test::Grains;
using test::Random;

TEST(ContactSurfaces, KeepsSurfacesAndKnotsByShape) {
  Random random(1);
  Grains grains;
  EXPECT_EQ(grains.surfaces.shape_count(), 0u);
  grains.shapes.add_sphere(1);
  const NurbsSurface surface = test::grain(random, 7, 8, 0.2);
  const std::uint32_t shape = grains.add(surface, 0.5);
  EXPECT_EQ(shape, 1u);
  EXPECT_FALSE(grains.surfaces.has(0));
  EXPECT_TRUE(grains.surfaces.has(1));
  EXPECT_FALSE(grains.surfaces.has(2));
  EXPECT_EQ(grains.surfaces.shape_count(), 2u);
  EXPECT_EQ(grains.surfaces.surface(1).points.size(), surface.points.size());
  const auto knots = grains.surfaces.knots(1);
  EXPECT_EQ(knots.size(), knot_positions(surface, {.distance = 0.5, .angle = 0}).size());
  EXPECT_GT(grains.surfaces.bytes(), knots.size() * sizeof(KnotPosition));
  const ContactSurfaces moved = std::move(grains.surfaces);
  EXPECT_TRUE(moved.has(1));
  EXPECT_EQ(moved.view(1).degree_u, 3);
}

/// What `set` says of a box of half sides 1 that is changed.
template <class Change>
std::string refusal(const Change& change) {
  Grains grains;
  NurbsSurface surface = test::box_surface({1, 1, 1});
  std::vector<KnotPosition> knots = knot_positions(surface, {.distance = 1, .angle = 0, .largest = 1});
  std::uint32_t shape = grains.shapes.add_box({1, 1, 1});
  change(surface, knots, shape);
  try {
    grains.surfaces.set(grains.shapes, shape, surface, knots);
  } catch (const InvalidInput& e) {
    return e.what();
  }
  return "none";
}

TEST(ContactSurfaces, RefusesWhatIsNotAllowed) {
  using Knots = std::vector<KnotPosition>;
  EXPECT_EQ(refusal([](NurbsSurface&, Knots&, std::uint32_t&) {}), "none");
  EXPECT_EQ(refusal([](NurbsSurface&, Knots&, std::uint32_t& shape) { shape = 1; }),
            "ContactSurfaces::set: shape is 1; allowed is less than 1");
  EXPECT_EQ(refusal([](NurbsSurface& s, Knots&, std::uint32_t&) { s = test::scaled(s, 1.01); }),
            "ContactSurfaces::set: control point 0 lies outside of the shape's box; allowed is a surface that the "
            "shape holds");
  EXPECT_EQ(
      refusal([](NurbsSurface&, Knots& k, std::uint32_t&) { k[3].point.x = 0.5, k[3].point.y = k[3].point.z = 0; }),
      "ContactSurfaces::set: knot 3 is 0.5 away from the surface; allowed are points of the surface");
  EXPECT_EQ(
      refusal([](NurbsSurface&, Knots& k, std::uint32_t&) { k[2].point.y = std::numeric_limits<double>::quiet_NaN(); }),
      "ContactSurfaces::set: knot 2 is not finite");
  EXPECT_NE(refusal([](NurbsSurface& s, Knots&, std::uint32_t&) { s.points[7].x = -0.9; }), "none");
  // Open, and inside out.
  EXPECT_NE(refusal([](NurbsSurface& s, Knots& k, std::uint32_t&) { s = test::flat_square(1), k.clear(); }), "none");
  EXPECT_NE(refusal([](NurbsSurface& s, Knots&, std::uint32_t&) {
              for (Vec3<double>& p : s.points) p.x = -p.x;
            }),
            "none");
  EXPECT_NE(refusal([](NurbsSurface& s, Knots&, std::uint32_t&) { s.u.knots[1] = 9; }), "none");
}

TEST(ContactSurfaces, APatchWithoutNormalsIsNamed) {
  EXPECT_EQ(refusal([](NurbsSurface& s, std::vector<KnotPosition>& k, std::uint32_t&) {
              // A row of control points twice: the patch between is the ring itself.
              const auto row = static_cast<std::ptrdiff_t>(s.v.count());
              const std::vector<Vec3<double>> ring(s.points.begin() + row, s.points.begin() + 2 * row);
              s.points.insert(s.points.begin() + row, ring.begin(), ring.end());
              s.u.knots = {0, 0, 1, 2, 3, 4, 4};
              k.clear();
            }),
            "ContactSurfaces::set: the surface's normal vanishes all over the patch from u = 1, v = 0; allowed are "
            "patches that are no curves and no points");
}

TEST(ContactSurfaces, AShapeHasOneSurface) {
  Grains grains;
  const NurbsSurface box = test::box_surface({1, 1, 1});
  const std::uint32_t shape = grains.add(box, 0);
  EXPECT_THROW(grains.surfaces.set(grains.shapes, shape, box, {}), InvalidInput);
  EXPECT_THROW(grains.surfaces.knots(shape + 1), InvalidInput);
  EXPECT_THROW(grains.surfaces.surface(shape + 1), InvalidInput);
}

}  // namespace
}  // namespace abut
