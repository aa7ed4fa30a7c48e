#include "host/reference/overlap.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>

#include "host/reference/arc.h"

namespace abut::reference {
namespace {

using Index = std::uint32_t;

Vec3<double> centre_of(const Placed& body) {
  const std::size_t count = body.polytope().points().size();
  Vec3<double> sum{0, 0, 0};
  for (Index i = 0; i < count; ++i) sum = sum + body.point(i) * (1 / static_cast<double>(count));
  return sum;
}

/// Every direction is examined in double; those within the margin of the least width are kept.
class Filter {
 public:
  struct NodeBound {
    double width;  ///< at least that, by the other body's point q
    Index q;
    Index node;
    bool of_x;
  };
  struct ArcBound {
    double width;
    const Polytope::Arc* arc;
    Index q0, q1;  ///< points of Y for the arc's ends
  };

  /// x: the body whose arcs are searched; hint: from x to y, or null.
  Filter(const Placed& x, const Placed& y, const Vec3<double>* hint)
      : x_(x),
        y_(y),
        extent_(x.extent() + y.extent()),
        margin_(256 * std::numeric_limits<double>::epsilon() * extent_) {
    if (hint != nullptr) {
      try_direction(*hint);
    } else {
      const Vec3<double> between = unit(centre_of(y) - centre_of(x));
      try_direction(inner(between, between) > 0 ? between : Vec3<double>{1, 0, 0});
    }
    bounds_x_ = start(x_, y_, y_.support(-direction_));
    bounds_y_ = start(y_, x_, x_.support(direction_));
    if (hint == nullptr) descend();
    finish(bounds_x_, x_, y_, 1);
    finish(bounds_y_, y_, x_, -1);
    search_arcs();
  }

  /// Candidates, the most promising first.
  std::vector<NodeBound> nodes() const {
    std::vector<NodeBound> open;
    for (const auto* bounds : {&bounds_x_, &bounds_y_}) {
      for (const NodeBound& b : *bounds) {
        if (b.width < enough()) open.push_back(b);
      }
    }
    std::sort(open.begin(), open.end(), [](const NodeBound& a, const NodeBound& b) { return a.width < b.width; });
    return open;
  }
  std::vector<ArcBound> arcs() const {
    std::vector<ArcBound> open;
    for (const ArcBound& b : arcs_) {
      if (b.width < enough()) open.push_back(b);
    }
    std::sort(open.begin(), open.end(), [](const ArcBound& a, const ArcBound& b) { return a.width < b.width; });
    return open;
  }
  const Vec3<double>& direction() const { return direction_; }  ///< of the least width seen, from X to Y

  // For arc_lower_bound.
  double enough() const { return least_ + margin_; }
  double noise() const { return 8 * std::numeric_limits<double>::epsilon() * extent_; }
  Vec3<double> other(Index q) const { return y_.point(q); }
  Index improve(const Vec3<double>& u, Index q, const Vec3<double>& p) const {
    // On with the climb until the bound is enough: -q . u >= enough - p . u
    return y_.climb(-u, q, enough() - inner(p, u));
  }
  void found(const Vec3<double>& u) { try_direction(u); }

 private:
  /// The width along u, from all points of both.
  void try_direction(const Vec3<double>& u) {
    const double width = inner(x_.point(x_.support(u)) - y_.point(y_.support(-u)), u);
    if (width < least_) least_ = width, direction_ = u;
  }

  std::vector<NodeBound> start(const Placed& body, const Placed& other, Index q) const {
    const auto& nodes = body.polytope().nodes();
    std::vector<NodeBound> bounds(nodes.size());
    for (Index i = 0; i < nodes.size(); ++i) {
      bounds[i] = {inner(body.point(nodes[i].vertex) - other.point(q), body.node(i)), q, i, &body == &x_};
    }
    return bounds;
  }

  /// A good least width early: the node that the bounds like best, then the bounds again.
  void descend() {
    constexpr int rounds = 6;
    for (int round = 0; round < rounds; ++round) {
      const NodeBound* best = nullptr;
      for (const auto* bounds : {&bounds_x_, &bounds_y_}) {
        for (const NodeBound& b : *bounds) {
          if (best == nullptr || b.width < best->width) best = &b;
        }
      }
      if (best == nullptr || best->width >= least_) return;
      const Vec3<double> u = best->of_x ? x_.node(best->node) : -y_.node(best->node);
      try_direction(u);
      tighten(bounds_x_, x_, y_, y_.support(-u));
      tighten(bounds_y_, y_, x_, x_.support(u));
    }
  }
  static void tighten(std::vector<NodeBound>& bounds, const Placed& body, const Placed& other, Index q) {
    for (NodeBound& b : bounds) {
      const Index vertex = body.polytope().nodes()[b.node].vertex;
      const double width = inner(body.point(vertex) - other.point(q), body.node(b.node));
      if (width > b.width) b.width = width, b.q = q;
    }
  }

