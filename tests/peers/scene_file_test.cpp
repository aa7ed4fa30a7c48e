#include "bench/peers/broad/scene_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "bench/peers/broad/true_pairs.h"

namespace {

using namespace broad;

/// Two boxes that meet after the second step.
Scene small_scene() {
  Scene scene;
  scene.layout = Layout::polydisperse;
  scene.steps = 2;
  scene.boxes = {{{0, 0, 0}, {1, 1, 1}}, {{1.5f, 0.5f, 0.5f}, {5.5f, 4.5f, 4.5f}}};
  scene.velocities = {{0.375f, 0, 0}, {0, -0.25f, 0}};
  scene.truth = {{0, 0}, {0, 0}, {1, 7}};
  return scene;
}

/// Boxes of very different sizes, in a cube of edge 2; one lies apart.
std::vector<Box> boxes_of_all_sizes(std::size_t count) {
  std::mt19937 random(5);
  const auto unit = [&] { return static_cast<float>(random() % 4096) / 4096; };
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    Box& box = boxes.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      box.lo[k] = i == 0 ? 2.5f : unit();
      const float edge = unit();
      box.hi[k] = box.lo[k] + (i % 10 == 0 ? edge : 0.1f * edge);
    }
  }
  return boxes;
}

std::vector<Pair> by_force(const std::vector<Box>& boxes) {
  std::vector<Pair> out;
  for (std::uint32_t a = 0; a < boxes.size(); ++a) {
    for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
      if (overlaps(boxes[a], boxes[b])) out.push_back({a, b});
    }
  }
  return out;
}

class SceneFile : public testing::Test {
 protected:
  // A file of its own for each test and process: they run side by side.
  SceneFile()
      : name_((std::filesystem::temp_directory_path() /
               ("abut_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + "_" +
                std::to_string(getpid()) + ".bin"))
                  .string()) {}
  ~SceneFile() override { std::filesystem::remove(name_); }

  std::string why_refused() const {
    try {
      read_scene(name_);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  std::string name_;
};

TEST_F(SceneFile, ReadsWhatWasWritten) {
  const Scene scene = small_scene();
  write_scene(name_, scene);
  const Scene back = read_scene(name_);
  EXPECT_EQ(back.layout, scene.layout);
  EXPECT_EQ(back.steps, scene.steps);
  EXPECT_EQ(back.velocities, scene.velocities);
  EXPECT_EQ(back.truth, scene.truth);
  ASSERT_EQ(back.boxes.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(back.boxes[i].lo, scene.boxes[i].lo);
    EXPECT_EQ(back.boxes[i].hi, scene.boxes[i].hi);
  }
}

TEST_F(SceneFile, RefusesEveryShorterFileInOneLine) {
  write_scene(name_, small_scene());
  for (auto size = std::filesystem::file_size(name_); size-- > 0;) {
    std::filesystem::resize_file(name_, size);
    EXPECT_EQ(why_refused(), name_ + ": ends early") << size << " bytes";
  }
}

TEST_F(SceneFile, RefusesWhatIsNoScene) {
  EXPECT_EQ(why_refused(), name_ + ": cannot be read");
  std::ofstream(name_) << "# a mesh of many vertices\n";
  EXPECT_EQ(why_refused(), name_ + ": is not a scene of boxes");
  write_scene(name_, small_scene());
  std::ofstream(name_, std::ios::app) << '\n';
  EXPECT_EQ(why_refused(), name_ + ": goes on after its end");
  Scene scene = small_scene();
  scene.boxes[1].hi[2] = 0;
  write_scene(name_, scene);
  EXPECT_EQ(why_refused(), name_ + ": has a box that is none");
}

TEST(Scenes, BoxesMoveByTheirVelocities) {
  const Scene scene = small_scene();
  std::vector<Box> boxes = scene.boxes;
  for (const bool meet : {false, false, true}) {
    EXPECT_EQ(overlaps(boxes[0], boxes[1]), meet);
    step_boxes(scene, boxes);
  }
  EXPECT_EQ(boxes[1].hi, (std::array<float, 3>{5.5f, 3.75f, 4.5f}));
}

TEST(PairSums, TellPairsApartButNotTheirOrder) {
  const auto sum_of = [](const std::vector<Pair>& pairs) {
    PairSum sum;
    for (const Pair p : pairs) sum.add(p);
    return sum;
  };
  const PairSum sum = sum_of({{1, 2}, {3, 4}});
  EXPECT_EQ(sum.count, 2u);
  EXPECT_EQ(sum, sum_of({{4, 3}, {1, 2}}));
  EXPECT_NE(sum, sum_of({{1, 2}, {3, 5}}));
  EXPECT_NE(sum_of({{1, 4}}), sum_of({{2, 3}}));
  EXPECT_NE(sum_of({{1, 4}, {3, 6}}), sum_of({{1, 6}, {3, 4}}));
  EXPECT_NE(sum, sum_of({{1, 2}, {1, 2}}));
}

TEST(TruePairs, AreThoseOfBruteForceWhateverTheSizes) {
  const std::vector<Box> boxes = boxes_of_all_sizes(600);
  PairSum expected;
  for (const Pair p : by_force(boxes)) expected.add(p);
  EXPECT_GT(expected.count, 1000u);
  EXPECT_EQ(true_sum(boxes, 20), expected);
  EXPECT_EQ(true_sum({}, 20).count, 0u);
}

TEST(TruePairs, TellWhatIsMissingExtraAndRepeated) {
  const std::vector<Box> boxes = boxes_of_all_sizes(200);
  std::vector<Pair> pairs = by_force(boxes);
  for (Pair& p : pairs) std::swap(p.a, p.b);
  pairs.front() = pairs[1];  // the first is missing, the second twice
  pairs.push_back(pairs[1]);
  pairs.push_back({0, 1});  // box 0 lies apart
  const Difference d = compare(boxes, pairs);
  EXPECT_EQ(d.missing, 1u);
  EXPECT_EQ(d.extra, 1u);
  EXPECT_EQ(d.repeated, 2u);
}

}  // namespace
