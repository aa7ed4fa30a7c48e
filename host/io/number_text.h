// Numbers as the shortest text that reads back as the same number.
#pragma once

#include <charconv>
#include <string>

namespace abut::io {

template <class N>
void append_number(std::string& text, N number) {
  char digits[64];
  const auto end = std::to_chars(digits, digits + sizeof digits, number);
  text.append(digits, end.ptr);
}

}  // namespace abut::io
