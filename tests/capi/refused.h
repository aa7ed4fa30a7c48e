// Calls that are refused: the code, and one line that names function, argument, value and what is allowed.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "abut/abut_c.h"

namespace abut::test {

inline void expect_refused(int code, int wanted, const std::string& part) {
  const std::string message = abut_last_message();
  EXPECT_EQ(code, wanted) << message;
  EXPECT_NE(message.find(part), std::string::npos) << "'" << message << "' lacks '" << part << "'";
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  EXPECT_EQ(message.rfind("abut_", 0), 0u) << message;
}
#define EXPECT_INPUT(call, part) expect_refused(call, ABUT_INVALID_INPUT, part)
#define EXPECT_HANDLE(call, part) expect_refused(call, ABUT_INVALID_HANDLE, part)

/// `call(&s)` refuses sizes that are none, and a newer structure that asks for more than the library knows.
template <class S, class Call>
void expect_size_is_checked(const std::string& argument, S s, const Call& call) {
  const std::string named = argument + "->size is ";
  for (const std::size_t size : {std::size_t{0}, std::size_t{4}, sizeof(S) + 4, std::size_t{1} << 40}) {
    s.size = size;
    EXPECT_INPUT(call(&s), named + std::to_string(size) + "; allowed is the structure's sizeof, here " +
                               std::to_string(sizeof(S)));
  }
  struct Newer {
    S known;
    std::uint64_t more;
  } newer{s, 1};
  newer.known.size = sizeof newer;
  EXPECT_INPUT(call(&newer.known), named + std::to_string(sizeof newer) + ", and what lies beyond the " +
                                       std::to_string(sizeof(S)) + " bytes");
}

/// The same of a structure that may not be null either.
template <class S, class Call>
void expect_structure_is_checked(const std::string& argument, const S& s, const Call& call) {
  EXPECT_INPUT(call(static_cast<const S*>(nullptr)), argument + " is null; allowed is a pointer to memory");
  expect_size_is_checked(argument, s, call);
}

}  // namespace abut::test
