#include "host/decompose/cluster.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>

#include "host/decompose/piece.h"

namespace abut::host {
namespace {

constexpr std::size_t most_rests = 200;  // of a part, after others are taken off it

/// Two parts that may be one. Data only.
struct Merger {
  std::size_t a, b;
  double cost;
  PartHull hull;
};

class Clusters {
 public:
  Clusters(const Body& body, std::vector<PartHull> parts, const ClusterOptions& options)
      : body_(body), options_(options), parts_(std::move(parts)), alive_(parts_.size(), true), left_(parts_.size()) {}

  /// While two parts can be merged that `cost` gives a finite cost to.
  template <class Cost>
  void merge(std::size_t down_to, const Cost& cost) {
    mergers_.clear();
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t a = 0; a < parts_.size(); ++a) {
      for (std::size_t b = a + 1; b < parts_.size(); ++b) {
        if (alive_[a] && alive_[b]) pairs.emplace_back(a, b);
      }
    }
    consider(pairs, cost);
    while (left_ > down_to && !mergers_.empty()) {
      const auto best = std::min_element(mergers_.begin(), mergers_.end(),
                                         [](const Merger& x, const Merger& y) { return x.cost < y.cost; });
      const std::size_t a = best->a, b = best->b;
      parts_[a] = std::move(best->hull);
      bury(b);
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (alive_[i] && i != a && lies_in(parts_[i], parts_[a])) bury(i);
      }
      std::erase_if(mergers_, [&](const Merger& m) { return m.a == a || m.b == a || !alive_[m.a] || !alive_[m.b]; });
      pairs.clear();
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (alive_[i] && i != a) pairs.emplace_back(std::min(i, a), std::max(i, a));
      }
      consider(pairs, cost);
    }
  }

  PartHull joint(std::size_t a, std::size_t b) const {
    std::vector<Vec3<double>> points = parts_[a].points;
    points.insert(points.end(), parts_[b].points.begin(), parts_[b].points.end());
    return options_.hull_of(points);
  }
  const PartHull& part(std::size_t i) const { return parts_[i]; }

  std::vector<PartHull> take() {
    std::vector<PartHull> out;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (alive_[i]) out.push_back(std::move(parts_[i]));
    }
    return out;
  }

  /// Drops parts that the others cover: the smallest first.
  void drop_redundant() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (alive_[i]) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return parts_[i].volume < parts_[j].volume; });
    for (const std::size_t i : order) {
      alive_[i] = false;
      alive_[i] = left_ == 1 || !is_covered(parts_[i]);
      if (!alive_[i]) --left_;
    }
  }

 private:
  void bury(std::size_t part) {
    alive_[part] = false;
    --left_;
  }

  bool lies_in(const PartHull& a, const PartHull& b) const {
    const double slack = 1e-12 * body_.half_extent();
    if (b.flat() || !b.box.holds(a.box, slack)) return false;
    for (const Plane& plane : b.planes) {
      if (support(a, plane.normal) > plane.offset + slack) return false;
    }
    return true;
  }

  bool is_in_a_part(const Vec3<double>& p) const {
    const double slack = 1e-9 * body_.half_extent();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!alive_[i] || parts_[i].flat()) continue;
      const std::vector<Plane>& planes = parts_[i].planes;
      if (std::all_of(planes.begin(), planes.end(), [&](const Plane& h) { return h.height(p) <= slack; })) return true;
    }
    return false;
  }

  /// Whether nothing but slivers of a part lies outside of the parts that are left.
  bool is_covered(const PartHull& part) const {
    if (part.flat()) return false;
    for (const Vec3<double>& p : part.points) {
      if (!is_in_a_part(p)) return false;
    }
    const double sliver = 1e-9 * part.volume;
    std::vector<Piece> rest{piece_of(part.points, triangles_of(part))};
    for (std::size_t i = 0; i < parts_.size() && !rest.empty(); ++i) {
      if (!alive_[i] || parts_[i].flat() || !parts_[i].box.meets(part.box, 0)) continue;
      std::vector<Piece> outside;
      for (Piece& piece : rest) {
        for (const Plane& plane : parts_[i].planes) {
          Halves halves = cut(piece, plane, 1e-12 * body_.half_extent());
          if (volume_of(halves.above) > sliver) outside.push_back(std::move(halves.above));
          piece = std::move(halves.below);
          if (piece.points.empty()) break;
        }
      }
      rest = std::move(outside);
      if (rest.size() > most_rests) return false;
    }
    return rest.empty();
  }

  template <class Cost>
  void consider(const std::vector<std::pair<std::size_t, std::size_t>>& pairs, const Cost& cost) {
    std::vector<Merger> found(pairs.size());
    tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
      const auto [a, b] = pairs[i];
      found[i] = {a, b, infinity, {}};
      cost(found[i]);
    });
    for (Merger& m : found) {
      if (m.cost < infinity) mergers_.push_back(std::move(m));
    }
  }

  const Body& body_;
  const ClusterOptions& options_;
  std::vector<PartHull> parts_;
  std::vector<bool> alive_;
  std::size_t left_;
  std::vector<Merger> mergers_;
};

}  // namespace

std::vector<PartHull> cluster(const Body& body, std::vector<PartHull> parts, const ClusterOptions& options) {
  Clusters clusters(body, std::move(parts), options);
  // What adds the least volume for its size. A joint hull of parts far apart would reach out by half their gap.
  clusters.merge(1, [&](Merger& m) {
    const PartHull &a = clusters.part(m.a), &b = clusters.part(m.b);
    if (!a.box.meets(b.box, 2 * options.limit)) return;
    m.hull = clusters.joint(m.a, m.b);
    if (!stays_within(body, m.hull, options.limit, options.resolution)) return;
    m.cost = m.hull.volume > 0 ? (m.hull.volume - a.volume - b.volume) / m.hull.volume : 0;
  });
  clusters.drop_redundant();
  if (options.most_parts > 0) {
    clusters.merge(options.most_parts, [&](Merger& m) {
      m.hull = clusters.joint(m.a, m.b);
      m.cost = protrusion(body, m.hull, options.resolution).upper;
    });
  }
  return clusters.take();
}

}  // namespace abut::host
