// ShapeSet: the double master, and views rounded to float and double made from it.
#include "abut/shapes/shape_set.h"

#include <algorithm>
#include <limits>
#include <string>

#include "abut/core/error.h"
#include "host/shapes/direction_cell.h"
#include "host/shapes/hull.h"
#include "host/shapes/scan_table.h"
#include "host/shapes/shape_measures.h"
#include "host/shapes/shape_set_impl.h"

namespace abut {
namespace {

using host::Rounded;
using host::Topology;
using Vertices = host::VertexSpan;

}  // namespace

void ShapeSet::Impl::check_capacity(Vertices shape, const Topology& topology) const {
  if (shape.size() > max_shape_vertices) {
    throw InvalidInput("shape: " + std::to_string(shape.size()) + " vertices; at most " +
                       std::to_string(max_shape_vertices) + " are allowed");
  }
  constexpr std::size_t limit = std::numeric_limits<std::uint32_t>::max();
  if (vertices.size() + 2 * padded_count(static_cast<std::uint32_t>(shape.size())) > limit ||
      headers.size() + 1 > limit || adjacency_begin.size() + topology.adjacency_begin.size() > limit ||
      adjacency.size() + topology.adjacency.size() > limit || edges.size() + topology.edges.size() > limit ||
      face_vertices.size() + topology.face_vertices.size() > limit) {
    throw InvalidInput("shape set: more than " + std::to_string(limit) + " vertices, neighbours, edges or faces");
  }
}

std::uint32_t ShapeSet::Impl::add(Vertices shape, const Topology& topology, double rounding,
                                  std::span<const Vec3<double>> normals) {
  check_capacity(shape, topology);
  ShapeHeader h{};
  h.kind = ShapeKind::vertex_set;
  h.vertex_count = static_cast<std::uint32_t>(shape.size());
  h.vertex_class = host::vertex_class_of(h.vertex_count);
  h.vertex_offset = static_cast<std::uint32_t>(vertices.size());
  h.adjacency_offset = static_cast<std::uint32_t>(adjacency_begin.size());
  h.edge_offset = static_cast<std::uint32_t>(edges.size());
  h.edge_count = static_cast<std::uint32_t>(topology.edges.size());
  h.face_offset = static_cast<std::uint32_t>(planes.size());
  h.face_count = topology.face_count();
  host::measure(h, shape, rounding);

  vertices.insert(vertices.end(), shape.begin(), shape.end());
  vertices.resize(h.vertex_offset + padded_count(h.vertex_count), shape.back());
  const auto first_neighbour = static_cast<std::uint32_t>(adjacency.size());
  for (const std::uint32_t begin : topology.adjacency_begin) adjacency_begin.push_back(first_neighbour + begin);
  adjacency.insert(adjacency.end(), topology.adjacency.begin(), topology.adjacency.end());
  adjacency_edge.resize(adjacency.size());
  for (std::uint32_t e = 0; e < topology.edges.size(); ++e) {
    for (const auto& [from, to] : {std::pair(topology.edges[e].v0, topology.edges[e].v1),
                                   std::pair(topology.edges[e].v1, topology.edges[e].v0)}) {
      const auto begin = topology.adjacency.begin() + topology.adjacency_begin[from];
      const auto end = topology.adjacency.begin() + topology.adjacency_begin[from + 1];
      adjacency_edge[first_neighbour + (std::lower_bound(begin, end, to) - topology.adjacency.begin())] = e;
    }
  }
  edges.insert(edges.end(), topology.edges.begin(), topology.edges.end());

  const std::vector<Vec3<double>> stored = host::stored_vertices(h, shape);
  for (std::uint32_t f = 0; f < h.face_count; ++f) {
    const std::uint32_t begin = topology.face_begin[f], end = topology.face_begin[f + 1];
    const std::span<const std::uint32_t> ids = std::span(topology.face_vertices).subspan(begin, end - begin);
    face_vertices.insert(face_vertices.end(), ids.begin(), ids.end());
    face_begin.push_back(static_cast<std::uint32_t>(face_vertices.size()));
    planes.push_back(normals.empty() ? host::face_plane(stored, ids, {0, 0, 0})
                                     : host::plane_with_normal(stored, ids, normals[f]));
  }
  h.table_offset = no_table;
  if (has_convex_faces(h, stored)) h.flags |= convex_faces_flag;
  if (h.face_count > 0) add_table(h, stored);
  headers.push_back(h);
  round_shape(h, stored);
  return static_cast<std::uint32_t>(headers.size()) - 1;
}

/// Whether faces are plane and no vertex of the faces beside one lies above it, to within rounding error: then the
/// edges lead uphill everywhere, and faces and edges are all that a plane can touch first.
bool ShapeSet::Impl::has_convex_faces(const ShapeHeader& h, Vertices stored) const {
  constexpr double slack = 8 * std::numeric_limits<double>::epsilon();  // of coordinates below 2
  const auto is_below = [&](std::uint32_t f, std::uint32_t g) {
    const host::FacePlane& plane = planes[h.face_offset + f];
    for (std::uint32_t k = face_begin[h.face_offset + g]; k < face_begin[h.face_offset + g + 1]; ++k) {
      const double above = dot(plane.normal, stored[face_vertices[k]]) - plane.offset;
      if (!(above <= slack) || (f == g && above < -slack)) return false;
    }
    return true;
  };
  for (std::uint32_t e = h.edge_offset; e < h.edge_offset + h.edge_count; ++e) {
    const ShapeEdge& edge = edges[e];
    if (edge.f0 == no_face) continue;
    if (!is_below(edge.f0, edge.f1) || !is_below(edge.f1, edge.f0)) return false;
    if (!is_below(edge.f0, edge.f0) || !is_below(edge.f1, edge.f1)) return false;
  }
  return true;
}

/// The vertex farthest along the middle of each cell of directions.
void ShapeSet::Impl::fill_climb_table(const ShapeHeader& h) {
  const Vertices all = vertices_of(h);
  const auto fill = [&](const host::DirectionCell& cell) {
    const Vec3<double> d = cell.direction(0.5, 0.5);
    std::uint32_t best = 0;
    for (std::uint32_t k = 1; k < all.size(); ++k) best = dot(all[k], d) > dot(all[best], d) ? k : best;
    direction_tables[h.table_offset + cell.number()] = best;
  };
  constexpr double width = 2.0 / climb_divisions;
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    for (const double main : {1.0, -1.0}) {
      for (double u = -1; u < 1; u += width) {
        for (double v = -1; v < 1; v += width) fill({axis, main, u, v, width});
      }
    }
  }
}

