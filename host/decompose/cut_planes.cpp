#include "host/decompose/cut_planes.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>

#include "abut/core/contact.h"
#include "host/decompose/concave_edges.h"

namespace abut::host {
namespace {

/// How well planes are looked for. Data only.
struct Effort {
  int across;          ///< planes along an axis
  std::size_t edges;   ///< concave ones that are looked at
  std::size_t points;  ///< of a piece that an estimate reads, about, and as many where it is cut
};
constexpr Effort usual{11, 16, 800}, ahead{1, 4, 120};
constexpr std::size_t most_cuts = 5;    // that are made, of the best by the estimate
constexpr std::size_t most_looked = 8;  // the same where what they leave is cut again
constexpr std::size_t most_alike = 3;   // of these, that are nearly parallel
constexpr double alike = 0.95;          // the cosine of their normals' angle, or more
constexpr double balance = 0.05;        // cost of halves that differ, over what they differ by
// Of the half extent: where a plane goes along edges whose corners are rounded, none of what lies beyond is left over.
constexpr double on_plane = 1e-6;
constexpr double natural = 0.97;  // of the cost of a plane along a concave edge: it ends the edge

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

bool same_plane(const Plane& a, const Plane& b, double half_extent) {
  const double cosine = inner(a.normal, b.normal);
  return std::fabs(cosine) > 1 - 1e-9 &&
         std::fabs(a.offset - (cosine > 0 ? b.offset : -b.offset)) < on_plane * half_extent;
}

/// Some of many points, so that a hull of them takes a time that does not go with their number: at random, since
/// every so many-th would be one side of a grid.
bool is_read(std::size_t i, std::size_t count, std::size_t most) { return count <= most || mix64(i) % count < most; }

struct Candidate {
  Plane plane;
  double factor;  ///< of the cost of what it leaves
};

/// What pieces cost.
class Cost {
 public:
  Cost(const PartHull& whole, const PartCount* count) : whole_(whole.volume), count_(count) {}

  void add(const PartHull& hull) {
    volumes_ += hull.volume, largest_ = std::max(largest_, hull.volume);
    if (count_ != nullptr) parts_ += (*count_)(hull);
  }
  /// Instead of the count of the last that was added.
  void count_instead(double parts, double by) { parts_ += by - parts; }

  /// The volume of the hulls, and a little for a large one: a plane through a ring's axis leaves hulls of the same
  /// volume wherever it lies. Where parts are counted, that counts for less than one.
  double of(const Candidate& c) const {
    const double volume = c.factor * (volumes_ + balance * std::max(0.0, 2 * largest_ - volumes_));
    return count_ == nullptr ? volume : parts_ + (whole_ > 0 ? 0.4 * volume / whole_ : 0);
  }

