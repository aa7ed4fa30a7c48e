// What the command line takes: every option with its default in the help, numbers, words, options that go together, and
// where things may stand. What a value means is tested with its command.
#include <gtest/gtest.h>

#include <regex>

#include "tests/cli/program.h"

namespace abut::test {
namespace {

using Words = std::vector<std::string>;

Words with(Words command, const Words& more) {
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

struct Command {
  Words words;
  std::vector<const char*> options;    ///< as the help begins their lines
  std::vector<const char*> arguments;  ///< of the usage
};

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      {{"scene", "grains"},
       {"--count N=1000", "--seed S=1", "--fraction F=0.5", "--grains DIR", "--concavity C=0", "--out SCENE REQUIRED"},
       {}},
      {{"scene", "particles"},
       {"--shapes FILE", "--quaternion ORDER", "--quaternion-columns NAMES", "--first-shape N=", "--frame N",
        "--alert-distance D=0", "--out SCENE REQUIRED"},
       {"LIST"}},
      {{"scene", "meshes"}, {"--as NAME=parts", "--alert D=0", "--out SCENE REQUIRED"}, {"MESH..."}},
      {{"detect"},
       {"--out DIR", "--backend NAME=cpu", "--precision NAME", "--threads N", "--repeat N=0", "--patches",
        "--margin D=0 Needs: --patches", "--patch-points N=0 Needs: --patches", "--surfaces Needs: --out",
        "--hdf5 Needs: --out", "--deflate N=0", "--json"},
       {"SCENE"}},
      {{"verify"},
       {"--backend NAME=cpu", "--precision NAME", "--threads N", "--sample N", "--seed S=1", "--json"},
       {"FILE"}},
      {{"torture"},
       {"--pairs N=100000", "--seed S=1", "--class C", "--precision NAME=both", "--warm", "--queries-only",
        "--threads N", "--out DIR", "--json"},
       {}},
      {{"info"}, {"--json", "--time-limit S=600"}, {"FILE..."}},
      {{"decompose"},
       {"--mode NAME=cover", "--concavity C=0.05", "--parts N=0", "--vertices N=256", "--no-cuts", "--engine NAME=abut",
        "--surface", "--thickness T=0", "--wrap", "--resolution N=48", "--time-limit S=600", "--out OUT", "--json"},
       {"FILE"}},
      {{"report"},
       {"-o,--out FILE REQUIRED", "--scene FILE", "--sample N=2000 Excludes: --no-verify", "--no-verify",
        "--backend NAME=cpu", "--precision NAME", "--threads N", "--time-limit S=600"},
       {"RESULT"}},
      {{"explain"},
       {"--pair A B", "--parts A B", "--case NAME", "--precision NAME", "--nearest", "--svg FILE", "--json",
        "--stages"},
       {"[FILE]"}},
      {{"convert"},
       {"--deflate N=0", "--surface", "--part NAME Needs: --surface", "--unit M Needs: --surface",
        "--time-limit S=600"},
       {"FROM", "TO"}},
      {{"clearance"},
       {"--poses FILE", "--skip NAME:NAME", "--reach MM", "--rows N=10", "--threads N=0", "--time-limit S=600",
        "--out FILE", "--picture FILE"},
       {"A", "[B]"}},
      {{"query"},
       {"--out CONTACTS REQUIRED", "--fields NAMES", "--precision NAME", "--alert D", "--threads N", "--deflate N=0",
        "--piece N=65536", "--json"},
       {"PAIRS"}}};
  return all;
}

/// "--count N=1000" of the line of that option; -h is everyone's.
Words option_lines(const std::string& help) {
  Words lines;
  std::istringstream in(help);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("  -") && !line.starts_with("  -h,--help")) lines.push_back(line.substr(2));
  }
  return lines;
}

TEST(CliOptions, TheHelpHasEveryOptionWithItsDefaultAndNoOther) {
  for (const Command& command : commands()) {
    const Ended ended = run(with(command.words, {"--help"}));
    const Words lines = option_lines(ended.out);
    ASSERT_EQ(lines.size(), command.options.size()) << ended.out;
    for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i].find(command.options[i]), 0u) << lines[i];
    const std::string usage =
        ended.out.substr(ended.out.find("Usage: "), ended.out.find("\n\n", ended.out.find("Usage: ")));
    for (const char* argument : command.arguments) EXPECT_NE(usage.find(argument), std::string::npos) << usage;
    EXPECT_NE(ended.out.find("Example"), std::string::npos) << "no example: " << command.words[0];
  }
}

