#include "host/facets/surface.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "abut/core/predicates.h"
#include "host/facets/tree_build.h"
#include "host/shapes/distinct_points.h"

namespace abut::host {
namespace {

/// An edge of one facet, from corner `corner` to the next.
struct Side {
  std::uint32_t low, high, facet, corner;
  bool forward;  ///< the facet runs from `low` to `high`
};

Vec3<double> scaled(const Vec3<double>& v, double s) { return {v.x * s, v.y * s, v.z * s}; }

/// Unit, or zero. Divided by its length, so that what lies along an axis stays there to the bit.
Vec3<double> unit_or_zero(const Vec3<double>& v) {
  const double largest = max_abs(v);
  if (!(largest > 0)) return {0, 0, 0};
  const Vec3<double> u{v.x / largest, v.y / largest, v.z / largest};
  const double l = length(u);
  return {u.x / l, u.y / l, u.z / l};
}

Vec3<float> rounded(const Vec3<double>& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

class Maker {
 public:
  explicit Maker(const SurfaceInput& in) : in_(in), count_(static_cast<std::uint32_t>(in.triangles.size())) {}

  FacetSurface run() {
    place();
    weld();
    find_normals();
    find_edges();
    find_planes();
    find_flat();
    find_sides();
    name();
    grow_tree();
    const auto fit = [](auto&... array) { (array.shrink_to_fit(), ...); };
    fit(out_.points, out_.normals, out_.edges, out_.vertices, out_.opposites, out_.neighbours, out_.vertex_ids,
        out_.plane_ids);
    return std::move(out_);
  }

 private:
  /// Centre, scale, and coordinates in them.
  void place() {
    FacetSurfaceView<double>& head = out_.head;
    Box<double> box = empty_box<double>();
    for (const Corners& t : in_.triangles) {
      for (const std::uint32_t v : t) box = unite(box, Box<double>{in_.vertices[v], in_.vertices[v]});
    }
    const Vec3<double> c =
        in_.centre != nullptr ? Vec3<double>{in_.centre[0], in_.centre[1], in_.centre[2]} : box.lo * 0.5 + box.hi * 0.5;
    head.centre[0] = c.x, head.centre[1] = c.y, head.centre[2] = c.z;
    double largest = 0;
    for (const Corners& t : in_.triangles) {
      for (const std::uint32_t v : t) largest = std::max(largest, max_abs(in_.vertices[v] - c));
    }
    head.exponent = in_.exponent;
    if (in_.centre == nullptr && largest > 0) head.exponent = std::ilogb(largest);
    head.size = scale_by(c, head.exponent);
    if (in_.centre == nullptr && head.size >= 2) head.size = scale_by(c, ++head.exponent);
    head.size *= 1 + 4 * Epsilon<double>::value;
    head.rounding = in_.rounding;
    head.convex = in_.convex;
  }

  /// Returns the largest distance from the centre.
  double scale_by(const Vec3<double>& centre, std::int32_t exponent) {
    const double scale = std::ldexp(1.0, -exponent);
    moved_.assign(in_.vertices.size(), {0, 0, 0});
    double reach = 0;
    for (const Corners& t : in_.triangles) {
      for (const std::uint32_t v : t) {
        const Vec3<double> p = scaled(in_.vertices[v] - centre, scale);
        moved_[v] = {p.x + 0, p.y + 0, p.z + 0};  // 0 for -0: equal points have equal bits
        reach = std::max(reach, length(p));
      }
    }
    return reach;
  }

  /// Equal points become one vertex, named after the first of them.
  void weld() {
    std::vector<std::uint32_t> used;
    for (const Corners& t : in_.triangles) used.insert(used.end(), t.begin(), t.end());
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    std::vector<Vec3<double>> points;
    for (const std::uint32_t v : used) points.push_back(moved_[v]);
    const std::vector<std::uint32_t> first = first_occurrences(points);
    std::vector<std::uint32_t> number(moved_.size());
    for (std::uint32_t k = 0; k < used.size(); ++k) {
      if (first[k] != k) {
        number[used[k]] = number[used[first[k]]];
        continue;
      }
      number[used[k]] = static_cast<std::uint32_t>(out_.points.size());
      out_.points.push_back(points[k]);
      out_.vertex_ids.push_back(used[k]);
    }
    out_.facets.resize(count_);
    for (std::uint32_t i = 0; i < count_; ++i) {
      SurfaceFacet& f = out_.facets[i];
      for (int k = 0; k < 3; ++k) {
        f.vertex[k] = number[in_.triangles[i][k]];
        f.edge[k] = no_facet_index;
      }
      f.plane = no_facet_index, f.id = i;
    }
  }

  Vec3<double> corner(std::uint32_t facet, int k) const { return out_.points[out_.facets[facet].vertex[k]]; }

  void find_normals() {
    normals_.resize(count_), areas_.resize(count_);
    for (std::uint32_t i = 0; i < count_; ++i) {
      const Vec3<double> n = exact_triangle_normal(corner(i, 0), corner(i, 1), corner(i, 2));
      normals_[i] = unit_or_zero(n);
      areas_[i] = length(n);
    }
  }

  void find_edges() {
    for (std::uint32_t i = 0; i < count_; ++i) {
      for (std::uint32_t k = 0; k < 3; ++k) {
        const std::uint32_t u = out_.facets[i].vertex[k], v = out_.facets[i].vertex[next_corner(static_cast<int>(k))];
        if (u != v) sides_.push_back({std::min(u, v), std::max(u, v), i, k, u < v});
      }
    }
    std::sort(sides_.begin(), sides_.end(), [](const Side& a, const Side& b) {
      return a.low != b.low       ? a.low < b.low
             : a.high != b.high   ? a.high < b.high
             : a.facet != b.facet ? a.facet < b.facet
                                  : a.corner < b.corner;
    });
    for (std::size_t k = 0; k < sides_.size();) {
      const Side& s = sides_[k];
      const auto edge = static_cast<std::uint32_t>(out_.edges.size());
      const auto begin = static_cast<std::uint32_t>(k);
      for (; k < sides_.size() && sides_[k].low == s.low && sides_[k].high == s.high; ++k) {
        SurfaceFacet& f = out_.facets[sides_[k].facet];
        f.edge[sides_[k].corner] = edge;
        out_.opposites.push_back(f.vertex[next_corner(next_corner(static_cast<int>(sides_[k].corner)))]);
      }
      out_.edges.push_back({{s.low, s.high}, begin, static_cast<std::uint32_t>(k), no_facet_index, {0, 0, 0}});
    }
  }

  /// The facet on the other side of an edge that two facets run through in opposite directions; else none.
  std::uint32_t across(std::uint32_t facet, std::uint32_t edge) const {
    const SurfaceEdge& e = out_.edges[edge];
    if (e.opposite_end - e.opposite_begin != 2) return no_facet_index;
    const Side &a = sides_[e.opposite_begin], &b = sides_[e.opposite_begin + 1];
    if (a.forward == b.forward || a.facet == b.facet) return no_facet_index;
    return a.facet == facet ? b.facet : a.facet;
  }

  /// Planes grow from the largest facets, whose normals are the best; a corner has to lie in the plane of the first
  /// facet, so that nothing drifts around a bend.
  void find_planes() {
    if (!in_.faces.empty()) return take_faces();
    std::vector<std::uint32_t> order(count_);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t i, std::uint32_t j) { return areas_[i] > areas_[j]; });
    for (const std::uint32_t seed : order) {
      if (out_.facets[seed].plane != no_facet_index) continue;
      const auto plane = static_cast<std::uint32_t>(out_.normals.size());
      out_.normals.push_back(normals_[seed]);
      std::vector<std::uint32_t> todo{seed};
      out_.facets[seed].plane = plane;
      while (!todo.empty() && areas_[seed] > 0) {
        const std::uint32_t facet = todo.back();
        todo.pop_back();
        for (const std::uint32_t edge : out_.facets[facet].edge) {
          const std::uint32_t next = edge != no_facet_index ? across(facet, edge) : no_facet_index;
          if (next == no_facet_index || out_.facets[next].plane != no_facet_index || !lies_in(next, seed)) continue;
          out_.facets[next].plane = plane;
          todo.push_back(next);
        }
      }
    }
  }

