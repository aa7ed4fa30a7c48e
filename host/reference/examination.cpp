#include "host/reference/examination.h"

#include <algorithm>
#include <limits>

#include "host/reference/brute_force.h"
#include "host/reference/nearest.h"
#include "host/reference/overlap.h"

namespace abut::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Bounds and points of one pair in the polytopes' scaled unit, without rounding radii.
struct CoreAnswer {
  Wide lower = 0, upper = 0;
  Vec3<Wide> normal{0, 0, 0}, a{0, 0, 0}, b{0, 0, 0};
};

template <class S>
S slop_between(const Placed& a, const Placed& b) {
  return (static_cast<S>(a.extent()) + static_cast<S>(b.extent())) * static_cast<S>(slop_of<S>);
}

CoreAnswer meeting_cores(const Placed& a, const Placed& b, const NearestPoint<Wide>& nearest,
                         const Depth<Wide>& depth) {
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
    const NearestPoint<Wide> deepest =
        nearest_point(a, a.support_set(u, tolerance), b, b.support_set(-u, tolerance), depth.normal * depth.upper);
    answer.a = deepest.a, answer.b = deepest.b;
  }
  return answer;
}

CoreAnswer solve(const Placed& a, const Placed& b) {
  const NearestPoint<Wide> nearest = nearest_point<Wide>(a, b);
  if (nearest.meets) return meeting_cores(a, b, nearest, penetration_depth<Wide>(a, b));
  CoreAnswer answer{nearest.lower, nearest.upper, nearest.normal, nearest.a, nearest.b};
  if (nearest.upper - nearest.lower > 16 * slop_between<Wide>(a, b)) {
    // Slivers all but touching can leave the active-set method stuck: the widths may know better.
    const Depth<Wide> depth = penetration_depth<Wide>(a, b);
    if (depth.lower > 0) return meeting_cores(a, b, nearest, depth);
    if (-depth.upper > answer.lower) answer.lower = -depth.upper, answer.normal = depth.normal;
  }
  return answer;
}

template <class S>
double rounded_down(S x) {
  const double d = static_cast<double>(x);
  return static_cast<S>(d) > x ? std::nextafter(d, -infinity) : d;
}
template <class S>
double rounded_up(S x) {
  return -rounded_down(-x);
}

Vec3<double> scaled(const Vec3<double>& v, int exponent) {
  return {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent), std::ldexp(v.z, exponent)};
}

double size_of(const Core& core) {
  double size = core.size;
  for (const Vec3<double>& v : core.vertices) size = std::max(size, largest_coordinate(v) + core.rounding);
  return size;
}

Answer unknown() {
  Answer answer;
  answer.lower = -infinity;
  answer.upper = infinity;
  return answer;
}

}  // namespace

Examination::Examination(const Reference& reference, std::uint32_t a, std::uint32_t b,
                         const RelativePose<double>& b_in_a)
    : core_a_(&reference.cores_[a]), core_b_(&reference.cores_[b]), exponent_(reference.exponent_) {
  if (core_a_->kind != CoreKind::vertices || core_b_->kind != CoreKind::vertices) {
    valid_ = false;
    if (!is_near_rotation(b_in_a)) return;
    curved_a_.emplace(*core_a_, exponent_);
    curved_b_.emplace(*core_b_, b_in_a, exponent_);
    return;
  }
  const Polytope &polytope_a = reference.polytopes_[a], &polytope_b = reference.polytopes_[b];
  valid_ = polytope_a.valid() && polytope_b.valid() && is_near_rotation(b_in_a);
  if (!valid_) return;
  a_.emplace(polytope_a);
  b_.emplace(polytope_b, RelativePose<double>{b_in_a.rotation, scaled(b_in_a.translation, -exponent_)});
}

