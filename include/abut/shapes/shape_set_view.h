// What kernels and per-pair code see of a set of convex shapes (docs/reference/layouts.md). Data only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abut/core/isa.h"

namespace abut {

/// Frames of the curved kinds: centred, axes along the frame's; a cylinder's and a cone's along z, the apex at +z.
enum class ShapeKind : std::uint32_t {
  vertex_set = 0,     ///< point, segment, triangle and hull; with a rounding radius sphere and capsule
  box = 1,            ///< a vertex set whose eight vertices are the corners of its box
  ellipsoid = 2,      ///< semi-axes: half_extent
  cylinder = 3,       ///< radius: half_extent[0]; half length: half_extent[2]
  cone = 4,           ///< the same; the base at -half_extent[2]
  minkowski_sum = 5,  ///< of the terms' shapes, each turned about its box centre
};

/// Largest number of vertices of one shape.
inline constexpr std::uint32_t max_shape_vertices = 1u << 20;

/// How many vertices a payload of `count` is padded to.
ABUT_HD constexpr std::uint32_t padded_count(std::uint32_t count) { return (count + 15) / 16 * 16; }

/// Directions are told apart by the cells of a cube map: six faces, 2 * axis + side, of rows and columns. The axis is
/// that of a direction's largest component, side 0 where it is positive; row and column go with the other two in order.
///
/// Hulls of this many vertices or more have a table of the vertex to start hill climbing from, a word a cell.
inline constexpr std::uint32_t min_climb_vertices = 640;
inline constexpr int climb_divisions = 4;
inline constexpr std::uint32_t climb_cells = 6 * climb_divisions * climb_divisions;
/// Smaller ones, from this many on, have their vertices a second time, in blocks of sixteen neighbours, and a table of
/// the blocks that a scan has to look at: for each cell the numbers of four, a byte each, the lowest first, the last
/// one again where there are fewer and `all_blocks` where there are more; then the vertex at each place.
inline constexpr std::uint32_t min_scan_table_vertices = 161;
inline constexpr int scan_divisions = 8;
inline constexpr std::uint32_t scan_cells = 6 * scan_divisions * scan_divisions;
inline constexpr int blocks_in_scan_cell = 4;
inline constexpr std::uint32_t all_blocks = 0xffffffff;
inline constexpr std::uint32_t no_table = 0xffffffff;

/// Flag of a vertex set: its faces and edges are those of its hull, to within rounding error. Not so where replaced
/// vertices have bent a face, or rounding troubled the hull.
inline constexpr std::uint32_t convex_faces_flag = 1;

/// One shape of a set. Lengths are in the caller's unit, in the shape's own frame.
struct ShapeHeader {
  ShapeKind kind;
  std::uint32_t vertex_class;   ///< 4, 8, 16, 32, 64, 128, or 0 for larger
  std::uint32_t vertex_offset;  ///< into x, y, z; the payload is padded to a multiple of 16 with the last vertex, and
                                ///< followed by the same in blocks where there is a scan table
  std::uint32_t vertex_count;
  std::uint32_t adjacency_offset;  ///< into adjacency_begin (vertex_count + 1 entries from there)
  std::uint32_t edge_offset, edge_count;
  std::uint32_t face_offset, face_count;
  std::uint32_t version;  ///< counts replacements of the vertices
  std::int32_t exponent;  ///< stored coordinates are lengths times 2^-exponent, so that size * 2^-exponent is in [1, 2)
  std::uint32_t term_offset, term_count;  ///< of a Minkowski sum
  std::uint32_t table_offset;             ///< into direction_tables, or `no_table`
  std::uint32_t flags;
  std::uint32_t reserved;
  double rounding;        ///< dilation radius, >= 0
  double size;            ///< radius of a bounding sphere about the box centre, rounding included
  double centre[3];       ///< centre of the core's box in the shape's frame; stored vertices are relative to it
  double half_extent[3];  ///< of the core's box, without the rounding (of a Minkowski sum: at least that)
};

/// Every support point of a sum costs one of each term.
inline constexpr std::uint32_t max_sum_terms = 64;

/// One term of a Minkowski sum: a shape of the set, no sum itself, turned about its box centre. Data only.
struct ShapeTerm {
  std::uint32_t shape;
  std::uint32_t reserved;
  double rotation[9];
};

/// Stands for a face in the edge of a segment, which has none.
inline constexpr std::uint32_t no_face = 0xffffffff;

/// An edge of a hull: its vertices (local ids, v0 < v1) and the two faces that it bounds (local ids): f0 runs through
/// it from v0 to v1, f1 back. Faces are counter-clockwise seen from outside; a flat polygon has two, opposite.
struct ShapeEdge {
  std::uint32_t v0, v1, f0, f1;
};

/// How many elements the arrays of a view have. Data only.
struct ShapeArraySizes {
  std::size_t vertices = 0;  ///< of x, y, z, padding included
  std::size_t adjacency_begin = 0;
  std::size_t adjacency = 0;  ///< and of adjacency_edge
  std::size_t direction_tables = 0;
  std::size_t edges = 0;
  std::size_t faces = 0;  ///< of the planes; face_begin has one more
  std::size_t face_vertices = 0;
  std::size_t terms = 0;
};

/// Non-owning view of a `ShapeSet` rounded to `T`. All arrays are in host or all in device memory.
template <class T>
struct ShapeSetView {
  std::uint32_t count = 0;
  const ShapeHeader* headers = nullptr;
  const T* x = nullptr;  ///< vertices, centred, scaled by 2^-exponent and rounded to T; 64-byte aligned payloads
  const T* y = nullptr;
  const T* z = nullptr;
  const std::uint32_t* adjacency_begin = nullptr;   ///< per vertex, into `adjacency`
  const std::uint32_t* adjacency = nullptr;         ///< neighbours' local vertex ids
  const std::uint32_t* adjacency_edge = nullptr;    ///< the local edge to each of these neighbours
  const std::uint32_t* direction_tables = nullptr;  ///< see `min_climb_vertices`, `min_scan_table_vertices`
  const ShapeEdge* edges = nullptr;
  const std::uint32_t* face_begin = nullptr;     ///< per face, into `face_vertices`; one more than there are faces
  const std::uint32_t* face_vertices = nullptr;  ///< local vertex ids, counter-clockwise seen from outside
  const ShapeTerm* terms = nullptr;              ///< of all Minkowski sums
  const T* plane_nx = nullptr;  ///< face planes: outward unit normals, and offsets scaled as the vertices are
  const T* plane_ny = nullptr;
  const T* plane_nz = nullptr;
  const T* plane_offset = nullptr;
  ShapeArraySizes sizes;
};

}  // namespace abut
