#include "abut/surface/surface_separation.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "abut/bodies/world_pose.h"
#include "abut/core/error.h"
#include "host/exec/arena.h"
#include "host/exec/checks.h"
#include "host/number_text.h"
#include "host/surface/contact_surfaces_state.h"
#include "host/surface/placed_surface.h"

namespace abut {
namespace {

using host::PlacedPart;
using host::PlacedSurface;
using host::PointPair;

/// The smallest bound first, and among equal ones the one that came first.
struct Waiting {
  double bound;
  std::size_t order, a, b;
  bool operator<(const Waiting& other) const {
    return bound != other.bound ? bound > other.bound : order > other.order;
  }
};

/// A surface's parts, cut when they are asked for and once only. The first one is all of it.
class Parts {
 public:
  explicit Parts(const PlacedSurface& surface) : surface_(surface) { add(surface.part_of_node(0)); }
  const PlacedPart& operator[](std::size_t i) const { return parts_[i]; }
  /// The first of two halves; the second one is the next.
  std::size_t halves(std::size_t i) {
    if (halves_[i] == 0) {
      std::pair<PlacedPart, PlacedPart> h = surface_.halves_of(parts_[i]);
      halves_[i] = parts_.size();
      add(std::move(h.first)), add(std::move(h.second));
    }
    return halves_[i];
  }

 private:
  void add(PlacedPart part) { parts_.push_back(std::move(part)), halves_.push_back(0); }

  const PlacedSurface& surface_;
  std::vector<PlacedPart> parts_;
  std::vector<std::size_t> halves_;  ///< 0: not cut yet, as the first part is nobody's half
};

host::PieceSite middle_of(const PlacedPart& p) {
  return {p.piece, 0.5 * (p.in.s0 + p.in.s1), 0.5 * (p.in.t0 + p.in.t1)};
}

/// The distance of two parts is no less, by their extents along a direction from A to B.
double bound_along(const PlacedPart& a, const PlacedPart& b, const Vec3<double>& direction) {
  double low = Huge<double>::value, high = -Huge<double>::value;
  for (const Vec3<double>& p : b.hull) low = std::min(low, dot(direction, p));
  for (const Vec3<double>& p : a.hull) high = std::max(high, dot(direction, p));
  return low - high;
}

class NearestPoints {
 public:
  NearestPoints(const PlacedSurface& a, const PlacedSurface& b, double slack, std::uint32_t most)
      : a_(a), b_(b), parts_a_(a), parts_b_(b), slack_(slack), most_(most) {}

  void run() {
    push(0, 0);
    while (!waiting_.empty()) {
      const Waiting at = waiting_.top();
      // All that waits is no nearer.
      if (at.bound >= best_.distance - slack_ || rectangles_ >= most_) {
        lower_ = std::min(at.bound, best_.distance);
        return;
      }
      waiting_.pop();
      ++rectangles_;
      descend(parts_a_[at.a], parts_b_[at.b]);
      // A better bound than when it was put there, since a better direction is known.
      const double bound = bound_of(parts_a_[at.a], parts_b_[at.b]);
      if (bound > at.bound + slack_) {
        put(bound, at.a, at.b);
        continue;
      }
      const bool of_a = parts_a_[at.a].radius >= parts_b_[at.b].radius;
      const std::size_t first = of_a ? parts_a_.halves(at.a) : parts_b_.halves(at.b);
      for (const std::size_t half : {first, first + 1}) push(of_a ? half : at.a, of_a ? at.b : half);
    }
    lower_ = best_.distance;
  }

  const PointPair& best() const { return best_; }
  double lower() const { return std::max(lower_, 0.0); }
  std::uint32_t rectangles() const { return rectangles_; }

 private:
  /// By spheres, the direction between centres, and that between the nearest points so far.
  double bound_of(const PlacedPart& a, const PlacedPart& b) const {
    const Vec3<double> between = b.centre - a.centre;
    const double apart = length(between);
    double bound = std::max(apart - a.radius - b.radius, 0.0);
    if (bound >= best_.distance) return bound;
    if (apart > 0) bound = std::max(bound, bound_along(a, b, between * (1 / apart)));
    if (best_.distance > 0 && best_.distance < Huge<double>::value) {
      bound = std::max(bound, bound_along(a, b, (best_.b - best_.a) * (1 / best_.distance)));
    }
    return bound;
  }
  void push(std::size_t i, std::size_t j) {
    const double bound = bound_of(parts_a_[i], parts_b_[j]);
    if (bound < best_.distance) put(bound, i, j);
  }
  void put(double bound, std::size_t i, std::size_t j) { waiting_.push({bound, order_++, i, j}); }

