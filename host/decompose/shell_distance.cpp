#include "host/decompose/shell_distance.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "abut/core/predicates.h"
#include "host/decompose/surface_normals.h"

namespace abut::host {
namespace {

constexpr std::uint32_t leaf_triangles = 4;
constexpr double near = 1e-9;  // how far from a triangle its sides are looked at, over the surface's size

}  // namespace

ShellDistance::ShellDistance(std::span<const Vec3<double>> vertices,
                             std::vector<std::array<std::uint32_t, 3>> triangles,
                             std::span<const std::uint8_t> crossed) {
  const SurfaceNormals normals(vertices, triangles);
  std::vector<Vec3<double>> centres;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto& t = triangles[i];
    const Vec3<double> a = vertices[t[0]], b = vertices[t[1]], c = vertices[t[2]];
    triangles_.push_back({a,
                          b - a,
                          c - a,
                          normals.face(i),
                          {normals.edge(t[0], t[1]), normals.edge(t[1], t[2]), normals.edge(t[2], t[0])},
                          {normals.corner(t[0]), normals.corner(t[1]), normals.corner(t[2])},
                          normals.over_height(i),
                          normals.over_slack(i),
                          normals.is_thin(i)});
    centres.push_back((a + b + c) * (1.0 / 3));
  }
  std::vector<std::uint32_t> order(triangles.size());
  std::iota(order.begin(), order.end(), 0u);
  nodes_.reserve(2 * order.size());
  nodes_.emplace_back();
  build(0, 0, static_cast<std::uint32_t>(order.size()), order, centres);
  std::vector<Triangle> sorted;
  for (const std::uint32_t i : order) sorted.push_back(triangles_[i]);
  triangles_ = std::move(sorted);
  if (crossed.empty() && !normals.any_thin()) return;
  for (const std::uint32_t i : order) {
    const auto& t = triangles[i];
    corners_.push_back({vertices[t[0]], vertices[t[1]], vertices[t[2]]});
  }
  if (!crossed.empty()) doubt(vertices, triangles, order, crossed);
}

/// A triangle that none goes through has one winding number on either side. Where it is 1 below and 0 above, the normal
/// tells the side; and so do those of its edges and corners where that holds for all triangles there.
void ShellDistance::doubt(std::span<const Vec3<double>> vertices,
                          const std::vector<std::array<std::uint32_t, 3>>& triangles,
                          std::span<const std::uint32_t> order, std::span<const std::uint8_t> crossed) {
  std::vector<std::uint8_t> doubtful(vertices.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    Triangle& t = triangles_[i];
    const auto& [a, b, c] = corners_[i];
    const Vec3<double> middle = (a + b + c) * (1.0 / 3), way = t.face * (near * box().longest());
    const int below = winding_number(middle - way), above = winding_number(middle + way);
    const bool smooth = crossed[order[i]] == 0 && below == above + 1;
    t.inside_below = t.thin || (smooth && below >= 1);
    if (t.thin || (smooth && below == 1)) continue;
    t.doubtful = 1u << face_bit;
    for (const std::uint32_t v : triangles[order[i]]) doubtful[v] = 1;
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& t = triangles[order[i]];
    for (std::size_t k = 0; k < 3; ++k) {
      const bool here = doubtful[t[k]] != 0, next = doubtful[t[(k + 1) % 3]] != 0;
      if (here) triangles_[i].doubtful |= 1u << (corner_bit + k);
      if (here && next) triangles_[i].doubtful |= 1u << (edge_bit + k);
    }
  }
}

void ShellDistance::build(std::uint32_t node, std::uint32_t first, std::uint32_t count,
                          std::vector<std::uint32_t>& order, const std::vector<Vec3<double>>& centres) {
  Box box;
  for (std::uint32_t i = first; i < first + count; ++i) {
    const Triangle& t = triangles_[order[i]];
    box.add(t.a), box.add(t.a + t.ab), box.add(t.a + t.ac);
  }
  // The corners b and c are rounded here: the box is widened by what that may be.
  const double slack = 4e-16 * (max_abs(box.lo) + max_abs(box.hi));
  box.lo = box.lo - Vec3<double>{slack, slack, slack};
  box.hi = box.hi + Vec3<double>{slack, slack, slack};
  nodes_[node] = {box, first, count};
  if (count <= leaf_triangles) return;
  const Vec3<double> e = box.extent();
  const auto along = [&](std::uint32_t i) {
    return e.x >= e.y && e.x >= e.z ? centres[i].x : e.y >= e.z ? centres[i].y : centres[i].z;
  };
  const auto begin = order.begin() + first;
  std::nth_element(begin, begin + count / 2, begin + count, [&](std::uint32_t i, std::uint32_t j) {
    return along(i) != along(j) ? along(i) < along(j) : i < j;
  });
  const auto left = static_cast<std::uint32_t>(nodes_.size());
  nodes_.resize(nodes_.size() + 2);
  nodes_[node].first = left;
  nodes_[node].count = 0;
  build(left, first, count / 2, order, centres);
  build(left + 1, first + count / 2, count - count / 2, order, centres);
}

