#include "host/reference/exact.h"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <cstdint>

namespace abut::reference {
namespace {

using boost::multiprecision::cpp_int;

constexpr double half_epsilon = 0x1p-53;
// Below it the products of the filters may have lost bits to underflow. Where what is lost is multiplied again, it is
// this times the factor.
constexpr double underflow_guard = 1e-280;

/// Without allocation; enough for determinants of three differences of numbers of up to 160 bits.
using ShortInt = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<
    512, 512, boost::multiprecision::signed_magnitude, boost::multiprecision::unchecked, void>>;
constexpr int short_shift = 100;

/// The values as mantissa times 2^(shift + some common exponent).
template <std::size_t N>
struct Integers {
  std::array<std::int64_t, N> mantissa;
  std::array<int, N> shift;
  int largest_shift = 0;

  explicit Integers(const std::array<double, N>& values) {
    int lowest = 4096;
    for (std::size_t i = 0; i < N; ++i) {
      mantissa[i] = static_cast<std::int64_t>(std::ldexp(std::frexp(values[i], &shift[i]), 53));
      if (mantissa[i] != 0) lowest = std::min(lowest, shift[i]);
    }
    for (std::size_t i = 0; i < N; ++i) {
      shift[i] = mantissa[i] != 0 ? shift[i] - lowest : 0;
      largest_shift = std::max(largest_shift, shift[i]);
    }
  }
  template <class Int>
  std::array<Int, N> as() const {
    std::array<Int, N> result;
    for (std::size_t i = 0; i < N; ++i) {
      result[i] = mantissa[i];
      result[i] <<= shift[i];
    }
    return result;
  }
};

template <class Int, std::size_t N>
std::array<Int, 3> cross_of_differences(const std::array<Int, N>& v) {
  const Int bx = v[3] - v[0], by = v[4] - v[1], bz = v[5] - v[2];
  const Int cx = v[6] - v[0], cy = v[7] - v[1], cz = v[8] - v[2];
  return {Int(by * cz - bz * cy), Int(bz * cx - bx * cz), Int(bx * cy - by * cx)};
}

template <class Int>
int sign_of_volume(const std::array<Int, 12>& v) {
  const std::array<Int, 3> n = cross_of_differences(v);
  const Int volume = n[0] * (v[9] - v[0]) + n[1] * (v[10] - v[1]) + n[2] * (v[11] - v[2]);
  return volume.sign();
}

Vec3<Wide> exact_triangle_normal(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  const std::array<cpp_int, 3> n =
      cross_of_differences(Integers<9>({a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z}).as<cpp_int>());
  std::size_t bits = 0;
  for (const cpp_int& x : n) {
    if (x != 0) bits = std::max<std::size_t>(bits, msb(cpp_int(abs(x))) + 1);
  }
  if (bits == 0) return {0, 0, 0};
  // 120 bits fit two halves that convert without overflow; the rest is below the last place of Wide.
  std::array<Wide, 3> rounded;
  for (std::size_t i = 0; i < 3; ++i) {
    cpp_int magnitude = abs(n[i]);
    if (bits > 120) magnitude >>= bits - 120;
    const auto high = static_cast<std::uint64_t>(cpp_int(magnitude >> 60));
    const auto low = static_cast<std::uint64_t>(cpp_int(magnitude & cpp_int((std::uint64_t{1} << 60) - 1)));
    const Wide value = static_cast<Wide>(high) * static_cast<Wide>(0x1p60) + static_cast<Wide>(low);
    rounded[i] = n[i] < 0 ? -value : value;
  }
  return unit(Vec3<Wide>{rounded[0], rounded[1], rounded[2]});
}

}  // namespace

int orient2d(double ax, double ay, double bx, double by, double cx, double cy) {
  const double left = (ax - cx) * (by - cy), right = (ay - cy) * (bx - cx);
  const double det = left - right, permanent = std::fabs(left) + std::fabs(right);
  if (permanent > underflow_guard && std::fabs(det) > (3 + 16 * half_epsilon) * half_epsilon * permanent) {
    return det > 0 ? 1 : -1;
  }
  const auto v = Integers<6>({ax, ay, bx, by, cx, cy}).as<cpp_int>();
  const cpp_int exact = (v[0] - v[4]) * (v[3] - v[5]) - (v[1] - v[5]) * (v[2] - v[4]);
  return exact.sign();
}

int orient3d(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c, const Vec3<double>& d) {
  const Vec3<double> p = a - d, q = b - d, r = c - d;
  const double qy_rz = q.y * r.z, qz_ry = q.z * r.y;
  const double qz_rx = q.z * r.x, qx_rz = q.x * r.z;
  const double qx_ry = q.x * r.y, qy_rx = q.y * r.x;
  // det(a - d, b - d, c - d) = -(b - a) x (c - a) . (d - a)
  const double det = p.x * (qy_rz - qz_ry) + p.y * (qz_rx - qx_rz) + p.z * (qx_ry - qy_rx);
  const double permanent = std::fabs(p.x) * (std::fabs(qy_rz) + std::fabs(qz_ry)) +
                           std::fabs(p.y) * (std::fabs(qz_rx) + std::fabs(qx_rz)) +
                           std::fabs(p.z) * (std::fabs(qx_ry) + std::fabs(qy_rx));
  const double guard = underflow_guard * std::max(1.0, largest_coordinate(p));
  if (permanent > guard && std::fabs(det) > (7 + 56 * half_epsilon) * half_epsilon * permanent) {
    return det > 0 ? -1 : 1;
  }
  const Integers<12> v({a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z});
  return v.largest_shift <= short_shift ? sign_of_volume(v.as<ShortInt>()) : sign_of_volume(v.as<cpp_int>());
}

bool collinear(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  return orient2d(a.x, a.y, b.x, b.y, c.x, c.y) == 0 && orient2d(a.y, a.z, b.y, b.z, c.y, c.z) == 0 &&
         orient2d(a.z, a.x, b.z, b.x, c.z, c.x) == 0;
}

Vec3<Wide> triangle_normal(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  const Vec3<Wide> u = widen(b) - widen(a), v = widen(c) - widen(a);
  const Vec3<Wide> n = cross_product(u, v);
  const Wide length = norm(n), product = norm(u) * norm(v);
  // The cross product is off by about wide_epsilon * product.
  if (length > product * static_cast<Wide>(wide_epsilon * 0x1p75)) return n * (1 / length);
  return exact_triangle_normal(a, b, c);
}

}  // namespace abut::reference
