#include "host/reference/support_body.h"

#include <algorithm>

#include "host/reference/active_set.h"
#include "host/reference/subdivision.h"

namespace abut::reference {
namespace {

Vector product(const Mat3<Long>& m, const Vector& v) {
  return {m.m[0] * v.x + m.m[1] * v.y + m.m[2] * v.z, m.m[3] * v.x + m.m[4] * v.y + m.m[5] * v.z,
          m.m[6] * v.x + m.m[7] * v.y + m.m[8] * v.z};
}
Vector transposed_product(const Mat3<Long>& m, const Vector& v) {
  return {m.m[0] * v.x + m.m[3] * v.y + m.m[6] * v.z, m.m[1] * v.x + m.m[4] * v.y + m.m[7] * v.z,
          m.m[2] * v.x + m.m[5] * v.y + m.m[8] * v.z};
}
Mat3<Long> product(const Mat3<Long>& a, const Mat3<double>& b) {
  Mat3<Long> c{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) c.m[3 * i + j] += a.m[3 * i + k] * static_cast<Long>(b.m[3 * k + j]);
    }
  }
  return c;
}
constexpr Mat3<Long> identity{{1, 0, 0, 0, 1, 0, 0, 0, 1}};

Vector disc_support(Long radius, Long z, const Vector& d) {
  const Long across = std::sqrt(d.x * d.x + d.y * d.y);
  const Long scale = across > 0 ? radius / across : 0;
  return {d.x * scale, d.y * scale, z};
}

/// Inverse of a matrix that is near a rotation, applied.
Vector solved(const Mat3<Long>& m, const Vector& v) {
  const Vector x{m.m[0], m.m[3], m.m[6]}, y{m.m[1], m.m[4], m.m[7]}, z{m.m[2], m.m[5], m.m[8]};
  const Long determinant = inner(x, cross_product(y, z));
  return Vector{inner(v, cross_product(y, z)), inner(x, cross_product(v, z)), inner(x, cross_product(y, v))} *
         (1 / determinant);
}

/// Foot x_i = a_i^2 p_i / (t + a_i^2) with the t >= 0 that brings it to the surface: Newton's method on a convex
/// falling function comes to its zero from the left without overshooting.
Vector nearest_on_ellipsoid(const Vector& half, const Vector& p) {
  const Long a[3] = {half.x, half.y, half.z}, c[3] = {p.x, p.y, p.z};
  Long t = 0;
  for (int step = 0; step < 200; ++step) {
    Long value = -1, slope = 0;
    for (int i = 0; i < 3; ++i) {
      const Long ratio = a[i] * c[i] / (t + a[i] * a[i]);
      value += ratio * ratio;
      slope -= 2 * ratio * ratio / (t + a[i] * a[i]);
    }
    if (!(value > 0) || !(slope < 0)) break;
    const Long next = t - value / slope;
    if (!(next > t)) break;
    t = next;
  }
  if (!(t > 0)) return p;
  return {half.x * half.x * p.x / (t + half.x * half.x), half.y * half.y * p.y / (t + half.y * half.y),
          half.z * half.z * p.z / (t + half.z * half.z)};
}

/// In the half plane of radius and height, where a cone is the triangle (0, -h), (r, -h), (0, h).
void nearest_in_cone(Long r, Long h, Long& across, Long& z) {
  const Long slant_x = -r, slant_z = 2 * h, rise = (across - r) * slant_z - (z + h) * slant_x;
  if (z >= -h && rise <= 0) return;  // inside
  const Long base = std::clamp(across, Long{0}, r);
  const Long squared = slant_x * slant_x + slant_z * slant_z;
  const Long s = squared > 0 ? std::clamp(((across - r) * slant_x + (z + h) * slant_z) / squared, Long{0}, Long{1}) : 0;
  const Long side_x = r + s * slant_x, side_z = -h + s * slant_z;
  const Long to_base = (across - base) * (across - base) + (z + h) * (z + h);
  const Long to_side = (across - side_x) * (across - side_x) + (z - side_z) * (z - side_z);
  across = to_base < to_side ? base : side_x;
  z = to_base < to_side ? -h : side_z;
}

}  // namespace

