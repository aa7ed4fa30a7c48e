// Faults that files have, put into shapes by hand: each is named in one line, and the rest is read.
#include <gtest/gtest.h>
#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakePolygon.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRep_Builder.hxx>
#include <BRep_TEdge.hxx>
#include <GeomAPI_PointsToBSplineSurface.hxx>
#include <Geom_BSplineSurface.hxx>
#include <Geom_Line.hxx>
#include <Geom_Plane.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "abut/brep/cad_file.h"
#include "abut/core/error.h"
#include "tests/brep/brep_volume.h"
#include "tests/brep/cad_made_files.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

std::string all(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += note + "\n";
  return text;
}

bool has(const std::vector<std::string>& notes, const std::string& line) {
  return std::find(notes.begin(), notes.end(), line) != notes.end();
}

BrepAssembly read_back(const TopoDS_Shape& shape) {
  const test::TemporaryFolder folder;
  test::write_cad(shape, folder / "part.brep");
  return read_cad(folder / "part.brep");
}

TopoDS_Compound compound_of(std::initializer_list<TopoDS_Shape> shapes) {
  TopoDS_Compound out;
  const BRep_Builder builder;
  builder.MakeCompound(out);
  for (const TopoDS_Shape& shape : shapes) builder.Add(out, shape);
  return out;
}

TEST(CadMadeFaults, MissingCurvesOfParametersAreMade) {
  const TopoDS_Shape can = BRepPrimAPI_MakeCylinder(3, 7).Shape();
  // All but those of the seam: of the rims on the wall and on the lids.
  int taken = 0;
  for (TopExp_Explorer e(can, TopAbs_EDGE); e.More(); e.Next()) {
    const TopoDS_Edge edge = TopoDS::Edge(e.Current());
    const Handle(BRep_TEdge) told = Handle(BRep_TEdge)::DownCast(edge.TShape());
    BRep_ListOfCurveRepresentation& curves = told->ChangeCurves();
    for (BRep_ListIteratorOfListOfCurveRepresentation i(curves); i.More();) {
      if (i.Value()->IsCurveOnSurface() && !i.Value()->IsCurveOnClosedSurface()) {
        curves.Remove(i);
        ++taken;
      } else {
        i.Next();
      }
    }
  }
  EXPECT_GE(taken, 2);
  const BrepAssembly a = read_back(can);
  ASSERT_EQ(a.parts.size(), 1u);
  EXPECT_TRUE(a.parts[0].shells.at(0).closed) << all(a.notes);
  EXPECT_NEAR(test::volume(a.parts[0]), 63 * std::numbers::pi, 1e-6);
}

