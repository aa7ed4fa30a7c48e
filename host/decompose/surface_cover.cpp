#include "host/decompose/surface_cover.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <queue>
#include <stdexcept>
#include <string>
#include <unordered_set>

#include "abut/core/contact.h"
#include "host/decompose/cover.h"
#include "host/decompose/facet_sets.h"
#include "host/decompose/inflate.h"
#include "host/decompose/surface_reach.h"

namespace abut::host {
namespace {

using Points = std::vector<Vec3<double>>;

constexpr std::size_t most_middles = 32;     // between two sets, that are looked at
constexpr std::size_t most_to_merge = 4096;  // beyond the limit: all pairs of them are looked at

/// Two sets that may be one. Data only.
struct Merger {
  double cost;
  std::size_t a, b;
  std::size_t version_a, version_b;
  bool operator<(const Merger& other) const {  // the best is the largest
    return cost != other.cost ? cost > other.cost : a != other.a ? a > other.a : b > other.b;
  }
};

using PairOfSets = std::pair<std::size_t, std::size_t>;

class Merging {
 public:
  Merging(const Surface& surface, std::vector<FacetSet> sets, const SurfaceLimits& limits)
      : surface_(surface),
        sets_(std::move(sets)),
        limits_(limits),
        alive_(sets_.size(), true),
        version_(sets_.size(), 0),
        never_(sets_.size()),
        remaining_(sets_.size()) {}

  /// Pairs that are near each other, while one stays within the limit: those first that add least for their size.
  void within_limit() {
    merge(
        1,
        [&](std::size_t a, std::size_t b) {
          const bool near = sets_[a].hull.box.meets(sets_[b].hull.box, 2 * limits_.limit);
          return near && !never_[a].contains(b);
        },
        [&](std::size_t a, std::size_t b) { return added_share(a, b); });
  }

  /// Any, least reach first.
  void down_to(std::size_t most) {
    if (remaining_ <= most) return;
    if (remaining_ > most_to_merge) {
      throw std::runtime_error("decompose: " + std::to_string(remaining_) + " parts are within the limit, and " +
                               std::to_string(most_to_merge) + " at most can be merged to " + std::to_string(most) +
                               ": a larger concavity leaves fewer");
    }
    merge(
        most, [](std::size_t, std::size_t) { return true; },
        [&](std::size_t a, std::size_t b) { return reach_of(surface_, joint(a, b), limits_.resolution, 0.05).upper; });
  }

  std::vector<FacetSet> take() {
    std::vector<FacetSet> out;
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (alive_[i]) out.push_back(std::move(sets_[i]));
    }
    return out;
  }

 private:
  template <class May, class Cost>
  void merge(std::size_t down_to, const May& may, const Cost& cost) {
    queue_ = {};
    std::vector<PairOfSets> pairs;
    for (std::size_t a = 0; a < sets_.size(); ++a) {
      for (std::size_t b = a + 1; b < sets_.size(); ++b) {
        if (alive_[a] && alive_[b] && may(a, b)) pairs.emplace_back(a, b);
      }
    }
    consider(pairs, cost);
    while (remaining_ > down_to && !queue_.empty()) {
      const Merger m = queue_.top();
      queue_.pop();
      if (!alive_[m.a] || !alive_[m.b] || version_[m.a] != m.version_a || version_[m.b] != m.version_b) continue;
      join(m.a, m.b);
      pairs.clear();
      for (std::size_t i = 0; i < sets_.size(); ++i) {
        if (alive_[i] && i != m.a && may(i, m.a)) pairs.emplace_back(std::min(i, m.a), std::max(i, m.a));
      }
      consider(pairs, cost);
    }
  }

  Points points_of(std::size_t a, std::size_t b) const {
    Points points = sets_[a].points;
    points.insert(points.end(), sets_[b].points.begin(), sets_[b].points.end());
    return points;
  }
  PartHull joint(std::size_t a, std::size_t b) const { return hull_for(points_of(a, b), limits_); }

  /// Of the joint hull's volume, what neither has; infinite where it reaches too far.
  double added_share(std::size_t a, std::size_t b) const {
    if (gap_between(a, b)) return infinity;
    const PartHull both = joint(a, b);
    if (!stays_near(surface_, both, limits_.limit, limits_.resolution)) return infinity;
    return (both.volume - sets_[a].hull.volume - sets_[b].hull.volume) / both.volume;
  }

