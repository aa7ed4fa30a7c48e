// Executors as values: their defaults, and that the number of threads and the instruction set change no bit.
#include "abut/core/executor.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "abut/core/error.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

/// Sets ABUT_INSTRUCTION_SET, and puts it back.
class InstructionSetByName {
 public:
  explicit InstructionSetByName(const char* name) {
    if (const char* before = std::getenv(variable)) before_ = before;
    ::setenv(variable, name, 1);
  }
  ~InstructionSetByName() {
    if (before_.empty()) {
      ::unsetenv(variable);
    } else {
      ::setenv(variable, before_.c_str(), 1);
    }
  }
  InstructionSetByName(const InstructionSetByName&) = delete;
  InstructionSetByName& operator=(const InstructionSetByName&) = delete;

 private:
  static constexpr const char* variable = "ABUT_INSTRUCTION_SET";
  std::string before_;
};

Contacts<double> answers(Cpu cpu) {
  const ShapeSet shapes = test::mixed_shapes(1);
  return test::query_all<double>(shapes, test::random_pairs(shapes, 300, test::Regime::near, 2), cpu);
}

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

TEST(Executor, TheInstructionSetMayBeNamedAndChangesNoBit) {
  const Contacts<double> any = answers(Cpu{1});
  const InstructionSetByName scalar("scalar");
  test::expect_same_bits(any, answers(Cpu{1}));
}

TEST(Executor, AnInstructionSetThatIsNoneIsRefusedByName) {
  const InstructionSetByName bad("mmx");
  try {
    answers(Cpu{1});
    FAIL() << "no complaint";
  } catch (const InvalidInput& e) {
    EXPECT_NE(std::string(e.what()).find("mmx"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace abut
