// Numbers as the shortest text that reads back as the same number, whatever the locale.
#pragma once

#include <charconv>
#include <string>

namespace abut::host {

template <class N>
void append_number(std::string& text, N number) {
  char digits[64];
  const auto end = std::to_chars(digits, digits + sizeof digits, number);
  text.append(digits, end.ptr);
}

template <class N>
std::string number_text(N number) {
  std::string text;
  append_number(text, number);
  return text;
}

}  // namespace abut::host
