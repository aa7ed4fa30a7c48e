// What a ShapeSet holds: the double master and the views made from it.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "abut/shapes/shape_set.h"
#include "host/shapes/aligned_vector.h"
#include "host/shapes/face_planes.h"
#include "host/shapes/topology.h"

namespace abut {
namespace host {

/// The arrays of one view. They hold every shape of the set, as it is now: who reads the set writes nothing.
template <class T>
struct Rounded {
  AlignedVector<T> x, y, z, nx, ny, nz, offset;
};

/// How a Minkowski sum was asked for. `shape`: the sum itself.
struct Sum {
  std::uint32_t shape, a, b;
  Pose b_in_a;
  double rounding;
};

using VertexSpan = std::span<const Vec3<double>>;

}  // namespace host

struct ShapeSet::Impl {
  std::vector<ShapeHeader> headers;
  std::vector<Vec3<double>> vertices;  ///< padded as in the view, in the shapes' own frames
  std::vector<std::uint32_t> adjacency_begin, adjacency, adjacency_edge;
  std::vector<std::uint32_t> direction_tables;
  std::vector<ShapeEdge> edges;
  std::vector<host::FacePlane> planes;
  std::vector<std::uint32_t> face_begin{0}, face_vertices;  ///< per face of the set; vertex ids local to the shape
  std::vector<ShapeTerm> terms;                             ///< of all sums
  std::vector<host::Sum> sums;  ///< in the order of their shapes: what they are made of comes before
  host::Rounded<float> f32;
  host::Rounded<double> f64;

  host::VertexSpan vertices_of(const ShapeHeader& h) const {
    return host::VertexSpan(vertices).subspan(h.vertex_offset, h.vertex_count);
  }
  std::uint32_t add(host::VertexSpan shape, const host::Topology& topology, double rounding,
                    std::span<const Vec3<double>> normals = {});
  ShapeHeader header_without_vertices(ShapeKind kind) const;
  std::uint32_t add_curved(ShapeKind kind, Vec3<double> half_extent, double rounding);
  std::uint32_t add_sum(const host::Sum& sum);
  void fill_climb_table(const ShapeHeader& header);
  void add_table(ShapeHeader& header, host::VertexSpan stored);
  bool has_convex_faces(const ShapeHeader& header, host::VertexSpan stored) const;
  void measure_sum(const host::Sum& sum);
  void replace(std::uint32_t shape, host::VertexSpan replacement);
  const ShapeHeader& checked(const char* function, std::uint32_t shape) const;
  void check_capacity(host::VertexSpan shape, const host::Topology& topology) const;

  template <class T>
  const host::Rounded<T>& rounded() const {
    if constexpr (std::is_same_v<T, float>) {
      return f32;
    } else {
      return f64;
    }
  }
  /// Writes a shape that is new or has new vertices into both views; `stored`: its vertices as they are stored.
  void round_shape(const ShapeHeader& h, host::VertexSpan stored);
  template <class T>
  void round_shape(host::Rounded<T>& out, const ShapeHeader& h, host::VertexSpan stored) const;
};

}  // namespace abut