  /// Each node either bounded by enough or by its own width.
  void finish(std::vector<NodeBound>& bounds, const Placed& body, const Placed& other, double sign) {
    for (NodeBound& b : bounds) {
      if (b.width >= enough()) continue;
      const Polytope::Node& node = body.polytope().nodes()[b.node];
      const Vec3<double> u = body.node(b.node), p = body.point(node.vertex);
      const double by_parent = inner(p - other.point(bounds[node.parent].q), u);
      if (by_parent > b.width) b.q = bounds[node.parent].q;
      b.q = other.climb(-u, b.q, enough() - inner(p, u));
      b.width = inner(p - other.point(b.q), u);
      if (b.width < least_) try_direction(u * sign);
    }
  }

  void search_arcs() {
    for (const Polytope::Arc& arc : x_.polytope().arcs()) {
      const NodeBound &b0 = bounds_x_[arc.node0], &b1 = bounds_x_[arc.node1];
      const double width =
          arc_lower_bound<double>(*this, x_.point(arc.vertex), {x_.node(arc.node0), b0.q}, {x_.node(arc.node1), b1.q});
      if (width < enough()) arcs_.push_back({width, &arc, b0.q, b1.q});
    }
  }

  const Placed &x_, &y_;
  double extent_;
  // Rounding: points 4, directions 2, differences and dot products 12 epsilon of the extent; both sides, twice over for
  // least_, which is itself computed; and as much again.
  double margin_;
  double least_ = std::numeric_limits<double>::infinity();
  Vec3<double> direction_{0, 0, 0};
  std::vector<NodeBound> bounds_x_, bounds_y_;
  std::vector<ArcBound> arcs_;
};

/// The candidates again in extended precision S: a lower bound for all of them and the least width.
template <class S>
class Decision {
 public:
  Decision(const Placed& x, const Placed& y, const Filter& filter)
      : x_(x),
        y_(y),
        noise_((static_cast<S>(x.extent()) + static_cast<S>(y.extent())) * static_cast<S>(slop_of<S> / 16)) {
    try_direction(unit(converted<S>(filter.direction())));
    for (const Filter::NodeBound& b : filter.nodes()) {
      try_direction(b.of_x ? x_.template node_as<S>(b.node) : -y_.template node_as<S>(b.node));
    }
    S lower = least_;
    for (const Filter::ArcBound& b : filter.arcs()) {
      lower = std::min(lower, arc_lower_bound<S>(*this, x_.template point_as<S>(b.arc->vertex), end_at(b.arc->node0),
                                                 end_at(b.arc->node1)));
    }
    lower_ = std::min(lower, least_);
  }

  S lower() const { return lower_; }
  S least() const { return least_; }
  const Vec3<S>& direction() const { return direction_; }  ///< from X to Y

  // For arc_lower_bound.
  S enough() const { return least_; }
  S noise() const { return noise_; }
  Vec3<S> other(Index q) const { return y_.template point_as<S>(q); }
  Index improve(const Vec3<S>& u, Index q, const Vec3<S>&) const {
    const Index best = y_.support_as(-u);
    return inner(y_.template point_as<S>(q) - y_.template point_as<S>(best), u) > 0 ? best : q;
  }
  void found(const Vec3<S>& u) { try_direction(u); }

 private:
  Index try_direction(const Vec3<S>& u) {
    const Index q = y_.support_as(-u);
    const S width = inner(x_.template point_as<S>(x_.support_as(u)) - y_.template point_as<S>(q), u);
    if (!tried_ || width < least_) least_ = width, direction_ = u;
    tried_ = true;
    return q;
  }

  const ArcEnd<S>& end_at(Index node) {
    const auto [it, fresh] = ends_.try_emplace(node);
    if (fresh) {
      it->second.u = x_.template node_as<S>(node);
      it->second.q = try_direction(it->second.u);
    }
    return it->second;
  }

  const Placed &x_, &y_;
  S noise_;
  bool tried_ = false;
  S least_ = 0, lower_ = 0;
  Vec3<S> direction_{0, 0, 0};
  std::map<Index, ArcEnd<S>> ends_;
};

}  // namespace

template <class S>
Depth<S> penetration_depth(const Placed& a, const Placed& b, const Vec3<double>* hint) {
  const std::size_t arcs_a = a.polytope().arcs().size(), arcs_b = b.polytope().arcs().size();
  if (arcs_a == 0 && arcs_b == 0) return {};  // two points
  const bool swapped = arcs_a == 0 || (arcs_b != 0 && arcs_b < arcs_a);
  const Placed &x = swapped ? b : a, &y = swapped ? a : b;
  Vec3<double> from_x{0, 0, 0};
  if (hint != nullptr) from_x = swapped ? -*hint : *hint;
  const Decision<S> decision(x, y, Filter(x, y, hint == nullptr ? nullptr : &from_x));
  return {decision.lower(), decision.least(), swapped ? -decision.direction() : decision.direction()};
}
template Depth<Wide> penetration_depth(const Placed&, const Placed&, const Vec3<double>*);
#if defined(__SIZEOF_FLOAT128__)  // else Wide is Long
template Depth<Long> penetration_depth(const Placed&, const Placed&, const Vec3<double>*);
#endif

}  // namespace abut::reference