  bool lies_in(std::uint32_t facet, std::uint32_t seed) const {
    if (dot(normals_[facet], normals_[seed]) < 0) return false;
    double off = 0;
    for (int k = 0; k < 3; ++k) off = std::max(off, std::abs(dot(corner(facet, k) - corner(seed, 0), normals_[seed])));
    return off <= in_.flatness * out_.head.size;
  }

  /// Each face is a plane, with the normal of its largest triangle.
  void take_faces() {
    const std::uint32_t planes = *std::max_element(in_.faces.begin(), in_.faces.end()) + 1;
    std::vector<double> largest(planes, -1);
    out_.normals.resize(planes, {0, 0, 0});
    for (std::uint32_t i = 0; i < count_; ++i) {
      const std::uint32_t plane = out_.facets[i].plane = in_.faces[i];
      if (areas_[i] > largest[plane]) largest[plane] = areas_[i], out_.normals[plane] = normals_[i];
    }
  }

  void find_flat() {
    for (std::uint32_t e = 0; e < out_.edges.size(); ++e) {
      const Side& side = sides_[out_.edges[e].opposite_begin];
      const std::uint32_t other = across(side.facet, e);
      if (other == no_facet_index) continue;
      const std::uint32_t plane = out_.facets[side.facet].plane;
      if (plane == out_.facets[other].plane) out_.edges[e].plane = plane;
    }
    std::vector<std::vector<std::uint32_t>> around(out_.points.size());
    std::vector<std::uint8_t> flat(out_.points.size(), 1);
    std::vector<std::uint32_t> plane(out_.points.size(), no_facet_index);
    for (const SurfaceEdge& e : out_.edges) {
      for (int k = 0; k < 2; ++k) {
        const std::uint32_t v = e.vertex[k];
        if (around[v].empty()) plane[v] = e.plane;
        around[v].push_back(e.vertex[1 - k]);
        if (e.plane == no_facet_index || e.plane != plane[v]) flat[v] = 0;
      }
    }
    out_.vertices.resize(out_.points.size());
    for (std::size_t v = 0; v < around.size(); ++v) {
      SurfaceVertex& at = out_.vertices[v];
      at.neighbour_begin = static_cast<std::uint32_t>(out_.neighbours.size());
      out_.neighbours.insert(out_.neighbours.end(), around[v].begin(), around[v].end());
      at.neighbour_end = static_cast<std::uint32_t>(out_.neighbours.size());
      at.plane = flat[v] ? plane[v] : no_facet_index;
      at.normal = {0, 0, 0};
    }
  }

