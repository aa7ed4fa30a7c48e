// Images of known tessellations: their seeds have O = 0, and a fit that begins at centroids comes near.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

#include "abut/core/error.h"
#include "examples/polycrystal/run.h"
#include "examples/polycrystal/tess_file.h"

namespace polycrystal::testing {
namespace {

struct Known {
  Tessellation truth;
  VoxelImage image;
  Grains grains;
};

/// Eight cells, none without a voxel.
Known known(std::uint32_t voxels) {
  std::mt19937_64 random(31);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Seed> seeds;
  for (int i = 0; i < 8; ++i) {
    const double x = 0.5 * (i & 1), y = 0.25 * (i & 2), z = 0.125 * (i & 4);
    seeds.push_back({{x + 0.5 * unit(random), y + 0.5 * unit(random), z + 0.5 * unit(random)}, 0.2 * unit(random)});
  }
  Tessellation truth(Box{}, seeds);
  const VoxelImage image = image_of(truth, {voxels, voxels, voxels});
  return {truth, image, grains_of(image)};
}

/// The part of voxels that lie in another cell than their grain's.
double astray(const VoxelImage& image, std::span<const Seed> seeds) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < image.size(); ++i) {
    wrong += cell_at(seeds, image.centre(i)) + 1 != static_cast<std::uint32_t>(image.labels[i]) ? 1 : 0;
  }
  return static_cast<double>(wrong) / static_cast<double>(image.size());
}

TEST(Objective, OfTheSeedsThatAnImageIsMadeOfIsZero) {
  const Known k = known(16);
  const std::vector<Seed> seeds(k.truth.seeds().begin(), k.truth.seeds().end());
  for (const bool ask_all : {false, true}) {
    PairDistances distances;
    EXPECT_EQ(Objective(k.grains, seeds, distances, ask_all).value(), 0);
  }
}

// Two half cubes, and a bisector that is off by d: of the 2 n^2 boundary voxels one layer is off by d - h / 2.
TEST(Objective, IsTheRootMeanSquareDistanceInGrainDiameters) {
  const std::uint32_t n = 8;
  const double h = 1.0 / n, d = 0.1;
  const Tessellation truth(Box{}, {{{0.25, 0.5, 0.5}, 0}, {{0.75, 0.5, 0.5}, 0}});
  const Grains grains = grains_of(image_of(truth, {n, n, n}));
  PairDistances distances;
  const Objective o(grains, {{{0.25 + d, 0.5, 0.5}, 0}, {{0.75 + d, 0.5, 0.5}, 0}}, distances);
  const double diameter = 2 * std::cbrt(0.5 / (4.0 / 3 * 3.14159265358979323846));
  EXPECT_NEAR(o.value(), (d - h / 2) * std::sqrt(0.5) / diameter, 1e-14);
}

TEST(Objective, OfMovedSeedsIsThatOfAFreshOneAndAsksForNoMoreThanItMust) {
  const Known k = known(12);
  PairDistances distances;
  std::vector<Seed> seeds = k.grains.seeds;
  Objective moved(k.grains, seeds, distances);
  for (int turn = 0; turn < 20; ++turn) {
    seeds[static_cast<std::size_t>(turn % 8)].place.y += 0.01;
    moved(seeds);
    EXPECT_EQ(moved.value(), Objective(k.grains, seeds, distances).value());
    EXPECT_EQ(moved.value(), Objective(k.grains, seeds, distances, true).value());
  }
  EXPECT_LT(moved.effort().queries, moved.effort().voxels / 2);
}

TEST(Objective, OfASeedWithoutACellCountsTheDistancesToTheSeedAndOfTwoAtOnePlaceIsInfinite) {
  const Known k = known(8);
  PairDistances distances;
  std::vector<Seed> seeds = k.grains.seeds;
  Objective o(k.grains, seeds, distances);
  const double before = o.value();
  seeds[0].weight = 0, seeds[1].weight = 3;
  EXPECT_GT(o(seeds), before);
  EXPECT_TRUE(o.tessellation().cell(0).vanished());
  seeds[0].place = seeds[1].place;
  EXPECT_EQ(o(seeds), std::numeric_limits<double>::infinity());
}

class Methods : public ::testing::TestWithParam<const char*> {};

