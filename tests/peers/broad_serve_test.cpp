// Programs that find pairs of boxes, by peers made here: their sums are those of the truth, and of one that misses
// pairs, repeats them or is a step behind they are not.
#include "bench/peers/broad/serve.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <random>

#include "bench/peers/broad/true_pairs.h"

namespace {

using namespace broad;

/// Unit cubes in a cube of edge 3, that move on a lattice.
Scene crowd(std::uint32_t steps) {
  std::mt19937 random(11);
  Scene scene;
  scene.steps = steps;
  for (int i = 0; i < 40; ++i) {
    Box& box = scene.boxes.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      box.lo[k] = static_cast<float>(random() % 192) / 64;
      box.hi[k] = box.lo[k] + 1 + 1.0f / 128;
    }
    if (steps == 0) continue;
    auto& v = scene.velocities.emplace_back();
    for (float& x : v) x = (static_cast<float>(random() % 33) - 16) / 64;
  }
  std::vector<Box> boxes = scene.boxes;
  for (std::uint32_t frame = 0; frame <= steps; ++frame) {
    if (frame > 0) step_boxes(scene, boxes);
    scene.truth.push_back(true_sum(boxes, 40));
  }
  return scene;
}

/// By brute force; the mode says what it does wrong.
class ForcePeer : public CollectingPeer {
 public:
  ForcePeer(const Scene& scene, std::string mode) : CollectingPeer(scene), mode_(std::move(mode)) {}
  void take(const std::vector<Box>& boxes) override {
    if (mode_ != "late" || boxes_.empty()) boxes_ = boxes;
    next_ = boxes;
  }
  void build() override {}
  void update() override { ++updates; }
  void search() override {
    found.clear();
    for (std::uint32_t a = 0; a < boxes_.size(); ++a) {
      for (std::uint32_t b = 0; b < a; ++b) {
        if (overlaps(boxes_[a], boxes_[b])) found.push_back({a, b});
      }
    }
    if (mode_ == "misses") found.pop_back();
    if (mode_ == "repeats") found.push_back(found.front());
    boxes_ = next_;
  }
  static int updates;

 private:
  std::string mode_;
  std::vector<Box> boxes_, next_;
};
int ForcePeer::updates = 0;

std::unique_ptr<Peer> make(const Scene& scene, const std::string& mode) {
  if (mode == "moving" && scene.steps == 0) return nullptr;
  return std::make_unique<ForcePeer>(scene, mode);
}
const Description description{"Force", "here", {{"all", "f32"}}, make};

class BroadServer : public testing::Test {
 protected:
  BroadServer() {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    base_ = (std::filesystem::temp_directory_path() / ("abut_" + test + "_" + std::to_string(getpid()))).string();
  }
  ~BroadServer() override {
    for (const char* end : {".scene", ".pairs"}) std::filesystem::remove(base_ + end);
  }
  /// The sums of all frames after a run in this mode.
  std::vector<PairSum> sums(const std::string& mode) {
    EXPECT_EQ(server_.answer("load " + mode + " " + base_ + ".scene"), "ok");
    server_.answer("run");
    std::istringstream in(server_.answer("sums"));
    std::vector<PairSum> out;
    for (PairSum s; in >> s.count >> s.hash;) out.push_back(s);
    return out;
  }
  std::vector<Pair> pairs_of(std::uint32_t frame) {
    EXPECT_EQ(server_.answer("pairs " + std::to_string(frame) + " " + base_ + ".pairs"), "ok");
    peers::detail::Reader in(base_ + ".pairs");
    std::uint64_t count = 0;
    in.take(&count, 1);
    std::vector<Pair> out;
    in.take(out, count);
    in.end();
    return out;
  }

  std::string base_;
  Server server_{description};
};

