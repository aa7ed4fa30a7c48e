// Models of shapes: what is kept, and what is refused.
#include "abut/brep/contact_breps.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "tests/brep/made_breps.h"
#include "tests/support/complaint.h"

namespace abut::test {
namespace {

TEST(ContactBreps, AShapeThatIsAddedHoldsItsModelWithTheDilation) {
  ShapeSet shapes;
  ContactBreps breps;
  for (const Brep& brep : bodies_of_all_kinds(1)) {
    const std::uint32_t shape = breps.add(shapes, brep, {.dilation = 0.125});
    const ShapeHeader& h = shapes.header(shape);
    EXPECT_EQ(h.rounding, 0.125);
    for (const BrepVertex& v : brep.vertices) {
      const double p[3] = {v.point.x, v.point.y, v.point.z};
      for (int k = 0; k < 3; ++k) EXPECT_LE(std::abs(p[k] - h.centre[k]), h.half_extent[k] + 1e-12);
    }
    EXPECT_TRUE(breps.has(shape));
    EXPECT_EQ(breps.dilation(shape), 0.125);
    breps.set(shapes, shape, brep, {.dilation = 0.0625});  // it is held
    EXPECT_EQ(breps.dilation(shape), 0.0625);
  }
  const ShapeHeader& h = shapes.header(breps.add(shapes, box(1, 2, 4)));
  EXPECT_EQ(h.half_extent[2], 2);
  EXPECT_EQ(h.centre[1], 1);
}

TEST(ContactBreps, ShapesWithoutAModelAreTold) {
  ShapeSet shapes;
  ContactBreps breps;
  EXPECT_EQ(breps.shape_count(), 0u);
  shapes.add_sphere(1);
  breps.add(shapes, ball(1, 1));
  EXPECT_EQ(breps.shape_count(), 2u);
  EXPECT_FALSE(breps.has(0));
  EXPECT_EQ(complaint([&] { breps.model(0); }), "ContactBreps: shape 0 has no model");
  EXPECT_EQ(complaint([&] { breps.dilation(7); }), "ContactBreps: shape 7 has no model");
  const ContactBreps moved = std::move(breps);
  EXPECT_NEAR(moved.model(1).size(), 2, 1e-12);
}

TEST(ContactBreps, BadInputIsNamed) {
  ShapeSet shapes;
  ContactBreps breps;
  const std::uint32_t small = shapes.add_box({0.5, 0.5, 0.5}), large = shapes.add_box({3, 3, 3});
  const auto said = [&](std::uint32_t shape, const Brep& brep, const ContactBrepOptions& options = {}) {
    return complaint([&] { breps.set(shapes, shape, brep, options); });
  };
  const Brep unit = box(1, 1, 1);
  EXPECT_EQ(said(large, unit), "");
  EXPECT_EQ(said(9, unit), "ContactBreps::set: shape is 9; allowed is less than 2");
  EXPECT_EQ(said(large, unit, {.dilation = -1}),
            "ContactBreps::set: dilation is -1; allowed is a finite number, 0 or more");
  EXPECT_EQ(said(large, unit, {.dilation = NAN}),
            "ContactBreps::set: dilation is nan; allowed is a finite number, 0 or more");
  EXPECT_EQ(said(large, unit, {.dilation = INFINITY}),
            "ContactBreps::set: dilation is inf; allowed is a finite number, 0 or more");
  EXPECT_EQ(said(large, unit, {.around = 65}), "ContactBreps::set: around is 65; allowed is 0 to 64");
  EXPECT_EQ(said(large, Brep{}), "ContactBreps::set: the model has no faces");
  const std::string out = "reaches out of the shape's box, with the dilation; allowed is a model that the shape holds";
  EXPECT_NE(said(small, unit).find("vertex"), std::string::npos);
  EXPECT_NE(said(small, unit).find(out), std::string::npos);
  EXPECT_EQ(said(large, box(2.9, 2.9, 2.9), {.dilation = 0.099}), "");
  EXPECT_NE(said(large, box(2.9, 2.9, 2.9), {.dilation = 0.101}).find(out), std::string::npos);
  EXPECT_NE(said(small, ball(0.6, 1)).find(out), std::string::npos);
  EXPECT_EQ(said(small, ball(0.5, 1)), "");
  Brep broken = unit;
  broken.faces[2].surface = 99;
  EXPECT_NE(said(large, broken), "");
}

}  // namespace
}  // namespace abut::test
