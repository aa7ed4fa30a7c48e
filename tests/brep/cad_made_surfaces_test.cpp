// Grains that OpenCASCADE writes as STEP and IGES, read back as one closed surface; and closed surfaces of sample
// files.
#include <gtest/gtest.h>
#include <BRepBuilderAPI_MakeSolid.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <BRep_Builder.hxx>
#include <Geom_BSplineSurface.hxx>
#include <TColStd_Array1OfInteger.hxx>
#include <TColStd_Array1OfReal.hxx>
#include <TColStd_Array2OfReal.hxx>
#include <TColgp_Array2OfPnt.hxx>
#include <TopoDS_Shell.hxx>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>

#include "abut/brep/brep_surfaces.h"
#include "abut/brep/cad_file.h"
#include "abut/surface/fit.h"
#include "abut/surface/surface_file.h"
#include "abut/surface/surface_mass.h"
#include "tests/brep/cad_made_files.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

constexpr double pi = std::numbers::pi;

struct KnotsOnce {
  TColStd_Array1OfReal knots;
  TColStd_Array1OfInteger times;
};
/// Clamped ones.
KnotsOnce knots_once(const SplineDirection& d) {
  std::vector<double> at;
  std::vector<int> times;
  for (const double k : d.knots) {
    if (at.empty() || k > at.back()) at.push_back(k), times.push_back(0);
    ++times.back();
  }
  const int count = static_cast<int>(at.size());
  KnotsOnce out{{1, count}, {1, count}};
  for (int i = 1; i <= count; ++i) {
    out.knots.SetValue(i, at[static_cast<std::size_t>(i) - 1]),
        out.times.SetValue(i, times[static_cast<std::size_t>(i) - 1]);
  }
  return out;
}

/// One face, in a solid of its own.
TopoDS_Shape solid_of(const NurbsSurface& s) {
  const int n = static_cast<int>(s.u.count()), m = static_cast<int>(s.v.count());
  TColgp_Array2OfPnt points(1, n, 1, m);
  TColStd_Array2OfReal weights(1, n, 1, m);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      const std::size_t at = static_cast<std::size_t>(i * m + j);
      points.SetValue(i + 1, j + 1, gp_Pnt(s.points[at].x, s.points[at].y, s.points[at].z));
      weights.SetValue(i + 1, j + 1, s.weights.empty() ? 1 : s.weights[at]);
    }
  }
  const KnotsOnce u = knots_once(s.u), v = knots_once(s.v);
  const Handle(Geom_BSplineSurface) spline =
      new Geom_BSplineSurface(points, weights, u.knots, v.knots, u.times, v.times, s.u.degree, s.v.degree);
  const BRep_Builder builder;
  TopoDS_Shell shell;
  builder.MakeShell(shell);
  builder.Add(shell, BRepBuilderAPI_MakeFace(spline, 1e-7).Face());
  shell.Closed(true);
  return BRepBuilderAPI_MakeSolid(shell).Solid();
}

NurbsSurface grain() {
  const SphericalHarmonics h = read_spherical_harmonics(ABUT_TEST_DATA "/surface/grains/A-anm-00001.dat");
  return clamped(fit_surface(h, {.rows = 10, .columns = 16}).surface);
}

double size_of(const NurbsSurface& s) {
  double out = 0;
  for (const Vec3<double>& p : s.points) out = std::max(out, max_abs(p));
  return out;
}

/// All points of one are on the other: at the same parameters, where those are the same.
void expect_same_points(const NurbsSurface& a, const NurbsSurface& b, double rounding) {
  ASSERT_EQ(a.u.knots.size(), b.u.knots.size());
  ASSERT_EQ(a.v.knots.size(), b.v.knots.size());
  const double size = size_of(a);
  for (int i = 0; i <= 40; ++i) {
    for (int j = 0; j <= 40; ++j) {
      const auto at = [&](const NurbsSurface& s) {
        const double u = s.u.begin() + (s.u.end() - s.u.begin()) * i / 40.0;
        return point_at(s, u, s.v.begin() + (s.v.end() - s.v.begin()) * j / 40.0).point;
      };
      ASSERT_LE(length(at(a) - at(b)), rounding * size) << i << ", " << j;
    }
  }
}

