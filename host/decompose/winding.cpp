#include "host/decompose/winding.h"

#include <algorithm>
#include <numbers>

namespace abut::host {
namespace {

constexpr std::uint32_t leaf_triangles = 8;
constexpr double far_away = 6;  // radii: what dipoles leave out is below 0.01 then

/// Van Oosterom & Strackee 1983: half of the solid angle.
double half_solid_angle(const std::array<Vec3<double>, 3>& t, const Vec3<double>& p) {
  const Vec3<double> a = t[0] - p, b = t[1] - p, c = t[2] - p;
  const double la = norm(a), lb = norm(b), lc = norm(c);
  const double volume = inner(a, outer(b, c));
  return std::atan2(volume, la * lb * lc + inner(a, b) * lc + inner(b, c) * la + inner(c, a) * lb);
}

Vec3<double> centre_of(const std::array<Vec3<double>, 3>& t) { return (t[0] + t[1] + t[2]) * (1.0 / 3); }
Vec3<double> area_of(const std::array<Vec3<double>, 3>& t) { return outer(t[1] - t[0], t[2] - t[0]) * 0.5; }

}  // namespace

WindingNumber::WindingNumber(std::span<const Vec3<double>> vertices,
                             std::span<const std::array<std::uint32_t, 3>> triangles) {
  for (const auto& t : triangles) triangles_.push_back({vertices[t[0]], vertices[t[1]], vertices[t[2]]});
  nodes_.reserve(2 * triangles_.size() + 1);
  nodes_.emplace_back();
  build(0, 0, static_cast<std::uint32_t>(triangles_.size()));
}

void WindingNumber::build(std::uint32_t node, std::uint32_t first, std::uint32_t count) {
  const auto begin = triangles_.begin() + first, end = begin + count;
  Node n{{0, 0, 0}, {0, 0, 0}, 0, first, count};
  Box box;
  double area = 0;
  for (auto t = begin; t != end; ++t) {
    const double own = norm(area_of(*t));
    n.centre = n.centre + centre_of(*t) * own, area += own;
    n.dipole = n.dipole + area_of(*t);
    box.add(centre_of(*t));
  }
  n.centre = area > 0 ? n.centre * (1 / area) : box.centre();
  for (auto t = begin; t != end; ++t) {
    for (const Vec3<double>& v : *t) n.radius = std::max(n.radius, norm(v - n.centre));
  }
  nodes_[node] = n;
  if (count <= leaf_triangles) return;
  const Vec3<double> e = box.extent();
  const auto along = [&](const std::array<Vec3<double>, 3>& t) {
    const Vec3<double> c = centre_of(t);
    return e.x >= e.y && e.x >= e.z ? c.x : e.y >= e.z ? c.y : c.z;
  };
  std::nth_element(begin, begin + count / 2, end, [&](const auto& a, const auto& b) { return along(a) < along(b); });
  const auto left = static_cast<std::uint32_t>(nodes_.size());
  nodes_.resize(nodes_.size() + 2);
  nodes_[node].first = left;
  nodes_[node].count = 0;
  build(left, first, count / 2);
  build(left + 1, first + count / 2, count - count / 2);
}

double WindingNumber::operator()(const Vec3<double>& p) const {
  double half_angles = 0, dipoles = 0;
  std::uint32_t stack[most_depth];
  int depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes_[stack[--depth]];
    const Vec3<double> way = node.centre - p;
    const double squared = inner(way, way);
    if (squared > far_away * far_away * node.radius * node.radius) {
      dipoles += inner(node.dipole, way) / (squared * std::sqrt(squared));
      continue;
    }
    for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
      half_angles += half_solid_angle(triangles_[k], p);
    if (node.count > 0) continue;
    stack[depth++] = node.first;
    stack[depth++] = node.first + 1;
  }
  return half_angles / (2 * std::numbers::pi) + dipoles / (4 * std::numbers::pi);
}

}  // namespace abut::host
