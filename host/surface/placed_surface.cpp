#include "host/surface/placed_surface.h"

#include <algorithm>
#include <utility>

namespace abut::host {
namespace {

constexpr int most_steps = 40;

/// Two points, and half of their squared distance to second order in four parameters. Data only.
struct Parabola {
  Vec3<double> a, b;
  double distance, gradient[4], hessian[4][4];
};

Parabola parabola_of(const SurfaceJet<double>& x, const SurfaceJet<double>& y) {
  Parabola out{};
  const Vec3<double> r = x.point - y.point;
  out.a = x.point, out.b = y.point, out.distance = length(r);
  const Vec3<double> first[4] = {x.u, x.v, -y.u, -y.v};
  for (int i = 0; i < 4; ++i) {
    out.gradient[i] = dot(r, first[i]);
    for (int j = 0; j < 4; ++j) out.hessian[i][j] = dot(first[i], first[j]);
  }
  const auto add = [&](int i, int j, double d) {
    out.hessian[i][j] += d;
    if (i != j) out.hessian[j][i] += d;
  };
  add(0, 0, dot(r, x.uu)), add(0, 1, dot(r, x.uv)), add(1, 1, dot(r, x.vv));
  add(2, 2, -dot(r, y.uu)), add(2, 3, -dot(r, y.uv)), add(3, 3, -dot(r, y.vv));
  return out;
}

/// What the four parameters may be.
struct Domain {
  double begin[4], end[4];
};
/// Whether a parameter is at an end against which the slope pushes.
void find_held(const Domain& d, const double* at, const double* gradient, bool* held) {
  for (int i = 0; i < 4; ++i) {
    held[i] = (at[i] <= d.begin[i] && gradient[i] >= 0) || (at[i] >= d.end[i] && gradient[i] <= 0);
  }
}

/// Solves for the step, without what is held, by elimination with pivots; false where there is none. `damping` is added
/// to the diagonal, over it.
bool solve(const Parabola& p, const bool* held, double damping, double* step) {
  double m[4][5];
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) m[i][j] = held[i] || held[j] ? (i == j ? 1 : 0) : p.hessian[i][j];
    if (!held[i]) m[i][i] += damping * std::abs(m[i][i]);
    m[i][4] = held[i] ? 0 : -p.gradient[i];
  }
  for (int k = 0; k < 4; ++k) {
    int pivot = k;
    for (int i = k + 1; i < 4; ++i) {
      if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
    }
    if (!(std::abs(m[pivot][k]) > 0)) return false;
    std::swap(m[k], m[pivot]);
    for (int i = k + 1; i < 4; ++i) {
      const double factor = m[i][k] / m[k][k];
      for (int j = k; j < 5; ++j) m[i][j] -= factor * m[k][j];
    }
  }
  for (int i = 3; i >= 0; --i) {
    double sum = m[i][4];
    for (int j = i + 1; j < 4; ++j) sum -= m[i][j] * step[j];
    step[i] = sum / m[i][i];
  }
  return std::isfinite(step[0] + step[1] + step[2] + step[3]);
}

/// Four parameters. Data only.
struct Place {
  double at[4];
};

Place moved(const Domain& d, const Place& from, const double* step) {
  Place to;
  for (int i = 0; i < 4; ++i) to.at[i] = std::clamp(from.at[i] + step[i], d.begin[i], d.end[i]);
  return to;
}

/// Steps of Levenberg and Marquardt: from `place` to a least distance. `look`: the parabola at a place.
template <class Look>
Parabola descend(const Domain& domain, Place& place, const Look& look) {
  Parabola p = look(place);
  double damping = 1e-3;
  for (int k = 0; k < most_steps && damping < 1e12; ++k) {
    bool held[4];
    find_held(domain, place.at, p.gradient, held);
    double step[4], slope = 0;
    if (solve(p, held, damping, step)) {
      for (int i = 0; i < 4; ++i) slope += step[i] * p.gradient[i];
    }
    if (!(slope < 0)) {
      damping = std::max(damping, 1e-12) * 8;
      continue;
    }
    const Place to = moved(domain, place, step);
    const Parabola next = look(to);
    if (!(next.distance < p.distance)) {
      if (-slope < 0x1p-50 * p.distance * p.distance) break;
      damping = std::max(damping, 1e-12) * 8;
      continue;
    }
    place = to, p = next, damping = damping * 0.125;
  }
  return p;
}

}  // namespace