  /// Whether points half way from one to the other are too far: most joint hulls need not be made.
  bool gap_between(std::size_t a, std::size_t b) const {
    const Points &p = sets_[a].points, &q = sets_[b].points;
    for (std::size_t i = 0; i < most_middles; ++i) {
      const Vec3<double> middle = (p[mix64(2 * i) % p.size()] + q[mix64(2 * i + 1) % q.size()]) * 0.5;
      if (surface_.tree.nearest(middle).distance > limits_.limit) return true;
    }
    return false;
  }

  void join(std::size_t a, std::size_t b) {
    std::vector<std::uint32_t> facets;
    std::merge(sets_[a].facets.begin(), sets_[a].facets.end(), sets_[b].facets.begin(), sets_[b].facets.end(),
               std::back_inserter(facets));
    sets_[a] = facet_set(std::move(facets), points_of(a, b), limits_);
    ++version_[a];
    never_[a].insert(never_[b].begin(), never_[b].end());
    for (const std::size_t i : never_[b]) never_[i].insert(a);
    bury(b);
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (!alive_[i] || i == a || !lies_in(sets_[i], sets_[a].hull)) continue;
      std::vector<std::uint32_t> all;
      std::merge(sets_[a].facets.begin(), sets_[a].facets.end(), sets_[i].facets.begin(), sets_[i].facets.end(),
                 std::back_inserter(all));
      sets_[a].facets = std::move(all);
      bury(i);
    }
  }

  void bury(std::size_t i) {
    alive_[i] = false;
    --remaining_;
  }

  /// A set's facets, beyond rounding error.
  bool lies_in(const FacetSet& set, const PartHull& hull) const {
    const double slack = 1e-12 * surface_.tree.box().longest();
    return std::all_of(set.points.begin(), set.points.end(), [&](const Vec3<double>& p) {
      return std::all_of(hull.planes.begin(), hull.planes.end(),
                         [&](const Plane& plane) { return plane.height(p) <= -slack; });
    });
  }

  template <class Cost>
  void consider(const std::vector<PairOfSets>& pairs, const Cost& cost) {
    std::vector<double> costs(pairs.size());
    tbb::parallel_for(std::size_t{0}, pairs.size(),
                      [&](std::size_t i) { costs[i] = cost(pairs[i].first, pairs[i].second); });
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [a, b] = pairs[i];
      if (costs[i] < infinity) {
        queue_.push({costs[i], a, b, version_[a], version_[b]});
      } else {  // nor what they grow to
        never_[a].insert(b), never_[b].insert(a);
      }
    }
  }

  const Surface& surface_;
  std::vector<FacetSet> sets_;
  const SurfaceLimits& limits_;
  std::vector<bool> alive_;
  std::vector<std::size_t> version_;                    ///< how often each has grown
  std::vector<std::unordered_set<std::size_t>> never_;  ///< of each set, with which it reaches too far
  std::size_t remaining_;
  std::priority_queue<Merger> queue_;
};

/// Hulls are right to within rounding error: they are made larger by that until the facets lie in them. Where that is
/// not enough, or would take a sharp corner far, they get the facets' own corners, whose hull holds them whatever
/// rounding does.
std::vector<Points> certain(const Mesh& mesh, const std::vector<FacetSet>& sets, double half_extent) {
  std::vector<Points> points;
  for (const double way : {0x1p-46, 0x1p-40}) {
    points.clear();
    for (const FacetSet& s : sets) points.push_back(inflated(s.hull, way * half_extent));
    if (find_uncovered(mesh.vertices, mesh.triangles, points).uncovered == 0) return points;
  }
  for (std::size_t i = 0; i < sets.size(); ++i) {
    points[i] = sets[i].hull.points;
    for (const std::uint32_t f : sets[i].facets) {
      for (const std::uint32_t v : mesh.triangles[f]) points[i].push_back(mesh.vertices[v]);
    }
  }
  return points;
}

}  // namespace

double thickness_of(const DecomposeOptions& options) {
  return options.thickness > 0 ? options.thickness : std::min(0.01, options.concavity / 2);
}

std::vector<Points> cover_surface(const Mesh& mesh, const DecomposeOptions& options) {
  const Surface surface(mesh.vertices, mesh.triangles);
  const double half_extent = surface.tree.box().longest() / 2;
  SurfaceLimits limits;
  limits.limit = options.concavity * half_extent;
  limits.resolution = 0.02 * limits.limit;
  limits.thickness = thickness_of(options) * half_extent;
  limits.most_vertices = options.most_vertices == 0 ? SIZE_MAX : options.most_vertices;
  Merging merging(surface, part_facets(mesh, surface, limits), limits);
  merging.within_limit();
  if (options.most_parts > 0) merging.down_to(options.most_parts);
  return certain(mesh, merging.take(), half_extent);
}

}  // namespace abut::host
