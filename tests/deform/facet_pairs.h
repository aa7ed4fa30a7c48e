// Pairs of facets that face each other.
#pragma once

#include <array>

#include "abut/facets/facet.h"
#include "tests/support/random.h"

namespace abut::test {

/// Data only.
template <class T>
struct FacetPair {
  Facet<T> a, b;

  template <class S>
  FacetPair<S> as() const {
    FacetPair<S> out;
    const auto to = [](const Vec3<T>& v) {
      return Vec3<S>{static_cast<S>(v.x), static_cast<S>(v.y), static_cast<S>(v.z)};
    };
    for (int k = 0; k < 3; ++k) out.a.v[k] = to(a.v[k]), out.b.v[k] = to(b.v[k]);
    return out;
  }
};

/// A looks up and B down, from within a quarter of their size.
inline FacetPair<double> facing_pair(Random& random) {
  const auto about = [&] { return random.uniform(-0.3, 0.3); };
  FacetPair<double> out{{{{0, 0, 0}, {1, 0, 0}, {0.3, 1, 0}}}, {{{0.1, 0.1, 0}, {0.4, 1, 0}, {1, 0.2, 0}}}};
  for (Vec3<double>& v : out.a.v) v = v + Vec3<double>{about(), about(), 0.3 * about()};
  for (Vec3<double>& v : out.b.v) v = v + Vec3<double>{about(), about(), random.uniform(-0.25, 0.1)};
  return out;
}

/// Four pairs, of two squares of area 1 that face each other and are cut into triangles: along one diagonal, or the
/// upper one along the `other`. By `depth` they have gone into each other.
inline std::array<FacetPair<double>, 4> square_pairs(bool other, double depth) {
  const Vec3<double> p[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  const Facet<double> lower[2] = {{{p[0], p[1], p[2]}}, {{p[0], p[2], p[3]}}};
  Facet<double> upper[2] = {{{p[2], p[1], p[0]}}, {{p[3], p[2], p[0]}}};
  if (other) upper[0] = {{p[3], p[1], p[0]}}, upper[1] = {{p[3], p[2], p[1]}};
  for (Facet<double>& f : upper) {
    for (Vec3<double>& v : f.v) v.z -= depth;
  }
  return {{{lower[0], upper[0]}, {lower[0], upper[1]}, {lower[1], upper[0]}, {lower[1], upper[1]}}};
}

/// Any facet, as large as 1 or so.
inline Facet<double> any_facet(Random& random) { return {{random.in_cube(), random.in_cube(), random.in_cube()}}; }

/// The same the other way round, moved along its normal: below 0 to its inside.
inline Facet<double> facing_copy(const Facet<double>& f, double gap) {
  const Vec3<double> by = unit_vector(area_normal(f)) * gap;
  return {{f.v[1] + by, f.v[0] + by, f.v[2] + by}};
}

}  // namespace abut::test
