#include "host/brep/canonical_fit.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "host/brep/brep_carriers.h"
#include "host/brep/canonical_change.h"

namespace abut::host {
namespace {

using C = Carrier<double>;
using Samples = std::span<const SurfaceSample>;

/// The number of the sample whose normal is farthest from the first one's.
std::size_t most_turned(Samples s) {
  std::size_t at = 0;
  for (std::size_t i = 1; i < s.size(); ++i) {
    if (length(s[i].normal - s[0].normal) > length(s[at].normal - s[0].normal)) at = i;
  }
  return at;
}

/// Flatter ones say nothing.
constexpr double least_turn = 1e-3;

std::optional<C> first_sphere(Samples s) {
  const SurfaceSample &a = s[0], &b = s[most_turned(s)];
  const Vec3<double> dn = b.normal - a.normal;
  if (!(length(dn) > least_turn)) return std::nullopt;
  const double radius = dot(b.point - a.point, dn) / squared_length(dn);
  C out = sphere_carrier(a.point - a.normal * radius, std::abs(radius));
  out.x = {1, 0, 0}, out.y = {0, 1, 0}, out.z = {0, 0, 1};  // to move it along
  return out;
}

std::optional<C> first_cylinder(Samples s) {
  const auto axis = normal_of(
      s.size(), [&](std::size_t i) { return s[i].normal; }, least_turn);
  if (!axis) return std::nullopt;
  const SurfaceSample &a = s[0], &b = s[most_turned(s)];
  const Vec3<double> dn = b.normal - a.normal, d = b.point - a.point;
  const double radius = dot(d - *axis * dot(d, *axis), dn) / squared_length(dn);
  return cylinder_carrier(a.point - a.normal * radius, *axis, std::abs(radius));
}

/// The point where three planes meet.
std::optional<Vec3<double>> meeting_point(const SurfaceSample& a, const SurfaceSample& b, const SurfaceSample& c) {
  const Vec3<double> bc = cross(b.normal, c.normal), ca = cross(c.normal, a.normal), ab = cross(a.normal, b.normal);
  const double volume = dot(a.normal, bc);
  if (!(std::abs(volume) > 1e-9)) return std::nullopt;
  const double of_b = dot(b.normal, b.point - a.point), of_c = dot(c.normal, c.point - a.point);
  return a.point + (ca * of_b + ab * of_c) * (1 / volume);
}

std::optional<C> first_cone(Samples s) {
  const auto turned = [&](std::size_t i) { return s[i].normal - s[0].normal; };
  const auto found = normal_of(s.size(), turned, least_turn * least_turn);
  if (!found) return std::nullopt;
  Vec3<double> axis = *found;
  const std::size_t far = most_turned(s);
  std::size_t third = 0;
  const auto volume = [&](std::size_t i) { return std::abs(dot(s[i].normal, cross(s[0].normal, s[far].normal))); };
  for (std::size_t i = 1; i < s.size(); ++i) third = volume(i) > volume(third) ? i : third;
  const auto apex = meeting_point(s[0], s[far], s[third]);
  if (!apex) return std::nullopt;
  if (dot(s[0].point - *apex, axis) < 0) axis = -axis;
  const double sine = std::abs(dot(s[0].normal, axis));
  if (!(sine > 1e-9 && sine < 1 - 1e-9)) return std::nullopt;
  return cone_carrier(*apex, axis, std::sqrt(1 - sine * sine), sine, 1.0);
}

/// Through the middles of the tube, whose curvature is one of both principal ones.
std::optional<C> first_torus(Samples s, bool largest) {
  double sum = 0;
  for (const SurfaceSample& x : s) sum += largest ? x.largest : x.smallest;
  const double k = sum / static_cast<double>(s.size());
  if (!(std::abs(k) > 0) || !std::isfinite(k)) return std::nullopt;
  std::vector<Vec3<double>> middles;
  for (const SurfaceSample& x : s) middles.push_back(x.point + x.normal * (1 / k));
  double size = 0;
  for (const Vec3<double>& m : middles) size = std::max(size, length(m - middles[0]));
  const auto circle = fitted_curve(CarrierKind::circle, middles, size);
  if (!circle) return std::nullopt;
  return torus_carrier(circle->origin, circle->z, circle->radius, std::abs(1 / k));
}

C first_plane(Samples s) {
  Vec3<double> normal{0, 0, 0}, middle{0, 0, 0};
  for (const SurfaceSample& x : s) {
    normal = normal + (dot(x.normal, s[0].normal) < 0 ? -x.normal : x.normal);
    middle = middle + x.point;
  }
  return plane_carrier(middle * (1 / static_cast<double>(s.size())), unit_vector(normal));
}

std::vector<std::size_t> free_changes(CarrierKind kind) {
  switch (kind) {
    case CarrierKind::plane: return {2, 3, 4};
    case CarrierKind::sphere: return {0, 1, 2, 5};
    case CarrierKind::cylinder: return {0, 1, 3, 4, 5};
    case CarrierKind::cone: return {0, 1, 2, 3, 4, 5};
    default: return {0, 1, 2, 3, 4, 5, 6};
  }
}

/// One step towards the least squares of distances.
C nearer_to(const C& c, Samples s, double size) {
  return improved(c, free_changes(c.kind), size, s.size(),
                  [&](const C& of, std::size_t k) { return side_distance(of, s[k].point); });
}

C refined(C c, Samples s, double size) {
  double off = farthest(c, s);
  for (int k = 0; k < 6; ++k) {
    const C next = nearer_to(c, s, size);
    const double there = farthest(next, s);
    if (!(there < off)) break;
    c = next, off = there;
  }
  return c;
}

std::optional<C> first_surface(CarrierKind kind, Samples s) {
  switch (kind) {
    case CarrierKind::plane: return first_plane(s);
    case CarrierKind::sphere: return first_sphere(s);
    case CarrierKind::cylinder: return first_cylinder(s);
    case CarrierKind::cone: return first_cone(s);
    default: break;
  }
  const auto a = first_torus(s, true), b = first_torus(s, false);
  if (!a || !b) return a ? a : b;
  return farthest(*a, s) < farthest(*b, s) ? a : b;
}

}  // namespace

std::optional<C> fitted_surface(CarrierKind kind, Samples samples, double size) {
  const auto first = first_surface(kind, samples);
  if (!first || !std::isfinite(farthest(*first, samples))) return std::nullopt;
  return refined(*first, samples, size);
}

double farthest(const C& carrier, Samples samples) {
  double most = 0;
  for (const SurfaceSample& s : samples) {
    const double off = std::abs(side_distance(carrier, s.point));
    if (!(off <= most)) most = off;
  }
  return most;
}

}  // namespace abut::host