/// A square in the plane z = 0 that begins with a side from a corner to itself.
TopoDS_Face square_with_a_side_of_no_length() {
  const BRep_Builder builder;
  const gp_Pnt corners[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  TopoDS_Vertex vertices[4];
  for (int i = 0; i < 4; ++i) builder.MakeVertex(vertices[i], corners[i], 1e-7);
  TopoDS_Wire wire;
  builder.MakeWire(wire);
  TopoDS_Edge none;
  builder.MakeEdge(none, new Geom_Line(corners[0], gp_Dir(1, 0, 0)), 1e-7);
  builder.Add(none, vertices[0].Oriented(TopAbs_FORWARD));
  builder.Add(none, vertices[0].Oriented(TopAbs_REVERSED));
  builder.Range(none, 0, 0);
  builder.Add(wire, none);
  for (int i = 0; i < 4; ++i) builder.Add(wire, BRepBuilderAPI_MakeEdge(vertices[i], vertices[(i + 1) % 4]).Edge());
  TopoDS_Face face;
  builder.MakeFace(face, new Geom_Plane(gp_Pln()), 1e-7);
  builder.Add(face, wire);
  return face;
}

TEST(CadMadeFaults, ASideWithoutLengthIsNamedAndTheRestIsRead) {
  const TopoDS_Shape box = BRepPrimAPI_MakeBox(10, 10, 10).Shape();
  const BrepAssembly a = read_back(compound_of({square_with_a_side_of_no_length(), box}));
  ASSERT_EQ(a.parts.size(), 1u);
  EXPECT_EQ(a.parts[0].faces.size(), 6u) << all(a.notes);
  EXPECT_TRUE(has(a.notes, "face 1 of part: is left out: a side of it has no length")) << all(a.notes);
}

TEST(CadMadeFaults, ALoopThatMeetsItselfIsNamed) {
  const TopoDS_Wire bow =
      BRepBuilderAPI_MakePolygon(gp_Pnt(0, 0, 0), gp_Pnt(1, 1, 0), gp_Pnt(1, 0, 0), gp_Pnt(0, 1, 0), true).Wire();
  const BrepAssembly a = read_back(BRepBuilderAPI_MakeFace(gp_Pln(), bow).Face());
  ASSERT_EQ(a.parts.size(), 1u);
  EXPECT_TRUE(has(a.notes, "face 1 of part: a loop meets itself")) << all(a.notes);
}

TEST(CadMadeFaults, ALoopThatDoesNotCloseIsNamedAndTheRestIsRead) {
  const TopoDS_Wire open = BRepBuilderAPI_MakePolygon(gp_Pnt(0, 0, 0), gp_Pnt(1, 0, 0), gp_Pnt(1, 1, 0)).Wire();
  const BRep_Builder builder;
  TopoDS_Face face;
  builder.MakeFace(face, new Geom_Plane(gp_Pln()), 1e-7);
  builder.Add(face, open);
  const BrepAssembly a = read_back(compound_of({face, BRepPrimAPI_MakeBox(10, 10, 10).Shape()}));
  EXPECT_EQ(a.parts.at(0).faces.size(), 6u);
  EXPECT_TRUE(has(a.notes, "face 1 of part: is left out: its sides make no closed loop")) << all(a.notes);
}

TEST(CadMadeFaults, AnOpenShellIsNamed) {
  TopoDS_Shell open;
  const BRep_Builder builder;
  builder.MakeShell(open);
  int number = 0;
  for (TopExp_Explorer f(BRepPrimAPI_MakeBox(10, 10, 10).Shape(), TopAbs_FACE); f.More(); f.Next()) {
    if (number++ != 2) builder.Add(open, f.Current());
  }
  const BrepAssembly a = read_back(open);
  ASSERT_EQ(a.parts.at(0).faces.size(), 5u);
  EXPECT_FALSE(a.parts[0].shells.at(0).closed);
  EXPECT_TRUE(has(a.notes, "shell 1 of part: is not closed: not every edge is a side of two faces")) << all(a.notes);
}

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Throws where it is not there.
void replace(std::string& text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
}

TEST(CadMadeFaults, AStepFileOfAnUnknownSchemaIsReadOrRefusedInOneLine) {
  const test::TemporaryFolder folder;
  test::write_cad(BRepPrimAPI_MakeBox(10, 20, 30).Shape(), folder / "box.step");
  std::string text = content(folder / "box.step");
  const std::size_t at = text.find("FILE_SCHEMA");
  text.replace(at, text.find(';', at) - at, "FILE_SCHEMA(('NO_SUCH_SCHEMA'))");
  const std::string path = folder.write("unknown.step", text);
  // Entities have the names of AP 214, whatever the schema is called.
  const BrepAssembly a = read_cad(path);
  EXPECT_NEAR(test::volume(a.parts.at(0)), 6000, 1e-6);
  replace(text, "MANIFOLD_SOLID_BREP", "SOLID_OF_ANOTHER_KIND");
  const std::string other = folder.write("other.step", text);
  const std::string said = test::complaint([&] { read_cad(other); });
  EXPECT_EQ(said.substr(0, other.size()), other);
  EXPECT_EQ(said.find('\n'), std::string::npos);
}

TEST(CadMadeFaults, FilesOfTwoGigabytesAreRefusedBeforeTheyAreRead) {
  const test::TemporaryFolder folder;
  for (const char* const name : {"large.stp", "large.igs", "large.brep"}) {
    const std::string path = folder.write(name, "");
    std::error_code fault;
    std::filesystem::resize_file(path, std::uintmax_t{1} << 31, fault);
    if (fault) GTEST_SKIP() << "no file of that size here";
    EXPECT_EQ(test::complaint([&] { read_cad(path); }),
              path + ": has 2147483648 bytes; allowed are fewer than 2147483648");
  }
}

TEST(CadMadeFaults, WhatABrepFileRefersToHasToBeThere) {
  const test::TemporaryFolder folder;
  test::write_cad(BRepPrimAPI_MakeCylinder(3, 7).Shape(), folder / "can.brep");
  const std::string sound = content(folder / "can.brep");
  const auto said = [&](const std::string& from, const std::string& to) {
    std::string text = sound;
    replace(text, from, to);
    const std::string path = folder.write("broken.brep", text);
    const std::string all_of_it = test::complaint([&] { read_cad(path); });
    const std::string head = path + ": cannot be read as BREP: ";
    return all_of_it.substr(0, head.size()) == head ? all_of_it.substr(head.size()) : all_of_it;
  };
  EXPECT_EQ(said("Curve2ds 6", "Curve2ds 7"), "entry 7 of Curve2ds: there is no curve Curves");
  EXPECT_EQ(said("Curve2ds 6", "Curve2d 6"), "the table Curve2ds: is missing");
  EXPECT_EQ(said("\n\n+1 0", "\n\n+2000 0"), "the line that names the shape: there is no shape +2000");
  EXPECT_EQ(said("\n+2 0 *", "\n+1 0 *"), "entry 13 of TShapes: there is no shape +1");  // of itself
  EXPECT_EQ(said("\nSo\n", "\nXy\n"), "entry 13 of TShapes: there is no shape of kind Xy");
  EXPECT_EQ(said("CASCADE Topology V", "CASCADE Topology W"), "the line CASCADE Topology V1, V2 or V3 is missing");
}

TEST(CadMadeFaults, EveryVersionOfBrepFilesPasses) {
  const test::TemporaryFolder folder;
  const TopoDS_Shape can = BRepPrimAPI_MakeCylinder(3, 7).Shape();
  int number = 0;
  for (const TopTools_FormatVersion version :
       {TopTools_FormatVersion_VERSION_1, TopTools_FormatVersion_VERSION_2, TopTools_FormatVersion_VERSION_3}) {
    const std::string path = folder / (std::to_string(++number) + ".brep");
    BRepTools::Write(can, path.c_str(), true, true, version);
    EXPECT_NEAR(test::volume(read_cad(path).parts.at(0)), 63 * std::numbers::pi, 1e-6) << number;
  }
}

TEST(CadMadeFaults, IgesFilesThatAreCutOffOrAnnounceMoreThanTheyHaveAreRefused) {
  TColgp_Array2OfPnt points(1, 4, 1, 4);
  for (int i = 1; i <= 4; ++i) {
    for (int j = 1; j <= 4; ++j) points.SetValue(i, j, gp_Pnt(i, j, i * j % 3));
  }
  const test::TemporaryFolder folder;
  const Handle(Geom_BSplineSurface) surface = GeomAPI_PointsToBSplineSurface(points).Surface();
  test::write_cad(BRepBuilderAPI_MakeFace(surface, 1e-7).Face(), folder / "sheet.iges");
  const std::string sound = content(folder / "sheet.iges");
  EXPECT_EQ(read_cad(folder / "sheet.iges").parts.at(0).faces.size(), 1u);
  const auto said = [&](const std::string& text) {
    const std::string path = folder.write("broken.iges", text);
    const std::string all_of_it = test::complaint([&] { read_cad(path); });
    const std::string head = path + ": cannot be read as IGES: ";
    return all_of_it.substr(0, head.size()) == head ? all_of_it.substr(head.size()) : all_of_it;
  };
  constexpr std::size_t line = 81;
  const std::size_t spline = sound.find("\n128,") + 1;
  ASSERT_NE(spline, 0u);
  EXPECT_EQ(said(sound.substr(0, sound.size() - 2 * line)), "its last line, that of section T, is missing");
  EXPECT_EQ(said(std::string(sound).erase(spline, line)), "lines of section P are missing");
  std::string more = sound;
  more[spline + 4] = '9';  // ten rows of poles
  EXPECT_NE(said(more).find(" is a spline surface with "), std::string::npos) << said(more);
  std::string odd = sound;
  odd[sound.find('.', spline)] = ':';
  EXPECT_NE(said(odd).find(" is a spline surface with '"), std::string::npos) << said(odd);
  std::string strange = sound;
  strange[spline + 71] = '9';
  EXPECT_NE(said(strange).find(" has parameters of another one"), std::string::npos) << said(strange);
}

TEST(CadMadeFaults, StepEntitiesThatAreMadeOfThemselvesAreRefused) {
  const test::TemporaryFolder folder;
  test::write_cad(BRepPrimAPI_MakeBox(10, 20, 30).Shape(), folder / "box.step");
  std::string text = content(folder / "box.step");
  const std::size_t edge = text.find("ORIENTED_EDGE"), entity = text.rfind('#', edge);
  const std::string number = text.substr(entity, text.find(' ', entity) - entity);
  const std::size_t reference = text.find("*,*,#", edge) + 4;
  text.replace(reference, text.find(',', reference) - reference, number);
  const std::string path = folder.write("circle.step", text);
  EXPECT_EQ(test::complaint([&] { read_cad(path); }),
            path + ": cannot be read as STEP: entity " + number + " is made of itself");
}

}  // namespace
}  // namespace abut
