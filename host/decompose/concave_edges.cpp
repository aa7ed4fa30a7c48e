#include "host/decompose/concave_edges.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace abut::host {
namespace {

constexpr std::size_t most_others = 256;  // edges that a plane may hold
constexpr std::size_t most_planes = 32;   // through an edge, that are looked at
constexpr std::size_t least_edges = 4;    // of a ring
constexpr double may_be_open = 0.1;       // of a ring's length: slots go through some
constexpr double least_area = 0.01;       // of a ring, over its squared length: a circle's is 0.08
constexpr double in_plane = 1e-4;  // of the half extent: what is as near is in a plane, since corners are rounded

/// Its normal is zero where the corners are on a line.
Plane plane_through(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  const Vec3<double> normal = direction(outer(b - a, c - a));
  return {normal, inner(normal, a)};
}

bool holds(const Plane& plane, const ConcaveEdge& e, double slack) {
  return std::fabs(plane.height(e.at)) <= slack && std::fabs(plane.height(e.to)) <= slack;
}

double distance_from_line(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& p) {
  return norm(outer(direction(b - a), p - a));
}

/// The corner of edges in a plane for which `far` is largest.
template <class F>
Vec3<double> farthest_corner(std::span<const ConcaveEdge> edges, const Plane& plane, double slack, const F& far) {
  Vec3<double> found = edges.front().at;
  double most = -1;
  for (const ConcaveEdge& e : edges) {
    if (!holds(plane, e, slack)) continue;
    for (const Vec3<double>& p : {e.at, e.to}) {
      if (const double x = far(p); x > most) most = x, found = p;
    }
  }
  return found;
}

/// The same plane through corners far apart: through a short edge it is known to the rounding error of that edge's
/// corners alone.
Plane steadied(std::span<const ConcaveEdge> edges, const Plane& plane, const Vec3<double>& a, double slack) {
  const Vec3<double> b = farthest_corner(edges, plane, slack, [&](const Vec3<double>& p) { return norm(p - a); });
  const Vec3<double> c =
      farthest_corner(edges, plane, slack, [&](const Vec3<double>& p) { return distance_from_line(a, b, p); });
  return plane_through(a, b, c);
}

/// Whether the edges in a plane run round the solid and not round a hole: looked at along the plane, the ways out from
/// them cancel, and what they bound is inside.
bool runs_round(std::span<const ConcaveEdge> edges, const Plane& plane, double slack, double* length) {
  Vec3<double> out{0, 0, 0}, origin{0, 0, 0};
  double area = 0;
  std::size_t count = 0;
  *length = 0;
  for (const ConcaveEdge& e : edges) {
    if (!holds(plane, e, slack)) continue;
    if (count++ == 0) origin = e.at;
    const Vec3<double> aside = outer(e.to - e.at, plane.normal);  // as long as the edge
    const Vec3<double> way = inner(aside, e.normal_a + e.normal_b) > 0 ? aside : -aside;
    out = out + way;
    area += inner(way, (e.at + e.to) * 0.5 - origin) / 2;
    *length += norm(aside);
  }
  return count >= least_edges && norm(out) <= may_be_open * *length && area > least_area * *length * *length;
}

}  // namespace

std::vector<ConcaveEdge> concave_edges(const Piece& piece, const PartHull& hull, double half_extent) {
  struct Face {
    Vec3<double> normal, middle;
  };
  std::vector<Face> faces;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const Vec3<double> o = piece.points[piece.corners[piece.begin[i]]];
    Vec3<double> area{0, 0, 0}, sum{0, 0, 0};
    for (std::uint32_t k = piece.begin[i]; k < piece.begin[i + 1]; ++k) {
      const Vec3<double> p = piece.points[piece.corners[k]];
      sum = sum + p;
      if (k + 1 < piece.begin[i + 1]) area = area + outer(p - o, piece.points[piece.corners[k + 1]] - o);
    }
    faces.push_back({direction(area), sum * (1.0 / (piece.begin[i + 1] - piece.begin[i]))});
  }
  std::vector<ConcaveEdge> edges;
  const std::vector<PieceEdge> all = edges_in_order(piece);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const std::uint32_t p = all[i].low, q = all[i].high;
    if (all[i - 1].low != p || all[i - 1].high != q) continue;
    const Face &a = faces[all[i - 1].polygon], &b = faces[all[i].polygon];
    const double cosine = inner(a.normal, b.normal);
    if (!(inner(a.normal, b.middle - piece.points[p]) > 1e-9 * half_extent) || !(cosine < 0.995)) continue;
    const Vec3<double> middle = (piece.points[p] + piece.points[q]) * 0.5;
    double depth = infinity;
    for (const Plane& h : hull.planes) depth = std::min(depth, -h.height(middle));
    const double weight = depth * std::sqrt(norm(piece.points[q] - piece.points[p])) * (1 - cosine);
    edges.push_back({weight, piece.points[p], piece.points[q], a.normal, b.normal});
  }
  std::stable_sort(edges.begin(), edges.end(),
                   [](const ConcaveEdge& a, const ConcaveEdge& b) { return a.weight > b.weight; });
  return edges;
}

std::optional<Plane> shared_plane(const std::vector<ConcaveEdge>& edges, std::size_t i, double half_extent) {
  const ConcaveEdge& e = edges[i];
  const double slack = in_plane * half_extent;
  const std::span<const ConcaveEdge> others(edges.data(), std::min(edges.size(), most_others));
  std::vector<Plane> seen;
  std::optional<Plane> best;
  double most = 0;
  for (const ConcaveEdge& f : others) {
    const double at = distance_from_line(e.at, e.to, f.at), to = distance_from_line(e.at, e.to, f.to);
    if (std::max(at, to) <= 10 * slack) continue;  // on its line: there are many planes
    const Plane plane = plane_through(e.at, e.to, at > to ? f.at : f.to);
    if (!holds(plane, f, slack)) continue;
    if (std::any_of(seen.begin(), seen.end(), [&](const Plane& s) { return holds(s, f, slack); })) continue;
    seen.push_back(plane);
    double length = 0;
    if (runs_round(others, plane, slack, &length) && length > most) most = length, best = plane;
    if (seen.size() == most_planes) break;
  }
  if (best) best = steadied(others, *best, e.at, slack);
  return best && norm(best->normal) > 0.5 ? best : std::nullopt;
}

}  // namespace abut::host
