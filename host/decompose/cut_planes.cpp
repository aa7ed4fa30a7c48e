#include "host/decompose/cut_planes.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>

#include "abut/core/contact.h"

namespace abut::host {
namespace {

constexpr int planes_across = 11;         // along an axis
constexpr std::size_t most_edges = 16;    // concave ones that are looked at
constexpr std::size_t most_points = 800;  // of a piece that an estimate reads, about, and as many where it is cut
constexpr std::size_t most_cuts = 5;      // that are made, of the best by the estimate
constexpr double balance = 0.05;          // cost of halves that differ, over what they differ by
constexpr double natural = 0.97;          // of the cost of a plane along a concave edge: it ends the edge

/// Eigenvectors of the corners' covariance, by Jacobi rotations.
std::array<Vec3<double>, 3> principal_axes(const std::vector<Vec3<double>>& points) {
  const Vec3<double> middle = middle_of(points);
  double m[3][3] = {}, v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vec3<double>& p : points) {
    const double d[3] = {p.x - middle.x, p.y - middle.y, p.z - middle.z};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) m[i][j] += d[i] * d[j];
    }
  }
  for (int sweep = 0; sweep < 30; ++sweep) {
    for (int i = 0; i < 2; ++i) {
      for (int j = i + 1; j < 3; ++j) {
        if (!(std::fabs(m[i][j]) > 1e-18 * (std::fabs(m[i][i]) + std::fabs(m[j][j])))) continue;
        const double half = (m[j][j] - m[i][i]) / (2 * m[i][j]);
        const double t = (half >= 0 ? 1 : -1) / (std::fabs(half) + std::sqrt(half * half + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < 3; ++k) {
          const double ki = m[k][i], kj = m[k][j];
          m[k][i] = c * ki - s * kj, m[k][j] = s * ki + c * kj;
        }
        for (int k = 0; k < 3; ++k) {
          const double ik = m[i][k], jk = m[j][k], vi = v[k][i], vj = v[k][j];
          m[i][k] = c * ik - s * jk, m[j][k] = s * ik + c * jk;
          v[k][i] = c * vi - s * vj, v[k][j] = s * vi + c * vj;
        }
      }
    }
  }
  return {{{v[0][0], v[1][0], v[2][0]}, {v[0][1], v[1][1], v[2][1]}, {v[0][2], v[1][2], v[2][2]}}};
}

/// An edge at which the surface is concave. Data only.
struct ConcaveEdge {
  double weight;
  Vec3<double> at, normal_a, normal_b;
};

/// Those that lie deepest in the hull, are longest and sharpest come first.
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
    edges.push_back({weight, piece.points[p], a.normal, b.normal});
  }
  std::stable_sort(edges.begin(), edges.end(),
                   [](const ConcaveEdge& a, const ConcaveEdge& b) { return a.weight > b.weight; });
  if (edges.size() > most_edges) edges.resize(most_edges);
  return edges;
}

bool same_plane(const Plane& a, const Plane& b, double half_extent) {
  const double cosine = inner(a.normal, b.normal);
  return std::fabs(cosine) > 1 - 1e-9 && std::fabs(a.offset - (cosine > 0 ? b.offset : -b.offset)) < 1e-6 * half_extent;
}

/// Some of many points, so that a hull of them takes a time that does not go with their number: at random, since
/// every so many-th would be one side of a grid.
bool is_read(std::size_t i, std::size_t count) { return count <= most_points || mix64(i) % count < most_points; }

/// What pieces cost: the volume of their hulls, and a little for a large one. A plane through a ring's axis leaves
/// hulls of the same volume wherever it lies.
double cost_of(double hulls, double largest) { return hulls + balance * std::max(0.0, 2 * largest - hulls); }

