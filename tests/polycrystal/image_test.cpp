// Voxel images in their formats, their grains, and what is refused.
#include "examples/polycrystal/image.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "abut/core/error.h"
#include "examples/polycrystal/grains.h"

namespace polycrystal::testing {
namespace {

class Images : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    const std::string path = ::testing::TempDir() + "/polycrystal_" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  std::string refusal(const std::string& path, const ImageShape& shape = {}) {
    try {
      read_image(path, shape);
    } catch (const std::exception& e) {
      return std::string(e.what()).substr(path.size());
    }
    return "";
  }
};

const std::vector<std::int32_t> six{1, 2, 3, 4, 5, 6};
constexpr std::array<std::uint32_t, 3> wide{3, 2, 1};

TEST_F(Images, OfEveryFormatAreTheSame) {
  const std::string prisms =
      "**Total header lines = 4\n**3D Volume has dimensions [3 x2 x 1] voxels\n"
      "**Calibration (microns per voxel) is [3.6, 3.5, 3.3]\n**\n1 2 3\n4\t5\t6\n";
  const VoxelImage a = read_image(file("p.txt", prisms));
  EXPECT_EQ(a.count, wide);
  EXPECT_EQ(a.labels, six);
  EXPECT_EQ(a.spacing.y, 3.5);
  // There z is the fastest, x the slowest.
  const std::string dx =
      "# a comment\nobject 1 class gridpositions counts 3 2 1\norigin 0 0 0\n"
      "object 3 class array type int rank 0 items 6 data follows\n1 4\n2 5\n3 6\nattribute \"dep\"\n";
  const VoxelImage b = read_image(file("d.txt", dx));
  EXPECT_EQ(b.count, wide);
  EXPECT_EQ(b.labels, six);
  EXPECT_EQ(read_image(file("t.txt", "1 2 3 4 5 6"), {wide, {}}).labels, six);
  EXPECT_EQ(read_image(file("b.raw", std::string("\1\2\3\4\5\6", 6)), {wide, {}}).labels, six);
  EXPECT_EQ(read_image(file("s.raw", std::string("\1\0\2\0\3\0\4\0\5\0\6\0", 12)), {wide, {}}).labels, six);
}

TEST_F(Images, AreReadBackFromVtkAsTheyWere) {
  VoxelImage a;
  a.count = wide;
  a.origin = {0.1, 0.2, 0.3};
  a.spacing = {0.5, 1, 2};
  a.labels = six;
  const std::string path = file("i.vtk", "");
  write_image(path, a);
  const VoxelImage b = read_image(path);
  EXPECT_EQ(b.count, a.count);
  EXPECT_EQ(b.labels, a.labels);
  EXPECT_NEAR(b.origin.z, 0.3, 1e-15);
  EXPECT_EQ(b.spacing.z, 2);
}

TEST_F(Images, ThatAreNoneAreRefusedInALine) {
  EXPECT_EQ(refusal(file("e.txt", "")), ": the image is empty: its header or --voxels gives it at least one voxel");
  EXPECT_EQ(refusal(file("h.txt", "1 2 3 4"), {wide, {}}), ": it ends after 4 of 6 labels");
  EXPECT_EQ(refusal(file("l.txt", "1 2 3 4 x 6"), {wide, {}}), ": it ends after 4 of 6 labels");
  EXPECT_EQ(refusal(file("m.txt", "1 2 3 4 5 6 7"), {wide, {}}), ": there are more than its 6 labels");
  EXPECT_EQ(refusal(file("r.raw", "12345"), {wide, {}}), ": 5 bytes for 6 voxels: 1, 2 or 4 each");
  EXPECT_EQ(refusal(file("v.vtk", "# vtk DataFile\nx\nBINARY\n")),
            ": a VTK file of another kind: STRUCTURED_POINTS in ASCII");
  EXPECT_EQ(refusal(file("z.txt", "1 2 3 4 5 6"), {wide, Vector{1, 0, 1}}), ": voxels have sizes above 0");
  EXPECT_EQ(refusal("/no/such/image"), ": No such file or directory");
}

VoxelImage image(std::vector<std::int32_t> labels) {
  VoxelImage out;
  out.count = {static_cast<std::uint32_t>(labels.size()), 1, 1};
  out.labels = std::move(labels);
  return out;
}

std::string refusal_of(const VoxelImage& image, const GrainOptions& options = {}) {
  try {
    grains_of(image, options);
  } catch (const abut::InvalidInput& e) {
    return e.what();
  }
  return "";
}

TEST(Grains, HaveTheirCentroidsVolumesAndBoundaries) {
  const Grains g = grains_of(image({1, 1, 1, 2, 2, 1}));
  ASSERT_EQ(g.size(), 2u);
  EXPECT_NEAR(g.seeds[0].place.x, (0.5 + 1.5 + 2.5 + 5.5) / 4, 1e-15);
  EXPECT_NEAR(g.seeds[1].place.x, 4, 1e-15);
  EXPECT_NEAR(4.0 / 3 * 3.14159265358979 * g.seeds[1].weight * g.seeds[1].weight * g.seeds[1].weight, 2, 1e-13);
  ASSERT_EQ(g.boundary_of(0).size(), 2u);
  EXPECT_EQ(g.boundary_of(0)[0].x, 2.5);
  EXPECT_EQ(g.boundary_of(0)[1].x, 5.5);
  EXPECT_EQ(g.boundary_of(1).size(), 2u);
}

TEST(Grains, OfAnImageThatRepeatsItselfAreSplitWhereTheyAreNotConnected) {
  const Grains g = grains_of(image({1, 1, 1, 2, 2, 1}), {false, true});
  EXPECT_EQ(g.labels, (std::vector<std::int32_t>{1, 2, 1}));
  EXPECT_EQ(g.of_voxel, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 2}));
}

TEST(Grains, OfNoVoxelsOfNoLabelOrWithAGapAreRefusedInALine) {
  EXPECT_EQ(refusal_of(image({})), "image has 0 labels for 0 voxels: as many, and at least one");
  EXPECT_EQ(refusal_of(image({1, 0})), "image: voxel 1 has label 0: labels are from 1");
  EXPECT_EQ(refusal_of(image({2, 5, 3})), "image: no voxel has label 4, of 2 to 5: all of them, or --gaps");
  EXPECT_EQ(refusal_of(image({2, 5, 3}), {true, false}), "");
}

}  // namespace
}  // namespace polycrystal::testing
