// Numbers as the shortest text that reads back as the same number, whatever the locale.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>

namespace abut::host {

template <class N>
void append_number(std::string& text, N number) {
  char digits[64];
  const auto end = std::to_chars(digits, digits + sizeof digits, number);
  text.append(digits, end.ptr);
}

/// As JSON that reads back as the same bits: a reader takes "-0" for the integer 0, which has no sign.
inline void append_json_number(std::string& text, double number) {
  if (number == 0 && std::signbit(number)) {
    text += "-0.0";
  } else {
    append_number(text, number);
  }
}

/// [1, 2.5, 3]
inline void append_json_list(std::string& text, std::span<const double> numbers) {
  text += '[';
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += ", ";
    append_json_number(text, numbers[i]);
  }
  text += ']';
}
inline void append_json_list(std::string& text, std::initializer_list<double> numbers) {
  append_json_list(text, std::span<const double>(numbers.begin(), numbers.size()));
}

template <class N>
std::string number_text(N number) {
  std::string text;
  append_number(text, number);
  return text;
}

}  // namespace abut::host
