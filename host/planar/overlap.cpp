#include "host/planar/overlap.h"

namespace abut::host {
namespace {

/// What of a convex polygon lies to the left of the line from p to q.
std::vector<Vec2<double>> left_part(const std::vector<Vec2<double>>& polygon, Vec2<double> p, Vec2<double> q) {
  std::vector<Vec2<double>> out;
  const auto height = [&](Vec2<double> v) { return cross(q - p, v - p); };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2<double> v = polygon[i], w = polygon[(i + 1) % polygon.size()];
    const double hv = height(v), hw = height(w);
    if (hv >= 0) out.push_back(v);
    if ((hv > 0 && hw < 0) || (hv < 0 && hw > 0)) out.push_back(v + (w - v) * (hv / (hv - hw)));
  }
  return out;
}

}  // namespace

CommonPart common_part(std::vector<Vec2<double>> a, const std::vector<Vec2<double>>& b) {
  if (a.size() < 3 || b.size() < 3) return {0, {0, 0}};
  for (std::size_t i = 0; i < b.size(); ++i) a = left_part(a, b[i], b[(i + 1) % b.size()]);
  double twice = 0;
  Vec2<double> moment{0, 0};
  for (std::size_t i = 2; i < a.size(); ++i) {
    const Vec2<double> e = a[i - 1] - a[0], f = a[i] - a[0];
    const double part = cross(e, f);
    twice += part;
    moment = moment + (e + f) * part;
  }
  if (!(twice > 0)) return {0, {0, 0}};
  return {0.5 * twice, a[0] + moment * (1 / (3 * twice))};
}

}  // namespace abut::host