TEST(CadMadeSurfaces, AFittedGrainComesBackFromAFileAsTheSameSurface) {
  const NurbsSurface made = grain();
  const test::TemporaryFolder folder;
  for (const char* name : {"grain.step", "grain.iges", "grain.brep"}) {
    test::write_cad(solid_of(made), folder / name);
    const BrepAssembly read = read_cad(folder / name);
    ASSERT_EQ(read.parts.size(), 1u) << name;
    const NurbsSurface back = closed_surface_of(read.parts[0]);
    // OpenCASCADE writes 10 digits into IGES files, 15 into STEP, of knots too.
    const double rounding = std::string(name).ends_with(".iges") ? 1e-10 : 1e-12;
    expect_same_points(made, back, rounding);
    const double volume = mass_properties(made).volume;
    EXPECT_NEAR(mass_properties(back).volume, volume, 10 * rounding * volume) << name;
  }
}

TEST(CadMadeSurfaces, AnInsideOutGrainIsTurned) {
  const NurbsSurface made = grain();
  const test::TemporaryFolder folder;
  test::write_cad(solid_of(made).Reversed(), folder / "grain.step");
  const NurbsSurface back = closed_surface_of(read_cad(folder / "grain.step").parts.at(0));
  EXPECT_NEAR(mass_properties(back).volume, mass_properties(made).volume, 1e-11 * mass_properties(made).volume);
}

TEST(CadMadeSurfaces, PrimitivesEncloseTheirVolumes) {
  const test::TemporaryFolder folder;
  for (const char* name : {"a.step", "a.iges"}) {  // 10 digits in the latter, of axes too
    test::write_cad(BRepPrimAPI_MakeSphere(gp_Ax2(gp_Pnt(1, 2, 3), gp_Dir(1, 1, 1)), 5).Shape(), folder / name);
    const double ball = mass_properties(closed_surface_of(read_cad(folder / name).parts.at(0))).volume;
    EXPECT_NEAR(ball, 500 * pi / 3, 1e-8 * ball) << name;
    test::write_cad(BRepPrimAPI_MakeTorus(gp_Ax2(gp_Pnt(1, 2, 3), gp_Dir(1, -1, 1)), 10, 3).Shape(), folder / name);
    const double ring = mass_properties(closed_surface_of(read_cad(folder / name).parts.at(0))).volume;
    EXPECT_NEAR(ring, 2 * pi * pi * 90, 1e-8 * ring) << name;
  }
}

TEST(CadMadeSurfaces, ClosedSurfacesOfSampleFilesEncloseTheirVolumes) {
  const std::string folder = ABUT_TEST_DATA "/data/cad/dirty_ap214/ap214_";
  const auto volume = [&](const std::string& name) {
    return mass_properties(closed_surface_of(read_cad(folder + name + ".stp").parts.at(0))).volume;
  };
  EXPECT_NEAR(volume("vertex_loop_sphere"), 500 * pi / 3, 1e-9);
  EXPECT_NEAR(volume("vertex_loop_torus"), 2 * pi * pi * 40, 1e-9);
  EXPECT_NEAR(volume("periodic_torus"), 2 * pi * pi * 40, 1e-9);
}

/// With the program that reads CAD files, which is built into a folder beside this one's.
struct WithReader {
  const std::string folder = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "bin";
  WithReader() { ::setenv("PATH", (folder + ":" + std::getenv("PATH")).c_str(), 1); }
  bool is_there() const { return std::filesystem::exists(folder + "/abut_cad"); }
};

TEST(CadMadeSurfaces, ReadSurfaceTakesAFileInAUnitAndAPartByName) {
  const WithReader reader;
  if (!reader.is_there()) GTEST_SKIP() << "abut_cad is not built";
  const NurbsSurface made = grain();
  const test::TemporaryFolder folder;
  test::write_cad(solid_of(made), folder / "grain.step");
  expect_same_points(made, read_surface(folder / "grain.step"), 1e-12);
  NurbsSurface metres = made;
  for (Vec3<double>& p : metres.points) p = p * 1e-3;
  expect_same_points(metres, read_surface(folder / "grain.step", {.unit = 1, .part = {}}), 1e-12);
  const auto told = [&](const char* name, const SurfaceFileOptions& options = {}) {
    return test::complaint([&] { read_surface(folder / name, options); });
  };
  test::write_cad(BRepPrimAPI_MakeBox(1, 2, 3).Shape(), folder / "box.step");
  EXPECT_EQ(told("box.step"), (folder / "box.step") +
                                  ": closed_surface_of: of the body's 6 faces, face 2 lies on another surface than "
                                  "face 1; allowed are faces of one surface that closes by itself");
  EXPECT_NE(told("grain.step", {.part = "sand"}).find("has 0 parts of the name \"sand\"; allowed is the name of one: "),
            std::string::npos);
  EXPECT_EQ(told("grain.step", {.unit = -1, .part = {}}),
            "read_surface: unit is -1; allowed is a finite number of 0 or more");
}

}  // namespace
}  // namespace abut
