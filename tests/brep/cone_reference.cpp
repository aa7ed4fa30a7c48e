#include "tests/brep/cone_reference.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "host/brep/cone_hull.h"

namespace abut::test {
namespace {

using Long = std::array<long double, 3>;

/// The same direction, of length 1 to more digits than it has.
Long widened(const Vec3<double>& v) {
  const Long x{v.x, v.y, v.z};
  const long double size = std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  return {x[0] / size, x[1] / size, x[2] / size};
}
Long plus(const Long& a, const Long& b, long double s) { return {a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]}; }
Long times(const Long& a, const Long& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
long double product(const Long& a, const Long& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Without what it has along others, up to rounding.
Long across(Long n, const Long& d, const Long& e) {
  const long double size = std::sqrt(product(n, n));
  if (!(size > 0)) return n;
  n = plus({0, 0, 0}, n, 1 / size);
  const long double dd = product(d, d);
  if (!(dd > 0)) return n;
  const Long f = plus(e, d, -product(e, d) / dd);
  const long double ff = product(f, f);
  for (int pass = 0; pass < 2; ++pass) {
    n = plus(n, d, -product(n, d) / dd);
    if (ff > 0) n = plus(n, f, -product(n, f) / ff);
  }
  return n;
}

/// Of this direction n, either way if `both`.
void try_direction(const std::vector<Long>& g, const Long& n, bool both, long double& best) {
  const long double size = std::sqrt(product(n, n));
  if (!(size > 0)) return;  // any other is a true lower bound, however it was rounded
  long double least = 2, most = -2;
  for (const Long& x : g) {
    const long double p = product(n, x) / size;
    least = std::min(least, p), most = std::max(most, p);
    if (-most <= best && (!both || least <= best)) return;
  }
  best = std::max(best, both ? std::max(-most, least) : -most);
}

/// Points that a side's plane touches: the unit normal, a direction at which it touches.
struct Touch {
  Vec3<double> at, normal;
};

Touch random_touch(Random& random, const Cone& cone) {
  const std::uint32_t i = random.below(4), k = (i + 1) % 4;
  if (random.below(2) == 0) {  // at a corner, by a plane between both sides there
    const Vec3<double> n = cone.normals[i] * random.uniform() + cone.normals[k] * random.uniform();
    return {cone.generators[k], length(n) > 1e-9 ? unit_vector(n) : cone.normals[i]};
  }
  return {unit_vector(cone.generators[i] * random.uniform() + cone.generators[k] * (1e-3 + random.uniform())),
          cone.normals[i]};
}

/// Columns: unit vectors at right angles.
Mat3<double> axes_of(const Vec3<double>& x, const Vec3<double>& towards_y) {
  const Vec3<double> y = unit_vector(towards_y - x * dot(x, towards_y)), z = cross(x, y);
  return {{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
}
Mat3<double> transposed(const Mat3<double>& a) {
  return {{a.m[0], a.m[3], a.m[6], a.m[1], a.m[4], a.m[7], a.m[2], a.m[5], a.m[8]}};
}

}  // namespace

Directions generators_of(const Cone& cone) {
  return Directions(cone.generators, cone.generators + std::min(cone.count, most_cone_sides));
}

long double clearance(const Directions& a, const Directions& b, long double enough) {
  std::vector<Long> g;
  for (const Directions* of : {&a, &b}) {
    for (const Vec3<double>& v : *of) g.push_back(widened(v));
  }
  long double best = -1;
  for (std::size_t i = 0; i < g.size(); ++i) {
    try_direction(g, plus({0, 0, 0}, g[i], -1), false, best);
    for (std::size_t k = 0; k < i; ++k) {
      if (best > enough) return best;
      const Long d = plus(g[k], g[i], -1);
      try_direction(g, across(plus(plus({0, 0, 0}, g[i], -1), g[k], -1), d, {0, 0, 0}), false, best);
      for (std::size_t l = 0; l < k; ++l) {
        const Long e = plus(g[l], g[i], -1);
        try_direction(g, across(times(d, e), d, e), true, best);
      }
    }
  }
  return best;
}

bool paper_test(const Directions& a, const Directions& b) {
  Directions all = a;
  all.insert(all.end(), b.begin(), b.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Vec3<double> n = cross(all[i], all[k]);
      if (length(n) < 1e-12) continue;
      bool above = false, below = false;
      for (const Vec3<double>& g : all) above |= dot(n, g) > 1e-12, below |= dot(n, g) < -1e-12;
      if (!(above && below)) return false;
    }
  }
  return true;
}

Directions random_directions(Random& random, std::uint32_t most, double width) {
  const Vec3<double> middle = random.direction();
  Directions out;
  for (std::uint32_t k = 1 + random.below(most); k > 0; --k)
    out.push_back(tilted(random, middle, random.uniform() * width));
  return out;
}

Cone random_cone(Random& random) {
  for (;;) {
    const double width = random.below(3) == 0 ? random.magnitude(1e-6, 1) : random.uniform(0, 1.5);
    const Cone cone = host::cone_of(random_directions(random, 6, width));
    if (!has_all(cone)) return cone;
  }
}

Vec3<double> random_member(Random& random, const Cone& cone) {
  const Directions g = generators_of(cone);
  Vec3<double> sum = g[random.below(static_cast<std::uint32_t>(g.size()))] * 1e-3;
  for (const Vec3<double>& v : g) sum = sum + v * (random.below(2) == 0 ? 0 : random.uniform());
  return unit_vector(sum);
}

Vec3<double> tilted(Random& random, const Vec3<double>& n, double angle) {
  const Vec3<double> r = random.direction(), across = r - n * dot(n, r);
  if (!(length(across) > 1e-3)) return tilted(random, n, angle);
  return unit_vector(n * std::cos(angle) + unit_vector(across) * std::sin(angle));
}

Mat3<double> turn_about(const Vec3<double>& axis, double angle) {
  const double s = std::sin(angle / 2);
  return rotation_from_quaternion(std::cos(angle / 2), axis.x * s, axis.y * s, axis.z * s);
}

Mat3<double> nearly_touching(Random& random, const Cone& a, const Cone& b, double angle) {
  const Touch at = random_touch(random, a), of_b = random_touch(random, b);
  const Mat3<double> put = abut::times(axes_of(-at.at, at.normal), transposed(axes_of(of_b.at, of_b.normal)));
  return abut::times(turn_about(random.direction(), angle), put);
}

Directions rotated(const Mat3<double>& rotation, const Directions& directions) {
  Directions out;
  for (const Vec3<double>& d : directions) out.push_back(rotate(rotation, d));
  return out;
}

}  // namespace abut::test
