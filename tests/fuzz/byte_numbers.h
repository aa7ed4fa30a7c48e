// Numbers from a fuzzer's bytes, and back: few bytes for what makes geometry degenerate (a small lattice, a number said
// before, a few units in the last place), nine for any double. Bytes that are missing are zero.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "abut/core/vec3.h"

namespace abut::fuzz {

class ByteNumbers {
 public:
  explicit ByteNumbers(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint8_t byte() { return at_ < bytes_.size() ? bytes_[at_++] : std::uint8_t{0}; }
  std::uint32_t below(std::uint32_t count) { return byte() % count; }
  bool at_end() const { return at_ >= bytes_.size(); }

  double number() {
    const double value = new_number();
    said_.push_back(value);
    return value;
  }
  /// Mostly usable as a length: one that is negative stays so now and then, for the library to refuse.
  double length() {
    const bool keep_sign = byte() == 255;
    const double value = number();
    return keep_sign ? value : std::fabs(value);
  }
  Vec3<double> vec3() {
    const double x = number(), y = number();
    return {x, y, number()};
  }

 private:
  int small() { return static_cast<std::int8_t>(byte()); }

  double new_number() {
    switch (below(8)) {
      case raw: {
        std::uint64_t bits = 0;
        for (int k = 0; k < 64; k += 8) bits |= static_cast<std::uint64_t>(byte()) << k;
        return std::bit_cast<double>(bits);
      }
      case power: {
        const int mantissa = small();
        return std::ldexp(mantissa, 4 * small());
      }
      case nudged_lattice: {
        const double value = small() / 4.0;
        return nudged(value, small());
      }
      case again: return earlier();
      case negative: return -earlier();
      case nudged_earlier: {
        const double value = earlier();
        return nudged(value, small());
      }
      case special: {
        static constexpr double values[] = {std::numeric_limits<double>::quiet_NaN(),
                                            std::numeric_limits<double>::infinity(),
                                            -std::numeric_limits<double>::infinity(),
                                            -0.0,
                                            std::numeric_limits<double>::denorm_min(),
                                            std::numeric_limits<double>::min(),
                                            std::numeric_limits<double>::max(),
                                            0x1p1000,
                                            0x1p-1000,
                                            1e-16,
                                            1e-8,
                                            0x1p-24,
                                            0x1p-53,
                                            0x1p127,
                                            0x1p-126,
                                            1.0 / 3};
        return values[below(16)];
      }
      default: return small() / 4.0;
    }
  }
  double earlier() { return said_.empty() ? 0 : said_[said_.size() - 1 - byte() % said_.size()]; }
  static double nudged(double value, int units) {
    const double step = std::nextafter(std::fabs(value), std::numeric_limits<double>::infinity()) - std::fabs(value);
    return value + units * step;
  }

  enum { lattice, raw, power, nudged_lattice, again, negative, nudged_earlier, special };
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  std::vector<double> said_;

  friend void append_number(std::string& bytes, double value);
};

/// So that `ByteNumbers::number` gives the number back.
inline void append_number(std::string& bytes, double value) {
  const double quarters = 4 * value;
  if (std::fabs(quarters) <= 127 && quarters == std::floor(quarters)) {
    bytes += {static_cast<char>(ByteNumbers::lattice), static_cast<char>(static_cast<int>(quarters))};
    return;
  }
  bytes += static_cast<char>(ByteNumbers::raw);
  const auto bits = std::bit_cast<std::uint64_t>(value);
  for (int k = 0; k < 64; k += 8) bytes += static_cast<char>(bits >> k);
}

}  // namespace abut::fuzz
