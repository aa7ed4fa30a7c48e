#include "host/planar/overlap.h"

namespace abut::host {
namespace {

/// A corner of what is left of A, and whether the edge to the next one is of A's boundary.
struct Corner {
  Vec2<double> at;
  bool of_a;
};

/// What of a convex polygon lies to the left of the line from p to q. An edge of A on that line stays one of A.
std::vector<Corner> left_part(const std::vector<Corner>& polygon, Vec2<double> p, Vec2<double> q) {
  std::vector<Corner> out;
  const auto height = [&](Vec2<double> v) { return cross(q - p, v - p); };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const auto [v, of_a] = polygon[i];
    const Vec2<double> w = polygon[(i + 1) % polygon.size()].at;
    const double hv = height(v), hw = height(w);
    const bool leaves = hv >= 0 && hw < 0;  // along the line from here on
    if (hv >= 0) out.push_back({v, of_a && !(leaves && hv == 0)});
    if ((hv > 0 && hw < 0) || (hv < 0 && hw > 0)) {
      out.push_back({v + (w - v) * (hv / (hv - hw)), of_a && !leaves});
    }
  }
  return out;
}

/// Of the edge e from p the integral of its outward normal is e turned right, and that of the moment about the origin
/// -e . (p + e / 2).
void add_edge(CommonPart& part, Vec2<double> p, Vec2<double> q) {
  const Vec2<double> e = q - p;
  part.normal = part.normal + Vec2<double>{e.y, -e.x};
  part.moment -= dot(e, (p - part.centroid) + e * 0.5);
}

}  // namespace

CommonPart common_part(const std::vector<Vec2<double>>& polygon, const std::vector<Vec2<double>>& b) {
  CommonPart part{0, {0, 0}, {0, 0}, 0};
  if (polygon.size() < 3 || b.size() < 3) return part;
  std::vector<Corner> a;
  for (const Vec2<double>& v : polygon) a.push_back({v, true});
  for (std::size_t i = 0; i < b.size(); ++i) a = left_part(a, b[i], b[(i + 1) % b.size()]);
  double twice = 0;
  Vec2<double> moment{0, 0};
  for (std::size_t i = 2; i < a.size(); ++i) {
    const Vec2<double> e = a[i - 1].at - a[0].at, f = a[i].at - a[0].at;
    const double piece = cross(e, f);
    twice += piece;
    moment = moment + (e + f) * piece;
  }
  if (!(twice > 0)) return part;
  part.area = 0.5 * twice;
  part.centroid = a[0].at + moment * (1 / (3 * twice));
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].of_a) add_edge(part, a[i].at, a[(i + 1) % a.size()].at);
  }
  return part;
}

}  // namespace abut::host
