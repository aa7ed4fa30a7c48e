#include "host/cli/cad_report/raster.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/core/error.h"

namespace abut::cli {
namespace {

std::array<std::uint8_t, 3> bytes_of(const Colour& c) {
  std::array<std::uint8_t, 3> out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = static_cast<std::uint8_t>(std::lround(std::clamp(c[i], 0.0, 1.0) * 255));
  return out;
}

/// Big endian.
std::string number(std::size_t n) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>(n >> shift & 0xffu));
  return out;
}

std::string chunk(const std::string& name, const std::string& data) {
  const std::string body = name + data;
  const auto* const bytes = reinterpret_cast<const Bytef*>(body.data());
  return number(data.size()) + body + number(::crc32(0, bytes, static_cast<uInt>(body.size())));
}

std::string deflated(const std::string& data) {
  uLongf size = ::compressBound(static_cast<uLong>(data.size()));
  std::string out(size, '\0');
  const int fault = ::compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                                reinterpret_cast<const Bytef*>(data.data()), static_cast<uLong>(data.size()), 9);
  if (fault != Z_OK) throw std::bad_alloc();  // there is room enough, so that is what is left
  out.resize(size);
  return out;
}

}  // namespace

Raster::Raster(int width, int height) : width_(width), height_(height) {
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  depths_.assign(pixels, -std::numeric_limits<float>::infinity());
  numbers_.assign(pixels, nothing);
  colours_.assign(pixels, {255, 255, 255});
}

void Raster::triangle(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c, const Colour& colour,
                      std::uint32_t number) {
  const auto side = [](const Vec3<double>& p, const Vec3<double>& q, double x, double y) {
    return (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
  };
  const double area = side(a, b, c.x, c.y);
  if (!(std::abs(area) > 1e-12)) return;
  const auto least = [](double x, double y, double z) { return static_cast<int>(std::floor(std::min({x, y, z}))); };
  const auto most = [](double x, double y, double z) { return static_cast<int>(std::ceil(std::max({x, y, z}))); };
  const int x0 = std::max(0, least(a.x, b.x, c.x)), x1 = std::min(width_ - 1, most(a.x, b.x, c.x));
  const int y0 = std::max(0, least(a.y, b.y, c.y)), y1 = std::min(height_ - 1, most(a.y, b.y, c.y));
  const auto bytes = bytes_of(colour);
  constexpr double slack = -1e-6;  // on a common side both triangles draw
  for (int y = y0; y <= y1; ++y) {
    for (int x = x0; x <= x1; ++x) {
      const double px = x + 0.5, py = y + 0.5;
      const double u = side(b, c, px, py) / area, v = side(c, a, px, py) / area, w = 1 - u - v;
      if (u < slack || v < slack || w < slack) continue;
      const auto depth = static_cast<float>(u * a.z + v * b.z + w * c.z);
      const std::size_t at = index(x, y);
      if (!(depth > depths_[at])) continue;
      depths_[at] = depth, numbers_[at] = number, colours_[at] = bytes;
    }
  }
}

void Raster::segment(const Vec3<double>& a, const Vec3<double>& b, double slack, const Colour& colour) {
  const int steps =
      1 + static_cast<int>(std::min(4.0 * width_, std::ceil(std::max(std::abs(b.x - a.x), std::abs(b.y - a.y)))));
  const auto bytes = bytes_of(colour);
  for (int i = 0; i <= steps; ++i) {
    const Vec3<double> p = a + (b - a) * (static_cast<double>(i) / steps);
    for (int dy = 0; dy < 2; ++dy) {
      for (int dx = 0; dx < 2; ++dx) {
        const int x = static_cast<int>(std::floor(p.x)) + dx, y = static_cast<int>(std::floor(p.y)) + dy;
        if (x < 0 || y < 0 || x >= width_ || y >= height_) continue;
        const std::size_t at = index(x, y);
        if (p.z + slack > static_cast<double>(depths_[at])) colours_[at] = bytes;
      }
    }
  }
}

std::string Raster::png_of_half() const {
  const int w = width_ / 2, h = height_ / 2;
  std::string lines;
  for (int y = 0; y < h; ++y) {
    lines.push_back(0);  // a line as it is
    for (int x = 0; x < w; ++x) {
      for (std::size_t c = 0; c < 3; ++c) {
        const int sum = colours_[index(2 * x, 2 * y)][c] + colours_[index(2 * x + 1, 2 * y)][c] +
                        colours_[index(2 * x, 2 * y + 1)][c] + colours_[index(2 * x + 1, 2 * y + 1)][c];
        lines.push_back(static_cast<char>(sum / 4));
      }
    }
  }
  const std::string header = number(static_cast<std::size_t>(w)) + number(static_cast<std::size_t>(h)) +
                             std::string("\x08\x02\0\0\0", 5);  // 8 bits each of red, green, blue
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("IDAT", deflated(lines)) + chunk("IEND", "");
}

}  // namespace abut::cli
