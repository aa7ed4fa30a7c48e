#include "host/decompose/cluster.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>

#include "abut/core/contact.h"
#include "host/decompose/piece.h"

namespace abut::host {
namespace {

constexpr std::size_t most_middles = 32;     // between two parts, that are looked at
constexpr std::size_t most_rests = 200;      // of a part, after others are taken off it
constexpr std::size_t most_looks = 100'000;  // at how far a joint hull reaches out, that is made in any case
constexpr std::size_t block = 1 << 12;  // pairs that are looked at before it is asked whether that was too much work

// Of parts that are merged beyond the limit: all pairs of them are looked at, which takes hours and 300 MB then.
constexpr std::size_t most_to_merge = 4096;

/// Two parts that may be one. Data only.
struct Merger {
  std::size_t a, b;
  double cost;
  std::unique_ptr<PartHull> hull;  ///< if it was kept
  bool never = false;              ///< their joint hull reaches out too far
};

class Clusters {
 public:
  Clusters(const Body& body, std::vector<PartHull> parts, const ClusterOptions& options)
      : body_(body),
        options_(options),
        parts_(std::move(parts)),
        alive_(parts_.size(), true),
        remaining_(parts_.size()),
        never_(parts_.size()) {}

  /// While two parts can be merged that `may` holds for and `cost(merger, spent)` gives a finite cost to; `spent`:
  /// there is no more work to be done than it takes to answer.
  template <class May, class Cost>
  void merge(std::size_t down_to, const May& may, const Cost& cost) {
    mergers_.clear();
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t a = 0; a < parts_.size(); ++a) {
      for (std::size_t b = a + 1; b < parts_.size(); ++b) {
        if (alive_[a] && alive_[b] && may(a, b)) pairs.emplace_back(a, b);
      }
    }
    consider(pairs, cost);
    while (remaining_ > down_to && !mergers_.empty()) {
      const auto best = std::min_element(mergers_.begin(), mergers_.end(),
                                         [](const Merger& x, const Merger& y) { return x.cost < y.cost; });
      const std::size_t a = best->a, b = best->b;
      parts_[a] = best->hull ? std::move(*best->hull) : joint(a, b);
      bury(b);
      for (const std::size_t i : std::exchange(never_[b], {})) {
        never_[i].erase(b);
        if (i != a) note_never(a, i);
      }
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (alive_[i] && i != a && lies_in(parts_[i], parts_[a])) bury(i);
      }
      std::erase_if(mergers_, [&](const Merger& m) { return m.a == a || m.b == a || !alive_[m.a] || !alive_[m.b]; });
      pairs.clear();
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (alive_[i] && i != a && may(i, a)) pairs.emplace_back(std::min(i, a), std::max(i, a));
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

  /// Whether points half way from one to the other are too far out: most joint hulls need not be made.
  bool gap_between(std::size_t a, std::size_t b) const {
    const auto &p = parts_[a].points, &q = parts_[b].points;
    for (std::size_t i = 0; i < most_middles; ++i) {
      const Vec3<double> middle = (p[mix64(2 * i) % p.size()] + q[mix64(2 * i + 1) % q.size()]) * 0.5;
      if (body_.distance(middle) > options_.limit) return true;
    }
    return false;
  }

  /// Whether the joint hull of two, or of what they were merged from, is known to reach out too far: then that of what
  /// they grow to does.
  bool never(std::size_t a, std::size_t b) const { return never_[a].contains(b); }
  std::size_t remaining() const { return remaining_; }

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
      alive_[i] = remaining_ == 1 || !is_covered(parts_[i]);
      if (!alive_[i]) --remaining_;
    }
  }

 private:
  void note_never(std::size_t a, std::size_t b) {
    never_[a].insert(b);
    never_[b].insert(a);
  }

  void bury(std::size_t part) {
    alive_[part] = false;
    --remaining_;
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
    for (std::size_t begin = 0; begin < pairs.size(); begin += block) {
      const bool spent = options_.work->is_spent();
      std::vector<Merger> found(std::min(block, pairs.size() - begin));
      tbb::parallel_for(std::size_t{0}, found.size(), [&](std::size_t i) {
        const auto [a, b] = pairs[begin + i];
        found[i] = {a, b, infinity, nullptr};
        cost(found[i], spent);
      });
      for (Merger& m : found) {
        if (m.never) note_never(m.a, m.b);
        if (m.cost < infinity) mergers_.push_back(std::move(m));
      }
    }
  }

  const Body& body_;
  const ClusterOptions& options_;
  std::vector<PartHull> parts_;
  std::vector<bool> alive_;
  std::size_t remaining_;
  std::vector<std::unordered_set<std::size_t>> never_;  ///< of each part
  std::vector<Merger> mergers_;
};

}  // namespace

std::vector<PartHull> cluster(const Body& body, std::vector<PartHull> parts, const ClusterOptions& options) {
  Clusters clusters(body, std::move(parts), options);
  // A joint hull of parts far apart would reach out by half their gap.
  const auto are_near = [&](std::size_t a, std::size_t b) {
    return clusters.part(a).box.meets(clusters.part(b).box, 2 * options.limit) && !clusters.never(a, b);
  };
  // What adds the least volume for its size.
  clusters.merge(1, are_near, [&](Merger& m, bool spent) {
    if (spent) return;
    const PartHull &a = clusters.part(m.a), &b = clusters.part(m.b);
    m.never = clusters.gap_between(m.a, m.b);
    if (m.never) return;
    m.hull = std::make_unique<PartHull>(clusters.joint(m.a, m.b));
    m.never = !stays_within(body, *m.hull, options.limit, options.resolution, options.work);
    if (!m.never) m.cost = m.hull->volume > 0 ? (m.hull->volume - a.volume - b.volume) / m.hull->volume : 0;
  });
  if (options.drop && !options.work->is_spent()) clusters.drop_redundant();
  if (options.most_parts > 0 && clusters.remaining() > options.most_parts) {
    if (clusters.remaining() > most_to_merge) {
      throw std::runtime_error("decompose: " + std::to_string(clusters.remaining()) +
                               " parts are within the limit, and " + std::to_string(most_to_merge) +
                               " at most can be merged to " + std::to_string(options.most_parts) +
                               ": a larger concavity leaves fewer");
    }
    const auto any = [](std::size_t, std::size_t) { return true; };
    clusters.merge(options.most_parts, any, [&](Merger& m, bool spent) {
      Box box = clusters.part(m.a).box;
      box.add(clusters.part(m.b).box.lo), box.add(clusters.part(m.b).box.hi);
      m.cost = box.longest();
      if (spent) return;
      const PartHull joint = clusters.joint(m.a, m.b);
      m.cost = protrusion(body, joint, options.resolution, 0.05, most_looks, options.work).upper;
    });
  }
  return clusters.take();
}

}  // namespace abut::host
