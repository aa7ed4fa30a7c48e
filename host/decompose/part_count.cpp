#include "host/decompose/part_count.h"

#include <algorithm>
#include <cmath>

#include "abut/core/contact.h"

namespace abut::host {
namespace {

constexpr std::size_t most_middles = 24;  // between two corners
constexpr std::size_t most_faces = 24;    // whose middles are looked at
constexpr int climbs = 2;                 // from the worst towards corners
constexpr double rounding = 0.02;         // of a count: what is hardly more than a number of parts is as many

}  // namespace

double PartCount::operator()(const PartHull& hull) const {
  if (hull.flat()) return 1;
  Vec3<double> worst = middle_of(hull.points);
  double most = body_.distance(worst);
  const auto look = [&](const Vec3<double>& p) {
    const double distance = body_.distance(p);
    if (distance > most) most = distance, worst = p;
  };
  const std::size_t n = hull.points.size(), faces = hull.faces.size();
  for (std::size_t i = 0; i < std::min(faces, most_faces); ++i) {
    const Polygon& face = hull.faces[faces <= most_faces ? i : mix64(i) % faces];
    Vec3<double> sum{0, 0, 0};
    for (const std::uint32_t v : face) sum = sum + hull.points[v];
    look(sum * (1.0 / static_cast<double>(face.size())));
  }
  for (std::size_t i = 0; i < most_middles; ++i) {
    look((hull.points[mix64(2 * i) % n] + hull.points[mix64(2 * i + 1) % n]) * 0.5);
  }
  for (int k = 0; k < climbs; ++k) {
    const Vec3<double> from = worst;
    for (std::size_t i = 0; i < std::min(n, most_middles); ++i) {
      look(from + (hull.points[n <= most_middles ? i : mix64(i) % n] - from) * (k == 0 ? 0.25 : 0.1));
    }
  }
  return most > limit_ ? std::max(2.0, std::ceil(std::sqrt(most / limit_) - rounding)) : 1;
}

}  // namespace abut::host
