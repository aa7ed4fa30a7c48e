// Lines and words of a text file, and numbers that do not depend on the locale.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "host/io/mesh_formats.h"

namespace abut::io {

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// The words of one line.
class Words {
 public:
  Words() = default;
  explicit Words(std::string_view line) : rest_(line) {}

  /// The next word; empty at the end of the line.
  std::string_view next() {
    std::size_t from = 0;
    while (from < rest_.size() && is_blank(rest_[from])) ++from;
    std::size_t to = from;
    while (to < rest_.size() && !is_blank(rest_[to])) ++to;
    const std::string_view word = rest_.substr(from, to - from);
    rest_.remove_prefix(to);
    return word;
  }
  std::string_view rest() const { return rest_; }
  bool at_end() const {
    for (const char c : rest_) {
      if (!is_blank(c)) return false;
    }
    return true;
  }

 private:
  std::string_view rest_;
};

/// What ends a line: "\n", with or without "\r" before it; "\r" in a file that has no "\n".
inline char line_end_of(std::string_view text) {
  return text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos ? '\r' : '\n';
}

/// The lines of a file. The text from `comment` to the end of a line is left out.
class Lines {
 public:
  explicit Lines(const FileText& file, char comment = '\0') : Lines(file, comment, line_end_of(file.bytes)) {}
  Lines(const FileText& file, char comment, char line_end) : file_(&file), comment_(comment), line_end_(line_end) {}

  /// Goes to the next line; false at the end of the file.
  bool next() {
    if (at_ >= file_->bytes.size()) return false;
    const std::string_view all = file_->bytes;
    std::size_t end = all.find(line_end_, at_);
    if (end == std::string_view::npos) end = all.size();
    text_ = all.substr(at_, end - at_);
    at_ = end < all.size() ? end + 1 : end;
    ++number_;
    if (comment_ != '\0') text_ = text_.substr(0, text_.find(comment_));
    return true;
  }
  /// Goes to the next line that has a word.
  bool next_with_words() {
    while (next()) {
      if (!Words(text_).at_end()) return true;
    }
    return false;
  }

  std::string_view text() const { return text_; }
  std::uint64_t number() const { return number_; }  ///< counted from 1
  std::size_t offset() const { return at_; }        ///< of the next line
  std::size_t remaining_bytes() const { return file_->bytes.size() - at_; }
  [[noreturn]] void fail(const std::string& what) const { fail_at_line(*file_, number_ == 0 ? 1 : number_, what); }
  /// For what is missing at the end of the file.
  [[noreturn]] void fail_at_end(const std::string& what) const { fail("the file ends here; " + what); }

 private:
  const FileText* file_;
  char comment_, line_end_;
  std::size_t at_ = 0;
  std::uint64_t number_ = 0;
  std::string_view text_;
};

enum class Parsed { good, not_a_number, not_finite, out_of_range };

inline std::string_view without_plus(std::string_view word) {
  return word.size() > 1 && word[0] == '+' && word[1] != '-' ? word.substr(1) : word;
}

template <class Integer>
Parsed parse_integer(std::string_view word, Integer& value) {
  word = without_plus(word);
  const char* end = word.data() + word.size();
  const std::from_chars_result result = std::from_chars(word.data(), end, value);
  if (result.ptr != end || result.ec == std::errc::invalid_argument) return Parsed::not_a_number;
  return result.ec == std::errc::result_out_of_range ? Parsed::out_of_range : Parsed::good;
}

/// Of a number in decimal digits, by the place of the first one that is not 0.
inline bool is_below_one(std::string_view number) {
  const std::size_t e = std::min(number.find_first_of("eE"), number.size());
  const std::string_view digits = number.substr(0, e);
  const std::size_t first = digits.find_first_of("123456789"), point = std::min(digits.find('.'), e);
  if (first == std::string_view::npos) return true;
  const std::string_view exponent_digits = number.substr(std::min(e + 1, number.size()));
  std::int64_t exponent = 0;
  if (parse_integer(exponent_digits, exponent) == Parsed::out_of_range) return exponent_digits.starts_with('-');
  const auto before_point = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
  return exponent < (before_point > 0 ? 1 - before_point : -before_point);
}

/// Numbers too small for a double become 0.
inline Parsed parse_real(std::string_view word, double& value) {
  word = without_plus(word);
  const char* end = word.data() + word.size();
  const std::from_chars_result result = std::from_chars(word.data(), end, value);
  if (result.ptr != end || result.ec == std::errc::invalid_argument) {
    // 1.#QNAN, -1.#IND, 1.#INF: as some C libraries print them.
    return word.find(".#") != std::string_view::npos ? Parsed::not_finite : Parsed::not_a_number;
  }
  if (result.ec == std::errc::result_out_of_range) {
    value = 0;
    return is_below_one(word) ? Parsed::good : Parsed::out_of_range;
  }
  return std::isfinite(value) ? Parsed::good : Parsed::not_finite;
}

/// The word as a finite number, or an error at the present line that names `what` it should be.
inline double real(const Lines& lines, std::string_view word, const char* what) {
  double value = 0;
  if (word.empty()) lines.fail(std::string(what) + " is missing; a finite number is needed");
  switch (parse_real(word, value)) {
    case Parsed::good: return value;
    case Parsed::not_a_number: lines.fail(std::string(what) + " is " + in_quotes(word) + "; a number is needed");
    default: lines.fail(std::string(what) + " is " + in_quotes(word) + "; only finite numbers are allowed");
  }
}

/// A number on which no geometry hangs, as of a colour: NaN too.
inline void pass_over_number(const Lines& lines, std::string_view word, const char* what) {
  double value = 0;
  if (parse_real(word, value) == Parsed::not_a_number) {
    lines.fail(std::string(what) + " is " + in_quotes(word) + "; a number is needed");
  }
}

/// The word as a whole number in [least, most].
inline std::uint64_t whole(const Lines& lines, std::string_view word, const char* what, std::uint64_t least,
                           std::uint64_t most) {
  std::uint64_t value = 0;
  if (!word.empty() && parse_integer(word, value) == Parsed::good && value >= least && value <= most) return value;
  lines.fail(std::string(what) + (word.empty() ? " is missing" : " is " + in_quotes(word)) + "; " +
             (least > most ? "no value is allowed here"
                           : "allowed: " + std::to_string(least) + " to " + std::to_string(most)));
}

}  // namespace abut::io