/// Large hulls can be climbed; smaller ones get their vertices in blocks, and the table that tells which to look at.
void ShapeSet::Impl::add_table(ShapeHeader& h, Vertices stored) {
  const std::uint32_t count = h.vertex_count, at = static_cast<std::uint32_t>(direction_tables.size());
  const bool climbs = count >= min_climb_vertices;
  const std::size_t words = climbs ? climb_cells : host::scan_table_words(count);
  if (count < min_scan_table_vertices || (climbs && h.flags == 0) || direction_tables.size() + words >= no_table)
    return;
  h.table_offset = at;
  if (climbs) {
    direction_tables.resize(at + words);
    return fill_climb_table(h);
  }
  std::vector<Vec3<double>> normals(count, Vec3<double>{0, 0, 0});
  for (std::uint32_t f = h.face_offset; f < h.face_offset + h.face_count; ++f) {
    for (std::uint32_t k = face_begin[f]; k < face_begin[f + 1]; ++k) {
      normals[face_vertices[k]] = normals[face_vertices[k]] + planes[f].normal;
    }
  }
  for (Vec3<double>& normal : normals) normal = normal * (1 / std::max(length(normal), 1e-30));
  const host::ScanTable table = host::make_scan_table(stored, normals);
  direction_tables.insert(direction_tables.end(), table.blocks.begin(), table.blocks.end());
  direction_tables.insert(direction_tables.end(), table.order.begin(), table.order.end());
  vertices.resize(h.vertex_offset + 2 * padded_count(count), vertices.back());
}

void ShapeSet::Impl::replace(std::uint32_t shape, Vertices replacement) {
  ShapeHeader h = checked("replace_vertices", shape);
  if (h.vertex_count == 0) {
    throw InvalidInput("replace_vertices: shape " + std::to_string(shape) + " is curved or a sum; it has no vertices");
  }
  if (replacement.size() != h.vertex_count) {
    throw InvalidInput("replace_vertices: " + std::to_string(replacement.size()) + " vertices for shape " +
                       std::to_string(shape) + "; it has " + std::to_string(h.vertex_count));
  }
  host::check_vertices("replace_vertices", replacement);
  host::measure(h, replacement, h.rounding);
  ++h.version;
  if (h.kind == ShapeKind::box) h.kind = ShapeKind::vertex_set;
  headers[shape] = h;
  for (std::uint32_t k = 0; k < padded_count(h.vertex_count); ++k) {
    vertices[h.vertex_offset + k] = replacement[std::min(k, h.vertex_count - 1)];
  }
  const std::vector<Vec3<double>> stored = host::stored_vertices(h, replacement);
  for (std::uint32_t f = h.face_offset; f < h.face_offset + h.face_count; ++f) {
    const std::span<const std::uint32_t> ids =
        std::span(face_vertices).subspan(face_begin[f], face_begin[f + 1] - face_begin[f]);
    planes[f] = host::face_plane(stored, ids, planes[f].normal);
  }
  ShapeHeader& replaced = headers[shape];
  replaced.flags = has_convex_faces(replaced, stored) ? convex_faces_flag : 0;
  // A scan table takes as long as a hull to make. The room of what is dropped stays unused.
  if (replaced.flags == 0 || replaced.vertex_count < min_climb_vertices) replaced.table_offset = no_table;
  if (replaced.table_offset != no_table) fill_climb_table(replaced);
  for (const host::Sum& sum : sums) {
    const auto first = terms.begin() + headers[sum.shape].term_offset;
    const auto is_part = [&](const ShapeTerm& term) { return term.shape == shape; };
    if (std::none_of(first, first + headers[sum.shape].term_count, is_part)) continue;
    measure_sum(sum);
    ++headers[sum.shape].version;
  }
  round_shape(headers[shape], stored);
}

