// How many bytes an item moves at least, counted by hand from the arrays that the calls are given; the scenes' layout;
// and fields of the report that are out of the ordinary.
#include "bench/device/traffic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>

#include "bench/device/report.h"
#include "tests/support/random.h"

namespace abut::device_bench {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(DeviceTraffic, IsThatOfTheArraysOnceEach) {
  // A shape's number, three coordinates and nine of the rotation.
  EXPECT_EQ(posed_part_bytes, 4 + 12 * 8);
  // Separation, normal, two points and a bound, and the status; a pair is two numbers.
  EXPECT_EQ(answer_bytes<float>, 11 * 4 + 1);
  EXPECT_EQ(query_bytes<double>, 8 + 2 * 100 + 11 * 8 + 1);
  EXPECT_EQ(polytope_bytes, 2.0 * 128);
  EXPECT_EQ(find_bytes(3) - find_bytes(0), 3 * 8);
  EXPECT_GT(build_bytes, refit_bytes) << "a refit leaves the tree as it is";
}

TEST(DeviceParts, KeepTheirPosesInArraysOneBehindTheOther) {
  test::Random random(4);
  Parts parts(5);
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < 5; ++i) parts.set_pose(i, poses.emplace_back(Pose{random.in_cube(), random.rotation()}));
  const PartsView view = parts.view();
  EXPECT_EQ(view.count, 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    const Pose back = parts.pose(i);
    EXPECT_EQ(length(back.position - poses[i].position), 0);
    EXPECT_TRUE(view.px[i] == poses[i].position.x && view.pz[i] == poses[i].position.z);
    EXPECT_TRUE(view.body_y[i] == poses[i].position.y) << "a body is where its one part is";
    for (std::size_t k = 0; k < 9; ++k) EXPECT_EQ(view.r[k][i], poses[i].rotation.m[k]) << k;
    EXPECT_EQ(view.body[i], i);
  }
  std::vector<double> other(Parts::numbers * 5);
  std::iota(other.begin(), other.end(), 0.0);
  const PartsView moved = parts.view_of(other);
  EXPECT_TRUE(moved.px[4] == 4 && moved.pz[0] == 10 && moved.r[0][0] == 15 && moved.r[8][4] == 59);
  EXPECT_EQ(moved.shape, view.shape);
}

TEST(DeviceBoxes, AreOfDiagonalOneOneToAUnitOfVolumeAndOfTheSameShapesWhateverTheSeed) {
  const BoxScene one = make_boxes(8000, 1), two = make_boxes(8000, 2);
  ASSERT_EQ(one.shapes.size(), two.shapes.size());
  for (std::uint32_t s = 0; s < one.shapes.size(); ++s) {
    const auto v = one.shapes.vertices(s), w = two.shapes.vertices(s);
    ASSERT_EQ(v.size(), 8u);
    double diagonal = 0;
    for (const auto& p : v) diagonal = std::max(diagonal, length(p - v[0]));
    EXPECT_NEAR(diagonal, 1, 1e-6) << s;
    EXPECT_EQ(length(v[3] - w[3]), 0);
  }
  EXPECT_NE(one.parts.poses, two.parts.poses);
  double largest = 0;
  std::set<std::uint32_t> used;
  for (std::size_t i = 0; i < 8000; ++i) {
    const Vec3<double> at = one.parts.pose(i).position;
    largest = std::max({largest, std::abs(at.x), std::abs(at.y), std::abs(at.z)});
    used.insert(one.parts.shape[i]);
    // Moved a little, and turned by less.
    double moved = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double d = one.moved[k * 8000 + i] - one.parts.poses[k * 8000 + i];
      moved += d * d;
    }
    ASSERT_LT(std::sqrt(moved), small_motion);
  }
  EXPECT_LE(largest, 10);  // half of the edge of a cube of 8000
  EXPECT_GT(largest, 9.9);
  EXPECT_EQ(used.size(), one.shapes.size());
}

// One index of each of equal shares, in ascending order.
TEST(DeviceSamples, OfAnySizeAreAscendingAndOneOfEachShare) {
  for (const std::size_t count : {1u, 2u, 7u, 100u, 101u, 12345u}) {
    for (const std::size_t most : {1u, 2u, 7u, 100u}) {
      const std::vector<std::size_t> sample = sample_of(count, most);
      ASSERT_EQ(sample.size(), std::min(count, most));
      for (std::size_t i = 0; i < sample.size(); ++i) {
        EXPECT_GE(sample[i], i * count / sample.size());
        EXPECT_LT(sample[i], (i + 1) * count / sample.size());
      }
      EXPECT_EQ(sample, sample_of(count, most));
    }
  }
}

TEST(DeviceAnswerFaults, AreToldForTheFirstPairThatHasOne) {
  const PairScene scene = make_pairs("sphere", Mix::apart, 20, 3);
  const Asked asked{&scene.shapes, scene.view(0), scene.pairs, HUGE_VAL};
  const std::vector<std::size_t> sample = sample_of(20, 20);
  EXPECT_EQ(fault_of<double>(asked, Answers<double>(19), sample), "other pairs were answered than asked");
  Answers<double> answers(20);
  answers.status[7] = static_cast<std::uint8_t>(Status::iteration_limit);
  answers.status[9] = static_cast<std::uint8_t>(Status::invalid_pose);
  EXPECT_EQ(fault_of<double>(asked, answers, sample), "pair 7: status is 3");
  answers.status[7] = answers.status[9] = 0;
  answers.number[3 * 20 + 5] = HUGE_VAL;
  EXPECT_EQ(fault_of<double>(asked, answers, sample), "pair 5: number 3 of its answer is not finite");
}

TEST(DeviceReport, LargeRatesHaveNoExponentAndUnknownNumbersAreEmpty) {
  const Machine machine{"GPU", "1", "any", "abc", "today", 0};
  Measurement m{"copy | twice\nover", "", Unit::bytes};
  m.items = 1.23456e13, m.timing = {1, 0.5, 2};
  EXPECT_TRUE(has(markdown(machine, {m}), "| copy \\| twice over |  | 12346 | GB/s | 150 % |  |  |  |  |  |"))
      << markdown(machine, {m});
  EXPECT_TRUE(has(line_of(m), "12346 GB/s")) << line_of(m);
  Measurement none{"nothing", "f32", Unit::operations};
  EXPECT_EQ(measured(none), 0);
  EXPECT_TRUE(has(markdown(machine, {none}), "| nothing | f32 |  | G op/s | 0 % |"));
  none.unit = Unit::milliseconds, none.target = 3;
  EXPECT_EQ(target_ratio(none), 0) << "no time is not infinitely fast";
  EXPECT_EQ(floor_ratio(none, machine), 0);
}

TEST(DeviceReport, FilesAreReplacedWhole) {
  const std::string path = testing::TempDir() + "device_bench_report.txt";
  write_file(path, "a longer text\n");
  write_file(path, std::string("b\0c\n", 4));
  std::ifstream file(path, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), std::string("b\0c\n", 4));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace abut::device_bench
