#include "host/reference/polytope.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "host/reference/exact.h"

namespace abut::reference {
namespace {

using Index = std::uint32_t;
constexpr Index none = 0xffffffffu;

/// To 2^-57; extended precision where the triangle is too thin for long double's spare bits.
Vec3<Long> long_normal(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  const Vec3<Long> u = converted<Long>(b) - converted<Long>(a), v = converted<Long>(c) - converted<Long>(a);
  const Vec3<Long> n = cross_product(u, v);
  const Long length = norm(n), product = norm(u) * norm(v);
  if (!(length > product * 0x1p-4L)) return converted<Long>(triangle_normal(a, b, c));
  return n * (1 / length);
}

/// Breadth-first order of the triangles: neighbours on the Gauss map follow each other.
std::vector<std::pair<Index, Index>> breadth_first(const std::vector<HullTriangle>& triangles) {
  std::vector<std::pair<Index, Index>> order{{0, 0}};  // (triangle, position of its parent in the order)
  std::vector<char> seen(triangles.size(), 0);
  seen[0] = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const Index n : triangles[order[i].first].neighbour) {
      if (seen[n]) continue;
      seen[n] = 1;
      order.emplace_back(n, static_cast<Index>(i));
    }
  }
  return order;
}

}  // namespace

Polytope::Polytope(std::vector<Vec3<double>> points) : points_(std::move(points)) {
  for (const Vec3<double>& p : points_) {
    if (!(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z))) return;
    extent_ = std::max(extent_, largest_coordinate(p));
  }
  const Hull hull = convex_hull(points_);
  dimension_ = hull.dimension;
  if (dimension_ == 3) add_solid(hull.triangles);
  if (dimension_ == 2) add_polygon(hull.corners);
  if (dimension_ == 1) add_segment(hull.corners[0], hull.corners[1]);
  for (std::size_t i = long_nodes_.size(); i < nodes_.size(); ++i) {
    long_nodes_.push_back(converted<Long>(wide_node(static_cast<Index>(i))));
  }
  if (dimension_ >= 0) any_vertex_ = dimension_ == 3 ? triangles_[0][0] : hull.corners[0];
  add_adjacency();
}

void Polytope::add_solid(const std::vector<HullTriangle>& hull) {
  const auto order = breadth_first(hull);
  std::vector<Index> position(hull.size());
  for (Index i = 0; i < order.size(); ++i) position[order[i].first] = i;
  std::vector<std::array<Index, 3>> neighbour;
  for (const auto& [t, parent] : order) {
    triangles_.push_back(hull[t].vertex);
    neighbour.push_back(
        {position[hull[t].neighbour[0]], position[hull[t].neighbour[1]], position[hull[t].neighbour[2]]});
  }

  const std::vector<Index> facet = facets_of(triangles_, neighbour);
  add_facet_nodes(facet, order);
  for (Index i = 0; i < triangles_.size(); ++i) {
    const Triangle v = triangles_[i];
    for (int k = 0; k < 3; ++k) {
      const Index j = neighbour[i][k];
      if (j < i) continue;
      const Edge edge{v[k], v[(k + 1) % 3]};
      edges_.push_back(edge);
      if (facet[i] != facet[j]) add_arc(facet[i], facet[j], edge);
    }
  }
}

/// The coplanar facet of each triangle, numbered in the order in which they first appear.
std::vector<Index> Polytope::facets_of(const std::vector<Triangle>& triangles,
                                       const std::vector<std::array<Index, 3>>& neighbour) const {
  std::vector<Index> facet(triangles.size(), none), stack;
  Index count = 0;
  for (Index i = 0; i < triangles.size(); ++i) {
    if (facet[i] != none) continue;
    facet[i] = count++;
    stack.assign(1, i);
    while (!stack.empty()) {
      const Index at = stack.back();
      stack.pop_back();
      const Triangle& v = triangles[at];
      for (const Index n : neighbour[at]) {
        if (facet[n] != none) continue;
        bool coplanar = true;
        for (const Index x : triangles[n]) {
          if (x == v[0] || x == v[1] || x == v[2]) continue;
          coplanar = orient3d(points_[v[0]], points_[v[1]], points_[v[2]], points_[x]) == 0;
        }
        if (coplanar) facet[n] = facet[i], stack.push_back(n);
      }
    }
  }
  return facet;
}

/// A facet's normal is that of its largest triangle.
void Polytope::add_facet_nodes(const std::vector<Index>& facet,
                               const std::vector<std::pair<Index, Index>>& breadth_first_order) {
  std::vector<double> largest;
  std::vector<Index> parent;
  for (Index i = 0; i < triangles_.size(); ++i) {
    const Triangle& v = triangles_[i];
    const Vec3<double> n = cross_product(points_[v[1]] - points_[v[0]], points_[v[2]] - points_[v[0]]);
    const double area = inner(n, n);
    if (facet[i] == node_triangle_.size()) {
      node_triangle_.push_back(i);
      largest.push_back(area);
      parent.push_back(facet[breadth_first_order[i].second]);
    } else if (area > largest[facet[i]]) {
      node_triangle_[facet[i]] = i;
      largest[facet[i]] = area;
    }
  }
  for (Index i = 0; i < node_triangle_.size(); ++i) {
    const Triangle& v = triangles_[node_triangle_[i]];
    long_nodes_.push_back(long_normal(points_[v[0]], points_[v[1]], points_[v[2]]));
    nodes_.push_back({narrow(long_nodes_.back()), v[0], parent[i]});
  }
}

