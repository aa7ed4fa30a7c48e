#include <algorithm>
#include <cmath>

#include "abut/core/predicates.h"
#include "abut/planar/shape_set.h"

namespace abut {
namespace {

/// The points times the power of two that takes the largest coordinate to [1, 2): the signs are exact there.
std::vector<Vec2<double>> scaled_points(std::span<const Vec2<double>> points) {
  double largest = 0;
  for (const Vec2<double>& p : points) largest = std::max({largest, std::fabs(p.x), std::fabs(p.y)});
  const int exponent = largest > 0 ? std::ilogb(largest) : 0;
  std::vector<Vec2<double>> out;
  out.reserve(points.size());
  for (const Vec2<double>& p : points) out.push_back({std::ldexp(p.x, -exponent), std::ldexp(p.y, -exponent)});
  return out;
}

/// One half of the hull, from the first point to the last: every corner turns left.
void append_chain(const std::vector<Vec2<double>>& p, std::span<const std::uint32_t> order,
                  std::vector<std::uint32_t>& hull) {
  const std::size_t begin = hull.size();
  for (const std::uint32_t i : order) {
    while (hull.size() >= begin + 2) {
      const Vec2<double> a = p[hull[hull.size() - 2]], b = p[hull.back()];
      if (orient2d(a.x, a.y, b.x, b.y, p[i].x, p[i].y) > 0) break;
      hull.pop_back();
    }
    hull.push_back(i);
  }
  hull.pop_back();  // the other half begins with it
}

}  // namespace

std::vector<std::uint32_t> planar_hull(std::span<const Vec2<double>> points) {
  const std::vector<Vec2<double>> p = scaled_points(points);
  std::vector<std::uint32_t> order(p.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto same = [&](std::uint32_t i, std::uint32_t j) { return p[i].x == p[j].x && p[i].y == p[j].y; };
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    if (p[i].x != p[j].x) return p[i].x < p[j].x;
    return p[i].y != p[j].y ? p[i].y < p[j].y : i < j;
  });
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  if (order.size() < 2) return order;

  std::vector<std::uint32_t> hull;
  append_chain(p, order, hull);
  std::reverse(order.begin(), order.end());
  append_chain(p, order, hull);
  std::rotate(hull.begin(), std::min_element(hull.begin(), hull.end()), hull.end());
  return hull;
}

}  // namespace abut