PointPair descend_distance(const PlacedSurface& a, PieceSite of_a, const PlacedSurface& b, PieceSite of_b) {
  const auto look = [&](const Place& p) {
    return parabola_of(a.at(PieceSite{of_a.piece, p.at[0], p.at[1]}), b.at(PieceSite{of_b.piece, p.at[2], p.at[3]}));
  };
  Place place{{of_a.s, of_a.t, of_b.s, of_b.t}};
  const Parabola p = descend({{0, 0, 0, 0}, {1, 1, 1, 1}}, place, look);
  const PieceSite to_a{of_a.piece, place.at[0], place.at[1]}, to_b{of_b.piece, place.at[2], place.at[3]};
  return {a.u_of(to_a), a.v_of(to_a), b.u_of(to_b), b.v_of(to_b), p.a, p.b, p.distance};
}

PointPair solve_stationary(const PlacedSurface& a, const PlacedSurface& b, const PointPair& from) {
  const Domain domain{{a.u_begin(), a.v_begin(), b.u_begin(), b.v_begin()},
                      {a.u_end(), a.v_end(), b.u_end(), b.v_end()}};
  const auto look = [&](const Place& p) { return parabola_of(a.at(p.at[0], p.at[1]), b.at(p.at[2], p.at[3])); };
  Place place{{from.u_a, from.v_a, from.u_b, from.v_b}};
  Parabola p = look(place);
  for (int k = 0; k < 12; ++k) {
    const bool held[4] = {};
    double step[4];
    if (!solve(p, held, 0, step)) break;
    place = moved(domain, place, step);
    p = look(place);
  }
  return {place.at[0], place.at[1], place.at[2], place.at[3], p.a, p.b, p.distance};
}

PlacedPart PlacedSurface::part_of_node(std::uint32_t node) const {
  const FacetNode& n = view_.nodes[node];
  if (is_leaf(n) && n.count == 1) return part(n.first, {0, 1, 0, 1});
  PlacedPart out{node, 0, {0, 1, 0, 1}, {}, {}, 0};
  const Vec3<double> c = widen(n.centre), half = widen(n.half);
  for (int k = 0; k < 8; ++k) {
    const Vec3<double> to{k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z};
    out.hull.push_back(up(c + to));
  }
  out.centre = up(c);
  for (const Vec3<double>& h : out.hull) out.radius = std::max(out.radius, length(h - out.centre));
  return out;
}

PlacedPart PlacedSurface::part(std::uint32_t piece, const ParameterRectangle<double>& in) const {
  const BezierPatch<double> whole = patch_of(view_, view_.pieces[piece]);
  double net[4 * most_patch_points];
  const BezierPatch<double> own = sub_patch<FourScalars<double>>(whole, in, net);
  PlacedPart out{no_node, piece, in, {}, {}, 0};
  for (int k = 0; k < (own.degree_u + 1) * (own.degree_v + 1); ++k) {
    if (!own.rational || own.points[4 * k + 3] > 0) out.hull.push_back(up(control_point(own, k)));
  }
  out.centre = at(PieceSite{piece, 0.5 * (in.s0 + in.s1), 0.5 * (in.t0 + in.t1)}).point;
  for (const Vec3<double>& h : out.hull) out.radius = std::max(out.radius, length(h - out.centre));
  return out;
}

std::pair<PlacedPart, PlacedPart> PlacedSurface::halves_of(const PlacedPart& of) const {
  if (of.node != no_node) return {part_of_node(of.node + 1), part_of_node(view_.nodes[of.node].first)};
  const ParameterRectangle<double>& r = of.in;
  ParameterRectangle<double> low[2] = {r, r}, high[2] = {r, r};
  low[0].s1 = high[0].s0 = 0.5 * (r.s0 + r.s1);
  low[1].t1 = high[1].t0 = 0.5 * (r.t0 + r.t1);
  std::pair<PlacedPart, PlacedPart> across_u{part(of.piece, low[0]), part(of.piece, high[0])};
  std::pair<PlacedPart, PlacedPart> across_v{part(of.piece, low[1]), part(of.piece, high[1])};
  const auto radius = [](const auto& halves) { return std::max(halves.first.radius, halves.second.radius); };
  return radius(across_u) <= radius(across_v) ? std::move(across_u) : std::move(across_v);
}

}  // namespace abut::host
