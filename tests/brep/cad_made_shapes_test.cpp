// Shapes that OpenCASCADE makes and writes, against closed forms: conic sections as edges, offset surfaces, mirrored
// placements, and IGES faces that share no edges.
#include <gtest/gtest.h>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRep_Builder.hxx>
#include <GeomAPI_PointsToBSplineSurface.hxx>
#include <Geom_ConicalSurface.hxx>
#include <Geom_CylindricalSurface.hxx>
#include <Geom_OffsetSurface.hxx>
#include <Geom_Plane.hxx>
#include <Geom_SphericalSurface.hxx>
#include <Geom_ToroidalSurface.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>

#include <cmath>
#include <fstream>
#include <functional>
#include <numbers>

#include "abut/brep/cad_file.h"
#include "abut/core/error.h"
#include "tests/brep/brep_volume.h"
#include "tests/brep/cad_made_files.h"
#include "tests/io/scene_files.h"

namespace abut {
namespace {

constexpr double pi = std::numbers::pi;

/// By Simpson's rule.
double integral(const std::function<double(double)>& f, double from, double to) {
  constexpr int steps = 200000;
  double sum = f(from) + f(to);
  for (int i = 1; i < steps; ++i) sum += (i % 2 == 1 ? 4 : 2) * f(from + (to - from) * i / steps);
  return sum * (to - from) / (3 * steps);
}

/// What of a disc of radius r lies where x < c.
double disc_below(double r, double c) {
  if (c >= r) return pi * r * r;
  if (c <= -r) return 0;
  return r * r * (pi - std::acos(c / r)) + c * std::sqrt(r * r - c * c);
}

bool has_note(const BrepAssembly& a, const std::string& part) {
  for (const std::string& note : a.notes) {
    if (note.find(part) != std::string::npos) return true;
  }
  return false;
}

std::string all(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += note + "\n";
  return text;
}

int edges_of(const Brep& part, BrepCurveKind kind) {
  int out = 0;
  for (const BrepEdge& e : part.edges) out += e.curve != no_brep_index && part.curves[e.curve].kind == kind ? 1 : 0;
  return out;
}

/// A cone of radius 10 - z / 2, cut by a plane whose section is no circle and no ellipse.
void expect_conic_edge(const TopoDS_Shape& shape, double volume) {
  const test::TemporaryFolder folder;
  for (const char* const name : {"cut.brep", "cut.step", "cut.iges"}) {
    test::write_cad(shape, folder / name);
    const BrepAssembly a = read_cad(folder / name);
    ASSERT_EQ(a.parts.size(), 1u) << name;
    const Brep& part = a.parts[0];
    ASSERT_EQ(part.shells.size(), 1u) << name << all(a.notes);
    EXPECT_TRUE(part.shells[0].closed) << name << all(a.notes);
    EXPECT_GE(edges_of(part, BrepCurveKind::nurbs), 1) << name;
    EXPECT_NEAR(test::volume(part), volume, 1e-6 * volume) << name;
    EXPECT_LE(test::largest_gap(part, 1e-7), 1.05) << name;
  }
}

TEST(CadMadeShapes, AHyperbolaAsAnEdgeBoundsTheExactVolume) {
  const TopoDS_Shape cone = BRepPrimAPI_MakeCone(10, 0, 20).Shape();
  const TopoDS_Shape cut = test::cut_below(cone, gp_Pln(gp_Pnt(4, 0, 0), gp_Dir(1, 0, 0)));
  expect_conic_edge(cut, integral([](double z) { return disc_below(10 - z / 2, 4); }, 0, 12) + pi * 16 * 8 / 3);
}

TEST(CadMadeShapes, AParabolaAsAnEdgeBoundsTheExactVolume) {
  const TopoDS_Shape cone = BRepPrimAPI_MakeCone(10, 0, 20).Shape();
  const TopoDS_Shape cut = test::cut_below(cone, gp_Pln(gp_Pnt(4, 0, 0), gp_Dir(2, 0, 1)));
  expect_conic_edge(cut, integral([](double z) { return disc_below(10 - z / 2, 4 - z / 2); }, 0, 14));
}

/// A piece of it, by way of a file.
BrepAssembly read_face(const Handle(Geom_Surface) & surface, const double (&bounds)[4]) {
  const test::TemporaryFolder folder;
  const TopoDS_Face face = BRepBuilderAPI_MakeFace(surface, bounds[0], bounds[1], bounds[2], bounds[3], 1e-7).Face();
  test::write_cad(face, folder / "face.brep");
  return read_cad(folder / "face.brep");
}

TEST(CadMadeShapes, OffsetsOfCanonicalSurfacesAreCanonical) {
  const gp_Ax3 axes(gp_Pnt(1, 2, 3), gp_Dir(1, 1, 1));
  const auto offset = [](const Handle(Geom_Surface) & of) { return new Geom_OffsetSurface(of, 0.5); };
  const double part[4] = {0.1, 1.2, 0.2, 1.1};
  const auto surface = [&](const Handle(Geom_Surface) & of) {
    const BrepAssembly a = read_face(offset(of), part);
    return a.parts.at(0).surfaces.at(a.parts[0].faces.at(0).surface);
  };
  const BrepSurface plane = surface(new Geom_Plane(axes));
  EXPECT_EQ(plane.kind, BrepSurfaceKind::plane);
  const double third = 1 / std::sqrt(3.0);
  EXPECT_LE(length(plane.frame.origin - Vec3<double>{1 + 0.5 * third, 2 + 0.5 * third, 3 + 0.5 * third}), 1e-12);
  const BrepSurface cylinder = surface(new Geom_CylindricalSurface(axes, 4));
  EXPECT_EQ(cylinder.kind, BrepSurfaceKind::cylinder);
  EXPECT_NEAR(cylinder.radius, 4.5, 1e-12);
  EXPECT_NEAR(surface(new Geom_SphericalSurface(axes, 4)).radius, 4.5, 1e-12);
  const BrepSurface torus = surface(new Geom_ToroidalSurface(axes, 9, 2));
  EXPECT_NEAR(torus.radius, 9, 1e-12);
  EXPECT_NEAR(torus.minor_radius, 2.5, 1e-12);
  const BrepSurface cone = surface(new Geom_ConicalSurface(axes, 0.3, 4));
  EXPECT_EQ(cone.kind, BrepSurfaceKind::cone);
  EXPECT_NEAR(cone.half_angle, 0.3, 1e-12);
}

TEST(CadMadeShapes, AnOffsetOfASplineIsLeftOutByName) {
  TColgp_Array2OfPnt points(1, 4, 1, 4);
  for (int i = 1; i <= 4; ++i) {
    for (int j = 1; j <= 4; ++j) points.SetValue(i, j, gp_Pnt(i, j, 0.3 * (i * j % 3)));
  }
  const test::TemporaryFolder folder;
  TopoDS_Compound both;
  const BRep_Builder builder;
  builder.MakeCompound(both);
  const Handle(Geom_BSplineSurface) spline = GeomAPI_PointsToBSplineSurface(points).Surface();
  builder.Add(both, BRepBuilderAPI_MakeFace(new Geom_OffsetSurface(spline, 0.1), 1e-7).Face());
  builder.Add(both, BRepBuilderAPI_MakeFace(gp_Pln(), 0, 1, 0, 1).Face());
  test::write_cad(both, folder / "both.brep");
  const BrepAssembly a = read_cad(folder / "both.brep");
  EXPECT_EQ(a.parts.at(0).faces.size(), 1u);
  EXPECT_TRUE(has_note(a, "face 1 of both: is left out: its surface is an offset of a Geom_BSplineSurface"))
      << all(a.notes);
}

TEST(CadMadeShapes, ASolidMirroredByItsPlaceIsAsLarge) {
  const test::TemporaryFolder folder;
  gp_Trsf mirror;
  mirror.SetMirror(gp_Ax2(gp_Pnt(1, 2, 3), gp_Dir(1, 2, 2)));
  TopoDS_Shape cylinder = BRepPrimAPI_MakeCylinder(3, 7).Shape();
  cylinder.Location(TopLoc_Location(mirror), false);
  test::write_cad(cylinder, folder / "mirrored.brep");
  const BrepAssembly a = read_cad(folder / "mirrored.brep");
  ASSERT_EQ(a.parts.size(), 1u);
  ASSERT_EQ(a.parts[0].shells.size(), 1u);
  EXPECT_TRUE(a.parts[0].shells[0].closed) << all(a.notes);
  EXPECT_NEAR(test::volume(a.parts[0]), 63 * pi, 63 * pi * 1e-9);
}

/// A file in which two tetrahedra of 10 are placed, one of them by another operator.
BrepAssembly read_placed(const std::string& operators) {
  std::ifstream in(ABUT_TEST_DATA "/data/cad/dirty_ap214/ap214_mapped_items.stp", std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::string from =
      "#132=CARTESIAN_TRANSFORMATION_OPERATOR_3D('first placement','first placement',$,$,$,#131,1.,$);";
  text.replace(text.find(from), from.size(), operators);
  const test::TemporaryFolder folder;
  return read_cad(folder.write("placed.step", text));
}

TEST(CadMadeShapes, PlacementsOfStepThatMirrorOrScaleAreNamed) {
  const std::string head = "#132=CARTESIAN_TRANSFORMATION_OPERATOR_3D('','',$,";
  const std::string axes =
      "#231=DIRECTION('',(1.,0.,0.));#232=DIRECTION('',(0.,1.,0.));#233=DIRECTION('',(0.,0.,-1.));";
  const std::string note =
      "entity #132: mirrors or scales what it places, which is not read: that is neither mirrored nor scaled there";
  for (const std::string& bad : {head + "$,$,#131,2.,$);", axes + head + "#231,#232,#131,1.,#233);"}) {
    const BrepAssembly a = read_placed(bad);
    EXPECT_TRUE(has_note(a, note)) << bad << "\n" << all(a.notes);
  }
  for (const std::string& good : {head + "$,$,#131,1.,$);", head + "$,$,#131,$,$);",
                                  axes + head + "#232,$,#131,1.,#233);", axes + head + "#232,#231,#131,1.,#233);"}) {
    const BrepAssembly a = read_placed(good);
    EXPECT_FALSE(has_note(a, "mirrors or scales")) << good << "\n" << all(a.notes);
    EXPECT_EQ(a.instances.size(), 2u);
  }
}

TEST(CadMadeShapes, IgesFacesThatShareNoEdgesAreSewn) {
  const test::TemporaryFolder folder;
  test::write_cad(BRepPrimAPI_MakeBox(10, 20, 30).Shape(), folder / "box.iges");
  test::write_cad(BRepPrimAPI_MakeCylinder(3, 7).Shape(), folder / "can.iges");
  const BrepAssembly box = read_cad(folder / "box.iges"), can = read_cad(folder / "can.iges");
  EXPECT_TRUE(box.parts.at(0).shells.at(0).closed) << all(box.notes);
  EXPECT_NEAR(test::volume(box.parts[0]), 6000, 1e-6);
  EXPECT_EQ(box.parts[0].edges.size(), 12u);
  EXPECT_TRUE(has_note(box, "box: its faces shared no edges; those within 0.000")) << all(box.notes);
  EXPECT_TRUE(has_note(box, " mm of one another are one now, and 0 are sides of one face still")) << all(box.notes);
  EXPECT_TRUE(can.parts.at(0).shells.at(0).closed) << all(can.notes);
  EXPECT_NEAR(test::volume(can.parts[0]), 63 * pi, 63 * pi * 1e-6);
}

/// The sides of a cube of 10, the upper one `gap` too high.
TopoDS_Shape sides_of_cube(double gap) {
  TopoDS_Compound out;
  const BRep_Builder builder;
  builder.MakeCompound(out);
  int number = 0;
  for (TopExp_Explorer f(BRepPrimAPI_MakeBox(10, 10, 10).Shape(), TopAbs_FACE); f.More(); f.Next(), ++number) {
    gp_Trsf place;
    if (number == 5) place.SetTranslation(gp_Vec(0, 0, gap));
    builder.Add(out, f.Current().Moved(TopLoc_Location(place)));
  }
  return out;
}

TEST(CadMadeShapes, IgesFacesFartherApartThanTheToleranceStayApart) {
  const test::TemporaryFolder folder;
  test::write_cad(sides_of_cube(1e-4), folder / "near.iges");
  test::write_cad(sides_of_cube(1e-2), folder / "far.iges");
  const BrepAssembly near = read_cad(folder / "near.iges"), far = read_cad(folder / "far.iges");
  EXPECT_TRUE(near.parts.at(0).shells.at(0).closed) << all(near.notes);
  EXPECT_TRUE(has_note(far, "and 8 are sides of one face still")) << all(far.notes);
  for (const BrepShell& shell : far.parts.at(0).shells) EXPECT_FALSE(shell.closed);
}

}  // namespace
}  // namespace abut
