#include "host/reference/reference.h"

#include <algorithm>
#include <utility>

#include "host/reference/examination.h"
#include "host/reference/polytope.h"

namespace abut::reference {
namespace {

Vec3<double> scaled(const Vec3<double>& v, int exponent) {
  return {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent), std::ldexp(v.z, exponent)};
}

/// Of the power of two that brings the largest coordinate into [1, 2).
int common_exponent(const std::vector<Core>& cores) {
  double largest = 0;
  for (const Core& core : cores) {
    const double half = core.kind == CoreKind::vertices ? 0 : core.size;
    // With the radius: a core may be nothing to it, and the points asked about are on the rounded shape.
    for (const double length : {half, core.rounding}) {
      if (std::isfinite(length)) largest = std::max(largest, length);
    }
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

/// The nearest `T`, whatever the unit: the query scales its pair before it rounds.
template <class T>
double as_seen(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(static_cast<double>(round_to<T>(mantissa)), exponent);
}

CoreKind kind_of(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::ellipsoid: return CoreKind::ellipsoid;
    case ShapeKind::cylinder: return CoreKind::cylinder;
    case ShapeKind::cone: return CoreKind::cone;
    case ShapeKind::minkowski_sum: return CoreKind::sum;
    default: return CoreKind::vertices;
  }
}

}  // namespace

template <class T>
Core core_of(const ShapeSetView<T>& view, std::uint32_t shape) {
  const ShapeHeader& header = view.headers[shape];
  Core core;
  core.kind = kind_of(header.kind);
  core.vertices.reserve(header.vertex_count);
  for (std::uint32_t i = header.vertex_offset; i < header.vertex_offset + header.vertex_count; ++i) {
    const Vec3<double> stored{static_cast<double>(view.x[i]), static_cast<double>(view.y[i]),
                              static_cast<double>(view.z[i])};
    core.vertices.push_back(scaled(stored, header.exponent));
  }
  const double* half = header.half_extent;
  core.half = {as_seen<T>(half[0]), as_seen<T>(half[1]), as_seen<T>(half[2])};
  for (std::uint32_t k = header.term_offset; k < header.term_offset + header.term_count; ++k) {
    CoreTerm term{core_of(view, view.terms[k].shape), {}};
    for (int i = 0; i < 9; ++i) term.rotation.m[i] = as_seen<T>(view.terms[k].rotation[i]);
    core.terms.push_back(std::move(term));
  }
  core.rounding = as_seen<T>(header.rounding);
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
  return Examination(*this, a, b, b_in_a).answer();
}

Answer Reference::brute_force(std::uint32_t a, std::uint32_t b, const RelativePose<double>& b_in_a) const {
  return Examination(*this, a, b, b_in_a).brute_force();
}

long double Reference::width_along(std::uint32_t a, std::uint32_t b, const RelativePose<double>& b_in_a,
                                   Vec3<double> normal) const {
  return Examination(*this, a, b, b_in_a).width_along(normal);
}

double Reference::distance_outside(std::uint32_t shape, int side, const RelativePose<double>& b_in_a,
                                   Vec3<double> point) const {
  return Examination(*this, shape, shape, b_in_a).distance_outside(side, point);
}

}  // namespace abut::reference
