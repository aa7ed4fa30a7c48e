#include "host/shapes/orientations.h"

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "abut/core/predicates.h"
#include "host/shapes/exact_integers.h"

namespace abut::host {
namespace {

int exact_side(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c, const Vec3<double>& d) {
  const auto p = exact_points<4>({a, b, c, d});
  return exact_inner(exact_normal(p[0], p[1], p[2]), exact_difference(p[3], p[0])).sign();
}

}  // namespace

bool is_plain(const Vec3<double>& p) {
  const auto plain = [](double c) {
    const double magnitude = std::fabs(c);
    return c == 0 || (magnitude <= 0x1p333 && magnitude >= 0x1p-288);  // a multiple of 2^-341
  };
  return plain(p.x) && plain(p.y) && plain(p.z);
}

Orientations::Orientations(std::span<const Vec3<double>> points)
    : points_(points), plain_(std::all_of(points.begin(), points.end(), is_plain)) {}

int Orientations::side(Index a, Index b, Index c, Index d) const {
  if (plain_) return -orient3d(points_[a], points_[b], points_[c], points_[d]);
  return exact_side(points_[a], points_[b], points_[c], points_[d]);
}

int Orientations::turn(Index a, Index b, Index c, int axis) const {
  const Vec3<double>&p = points_[a], &q = points_[b], &r = points_[c];
  if (!plain_) {
    const auto x = exact_points<3>({p, q, r});
    return exact_normal(x[0], x[1], x[2])[static_cast<std::size_t>(axis)].sign();
  }
  return axis == 0   ? orient2d(p.y, p.z, q.y, q.z, r.y, r.z)
         : axis == 1 ? orient2d(p.z, p.x, q.z, q.x, r.z, r.x)
                     : orient2d(p.x, p.y, q.x, q.y, r.x, r.y);
}

bool Orientations::collinear(Index a, Index b, Index c) const {
  return turn(a, b, c, 2) == 0 && turn(a, b, c, 0) == 0 && turn(a, b, c, 1) == 0;
}

Vec3<double> Orientations::unit_normal(Index a, Index b, Index c) const {
  using Real = boost::multiprecision::cpp_bin_float_50;  // 168 bits, and exponents enough for any integer here
  const auto p = exact_points<3>({points_[a], points_[b], points_[c]});
  const ExactVec3 n = exact_normal(p[0], p[1], p[2]);
  const Real x(n[0]), y(n[1]), z(n[2]);
  const Real length = sqrt(x * x + y * y + z * z);
  if (length == 0) return {0, 0, 0};
  return {static_cast<double>(Real(x / length)), static_cast<double>(Real(y / length)),
          static_cast<double>(Real(z / length))};
}

}  // namespace abut::host
