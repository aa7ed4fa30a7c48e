// Complexes of shapes: what is refused and how, what is kept, and classes in closed form.
#include "abut/complex/contact_complexes.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/complex/cell_surface.h"
#include "tests/complex/complex_scene.h"
#include "tests/complex/random_complexes.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::ComplexScene;
using Classes = std::array<std::uint64_t, 8>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), huge = std::numeric_limits<double>::infinity();
const ComplexOptions plain{.dilation = 0.01};

ComplexReport report_of(const SimplicialComplex& c, const ComplexOptions& options = plain) {
  return ComplexScene{}.add(c, options);
}
Classes classes_of(const SimplicialComplex& c, const ComplexOptions& options = plain) {
  return std::to_array(report_of(c, options).of_class);
}
/// What the message says after its head, of a complex for a box of half lengths 1.
std::string refusal(const SimplicialComplex& c, const ComplexOptions& options = plain, std::uint32_t shape = 0) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1}, 0.01);
  ContactComplexes complexes;
  const std::string text = test::complaint([&] { complexes.set(shapes, shape, c, options); });
  EXPECT_FALSE(complexes.has(shape) && !text.empty());
  const std::string head = "ContactComplexes::set: ";
  return text.substr(0, head.size()) == head ? text.substr(head.size()) : text;
}

SimplicialComplex subdivided_cube(int cells) {
  std::vector<double> lines;
  for (int k = 0; k <= cells; ++k) lines.push_back(2.0 * k / cells - 1);
  return test::cell_surface({lines, lines, lines}, [](int, int, int) { return true; });
}
SimplicialComplex wire(const std::vector<Vec3<double>>& through) {
  SimplicialComplex c{through, {}, {}, {}, {}};
  for (std::uint32_t k = 0; k + 1 < through.size(); ++k) c.segments.push_back({k, k + 1});
  return c;
}
/// Corner k is at bit 0 of k along x, bit 1 along y, bit 2 along z.
SimplicialComplex cube_of_tetrahedra() {
  SimplicialComplex c;
  for (int k = 0; k < 8; ++k) c.vertices.push_back({k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0});
  c.tetrahedra = {{0, 3, 5, 6}, {1, 0, 3, 5}, {2, 0, 3, 6}, {4, 0, 5, 6}, {7, 3, 5, 6}};
  return c;
}
const SimplicialComplex tetrahedron{
    {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}, {}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}, {}};
const SimplicialComplex point{{{0.5, 0, 0}}, {0}, {}, {}, {}};

TEST(ContactComplexes, RefuseWhatTheirContractSays) {
  EXPECT_EQ(refusal(point, plain, 1), "shape is 1; allowed is less than 1");
  EXPECT_EQ(refusal({{{0, 0, 0}}, {1}, {}, {}, {}}), "point 0 names vertex 1; allowed is less than 1");
  EXPECT_EQ(refusal({{{0, 0, 0}}, {}, {{0, 0}, {0, 7}}, {}, {}}), "segment 1 names vertex 7; allowed is less than 1");
  EXPECT_EQ(refusal({{{0, 0, 0}}, {}, {}, {{0, 2, 0}}, {}}), "triangle 0 names vertex 2; allowed is less than 1");
  EXPECT_EQ(refusal({{{0, 0, 0}}, {}, {}, {}, {{0, 0, 0, 0xffffffffu}}}),
            "tetrahedron 0 names vertex 4294967295; allowed is less than 1");
  EXPECT_EQ(refusal({{{0, 0, 0}}, {}, {}, {}, {}}), "the complex has no simplices; allowed is at least one point");
  EXPECT_EQ(refusal({}), "the complex has no simplices; allowed is at least one point");
  for (const double bad : {nan, huge, -huge}) {
    EXPECT_EQ(refusal({{{0, 0, 0}, {0, bad, 0}}, {0}, {}, {}, {}}), "vertex 1 is not finite");
  }
  const std::vector<Vec3<double>> flat{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5, 0.5, 1e-14}};
  for (const std::uint32_t last : {3u, 4u}) {
    EXPECT_EQ(refusal({flat, {}, {}, {}, {{0, 1, 2, last}}}),
              "tetrahedron 0 has no volume; allowed are corners that are not in a plane");
  }
  EXPECT_EQ(refusal({{{0, 0, 0}, {1.00001, 0, 0}}, {0, 1}, {}, {}, {}}),
            "vertex 1 lies outside of the shape's box, with the dilation; allowed is a complex that the shape holds");
  EXPECT_EQ(refusal({{{0, 0, 0}, {1.0000001, 0, 0}, {9, 9, 9}}, {0, 1}, {}, {}, {}}), "") << "within, and unused";
}

