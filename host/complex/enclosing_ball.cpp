#include "host/complex/enclosing_ball.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace abut::host {
namespace {

constexpr int most_support = 4;
/// What is out by less than this part of the radius is in: rounding.
constexpr double slack = 1e-10;

/// Relative to `origin`. Data only.
struct Centre {
  Vec3<double> origin, centre;
};

double farthest_out(const Centre& from, const Vec3<double>* points, std::span<const std::uint32_t> of,
                    std::uint32_t& which) {
  double most = -1;
  for (const std::uint32_t i : of) {
    const double d = squared_length((points[i] - from.origin) - from.centre);
    if (d > most) most = d, which = i;
  }
  return std::sqrt(std::max(most, 0.0));
}

using Support = std::array<Vec3<double>, most_support + 1>;

/// Through all of up to four points, with its centre in their hull's plane; false where they are not independent.
bool ball_through(std::span<const Vec3<double>> p, Ball& out) {
  if (p.empty()) return false;
  const Vec3<double> o = p[0];
  Vec3<double> c{0, 0, 0};
  if (p.size() == 2) c = (p[1] - o) * 0.5;
  if (p.size() == 3) {
    const Vec3<double> a = p[1] - o, b = p[2] - o, n = cross(a, b);
    const double all = dot(n, n);
    if (!(all > 1e-24 * dot(a, a) * dot(b, b))) return false;
    c = (cross(n, a) * dot(b, b) + cross(b, n) * dot(a, a)) * (0.5 / all);
  }
  if (p.size() == 4) {
    const Vec3<double> a = p[1] - o, b = p[2] - o, d = p[3] - o;
    const double volume = dot(cross(a, b), d);
    if (!(std::abs(volume) > 1e-12 * length(a) * length(b) * length(d))) return false;
    c = (cross(a, b) * dot(d, d) + cross(d, a) * dot(b, b) + cross(b, d) * dot(a, a)) * (0.5 / volume);
  }
  out = {o + c, length(c)};
  return true;
}

bool holds(const Ball& ball, std::span<const Vec3<double>> points) {
  return std::all_of(points.begin(), points.end(),
                     [&](const Vec3<double>& p) { return length(p - ball.centre) <= ball.radius * (1 + slack); });
}

/// The smallest ball of up to five points: of all that go through some of them, the smallest that holds all. Keeps in
/// `support` those that it goes through.
Ball smallest_of(Support& support, int& count) {
  Ball best;
  int best_mask = 0;
  for (int mask = 1; mask < 1 << count; ++mask) {
    Support chosen;
    int n = 0;
    for (int k = 0; k < count; ++k) {
      if ((mask >> k & 1) != 0 && n <= most_support) chosen[n++] = support[k];
    }
    Ball ball;
    if (n > most_support || !ball_through({chosen.data(), static_cast<std::size_t>(n)}, ball)) continue;
    if ((best_mask == 0 || ball.radius < best.radius) &&
        holds(ball, {support.data(), static_cast<std::size_t>(count)})) {
      best = ball, best_mask = mask;
    }
  }
  int to = 0;
  for (int k = 0; k < count; ++k) {
    if ((best_mask >> k & 1) != 0) support[to++] = support[k];
  }
  count = to;
  return best;
}

}  // namespace

Ball enclosing_ball(const Vec3<double>* points, std::span<const std::uint32_t> of) {
  // Relative to one of them, so that points near each other and far from the origin do not lose what tells them apart.
  const Vec3<double> origin = points[of[0]];
  Support support;
  support[0] = {0, 0, 0};
  int count = 1;
  Ball ball;
  std::uint32_t far = 0;
  // Each step grows the ball, so none comes twice; more than these are rounding's, and then the last one is grown.
  for (int step = 0; step < 64; ++step) {
    const double out = farthest_out({origin, ball.centre}, points, of, far);
    if (out <= ball.radius * (1 + slack)) break;
    support[static_cast<std::size_t>(count++)] = points[far] - origin;
    const Ball next = smallest_of(support, count);
    if (count == 0 || !(next.radius > ball.radius)) break;
    ball = next;
  }
  ball.centre = origin + ball.centre;
  ball.radius = std::max(ball.radius, farthest_out({{0, 0, 0}, ball.centre}, points, of, far)) * (1 + 0x1p-50);
  return ball;
}

}  // namespace abut::host
