#include "abut/planar/shape_set.h"

#include <algorithm>
#include <cmath>

#include "host/planar/checks.h"
#include "host/shapes/aligned_vector.h"

namespace abut {
namespace {

/// The stored vertices in one scalar.
template <class T>
struct Stored {
  host::AlignedVector<T> x, y, zero;

  /// Padded with the last vertex.
  void append(const PlanarShapeHeader& header, std::span<const Vec2<double>> vertices) {
    const std::uint32_t padded = padded_count(header.vertex_count);
    for (std::uint32_t i = 0; i < padded; ++i) {
      const Vec2<double> v = vertices[std::min(i, header.vertex_count - 1)] - header.centre;
      x.push_back(round_to<T>(std::ldexp(v.x, -header.exponent)));
      y.push_back(round_to<T>(std::ldexp(v.y, -header.exponent)));
    }
    if (zero.size() < padded) zero.resize(padded, T(0));
  }
};

}  // namespace

struct PlanarShapeSet::Impl {
  std::vector<PlanarShapeHeader> headers;
  std::vector<std::size_t> begin;  ///< of a shape's vertices
  std::vector<Vec2<double>> vertices;
  std::vector<std::uint32_t> sources;
  std::uint32_t most_vertices = 0;
  Stored<float> f32;  ///< of all shapes: who reads the set writes nothing
  Stored<double> f64;

  std::span<const Vec2<double>> of(std::uint32_t shape) const {
    return {vertices.data() + begin[shape], headers[shape].vertex_count};
  }

  std::uint32_t add(const char* function, std::span<const Vec2<double>> points, double rounding) {
    host::check_points(std::string(function) + ": points", points);
    host::check_length(std::string(function) + ": rounding", rounding);
    const std::vector<std::uint32_t> hull = planar_hull(points);
    std::vector<Vec3<double>> corners;
    for (const std::uint32_t i : hull) corners.push_back(in_space(points[i]));
    ShapeHeader measured{};
    host::measure(measured, corners, rounding);

    PlanarShapeHeader header{};
    header.vertex_count = static_cast<std::uint32_t>(hull.size());
    header.vertex_offset = 0;
    if (!headers.empty())
      header.vertex_offset = headers.back().vertex_offset + padded_count(headers.back().vertex_count);
    header.exponent = measured.exponent;
    header.rounding = measured.rounding;
    header.size = measured.size;
    header.centre = {measured.centre[0], measured.centre[1]};
    begin.push_back(vertices.size());
    for (const std::uint32_t i : hull) vertices.push_back(points[i]);
    sources.insert(sources.end(), hull.begin(), hull.end());
    most_vertices = std::max(most_vertices, header.vertex_count);
    headers.push_back(header);
    const auto shape = static_cast<std::uint32_t>(headers.size() - 1);
    f32.append(header, of(shape));
    f64.append(header, of(shape));
    return shape;
  }

  template <class T>
  PlanarShapeSetView<T> view(const Stored<T>& stored) const {
    return {headers.data(),
            stored.x.data(),
            stored.y.data(),
            stored.zero.data(),
            static_cast<std::uint32_t>(headers.size()),
            most_vertices};
  }
};

PlanarShapeSet::PlanarShapeSet() : impl_(std::make_unique<Impl>()) {}
PlanarShapeSet::~PlanarShapeSet() = default;
PlanarShapeSet::PlanarShapeSet(PlanarShapeSet&&) noexcept = default;
PlanarShapeSet& PlanarShapeSet::operator=(PlanarShapeSet&&) noexcept = default;

std::uint32_t PlanarShapeSet::add_point(Vec2<double> vertex, double rounding) {
  return impl_->add("add_point", {&vertex, 1}, rounding);
}
std::uint32_t PlanarShapeSet::add_disc(double radius) {
  const Vec2<double> centre{0, 0};
  host::check_length("add_disc: radius", radius);
  return impl_->add("add_disc", {&centre, 1}, radius);
}
std::uint32_t PlanarShapeSet::add_segment(Vec2<double> v0, Vec2<double> v1, double rounding) {
  const Vec2<double> ends[2] = {v0, v1};
  return impl_->add("add_segment", ends, rounding);
}
std::uint32_t PlanarShapeSet::add_polygon(std::span<const Vec2<double>> points, double rounding) {
  return impl_->add("add_polygon", points, rounding);
}

std::uint32_t PlanarShapeSet::size() const { return static_cast<std::uint32_t>(impl_->headers.size()); }
const PlanarShapeHeader& PlanarShapeSet::header(std::uint32_t shape) const { return impl_->headers.at(shape); }
std::span<const Vec2<double>> PlanarShapeSet::vertices(std::uint32_t shape) const {
  static_cast<void>(header(shape));
  return impl_->of(shape);
}
std::span<const std::uint32_t> PlanarShapeSet::sources(std::uint32_t shape) const {
  return {impl_->sources.data() + impl_->begin.at(shape), header(shape).vertex_count};
}

template <>
PlanarShapeSetView<float> PlanarShapeSet::view<float>() const {
  return impl_->view(impl_->f32);
}
template <>
PlanarShapeSetView<double> PlanarShapeSet::view<double>() const {
  return impl_->view(impl_->f64);
}

}  // namespace abut
