#include "host/brep/cad/face_sides.h"

#include <algorithm>

namespace abut::cad {

std::vector<std::size_t> in_order(const std::vector<Side>& sides, const Vec2<double>& scale) {
  std::vector<std::size_t> order;
  if (sides.empty()) return order;
  std::vector<char> used(sides.size(), 0);
  std::size_t at = 0;
  for (;;) {
    used[at] = 1;
    order.push_back(at);
    const Side& last = sides[at];
    std::size_t next = sides.size();
    double nearest = 0;
    for (std::size_t k = 1; k < sides.size(); ++k) {
      const std::size_t i = (at + k) % sides.size();
      if (used[i] || sides[i].begin_vertex != last.end_vertex) continue;
      const double u = (sides[i].begin.x - last.end.x) / scale.x, v = (sides[i].begin.y - last.end.y) / scale.y;
      // Less by more than rounding: else the given order decides.
      const double distance = std::max(u * u + v * v, 1e-12);
      if (next == sides.size() || distance < nearest) {
        next = i;
        nearest = distance;
      }
    }
    if (next == sides.size()) break;
    at = next;
  }
  if (sides[order.back()].end_vertex != sides[order.front()].begin_vertex) order.pop_back();
  return order;
}

}  // namespace abut::cad
