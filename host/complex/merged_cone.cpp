#include "host/complex/merged_cone.h"

#include <algorithm>
#include <cmath>

namespace abut::host {

PolarCone<double> merged_cone(PolarCone<double> a, PolarCone<double> b) {
  const bool two_sided = a.two_sided || b.two_sided;
  const PolarCone<double> all{{0, 0, 1}, -1, 0, false};
  if (a.cosine <= -1 || b.cosine <= -1) return all;
  if (two_sided && dot(a.axis, b.axis) < 0) b.axis = -b.axis;  // the side that is nearer
  const Vec3<double> n = cross(a.axis, b.axis);
  const double of_a = std::atan2(a.sine, a.cosine), of_b = std::atan2(b.sine, b.cosine);
  const double between = std::atan2(length(n), dot(a.axis, b.axis));
  PolarCone<double> out = of_a >= of_b ? a : b;
  out.two_sided = two_sided;
  if (std::max(of_a, of_b) >= between + std::min(of_a, of_b)) return out;
  const double half = 0.5 * (of_a + of_b + between) * (1 + 1e-12) + 1e-12;
  if (!(half < 3.14)) return all;
  if (!(length(n) > 0)) return all;  // opposite to each other
  // From a's axis towards b's.
  const double turn = half - of_a;
  const Vec3<double> towards = cross(n, a.axis) * (1 / length(n));
  out.axis = a.axis * std::cos(turn) + towards * std::sin(turn);
  out.axis = out.axis * (1 / length(out.axis));
  out.cosine = std::cos(half), out.sine = std::max(0.0, std::sin(half));
  return out;
}

}  // namespace abut::host
