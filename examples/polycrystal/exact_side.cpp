#include "examples/polycrystal/exact_side.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>

namespace polycrystal {

namespace {

using Rational = boost::multiprecision::cpp_rational;
constexpr double unit = 0x1p-53;  // a rounding

double coordinate(const Vector& v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }
int axis_of(Side side) { return (-side - 1) / 2; }
bool is_high(Side side) { return side % 2 == 0; }

double square_length(const Vector& v) { return (v.x * v.x + v.y * v.y) + v.z * v.z; }

struct ExactPlane {
  Rational n[3], c;
};

ExactPlane exact_plane(const Box& box, std::span<const Seed> seeds, std::uint32_t i, Side side) {
  ExactPlane out;
  const Seed& own = seeds[i];
  if (is_of_box(side)) {
    const int k = axis_of(side);
    const Rational sign = is_high(side) ? 1 : -1;
    out.n[k] = sign;
    out.c = sign * (Rational(coordinate(is_high(side) ? box.high : box.low, k)) - Rational(coordinate(own.place, k)));
    return out;
  }
  const Seed& other = seeds[static_cast<std::size_t>(side)];
  const Rational w(own.weight), v(other.weight);
  out.c = w * w - v * v;
  for (int k = 0; k < 3; ++k) {
    const Rational d = Rational(coordinate(other.place, k)) - Rational(coordinate(own.place, k));
    out.n[k] = 2 * d;
    out.c += d * d;
  }
  return out;
}

Rational determinant(const Rational* a, const Rational* b, const Rational* c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

int sign_of(const Rational& x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

}  // namespace

Plane plane_of(const Box& box, std::span<const Seed> seeds, std::uint32_t i, Side side) {
  const Seed& own = seeds[i];
  if (is_of_box(side)) {
    const int k = axis_of(side);
    const double sign = is_high(side) ? 1 : -1;
    Plane out;
    out.n = {k == 0 ? sign : 0, k == 1 ? sign : 0, k == 2 ? sign : 0};
    out.c = sign * (coordinate(is_high(side) ? box.high : box.low, k) - coordinate(own.place, k));
    out.error = unit * std::abs(out.c);
    return out;
  }
  const Seed& other = seeds[static_cast<std::size_t>(side)];
  const Vector d{other.place.x - own.place.x, other.place.y - own.place.y, other.place.z - own.place.z};
  const double dd = square_length(d), ww = own.weight * own.weight, vv = other.weight * other.weight;
  // Two roundings of each difference and its square, two of the sum; one of each weight's square, two of the sums.
  return {{2 * d.x, 2 * d.y, 2 * d.z}, dd + (ww - vv), 8 * unit * (dd + ww + vv)};
}

// Cramer's rule: x = sum of c_k (n_l x n_m), over det. Each product of a numerator passes through less than 16
// roundings besides those of c_k, each of det through less than 12, so that 32 leaves room for those of the bound
// itself.
Meeting meeting(const Plane& a, const Plane& b, const Plane& c) {
  const auto cross = [](const Vector& p, const Vector& q) {
    return Vector{p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
  };
  const Vector bc = cross(b.n, c.n), ca = cross(c.n, a.n), ab = cross(a.n, b.n);
  const double det = (a.n.x * bc.x + a.n.y * bc.y) + a.n.z * bc.z;
  const double la = std::sqrt(square_length(a.n)), lb = std::sqrt(square_length(b.n)),
               lc = std::sqrt(square_length(c.n));
  const double sizes = la * lb * lc, loss = 32 * unit * sizes;
  if (!(std::abs(det) > 2 * loss)) return {{0, 0, 0}, std::numeric_limits<double>::infinity()};
  Meeting out;
  const auto part = [&](double p, double q, double r) { return ((a.c * p + b.c * q) + c.c * r) / det; };
  out.point = {part(bc.x, ca.x, ab.x), part(bc.y, ca.y, ab.y), part(bc.z, ca.z, ab.z)};
  const double terms = (std::abs(a.c) * lb * lc + std::abs(b.c) * lc * la) + std::abs(c.c) * la * lb;
  const double given = (a.error * lb * lc + b.error * lc * la) + c.error * la * lb;
  const double size = std::sqrt(square_length(out.point));
  out.error = 2 * (32 * unit * terms + given + loss * size) / (std::abs(det) - loss);
  return out;
}

int rounded_side(const Meeting& at, const Plane& plane) {
  const double value = ((plane.n.x * at.point.x + plane.n.y * at.point.y) + plane.n.z * at.point.z) - plane.c;
  const double n = std::sqrt(square_length(plane.n)), x = std::sqrt(square_length(at.point));
  const double bound = 1.01 * (n * at.error + 8 * unit * (n * x + std::abs(plane.c)) + plane.error);
  return value > bound ? 1 : value < -bound ? -1 : 0;
}

// Beyond: n . x > c, with x by Cramer's rule, times |det|.
int exact_side(const Box& box, std::span<const Seed> seeds, std::uint32_t i, const Corner& corner, Side side) {
  for (const Side of : corner) {
    if (of == side) return 0;
  }
  const ExactPlane p = exact_plane(box, seeds, i, side), a = exact_plane(box, seeds, i, corner[0]),
                   b = exact_plane(box, seeds, i, corner[1]), c = exact_plane(box, seeds, i, corner[2]);
  const Rational det = determinant(a.n, b.n, c.n);
  const Rational beyond = a.c * determinant(p.n, b.n, c.n) + b.c * determinant(a.n, p.n, c.n) +
                          c.c * determinant(a.n, b.n, p.n) - p.c * det;
  return sign_of(beyond) * sign_of(det);
}

}  // namespace polycrystal
