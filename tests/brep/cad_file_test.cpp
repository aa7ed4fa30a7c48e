#include "abut/brep/cad_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numbers>

#include "abut/core/error.h"
#include "tests/brep/brep_volume.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

constexpr double pi = std::numbers::pi;

std::string file(const std::string& name) { return ABUT_TEST_DATA "/data/cad/" + name; }

std::string told(const std::string& path, const CadOptions& options = {}) {
  return test::complaint([&] { read_cad(path, options); });
}

#define ABUT_NEEDS_CAD() \
  if (!cad_available()) GTEST_SKIP() << "this build has no OpenCASCADE"

TEST(CadFile, ABuildWithoutOpenCascadeSaysSo) {
  if (cad_available()) GTEST_SKIP() << "this build has OpenCASCADE";
  EXPECT_EQ(told("part.step"),
            "part.step: this build of Abut has no OpenCASCADE (its development files, on Debian "
            "libocct-data-exchange-dev, were not there when it was configured, or ABUT_BREP was OFF)");
}

TEST(CadFile, RefusesInOneLineThatNamesTheFile) {
  ABUT_NEEDS_CAD();
  const test::TemporaryFolder folder;
  EXPECT_EQ(told("part.obj"), "part.obj: is no CAD file by its name; allowed are .step, .stp, .iges, .igs and .brep");
  EXPECT_THROW(read_cad(folder / "none.step"), FileError);
  std::filesystem::create_directory(folder / "folder.step");
  EXPECT_THROW(read_cad(folder / "folder.step"), FileError);
  for (const char* const name : {"empty.step", "empty.iges", "empty.brep"}) {
    const std::string path = folder.write(name, "");
    EXPECT_EQ(told(path).substr(0, path.size()), path);
    const std::string rubbish = folder.write(std::string("rubbish.") + name, "ISO-10303-21;\nno such thing;\x01\xff");
    EXPECT_EQ(told(rubbish).substr(0, rubbish.size()), rubbish);
  }
}

TEST(CadFile, RefusesFilesOfTwoGigabytes) {
  ABUT_NEEDS_CAD();
  const test::TemporaryFolder folder;
  const std::string path = folder.write("large.step", "");
  std::error_code fault;
  std::filesystem::resize_file(path, std::uintmax_t{1} << 31, fault);
  if (fault) GTEST_SKIP() << "no file of that size here";
  EXPECT_EQ(told(path), path + ": has 2147483648 bytes; allowed are fewer than 2147483648");
}

TEST(CadFile, RefusesUnitsThatAreNone) {
  ABUT_NEEDS_CAD();
  EXPECT_EQ(told(file("importer/mayo_cube.step"), {0}), "CadOptions.unit is 0; allowed is a finite number above 0");
  EXPECT_EQ(told(file("importer/mayo_cube.step"), {HUGE_VAL}),
            "CadOptions.unit is inf; allowed is a finite number above 0");
}

TEST(CadFile, TheSuffixMayBeOfAnyCase) {
  ABUT_NEEDS_CAD();
  const test::TemporaryFolder folder;
  std::filesystem::copy_file(file("importer/mayo_cube.step"), folder / "CUBE.StP");
  EXPECT_EQ(read_cad(folder / "CUBE.StP").parts.at(0).faces.size(), 6u);
}

