#include "host/surface/knot_side.h"

#include <algorithm>
#include <cmath>

namespace abut::host {
namespace {

constexpr KnownGap unknown{{0, 0, 0}, -Huge<double>::value, Huge<double>::value};

double size_of(const SurfaceView<double>& surface) { return std::ldexp(surface.size, surface.exponent); }

/// What is known of a knot that is not looked at is kept so long.
constexpr std::uint32_t most_steps_away = 64;

/// A step of one side.
class Walk {
 public:
  Walk(const PlacedSide& placed, KnotSide& side, SurfaceStepCounts& counts, std::vector<FoundKnot>& found)
      : placed_(placed), side_(side), counts_(counts), found_(found), size_(size_of(placed.master)) {}

  void run() {
    const std::vector<FacetNode>& nodes = placed_.slave.tree.nodes;
    const bool is_other = (side_.nodes.size() > 1 && side_.nodes.size() != nodes.size()) ||
                          (!side_.near.empty() && side_.near.back().knot >= placed_.slave.knots.size());
    if (is_other) side_ = {};  // kept of other surfaces
    if (side_.nodes.empty()) side_.nodes.push_back(unknown);
    std::vector<std::uint32_t> waiting{0};
    while (!waiting.empty()) {
      const std::uint32_t at = waiting.back();
      waiting.pop_back();
      if (!may_be_near(at, side_.nodes[at])) continue;
      if (is_leaf(nodes[at])) {
        look_at_knots(nodes[at]);
        continue;
      }
      if (side_.nodes.size() == 1) side_.nodes.resize(nodes.size(), unknown);
      waiting.push_back(nodes[at].first), waiting.push_back(at + 1);
    }
    take_new_knots();
    const auto by_knot = [](const FoundKnot& x, const FoundKnot& y) { return x.knot < y.knot; };
    std::sort(found_.begin(), found_.end(), by_knot);
  }

 private:
  Vec3<double> moved(const Vec3<double>& p) const { return knot_at(placed_.slave_in_master, p); }
  /// Whether two points are within a distance, which may be negative.
  static bool are_within(const Vec3<double>& p, const Vec3<double>& q, double distance) {
    const double x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
    return distance >= 0 && x * x + y * y + z * z <= distance * distance;
  }
  /// What rounding moves a point's distance by, and then some.
  double rounding(const Vec3<double>& p) const { return 16 * Epsilon<double>::value * (size_ + length(p)); }

  KnownGap known(const Vec3<double>& p, const SurfaceGap& g) const {
    const double off = rounding(p);
    if (g.gap > 0) return {p, g.least_distance - off, g.gap + off};
    return {p, g.gap - off, off - g.least_distance};
  }

  /// Asks about a sphere only where what is known of its centre leaves open whether it reaches the alert distance.
  bool may_be_near(std::uint32_t at, KnownGap& gap) {
    const FacetNode& node = placed_.slave.tree.nodes[at];
    const Vec3<double> p = moved(widen(node.centre));
    const double reach = placed_.slave.radii[at] + placed_.alert;
    if (are_within(p, gap.at, gap.low - reach)) return false;
    if (are_within(p, gap.at, reach - gap.high)) return true;
    const double* const c = placed_.master.centre;
    const double beyond = length(p - Vec3<double>{c[0], c[1], c[2]}) - size_ - rounding(p);
    if (beyond > reach) {
      gap = {p, beyond, Huge<double>::value};
      return false;
    }
    ++counts_.spheres;
    gap = known(p, surface_gap_at(placed_.master, p, nullptr));
    return gap.low <= reach;
  }

  void look_at_knots(const FacetNode& leaf) {
    for (std::uint32_t k = leaf.first; k < leaf.first + leaf.count; ++k) look_at(placed_.slave.tree.order[k]);
  }
  void look_at(std::uint32_t knot) {
    ++counts_.knots;
    const Vec3<double> x = moved(placed_.slave.knots[knot].point);
    const auto is_before = [](const NearKnot& n, std::uint32_t of) { return n.knot < of; };
    const auto at = std::lower_bound(side_.near.begin(), side_.near.end(), knot, is_before);
    if (at != side_.near.end() && at->knot == knot) return ask(*at, x);
    new_.push_back({knot, 0, free_cache(), unknown});
    ask(new_.back(), x);
  }
  void ask(NearKnot& near, const Vec3<double>& x) {
    near.steps_away = 0;
    if (are_within(x, near.gap.at, near.gap.low - placed_.alert)) return;
    ++counts_.queries;
    const SurfaceGap g = surface_gap_at(placed_.master, x, &side_.caches[near.cache]);
    near.gap = known(x, g);
    if (g.gap <= placed_.alert) found_.push_back({near.knot, x, g});
  }

  std::uint64_t free_cache() {
    if (side_.free.empty()) {
      side_.caches.push_back({});
      return side_.caches.size() - 1;
    }
    const std::uint64_t at = side_.free.back();
    side_.free.pop_back();
    side_.caches[at] = {};
    return at;
  }
  void take_new_knots() {
    std::erase_if(side_.near, [&](NearKnot& n) {
      const bool is_old = n.steps_away++ > most_steps_away;
      if (is_old) side_.free.push_back(n.cache);
      return is_old;
    });
    const auto by_knot = [](const NearKnot& x, const NearKnot& y) { return x.knot < y.knot; };
    if (new_.empty()) return;
    std::sort(new_.begin(), new_.end(), by_knot);
    const auto old = static_cast<std::ptrdiff_t>(side_.near.size());
    side_.near.insert(side_.near.end(), new_.begin(), new_.end());
    std::inplace_merge(side_.near.begin(), side_.near.begin() + old, side_.near.end(), by_knot);
  }

  const PlacedSide& placed_;
  KnotSide& side_;
  SurfaceStepCounts& counts_;
  std::vector<FoundKnot>& found_;
  double size_;
  std::vector<NearKnot> new_;
};

}  // namespace

void find_near_knots(const PlacedSide& placed, KnotSide& side, SurfaceStepCounts& counts,
                     std::vector<FoundKnot>& found) {
  ++counts.sides;
  Walk(placed, side, counts, found).run();
}

}  // namespace abut::host