TEST(CliOptions, TheExamplesOfTheHelpUseOptionsThatTheCommandHas) {
  const std::regex option(R"(\s(--?[a-z][a-z0-9-]*))");
  for (const Command& command : commands()) {
    const std::string help = run(with(command.words, {"--help"})).out;
    std::istringstream lines(help.substr(help.rfind("Example")));
    std::size_t examples = 0;
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("  abut " + command.words[0])) continue;
      ++examples;
      for (std::sregex_iterator at(line.begin(), line.end(), option), end; at != end; ++at) {
        EXPECT_TRUE(std::regex_search(help, std::regex("\n  (-o,)?" + (*at)[1].str() + "\\b")) || (*at)[1] == "-o")
            << line;
      }
    }
    EXPECT_GT(examples, 0u) << help;
  }
}

TEST(CliOptions, HelpAsksForNothingElseAndReadsNothing) {
  for (const Command& command : commands()) {
    const std::string help = run(with(command.words, {"-h"})).out;
    for (const Words& words :
         {with(command.words, {"/none", "--help"}), with(command.words, {"--help", "--no-such-option"})}) {
      const Ended ended = run(words);
      EXPECT_EQ(ended.status, 0) << ended.error;
      EXPECT_EQ(ended.out, help);
      EXPECT_EQ(ended.error, "");
    }
  }
  const std::string all = run({"--help"}).out;
  for (const Command& command : commands()) EXPECT_NE(all.find("\n  " + command.words[0] + " "), std::string::npos);
  for (const char* status : {"Exit status: 0", "1 when `verify` or `torture`", "2 on bad input", "130 after"})
    EXPECT_NE(all.find(status), std::string::npos) << status;
}

TEST(CliOptions, TheVersionIsThatOfTheProject) {
  const std::string project = content(std::string(ABUT_TEST_DATA) + "/../CMakeLists.txt");
  std::smatch version;
  ASSERT_TRUE(std::regex_search(project, version, std::regex(R"(project\(Abut VERSION ([0-9.]+))")));
  EXPECT_EQ(run({"--version"}).out, "abut " + version[1].str() + "\n");
  expect_refused(run({"detect", "--version"}), {"--version", "SCENE is required"});
}

constexpr const char *any_size = "0 to 9999999999999999999", *of_32_bits = "0 to 4294967295",
                     *of_threads = "1 to 65536";

/// An option that takes a whole number, with all that its command needs before it.
struct WholeNumber {
  Words command;
  const char* option;
  const char* range;
};

const std::vector<WholeNumber>& whole_numbers() {
  static const std::vector<WholeNumber> all = {
      {{"scene", "grains", "--out", "/none/s"}, "--count", "1 to 1000000000"},
      {{"scene", "grains", "--out", "/none/s"}, "--seed", any_size},
      {{"scene", "particles", "l", "--out", "/none/s"}, "--first-shape", any_size},
      {{"scene", "particles", "l", "--out", "/none/s"}, "--frame", any_size},
      {{"detect", "s.json"}, "--threads", of_threads},
      {{"detect", "s.json"}, "--repeat", "0 to 1000000"},
      {{"detect", "s.json", "--patches"}, "--patch-points", of_32_bits},
      {{"detect", "s.json"}, "--deflate", "0 to 9"},
      {{"verify", "s.json"}, "--sample", any_size},
      {{"verify", "s.json"}, "--seed", any_size},
      {{"verify", "s.json"}, "--threads", of_threads},
      {{"torture", "--class", "cones", "--queries-only"}, "--pairs", any_size},
      {{"torture", "--pairs", "0"}, "--seed", any_size},
      {{"torture", "--pairs", "0"}, "--threads", of_threads},
      {{"decompose", "m.obj"}, "--parts", of_32_bits},
      {{"decompose", "m.obj"}, "--vertices", of_32_bits},
      {{"decompose", "m.obj", "--wrap"}, "--resolution", "4 to 256"},
      {{"report", "r", "-o", "/none/p"}, "--sample", any_size},
      {{"report", "r", "-o", "/none/p"}, "--threads", of_threads},
      {{"convert", "s.json", "s.h5"}, "--deflate", "0 to 9"},
      {{"query", "p.h5", "--out", "/none/c"}, "--threads", of_threads},
      {{"query", "p.h5", "--out", "/none/c"}, "--deflate", "0 to 9"},
      {{"query", "p.h5", "--out", "/none/c"}, "--piece", "1 to 16777216"}};
  return all;
}

