#include "host/reference/support_body.h"

#include <algorithm>
#include <array>

#include "host/reference/active_set.h"

namespace abut::reference {
namespace {

using Vector = Vec3<Long>;

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

Vec3<Long> SupportBody::support(const Vec3<Long>& u) const {
  Vector sum = translation_;
  for (const Leaf& leaf : leaves_)
    sum = sum + product(leaf.turn, local_support(leaf, transposed_product(leaf.turn, u)));
  return sum;
}

namespace {

/// The Minkowski difference A - B.
struct Difference {
  const SupportBody &a, &b;
  Vector support(const Vector& u) const { return a.support(u) - b.support(-u); }
  Long scale() const { return a.extent() + b.extent(); }
};

CoreBounds apart(const Difference& difference, const Vector& hint) {
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
  const Vector x = c.point();
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

/// Least width by subdivision of the sphere.
class Subdivision {
 public:
  Subdivision(const Difference& difference, const Vector& hint, Long enough)
      : difference_(difference), enough_(enough) {
    const Corner start = corner(hint);
    const Vector side =
        unit(std::fabs(hint.x) < 0.7L ? cross_product(hint, Vector{1, 0, 0}) : cross_product(hint, Vector{0, 1, 0}));
    const Vector other = cross_product(hint, side);
    const std::array<Corner, 4> belt{corner(side), corner(other), corner(-side), corner(-other)};
    const Corner back = corner(-hint);
    for (std::size_t k = 0; k < 4; ++k) {
      stack_.push_back({start, belt[k], belt[(k + 1) % 4]});
      stack_.push_back({back, belt[k], belt[(k + 1) % 4]});
    }
    lower_ = least_;
    while (!stack_.empty() && examined_ < most) {
      const Triangle t = stack_.back();
      stack_.pop_back();
      examine(t);
    }
    for (const Triangle& t : stack_) lower_ = std::min(lower_, bound(t));
    lower_ = std::min(lower_, least_);
  }
  Long least() const { return least_; }
  Long lower() const { return lower_; }
  const Vector& direction() const { return direction_; }

 private:
  static constexpr int most = 100000;
  struct Corner {
    Vector u, p;  // p: the support point along u
  };
  using Triangle = std::array<Corner, 3>;

  Corner corner(const Vector& u) {
    const Vector p = difference_.support(u);
    const Long width = inner(p, u);
    if (!any_ || width < least_) any_ = true, least_ = width, direction_ = u;
    return {u, p};
  }

  static Long least_at_corners(const Vector& p, const Triangle& t) {
    return std::min({inner(p, t[0].u), inner(p, t[1].u), inner(p, t[2].u)});
  }
  /// Unit directions in the triangle are combinations of its corners with non-negative coefficients of sum >= 1, so a
  /// bound that is not negative at the corners holds in between.
  static Long bound(const Triangle& t) {
    Long best = least_at_corners(t[0].p, t);
    for (int k = 1; k < 3; ++k) best = std::max(best, least_at_corners(t[k].p, t));
    return best;
  }

  void examine(const Triangle& t) {
    ++examined_;
    Long low = bound(t);
    if (low < 0 || low < least_ - enough_) {
      const Corner middle = corner(unit(t[0].u + t[1].u + t[2].u));
      low = std::max(low, least_at_corners(middle.p, t));
    }
    if (low >= 0 && low >= least_ - enough_) {
      lower_ = std::min(lower_, low);
      return;
    }
    const Corner m0 = corner(unit(t[0].u + t[1].u)), m1 = corner(unit(t[1].u + t[2].u)),
                 m2 = corner(unit(t[2].u + t[0].u));
    stack_.push_back({t[0], m0, m2});
    stack_.push_back({m0, t[1], m1});
    stack_.push_back({m2, m1, t[2]});
    stack_.push_back({m0, m1, m2});
  }

  const Difference& difference_;
  Long enough_;
  bool any_ = false;
  Long least_ = 0, lower_ = 0;
  Vector direction_{0, 0, 0};
  int examined_ = 0;
  std::vector<Triangle> stack_;
};

}  // namespace

Long width_between(const SupportBody& a, const SupportBody& b, const Vec3<Long>& u) {
  return inner(Difference{a, b}.support(u), u);
}

CoreBounds bounds_between(const SupportBody& a, const SupportBody& b, const Vec3<Long>& hint, Long enough) {
  const Difference difference{a, b};
  const Long width = width_between(a, b, hint);
  CoreBounds near = apart(difference, hint);
  if (width <= 0 || near.upper - near.lower <= enough) return near;
  const Subdivision subdivision(difference, hint, enough / 2);
  // Not below any width; and above: no width is less, which is a proof of overlap where it is positive.
  CoreBounds bounds{-subdivision.least(), near.upper, subdivision.direction()};
  if (subdivision.lower() > 0) bounds.upper = -subdivision.lower();
  if (bounds.lower < near.lower) bounds.lower = near.lower, bounds.normal = near.normal;
  return bounds;
}

}  // namespace abut::reference
