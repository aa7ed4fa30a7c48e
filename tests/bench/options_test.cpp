// Options of benchmarks: each that is not known or not allowed is one line, and nothing is measured.
#include "bench/options.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace abut::bench {
namespace {

/// What a benchmark has, with its defaults.
struct Some {
  int pairs = 7;
  std::uint64_t most = 1000;
  std::string precision = "f64", folder = "build";
  bool quick = false;
  bool help = false;
  Options options{"bench_some", "How long does it take?"};

  Some() {
    options.number("--pairs", pairs, 1, 50)
        .number("--max", most, std::uint64_t{1000}, std::uint64_t{1} << 32)
        .choice("--precision", precision, {"f32", "f64"})
        .text("--folder", folder, "DIR")
        .flag("--quick", quick, "a moment of little use");
  }
  std::string read(const std::vector<std::string>& arguments) { return options.read(arguments, help); }
};

TEST(BenchOptions, TakeTheirValues) {
  Some some;
  EXPECT_EQ(some.read({}), "");
  EXPECT_EQ(some.pairs, 7);
  EXPECT_EQ(some.read({"--pairs", "50", "--quick", "--max", "4294967296", "--precision", "f32", "--folder", "--x"}),
            "");
  EXPECT_EQ(some.pairs, 50);
  EXPECT_EQ(some.most, 4294967296u);
  EXPECT_EQ(some.precision, "f32");
  EXPECT_EQ(some.folder, "--x");
  EXPECT_TRUE(some.quick);
  EXPECT_FALSE(some.help);
}

TEST(BenchOptions, WhatIsNotKnownIsRefused) {
  for (const char* unknown : {"--pair", "--pairs=3", "7", "", "-pairs", "help"}) {
    EXPECT_EQ(Some().read({unknown, "3"}),
              "'" + std::string(unknown) +
                  "' is no option; allowed are --pairs, --max, --precision, --folder, --quick, --help");
  }
  EXPECT_EQ(Some().read({"--pairs", "3", "4"}).find("'4' is no option"), 0u);
}

TEST(BenchOptions, WhatIsNotAllowedIsRefusedWithTheRange) {
  for (const char* pairs : {"0", "51", "-1", "many", "3.5", " 3", "3 ", "", "0x3", "+3", "99999999999999999999"}) {
    Some some;
    EXPECT_EQ(some.read({"--pairs", pairs}),
              "--pairs is '" + std::string(pairs) + "'; allowed are whole numbers from 1 to 50");
    EXPECT_EQ(some.pairs, 7);
  }
  EXPECT_EQ(Some().read({"--max", "-1"}), "--max is '-1'; allowed are whole numbers from 1000 to 4294967296");
  EXPECT_EQ(Some().read({"--precision", "f16"}), "--precision is 'f16'; allowed are f32, f64");
  EXPECT_EQ(Some().read({"--folder", ""}), "--folder is ''; allowed are texts that are not empty");
  EXPECT_EQ(Some().read({"--quick", "--pairs"}), "--pairs has no value; allowed are whole numbers from 1 to 50");
}

TEST(BenchOptions, HelpIsTheUsage) {
  Some some;
  EXPECT_EQ(some.read({"--pairs", "3", "--help", "--nonsense"}), "");
  EXPECT_TRUE(some.help);
  const std::string usage = Some().options.usage();
  for (const char* part :
       {"usage: bench_some [OPTION]...", "How long does it take?", "--pairs N ", "whole numbers from 1 to 50 [7]",
        "--precision NAME ", "f32, f64 [f64]", "--folder DIR", "--quick ", "a moment of little use\n", "--help "}) {
    EXPECT_NE(usage.find(part), std::string::npos) << usage << "lacks " << part;
  }
}

TEST(BenchOptionsDeathTest, AProgramEndsWithItsStatusAndOneLine) {
  const auto run = [](std::vector<std::string> words) {
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    Some().options.read_or_exit(static_cast<int>(argv.size()), argv.data());
  };
  EXPECT_EXIT(run({"bench_some", "--nonsense"}), testing::ExitedWithCode(2), "^bench_some: '--nonsense' is no option");
  EXPECT_EXIT(run({"bench_some", "--help"}), testing::ExitedWithCode(0), "");
  run({"bench_some", "--quick"});
}

}  // namespace
}  // namespace abut::bench