template <class S>
Answer Examination::answer_of(S core_lower, S core_upper, const Vec3<S>& normal, double enough) const {
  const S unit_length = static_cast<S>(std::ldexp(1.0, exponent_));
  const S slop = valid_ ? slop_between<S>(*a_, *b_)
                        : static_cast<S>(curved_a_->extent() + curved_b_->extent()) * static_cast<S>(slop_of<S>);
  const S radii = static_cast<S>(core_a_->rounding) + static_cast<S>(core_b_->rounding);
  const S lower = (core_lower - slop) * unit_length - radii, upper = (core_upper + slop) * unit_length - radii;
  Answer answer;
  answer.separation = static_cast<double>((lower + upper) / 2);
  answer.lower = rounded_down(lower);
  answer.upper = rounded_up(upper);
  answer.normal = narrow(normal);
  const double scale = size_of(*core_a_) + size_of(*core_b_) + std::fabs(answer.separation);
  answer.certified = answer.upper - answer.lower <= enough * scale;
  return answer;
}

Answer Examination::answer() const {
  if (!valid_) return unknown();
  const CoreAnswer core = solve(*a_, *b_);
  Answer answer = answer_of(core.lower, core.upper, core.normal);
  const Wide unit_length = static_cast<Wide>(std::ldexp(1.0, exponent_));
  answer.witness_a = narrow(core.a * unit_length + core.normal * static_cast<Wide>(core_a_->rounding));
  answer.witness_b = narrow(core.b * unit_length - core.normal * static_cast<Wide>(core_b_->rounding));
  return answer;
}

template <class S>
Answer Examination::quick_answer(const Vec3<double>& hint) const {
  const S slop = slop_between<S>(*a_, *b_);
  const Vec3<S> u = unit(converted<S>(hint));
  const S width = inner(a_->point_as<S>(a_->support_as(u)) - b_->point_as<S>(b_->support_as(-u)), u);
  if (width > 16 * slop) {  // it looks like an overlap, and is one if no width is 0 or less
    const Depth<S> depth = penetration_depth<S>(*a_, *b_, &hint);
    if (depth.lower > slop) return answer_of(-depth.upper, -depth.lower, depth.normal);
  }
  const NearestPoint<S> nearest = nearest_point<S>(*a_, *b_, &hint);
  if (!nearest.meets) {
    const Answer apart = answer_of(nearest.lower, nearest.upper, nearest.normal);
    if (apart.certified || width > 16 * slop) return apart;
  }
  const Depth<S> depth = penetration_depth<S>(*a_, *b_, &hint);
  return answer_of(-depth.upper, depth.lower > 0 ? -depth.lower : nearest.upper, depth.normal);
}

Answer Examination::curved_answer(const Vec3<double>& hint, const std::array<Vec3<double>, 2>& near,
                                  double enough) const {
  const Long to_unit = static_cast<Long>(std::ldexp(1.0, -exponent_));
  const Long scale = static_cast<Long>(core_a_->size + core_b_->size) * to_unit;
  const Vec3<Long> u = unit(converted<Long>(hint));
  const CoreHints hints{u, (converted<Long>(near[0]) - u * static_cast<Long>(core_a_->rounding)) * to_unit,
                        (converted<Long>(near[1]) + u * static_cast<Long>(core_b_->rounding)) * to_unit};
  const CoreBounds core = bounds_between(*curved_a_, *curved_b_, hints, scale * static_cast<Long>(enough) / 2);
  return answer_of(core.lower, core.upper, core.normal, enough);
}

Answer Examination::answer_near(Vec3<double> hint, const std::array<Vec3<double>, 2>& near, double enough) const {
  if (curved_a_) {
    if (inner(hint, hint) > 0.25) return curved_answer(hint, near, enough);
    const Vec3<double> to_b = scaled(narrow(curved_b_->centre()), exponent_);
    return curved_answer(inner(to_b, to_b) > 0 ? to_b : Vec3<double>{0, 0, 1}, {Vec3<double>{0, 0, 0}, to_b}, enough);
  }
  if (!valid_) return unknown();
  if (!(inner(hint, hint) > 0.25 && inner(hint, hint) < 4)) return answer();
  hint = abut::reference::unit(hint);
  const Answer quick = quick_answer<Long>(hint);
  return quick.certified ? quick : answer();
}

