// Where the values of a PLY file come from: words of text, or bytes.
#pragma once

#include <bit>
#include <cmath>

#include "host/io/binary_numbers.h"
#include "host/io/mesh_builder.h"
#include "host/io/ply_header.h"
#include "host/number_text.h"

namespace abut::io {

/// A source gives: `coordinate(type, name, bad)` and `whole(type, what)`, the next value; `skip(type, count)`;
/// `most_elements`, how many elements the rest of the file can hold at most; `fail(what)` at the present place;
/// `finish(least)`, which fails if something is left where an element of `least` bytes could be, and says how much
/// else.

/// Words of the text, across lines.
class TextSource {
 public:
  TextSource(const FileText&, const Lines& lines) : lines_(lines) {}

  double coordinate(PlyType type, const char* name, BadCoordinate& bad) {
    if (ply_is_integer(type)) return static_cast<double>(whole(type, name));
    const std::string_view word = next(name);
    return io::coordinate(lines_, word, name, bad);
  }
  std::int64_t whole(PlyType, const char* what) {
    const std::string_view word = next(what);
    std::int64_t value = 0;
    if (parse_integer(word, value) == Parsed::good) return value;
    lines_.fail(std::string(what) + " is " + in_quotes(word) + "; a whole number is needed");
  }
  void skip(PlyType, std::uint64_t count) {
    for (std::uint64_t k = 0; k < count; ++k) next("a value");
  }
  std::uint64_t most_elements(const PlyElement& element) const {
    return most_values(PlyType::int8) / element.properties.size();
  }
  /// A value takes a digit and a blank, the last one only the digit.
  std::uint64_t most_values(PlyType) const {
    return (words_.rest().size() + 1) / 2 + (lines_.remaining_bytes() + 1) / 2;
  }
  [[noreturn]] void fail(const std::string& what) const { lines_.fail(what); }
  std::size_t finish(std::size_t) {
    std::string_view word = words_.next();
    while (word.empty() && lines_.next_with_words()) {
      words_ = Words(lines_.text());
      word = words_.next();
    }
    if (!word.empty()) fail("found " + in_quotes(word) + " after all elements; the file should end before it");
    return 0;
  }

 private:
  std::string_view next(const char* what) {
    std::string_view word = words_.next();
    while (word.empty()) {
      if (!lines_.next_with_words()) lines_.fail_at_end(std::string(what) + " is needed");
      words_ = Words(lines_.text());
      word = words_.next();
    }
    return word;
  }

  Lines lines_;
  Words words_;
};

/// Bytes, in either order.
class BinarySource {
 public:
  BinarySource(const FileText& file, const Lines& lines, std::endian order)
      : file_(file), at_(lines.offset()), order_(order) {}

  double coordinate(PlyType type, const char* name, BadCoordinate& bad) {
    if (ply_is_integer(type)) return static_cast<double>(whole(type, name));
    take(type, 1, name);
    const double value = type == PlyType::float64 ? number_at<double>(file_.bytes, place_, order_)
                                                  : static_cast<double>(number_at<float>(file_.bytes, place_, order_));
    if (std::isfinite(value)) return value;
    if (bad.name == nullptr) bad = {name, host::number_text(value), place_, true};
    return 0;
  }
  std::int64_t whole(PlyType type, const char* what) {
    take(type, 1, what);
    switch (type) {
      case PlyType::int8: return number_at<std::int8_t>(file_.bytes, place_, order_);
      case PlyType::uint8: return number_at<std::uint8_t>(file_.bytes, place_, order_);
      case PlyType::int16: return number_at<std::int16_t>(file_.bytes, place_, order_);
      case PlyType::uint16: return number_at<std::uint16_t>(file_.bytes, place_, order_);
      case PlyType::int32: return number_at<std::int32_t>(file_.bytes, place_, order_);
      default: return number_at<std::uint32_t>(file_.bytes, place_, order_);
    }
  }
  void skip(PlyType type, std::uint64_t count) { take(type, count, "a value"); }
  std::uint64_t most_elements(const PlyElement& element) const {
    std::uint64_t bytes = 0;
    for (const PlyProperty& p : element.properties) bytes += ply_size(p.is_list ? p.count_type : p.type);
    return remaining_bytes() / bytes;
  }
  std::uint64_t most_values(PlyType type) const { return remaining_bytes() / ply_size(type); }
  [[noreturn]] void fail(const std::string& what) const { fail_at_byte(file_, place_, what); }
  std::size_t finish(std::size_t least) const {
    const std::string_view rest = std::string_view(file_.bytes).substr(at_);
    if (rest.size() >= least && rest.find_first_not_of(std::string_view("\0\r\n ", 4)) != std::string_view::npos) {
      fail_at_byte(file_, at_, std::to_string(rest.size()) + " bytes after all elements; the file should end here");
    }
    return rest.size();
  }

 private:
  std::size_t remaining_bytes() const { return file_.bytes.size() - at_; }
  void take(PlyType type, std::uint64_t count, const char* what) {
    place_ = at_;
    if (count > remaining_bytes() / ply_size(type)) {
      fail("the file ends too early; " + std::string(what) + " is needed");
    }
    at_ += count * ply_size(type);
  }

  const FileText& file_;
  std::size_t at_, place_ = 0;  ///< of the next value, of the last one
  std::endian order_;
};

}  // namespace abut::io