TEST_F(BroadServer, SumsOfARightPeerAreTheTruthOfEveryFrame) {
  for (const std::uint32_t steps : {0u, 4u}) {
    const Scene scene = crowd(steps);
    EXPECT_GT(scene.truth[0].count, 20u);
    write_scene(base_ + ".scene", scene);
    ForcePeer::updates = 0;
    EXPECT_EQ(sums("all"), scene.truth);
    EXPECT_EQ(ForcePeer::updates, static_cast<int>(steps)) << "built once, then brought up to date";
    std::istringstream times(server_.answer("run"));
    int count = 0;
    for (double t; times >> t; ++count) EXPECT_GE(t, 0);
    EXPECT_EQ(count, steps == 0 ? 4 : 4 * static_cast<int>(steps)) << "the first of a scene that moves is not timed";
  }
}

TEST_F(BroadServer, PlantedFaultsShowInTheSumsAndInWhatIsCompared) {
  const Scene scene = crowd(3);
  write_scene(base_ + ".scene", scene);
  const auto wrong_frames = [&](const std::string& mode) {
    const std::vector<PairSum> found = sums(mode);
    std::vector<std::size_t> out;
    for (std::size_t k = 0; k < found.size(); ++k) {
      if (found[k] != scene.truth[k]) out.push_back(k);
    }
    return out;
  };
  EXPECT_EQ(wrong_frames("misses"), (std::vector<std::size_t>{0, 1, 2, 3}));
  std::vector<Box> boxes = scene.boxes;
  for (int k = 0; k < 2; ++k) step_boxes(scene, boxes);
  Difference d = compare(boxes, pairs_of(2));
  EXPECT_TRUE(d.missing == 1 && d.extra == 0 && d.repeated == 0);
  EXPECT_EQ(wrong_frames("repeats"), (std::vector<std::size_t>{0, 1, 2, 3}));
  d = compare(boxes, pairs_of(2));
  EXPECT_TRUE(d.missing == 0 && d.extra == 0 && d.repeated == 1);
  EXPECT_EQ(wrong_frames("late"), (std::vector<std::size_t>{1, 2, 3})) << "the first frame is right by chance";
  d = compare(boxes, pairs_of(2));
  EXPECT_GT(d.missing + d.extra, 0u);
}

TEST_F(BroadServer, SaysWhatItCannotDo) {
  EXPECT_EQ(server_.answer("about"), "Force | here");
  EXPECT_EQ(server_.answer("modes"), "all:f32");
  for (const char* command : {"run", "sums", "pairs 0 x"}) {
    EXPECT_EQ(server_.answer(command), "cannot: no scene is loaded");
  }
  write_scene(base_ + ".scene", crowd(0));
  EXPECT_EQ(server_.answer("load moving " + base_ + ".scene"), "cannot: no answers for this scene");
  EXPECT_EQ(server_.answer("run"), "cannot: no scene is loaded");
  EXPECT_EQ(server_.answer("load all " + base_ + ".scene"), "ok");
  EXPECT_EQ(server_.answer("fly"), "cannot: unknown command fly");
  EXPECT_THROW(server_.answer("pairs 0 /no/such/folder/file"), std::runtime_error);
}

TEST(TruePairs, CountBoxesThatTouchAndThoseInOneAnother) {
  const std::vector<Box> boxes{{{0, 0, 0}, {1, 1, 1}},
                               {{1, 1, 1}, {2, 2, 2}},  // a corner in common
                               {{0.25f, 0.25f, 0.25f}, {0.5f, 0.5f, 0.5f}},
                               {{0.25f, 0.25f, 0.25f}, {0.5f, 0.5f, 0.5f}},  // the same again
                               {{2.001f, 0, 0}, {3, 3, 3}}};
  const std::vector<Pair> expected{{0, 1}, {0, 2}, {0, 3}, {2, 3}};
  PairSum sum;
  for (const Pair p : expected) sum.add(p);
  EXPECT_EQ(true_sum(boxes, 5), sum);
  const Difference d = compare(boxes, expected);
  EXPECT_EQ(d.missing + d.extra + d.repeated, 0u);
  // A thousand times as large: cells are chosen anew.
  std::vector<Box> large = boxes;
  for (Box& b : large) {
    for (std::size_t k = 0; k < 3; ++k) b.lo[k] *= 1000, b.hi[k] *= 1000;
  }
  EXPECT_EQ(true_sum(large, 5), sum);
}

}  // namespace
