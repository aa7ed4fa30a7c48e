// Nodes, edges and facets of deforming bodies against each other, all with all, in extended precision and by other
// formulas than the library's: nearest points of faces by barycentric coordinates, of edges by cases.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "abut/deform/deforming_bodies.h"

namespace abut::test {

using Wide = long double;
using WideVec = std::array<Wide, 3>;

inline WideVec wide(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
inline WideVec minus(const WideVec& a, const WideVec& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Wide dot3(const WideVec& a, const WideVec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline WideVec along(const WideVec& a, const WideVec& d, Wide s) {
  return {a[0] + d[0] * s, a[1] + d[1] * s, a[2] + d[2] * s};
}
inline Wide distance_of(const WideVec& a, const WideVec& b) { return std::sqrt(dot3(minus(a, b), minus(a, b))); }

inline Wide point_edge(const WideVec& p, const WideVec& a, const WideVec& b) {
  const WideVec d = minus(b, a);
  const Wide all = dot3(d, d), s = all > 0 ? dot3(minus(p, a), d) / all : 0;
  return distance_of(p, along(a, d, std::clamp<Wide>(s, 0, 1)));
}

/// The least of the distances to the edges, and to the plane where the foot is inside.
inline Wide point_facet(const WideVec& p, const std::array<WideVec, 3>& f) {
  const WideVec u = minus(f[1], f[0]), v = minus(f[2], f[0]), w = minus(p, f[0]);
  const Wide uu = dot3(u, u), uv = dot3(u, v), vv = dot3(v, v), wu = dot3(w, u), wv = dot3(w, v);
  const Wide all = uu * vv - uv * uv, s = (vv * wu - uv * wv) / all, t = (uu * wv - uv * wu) / all;
  Wide least = std::min({point_edge(p, f[0], f[1]), point_edge(p, f[1], f[2]), point_edge(p, f[2], f[0])});
  if (all > 0 && s >= 0 && t >= 0 && s + t <= 1)
    least = std::min(least, distance_of(p, along(along(f[0], u, s), v, t)));
  return least;
}

/// The least of the distances of ends, and of the lines where both feet are inside.
inline Wide edge_edge(const WideVec& a, const WideVec& b, const WideVec& c, const WideVec& d) {
  const WideVec u = minus(b, a), v = minus(d, c), w = minus(a, c);
  const Wide uu = dot3(u, u), uv = dot3(u, v), vv = dot3(v, v), wu = dot3(w, u), wv = dot3(w, v);
  const Wide all = uu * vv - uv * uv;
  Wide least = std::min({point_edge(a, c, d), point_edge(b, c, d), point_edge(c, a, b), point_edge(d, a, b)});
  const Wide s = (uv * wv - vv * wu) / all, t = (uu * wv - uv * wu) / all;
  if (all > 0 && s >= 0 && s <= 1 && t >= 0 && t <= 1)
    least = std::min(least, distance_of(along(a, u, s), along(c, v, t)));
  return least;
}

/// Whether segment a b goes through the facet, not counting what only touches to rounding.
inline bool pierces_facet(const WideVec& a, const WideVec& b, const std::array<WideVec, 3>& f) {
  const auto volume = [](const WideVec& p, const WideVec& q, const WideVec& r, const WideVec& s) {
    const WideVec u = minus(q, p), v = minus(r, p), w = minus(s, p);
    return u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  };
  if ((volume(f[0], f[1], f[2], a) > 0) == (volume(f[0], f[1], f[2], b) > 0)) return false;
  const bool x = volume(a, b, f[0], f[1]) > 0, y = volume(a, b, f[1], f[2]) > 0, z = volume(a, b, f[2], f[0]) > 0;
  return x == y && y == z;
}

inline std::array<WideVec, 3> corners(const DeformingBodies& bodies, std::uint32_t body, std::uint32_t facet) {
  const auto f = bodies.facets(body)[facet];
  const auto at = [&](std::uint32_t v) { return wide(bodies.nodes()[bodies.node_begin(body) + v]); };
  return {at(f[0]), at(f[1]), at(f[2])};
}

inline Wide facet_facet(const std::array<WideVec, 3>& f, const std::array<WideVec, 3>& g) {
  Wide least = HUGE_VALL;
  for (std::size_t i = 0; i < 3; ++i) {
    least = std::min({least, point_facet(f[i], g), point_facet(g[i], f)});
    if (pierces_facet(f[i], f[(i + 1) % 3], g) || pierces_facet(g[i], g[(i + 1) % 3], f)) return 0;
    for (std::size_t j = 0; j < 3; ++j) least = std::min(least, edge_edge(f[i], f[(i + 1) % 3], g[j], g[(j + 1) % 3]));
  }
  return least;
}

inline bool share_node(const std::array<std::uint32_t, 3>& f, const std::array<std::uint32_t, 3>& g) {
  return std::any_of(f.begin(), f.end(), [&](std::uint32_t v) { return std::find(g.begin(), g.end(), v) != g.end(); });
}

/// Calls `visit(a, b, f, g)` for all pairs of facets that are to be searched.
template <class Visit>
void visit_all_facets(const DeformingBodies& bodies, const Visit& visit) {
  for (std::uint32_t a = 0; a < bodies.body_count(); ++a) {
    for (std::uint32_t b = a; b < bodies.body_count(); ++b) {
      if (a == b && !bodies.has_self_contact(a)) continue;
      for (std::uint32_t f = 0; f < bodies.facets(a).size(); ++f) {
        for (std::uint32_t g = a == b ? f + 1 : 0; g < bodies.facets(b).size(); ++g) {
          if (a == b && share_node(bodies.facets(a)[f], bodies.facets(a)[g])) continue;
          visit(a, b, f, g);
        }
      }
    }
  }
}

/// How often a closed body's facets wind about a point, by the solid angles that it sees them under (Van Oosterom &
/// Strackee 1983).
inline Wide winding_of(const DeformingBodies& bodies, std::uint32_t body, const WideVec& p) {
  Wide angles = 0;
  for (std::uint32_t f = 0; f < bodies.facets(body).size(); ++f) {
    const auto c = corners(bodies, body, f);
    const WideVec a = minus(c[0], p), b = minus(c[1], p), d = minus(c[2], p);
    const WideVec cross = {b[1] * d[2] - b[2] * d[1], b[2] * d[0] - b[0] * d[2], b[0] * d[1] - b[1] * d[0]};
    const Wide la = std::sqrt(dot3(a, a)), lb = std::sqrt(dot3(b, b)), ld = std::sqrt(dot3(d, d));
    angles += 2 * std::atan2(dot3(a, cross), la * lb * ld + dot3(a, b) * ld + dot3(a, d) * lb + dot3(b, d) * la);
  }
  return angles / (4 * std::acos(Wide(-1)));
}

/// Of what meets: kind (0 node of a, 1 node of b, 2 edges), bodies, and node and facet, or edges' nodes. To distance.
using Meeting = std::tuple<int, std::uint32_t, std::uint32_t, std::array<std::uint32_t, 4>>;

/// All that searched pairs of facets have, however far apart, up to `most`.
inline std::map<Meeting, Wide> all_meetings(const DeformingBodies& bodies, Wide most) {
  std::map<Meeting, Wide> out;
  const auto add = [&](const Meeting& m, Wide distance) {
    if (distance <= most) out[m] = distance;
  };
  visit_all_facets(bodies, [&](std::uint32_t a, std::uint32_t b, std::uint32_t i, std::uint32_t j) {
    const auto f = corners(bodies, a, i), g = corners(bodies, b, j);
    if (facet_facet(f, g) > most) return;
    const auto name = [&](std::uint32_t body, std::uint32_t facet, std::size_t k) {
      return bodies.node_begin(body) + bodies.facets(body)[facet][k % 3];
    };
    for (std::size_t k = 0; k < 3; ++k) {
      add({0, a, b, {name(a, i, k), name(b, j, 0), name(b, j, 1), name(b, j, 2)}}, point_facet(f[k], g));
      add({a == b ? 0 : 1, a, b, {name(b, j, k), name(a, i, 0), name(a, i, 1), name(a, i, 2)}}, point_facet(g[k], f));
      for (std::size_t l = 0; l < 3; ++l) {
        std::array<std::uint32_t, 2> e = {name(a, i, k), name(a, i, k + 1)}, h = {name(b, j, l), name(b, j, l + 1)};
        std::sort(e.begin(), e.end()), std::sort(h.begin(), h.end());
        if (a == b && h < e) std::swap(e, h);
        add({2, a, b, {e[0], e[1], h[0], h[1]}}, edge_edge(f[k], f[(k + 1) % 3], g[l], g[(l + 1) % 3]));
      }
    }
  });
  return out;
}

}  // namespace abut::test
