#include "host/decompose/slabs.h"

#include <algorithm>
#include <cmath>

namespace abut::host {
namespace {

using Points = std::vector<Vec3<double>>;

/// What holds all that is near a segment: as many corners as a part may always have.
Points box_round(const Vec3<double>& a, const Vec3<double>& b, double depth) {
  const Vec3<double> found = direction(b - a), u = norm(found) > 0.5 ? found : Vec3<double>{1, 0, 0};
  const Vec3<double> aside = std::fabs(u.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  const Vec3<double> v = direction(outer(u, aside)), w = outer(u, v);
  Points out;
  for (unsigned k = 0; k < 8; ++k) {
    out.push_back((k & 1 ? b + u * depth : a - u * depth) + v * (k & 2 ? depth : -depth) +
                  w * (k & 4 ? depth : -depth));
  }
  return out;
}

/// Of a convex polygon, four corners at a time.
void add_slabs(const Points& polygon, double depth, std::vector<Points>& slabs) {
  Vec3<double> area{0, 0, 0};
  std::size_t p = 0, q = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    area = area + outer(polygon[i] - polygon[0], polygon[(i + 1) % polygon.size()] - polygon[0]);
    for (std::size_t k = 0; k < i; ++k) {
      if (norm(polygon[i] - polygon[k]) > norm(polygon[p] - polygon[q])) p = i, q = k;
    }
  }
  const double longest = norm(polygon[p] - polygon[q]);
  if (!(norm(area) > 1e-9 * longest * longest)) return slabs.push_back(box_round(polygon[p], polygon[q], depth));
  const Vec3<double> way = direction(area) * depth;
  for (std::size_t k = 1; k + 1 < polygon.size(); k += 2) {
    Points slab;
    for (const std::size_t i : {std::size_t{0}, k, k + 1, std::min(k + 2, polygon.size() - 1)}) {
      slab.push_back(polygon[i] + way), slab.push_back(polygon[i] - way);
    }
    slabs.push_back(std::move(slab));
  }
}

}  // namespace

bool encloses_nothing(const Piece& piece) {
  constexpr double nothing = 1e-6;  // of the cube of its size
  Box box;
  for (const Vec3<double>& p : piece.points) box.add(p);
  return volume_of(piece) <= nothing * std::pow(box.longest(), 3);
}

std::vector<std::vector<Vec3<double>>> slabs_of(const Body& body, const Piece& piece, double depth) {
  const double slack = 1e-9 * body.half_extent();
  // Of one solid, though it may lie in another.
  const auto is_on_surface = [&](const Vec3<double>& p) {
    return std::any_of(body.distances().begin(), body.distances().end(),
                       [&](const ShellDistance& d) { return std::fabs(d(p)) <= slack; });
  };
  std::vector<Points> slabs;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    Points polygon;
    for (std::uint32_t k = piece.begin[i]; k < piece.begin[i + 1]; ++k) {
      polygon.push_back(piece.points[piece.corners[k]]);
    }
    if (is_on_surface(middle_of(polygon))) add_slabs(polygon, depth, slabs);
  }
  return slabs;
}

}  // namespace abut::host
