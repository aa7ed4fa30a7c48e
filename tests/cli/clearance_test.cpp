#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/clearance_models.h"
#include "tests/cli/program.h"

namespace abut::test {
namespace {

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> out;
  for (std::string line; std::getline(file, line);) out.push_back(line);
  return out;
}

using PagePoint = std::array<double, 2>;

/// The lines of one of a picture's two drawings.
std::vector<std::vector<PagePoint>> lines_in(const std::string& svg, const std::string& panel) {
  const std::size_t begin = svg.find("clip-path=\"url(#" + panel + ")\""), end = svg.find("<line ", begin);
  const std::string head = "<polyline points=\"";
  std::vector<std::vector<PagePoint>> out;
  for (std::size_t at = begin; (at = svg.find(head, at)) < end; ++at) {
    std::istringstream text(svg.substr(at + head.size(), svg.find('"', at + head.size()) - at - head.size()));
    out.emplace_back();
    char comma = 0;
    for (PagePoint p; text >> p[0] >> comma >> p[1];) out.back().push_back(p);
  }
  return out;
}

/// Lines of two points or more, no more than a pixel needs, and nothing of them beside the square from `left` on.
void expect_lean_lines(const std::vector<std::vector<PagePoint>>& lines, double left) {
  constexpr double top = 60, size = 460, rounding = 0.2;
  EXPECT_FALSE(lines.empty());
  for (const std::vector<PagePoint>& line : lines) {
    ASSERT_GE(line.size(), 2u);
    for (std::size_t i = 1; i < line.size(); ++i) {
      const PagePoint &p = line[i - 1], &q = line[i];
      if (i + 1 < line.size()) {
        EXPECT_GE(std::hypot(q[0] - p[0], q[1] - p[1]), 1 - rounding);
      }
      EXPECT_GE(std::max(p[0], q[0]), left - rounding);
      EXPECT_LE(std::min(p[0], q[0]), left + size + rounding);
      EXPECT_GE(std::max(p[1], q[1]), top - rounding);
      EXPECT_LE(std::min(p[1], q[1]), top + size + rounding);
    }
  }
}

TEST(CliClearance, AShaftInItsHoleIsAsFarFromTheWallAsRadiiSay) {
  const TemporaryFolder folder;
  write_block_and_shaft(folder / "");
  const Ended ended = run({"clearance", folder / "block.json", folder / "shaft.json"});
  ASSERT_EQ(ended.status, 0) << ended.error;
  EXPECT_NE(ended.out.find("pairs            1\n"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("least clearance  0.07 mm, block and shaft\n"), std::string::npos) << ended.out;
}

TEST(CliClearance, AMotionIsFollowedPoseByPose) {
  const TemporaryFolder folder;
  write_block_and_shaft(folder / "");
  folder.write(
      "poses.txt",
      "# centred, then off, then through the wall\n0.03 0 0 1 0 0 0\n0.1, 0, 0, 1, 0, 0, 0\n0.2 0 0 2 0 0 0\n");
  const Ended ended = run({"clearance", folder / "block.json", folder / "shaft.json", "--poses", folder / "poses.txt",
                           "--out", folder / "c.csv", "--picture", folder / "c.svg"});
  ASSERT_EQ(ended.status, 0) << ended.error;
  EXPECT_NE(ended.out.find("pairs            1 at 3 poses\nmeet             1\n"), std::string::npos) << ended.out;
  const std::vector<std::string> rows = lines_of(folder / "c.csv");
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0], "pose,part_a,part_b,status,clearance,ax,ay,az,bx,by,bz,feature_a,feature_b");
  const double expected[2] = {0.1, 0.03};
  for (int i = 0; i < 2; ++i) {
    const std::string head = std::to_string(i + 1) + ",\"block\",\"shaft\",complete,";
    ASSERT_EQ(rows[static_cast<std::size_t>(i) + 1].substr(0, head.size()), head);
    EXPECT_NEAR(std::stod(rows[static_cast<std::size_t>(i) + 1].substr(head.size())), expected[i], 1e-12);
  }
  EXPECT_EQ(rows[3], "3,\"block\",\"shaft\",crossing,,,,,,,,,");
  const std::string svg = content(folder / "c.svg");
  EXPECT_EQ(svg.substr(0, 4), "<svg");
  EXPECT_LT(svg.size(), 100000u);
  expect_lean_lines(lines_in(svg, "all"), 20);
  expect_lean_lines(lines_in(svg, "near"), 500);
}