Answer Examination::brute_force() const {
  if (!valid_) return unknown();
  const BruteForce core = brute_force_pair(*a_, *b_);
  Answer answer = answer_of(core.separation, core.separation, core.normal);
  const Wide unit_length = static_cast<Wide>(std::ldexp(1.0, exponent_));
  answer.witness_a = narrow(core.a * unit_length + core.normal * static_cast<Wide>(core_a_->rounding));
  answer.witness_b = narrow(core.b * unit_length - core.normal * static_cast<Wide>(core_b_->rounding));
  answer.certified = false;  // checked by nothing but itself
  return answer;
}

template <class S>
long double Examination::width_in(Vec3<double> normal) const {
  if (!valid_ && !curved_a_) return std::numeric_limits<long double>::quiet_NaN();
  const Vec3<S> u = unit(converted<S>(normal));
  const S core = curved_a_ ? static_cast<S>(width_between(*curved_a_, *curved_b_, converted<Long>(u)))
                           : inner(a_->point_as<S>(a_->support_as(u)) - b_->point_as<S>(b_->support_as(-u)), u);
  return static_cast<long double>(core * static_cast<S>(std::ldexp(1.0, exponent_)) +
                                  static_cast<S>(core_a_->rounding) + static_cast<S>(core_b_->rounding));
}

long double Examination::width_along(Vec3<double> normal) const { return width_in<Wide>(normal); }

double Examination::distance_outside(int side, Vec3<double> point) const {
  if (curved_a_) return distance_outside_near(side, point, {0, 0, 0}, 0);
  const Polytope point_polytope(std::vector<Vec3<double>>{scaled(point, -exponent_)});
  if (!valid_ || !point_polytope.valid()) return infinity;
  const Placed placed_point(point_polytope);
  const Placed& body = side == 0 ? *a_ : *b_;
  const NearestPoint<Wide> nearest = nearest_point<Wide>(body, placed_point);
  const Wide core = nearest.meets ? -penetration_depth<Wide>(body, placed_point).upper : nearest.upper;
  return static_cast<double>(core * static_cast<Wide>(std::ldexp(1.0, exponent_)) -
                             static_cast<Wide>(this->core(side).rounding));
}

double Examination::distance_outside_near(int side, Vec3<double> point, Vec3<double> outward, double enough) const {
  const Long unit_length = static_cast<Long>(std::ldexp(1.0, exponent_));
  if (curved_a_) {
    const SupportBody& curved = side == 0 ? *curved_a_ : *curved_b_;
    const Vec3<Long> at = converted<Long>(scaled(point, -exponent_));
    const Vec3<Long> start = inner(outward, outward) > 0.25 ? unit(converted<Long>(outward)) : Vec3<Long>{1, 0, 0};
    const Long distance = curved.distance(at, start);
    return static_cast<double>(distance * unit_length - static_cast<Long>(core(side).rounding));
  }
  if (!valid_) return infinity;
  const Placed& body = side == 0 ? *a_ : *b_;
  // The normal of a float answer tilts its face by about 2^-24.
  const std::vector<std::uint32_t> chosen = body.support_set(outward, 0x1p-22 * body.polytope().extent());
  constexpr std::size_t most = 64;  // a direction that says nothing
  if (chosen.size() <= most) {
    const Long distance = distance_from_hull(body, chosen, converted<Long>(scaled(point, -exponent_)));
    const double outside = static_cast<double>(distance * unit_length - static_cast<Long>(core(side).rounding));
    if (outside <= enough) return outside;
  }
  return distance_outside(side, point);
}

template long double Examination::width_in<Wide>(Vec3<double>) const;
#if defined(__SIZEOF_FLOAT128__)  // else Wide is Long
template long double Examination::width_in<Long>(Vec3<double>) const;
#endif

}  // namespace abut::reference
