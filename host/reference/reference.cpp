#include "host/reference/reference.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "host/reference/brute_force.h"
#include "host/reference/nearest.h"
#include "host/reference/overlap.h"
#include "host/reference/polytope.h"

namespace abut::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Bounds and points of one pair in the polytopes' scaled unit, without rounding radii.
struct CoreAnswer {
  Wide lower = 0, upper = 0;
  Vec3<Wide> normal{0, 0, 0}, a{0, 0, 0}, b{0, 0, 0};
};

Wide slop_of(const Placed& a, const Placed& b) {
  return (static_cast<Wide>(a.extent()) + static_cast<Wide>(b.extent())) * static_cast<Wide>(wide_slop);
}

CoreAnswer meeting_cores(const Placed& a, const Placed& b, const NearestPoint& nearest, const Depth& depth) {
  CoreAnswer answer;
  // Any width bounds the separation from below, overlap or not. From above: no width is below depth.lower; where that
  // is nothing, the two points of the cores that all but coincide.
  answer.lower = -depth.upper;
  answer.upper = depth.lower > 0 ? -depth.lower : nearest.upper;
  answer.normal = depth.normal;
  answer.a = nearest.a, answer.b = nearest.b;
  if (depth.upper > 0) {
    // The witness points lie in the two faces that the normal supports, one depth apart.
    const double tolerance = 256 * std::numeric_limits<double>::epsilon() * (a.extent() + b.extent());
    const Vec3<double> u = narrow(depth.normal);
    const NearestPoint deepest =
        nearest_point(a, a.support_set(u, tolerance), b, b.support_set(-u, tolerance), depth.normal * depth.upper);
    answer.a = deepest.a, answer.b = deepest.b;
  }
  return answer;
}

CoreAnswer solve(const Placed& a, const Placed& b) {
  const NearestPoint nearest = nearest_point(a, b);
  if (nearest.meets) return meeting_cores(a, b, nearest, penetration_depth(a, b));
  CoreAnswer answer{nearest.lower, nearest.upper, nearest.difference * (-1 / nearest.upper), nearest.a, nearest.b};
  if (nearest.upper - nearest.lower > 16 * slop_of(a, b)) {
    // Slivers all but touching can leave the active-set method stuck: the widths may know better.
    const Depth depth = penetration_depth(a, b);
    if (depth.lower > 0) return meeting_cores(a, b, nearest, depth);
    if (-depth.upper > answer.lower) answer.lower = -depth.upper, answer.normal = depth.normal;
  }
  return answer;
}

double rounded_down(Wide x) {
  const double d = static_cast<double>(x);
  return static_cast<Wide>(d) > x ? std::nextafter(d, -infinity) : d;
}
double rounded_up(Wide x) { return -rounded_down(-x); }

Vec3<double> scaled(const Vec3<double>& v, int exponent) {
  return {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent), std::ldexp(v.z, exponent)};
}

RelativePose<double> scaled(const RelativePose<double>& pose, int exponent) {
  return {pose.rotation, scaled(pose.translation, exponent)};
}

/// Of the power of two that brings the largest coordinate into [1, 2).
int common_exponent(const std::vector<Core>& cores) {
  double largest = 0;
  for (const Core& core : cores) {
    for (const Vec3<double>& v : core.vertices) {
      const double c = largest_coordinate(v);
      if (std::isfinite(c)) largest = std::max(largest, c);
    }
  }
  int exponent = 0;
  if (largest <= 0) return 0;
  std::frexp(largest, &exponent);
  return exponent - 1;
}

std::vector<Vec3<double>> scaled(const std::vector<Vec3<double>>& points, int exponent) {
  std::vector<Vec3<double>> result;
  result.reserve(points.size());
  for (const Vec3<double>& p : points) result.push_back(scaled(p, exponent));
  return result;
}

double size_of(const Core& core) {
  double size = core.size;
  for (const Vec3<double>& v : core.vertices) size = std::max(size, largest_coordinate(v) + core.rounding);
  return size;
}

/// The nearest `T`, whatever the unit: the query scales its pair before it rounds.
template <class T>
double as_seen(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(static_cast<double>(round_to<T>(mantissa)), exponent);
}

Answer unknown() {
  Answer answer;
  answer.lower = -infinity;
  answer.upper = infinity;
  return answer;
}

}  // namespace

template <class T>
Core core_of(const ShapeSetView<T>& view, std::uint32_t shape) {
  const ShapeHeader& header = view.headers[shape];
  Core core;
  core.vertices.reserve(header.vertex_count);
  for (std::uint32_t i = header.vertex_offset; i < header.vertex_offset + header.vertex_count; ++i) {
    const Vec3<double> stored{static_cast<double>(view.x[i]), static_cast<double>(view.y[i]),
                              static_cast<double>(view.z[i])};
    core.vertices.push_back(scaled(stored, header.exponent));
  }
  core.rounding =
      std::ldexp(static_cast<double>(round_to<T>(std::ldexp(header.rounding, -header.exponent))), header.exponent);
  core.size = header.size;
  return core;
}
template Core core_of(const ShapeSetView<float>&, std::uint32_t);
template Core core_of(const ShapeSetView<double>&, std::uint32_t);

