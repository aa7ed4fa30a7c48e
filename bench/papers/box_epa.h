// The expanding polytope algorithm of Feng & Tan 2019, Box 2, in double: how deep do two shapes in contact overlap?
//
// Where Box 2 is silent: in step 1.b a flat simplex gets the support point farthest from it, of both directions along
// each normal; in step 2.e a face is seen from `a` when `a` lies above it by more than rounding, so that faces in one
// plane leave no slivers. Of step 3 depth and normal are given, contact points are not.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "bench/papers/box_gjk.h"

namespace abut::papers {

struct BoxEpa {
  bool ended = false;            ///< false: a flat difference, a face without area, or `box_epa_cap`
  double depth = 0;              ///< of the nearest face
  double upper = 0;              ///< of the support point along its normal: the depth is not larger
  Vector normal{0, 0, 0};        ///< unit, of A - B at its nearest boundary point
  std::uint32_t iterations = 0;  ///< of step 2, the one that finds convergence (2.d) included
};

inline constexpr std::uint32_t box_epa_cap = 1000;
inline constexpr double box_epa_rounding = 1e-13;  ///< of the size: heights below count as none

namespace box_epa_detail {

struct Face {
  int v[3];  ///< counter-clockwise seen from outside
  Vector n;
  double d;
};

struct Polytope {
  std::vector<Vector> w;
  std::vector<Face> faces;
  bool sound = true;  ///< no face lacks an area

  void add(int i, int j, int k) {
    const auto at = [&](int v) { return w[static_cast<std::size_t>(v)]; };
    const Vector n = cross(at(j) - at(i), at(k) - at(i));
    const double l = length(n);
    sound = sound && l > 0;
    faces.push_back({{i, j, k}, n * (1 / l), dot(n, at(i)) / l});
  }
};

/// Directions normal to the flat hull of the simplex.
inline std::vector<Vector> normals(const BoxSimplex& s) {
  if (s.count == 3) return {cross(s.w[1] - s.w[0], s.w[2] - s.w[0])};
  std::vector<Vector> out{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (s.count == 2) {
    for (Vector& u : out) u = cross(s.w[1] - s.w[0], u);
  }
  return out;
}

/// Distance of `p` from the flat hull of the simplex.
inline double distance(const BoxSimplex& s, Vector p) {
  if (s.count == 0) return 1;
  const Vector q = p - s.w[0];
  if (s.count == 1) return length(q);
  const Vector d = s.w[1] - s.w[0];
  if (s.count == 2) return length(cross(q, d)) / length(d);
  const Vector n = cross(d, s.w[2] - s.w[0]);
  return std::abs(dot(n, q)) / length(n);
}

/// Step 1.b. Returns false where A - B is flat.
template <class Support>
bool fill_up(const Support& support, double size, BoxSimplex& s) {
  while (s.count < 4) {
    Vector best{0, 0, 0};
    double farthest = box_epa_rounding * size;
    for (const Vector& u : normals(s)) {
      if (!(squared_length(u) > 0)) continue;
      for (const Vector& p : {support(u), support(-u)}) {
        if (distance(s, p) > farthest) farthest = distance(s, p), best = p;
      }
    }
    if (farthest == box_epa_rounding * size) return false;
    s.w[s.count++] = best;
  }
  return true;
}

inline Polytope tetrahedron(const BoxSimplex& s) {
  Polytope p;
  p.w.assign(s.w, s.w + 4);
  const bool turned = dot(cross(s.w[1] - s.w[0], s.w[2] - s.w[0]), s.w[3] - s.w[0]) > 0;
  for (const auto& f : {std::array{0, 1, 2}, std::array{0, 3, 1}, std::array{1, 3, 2}, std::array{2, 3, 0}}) {
    p.add(f[0], turned ? f[2] : f[1], turned ? f[1] : f[2]);
  }
  return p;
}

/// Step 2.e: edges whose face is seen from the new point and whose other face is not get a new face.
inline void expand(Polytope& p, Vector a, double rounding) {
  const auto top = static_cast<int>(p.w.size());
  p.w.push_back(a);
  std::vector<std::array<int, 2>> edges;
  std::erase_if(p.faces, [&](const Face& f) {
    if (!(dot(f.n, a) - f.d > rounding)) return false;
    for (int k = 0; k < 3; ++k) {
      const std::array edge{f.v[k], f.v[(k + 1) % 3]};
      if (std::erase(edges, std::array{edge[1], edge[0]}) == 0) edges.push_back(edge);
    }
    return true;
  });
  for (const auto& e : edges) p.add(e[0], e[1], top);
}

}  // namespace box_epa_detail

/// From what `box_gjk` ends with in contact. `tolerance`: Box 2's epsilon, a length; `size`: of both shapes together.
template <class Support>
BoxEpa box_epa(const Support& support, BoxSimplex simplex, double tolerance, double size) {
  using namespace box_epa_detail;
  BoxEpa out;
  if (!fill_up(support, size, simplex)) return out;
  Polytope p = tetrahedron(simplex);
  while (p.sound && !p.faces.empty() && out.iterations < box_epa_cap) {
    ++out.iterations;
    const Face f = *std::min_element(p.faces.begin(), p.faces.end(),
                                     [](const Face& left, const Face& right) { return left.d < right.d; });
    const Vector a = support(f.n);
    out.depth = f.d;
    out.upper = dot(f.n, a);
    out.normal = f.n;
    out.ended = out.upper - f.d < tolerance;
    if (out.ended) return out;
    expand(p, a, box_epa_rounding * size);
  }
  return out;
}

}  // namespace abut::papers
