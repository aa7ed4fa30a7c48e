#include "host/complex/principal_axis.h"

#include <algorithm>
#include <cmath>

namespace abut::host {
namespace {

/// Symmetric; x y z on the diagonal. Data only.
struct Covariance {
  double xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, xz = 0;
};

Covariance covariance_of(std::span<const std::uint32_t> of, std::span<const Vec3<double>> points) {
  Vec3<double> mean{0, 0, 0};
  for (const std::uint32_t i : of) mean = mean + points[i];
  const double inverse = 1.0 / static_cast<double>(of.size());
  mean = mean * inverse;
  Covariance c;
  for (const std::uint32_t i : of) {
    const Vec3<double> d = points[i] - mean;
    c.xx += d.x * d.x, c.yy += d.y * d.y, c.zz += d.z * d.z;
    c.xy += d.x * d.y, c.yz += d.y * d.z, c.xz += d.x * d.z;
  }
  return {c.xx * inverse, c.yy * inverse, c.zz * inverse, c.xy * inverse, c.yz * inverse, c.xz * inverse};
}

Vec3<double> times(const Covariance& c, const Vec3<double>& v) {
  return {c.xx * v.x + c.xy * v.y + c.xz * v.z, c.xy * v.x + c.yy * v.y + c.yz * v.z,
          c.xz * v.x + c.yz * v.y + c.zz * v.z};
}

}  // namespace

PrincipalAxis principal_axis(std::span<const std::uint32_t> of, std::span<const Vec3<double>> points) {
  const Covariance c = covariance_of(of, points);
  // By the power method: an axis that is not quite the first one cuts nearly as well.
  const Vec3<double> rows[3] = {{c.xx, c.xy, c.xz}, {c.xy, c.yy, c.yz}, {c.xz, c.yz, c.zz}};
  Vec3<double> v = *std::max_element(rows, rows + 3, [](const Vec3<double>& a, const Vec3<double>& b) {
    return squared_length(a) < squared_length(b);
  });
  PrincipalAxis out;
  if (!(length(v) > 0)) return out;
  for (int k = 0; k < 24; ++k) {
    v = v * (1 / length(v));
    const Vec3<double> next = times(c, v);
    if (!(length(next) > 0)) break;
    v = next;
  }
  out.axis = v * (1 / length(v));
  out.variance = dot(out.axis, times(c, out.axis));
  return out;
}

}  // namespace abut::host
