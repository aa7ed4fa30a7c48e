// The command line, how far a run goes, and what the program says when it cannot go on.
#include "examples/dem/options.h"

#include <gtest/gtest.h>

#include <cmath>

#include "examples/dem/cpu_machine.h"
#include "examples/dem/program.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"

namespace dem {
namespace {

using abut::test::complaint;
using abut::test::TemporaryFolder;

/// Nothing where the program has nothing to do, and what it has said.
struct Parsed {
  std::optional<Options> options;
  int code = -1;
  std::string said;
};
Parsed parsed(std::vector<std::string> words) {
  words.insert(words.begin(), "dem");
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  Parsed out;
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  out.options = parse(static_cast<int>(argv.size()), argv.data(), out.code);
  out.said = testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr();
  return out;
}

TEST(DemOptions, TakeEachWordToItsSetting) {
  const auto given = parsed({"spheres",
                             "--bodies",
                             "7",
                             "--seconds",
                             "0.5",
                             "--step",
                             "1e-6",
                             "--seed",
                             "9",
                             "--interval",
                             "0.2",
                             "--filled",
                             "0.75",
                             "--density",
                             "1000",
                             "--law",
                             "volume-at-centroid",
                             "--stiffness",
                             "11",
                             "--volume-stiffness",
                             "12",
                             "--tangential-ratio",
                             "0.1",
                             "--friction",
                             "0.2",
                             "--restitution",
                             "0.3",
                             "--concavity",
                             "0.04",
                             "--gravity",
                             "-2",
                             "--restart",
                             "r",
                             "--until",
                             "0.25",
                             "--out",
                             "o",
                             "--samples",
                             "3",
                             "--frames",
                             "4",
                             "--restarts",
                             "5",
                             "--threads",
                             "2"});
  ASSERT_TRUE(given.options) << given.said;
  const Options& o = *given.options;
  const Settings& s = o.settings;
  EXPECT_TRUE(s.preset == Settings::spheres && s.bodies == 7 && s.seconds == 0.5 && s.step == 1e-6 && s.seed == 9);
  EXPECT_TRUE(s.batch_interval == 0.2 && s.filled == 0.75 && s.concavity == 0.04);
  const Material& m = s.material;
  EXPECT_TRUE(m.law == NormalLaw::volume_at_centroid && m.density == 1000 && m.stiffness == 11);
  EXPECT_TRUE(m.volume_stiffness == 12 && m.tangential_ratio == 0.1 && m.friction == 0.2 && m.restitution == 0.3);
  EXPECT_TRUE(s.gravity.x == 0 && s.gravity.y == 0 && s.gravity.z == -2);
  EXPECT_TRUE(o.restart == "r" && o.until == 0.25 && o.folder == "o");
  EXPECT_TRUE(o.samples == 3 && o.frames == 4 && o.restarts == 5 && o.threads == 2);
}

TEST(DemOptions, OfThePlaneHaveItsDefaultsUnlessTheyAreGivenAndGravityAlongY) {
  const auto plain = parsed({"polygons"}),
             given = parsed({"polygon-collision", "--stiffness", "5e4", "--gravity", "-3"}),
             by_area = parsed({"--volume-stiffness", "1e10", "polygons", "--law", "volume"});
  ASSERT_TRUE(plain.options && given.options && by_area.options);
  const auto expect = [](const Settings& s, double stiffness, double volume_stiffness, double gravity) {
    EXPECT_EQ(s.material.stiffness, stiffness);
    EXPECT_EQ(s.material.volume_stiffness, volume_stiffness);
    EXPECT_TRUE(s.gravity.x == 0 && s.gravity.y == gravity && s.gravity.z == 0);
  };
  expect(plain.options->settings, 2e6, 1e9, -9.81);
  expect(given.options->settings, 5e4, 1e9, -3);  // what is given is kept, even where it is space's default
  expect(by_area.options->settings, 2e6, 1e10, -9.81);
  const auto space = parsed({});
  ASSERT_TRUE(space.options);
  EXPECT_EQ(space.options->settings.preset, Settings::pyramids);
  EXPECT_TRUE(std::isinf(space.options->until));
}

TEST(DemOptions, OfFacetsHaveTheirStiffnessAndStepUnlessTheyAreGiven) {
  const auto parts = parsed({"grains"}), plain = parsed({"grains", "--contacts", "facets"}),
             given =
                 parsed({"grains", "--contacts", "facets", "--zone", "1e-3", "--step", "5e-5", "--stiffness", "5e4"});
  ASSERT_TRUE(parts.options && plain.options && given.options);
  const auto expect = [](const Settings& s, Settings::Contacts contacts, double zone, double stiffness, double step) {
    EXPECT_EQ(s.contacts, contacts);
    EXPECT_EQ(s.zone, zone);
    EXPECT_EQ(s.material.stiffness, stiffness);
    EXPECT_EQ(s.step, step);
  };
  expect(parts.options->settings, Settings::parts, 8e-4, 5e4, 5e-5);
  expect(plain.options->settings, Settings::facets, 8e-4, 5e6, 2e-6);
  expect(given.options->settings, Settings::facets, 1e-3, 5e4, 5e-5);  // kept, even where it is that of parts
}

TEST(DemOptions, ThatAreNoneEndTheProgramWithTwoAndHelpWithZero) {
  const std::pair<std::vector<std::string>, const char*> bad[] = {{{"cubes"}, "cubes"},
                                                                  {{"--bodies", "many"}, "many"},
                                                                  {{"--law", "hertz"}, "hertz"},
                                                                  {{"--contacts", "hulls"}, "hulls"},
                                                                  {{"--zone", "wide"}, "wide"},
                                                                  {{"--until", "0"}, "--until"},
                                                                  {{"--threads", "-1"}, "--threads"},
                                                                  {{"--no-such"}, "--no-such"},
                                                                  {{"--bodies", "1.5"}, "--bodies"},
                                                                  {{"--bodies", "0x10"}, "from 1 to 10000000"},
                                                                  {{"--bodies", "0"}, "'0'"},
                                                                  {{"--bodies", "10000001"}, "from 1 to 10000000"},
                                                                  {{"--threads", "1.5"}, "from 0 to 65536"},
                                                                  {{"--step"}, "--step"}};
  for (const auto& [words, part] : bad) {
    const Parsed p = parsed(words);
    EXPECT_FALSE(p.options) << words[0];
    EXPECT_EQ(p.code, 2) << words[0];
    EXPECT_NE(p.said.find(part), std::string::npos) << p.said;
  }
  const Parsed help = parsed({"--help"});
  EXPECT_FALSE(help.options);
  EXPECT_EQ(help.code, 0);
  EXPECT_NE(help.said.find("--tangential-ratio"), std::string::npos);
}

TEST(DemOptions, ThatCountAreNeverBelowZero) {
  for (const char* option : {"--bodies", "--seed", "--samples", "--frames", "--restarts", "--threads"}) {
    for (const char* number : {"-5", " -1", "+1", "", "99999999999999999999"}) {
      const Parsed p = parsed({option, number});
      EXPECT_FALSE(p.options) << option << ' ' << number;
      EXPECT_EQ(p.code, 2);
      EXPECT_NE(p.said.find(std::string("'") + number + "', allowed are whole numbers from "), std::string::npos)
          << p.said;
    }
  }
  EXPECT_TRUE(parsed({"--bodies", "10000000", "--seed", "9999999999999999999", "--frames", "0"}).options);
}

TEST(DemProgress, TellsEachTenthOnceWhereItIsNotSeenOnATerminal) {
  testing::internal::CaptureStderr();
  {
    Progress progress(100, 300);
    for (std::uint64_t step = 101; step <= 300; ++step) progress.show(step, 0.5 * static_cast<double>(step), 42);
  }
  const std::string said = testing::internal::GetCapturedStderr();
  std::istringstream lines(said);
  int tenths = 0;
  for (std::string line; std::getline(lines, line);) {
    ++tenths;
    std::string bar(20, '.');
    std::fill_n(bar.begin(), 2 * tenths, '#');
    char begins[80];
    std::snprintf(begins, sizeof begins, "[%s] %3d %%  t %.4g s  42 bodies  ", bar.c_str(), 10 * tenths,
                  50.0 + 10 * tenths);
    EXPECT_EQ(line.rfind(begins, 0), 0u) << line << '\n' << begins;
  }
  EXPECT_EQ(tenths, 10);
}

TEST(DemProgram, EndsAtTheStepNearestToUntilAndNotBeforeItBegins) {
  Options options;
  Settings settings;
  settings.step = 0.1;
  options.restart = "file";
  EXPECT_EQ(last_step(options, settings, 3, 50), 50u) << "without a limit";
  for (const auto& [until, end] : {std::pair{0.4, 4u}, {0.449, 4u}, {0.451, 5u}, {4.96, 50u}, {99.0, 50u}}) {
    options.until = until;
    EXPECT_EQ(last_step(options, settings, 3, 50), end) << until;
  }
  options.until = 0.3;
  EXPECT_EQ(complaint([&] { last_step(options, settings, 3, 50); }),
            "until is 0.3 s: has to be after 0.3 s, where the run begins");
  EXPECT_EQ(complaint([&] { last_step(options, settings, 50, 50); }), "file: that run is at its end");
  EXPECT_EQ(every(100, 0), 0u);
  EXPECT_EQ(every(100, 7), 14u);
  EXPECT_EQ(every(100, 1000), 1u) << "not more often than there are steps";
}

/// The program with a machine that is not to be asked for.
std::pair<int, std::string> ran(std::vector<std::string> words) {
  words.insert(words.begin(), "dem");
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  testing::internal::CaptureStderr();
  const int code = program(static_cast<int>(argv.size()), argv.data(), "name",
                           [](const auto&, const auto&, const auto&) { ADD_FAILURE() << "nothing is to be run"; });
  return {code, testing::internal::GetCapturedStderr()};
}

TEST(DemProgram, SaysInOneLineWhyItCannotRun) {
  const TemporaryFolder folder;
  const std::string file = folder / "r.dem";
  EXPECT_EQ(ran({"--restart", file}),
            (std::pair{1, "name: " + file + ": cannot be read: No such file or directory\n"}));
  EXPECT_EQ(ran({"spheres", "--law", "volume"}),
            (std::pair{1, std::string(
                              "name: the preset is spheres: with a law by volume all bodies have to be polyhedra\n")}));
  EXPECT_EQ(ran({"--friction", "-1"}),
            (std::pair{1, std::string("name: friction is -1: has to be 0 or more and finite\n")}));
  EXPECT_EQ(ran({"pyramids", "--contacts", "facets"}),
            (std::pair{1, std::string("name: contacts are between facets: the preset has to be grains\n")}));
  EXPECT_EQ(ran({"grains", "--contacts", "facets", "--zone", "0"}),
            (std::pair{1, std::string("name: zone (m) is 0: has to be above 0 and at most 0.05\n")}));
  // A file whose settings make another number of bodies than it holds.
  Settings s;
  s.bodies = 5, s.seconds = 1;
  Snapshot snapshot;
  snapshot.states.resize(4);
  write_restart(file, s, snapshot);
  EXPECT_EQ(ran({"--restart", file}),
            (std::pair{1, "name: " + file + ": holds 4 bodies where its settings make 10\n"}));
  EXPECT_EQ(ran({"--nothing"}).first, 2);
}

}  // namespace
}  // namespace dem