TEST(CliClearance, AnAssemblysPairsAreComparedButThoseThatAreLeftOut) {
  const TemporaryFolder folder;
  write_rig(folder / "a.json");
  const Ended all = run({"clearance", folder / "a.json"});
  ASSERT_EQ(all.status, 0) << all.error;
  EXPECT_NE(all.out.find("pairs            3\n"), std::string::npos) << all.out;
  EXPECT_NE(all.out.find("least clearance  0.5 mm, rig/box and rig/ball:1\n"), std::string::npos) << all.out;
  const Ended some = run({"clearance", folder / "a.json", "--skip", "*ball*:*box"});
  EXPECT_NE(some.out.find("pairs            1\nleast clearance  1 mm"), std::string::npos) << some.out;
  const Ended near = run({"clearance", folder / "a.json", "--reach", "0.4"});
  EXPECT_NE(near.out.find("least clearance  none\n"), std::string::npos) << near.out;
}

TEST(CliClearance, PartsOfOneNameAreToldApart) {
  const TemporaryFolder folder;
  write_rig(folder / "a.json");
  std::string text = content(folder / "a.json");
  for (std::size_t at = 0; (at = text.find("rig/ball:", at)) != std::string::npos;) text.erase(at + 8, 2);
  folder.write("b.json", text);
  const Ended ended = run({"clearance", folder / "b.json", "--out", folder / "b.csv"});
  ASSERT_EQ(ended.status, 0) << ended.error;
  EXPECT_NE(ended.out.find("least clearance  0.5 mm, rig/box and rig/ball#1\n"), std::string::npos) << ended.out;
  EXPECT_NE(content(folder / "b.csv").find("1,\"rig/ball#1\",\"rig/ball#2\",complete,"), std::string::npos)
      << content(folder / "b.csv");
  // What is a name of the file is no other part's.
  text.replace(text.find("rig/box"), 7, "rig/ball#1");
  folder.write("c.json", text);
  const Ended third = run({"clearance", folder / "c.json"});
  EXPECT_NE(third.out.find("least clearance  0.5 mm, rig/ball#1 and rig/ball#2\n"), std::string::npos) << third.out;
  EXPECT_NE(third.out.find("rig/ball#3"), std::string::npos) << third.out;
}

TEST(CliClearance, ARuleThatLeavesOutNothingIsNamed) {
  const TemporaryFolder folder;
  write_rig(folder / "a.json");
  const Ended ended = run({"clearance", folder / "a.json", "--skip", "*ball*:*box", "--skip", "rig/boks:*"});
  EXPECT_EQ(ended.status, 0) << ended.error;
  EXPECT_EQ(ended.out.find("note             --skip rig/boks:* leaves out no pair\npairs            1\n"), 0u)
      << ended.out;
}

TEST(CliClearance, APartAndItselfMeet) {
  const TemporaryFolder folder;
  write_block_and_shaft(folder / "");
  for (const std::vector<std::string>& reach : {std::vector<std::string>{}, {"--reach", "0.1"}}) {
    std::vector<std::string> arguments{"clearance", folder / "block.json", folder / "block.json"};
    arguments.insert(arguments.end(), reach.begin(), reach.end());
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.out, "pairs            1\nmeet             1\nleast clearance  none\n") << ended.error;
  }
}

TEST(CliClearance, WhatTouchesWithinRoundingDoesNotMeetWithoutAReachEither) {
  const TemporaryFolder folder;
  write_two_boxes(folder / "boxes.json", 1e-12);
  const std::string clearances = "pairs            1\nleast clearance  ";
  const Ended near = run({"clearance", folder / "boxes.json"});
  EXPECT_EQ(near.out.find(clearances + "1.00"), 0u) << near.out << near.error;
  const Ended none = run({"clearance", folder / "boxes.json", "--reach", "0"});
  EXPECT_EQ(none.out, clearances + "none\n") << none.error;
}

