// The shapes of a ShapeSet that have no vertices: ellipsoids, cylinders, cones, and Minkowski sums of two shapes.
#include <algorithm>
#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "host/number_text.h"
#include "host/shapes/shape_measures.h"
#include "host/shapes/shape_set_impl.h"

namespace abut {
namespace {

/// Largest distance of a point of the core from its box centre, over 2^e, which keeps squares from overflow. The C
/// library's hypot would not have the same bits on every machine.
double farthest_point(ShapeKind kind, Vec3<double> half, int e) {
  const double x = std::ldexp(half.x, -e), y = std::ldexp(half.y, -e), z = std::ldexp(half.z, -e);
  return kind == ShapeKind::ellipsoid ? std::fmax(x, std::fmax(y, z)) : std::sqrt(x * x + z * z);
}

/// A little more than the sum: lengths that are bounds stay bounds.
double sum_above(double a, double b) { return (a + b) * (1 + 0x1p-50); }

std::uint32_t terms_of(const ShapeHeader& h) { return h.kind == ShapeKind::minkowski_sum ? h.term_count : 1; }

double core_size(const ShapeHeader& h) { return h.size - h.rounding; }

}  // namespace

ShapeHeader ShapeSet::Impl::header_without_vertices(ShapeKind kind) const {
  check_capacity({}, {});
  ShapeHeader h{};
  h.kind = kind;
  h.vertex_offset = static_cast<std::uint32_t>(vertices.size());
  h.adjacency_offset = static_cast<std::uint32_t>(adjacency_begin.size());
  h.edge_offset = static_cast<std::uint32_t>(edges.size());
  h.face_offset = static_cast<std::uint32_t>(planes.size());
  h.table_offset = no_table;
  return h;
}

std::uint32_t ShapeSet::Impl::add_curved(ShapeKind kind, Vec3<double> half, double rounding) {
  ShapeHeader h = header_without_vertices(kind);
  const int e = max_abs(half) > 0 ? std::ilogb(max_abs(half)) : 0;
  h.half_extent[0] = half.x;
  h.half_extent[1] = half.y;
  h.half_extent[2] = half.z;
  host::set_size(h, std::ldexp(farthest_point(kind, half, e), e), rounding);
  headers.push_back(h);
  return static_cast<std::uint32_t>(headers.size()) - 1;
}

/// The header of a sum from those of its parts. Boxes and spheres of turned parts are bounds, not tight.
void ShapeSet::Impl::measure_sum(const host::Sum& sum) {
  const ShapeHeader &a = headers[sum.a], &b = headers[sum.b];
  ShapeHeader& h = headers[sum.shape];
  const double* r = sum.b_in_a.rotation.m;
  const Vec3<double> c = rotate(sum.b_in_a.rotation, Vec3<double>{b.centre[0], b.centre[1], b.centre[2]});
  const double offset[3] = {c.x + sum.b_in_a.position.x, c.y + sum.b_in_a.position.y, c.z + sum.b_in_a.position.z};
  for (int i = 0; i < 3; ++i) {
    const double turned = std::fabs(r[3 * i]) * b.half_extent[0] + std::fabs(r[3 * i + 1]) * b.half_extent[1] +
                          std::fabs(r[3 * i + 2]) * b.half_extent[2];
    h.centre[i] = a.centre[i] + offset[i];
    h.half_extent[i] = sum_above(a.half_extent[i], turned);
  }
  host::set_size(h, sum_above(core_size(a), core_size(b)), a.rounding + b.rounding + sum.rounding);
}

std::uint32_t ShapeSet::Impl::add_sum(const host::Sum& sum) {
  const std::uint32_t term_count = terms_of(headers[sum.a]) + terms_of(headers[sum.b]);
  if (term_count > max_sum_terms) {
    throw InvalidInput("add_minkowski_sum: of shapes " + std::to_string(sum.a) + " and " + std::to_string(sum.b) +
                       " it has " + std::to_string(term_count) + " terms; allowed: at most " +
                       std::to_string(max_sum_terms));
  }
  ShapeHeader h = header_without_vertices(ShapeKind::minkowski_sum);
  h.term_offset = static_cast<std::uint32_t>(terms.size());
  std::vector<ShapeTerm> own;
  const auto take = [&](std::uint32_t part, const Mat3<double>& turn) {
    const ShapeHeader& header = headers[part];
    const bool is_sum = header.kind == ShapeKind::minkowski_sum;
    for (std::uint32_t k = 0; k < terms_of(header); ++k) {
      Mat3<double> inner{{1, 0, 0, 0, 1, 0, 0, 0, 1}};
      if (is_sum) std::copy_n(terms[header.term_offset + k].rotation, 9, inner.m);
      ShapeTerm term{is_sum ? terms[header.term_offset + k].shape : part, 0, {}};
      std::copy_n(times(turn, inner).m, 9, term.rotation);
      own.push_back(term);
    }
  };
  take(sum.a, Mat3<double>{{1, 0, 0, 0, 1, 0, 0, 0, 1}});
  take(sum.b, sum.b_in_a.rotation);
  h.term_count = static_cast<std::uint32_t>(own.size());
  headers.push_back(h);
  host::Sum stored = sum;
  stored.shape = static_cast<std::uint32_t>(headers.size()) - 1;
  try {
    measure_sum(stored);
  } catch (...) {
    headers.pop_back();
    throw;
  }
  terms.insert(terms.end(), own.begin(), own.end());
  sums.push_back(stored);
  return stored.shape;
}

std::uint32_t ShapeSet::add_ellipsoid(Vec3<double> semi_axes, double rounding) {
  host::check_length("add_ellipsoid: semi_axes.x", semi_axes.x);
  host::check_length("add_ellipsoid: semi_axes.y", semi_axes.y);
  host::check_length("add_ellipsoid: semi_axes.z", semi_axes.z);
  host::check_length("add_ellipsoid: rounding", rounding);
  return impl_->add_curved(ShapeKind::ellipsoid, semi_axes, rounding);
}

std::uint32_t ShapeSet::add_cylinder(double radius, double half_length, double rounding) {
  host::check_length("add_cylinder: radius", radius);
  host::check_length("add_cylinder: half_length", half_length);
  host::check_length("add_cylinder: rounding", rounding);
  return impl_->add_curved(ShapeKind::cylinder, {radius, radius, half_length}, rounding);
}

std::uint32_t ShapeSet::add_cone(double radius, double half_length, double rounding) {
  host::check_length("add_cone: radius", radius);
  host::check_length("add_cone: half_length", half_length);
  host::check_length("add_cone: rounding", rounding);
  return impl_->add_curved(ShapeKind::cone, {radius, radius, half_length}, rounding);
}

std::uint32_t ShapeSet::add_minkowski_sum(std::uint32_t a, std::uint32_t b, const Pose& b_in_a, double rounding) {
  impl_->checked("add_minkowski_sum", a);
  impl_->checked("add_minkowski_sum", b);
  host::check_vertex("add_minkowski_sum: b_in_a.position", b_in_a.position);
  // Boxes and bounding spheres of a sum rely on it.
  const Mat3<double> square = transpose_times(b_in_a.rotation, b_in_a.rotation);
  double error = 0;
  for (int k = 0; k < 9 && !std::isnan(error); ++k) {
    const double off = std::fabs(square.m[k] - (k % 4 == 0 ? 1.0 : 0.0));
    error = off <= error ? error : off;  // a NaN stays
  }
  if (!(error <= 1e-6)) {
    throw InvalidInput("add_minkowski_sum: b_in_a.rotation is no rotation: R^T R is off by " +
                       host::number_text(error) + "; allowed: 1e-6");
  }
  host::check_length("add_minkowski_sum: rounding", rounding);
  return impl_->add_sum({0, a, b, b_in_a, rounding});
}

std::vector<ShapeTerm> ShapeSet::terms(std::uint32_t shape) const {
  const ShapeHeader& h = impl_->checked("terms", shape);
  const auto first = impl_->terms.begin() + h.term_offset;
  return {first, first + h.term_count};
}

}  // namespace abut
