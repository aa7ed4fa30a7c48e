#include "tests/complex/reference_cone.h"

#include <algorithm>
#include <cstddef>

namespace abut::test {
namespace {

/// Compares with the flatness and remembers whether it was close.
struct Flatness {
  Exact limit;
  bool doubtful = false;
  bool small(Exact x) {
    if (x > limit / 8 && x < limit * 8) doubtful = true;
    return x <= limit;
  }
};

Exact magnitude(Exact x) { return x < 0 ? Exact(-x) : x; }

/// The normal of the pair that spans most; its length is the sine of the pair's angle.
ExactPoint widest_normal(const std::vector<ExactPoint>& u) {
  ExactPoint best{0, 0, 0};
  for (const ExactPoint& a : u) {
    for (const ExactPoint& b : u) {
      if (inner(outer(a, b), outer(a, b)) > inner(best, best)) best = outer(a, b);
    }
  }
  return best;
}

Exact farthest_from_plane(const std::vector<ExactPoint>& u, const ExactPoint& normal) {
  Exact most = 0;
  for (const ExactPoint& a : u) most = std::max(most, magnitude(inner(a, normal)));
  return most;
}

/// Keeps `n` if it is in the polar and not there yet.
void keep(std::vector<ExactPoint>& generators, const ExactPoint& n, const std::vector<ExactPoint>& u, Flatness& flat) {
  Exact worst = -1;
  for (const ExactPoint& a : u) worst = std::max(worst, inner(n, a));
  if (!flat.small(worst)) return;
  for (const ExactPoint& g : generators) {
    if (flat.small(angle_between(g, n))) return;
  }
  generators.push_back(n);
}

/// An extreme ray has two constraints that hold with equality and are not parallel.
std::vector<ExactPoint> generators_in_space(const std::vector<ExactPoint>& u, Flatness& flat) {
  std::vector<ExactPoint> generators;
  for (std::size_t i = 0; i < u.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const ExactPoint n = outer(u[i], u[j]);
      if (flat.small(norm(n))) continue;
      keep(generators, unit(n), u, flat);
      keep(generators, -unit(n), u, flat);
    }
  }
  return generators;
}

/// All `u` are in the plane that `normal` is of: an extreme ray in it has one constraint that holds with equality.
std::vector<ExactPoint> generators_in_plane(const std::vector<ExactPoint>& u, const ExactPoint& normal,
                                            Flatness& flat) {
  std::vector<ExactPoint> generators;
  for (const ExactPoint& a : u) {
    const ExactPoint n = unit(outer(normal, a));
    keep(generators, n, u, flat);
    keep(generators, -n, u, flat);
  }
  return generators;
}

ExactPoint mean_direction(const std::vector<ExactPoint>& generators) {
  ExactPoint sum{0, 0, 0};
  for (const ExactPoint& g : generators) sum = sum + g;
  return unit(sum);
}

/// The largest angle with the axis in the cone of the generators. Above a right angle it may be between two of them:
/// where the projection of -axis on their plane is.
Exact farthest_angle(const ExactPoint& axis, const std::vector<ExactPoint>& generators) {
  Exact most = 0;
  for (const ExactPoint& g : generators) most = std::max(most, angle_between(axis, g));
  for (const ExactPoint& g : generators) {
    for (const ExactPoint& h : generators) {
      const ExactPoint n = outer(g, h);
      if (!(inner(n, n) > 0)) continue;
      const ExactPoint q = axis * Exact(-1) + n * Exact(inner(axis, n) / inner(n, n));
      if (inner(outer(g, q), n) > 0 && inner(outer(q, h), n) > 0) most = std::max(most, angle_between(axis, unit(q)));
    }
  }
  return most;
}

using Shape = ReferenceCone::Shape;

void all_parallel(ReferenceCone& cone, const std::vector<ExactPoint>& u) {
  bool opposite = false;
  for (const ExactPoint& a : u) opposite = opposite || inner(a, u[0]) < 0;
  if (opposite) {
    cone.shape = Shape::everything, cone.dimension = 2;
    return;
  }
  cone.shape = Shape::one_sided, cone.dimension = 3;
  cone.axis = -u[0], cone.half_angle = right_angle(), cone.generators = {-u[0]};
}

/// T* holds the line along `normal`.
void all_in_plane(ReferenceCone& cone, const std::vector<ExactPoint>& u, const ExactPoint& normal, Flatness& flat) {
  cone.generators = generators_in_plane(u, normal, flat);
  cone.dimension = 1 + static_cast<int>(std::min<std::size_t>(cone.generators.size(), 2));
  cone.shape = cone.generators.empty() ? Shape::line : Shape::one_sided;
  cone.axis = cone.generators.empty() ? normal : mean_direction(cone.generators);
  cone.half_angle = cone.generators.empty() ? Exact(0) : right_angle();
}

/// T* holds no line.
void all_around(ReferenceCone& cone, const std::vector<ExactPoint>& u, Flatness& flat) {
  cone.generators = generators_in_space(u, flat);
  cone.dimension = static_cast<int>(std::min<std::size_t>(cone.generators.size(), 3));
  if (cone.generators.empty()) return;
  if (cone.dimension == 3) {
    const ExactPoint normal = unit(widest_normal(cone.generators));
    if (flat.small(farthest_from_plane(cone.generators, normal))) cone.dimension = 2;
  }
  cone.shape = Shape::one_sided;
  cone.axis = mean_direction(cone.generators);
  cone.half_angle = farthest_angle(cone.axis, cone.generators);
}

}  // namespace

ReferenceCone polar_cone(const std::vector<ExactPoint>& u, double flatness) {
  ReferenceCone cone;
  Flatness flat{Exact(flatness)};
  if (u.empty()) {
    cone.shape = Shape::everything, cone.dimension = 3;
    return cone;
  }
  const ExactPoint normal = widest_normal(u);
  if (flat.small(norm(normal))) {
    all_parallel(cone, u);
  } else if (flat.small(farthest_from_plane(u, unit(normal)))) {
    all_in_plane(cone, u, unit(normal), flat);
  } else {
    all_around(cone, u, flat);
  }
  cone.doubtful = flat.doubtful;
  return cone;
}

}  // namespace abut::test