TEST(CliOptions, WholeNumbersAreDecimalDigitsAndNothingElse) {
  const char* const bad[] = {"-1", "+1", "0x10", "007", "1e3", "1.5", " 1", "1 ", "", "99999999999999999999", "one"};
  std::size_t next = 0;
  for (const auto& [command, option, range] : whole_numbers()) {
    for (int k = 0; k < 2; ++k) {
      const char* const value = bad[next++ % std::size(bad)];
      const std::string quoted = std::string("'") + value + "', allowed are whole numbers from " + range + " (";
      expect_refused(run(with(command, {option, value})), {option, quoted.c_str()});
    }
  }
}

TEST(CliOptions, NumbersThatTheOptionCannotHoldAreRefusedAndNotCut) {
  // 2^32 + 4 and so on: what is left of it in 32 bits is allowed.
  for (const auto& [command, option, range] : whole_numbers()) {
    if (std::string(range) == any_size) continue;
    expect_refused(run(with(command, {option, "4294967304"})), {option, "'4294967304'", range});
  }
  expect_refused(run({"detect", "s.json", "--threads", "65537"}), {"--threads", "65537", "1 to 65536"});
  expect_refused(run({"detect", "s.json", "--repeat", "1000001"}), {"--repeat", "0 to 1000000"});
  expect_refused(run({"decompose", "m.obj", "--wrap", "--resolution", "257"}), {"--resolution: '257'", "4 to 256"});
}

TEST(CliOptions, DistancesAreFiniteAndNotNegative) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.json", scene_text(ball, R"({"shape": 0})", R"(, "pairs": [])"));
  const std::string list = folder.write("l", "x y z r\n0 0 0 1\n"), out = folder / "out.h5";
  for (const char* bad : {"nan", "inf", "-1", "-nan", "far", "1 mm"}) {
    const std::string quoted = std::string("'") + bad + "', allowed are numbers from 0";
    expect_refused(run({"query", scene, "--out", out, std::string("--alert=") + bad}), {"--alert", quoted.c_str()});
  }
  for (const char* bad : {"nan", "inf", "-1"}) {
    expect_refused(run({"detect", scene, "--patches", std::string("--margin=") + bad}), {"margin is ", bad});
    expect_refused(
        run({"scene", "particles", list, "--out", folder / "p.json", std::string("--alert-distance=") + bad}),
        {"alert distance is ", bad});
  }
  for (const char* bad : {"nan", "inf", "-0.5", "0"}) {
    expect_refused(run({"scene", "grains", "--grains", grains_folder(), "--out", folder / "g.json",
                        std::string("--fraction=") + bad}),
                   {"fraction is ", bad, "greater than 0"});
  }
  EXPECT_EQ(folder.names().size(), 2u);
}

TEST(CliOptions, WordsThatAreNotAllowedAreToldWithThoseThatAre) {
  struct {
    Words command;
    const char* option;
    std::vector<const char*> allowed;
  } const all[] = {{{"detect", "s"}, "--backend", {"cpu", "cuda"}},
                   {{"detect", "s"}, "--precision", {"f32", "f64"}},
                   {{"verify", "s"}, "--backend", {"cpu", "cuda"}},
                   {{"torture", "--pairs", "0"}, "--precision", {"f32", "f64", "both"}},
                   {{"decompose", "m"}, "--mode", {"cover", "fit"}},
                   {{"decompose", "m"}, "--engine", {"abut", "coacd"}},
                   {{"explain", "s"}, "--precision", {"f32", "f64"}},
                   {{"report", "r", "-o", "p"}, "--backend", {"cpu", "cuda"}},
                   {{"query", "p", "--out", "c"}, "--precision", {"f32", "f64"}},
                   {{"scene", "particles", "l", "--out", "s"}, "--quaternion", {"wxyz", "xyzw"}}};
  for (const auto& [command, option, allowed] : all) {
    for (const char* bad : {"F64", "cpu,cuda"}) {
      const Ended ended = run(with(command, {option, bad}));
      expect_refused(ended, {option, bad});
      for (const char* word : allowed) EXPECT_NE(ended.error.find(word), std::string::npos) << ended.error;
    }
  }
}