/// The cost of what lies on either side, about; infinity where the plane leaves hardly anything on one.
double estimate_of(const Piece& piece, const Plane& plane, double half_extent) {
  std::vector<Vec3<double>> below, above, crossings;
  double least = 0, most = 0;
  std::vector<double> height;
  for (const Vec3<double>& p : piece.points) {
    const double h = plane.height(p);
    height.push_back(h);
    least = std::min(least, h), most = std::max(most, h);
  }
  if (least > -1e-3 * half_extent || most < 1e-3 * half_extent) return infinity;
  for (std::size_t i = 0; i < piece.points.size(); ++i) {
    if (!is_read(i, piece.points.size())) continue;
    if (height[i] <= 0) below.push_back(piece.points[i]);
    if (height[i] >= 0) above.push_back(piece.points[i]);
  }
  for (std::size_t i = 0; i < piece.size(); ++i) {
    for (std::uint32_t k = piece.begin[i]; k < piece.begin[i + 1]; ++k) {
      const std::uint32_t p = piece.corners[k], q = piece.corners[k + 1 < piece.begin[i + 1] ? k + 1 : piece.begin[i]];
      if (!(height[p] < 0 && height[q] > 0)) continue;  // the other polygon of the edge runs the other way
      crossings.push_back(crossing(piece.points[p], piece.points[q], plane));
    }
  }
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    if (is_read(i, crossings.size())) below.push_back(crossings[i]), above.push_back(crossings[i]);
  }
  const double a = part_hull(below).volume, b = part_hull(above).volume;
  return cost_of(a + b, std::max(a, b));
}

/// What a cut leaves. Data only.
struct Cut {
  std::vector<Piece> pieces;
  double cost = infinity;
};

Cut make_cut(const Piece& piece, const Plane& plane, double half_extent) {
  Cut made;
  const Halves halves = cut(piece, plane, 1e-12 * half_extent);
  for (const Piece* half : {&halves.below, &halves.above}) {
    if (half->points.empty()) continue;
    for (Piece& p : components(*half)) made.pieces.push_back(std::move(p));
  }
  if (made.pieces.size() < 2) return {};
  double hulls = 0, largest = 0;
  for (const Piece& p : made.pieces) {
    const double hull = part_hull(p.points).volume;
    hulls += hull, largest = std::max(largest, hull);
  }
  made.cost = cost_of(hulls, largest);
  return made;
}

struct Candidate {
  Plane plane;
  double factor;  ///< of the cost of what it leaves
};

/// Along axes, the box's and the body's own, and along concave edges.
std::vector<Candidate> candidate_planes(const Piece& piece, const PartHull& hull, double half_extent) {
  std::vector<Vec3<double>> axes{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vec3<double>& axis : principal_axes(piece.points)) axes.push_back(axis);
  std::vector<Candidate> all;
  for (const ConcaveEdge& e : concave_edges(piece, hull, half_extent)) {
    const Vec3<double> across = direction(e.normal_a - e.normal_b);
    for (const Vec3<double>& n : {e.normal_a, e.normal_b, across}) {
      if (norm(n) > 0.5) all.push_back({{n, inner(n, e.at)}, natural});
    }
  }
  for (const Vec3<double>& axis : axes) {
    const double from = -support(hull, -axis), to = support(hull, axis);
    for (int i = 1; i <= planes_across; ++i) all.push_back({{axis, from + (to - from) * i / (planes_across + 1)}, 1});
  }
  std::vector<Candidate> once;
  for (const Candidate& c : all) {
    if (std::none_of(once.begin(), once.end(),
                     [&](const Candidate& d) { return same_plane(c.plane, d.plane, half_extent); }))
      once.push_back(c);
  }
  return once;
}

}  // namespace

std::vector<Piece> best_cut(const Piece& piece, const PartHull& hull, double half_extent) {
  const std::vector<Candidate> planes = candidate_planes(piece, hull, half_extent);
  struct Estimate {
    double cost;
    std::size_t plane;
  };
  std::vector<Estimate> estimates(planes.size());
  tbb::parallel_for(std::size_t{0}, planes.size(), [&](std::size_t i) {
    estimates[i] = {planes[i].factor * estimate_of(piece, planes[i].plane, half_extent), i};
  });
  std::erase_if(estimates, [](const Estimate& e) { return !(e.cost < infinity); });
  std::stable_sort(estimates.begin(), estimates.end(),
                   [](const Estimate& a, const Estimate& b) { return a.cost < b.cost; });
  if (estimates.size() > most_cuts) estimates.resize(most_cuts);
  std::vector<Cut> cuts(estimates.size());
  tbb::parallel_for(std::size_t{0}, cuts.size(), [&](std::size_t i) {
    const Candidate& c = planes[estimates[i].plane];
    cuts[i] = make_cut(piece, c.plane, half_extent);
    cuts[i].cost *= c.factor;
  });
  const auto best =
      std::min_element(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) { return a.cost < b.cost; });
  return best == cuts.end() ? std::vector<Piece>() : std::move(best->pieces);
}

}  // namespace abut::host
