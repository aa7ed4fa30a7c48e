#include "bench/peers/set_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "bench/peers/width.h"

namespace {

using namespace peers;

const Pose upright{{0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};

/// A tetrahedron, a sphere, a capsule and a box, and two pairs of them of which the first has a truth.
Set small_set() {
  Set set;
  set.regime = Regime::near;
  set.shapes.resize(4);
  set.shapes[0].vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  set.shapes[0].triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  set.shapes[1].kind = Kind::sphere;
  set.shapes[1].radius = 0.5;
  set.shapes[2].kind = Kind::capsule;
  set.shapes[2].radius = 0.2;
  set.shapes[2].half = {0, 0, 0.3};
  set.shapes[3].kind = Kind::box;
  set.shapes[3].half = {0.1, 0.2, 0.3};
  Pose turned{{2, 0, 0}, {0, -1, 0, 1, 0, 0, 0, 0, 1}};  // a quarter about z
  set.pairs = {{1, 0, upright, turned}, {3, 2, upright, turned}};
  set.truth = {0.25};
  return set;
}

class SetFile : public testing::Test {
 protected:
  // A file of its own for each test and process: they run side by side.
  SetFile()
      : name_((std::filesystem::temp_directory_path() /
               ("abut_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + "_" +
                std::to_string(getpid()) + ".bin"))
                  .string()) {}
  ~SetFile() override { std::filesystem::remove(name_); }

  std::string why_refused() const {
    try {
      read_set(name_);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  std::string name_;
};

TEST_F(SetFile, ReadsWhatWasWritten) {
  const Set set = small_set();
  write_set(name_, set);
  const Set back = read_set(name_);
  EXPECT_EQ(back.regime, set.regime);
  EXPECT_EQ(back.truth, set.truth);
  ASSERT_EQ(back.shapes.size(), 4u);
  for (std::size_t s = 0; s < 4; ++s) {
    EXPECT_EQ(back.shapes[s].kind, set.shapes[s].kind);
    EXPECT_EQ(back.shapes[s].vertices, set.shapes[s].vertices);
    EXPECT_EQ(back.shapes[s].triangles, set.shapes[s].triangles);
    EXPECT_EQ(back.shapes[s].radius, set.shapes[s].radius);
    EXPECT_EQ(back.shapes[s].half, set.shapes[s].half);
  }
  ASSERT_EQ(back.pairs.size(), 2u);
  EXPECT_EQ(std::memcmp(back.pairs.data(), set.pairs.data(), 2 * sizeof(PosedPair)), 0);
}

TEST_F(SetFile, RefusesEveryShorterFileInOneLine) {
  write_set(name_, small_set());
  for (auto size = std::filesystem::file_size(name_); size-- > 0;) {
    std::filesystem::resize_file(name_, size);
    EXPECT_EQ(why_refused(), name_ + ": ends early") << size << " bytes";
  }
}

TEST_F(SetFile, RefusesWhatIsNoSet) {
  EXPECT_EQ(why_refused(), name_ + ": cannot be read");
  std::ofstream(name_) << "# a mesh of many vertices\n";
  EXPECT_EQ(why_refused(), name_ + ": is not a set of pairs");
  write_set(name_, small_set());
  std::ofstream(name_, std::ios::app) << '\n';
  EXPECT_EQ(why_refused(), name_ + ": goes on after its end");
  Set set = small_set();
  set.pairs[1].b = 4;
  write_set(name_, set);
  EXPECT_EQ(why_refused(), name_ + ": has a pair of a shape that is not there");
}

TEST(Width, IsTheGapAlongTheNormalForEveryKind) {
  const Set set = small_set();
  const double along[3] = {2, 0, 0};  // of any length
  // Sphere to x = 0.5; the tetrahedron, turned, from x = 2 - 1.
  EXPECT_DOUBLE_EQ(separation_along(set, set.pairs[0], along), 0.5);
  // Box to x = 0.1; the capsule, its axis along z, from x = 2 - 0.2.
  EXPECT_DOUBLE_EQ(separation_along(set, set.pairs[1], along), 1.7);
  const double back[3] = {-1, 0, 0};  // the box from x = -0.1, the capsule to x = 2.2
  EXPECT_DOUBLE_EQ(separation_along(set, set.pairs[1], back), -2.3);
  const double up[3] = {0, 0, 1};  // the box to z = 0.3, the capsule from z = -0.5
  EXPECT_DOUBLE_EQ(separation_along(set, set.pairs[1], up), -0.8);
  const double nothing[3] = {0, 0, 0};
  EXPECT_TRUE(std::isnan(separation_along(set, set.pairs[1], nothing)));
}

}  // namespace
