// CoACD itself, as it comes from PyPI, by the program: `./run long` sets it up. What stands for it elsewhere is
// tests/cli/other_engine_test.cpp.
#include <gtest/gtest.h>

#include <cstdlib>

#include "abut/io.h"
#include "tests/cli/program.h"
#include "tests/decompose/solids.h"

namespace abut::test {
namespace {

class RealCoacd : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::string(ABUT_COACD_PYTHON).empty()) GTEST_SKIP() << "no Python with CoACD: ./run long sets one up";
    ::setenv("ABUT_PYTHON", ABUT_COACD_PYTHON, 1);
  }
  void TearDown() override { ::unsetenv("ABUT_PYTHON"); }

  nlohmann::json decompose(const Mesh& mesh, const std::string& engine, std::vector<std::string> more = {}) {
    write_obj({mesh}, folder / "mesh.obj");
    std::vector<std::string> arguments{"decompose", folder / "mesh.obj", "--engine", engine, "--mode", "fit", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return json_of(run(arguments));
  }
  TemporaryFolder folder;
};

/// Its cut is beside the edge by a hundredth of the body, as it samples; the volume and the concavity tell.
TEST_F(RealCoacd, CutsAnAngleIntoTwo) {
  const nlohmann::json json = decompose(angle_mesh(), "coacd", {"--out", folder / "out"});
  EXPECT_EQ(json["engine"], "coacd");
  EXPECT_EQ(json["parts"], 2);
  EXPECT_NEAR(json["volume_ratio"].get<double>(), 1, 0.02);
  EXPECT_LT(json["relative_concavity"].get<double>(), 0.05);
  EXPECT_LT(json["largest_gap"].get<double>(), 0.05);
  EXPECT_GT(json["seconds"].get<double>(), 0);
  EXPECT_EQ(json_of(run({"detect", folder / "out/scene.json", "--json"}))["parts"], 2);
}

TEST_F(RealCoacd, LeavesAConvexBodyWhole) {
  const nlohmann::json json = decompose(box_mesh({0, 0, 0}, {1, 2, 3}), "coacd");
  EXPECT_EQ(json["parts"], 1);
  EXPECT_NEAR(json["volume_ratio"].get<double>(), 1, 1e-3);
}

TEST_F(RealCoacd, KeepsALimitOnPartsAndGivesTheSameTwice) {
  const Mesh torus = torus_mesh(2, 0.7, 24, 12);
  const nlohmann::json one = decompose(torus, "coacd", {"--parts", "6"}),
                       two = decompose(torus, "coacd", {"--parts", "6"});
  EXPECT_LE(one["parts"].get<int>(), 6);
  EXPECT_GE(one["parts"].get<int>(), 3);
  for (const char* key : {"parts", "volume_ratio", "concavity", "largest_gap"}) EXPECT_EQ(one[key], two[key]) << key;
}

TEST_F(RealCoacd, IsStoppedAtATimeLimit) {
  write_obj({torus_mesh(2, 0.7, 60, 40)}, folder / "mesh.obj");
  const Ended ended = run({"decompose", folder / "mesh.obj", "--engine", "coacd", "--time-limit", "0.2"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_NE(ended.error.find("stopped after 0.2 s"), std::string::npos) << ended.error;
  EXPECT_LT(ended.seconds, 10);
}

}  // namespace
}  // namespace abut::test