/// Ericson 2005, section 5.1.5: by regions of the plane.
void ShellDistance::look_at(const Triangle& t, const Vec3<double>& p, Nearest& nearest) {
  const Vec3<double> ap = p - t.a;
  const auto take = [&](const Vec3<double>& from_surface, const Vec3<double>& normal, unsigned bit) {
    const double squared = inner(from_surface, from_surface);
    if (squared < nearest.squared) nearest = {squared, from_surface, normal, (t.doubtful >> bit & 1) != 0};
  };
  const double d1 = inner(t.ab, ap), d2 = inner(t.ac, ap);
  if (d1 <= 0 && d2 <= 0) return take(ap, t.corner[0], corner_bit);
  const Vec3<double> bp = ap - t.ab;
  const double d3 = inner(t.ab, bp), d4 = inner(t.ac, bp);
  if (d3 >= 0 && d4 <= d3) return take(bp, t.corner[1], corner_bit + 1);
  const Vec3<double> cp = ap - t.ac;
  const double d5 = inner(t.ab, cp), d6 = inner(t.ac, cp);
  if (d6 >= 0 && d5 <= d6) return take(cp, t.corner[2], corner_bit + 2);
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return take(ap - t.ab * (d1 / (d1 - d3)), t.edge[0], edge_bit);
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return take(ap - t.ac * (d2 / (d2 - d6)), t.edge[2], edge_bit + 2);
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    return take(bp - (t.ac - t.ab) * ((d4 - d3) / ((d4 - d3) + (d5 - d6))), t.edge[1], edge_bit + 1);
  }
  if (t.thin) {  // by rounding it may be in no region: no sum of these is a point of it
    const Vec3<double> from[3] = {{0, 0, 0}, t.ab, t.ac}, along[3] = {t.ab, t.ac - t.ab, -t.ac};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3<double> d = ap - from[k];
      const double squared = inner(along[k], along[k]);
      take(squared > 0 ? d - along[k] * std::clamp(inner(d, along[k]) / squared, 0.0, 1.0) : d, t.face, face_bit);
    }
    return;
  }
  const double scale = 1 / (va + vb + vc);
  take(ap - t.ab * (vb * scale) - t.ac * (vc * scale), t.face, face_bit);
}

bool ShellDistance::faces(std::uint32_t triangle, const Vec3<double>& p) const {
  const Triangle& t = triangles_[triangle];
  if (t.thin) return false;
  const Vec3<double> ap = p - t.a;
  return inner(outer(t.face, t.ab), ap) >= 0 && inner(outer(t.face, t.ac), ap) <= 0 &&
         inner(outer(t.face, t.ac - t.ab), ap - t.ab) >= 0;
}

bool ShellDistance::clear_of_bends(std::uint32_t triangle, const Vec3<double>& p, double reach) const {
  const Triangle& t = triangles_[triangle];
  const Vec3<double> foot = (p - t.a) - t.face * inner(p - t.a, t.face);
  const Vec3<double> from[3] = {{0, 0, 0}, t.ab, t.ac}, along[3] = {t.ab, t.ac - t.ab, -t.ac};
  for (int k = 0; k < 3; ++k) {
    if (inner(t.edge[k], t.face) > 2 - 1e-12) continue;
    const Vec3<double> d = foot - from[k];
    const double way = std::clamp(inner(d, along[k]) / inner(along[k], along[k]), 0.0, 1.0);
    if (!(norm(d - along[k] * way) > reach)) return false;
  }
  return true;
}

double ShellDistance::operator()(const Vec3<double>& p, double known) const {
  const double beyond = known * (1 + 1e-9) + 1e-300;  // what is there is nearer, in spite of rounding
  Nearest nearest{beyond * beyond, {0, 0, 0}, {0, 0, 0}};
  std::uint32_t stack[most_depth];
  int depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes_[stack[--depth]];
    if (node.box.squared_distance(p) >= nearest.squared) continue;
    if (node.count > 0) {
      for (std::uint32_t i = node.first; i < node.first + node.count; ++i) look_at(triangles_[i], p, nearest);
      continue;
    }
    const bool left_first = nodes_[node.first].box.squared_distance(p) < nodes_[node.first + 1].box.squared_distance(p);
    stack[depth++] = node.first + (left_first ? 1 : 0);
    stack[depth++] = node.first + (left_first ? 0 : 1);
  }
  if (nearest.squared == beyond * beyond && known < infinity) return (*this)(p);  // nothing was: it was rounded
  const double distance = std::sqrt(nearest.squared);
  const bool no_normal = inner(nearest.normal, nearest.normal) == 0;
  if (!corners_.empty() && (no_normal || nearest.doubtful)) return winding_number(p) > 0 ? -distance : distance;
  return inner(nearest.from_surface, nearest.normal) < 0 ? -distance : distance;
}

/// Triangles are seen along x: each goes round the ray or not, where a ray through an edge or a corner counts for one
/// side of it, the same for all triangles there.
int ShellDistance::winding_number(const Vec3<double>& p) const {
  int sum = 0;
  std::uint32_t stack[most_depth];
  int depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes_[stack[--depth]];
    if (node.box.hi.x < p.x || node.box.lo.y > p.y || node.box.hi.y < p.y || node.box.lo.z > p.z ||
        node.box.hi.z < p.z) {
      continue;
    }
    if (node.count == 0) {
      stack[depth++] = node.first;
      stack[depth++] = node.first + 1;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const auto& t = corners_[i];
      int round = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3<double>&a = t[k], &b = t[(k + 1) % 3];
        if ((a.z <= p.z) == (b.z <= p.z)) continue;
        const int side = orient2d(a.y, a.z, b.y, b.z, p.y, p.z);
        if (a.z <= p.z && side > 0) ++round;
        if (a.z > p.z && side < 0) --round;
      }
      // Counter-clockwise triangles have their normals along the ray, which meets them if it starts below.
      if (round != 0 && round * orient3d(t[0], t[1], t[2], p) > 0) sum += round;
    }
  }
  return sum;
}

}  // namespace abut::host