TEST(CliClearance, QuaternionsMayBeOfAnyLength) {
  const TemporaryFolder folder;
  write_block_and_shaft(folder / "");
  folder.write("poses.txt", "0 0 0 1e-200 0 0 0\n0 0 0 1e300 0 0 0\n0 0 0 0 0 0 5e-324\n");
  const Ended ended = run({"clearance", folder / "block.json", folder / "shaft.json", "--poses", folder / "poses.txt"});
  ASSERT_EQ(ended.status, 0) << ended.error;
  EXPECT_NE(ended.out.find("pairs            1 at 3 poses\nleast clearance  0.07 mm"), std::string::npos) << ended.out;
}

TEST(CliClearance, TheTableAndThePictureAreTwoFilesHoweverTheyAreSpelt) {
  const TemporaryFolder folder;
  write_block_and_shaft(folder / "");
  std::filesystem::create_symlink("c", folder / "link");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const auto both = [](const std::string& out, const std::string& picture) {
    return run({"clearance", "block.json", "shaft.json", "--out", out, "--picture", picture});
  };
  for (const auto& [out, picture] : {std::pair{"c", "./c"}, {"c", "link"}, {"c.partial", "c"}, {"c", "c.partial"}}) {
    for (const std::string& from : {std::string(out), folder / out}) {
      expect_refused(both(from, picture), {"--picture is the other output ", out, "; allowed is another file"});
      EXPECT_FALSE(std::filesystem::exists("c"));
    }
  }
  EXPECT_EQ(both("/dev/null", "/dev/null").status, 0);
  const Ended nowhere = both("none/../c", "none/c");
  EXPECT_NE(nowhere.error.find("none/../c: cannot be written"), std::string::npos) << nowhere.error;
  EXPECT_EQ(both("c", "d").status, 0);
  std::filesystem::current_path(before);
}

TEST(CliClearance, BadInputIsNamedInOneLine) {
  const TemporaryFolder folder;
  write_block_and_shaft(folder / "");
  folder.write("short.txt", "0 0 0 1 0 0\n");
  folder.write("zero.txt", "0 0 0 1 0 0 0\n0 0 0 0 0 0 0\n");
  folder.write("none.txt", "# nothing\n");
  folder.write("far.txt", "0 0 1e300 1 0 0 0\n");
  const std::string block = folder / "block.json", shaft = folder / "shaft.json";
  const auto error = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "clearance");
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.status, 2) << ended.out;
    EXPECT_EQ(std::count(ended.error.begin(), ended.error.end(), '\n'), 1) << ended.error;
    return ended.error;
  };
  EXPECT_NE(error({block, shaft, "--poses", folder / "short.txt"}).find(":1: the quaternion's k is missing"),
            std::string::npos);
  EXPECT_NE(error({block, shaft, "--poses", folder / "zero.txt"}).find(":2: the quaternion is 0 0 0 0"),
            std::string::npos);
  EXPECT_NE(error({block, shaft, "--poses", folder / "none.txt"}).find("a pose is needed"), std::string::npos);
  EXPECT_NE(error({block, "--poses", folder / "zero.txt"}).find("--poses: moves the second file's parts"),
            std::string::npos);
  EXPECT_NE(error({block, shaft, "--skip", "block"}).find("--skip: 'block' is no pair of names"), std::string::npos);
  EXPECT_NE(error({block, shaft, "--skip", "*:*", "--picture", folder / "p.svg"}).find("--picture: no pair has a clea"),
            std::string::npos);
  EXPECT_NE(error({block}).find("block.json: has one part in one place, and so no pair"), std::string::npos);
  EXPECT_NE(error({block, shaft, "--out", folder / "no/c.csv"}).find("c.csv: cannot be written"), std::string::npos);
  EXPECT_NE(error({block, shaft, "--poses", folder / "far.txt"}).find(":1: the position's z is beyond 1e50"),
            std::string::npos);
  EXPECT_NE(error({block, shaft, "--out", shaft}).find("--out"), std::string::npos);
}

}  // namespace
}  // namespace abut::test
