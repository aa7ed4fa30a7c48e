// Executors as values: their defaults, and that the number of threads and the instruction set change no bit.
#include "abut/core/executor.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "abut/core/error.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

Contacts<double> answers(Cpu cpu) {
  const ShapeSet shapes = test::mixed_shapes(1);
  return test::query_all<double>(shapes, test::random_pairs(shapes, 300, test::Regime::near, 2), cpu);
}

/// A word of all bits of the separations, as text.
std::string bits_of(const Contacts<double>& contacts) {
  std::uint64_t sum = 0;
  for (const double s : contacts.separation) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &s, sizeof bits);
    sum = mix64(sum ^ bits);
  }
  return std::to_string(sum);
}

/// Answers in a process whose instruction set has this name, prints the bits and ends with 0; or the complaint, with 3.
[[noreturn]] void answer_and_exit() {
  try {
    std::fputs(bits_of(answers(Cpu{1})).c_str(), stderr);
  } catch (const InvalidInput& e) {
    std::fputs(e.what(), stderr);
    std::_Exit(3);
  }
  std::_Exit(0);
}

/// A process of its own chooses its instruction set anew.
class ExecutorDeathTest : public testing::Test {
 protected:
  ExecutorDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
  ~ExecutorDeathTest() override { ::unsetenv(variable); }
  static constexpr const char* variable = "ABUT_INSTRUCTION_SET";
};

TEST(Executor, DefaultsAreAllCoresAndTheDefaultStreamUnchecked) {
  EXPECT_EQ(Cpu{}.threads, 0);
  EXPECT_EQ(Cuda{}.stream, nullptr);
  EXPECT_FALSE(Cuda{}.checked);
}

TEST(Executor, ThreadsChangeNoBit) {
  const Contacts<double> one = answers(Cpu{1});
  test::expect_same_bits(one, answers(Cpu{}));
  test::expect_same_bits(one, answers(Cpu{3}));
}

TEST_F(ExecutorDeathTest, TheInstructionSetMayBeNamedAndChangesNoBit) {
  const std::string bits = bits_of(answers(Cpu{1}));
  ::setenv(variable, "scalar", 1);
  EXPECT_EXIT(answer_and_exit(), testing::ExitedWithCode(0), bits);
}

TEST_F(ExecutorDeathTest, AnInstructionSetThatIsNoneIsRefusedByName) {
  ::setenv(variable, "mmx", 1);
  EXPECT_EXIT(answer_and_exit(), testing::ExitedWithCode(3), "mmx");
}

}  // namespace
}  // namespace abut