SupportBody::SupportBody(const Core& core, int exponent) { add(core, identity, exponent); }

SupportBody::SupportBody(const Core& core, const RelativePose<double>& pose, int exponent) {
  add(core, product(identity, pose.rotation), exponent);
  const Long scale = std::ldexp(Long{1}, -exponent);
  translation_ = converted<Long>(pose.translation) * scale;
  extent_ = std::max(extent_, static_cast<Long>(largest_coordinate(narrow(translation_))));
}

SupportBody::SupportBody(const Vec3<Long>& point)
    : translation_(point), extent_(static_cast<Long>(largest_coordinate(narrow(point)))) {}

void SupportBody::add(const Core& core, const Mat3<Long>& turn, int exponent) {
  for (const CoreTerm& term : core.terms) add(term.core, product(turn, term.rotation), exponent);
  if (core.kind == CoreKind::sum) return;
  const Long scale = std::ldexp(Long{1}, -exponent);
  Leaf leaf{core.kind, {}, converted<Long>(core.half) * scale, turn};
  Long extent = leaf.half.x + leaf.half.y + leaf.half.z;
  for (const Vec3<double>& v : core.vertices) {
    leaf.vertices.push_back(converted<Long>(v) * scale);
    extent = std::max(extent, static_cast<Long>(largest_coordinate(narrow(leaf.vertices.back()))));
  }
  extent_ += extent;
  leaves_.push_back(std::move(leaf));
}

Vec3<Long> SupportBody::local_support(const Leaf& leaf, const Vec3<Long>& d) {
  const Vector& half = leaf.half;
  switch (leaf.kind) {
    case CoreKind::ellipsoid: {
      const Vector q{half.x * d.x, half.y * d.y, half.z * d.z};
      const Long length = norm(q);
      return length > 0 ? Vector{half.x * q.x, half.y * q.y, half.z * q.z} * (1 / length) : Vector{0, 0, 0};
    }
    case CoreKind::cylinder: return disc_support(half.x, d.z >= 0 ? half.z : -half.z, d);
    case CoreKind::cone: {
      const Vector rim = disc_support(half.x, -half.z, d), apex{0, 0, half.z};
      return inner(apex - rim, d) >= 0 ? apex : rim;
    }
    default: break;
  }
  const Vector* best = &leaf.vertices[0];
  Long highest = inner(*best, d);
  for (const Vector& v : leaf.vertices) {
    const Long height = inner(v, d);
    if (height > highest) highest = height, best = &v;
  }
  return *best;
}

Vec3<Long> SupportBody::local_nearest(const Leaf& leaf, const Vec3<Long>& p) {
  const Vector& half = leaf.half;
  if (leaf.kind == CoreKind::ellipsoid) return nearest_on_ellipsoid(half, p);
  const Long across = std::sqrt(p.x * p.x + p.y * p.y);
  Long r = across, z = p.z;
  if (leaf.kind == CoreKind::cylinder) {
    r = std::min(r, half.x);
    z = std::clamp(z, -half.z, half.z);
  } else {
    nearest_in_cone(half.x, half.z, r, z);
  }
  const Long scale = across > 0 ? r / across : 0;
  return {p.x * scale, p.y * scale, z};
}

Vec3<Long> SupportBody::support(const Vec3<Long>& u) const {
  Vector sum = translation_;
  for (const Leaf& leaf : leaves_)
    sum = sum + product(leaf.turn, local_support(leaf, transposed_product(leaf.turn, u)));
  return sum;
}

