#include "host/number_text.h"

#include <gtest/gtest.h>

#include <vector>

namespace abut::host {
namespace {

std::string list_text(std::span<const double> numbers) {
  std::string text;
  append_json_list(text, numbers);
  return text;
}

TEST(NumberText, AListIsJsonThatReadsBackAsTheSameBits) {
  EXPECT_EQ(list_text({}), "[]");
  EXPECT_EQ(list_text(std::vector<double>{0.1}), "[0.1]");
  EXPECT_EQ(list_text(std::vector<double>{1, -0.0, 2.5, 1e300}), "[1, -0.0, 2.5, 1e+300]");
  std::string text = "at: ";
  append_json_list(text, {1, 2});
  EXPECT_EQ(text, "at: [1, 2]");
}

}  // namespace
}  // namespace abut::host