/// The edge runs counter-clockwise around the facet of node0.
void Polytope::add_arc(Index node0, Index node1, const Edge& edge) {
  if (inner(nodes_[node0].direction, nodes_[node1].direction) >= -0.01) {
    arcs_.push_back({node0, node1, edge.v0});
    return;
  }
  const Vec3<Wide> along = widen(points_[edge.v1]) - widen(points_[edge.v0]);
  const Index middle = static_cast<Index>(nodes_.size());
  stored_nodes_.push_back(unit(cross_product(along, wide_node(node0))));  // in the facet's plane, outward
  nodes_.push_back({narrow(stored_nodes_.back()), edge.v0, node0});
  arcs_.push_back({node0, middle, edge.v0});
  arcs_.push_back({middle, node1, edge.v0});
}

void Polytope::add_polygon(const std::vector<Index>& corners) {
  const Index count = static_cast<Index>(corners.size());
  const Vec3<Wide> normal =
      triangle_normal(points_[corners[0]], points_[corners[count / 3]], points_[corners[2 * count / 3]]);
  stored_nodes_ = {normal, -normal};
  for (Index i = 0; i < count; ++i) {
    const Index v0 = corners[i], v1 = corners[(i + 1) % count];
    stored_nodes_.push_back(unit(cross_product(widen(points_[v1]) - widen(points_[v0]), normal)));
    edges_.push_back({v0, v1});
    arcs_.push_back({0, i + 2, v0});
    arcs_.push_back({i + 2, 1, v0});
    if (i > 0 && i + 1 < count) triangles_.push_back({corners[0], v0, v1});
  }
  for (Index i = 0; i < count + 2; ++i) {
    nodes_.push_back({narrow(stored_nodes_[i]), corners[i < 2 ? 0 : i - 2], i < 1 ? 0 : i - 1});
  }
}

void Polytope::add_segment(Index v0, Index v1) {
  edges_.push_back({v0, v1});
  const Vec3<Wide> d = widen(points_[v1]) - widen(points_[v0]);
  const Vec3<double> size{std::fabs(static_cast<double>(d.x)), std::fabs(static_cast<double>(d.y)),
                          std::fabs(static_cast<double>(d.z))};
  Vec3<Wide> axis{0, 0, 1};
  if (size.x <= size.y && size.x <= size.z) axis = {1, 0, 0};
  if (size.y <= size.x && size.y <= size.z) axis = {0, 1, 0};
  const Vec3<Wide> e = unit(cross_product(d, axis)), f = unit(cross_product(d, e));
  stored_nodes_ = {e, f, -e, -f};
  for (Index i = 0; i < 4; ++i) {
    nodes_.push_back({narrow(stored_nodes_[i]), v0, i < 1 ? 0 : i - 1});
    arcs_.push_back({i, (i + 1) % 4, v0});
  }
}

void Polytope::add_adjacency() {
  adjacency_begin_.assign(points_.size() + 1, 0);
  for (const Edge& e : edges_) ++adjacency_begin_[e.v0 + 1], ++adjacency_begin_[e.v1 + 1];
  for (std::size_t i = 1; i < adjacency_begin_.size(); ++i) adjacency_begin_[i] += adjacency_begin_[i - 1];
  adjacency_.resize(2 * edges_.size());
  std::vector<Index> free(adjacency_begin_.begin(), adjacency_begin_.end() - 1);
  for (const Edge& e : edges_) adjacency_[free[e.v0]++] = e.v1, adjacency_[free[e.v1]++] = e.v0;
}

Vec3<Wide> Polytope::wide_node(Index node) const {
  if (node >= node_triangle_.size()) return stored_nodes_[node - node_triangle_.size()];
  const Triangle& t = triangles_[node_triangle_[node]];
  return triangle_normal(points_[t[0]], points_[t[1]], points_[t[2]]);
}

bool is_near_rotation(const RelativePose<double>& pose) {
  const double* m = pose.rotation.m;
  const Vec3<double>& t = pose.translation;
  if (!(std::isfinite(t.x) && std::isfinite(t.y) && std::isfinite(t.z))) return false;
  const std::array<Vec3<double>, 3> column{{{m[0], m[3], m[6]}, {m[1], m[4], m[7]}, {m[2], m[5], m[8]}}};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j <= i; ++j) {
      const double deviation = inner(column[i], column[j]) - (i == j ? 1 : 0);
      if (!(std::fabs(deviation) < 0.125)) return false;
    }
  }
  return inner(cross_product(column[0], column[1]), column[2]) > 0;
}

}  // namespace abut::reference