Vec3<Long> SupportBody::support_of(const std::vector<bool>& chosen, const Vec3<Long>& u) const {
  Vector sum = translation_;
  for (std::size_t i = 0; i < leaves_.size(); ++i) {
    const Leaf& leaf = leaves_[i];
    if (chosen[i]) sum = sum + product(leaf.turn, local_support(leaf, transposed_product(leaf.turn, u)));
  }
  return sum;
}

namespace {

/// The bounds, and the point of A - B nearest to the origin.
CoreBounds apart(const Difference& difference, const Vector& hint, Vector& x) {
  std::vector<Vector> points{difference.support(hint)};
  const auto support = [&](const Vector& u) {
    points.push_back(difference.support(u));
    const auto i = static_cast<std::uint32_t>(points.size() - 1);
    return std::pair{i, i};
  };
  const auto point = [&](std::uint32_t i, std::uint32_t) { return points[i]; };
  const Long scale = difference.scale(), zero = scale * static_cast<Long>(slop_of<Long>);
  Corral<Long> c;
  c.add(0, 0, points[0], 1);
  descend(c, scale * static_cast<Long>(64 * epsilon_of<Long>), zero, support, point);
  normalise(c);
  x = c.point();
  CoreBounds bounds;
  bounds.upper = norm(x);
  bounds.normal = hint;
  bounds.lower = -inner(points[0], hint);
  if (!(bounds.upper > zero)) return bounds;
  const Vector u = x * (-1 / bounds.upper);
  const Long gap = -inner(difference.support(u), u);
  if (gap > bounds.lower) bounds.lower = gap, bounds.normal = u;
  return bounds;
}

}  // namespace

Long width_between(const SupportBody& a, const SupportBody& b, const Vec3<Long>& u) {
  return inner(Difference{a, b}.support(u), u);
}

bool SupportBody::has_closed_form() const {
  if (leaves_.size() != 1 || leaves_[0].kind == CoreKind::vertices) return false;
  const Vector& half = leaves_[0].half;
  return leaves_[0].kind != CoreKind::ellipsoid || (half.x > 0 && half.y > 0 && half.z > 0);
}

Vec3<Long> SupportBody::nearest(const Vec3<Long>& point, const Vec3<Long>& hint) const {
  if (has_closed_form()) {
    const Leaf& leaf = leaves_[0];
    return product(leaf.turn, local_nearest(leaf, solved(leaf.turn, point - translation_))) + translation_;
  }
  const SupportBody at(point);
  Vector x{0, 0, 0};
  apart(Difference{*this, at}, hint, x);
  return point + x;
}

Long SupportBody::distance(const Vec3<Long>& point, const Vec3<Long>& hint) const {
  if (has_closed_form()) return norm(nearest(point, hint) - point);
  const SupportBody at(point);
  Vector x{0, 0, 0};
  return std::max(apart(Difference{*this, at}, hint, x).lower, Long{0});
}

CoreBounds bounds_between(const SupportBody& a, const SupportBody& b, const CoreHints& hints, Long enough) {
  const Difference difference{a, b};
  const Vector& hint = hints.direction;
  CoreBounds near;
  near.lower = -width_between(a, b, hint);
  near.normal = hint;
  near.upper = norm(b.nearest(hints.near_b, -hint) - a.nearest(hints.near_a, hint));
  if (near.upper - near.lower <= enough) return near;
  Vector x{0, 0, 0};
  const CoreBounds other = apart(difference, hint, x);
  near.upper = std::min(near.upper, other.upper);
  if (other.lower > near.lower) near.lower = other.lower, near.normal = other.normal;
  if (near.lower >= 0 || near.upper - near.lower <= enough) return near;
  const Subdivision subdivision(difference, hint, enough / 2);
  // Not below any width; and above: no width is less, which is a proof of overlap where it is positive.
  CoreBounds bounds{-subdivision.least(), near.upper, subdivision.direction()};
  if (subdivision.lower() > 0) bounds.upper = -subdivision.lower();
  if (bounds.lower < near.lower) bounds.lower = near.lower, bounds.normal = near.normal;
  return bounds;
}

}  // namespace abut::reference