const ShapeHeader& ShapeSet::Impl::checked(const char* function, std::uint32_t shape) const {
  if (shape < headers.size()) return headers[shape];
  throw InvalidInput(std::string(function) + ": shape " + std::to_string(shape) + "; the set has " +
                     std::to_string(headers.size()) + ", counted from 0");
}

template <class T>
void ShapeSet::Impl::round_shape(Rounded<T>& out, const ShapeHeader& h, Vertices stored) const {
  for (host::AlignedVector<T>* array : {&out.x, &out.y, &out.z}) array->resize(vertices.size());
  for (host::AlignedVector<T>* array : {&out.nx, &out.ny, &out.nz, &out.offset}) array->resize(planes.size());
  for (std::uint32_t k = 0; k < padded_count(h.vertex_count); ++k) {
    const Vec3<double> v = stored[std::min(k, h.vertex_count - 1)];
    out.x[h.vertex_offset + k] = static_cast<T>(v.x);
    out.y[h.vertex_offset + k] = static_cast<T>(v.y);
    out.z[h.vertex_offset + k] = static_cast<T>(v.z);
  }
  if (h.table_offset != no_table && h.vertex_count < min_climb_vertices) {
    const std::uint32_t* const order = direction_tables.data() + h.table_offset + scan_cells;
    const std::uint32_t from = h.vertex_offset, to = from + padded_count(h.vertex_count);
    for (std::uint32_t k = 0; k < padded_count(h.vertex_count); ++k) {
      out.x[to + k] = out.x[from + order[k]];
      out.y[to + k] = out.y[from + order[k]];
      out.z[to + k] = out.z[from + order[k]];
    }
  }
  for (std::uint32_t f = h.face_offset; f < h.face_offset + h.face_count; ++f) {
    out.nx[f] = static_cast<T>(planes[f].normal.x);
    out.ny[f] = static_cast<T>(planes[f].normal.y);
    out.nz[f] = static_cast<T>(planes[f].normal.z);
    out.offset[f] = static_cast<T>(planes[f].offset);
  }
}

void ShapeSet::Impl::round_shape(const ShapeHeader& h, Vertices stored) {
  round_shape(f32, h, stored);
  round_shape(f64, h, stored);
}

ShapeSet::ShapeSet() : impl_(std::make_unique<Impl>()) {}
ShapeSet::~ShapeSet() = default;
ShapeSet::ShapeSet(ShapeSet&&) noexcept = default;
ShapeSet& ShapeSet::operator=(ShapeSet&&) noexcept = default;

std::uint32_t ShapeSet::add_point(Vec3<double> vertex, double rounding) {
  host::check_vertex("add_point: vertex", vertex);
  host::check_length("add_point: rounding", rounding);
  return impl_->add({&vertex, 1}, host::point_topology(), rounding);
}

std::uint32_t ShapeSet::add_segment(Vec3<double> v0, Vec3<double> v1, double rounding) {
  host::check_vertex("add_segment: v0", v0);
  host::check_vertex("add_segment: v1", v1);
  host::check_length("add_segment: rounding", rounding);
  return impl_->add(std::array{v0, v1}, host::segment_topology(), rounding);
}

std::uint32_t ShapeSet::add_triangle(Vec3<double> v0, Vec3<double> v1, Vec3<double> v2, double rounding) {
  static const Topology topology = host::triangle_topology();
  host::check_vertex("add_triangle: v0", v0);
  host::check_vertex("add_triangle: v1", v1);
  host::check_vertex("add_triangle: v2", v2);
  host::check_length("add_triangle: rounding", rounding);
  return impl_->add(std::array{v0, v1, v2}, topology, rounding);
}

