// A picture of triangles and lines by their depths, and as a PNG file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "abut/core/vec3.h"

namespace abut::cli {

using Colour = std::array<double, 3>;  // red, green, blue, from 0 to 1

/// Pixels are counted from the upper left; z is the depth, and what is nearer has more. What belongs together has one
/// number.
class Raster {
 public:
  static constexpr std::uint32_t nothing = 0xffffffffu;

  Raster(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }
  void triangle(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c, const Colour& colour,
                std::uint32_t number);
  /// Of about two pixels' width; in front of what is as near to within `slack`.
  void segment(const Vec3<double>& a, const Vec3<double>& b, double slack, const Colour& colour);
  std::uint32_t number_at(int x, int y) const { return numbers_[index(x, y)]; }

  /// Half as wide and high: each pixel is the mean of four.
  std::string png_of_half() const;

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }

  int width_, height_;
  std::vector<float> depths_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::array<std::uint8_t, 3>> colours_;
};

}  // namespace abut::cli
