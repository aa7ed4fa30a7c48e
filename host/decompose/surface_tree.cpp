#include "host/decompose/surface_tree.h"

#include <algorithm>
#include <numeric>

namespace abut::host {
namespace {

constexpr std::uint32_t leaf_triangles = 4;
constexpr double thinnest = 1e-10;  // height over the longest side: below, the foot in the plane is rounding

double squared_to_segment(const Vec3<double>& from, const Vec3<double>& along, const Vec3<double>& p) {
  const Vec3<double> d = p - from;
  const double squared = inner(along, along);
  const Vec3<double> rest = squared > 0 ? d - along * std::clamp(inner(d, along) / squared, 0.0, 1.0) : d;
  return inner(rest, rest);
}

}  // namespace

SurfaceTree::SurfaceTree(std::span<const Vec3<double>> vertices,
                         std::span<const std::array<std::uint32_t, 3>> triangles) {
  for (const auto& t : triangles) {
    const Vec3<double> a = vertices[t[0]], ab = vertices[t[1]] - a, ac = vertices[t[2]] - a, bc = ac - ab;
    const double longest = std::max({inner(ab, ab), inner(ac, ac), inner(bc, bc)});
    Triangle triangle{a, ab, ac, {}, !(norm(outer(ab, ac)) > thinnest * longest)};
    for (const std::uint32_t v : t) triangle.box.add(vertices[v]);
    triangles_.push_back(triangle);
  }
  order_.resize(triangles_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  nodes_.reserve(2 * order_.size());
  nodes_.emplace_back();
  build(0, 0, static_cast<std::uint32_t>(order_.size()));
}

void SurfaceTree::build(std::uint32_t node, std::uint32_t first, std::uint32_t count) {
  Box box, centres;
  const auto centre = [&](std::uint32_t i) { return triangles_[i].box.centre(); };
  for (std::uint32_t k = first; k < first + count; ++k) {
    box.add(triangles_[order_[k]].box.lo), box.add(triangles_[order_[k]].box.hi);
    centres.add(centre(order_[k]));
  }
  nodes_[node] = {box, first, count};
  if (count <= leaf_triangles) return;
  const Vec3<double> e = centres.extent();
  const auto along = [&](std::uint32_t i) {
    const Vec3<double> c = centre(i);
    return e.x >= e.y && e.x >= e.z ? c.x : e.y >= e.z ? c.y : c.z;
  };
  const auto begin = order_.begin() + first;
  std::nth_element(begin, begin + count / 2, begin + count, [&](std::uint32_t i, std::uint32_t j) {
    return along(i) != along(j) ? along(i) < along(j) : i < j;
  });
  const auto left = static_cast<std::uint32_t>(nodes_.size());
  nodes_.resize(nodes_.size() + 2);
  nodes_[node].first = left;
  nodes_[node].count = 0;
  build(left, first, count / 2);
  build(left + 1, first + count / 2, count - count / 2);
}

/// Ericson 2005, section 5.1.5: by regions of the plane. One that is too thin for that is its edges.
double SurfaceTree::squared_distance(const Triangle& t, const Vec3<double>& p) {
  const Vec3<double> bc = t.ac - t.ab, b = t.a + t.ab;
  if (t.thin) {
    return std::min({squared_to_segment(t.a, t.ab, p), squared_to_segment(t.a, t.ac, p), squared_to_segment(b, bc, p)});
  }
  const Vec3<double> ap = p - t.a, bp = ap - t.ab, cp = ap - t.ac;
  const double d1 = inner(t.ab, ap), d2 = inner(t.ac, ap), d3 = inner(t.ab, bp), d4 = inner(t.ac, bp);
  const double d5 = inner(t.ab, cp), d6 = inner(t.ac, cp);
  const double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  if (va > 0 && vb > 0 && vc > 0) {
    const Vec3<double> n = outer(t.ab, t.ac);
    const double height = inner(n, ap);
    return height * height / inner(n, n);
  }
  return std::min({squared_to_segment(t.a, t.ab, p), squared_to_segment(t.a, t.ac, p), squared_to_segment(b, bc, p)});
}

double SurfaceTree::distance(std::uint32_t triangle, const Vec3<double>& p) const {
  return std::sqrt(squared_distance(triangles_[triangle], p));
}

SurfaceTree::Nearest SurfaceTree::nearest(const Vec3<double>& p, double known) const {
  const double beyond = known * (1 + 1e-9) + 1e-300;  // what is there is nearer, in spite of rounding
  double squared = beyond * beyond;
  constexpr std::uint32_t none = 0xffffffff;
  std::uint32_t found = none, stack[most_depth];
  int depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes_[stack[--depth]];
    if (found != none && node.box.squared_distance(p) >= squared) continue;
    if (node.box.squared_distance(p) > squared) continue;
    for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
      const double s = squared_distance(triangles_[order_[k]], p);
      if (s < squared || (s == squared && found == none)) squared = s, found = order_[k];
    }
    if (node.count > 0) continue;
    const bool left_first = nodes_[node.first].box.squared_distance(p) < nodes_[node.first + 1].box.squared_distance(p);
    stack[depth++] = node.first + (left_first ? 1 : 0);
    stack[depth++] = node.first + (left_first ? 0 : 1);
  }
  if (found == none) return known < infinity ? nearest(p) : Nearest{infinity, 0};
  return {std::sqrt(squared), found};
}

bool SurfaceTree::is_near(const Vec3<double>& p, double radius) const {
  const double squared = radius * radius;
  std::uint32_t stack[most_depth];
  int depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes_[stack[--depth]];
    if (node.box.squared_distance(p) > squared) continue;
    for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
      if (squared_distance(triangles_[order_[k]], p) <= squared) return true;
    }
    if (node.count > 0) continue;
    stack[depth++] = node.first;
    stack[depth++] = node.first + 1;
  }
  return false;
}

}  // namespace abut::host
