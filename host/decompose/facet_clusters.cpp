#include "host/decompose/facet_clusters.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <map>
#include <queue>
#include <set>

#include "host/decompose/piece.h"

namespace abut::host {
namespace {

constexpr double compactness = 0.02;  // weight of a cluster's length against its concavity

/// Facets whose hull is one part. Data only.
struct Cluster {
  std::vector<std::uint32_t> points;  ///< sorted
  Vec3<double> normal;                ///< of the first facet
  std::uint32_t version = 0;
  bool alive = true;
  std::set<std::uint32_t> neighbours, forbidden;  ///< clusters that it may be merged with, and that it never can be
};

struct Merger {
  double cost;
  std::uint32_t a, b, version_a, version_b;
  bool operator<(const Merger& other) const {  // the best is the largest
    return cost != other.cost ? cost > other.cost : a != other.a ? a > other.a : b > other.b;
  }
};

class Clustering {
 public:
  Clustering(const Body& body, const ClusterOptions& options) : body_(body), options_(options) {}

  std::vector<PartHull> run(const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    start(triangles);
    while (!queue_.empty() && !options_.work->is_spent()) {
      const Merger m = queue_.top();
      queue_.pop();
      Cluster &a = clusters_[m.a], &b = clusters_[m.b];
      if (!a.alive || !b.alive || !a.neighbours.contains(m.b)) continue;
      if (a.version != m.version_a || b.version != m.version_b) {
        // What has grown costs no less, but for its length: so an old cost is worth looking at again only now.
        propose(m.a, m.b);
        continue;
      }
      // With as few corners as it may have: that may reach farther.
      const PartHull joint = options_.hull_of(hull(points_of(m.a, m.b), a.normal).points);
      if (stays_within(body_, joint, options_.limit, options_.resolution, options_.work)) {
        merge(m.a, m.b);
      } else {
        forbid(m.a, m.b);
      }
    }
    std::vector<PartHull> hulls;
    for (const Cluster& c : clusters_) {
      if (c.alive) hulls.push_back(options_.hull_of(hull(c.points, c.normal).points));
    }
    return hulls;
  }

 private:
  const Vec3<double>& vertex(std::uint32_t v) const { return body_.mesh().vertices[v]; }

  void start(const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> facet_at;
    std::vector<Vec3<double>> normals;
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
      const auto& t = triangles[i];
      normals.push_back(direction(outer(vertex(t[1]) - vertex(t[0]), vertex(t[2]) - vertex(t[0]))));
      for (int k = 0; k < 3; ++k) facet_at[{t[k], t[(k + 1) % 3]}] = i;
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const auto& [edge, facet] : facet_at) {
      const auto other = facet_at.find({edge.second, edge.first});
      if (other != facet_at.end() && facet < other->second) edges.emplace_back(facet, other->second);
    }
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      Cluster c;
      c.points.assign(triangles[i].begin(), triangles[i].end());
      std::sort(c.points.begin(), c.points.end());
      c.normal = normals[i];
      clusters_.push_back(std::move(c));
    }
    for (const auto& [a, b] : edges) clusters_[a].neighbours.insert(b), clusters_[b].neighbours.insert(a);
    std::vector<Merger> mergers(edges.size());
    tbb::parallel_for(std::size_t{0}, edges.size(),
                      [&](std::size_t i) { mergers[i] = merger(edges[i].first, edges[i].second); });
    for (const Merger& m : mergers) queue_.push(m);
  }

  std::vector<std::uint32_t> points_of(std::uint32_t a, std::uint32_t b) const {
    std::vector<std::uint32_t> all;
    std::set_union(clusters_[a].points.begin(), clusters_[a].points.end(), clusters_[b].points.begin(),
                   clusters_[b].points.end(), std::back_inserter(all));
    return all;
  }

  /// Of points that lie in a plane: given some depth inwards, which leaves no point farther from the facet than that.
  PartHull hull(const std::vector<std::uint32_t>& numbers, const Vec3<double>& normal) const {
    std::vector<Vec3<double>> points;
    for (const std::uint32_t v : numbers) points.push_back(vertex(v));
    PartHull found = part_hull(points);
    if (!found.flat() && found.volume > 1e-9 * std::pow(found.box.longest(), 3)) return found;
    const std::size_t n = points.size();
    for (std::size_t i = 0; i < n; ++i) points.push_back(points[i] - normal * (0.5 * options_.limit));
    return part_hull(points);
  }

  void propose(std::uint32_t a, std::uint32_t b) { queue_.push(merger(a, b)); }

  Merger merger(std::uint32_t a, std::uint32_t b) const {
    if (a > b) std::swap(a, b);
    std::vector<Vec3<double>> points;
    for (const std::uint32_t v : points_of(a, b)) points.push_back(vertex(v));
    options_.work->add(points.size());
    const PartHull joint = part_hull(points);
    double deepest = 0;
    for (const Vec3<double>& p : points) {
      double depth = joint.flat() ? 0 : infinity;
      for (const Plane& plane : joint.planes) depth = std::min(depth, -plane.height(p));
      deepest = std::max(deepest, depth);
    }
    const double cost = deepest + compactness * joint.box.longest();
    return {cost, a, b, clusters_[a].version, clusters_[b].version};
  }

  void merge(std::uint32_t a, std::uint32_t b) {
    std::vector<std::uint32_t> points = points_of(a, b);
    Cluster &merged = clusters_[a], &gone = clusters_[b];
    merged.points = std::move(points);
    ++merged.version;
    gone.alive = false;
    merged.neighbours.insert(gone.neighbours.begin(), gone.neighbours.end());
    merged.forbidden.insert(gone.forbidden.begin(), gone.forbidden.end());
    for (const std::uint32_t n : gone.neighbours) clusters_[n].neighbours.erase(b);
    for (const std::uint32_t n : gone.forbidden) clusters_[n].forbidden.erase(b), clusters_[n].forbidden.insert(a);
    merged.neighbours.erase(a), merged.neighbours.erase(b);
    for (const std::uint32_t n : merged.forbidden) merged.neighbours.erase(n), clusters_[n].neighbours.erase(a);
    for (const std::uint32_t n : merged.neighbours) {
      clusters_[n].neighbours.insert(a);
      if (gone.neighbours.contains(n)) queue_.push({0, std::min(a, n), std::max(a, n), 0xffffffff, 0xffffffff});
    }
    gone = Cluster{};
    gone.alive = false;
  }

  /// What holds them both reaches out as well, whatever they grow to.
  void forbid(std::uint32_t a, std::uint32_t b) {
    clusters_[a].neighbours.erase(b), clusters_[b].neighbours.erase(a);
    clusters_[a].forbidden.insert(b), clusters_[b].forbidden.insert(a);
  }

  const Body& body_;
  const ClusterOptions& options_;
  std::vector<Cluster> clusters_;
  std::priority_queue<Merger> queue_;
};

}  // namespace

std::vector<PartHull> facet_clusters(const Body& body, const ClusterOptions& options) {
  std::vector<PartHull> all;
  for (const auto& solid : body.solids()) {
    // Of a solid that is one part the facets need not be clustered to find that out.
    PartHull whole = options.hull_of(piece_of(body.mesh().vertices, solid).points);
    if (stays_within(body, whole, options.limit, options.resolution, options.work)) {
      all.push_back(std::move(whole));
      continue;
    }
    std::vector<PartHull> hulls = Clustering(body, options).run(solid);
    all.insert(all.end(), std::make_move_iterator(hulls.begin()), std::make_move_iterator(hulls.end()));
  }
  return all;
}

}  // namespace abut::host
