// Pairs of facets that face each other.
#pragma once

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

/// Any facet, as large as 1 or so.
inline Facet<double> any_facet(Random& random) { return {{random.in_cube(), random.in_cube(), random.in_cube()}}; }

/// The same the other way round, moved along its normal: below 0 to its inside.
inline Facet<double> facing_copy(const Facet<double>& f, double gap) {
  const Vec3<double> by = unit_vector(area_normal(f)) * gap;
  return {{f.v[1] + by, f.v[0] + by, f.v[2] + by}};
}

}  // namespace abut::test