TEST(ContactComplexes, RefuseOptionsThatAreNotAllowed) {
  for (const double bad : {0.0, -1.0, nan, huge}) {
    const std::string text = bad == 0 ? "0" : bad == -1 ? "-1" : bad == huge ? "inf" : "nan";
    EXPECT_EQ(refusal(point, {.dilation = bad}),
              "dilation is " + text +
                  "; allowed is above 0: gaps below 0 are told by it, and what is thin has no other thickness");
  }
  EXPECT_EQ(refusal(point, {.dilation = 1, .flatness = 0.011}), "flatness is 0.011; allowed is 1e-12 to 0.01");
  EXPECT_EQ(refusal(point, {.dilation = 1, .flatness = nan}), "flatness is nan; allowed is 1e-12 to 0.01");
  EXPECT_EQ(refusal(point, {.dilation = 1, .flatness = 1e-13}), "flatness is 1e-13; allowed is 1e-12 to 0.01");
  EXPECT_EQ(refusal(point, {.dilation = 1, .offset_inward = true}),
            "offset_inward is set, but there are no triangles; allowed are volumes");
  EXPECT_EQ(refusal(tetrahedron, {.dilation = 0.01, .offset_inward = true, .sides = ComplexSides::shell}),
            "offset_inward is set, but it is asked for as a shell; allowed are volumes");
  EXPECT_EQ(refusal(test::flat_plate(2, 1), {.dilation = 0.01, .sides = ComplexSides::solid}),
            "sides are solid, but edges with one triangle are 8; allowed are closed triangles that run the same way "
            "round, outward");
  EXPECT_NE(refusal(tetrahedron, {.dilation = 0.5, .offset_inward = true}).find("over; allowed are dilations"),
            std::string::npos);
}

TEST(ContactComplexes, SayWhyTheyAreNotSolid) {
  SimplicialComplex c = tetrahedron;
  EXPECT_TRUE(report_of(c).solid);
  EXPECT_EQ(report_of(c).not_solid, "");
  EXPECT_EQ(report_of(c, {.dilation = 0.01, .sides = ComplexSides::shell}).not_solid, "it is asked for as a shell");
  c.triangles.pop_back();
  EXPECT_EQ(report_of(c).not_solid, "edges with one triangle are 3");
  c = tetrahedron, std::swap(c.triangles[2][0], c.triangles[2][1]);
  EXPECT_EQ(report_of(c).not_solid, "edges that both triangles run through the same way are 3");
  c = tetrahedron;
  for (auto& t : c.triangles) std::swap(t[0], t[1]);
  EXPECT_EQ(report_of(c).not_solid, "it is inside out, or encloses no volume");
  c = tetrahedron, c.vertices.push_back({1, 1, 1}), c.triangles.push_back({1, 2, 4});
  EXPECT_EQ(report_of(c).not_solid, "edges with more than two triangles are 1");
  EXPECT_TRUE(report_of(cube_of_tetrahedra()).solid);
  EXPECT_TRUE(report_of(cube_of_tetrahedra(), {.dilation = 0.01, .sides = ComplexSides::solid}).solid);
  c = cube_of_tetrahedra(), c.triangles.push_back({0, 1, 2});
  EXPECT_EQ(report_of(c).not_solid, "there are triangles beside tetrahedra");
  EXPECT_EQ(report_of(point).not_solid, "there are no triangles");
  EXPECT_FALSE(report_of(point).solid);
  c = tetrahedron, c.triangles.push_back(c.triangles[0]);
  EXPECT_EQ(report_of(c).not_solid, "");
  EXPECT_EQ(report_of(c).repeated_simplices, 1u);
}