  void descend(const PlacedPart& x, const PlacedPart& y) {
    if (x.node != host::no_node || y.node != host::no_node) return;
    const PointPair found = host::descend_distance(a_, middle_of(x), b_, middle_of(y));
    if (found.distance < best_.distance) best_ = found;
  }

  const PlacedSurface &a_, &b_;
  Parts parts_a_, parts_b_;
  double slack_;
  std::uint32_t most_, rectangles_ = 0;
  std::priority_queue<Waiting> waiting_;
  std::size_t order_ = 0;
  double lower_ = 0;
  PointPair best_{0, 0, 0, 0, {}, {}, Huge<double>::value};
};

/// The point of one surface that is deepest in the body of another one.
///
/// The depth at x is the distance to the other surface. So it is no more than |x - y| for any point y of it, and that
/// is convex in x: over a rectangle the largest one at a control point bounds it. With y the closest point of the
/// rectangle's centre the bound is off by the square of the rectangle's size, over twice the depth.
class DeepestPoint {
 public:
  DeepestPoint(const PlacedSurface& of, const PlacedSurface& in, double slack, std::uint32_t most)
      : of_(of), in_(in), parts_(of), slack_(slack), most_(most) {}

  /// `depth`: what is known already.
  void run(double depth) {
    depth_ = depth, bound_ = depth;
    look(0);
    while (!waiting_.empty()) {
      const Waiting at = waiting_.top();
      if (-at.bound <= depth_ + slack_ || rectangles_ >= most_) {
        bound_ = std::max(-at.bound, depth_);
        return;
      }
      waiting_.pop();
      const std::size_t first = parts_.halves(at.a);
      look(first), look(first + 1);
    }
    bound_ = depth_;
  }

  double depth() const { return depth_; }
  double bound() const { return bound_; }  ///< the depth is no more
  bool found() const { return found_; }    ///< deeper than what was known
  const PointPair& best() const { return best_; }
  std::uint32_t rectangles() const { return rectangles_; }

 private:
  void look(std::size_t i) {
    ++rectangles_;
    const PlacedPart& part = parts_[i];
    const SurfaceGap g = in_.gap_at(part.centre);
    // Nothing is deeper, as the gap changes by no more than x moves.
    double most = part.radius - (g.gap > 0 ? g.least_distance : g.gap);
    if (g.gap < 0) {
      double farthest = 0;
      for (const Vec3<double>& p : part.hull) farthest = std::max(farthest, length(p - g.point));
      most = std::min(most, farthest);
      if (part.node == host::no_node) take(of_.u_of(middle_of(part)), of_.v_of(middle_of(part)), part.centre, g);
    }
    if (most > depth_) waiting_.push({-most, order_++, i, 0});
  }

  void take(double u, double v, const Vec3<double>& x, const SurfaceGap& g) {
    if (!(-g.gap > depth_)) return;
    set_best(u, v, x, g);
    // Where the depth is largest it is stationary in all four parameters.
    const PointPair p = host::solve_stationary(of_, in_, {u, v, g.u, g.v, {}, {}, 0});
    const SurfaceGap at = in_.gap_at(p.a);
    if (-at.gap > depth_) set_best(p.u_a, p.v_a, p.a, at);
  }
  void set_best(double u, double v, const Vec3<double>& x, const SurfaceGap& g) {
    depth_ = -g.gap, found_ = true;
    best_ = {u, v, g.u, g.v, x, g.point, depth_};
  }