std::uint32_t ShapeSet::add_sphere(double radius) {
  host::check_length("add_sphere: radius", radius);
  return add_point({0, 0, 0}, radius);
}

std::uint32_t ShapeSet::add_capsule(double radius, double half_length) {
  host::check_length("add_capsule: radius", radius);
  host::check_length("add_capsule: half_length", half_length);
  return add_segment({0, 0, 0 - half_length}, {0, 0, half_length}, radius);
}

std::uint32_t ShapeSet::add_box(Vec3<double> half_extents, double rounding) {
  static const Topology topology = host::box_topology();
  static const std::vector<Vec3<double>> normals = host::box_normals(topology);
  host::check_length("add_box: half_extents.x", half_extents.x);
  host::check_length("add_box: half_extents.y", half_extents.y);
  host::check_length("add_box: half_extents.z", half_extents.z);
  host::check_length("add_box: rounding", rounding);
  std::array<Vec3<double>, 8> vertices;
  for (unsigned k = 0; k < 8; ++k) {
    // 0 - h and not -h: no negative zeros.
    vertices[k] = {(k & 1) != 0 ? half_extents.x : 0 - half_extents.x,
                   (k & 2) != 0 ? half_extents.y : 0 - half_extents.y,
                   (k & 4) != 0 ? half_extents.z : 0 - half_extents.z};
  }
  const std::uint32_t shape = impl_->add(vertices, topology, rounding, normals);
  impl_->headers[shape].kind = ShapeKind::box;
  return shape;
}

std::uint32_t ShapeSet::add_hull(std::span<const Vec3<double>> vertices, double rounding) {
  host::check_vertices("add_hull", vertices);
  host::check_length("add_hull: rounding", rounding);
  if (vertices.empty()) throw InvalidInput("add_hull: no vertices; at least 1 is needed");
  const host::Hull hull = host::convex_hull(vertices);
  std::vector<Vec3<double>> corners;
  for (const std::uint32_t v : hull.vertices) corners.push_back(vertices[v]);
  return impl_->add(corners, hull.topology, rounding);
}

void ShapeSet::replace_vertices(std::uint32_t shape, std::span<const Vec3<double>> vertices) {
  impl_->replace(shape, vertices);
}

std::uint32_t ShapeSet::size() const { return static_cast<std::uint32_t>(impl_->headers.size()); }

const ShapeHeader& ShapeSet::header(std::uint32_t shape) const { return impl_->checked("header", shape); }

std::span<const ShapeHeader> ShapeSet::headers() const { return impl_->headers; }

std::span<const Vec3<double>> ShapeSet::vertices(std::uint32_t shape) const {
  return impl_->vertices_of(impl_->checked("vertices", shape));
}

std::vector<std::vector<std::uint32_t>> ShapeSet::faces(std::uint32_t shape) const {
  const ShapeHeader& h = impl_->checked("faces", shape);
  std::vector<std::vector<std::uint32_t>> faces;
  for (std::uint32_t f = h.face_offset; f < h.face_offset + h.face_count; ++f) {
    faces.emplace_back(impl_->face_vertices.begin() + impl_->face_begin[f],
                       impl_->face_vertices.begin() + impl_->face_begin[f + 1]);
  }
  return faces;
}

template <class T>
ShapeSetView<T> ShapeSet::view() const {
  const Rounded<T>& r = impl_->rounded<T>();
  ShapeSetView<T> v;
  v.count = size();
  v.headers = impl_->headers.data();
  v.x = r.x.data();
  v.y = r.y.data();
  v.z = r.z.data();
  v.adjacency_begin = impl_->adjacency_begin.data();
  v.adjacency = impl_->adjacency.data();
  v.adjacency_edge = impl_->adjacency_edge.data();
  v.direction_tables = impl_->direction_tables.data();
  v.edges = impl_->edges.data();
  v.face_begin = impl_->face_begin.data();
  v.face_vertices = impl_->face_vertices.data();
  v.terms = impl_->terms.data();
  v.plane_nx = r.nx.data();
  v.plane_ny = r.ny.data();
  v.plane_nz = r.nz.data();
  v.plane_offset = r.offset.data();
  v.sizes = {impl_->vertices.size(),      impl_->adjacency_begin.size(),
             impl_->adjacency.size(),     impl_->direction_tables.size(),
             impl_->edges.size(),         impl_->planes.size(),
             impl_->face_vertices.size(), impl_->terms.size()};
  return v;
}
template ShapeSetView<float> ShapeSet::view<float>() const;
template ShapeSetView<double> ShapeSet::view<double>() const;

}  // namespace abut
