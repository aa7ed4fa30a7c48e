// Bodies with a complex each, for tests.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "abut/complex/quasi_lmds.h"
#include "tests/support/paired_bodies.h"

namespace abut::test {

/// Data only.
struct ComplexScene : PairedBodies {
  ShapeSet shapes;
  ContactComplexes complexes;

  /// A body whose shape is a box that holds the complex.
  ComplexReport add(const SimplicialComplex& complex, const ComplexOptions& options, const Pose& pose = {}) {
    double most = options.dilation;
    for (const Vec3<double>& v : complex.vertices) most = std::max(most, max_abs(v));
    const std::uint32_t shape = shapes.add_box({most, most, most}, options.dilation);
    bodies.add(pose, shape);
    return complexes.set(shapes, shape, complex, options);
  }
  template <class T = double>
  QuasiLmds<T> find(const QuasiLmdOptions& options, int threads = 0) const {
    return find_quasi_lmds<T>(Cpu{threads}, complexes, parts(), pairs, options);
  }
};

/// Vertices of a simplex, ascending, the rest all ones; named by dimension and number.
using CornersOf = std::map<std::uint64_t, std::array<std::uint32_t, 3>>;

inline CornersOf corners_of(const ComplexView<double>& view) {
  CornersOf out;
  for (std::uint32_t i = 0; i < view.simplex_count; ++i) {
    const ComplexSimplex& s = view.simplices[i];
    std::array<std::uint32_t, 3> v{UINT32_MAX, UINT32_MAX, UINT32_MAX};
    for (int k = 0; k <= s.dimension; ++k) v[static_cast<std::size_t>(k)] = s.vertex[k];
    std::sort(v.begin(), v.end());
    out[simplex_feature(s).code] = v;
  }
  return out;
}

}  // namespace abut::test