  const PlacedSurface &of_, &in_;
  Parts parts_;
  double slack_;
  std::uint32_t most_, rectangles_ = 0;
  std::priority_queue<Waiting> waiting_;
  std::size_t order_ = 0;
  double depth_ = 0, bound_ = 0;
  bool found_ = false;
  PointPair best_{};
};

void check_options(const SurfaceSeparationOptions& o) {
  const auto check_tolerance = [](const char* name, double value) {
    if (value > 0 && value <= 0.5) return;
    throw InvalidInput(std::string("surface_separation: ") + name + " is " + host::number_text(value) +
                       "; allowed are above 0 to 0.5");
  };
  check_tolerance("distance_tolerance", o.distance_tolerance), check_tolerance("depth_tolerance", o.depth_tolerance);
  if (o.rectangles == 0) throw InvalidInput("surface_separation: rectangles is 0; allowed is 1 or more");
}

/// In A's frame, the point of A first.
struct Found {
  PointPair at;
  double separation, lower_bound;
  Vec3<double> normal;
};

SurfaceSeparation in_world(const Found& f, const Pose& pose_a) {
  SurfaceSeparation out{};
  out.separation = f.separation, out.lower_bound = f.lower_bound;
  out.normal = rotate(pose_a.rotation, f.normal);
  out.point_a = rotate(pose_a.rotation, f.at.a), out.point_b = rotate(pose_a.rotation, f.at.b);
  out.u_a = f.at.u_a, out.v_a = f.at.v_a, out.u_b = f.at.u_b, out.v_b = f.at.v_b;
  return out;
}

PointPair exchanged(const PointPair& p) { return {p.u_b, p.v_b, p.u_a, p.v_a, p.b, p.a, p.distance}; }

/// Where two surfaces cross, or one body is in the other.
Found deepest(const PlacedSurface& a, const PlacedSurface& b, double slack, std::uint32_t most, const PointPair& touch,
              std::uint32_t& rectangles) {
  DeepestPoint of_b(b, a, slack, most), of_a(a, b, slack, most);
  of_b.run(0);
  of_a.run(of_b.depth());
  rectangles += of_b.rectangles() + of_a.rectangles();
  Found out{touch, 0, -std::max(of_a.bound(), of_b.bound()), {}};
  if (of_a.found() || of_b.found()) {
    out.at = of_a.found() ? of_a.best() : exchanged(of_b.best());
    out.separation = -out.at.distance;
  }
  const Vec3<double> outward = a.gap_at(out.at.a).normal;
  out.normal = out.at.distance > 0 ? (out.at.a - out.at.b) * (1 / out.at.distance) : outward;
  return out;
}

}  // namespace

SurfaceSeparation surface_separation(const ContactSurfaces& surfaces, std::uint32_t shape_a, const Pose& pose_a,
                                     std::uint32_t shape_b, const Pose& pose_b,
                                     const SurfaceSeparationOptions& options) {
  check_options(options);
  const PlacedSurface a(surfaces.view(shape_a), {{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {0, 0, 0}});
  const RelativePose<double> b_in_a = relative_pose(pose_a, pose_b, {0, 0, 0}, {0, 0, 0});
  // Usable ones may be too far apart for a double.
  if (!is_usable(pose_a) || !is_usable(pose_b) || !is_usable({b_in_a.translation, b_in_a.rotation})) {
    SurfaceSeparation nothing{};
    nothing.status = Status::invalid_pose;
    return nothing;
  }
  const PlacedSurface b(surfaces.view(shape_b), b_in_a);
  const double sizes = a.size() + b.size();
  NearestPoints nearest(a, b, options.distance_tolerance * sizes, options.rectangles);
  nearest.run();
  const PointPair& n = nearest.best();
  std::uint32_t rectangles = nearest.rectangles();
  const bool apart = n.distance > options.distance_tolerance * sizes && b.gap_at(n.a).gap > 0 && a.gap_at(n.b).gap > 0;
  Found found{n, n.distance, nearest.lower(), (n.b - n.a) * (1 / n.distance)};
  double tolerance = options.distance_tolerance * sizes;
  if (!apart) {
    tolerance = options.depth_tolerance * sizes;
    found = deepest(a, b, tolerance, options.rectangles, n, rectangles);
  }
  SurfaceSeparation out = in_world(found, pose_a);
  // Control points and distances come with a few roundings of their sizes.
  const double rounding = 64 * Epsilon<double>::value * (sizes + length(b_in_a.translation));
  out.lower_bound -= rounding;
  out.rectangles = rectangles;
  const bool proved = out.separation - out.lower_bound <= tolerance + 2 * rounding;
  out.status = !proved                                 ? Status::iteration_limit
               : std::abs(out.separation) <= tolerance ? Status::touching
                                                       : Status::converged;
  return out;
}

std::vector<SurfaceSeparation> surface_separations(const Cpu& cpu, const ContactSurfaces& surfaces,
                                                   const PartsView& parts, std::span<const Pair> pairs,
                                                   const SurfaceSeparationOptions& options) {
  check_options(options);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const std::uint32_t part : {pairs[i].a, pairs[i].b}) {
      host::check_index("surface_separation", i, part, parts.count);
      surfaces.view(parts.shape[part]);  // tells a shape without a surface
    }
  }
  std::vector<SurfaceSeparation> out(pairs.size());
  const auto ask = [&](std::size_t i) {
    const auto [a, b] = pairs[i];
    const Pose at_a = world_pose(parts, a);
    out[i] = surface_separation(surfaces, parts.shape[a], at_a, parts.shape[b], world_pose(parts, b), options);
    if (out[i].status == Status::invalid_pose) return;
    const Vec3<double> body{parts.body_x[a], parts.body_y[a], parts.body_z[a]};
    out[i].point_a = out[i].point_a + (at_a.position - body), out[i].point_b = out[i].point_b + (at_a.position - body);
  };
  host::in_arena(cpu, [&] {
    oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::size_t>(0, pairs.size(), 1), [&](const auto& range) {
      for (std::size_t i = range.begin(); i != range.end(); ++i) ask(i);
    });
  });
  return out;
}

}  // namespace abut
