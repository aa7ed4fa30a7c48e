#include "host/decompose/shell_distance.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace abut::host {
namespace {

constexpr std::uint32_t leaf_triangles = 4;

double angle_between(const Vec3<double>& u, const Vec3<double>& v) {
  return std::atan2(norm(outer(u, v)), inner(u, v));
}

}  // namespace

ShellDistance::ShellDistance(std::span<const Vec3<double>> vertices,
                             std::vector<std::array<std::uint32_t, 3>> triangles) {
  std::vector<Vec3<double>> of_vertex(vertices.size(), Vec3<double>{0, 0, 0});
  std::map<std::pair<std::uint32_t, std::uint32_t>, Vec3<double>> of_edge;
  const auto key = [](std::uint32_t a, std::uint32_t b) { return std::pair(std::min(a, b), std::max(a, b)); };
  std::vector<Vec3<double>> of_face;
  for (const auto& t : triangles) {
    const Vec3<double> n = direction(outer(vertices[t[1]] - vertices[t[0]], vertices[t[2]] - vertices[t[0]]));
    of_face.push_back(n);
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t i = t[k], j = t[(k + 1) % 3], h = t[(k + 2) % 3];
      of_vertex[i] = of_vertex[i] + n * angle_between(vertices[j] - vertices[i], vertices[h] - vertices[i]);
      auto& sum = of_edge.try_emplace(key(i, j), Vec3<double>{0, 0, 0}).first->second;
      sum = sum + n;
    }
  }
  std::vector<Triangle> unsorted;
  std::vector<Vec3<double>> centres;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto& t = triangles[i];
    const Vec3<double> a = vertices[t[0]], b = vertices[t[1]], c = vertices[t[2]];
    unsorted.push_back({a,
                        b - a,
                        c - a,
                        of_face[i],
                        {of_edge.at(key(t[0], t[1])), of_edge.at(key(t[1], t[2])), of_edge.at(key(t[2], t[0]))},
                        {of_vertex[t[0]], of_vertex[t[1]], of_vertex[t[2]]}});
    centres.push_back((a + b + c) * (1.0 / 3));
  }
  std::vector<std::uint32_t> order(triangles.size());
  std::iota(order.begin(), order.end(), 0u);
  triangles_.reserve(order.size());
  nodes_.reserve(2 * order.size());
  triangles_ = std::move(unsorted);
  nodes_.emplace_back();
  build(0, 0, static_cast<std::uint32_t>(order.size()), order, centres);
  std::vector<Triangle> sorted;
  for (const std::uint32_t i : order) sorted.push_back(triangles_[i]);
  triangles_ = std::move(sorted);
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
  const auto take = [&](const Vec3<double>& from_surface, const Vec3<double>& normal) {
    const double squared = inner(from_surface, from_surface);
    if (squared < nearest.squared) nearest = {squared, from_surface, normal};
  };
  const double d1 = inner(t.ab, ap), d2 = inner(t.ac, ap);
  if (d1 <= 0 && d2 <= 0) return take(ap, t.corner[0]);
  const Vec3<double> bp = ap - t.ab;
  const double d3 = inner(t.ab, bp), d4 = inner(t.ac, bp);
  if (d3 >= 0 && d4 <= d3) return take(bp, t.corner[1]);
  const Vec3<double> cp = ap - t.ac;
  const double d5 = inner(t.ab, cp), d6 = inner(t.ac, cp);
  if (d6 >= 0 && d5 <= d6) return take(cp, t.corner[2]);
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return take(ap - t.ab * (d1 / (d1 - d3)), t.edge[0]);
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return take(ap - t.ac * (d2 / (d2 - d6)), t.edge[2]);
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    return take(bp - (t.ac - t.ab) * ((d4 - d3) / ((d4 - d3) + (d5 - d6))), t.edge[1]);
  }
  const double scale = 1 / (va + vb + vc);
  take(ap - t.ab * (vb * scale) - t.ac * (vc * scale), t.face);
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
  const double distance = std::sqrt(nearest.squared);
  return inner(nearest.from_surface, nearest.normal) < 0 ? -distance : distance;
}

}  // namespace abut::host
