#include "host/decompose/cut_planes.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace abut::host {
namespace {

constexpr int planes_across = 11;       // along an axis
constexpr std::size_t most_edges = 16;  // concave ones that are looked at
constexpr std::size_t most_cuts = 5;    // that are made, of the best by the estimate

/// Eigenvectors of the corners' covariance, by Jacobi rotations.
std::array<Vec3<double>, 3> principal_axes(const std::vector<Vec3<double>>& points) {
  Vec3<double> middle{0, 0, 0};
  for (const Vec3<double>& p : points) middle = middle + p;
  middle = middle * (1.0 / static_cast<double>(points.size()));
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
std::vector<ConcaveEdge> concave_edges(const Piece& piece, const PartHull& hull, double size) {
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
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> forward;
  std::vector<ConcaveEdge> edges;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    for (std::uint32_t k = piece.begin[i]; k < piece.begin[i + 1]; ++k) {
      const std::uint32_t p = piece.corners[k], q = piece.corners[k + 1 < piece.begin[i + 1] ? k + 1 : piece.begin[i]];
      const auto other = forward.find({q, p});
      if (other == forward.end()) {
        forward[{p, q}] = i;
        continue;
      }
      const Face &a = faces[other->second], &b = faces[i];
      const double cosine = inner(a.normal, b.normal);
      forward.erase(other);
      if (!(inner(a.normal, b.middle - piece.points[p]) > 1e-9 * size) || !(cosine < 0.995)) continue;
      const Vec3<double> middle = (piece.points[p] + piece.points[q]) * 0.5;
      double depth = infinity;
      for (const Plane& h : hull.planes) depth = std::min(depth, -h.height(middle));
      const double weight = depth * std::sqrt(norm(piece.points[q] - piece.points[p])) * (1 - cosine);
      edges.push_back({weight, piece.points[p], a.normal, b.normal});
    }
  }
  std::stable_sort(edges.begin(), edges.end(),
                   [](const ConcaveEdge& a, const ConcaveEdge& b) { return a.weight > b.weight; });
  if (edges.size() > most_edges) edges.resize(most_edges);
  return edges;
}

bool same_plane(const Plane& a, const Plane& b, double size) {
  const double cosine = inner(a.normal, b.normal);
  return std::fabs(cosine) > 1 - 1e-9 && std::fabs(a.offset - (cosine > 0 ? b.offset : -b.offset)) < 1e-6 * size;
}

/// The volume of the hulls of what lies on either side; infinity where the plane leaves hardly anything on one.
double hulls_by(const Piece& piece, const Plane& plane, double size) {
  std::vector<Vec3<double>> below, above;
  double least = 0, most = 0;
  std::vector<double> height;
  for (const Vec3<double>& p : piece.points) {
    const double h = plane.height(p);
    height.push_back(h);
    least = std::min(least, h), most = std::max(most, h);
    if (h <= 0) below.push_back(p);
    if (h >= 0) above.push_back(p);
  }
  if (least > -1e-3 * size || most < 1e-3 * size) return infinity;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    for (std::uint32_t k = piece.begin[i]; k < piece.begin[i + 1]; ++k) {
      const std::uint32_t p = piece.corners[k], q = piece.corners[k + 1 < piece.begin[i + 1] ? k + 1 : piece.begin[i]];
      if (!(height[p] < 0 && height[q] > 0)) continue;  // the other polygon of the edge runs the other way
      const Vec3<double> c = crossing(piece.points[p], piece.points[q], plane);
      below.push_back(c), above.push_back(c);
    }
  }
  return part_hull(below).volume + part_hull(above).volume;
}

/// What a cut leaves, and the volume of its hulls. Data only.
struct Cut {
  std::vector<Piece> pieces;
  double volume = infinity;
};

Cut make_cut(const Piece& piece, const Plane& plane, double size) {
  Cut made;
  const Halves halves = cut(piece, plane, 1e-12 * size);
  for (const Piece* half : {&halves.below, &halves.above}) {
    if (half->points.empty()) continue;
    for (Piece& p : components(*half)) made.pieces.push_back(std::move(p));
  }
  if (made.pieces.size() < 2) return {};
  made.volume = 0;
  for (const Piece& p : made.pieces) made.volume += part_hull(p.points).volume;
  return made;
}

}  // namespace

std::vector<Plane> candidate_planes(const Piece& piece, const PartHull& hull, double size) {
  std::vector<Plane> all;
  std::vector<Vec3<double>> axes{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vec3<double>& axis : principal_axes(piece.points)) axes.push_back(axis);
  for (const Vec3<double>& axis : axes) {
    const double from = -support(hull, -axis), to = support(hull, axis);
    for (int i = 1; i <= planes_across; ++i) all.push_back({axis, from + (to - from) * i / (planes_across + 1)});
  }
  for (const ConcaveEdge& e : concave_edges(piece, hull, size)) {
    const Vec3<double> across = direction(e.normal_a - e.normal_b);
    for (const Vec3<double>& n : {e.normal_a, e.normal_b, across}) {
      if (norm(n) > 0.5) all.push_back({n, inner(n, e.at)});
    }
  }
  std::vector<Plane> once;
  for (const Plane& p : all) {
    if (std::none_of(once.begin(), once.end(), [&](const Plane& q) { return same_plane(p, q, size); }))
      once.push_back(p);
  }
  return once;
}

std::vector<Piece> best_cut(const Piece& piece, const PartHull& hull, double size) {
  const std::vector<Plane> planes = candidate_planes(piece, hull, size);
  struct Estimate {
    double volume;
    std::size_t plane;
  };
  std::vector<Estimate> estimates(planes.size());
  tbb::parallel_for(std::size_t{0}, planes.size(), [&](std::size_t i) {
    estimates[i] = {hulls_by(piece, planes[i], size), i};
  });
  std::erase_if(estimates, [](const Estimate& e) { return !(e.volume < infinity); });
  std::stable_sort(estimates.begin(), estimates.end(),
                   [](const Estimate& a, const Estimate& b) { return a.volume < b.volume; });
  if (estimates.size() > most_cuts) estimates.resize(most_cuts);
  std::vector<Cut> cuts(estimates.size());
  tbb::parallel_for(std::size_t{0}, cuts.size(),
                    [&](std::size_t i) { cuts[i] = make_cut(piece, planes[estimates[i].plane], size); });
  const auto best =
      std::min_element(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) { return a.volume < b.volume; });
  return best == cuts.end() ? std::vector<Piece>() : std::move(best->pieces);
}

}  // namespace abut::host