template <class T>
RelativePose<double> pose_as_seen(const Pose& a, const Pose& b, const ShapeHeader& shape_a,
                                  const ShapeHeader& shape_b) {
  const auto centre = [](const ShapeHeader& h) { return Vec3<double>{h.centre[0], h.centre[1], h.centre[2]}; };
  RelativePose<double> pose = relative_pose(a, b, centre(shape_a), centre(shape_b));
  for (double& entry : pose.rotation.m) entry = as_seen<T>(entry);
  const Vec3<double> t = pose.translation;
  pose.translation = {as_seen<T>(t.x), as_seen<T>(t.y), as_seen<T>(t.z)};
  return pose;
}
template RelativePose<double> pose_as_seen<float>(const Pose&, const Pose&, const ShapeHeader&, const ShapeHeader&);
template RelativePose<double> pose_as_seen<double>(const Pose&, const Pose&, const ShapeHeader&, const ShapeHeader&);

Reference::Reference(std::vector<Core> cores) : cores_(std::move(cores)), exponent_(common_exponent(cores_)) {
  polytopes_.reserve(cores_.size());
  for (const Core& core : cores_) polytopes_.emplace_back(scaled(core.vertices, -exponent_));
}
Reference::~Reference() = default;
Reference::Reference(Reference&&) noexcept = default;

const Core& Reference::core(std::uint32_t shape) const { return cores_[shape]; }

Answer Reference::query(std::uint32_t a, std::uint32_t b, const RelativePose<double>& b_in_a) const {
  if (!polytopes_[a].valid() || !polytopes_[b].valid() || !is_near_rotation(b_in_a)) return unknown();
  const Placed placed_a(polytopes_[a]), placed_b(polytopes_[b], scaled(b_in_a, -exponent_));
  const CoreAnswer core = solve(placed_a, placed_b);

  const Wide unit_length = static_cast<Wide>(std::ldexp(1.0, exponent_)), slop = slop_of(placed_a, placed_b);
  const Wide radius_a = static_cast<Wide>(cores_[a].rounding), radius_b = static_cast<Wide>(cores_[b].rounding);
  const Wide lower = (core.lower - slop) * unit_length - radius_a - radius_b;
  const Wide upper = (core.upper + slop) * unit_length - radius_a - radius_b;
  Answer answer;
  answer.separation = static_cast<double>((lower + upper) / 2);
  answer.lower = rounded_down(lower);
  answer.upper = rounded_up(upper);
  answer.normal = narrow(core.normal);
  answer.witness_a = narrow(core.a * unit_length + core.normal * radius_a);
  answer.witness_b = narrow(core.b * unit_length - core.normal * radius_b);
  const double scale = size_of(cores_[a]) + size_of(cores_[b]) + std::fabs(answer.separation);
  answer.certified = answer.upper - answer.lower <= 1e-15 * scale;
  return answer;
}

Answer Reference::brute_force(std::uint32_t a, std::uint32_t b, const RelativePose<double>& b_in_a) const {
  if (!polytopes_[a].valid() || !polytopes_[b].valid() || !is_near_rotation(b_in_a)) return unknown();
  const Placed placed_a(polytopes_[a]), placed_b(polytopes_[b], scaled(b_in_a, -exponent_));
  const BruteForce core = brute_force_pair(placed_a, placed_b);
  const Wide unit_length = static_cast<Wide>(std::ldexp(1.0, exponent_)), slop = slop_of(placed_a, placed_b);
  const Wide radii = static_cast<Wide>(cores_[a].rounding) + static_cast<Wide>(cores_[b].rounding);
  Answer answer;
  answer.separation = static_cast<double>(core.separation * unit_length - radii);
  answer.lower = rounded_down((core.separation - slop) * unit_length - radii);
  answer.upper = rounded_up((core.separation + slop) * unit_length - radii);
  answer.normal = narrow(core.normal);
  answer.witness_a = narrow(core.a * unit_length + core.normal * static_cast<Wide>(cores_[a].rounding));
  answer.witness_b = narrow(core.b * unit_length - core.normal * static_cast<Wide>(cores_[b].rounding));
  answer.certified = false;  // checked by nothing but itself
  return answer;
}

long double Reference::width_along(std::uint32_t a, std::uint32_t b, const RelativePose<double>& b_in_a,
                                   Vec3<double> normal) const {
  const Placed placed_a(polytopes_[a]), placed_b(polytopes_[b], scaled(b_in_a, -exponent_));
  const Vec3<Wide> u = unit(widen(normal));
  const Wide core =
      inner(placed_a.wide_point(placed_a.wide_support(u)) - placed_b.wide_point(placed_b.wide_support(-u)), u);
  return static_cast<long double>(core * static_cast<Wide>(std::ldexp(1.0, exponent_)) +
                                  static_cast<Wide>(cores_[a].rounding) + static_cast<Wide>(cores_[b].rounding));
}

double Reference::distance_outside(std::uint32_t shape, int side, const RelativePose<double>& b_in_a,
                                   Vec3<double> point) const {
  const Polytope point_polytope(std::vector<Vec3<double>>{scaled(point, -exponent_)});
  const Polytope& polytope = polytopes_[shape];
  if (!polytope.valid() || !point_polytope.valid()) return infinity;
  const Placed placed_point(point_polytope);
  const auto outside = [&](const Placed& body) {
    const NearestPoint nearest = nearest_point(body, placed_point);
    const Wide core = nearest.meets ? -penetration_depth(body, placed_point).upper : nearest.upper;
    return static_cast<double>(core * static_cast<Wide>(std::ldexp(1.0, exponent_)) -
                               static_cast<Wide>(cores_[shape].rounding));
  };
  return side == 0 ? outside(Placed(polytope)) : outside(Placed(polytope, scaled(b_in_a, -exponent_)));
}

}  // namespace abut::reference