TEST(ContactComplexes, HaveClassesInClosedForm) {
  const Classes cube{8, 0, 12, 0, 0, 6, 12, 0};
  EXPECT_EQ(classes_of(test::box_surface(1, 1, 1)), cube);
  EXPECT_EQ(classes_of(test::box_surface(1, 1e-3, 1e-6)), cube);
  EXPECT_EQ(classes_of(tetrahedron), (Classes{4, 0, 6, 0, 0, 0, 4, 0}));
  EXPECT_EQ(classes_of(test::icosahedron()), (Classes{12, 0, 30, 0, 0, 0, 20, 0}));
  for (const std::uint64_t n : {2u, 3u, 6u}) {
    const Classes wanted{8, 12 * (n - 1), 12 * n, 0, 6 * (n - 1) * (n - 1), 18 * n * n - 12 * n, 12 * n * n, 0};
    EXPECT_EQ(classes_of(subdivided_cube(static_cast<int>(n))), wanted) << n;
  }
  // Four triangles inside, and five tetrahedra.
  EXPECT_EQ(classes_of(cube_of_tetrahedra()), (Classes{8, 0, 12, 0, 0, 6, 12, 9}));
}

TEST(ContactComplexes, OfThinThingsHaveClassesInClosedForm) {
  EXPECT_EQ(classes_of(point), (Classes{1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(classes_of(wire({{-1, 0, 0}, {0, 0, 0}, {0.5, 0, 0}, {1, 0, 0}})), (Classes{2, 2, 3, 0, 0, 0, 0, 0}));
  EXPECT_EQ(classes_of(wire({{-1, 0, 0}, {0, 0, 0}, {0.5, 0.5, 0}, {1, 0, 0}})), (Classes{4, 0, 3, 0, 0, 0, 0, 0}));
  // A plate: corners and edges end it, the rest is plane.
  EXPECT_EQ(classes_of(test::flat_plate(1, 1)), (Classes{4, 0, 4, 0, 0, 1, 2, 0}));
  EXPECT_EQ(classes_of(test::flat_plate(3, 1)), (Classes{4, 8, 12, 0, 4, 21, 18, 0}));
}

/// Its reflex edge is touched by nothing, and its ends lie in planes that end there.
TEST(ContactComplexes, OfAnLShapeHasOneReflexEdge) {
  SimplicialComplex l =
      test::cell_surface({{0, 1, 2}, {0, 1, 2}, {0, 1}}, [](int i, int j, int) { return i == 0 || j == 0; });
  EXPECT_EQ(classes_of(l), (Classes{10, 4, 21, 2, 0, 20, 28, 1}));
}

TEST(ContactComplexes, HaveTheSameClassesWhereverAndHoweverLargeTheyAre) {
  test::Random random(3);
  for (int round = 0; round < 140; ++round) {
    const auto kind = static_cast<test::ComplexKind>(round % test::complex_kind_count);
    const SimplicialComplex c = test::random_complex(random, kind, {false, false, false, round % 2 == 0});
    const Classes wanted = classes_of(c);
    for (const double scale : {1e-6, 1.0, 1e6}) {
      for (const double far : {0.0, 1e4}) {
        SimplicialComplex moved = c;
        for (Vec3<double>& v : moved.vertices) v = (v + Vec3<double>{far, -far, 2 * far}) * scale;
        EXPECT_EQ(classes_of(moved, {.dilation = 0.01 * scale}), wanted)
            << test::name_of(kind) << ", round " << round << ", scale " << scale << ", far " << far;
      }
    }
  }
}

TEST(ContactComplexes, HaveTheSameClassesWhateverTheDilation) {
  const Classes cube{8, 0, 12, 0, 0, 6, 12, 0};
  for (const double dilation : {1e-300, 1e-100, 1e-20, 1.0, 1e3, 1e20}) {
    ShapeSet shapes;
    shapes.add_box({1, 1, 1}, dilation);
    ContactComplexes complexes;
    EXPECT_EQ(std::to_array(complexes.set(shapes, 0, test::box_surface(1, 1, 1), {.dilation = dilation}).of_class),
              cube)
        << dilation;
  }
}

TEST(ContactComplexes, MovedInwardHaveTheirFacesBackWithTheDilation) {
  for (const SimplicialComplex& c : {subdivided_cube(1), subdivided_cube(3), cube_of_tetrahedra()}) {
    ComplexScene scene;
    scene.add(c, {.dilation = 0.125, .offset_inward = true});
    const ComplexView<double>& view = scene.complexes.view(0);
    ASSERT_EQ(view.point_count, c.vertices.size());
    double largest = 0;
    for (std::uint32_t i = 0; i < view.point_count; ++i) {
      const Vec3<double> p = view.points[i] * std::ldexp(1.0, view.exponent);
      const auto inward = [](double x) { return std::abs(x) == 1 ? 0.875 * x : x; };
      const Vec3<double> v = c.vertices[i];
      EXPECT_LE(length(p - Vec3<double>{inward(v.x), inward(v.y), inward(v.z)}), 1e-12);
      largest = std::max(largest, max_abs(p));
    }
    EXPECT_NEAR(largest + view.dilation, 1, 1e-12);
  }
}

TEST(ContactComplexes, AreReplacedWholeOrNotAtAll) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1}, 0.01), shapes.add_box({1, 1, 1}, 0.01), shapes.add_box({1, 1, 1}, 0.01);
  ContactComplexes complexes;
  EXPECT_EQ(complexes.shape_count(), 0u);
  EXPECT_EQ(complexes.bytes(), 0u);
  complexes.set(shapes, 1, tetrahedron, plain);
  EXPECT_EQ(complexes.shape_count(), 2u);
  EXPECT_TRUE(!complexes.has(0) && complexes.has(1) && !complexes.has(2) && !complexes.has(4000000000u));
  EXPECT_EQ(test::complaint([&] { complexes.view(0); }), "ContactComplexes: shape 0 has no complex");
  EXPECT_EQ(test::complaint([&] { complexes.view(7); }), "ContactComplexes: shape 7 has no complex");
  const std::size_t bytes = complexes.bytes();
  EXPECT_THROW(complexes.set(shapes, 1, {}, plain), InvalidInput);
  EXPECT_EQ(complexes.view(1).simplex_count, 14u);
  EXPECT_EQ(complexes.bytes(), bytes);
  complexes.set(shapes, 1, point, plain);
  EXPECT_EQ(complexes.view(1).simplex_count, 1u);
  EXPECT_LT(complexes.bytes(), bytes);
  const ContactComplexes moved = std::move(complexes);
  EXPECT_EQ(moved.view(1).simplex_count, 1u);
}

/// Spokes of a wire brush that all point up: as many as a simplex can keep, and one more.
TEST(ContactComplexes, OfHugeCountsOfSpokesAreKeptOrRefused) {
  for (const std::uint32_t count : {65535u, 65536u}) {
    SimplicialComplex c{{{0, 0, 0}}, {}, {}, {}, {}};
    for (std::uint32_t k = 1; k <= count; ++k) {
      c.vertices.push_back({0.5 * std::cos(2.4 * k), 0.5 * std::sin(2.4 * k), 0.1 + 0.8 * k / count});
      c.segments.push_back({0, k});
    }
    EXPECT_EQ(refusal(c), count == 65535 ? "" : "65536 simplices meet in one; allowed are up to 65535");
  }
}

}  // namespace
}  // namespace abut