TEST_P(Methods, ComeFromCentroidsToAHundredthOfAVoxel) {
  if (std::string(GetParam()) == "subplex" && !have_nlopt()) GTEST_SKIP() << "built without NLopt";
  const Known k = known(16);
  PairDistances distances({false, false});
  Objective objective(k.grains, k.grains.seeds, distances);
  OptimiseOptions options;
  options.method = GetParam();
  options.most = 20000;
  const Optimum best = optimise(objective, k.grains, options);
  const double voxel = 1.0 / 16 / k.grains.diameter;
  EXPECT_GT(best.first, voxel / 5);
  EXPECT_LT(best.value, voxel / 100);
  EXPECT_EQ(best.value, objective.value());
  EXPECT_LT(astray(k.image, best.seeds), 0.01);
  for (std::size_t i = 1; i < best.history.size(); ++i) EXPECT_LT(best.history[i].value, best.history[i - 1].value);
}

INSTANTIATE_TEST_SUITE_P(All, Methods, ::testing::Values("compass", "subplex"),
                         [](const auto& of) { return std::string(of.param); });

TEST(Optimise, OptionsOutOfTheirRangesAreRefused) {
  const Known k = known(6);
  PairDistances distances;
  Objective objective(k.grains, k.grains.seeds, distances);
  OptimiseOptions o;
  o.method = "guess";
  EXPECT_THROW(optimise(objective, k.grains, o), abut::InvalidInput);
  o = {};
  o.tolerance = -1;
  EXPECT_THROW(optimise(objective, k.grains, o), abut::InvalidInput);
  o = {};
  o.least_step = 1;
  EXPECT_THROW(optimise(objective, k.grains, o), abut::InvalidInput);
}

TEST(Program, FitsAnImageAndLeavesItsFiles) {
  const std::string folder = ::testing::TempDir() + "/polycrystal_fit";
  std::filesystem::create_directories(folder);
  write_image(folder + "/image.vtk", known(10).image);
  FitOptions o;
  o.image = folder + "/image.vtk";
  o.folder = folder;
  o.optimise.most = 300;
  o.short_edge = 0.05;
  std::ostringstream out;
  const Optimum best = fit(o, out);
  EXPECT_LT(best.value, best.first);
  EXPECT_EQ(read_tess(folder + "/cells.tess").cells.size(), 8u);
  EXPECT_EQ(read_tess(folder + "/regularised.tess").cells.size(), 8u);
  for (const char* file : {"cells.vtk", "slices.svg", "history.csv"}) {
    EXPECT_GT(std::filesystem::file_size(folder + "/" + file), 100u) << file;
  }
  EXPECT_NE(out.str().find("1000 voxels, 8 grains"), std::string::npos) << out.str();
}

TEST(Program, RefusesImagesWithoutVoxels) {
  const Tessellation cube({{0, 0, 0}, {1, 1, 1}}, {{{0.5, 0.5, 0.5}, 0}});
  const auto refusal = [&](const std::array<std::uint32_t, 3>& count) {
    try {
      image_of(cube, count);
    } catch (const abut::InvalidInput& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal({1, 2, 1}), "");
  EXPECT_EQ(refusal({0, 32, 32}), "voxels are 0 by 32 by 32; allowed are 1 or more along each, and up to 2^31 in all");
  EXPECT_EQ(refusal({4000000000u, 2, 1}),
            "voxels are 4000000000 by 2 by 1; allowed are 1 or more along each, and up to 2^31 in all");
}

TEST(Program, RefusesSeedFilesThatAreNoneInALine) {
  const std::string path = ::testing::TempDir() + "/polycrystal_seeds.txt";
  const auto refusal = [&](const char* text) {
    std::ofstream(path) << text;
    try {
      read_seeds(path);
    } catch (const abut::InvalidInput& e) {
      return std::string(e.what()).substr(path.size());
    }
    return std::string();
  };
  EXPECT_EQ(refusal("1 0.1 0.2 0.3\n2 0.5 0.5 0.5 0.1\n"), "");
  EXPECT_EQ(refusal("1 0.1 0.2 0.3\n2 0.5"), ": line 2 is not \"id x y z\" or \"id x y z radius\"");
  EXPECT_EQ(refusal("1 0.1 0.2 0.3 x"), ": line 1 is not \"id x y z\" or \"id x y z radius\"");
  const std::string ascending = "; allowed are whole numbers that ascend";
  EXPECT_EQ(refusal("0.1 0.2 0.3 1"), ": line 1 has id 0.1" + ascending) << "a seed without an id";
  EXPECT_EQ(refusal("7 0.1 0.2 0.3\n7 0.5 0.2 0.3"), ": line 2 has id 7" + ascending);
  EXPECT_EQ(refusal("1 0.1 0.2 0.3 1 2"), ": line 1 is not \"id x y z\" or \"id x y z radius\"");
  EXPECT_EQ(refusal("\n"), ": there are no seeds");
}

}  // namespace
}  // namespace polycrystal::testing