  /// Whether there is an inside, and which sides of edges and vertices are out.
  void find_sides() {
    double volume = 0, size = 0;
    std::vector<Vec3<double>> at_edge(out_.edges.size(), {0, 0, 0}), at_vertex(out_.points.size(), {0, 0, 0});
    for (std::uint32_t i = 0; i < count_; ++i) {
      const double sixth = dot(corner(i, 0), cross(corner(i, 1), corner(i, 2)));
      volume += sixth, size += std::abs(sixth);
      for (int k = 0; k < 3; ++k) {
        const std::uint32_t e = out_.facets[i].edge[k], v = out_.facets[i].vertex[k];
        if (e != no_facet_index) at_edge[e] = at_edge[e] + normals_[i];
        const Vec3<double> p = corner(i, k), a = corner(i, next_corner(k)) - p,
                           b = corner(i, next_corner(next_corner(k))) - p;
        at_vertex[v] = at_vertex[v] + normals_[i] * std::atan2(length(cross(a, b)), dot(a, b));
      }
    }
    bool closed = true;
    for (std::uint32_t e = 0; e < out_.edges.size(); ++e) {
      closed = closed && across(sides_[out_.edges[e].opposite_begin].facet, e) != no_facet_index;
      out_.edges[e].normal = rounded(at_edge[e]);
    }
    for (const SurfaceFacet& f : out_.facets) {
      for (const std::uint32_t e : f.edge) closed = closed && e != no_facet_index;
    }
    for (std::size_t v = 0; v < at_vertex.size(); ++v) out_.vertices[v].normal = rounded(at_vertex[v]);
    // Flat shapes of two opposite faces have no volume but for rounding, and face out on both sides.
    out_.head.solid = closed && volume >= -0x1p-40 * size;
  }