TEST(CadFile, LengthsComeInTheUnitThatIsAskedFor) {
  ABUT_NEEDS_CAD();
  // Canonical surfaces, rational ones, curves of every kind: scaled all alike, parameters and all.
  for (const char* const name : {"importer/mayo_332_file.stp", "caxif/sg1-c5-214.stp", "caxif/io1-cm-214.stp",
                                 "siconos_shaft_tube/1.stp", "importer/mayo_cube.brep"}) {
    const BrepAssembly millimetres = read_cad(file(name)), metres = read_cad(file(name), {1.0});
    ASSERT_EQ(millimetres.parts.size(), metres.parts.size()) << name;
    for (std::size_t i = 0; i < metres.parts.size(); ++i) {
      const Brep &a = millimetres.parts[i], &b = metres.parts[i];
      ASSERT_EQ(a.vertices.size(), b.vertices.size()) << name;
      for (std::size_t v = 0; v < a.vertices.size(); ++v) {
        EXPECT_LE(length(a.vertices[v].point * 1e-3 - b.vertices[v].point), 1e-12) << name;
      }
      EXPECT_LE(test::largest_gap(b, 1e-10), 1.02) << name;
      EXPECT_NEAR(test::volume(b), test::volume(a) * 1e-9, std::abs(test::volume(a)) * 1e-15) << name;
    }
  }
}

TEST(CadFile, UnitsOfTheFileCount) {
  ABUT_NEEDS_CAD();
  // A box of 10 mm; one of slider and crank in metres.
  EXPECT_NEAR(test::volume(read_cad(file("importer/mayo_cube.step")).parts.at(0)), 1000, 1e-5);
  EXPECT_NEAR(test::volume(read_cad(file("importer/mayo_cube.step"), {25.4e-3}).parts.at(0)), 1000 / std::pow(25.4, 3),
              1e-8);
}

TEST(CadFile, AssembliesHavePartsOnceAndInstancesByTheirPaths) {
  ABUT_NEEDS_CAD();
  const BrepAssembly a = read_cad(file("caxif/as1-oc-214.stp"));
  EXPECT_EQ(a.part_names, (std::vector<std::string>{"nut", "rod", "bolt", "l-bracket", "plate"}));
  EXPECT_EQ(a.instances.size(), 18u);
  std::size_t nuts = 0;
  for (const BrepInstance& i : a.instances) {
    EXPECT_LE(off_rotation(i.pose.rotation), 1e-12);
    nuts += i.part == 0 ? 1 : 0;
  }
  EXPECT_EQ(nuts, 8u);
  EXPECT_EQ(a.instances[3].name, "as1/l-bracket-assembly/nut-bolt-assembly/bolt");
  EXPECT_NO_THROW(check_brep(a));
}

TEST(CadFile, TheSamePartOfTwoSystemsHasTheSameVolume) {
  ABUT_NEEDS_CAD();
  const BrepAssembly one = read_cad(file("caxif/as1-oc-214.stp")), other = read_cad(file("caxif/dm1-id-214.stp"));
  const double bracket = test::volume(one.parts.at(3)), nut = test::volume(one.parts.at(0));
  EXPECT_NEAR(test::volume(other.parts.at(0)), bracket, bracket * 1e-6);
  EXPECT_NEAR(test::volume(other.parts.at(2)), nut, nut * 1e-6);
}

TEST(CadFile, OtherFilesOfAnAssemblyAreReadFromItsFolder) {
  ABUT_NEEDS_CAD();
  const BrepAssembly a = read_cad(file("caxif/s1-c5-214/FOOT.stp"));
  EXPECT_EQ(a.part_names, (std::vector<std::string>{"FOOT_FRONT_000", "FOOT_BACK_000"}));
  const test::TemporaryFolder folder;
  std::filesystem::copy_file(file("caxif/s1-c5-214/FOOT.stp"), folder / "FOOT.stp");
  EXPECT_NE(told(folder / "FOOT.stp").find("FOOT_FRONT_000.stp"), std::string::npos);
}

TEST(CadFile, ASurfaceThatIsACircleOfSplinesBoundsItsExactVolume) {
  ABUT_NEEDS_CAD();
  // A cylinder of radius 10 and height 20 as a spline, whose edges are circles by another parameter.
  const BrepAssembly a = read_cad(file("dirty_ap214/ap214_periodic_edge_propagation.stp"));
  EXPECT_NEAR(test::volume(a.parts.at(0)), 2000 * pi, 2000 * pi * 1e-8);
}

}  // namespace
}  // namespace abut
