#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace abut::test {
namespace {

// The work is far longer than a second, so that only the signal can have ended it.
const std::vector<std::string> long_work(const TemporaryFolder& folder) {
  return {"scene", "grains", "--count", "500000000", "--grains", grains_folder(), "--out", folder / "s.json"};
}

TEST(Interrupt, EndsWithinASecondAndLeavesNoFile) {
  const TemporaryFolder folder;
  RunOptions options;
  options.wait_for = folder / "s.json.partial";
  for (const int signal : {SIGINT, SIGTERM}) {
    options.signal = signal;
    const Ended ended = run(long_work(folder), options);
    EXPECT_EQ(ended.status, 128 + signal);
    EXPECT_LT(ended.seconds, 1);
    EXPECT_EQ(ended.error, "abut: interrupted\n");
    EXPECT_TRUE(folder.names().empty());
  }
}

TEST(Interrupt, LeavesAnEarlierFileAsItWas) {
  const TemporaryFolder folder;
  folder.write("s.json", "earlier");
  RunOptions options;
  options.signal = SIGINT;
  options.wait_for = folder / "s.json.partial";
  EXPECT_EQ(run(long_work(folder), options).status, 130);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"s.json"});
  EXPECT_EQ(content(folder / "s.json"), "earlier");
}

TEST(Interrupt, EndsAVerificationWithinASecond) {
  const TemporaryFolder folder;
  const std::string scene = grain_scene(folder, 20000);
  RunOptions options;
  options.signal = SIGINT;
  const Ended ended = run({"verify", scene}, options);
  EXPECT_EQ(ended.status, 130);
  EXPECT_LT(ended.seconds, 1);
  EXPECT_EQ(ended.out, "");
}

}  // namespace
}  // namespace abut::test