 private:
  double whole_, volumes_ = 0, largest_ = 0, parts_ = 0;
  const PartCount* count_;
};

/// The cost of what lies on either side, about; infinity where the plane leaves hardly anything on one.
double estimate_of(const Piece& piece, const Candidate& candidate, double half_extent, std::size_t most, Cost cost) {
  const Plane& plane = candidate.plane;
  std::vector<Vec3<double>> below, above, crossings;
  double least = 0, largest = 0;
  std::vector<double> height;
  for (const Vec3<double>& p : piece.points) {
    const double h = plane.height(p);
    height.push_back(h);
    least = std::min(least, h), largest = std::max(largest, h);
  }
  if (least > -1e-3 * half_extent || largest < 1e-3 * half_extent) return infinity;
  for (std::size_t i = 0; i < piece.points.size(); ++i) {
    if (!is_read(i, piece.points.size(), most)) continue;
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
    if (is_read(i, crossings.size(), most)) below.push_back(crossings[i]), above.push_back(crossings[i]);
  }
  cost.add(part_hull(below)), cost.add(part_hull(above));
  return cost.of(candidate);
}

/// Along axes, the box's and the body's own, and along concave edges.
std::vector<Candidate> candidate_planes(const Piece& piece, const PartHull& hull, double half_extent,
                                        const Effort& effort, bool counted) {
  std::vector<Vec3<double>> axes{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vec3<double>& axis : principal_axes(piece.points)) axes.push_back(axis);
  std::vector<Candidate> once;
  const auto add = [&](const Candidate& c) {
    const bool is_new = std::none_of(once.begin(), once.end(),
                                     [&](const Candidate& d) { return same_plane(c.plane, d.plane, half_extent); });
    if (is_new) once.push_back(c);
    return is_new;
  };
  const std::vector<ConcaveEdge> concave = concave_edges(piece, hull, half_extent);
  for (std::size_t i = 0, edges = 0; i < concave.size() && edges < effort.edges; ++i) {
    const ConcaveEdge& e = concave[i];
    bool any_new = false;
    const Vec3<double> across = direction(e.normal_a - e.normal_b);
    for (const Vec3<double>& n : {e.normal_a, e.normal_b, across}) {
      if (norm(n) > 0.5) any_new |= add({{n, inner(n, e.at)}, natural});
    }
    if (const auto shared = shared_plane(concave, i, half_extent)) any_new |= add({*shared, natural});
    // Of edges around a ring many are in one plane.
    if (any_new || !counted) ++edges;
  }
  for (const Vec3<double>& axis : axes) {
    const double from = -support(hull, -axis), to = support(hull, axis);
    for (int i = 1; i <= effort.across; ++i) add({{axis, from + (to - from) * i / (effort.across + 1)}, 1});
  }
  return once;
}

/// The least cost after a cut, about. Of a piece that needs none that is its count.
double count_ahead(const Piece& piece, double half_extent, Work& work, const PartCount& count) {
  std::vector<Vec3<double>> some;
  for (std::size_t i = 0; i < piece.points.size(); ++i) {
    if (is_read(i, piece.points.size(), ahead.points)) some.push_back(piece.points[i]);
  }
  const PartHull hull = part_hull(some);
  const double now = count(hull);
  if (now < 2 || hull.flat()) return now;
  const std::vector<Candidate> planes = candidate_planes(piece, hull, half_extent, ahead, true);
  work.add(planes.size() * (piece.corners.size() / 100 + ahead.points + 200));
  double best = infinity;
  for (const Candidate& c : planes) {
    best = std::min(best, estimate_of(piece, c, half_extent, ahead.points, Cost(hull, &count)));
  }
  return best < infinity ? best : now;
}

/// What a cut leaves. Data only.
struct Cut {
  std::vector<Piece> pieces;
  double cost = infinity;
};

Cut make_cut(const Piece& piece, const Candidate& candidate, double half_extent, Cost cost, Work& work,
             const PartCount* count) {
  Cut made;
  const Halves halves = cut(piece, candidate.plane, on_plane * half_extent);
  for (const Piece* half : {&halves.below, &halves.above}) {
    if (half->points.empty()) continue;
    for (Piece& p : components(*half)) made.pieces.push_back(std::move(p));
  }
  if (made.pieces.size() < 2) return {};
  for (const Piece& p : made.pieces) {
    const PartHull hull = part_hull(p.points);
    cost.add(hull);
    if (count != nullptr) cost.count_instead((*count)(hull), count_ahead(p, half_extent, work, *count));
  }
  made.cost = cost.of(candidate);
  return made;
}

struct Estimate {
  double cost;
  std::size_t plane;
};

/// The best by the estimate; where they are looked at more closely, not all alike.
void select_best(std::vector<Estimate>& estimates, const std::vector<Candidate>& planes, bool counted) {
  std::erase_if(estimates, [](const Estimate& e) { return !(e.cost < infinity); });
  std::stable_sort(estimates.begin(), estimates.end(),
                   [](const Estimate& a, const Estimate& b) { return a.cost < b.cost; });
  std::vector<Estimate> selected;
  for (const Estimate& e : estimates) {
    const auto is_alike = [&](const Estimate& k) {
      return std::fabs(inner(planes[k.plane].plane.normal, planes[e.plane].plane.normal)) > alike;
    };
    if (counted &&
        std::count_if(selected.begin(), selected.end(), is_alike) >= static_cast<std::ptrdiff_t>(most_alike)) {
      continue;
    }
    if (selected.size() < (counted ? most_looked : most_cuts)) selected.push_back(e);
  }
  estimates = std::move(selected);
}

}  // namespace

std::vector<Piece> best_cut(const Piece& piece, const PartHull& hull, double half_extent, Work& work,
                            const PartCount* count) {
  const bool counted = count != nullptr;
  const std::vector<Candidate> planes = candidate_planes(piece, hull, half_extent, usual, counted);
  work.add(planes.size() * (piece.corners.size() / 100 + std::min(piece.points.size(), usual.points)));
  std::vector<Estimate> estimates(planes.size());
  tbb::parallel_for(std::size_t{0}, planes.size(), [&](std::size_t i) {
    estimates[i] = {estimate_of(piece, planes[i], half_extent, usual.points, Cost(hull, nullptr)), i};
  });
  select_best(estimates, planes, counted);
  std::vector<Cut> cuts(estimates.size());
  tbb::parallel_for(std::size_t{0}, cuts.size(), [&](std::size_t i) {
    cuts[i] = make_cut(piece, planes[estimates[i].plane], half_extent, Cost(hull, count), work, count);
  });
  const auto best =
      std::min_element(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) { return a.cost < b.cost; });
  return best == cuts.end() ? std::vector<Piece>() : std::move(best->pieces);
}

}  // namespace abut::host
