// What per-pair code sees of a set of convex shapes in the plane. Data only.
#pragma once

#include "abut/core/vec2.h"
#include "abut/narrow/vertex_set.h"

namespace abut {

/// A core, one vertex or more, counter-clockwise and strictly convex, dilated by `rounding`. Lengths in the caller's
/// unit, in the shape's own frame.
struct PlanarShapeHeader {
  std::uint32_t vertex_offset;  ///< into x, y; padded to a multiple of 16 with the last vertex
  std::uint32_t vertex_count;
  std::int32_t exponent;  ///< stored coordinates are lengths times 2^-exponent, so that size * 2^-exponent is in [1, 2)
  std::uint32_t reserved;
  double rounding;      ///< dilation radius, >= 0
  double size;          ///< radius of a bounding circle about the box centre, rounding included
  Vec2<double> centre;  ///< of the core's box; stored vertices are relative to it
};

/// Structure-of-arrays over memory of the `PlanarShapeSet`.
template <class T>
struct PlanarShapeSetView {
  const PlanarShapeHeader* headers;
  const T* x;  ///< aligned to 64 bytes, as `y` and `zero`
  const T* y;
  const T* zero;  ///< the third coordinate of all: as many zeros as the largest shape has vertices, padding included
  std::uint32_t count;
  std::uint32_t most_vertices;  ///< of one shape
};

inline namespace ABUT_ISA {

/// The vertices of a shape in a unit of 2^exponent.
template <class T, class Stored>
ABUT_HD inline VertexSet<T, Stored> vertex_set(const PlanarShapeSetView<Stored>& shapes, std::uint32_t shape,
                                               std::int32_t exponent) {
  const PlanarShapeHeader& h = shapes.headers[shape];
  return {
      shapes.x + h.vertex_offset,
      shapes.y + h.vertex_offset,
      shapes.zero,
      h.vertex_count,
      h.size > 0 ? power_of_two<T>(h.exponent - exponent) : T(1),  // without extent there is no unit, and only zeros
      nullptr,
      nullptr,
      nullptr};
}

}  // namespace ABUT_ISA
}  // namespace abut