  /// Edges by their place, planes by their least facet, unless faces are given.
  void name() {
    if (!in_.faces.empty()) return;
    out_.plane_ids.assign(out_.normals.size(), no_facet_index);
    for (std::uint32_t i = 0; i < count_; ++i) {
      std::uint32_t& id = out_.plane_ids[out_.facets[i].plane];
      id = std::min(id, i);
    }
  }

  void grow_tree() {
    std::vector<Box<double>> boxes(count_);
    for (std::uint32_t i = 0; i < count_; ++i) {
      boxes[i] = {corner(i, 0), corner(i, 0)};
      for (int k = 1; k < 3; ++k) boxes[i] = unite(boxes[i], Box<double>{corner(i, k), corner(i, k)});
    }
    BuiltTree tree = build_facet_tree(boxes);
    std::vector<SurfaceFacet> ordered;
    ordered.reserve(count_);
    for (const std::uint32_t i : tree.order) ordered.push_back(out_.facets[i]);
    out_.facets = std::move(ordered);
    out_.nodes = std::move(tree.nodes);
    out_.nodes.shrink_to_fit();
  }

  const SurfaceInput& in_;
  std::uint32_t count_;
  FacetSurface out_;
  std::vector<Vec3<double>> moved_, normals_;
  std::vector<double> areas_;
  std::vector<Side> sides_;
};

template <class E>
std::size_t bytes_in(const std::vector<E>& v) {
  return v.capacity() * sizeof(E);
}

}  // namespace

FacetSurfaceView<double> FacetSurface::view() const {
  FacetSurfaceView<double> v = head;
  v.facet_count = static_cast<std::uint32_t>(facets.size());
  v.vertex_count = static_cast<std::uint32_t>(points.size());
  v.edge_count = static_cast<std::uint32_t>(edges.size());
  v.plane_count = static_cast<std::uint32_t>(normals.size());
  v.node_count = static_cast<std::uint32_t>(nodes.size());
  v.points = points.data(), v.facets = facets.data(), v.edges = edges.data(), v.vertices = vertices.data();
  v.opposites = opposites.data(), v.neighbours = neighbours.data(), v.normals = normals.data();
  v.nodes = nodes.data();
  const auto ids = [](const std::vector<std::uint32_t>& array) { return array.empty() ? nullptr : array.data(); };
  v.edge_ids = ids(edge_ids), v.vertex_ids = ids(vertex_ids), v.plane_ids = ids(plane_ids);
  return v;
}

std::size_t FacetSurface::bytes() const {
  return bytes_in(points) + bytes_in(normals) + bytes_in(facets) + bytes_in(edges) + bytes_in(vertices) +
         bytes_in(opposites) + bytes_in(neighbours) + bytes_in(edge_ids) + bytes_in(vertex_ids) + bytes_in(plane_ids) +
         bytes_in(nodes);
}

FacetSurface make_surface(const SurfaceInput& input) { return Maker(input).run(); }

}  // namespace abut::host