TEST(CliOptions, WhatGoesTogetherIsSaid) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.json", scene_text(ball, R"({"shape": 0})"));
  struct {
    Words words;
    std::vector<const char*> parts;
  } const all[] = {{{"detect", scene, "--margin", "1"}, {"--margin requires --patches"}},
                   {{"detect", scene, "--patch-points", "4"}, {"--patch-points requires --patches"}},
                   {{"detect", scene, "--surfaces"}, {"--surfaces requires --out"}},
                   {{"detect", scene, "--hdf5"}, {"--hdf5 requires --out"}},
                   {{"detect", scene, "--out"}, {"--out", "missing"}},
                   {{"detect", scene, scene}, {"not expected"}},
                   {{"detect", scene, "--json", "--", "--patches"}, {"not expected", "--patches"}},
                   {{"detect", scene, "--threads", "1", "--threads", "2"}, {"--threads", "At Most 1"}},
                   {{"explain", scene, "--pair", "0", "1", "2"}, {"--pair", "At Most 2"}},
                   {{"explain", scene, "--parts", "0"}, {"--parts", "At least 2"}},
                   {{"scene"}, {"subcommand is required"}},
                   {{"scene", "sand", "--out", "s"},
                    {"\"sand\" is not a command of scene", "allowed are grains, particles, meshes"}},
                   {{"det", scene}, {"\"det\" is not a command; allowed are scene, detect"}},
                   {{"DETECT", scene}, {"\"DETECT\" is not a command"}},
                   {{"convert", scene}, {"TO is required"}},
                   {{"query", scene}, {"--out is required"}}};
  for (const auto& [words, parts] : all) {
    const Ended ended = run(words);
    expect_refused(ended, {});
    for (const char* part : parts) EXPECT_NE(ended.error.find(part), std::string::npos) << ended.error;
    EXPECT_TRUE(ended.error.ends_with(" (abut --help lists what is allowed)\n")) << ended.error;
  }
  EXPECT_EQ(folder.names(), Words{"s.json"});
}

TEST(CliOptions, EmptyPathsAreRefusedBeforeAnyWork) {
  const Words all[] = {{"detect", "s", "--out", ""},
                       {"scene", "grains", "--out", ""},
                       {"scene", "grains", "--grains", "", "--out", "/none/s"},
                       {"scene", "particles", "", "--out", "s"},
                       {"scene", "meshes", "", "--out", "s"},
                       {"scene", "meshes", "m.obj", "--out", ""},
                       {"scene", "particles", "l", "--shapes", "", "--out", "s"},
                       {"report", "r", "-o", "p", "--scene", ""},
                       {"report", "r", "-o", ""},
                       {"explain", "s", "--svg", ""},
                       {"explain", "s", "--case", ""},
                       {"convert", "s", ""},
                       {"query", "p", "--out", ""},
                       {"decompose", "m", "--out", ""},
                       {"torture", "--out", ""}};
  for (const Words& words : all) expect_refused(run(words), {"is empty, allowed is a path"});
}

TEST(CliOptions, OptionsMayStandBeforeAndAfterArgumentsAndWithASign) {
  const TemporaryFolder folder;
  const std::string scene =
      folder.write("s.json", scene_text(ball, R"({"shape": 0}, {"shape": 0, "position": [1, 0, 0]})"));
  const auto answer = [](const Words& words) {
    nlohmann::json json = json_of(run(words));
    json.erase("seconds");
    return json;
  };
  const nlohmann::json plain = answer({"detect", scene, "--precision", "f32", "--threads", "2", "--json"});
  EXPECT_EQ(plain["threads"], 2);
  EXPECT_EQ(answer({"detect", "--json", "--threads=2", "--precision=f32", scene}), plain);
  EXPECT_EQ(answer({"detect", "--json", "--precision", "f32", "--threads", "2", "--", scene}), plain);
}

}  // namespace
}  // namespace abut::test
