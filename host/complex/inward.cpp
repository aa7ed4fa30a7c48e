#include "host/complex/inward.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "host/number_text.h"

namespace abut::host {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

Vec3<double> area_normal(const std::vector<Vec3<double>>& points, const Triangle& t) {
  return cross(points[t[1]] - points[t[0]], points[t[2]] - points[t[0]]);
}

/// Symmetric. Data only.
struct Normals {
  double m[6] = {};           ///< xx yy zz xy yz xz of the sum of w n n^T
  Vec3<double> sum{0, 0, 0};  ///< of w n

  void add(const Vec3<double>& n, double w) {
    m[0] += w * n.x * n.x, m[1] += w * n.y * n.y, m[2] += w * n.z * n.z;
    m[3] += w * n.x * n.y, m[4] += w * n.y * n.z, m[5] += w * n.x * n.z;
    sum = sum + n * w;
  }
};

/// x of least length that makes M x as near to `b` as can be, where `M` is positive semi-definite: by conjugate
/// directions, of which three are enough, and one that M hardly sees is left out.
Vec3<double> solve(const Normals& of, const Vec3<double>& b) {
  const double* m = of.m;
  const auto times = [&](const Vec3<double>& v) {
    return Vec3<double>{m[0] * v.x + m[3] * v.y + m[5] * v.z, m[3] * v.x + m[1] * v.y + m[4] * v.z,
                        m[5] * v.x + m[4] * v.y + m[2] * v.z};
  };
  constexpr double hardly = 1e-9;
  const double trace = m[0] + m[1] + m[2], start = squared_length(b);
  Vec3<double> x{0, 0, 0}, r = b, p = b;
  for (int k = 0; k < 3 && squared_length(r) > 1e-26 * start; ++k) {
    const Vec3<double> ap = times(p);
    const double curve = dot(p, ap), now = squared_length(r);
    if (!(curve > hardly * trace * squared_length(p))) break;
    x = x + p * (now / curve);
    r = r - ap * (now / curve);
    p = r + p * (squared_length(r) / now);
  }
  return x;
}

/// The angle at corner k, by which facets of one plane count once however they are cut.
double angle_at(const std::vector<Vec3<double>>& points, const Triangle& t, std::size_t k) {
  const Vec3<double> a = points[t[(k + 1) % 3]] - points[t[k]], b = points[t[(k + 2) % 3]] - points[t[k]];
  return std::atan2(length(cross(a, b)), dot(a, b));
}

/// Whether a triangle has turned its back, or each of its edges the other way: past the middle of what it bounds all of
/// it is turned by half a turn, and normals are as before.
bool is_turned(const std::vector<Vec3<double>>& before, const std::vector<Vec3<double>>& after, const Triangle& t) {
  if (!(dot(area_normal(before, t), area_normal(after, t)) > 0)) return true;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint32_t a = t[k], b = t[(k + 1) % 3];
    if (dot(before[b] - before[a], after[b] - after[a]) > 0) return false;
  }
  return true;
}

}  // namespace

void move_inward(std::vector<Vec3<double>>& points, std::span<const Triangle> triangles, double distance) {
  std::vector<Normals> of(points.size());
  for (const Triangle& t : triangles) {
    const Vec3<double> n = area_normal(points, t), unit = n * (1 / length(n));
    for (std::size_t k = 0; k < 3; ++k) of[t[k]].add(unit, angle_at(points, t, k));
  }
  std::vector<Vec3<double>> moved = points;
  for (std::size_t i = 0; i < points.size(); ++i) moved[i] = points[i] - solve(of[i], of[i].sum) * distance;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    if (!is_turned(points, moved, triangles[i])) continue;
    throw InvalidInput("ContactComplexes::set: moving the boundary inward by the dilation, " + number_text(distance) +
                       ", turns triangle " + std::to_string(i) + " over; allowed are dilations that it has room for");
  }
  points = std::move(moved);
}

}  // namespace abut::host
