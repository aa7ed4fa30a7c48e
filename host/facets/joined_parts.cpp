#include "host/facets/joined_parts.h"

#include <algorithm>

#include "abut/facets/point_triangle.h"

namespace abut::host {
namespace {

/// How far beside a part a point counts as in it, over the part's size: parts that a plane has cut apart have their
/// corners from the same numbers, and poses add some roundings.
constexpr double in_part = 1e-9;
/// How far along the normal it is looked whether the part has something nearer. Any length is as good: parts are
/// convex.
constexpr double probe = 0x1p-7;

bool contains(const FacetSurfaceView<double>& s, const Vec3<double>& p) {
  for (std::uint32_t i = 0; i < s.facet_count; ++i) {
    const SurfaceFacet& f = s.facets[i];
    if (dot(p - s.points[f.vertex[0]], s.normals[f.plane]) > in_part * s.size) return false;
  }
  return true;
}

/// Of a point, the nearest one of a convex solid.
Vec3<double> nearest(const FacetSurfaceView<double>& s, const Vec3<double>& p) {
  bool outside = false;
  double least = Huge<double>::value;
  Vec3<double> at = p;
  for (std::uint32_t i = 0; i < s.facet_count; ++i) {
    const SurfaceFacet& f = s.facets[i];
    if (!(dot(p - s.points[f.vertex[0]], s.normals[f.plane]) > 0)) continue;  // seen from behind
    outside = true;
    const PointOnTriangle<double> found = point_triangle(p, facet_at(s, i));
    if (found.distance2 < least) least = found.distance2, at = found.point;
  }
  return outside ? at : p;
}

}  // namespace

JoinedParts::JoinedParts(const PartsView& parts, const std::vector<FacetSurfaceView<double>>& views)
    : parts_(parts), views_(views) {
  std::uint32_t bodies = 0;
  for (std::uint32_t i = 0; i < parts.count; ++i) bodies = std::max(bodies, parts.body[i] + 1);
  std::vector<std::uint32_t> begin(bodies + std::size_t{1}, 0);
  for (std::uint32_t i = 0; i < parts.count; ++i) ++begin[parts.body[i] + std::size_t{1}];
  if (std::all_of(begin.begin(), begin.end(), [](std::uint32_t n) { return n <= 1; })) return;
  for (std::size_t k = 1; k < begin.size(); ++k) begin[k] += begin[k - 1];
  of_body_.resize(parts.count);
  std::vector<std::uint32_t> next(begin);
  for (std::uint32_t i = 0; i < parts.count; ++i) of_body_[next[parts.body[i]]++] = i;
  begin_ = std::move(begin);
}

bool JoinedParts::hides(std::uint32_t other, std::uint32_t part, const Vec3<double>& point, const Vec3<double>& normal,
                        double tolerance) const {
  const std::uint32_t shape = parts_.shape[other];
  if (other == part || shape >= views_.size()) return false;
  const FacetSurfaceView<double>&of = views_[parts_.shape[part]], &s = views_[shape];
  if (!s.convex || !s.solid || s.rounding != of.rounding) return false;
  RelativePose<double> pose =
      relative_pose(world_pose(parts_, other), world_pose(parts_, part), centre_of(s), centre_of(of));
  const double unit = std::ldexp(1.0, -s.exponent), scale = std::ldexp(1.0, of.exponent - s.exponent);
  const Vec3<double> p = rotate(pose.rotation, point * scale) + pose.translation * unit;
  if (!contains(s, p)) return false;
  const Vec3<double> n = rotate(pose.rotation, normal);
  const Vec3<double> off = nearest(s, multiply_add(n, probe, p)) - p;
  return length(off) > (tolerance + 2 * in_part * s.size / probe) * probe;
}

bool JoinedParts::hide(Pair pair, const PlacedPair& at, const FacetContact<double>& c) const {
  if (begin_.empty() || (c.kind != FacetContactKind::apart && c.kind != FacetContactKind::below)) return false;
  const SurfacePair<double>& of = at.pair;
  const Vec3<double> n = c.normal.n, core_a = multiply_add(n, -of.rounding_a, c.a);
  const Vec3<double> core_b = multiply_add(n, c.separation + of.rounding_b, c.a);
  const auto any = [&](std::uint32_t part, const Vec3<double>& point, const Vec3<double>& normal) {
    const std::uint32_t body = parts_.body[part];
    for (std::uint32_t k = begin_[body]; k < begin_[body + 1]; ++k) {
      if (hides(of_body_[k], part, point, normal, of.tolerance)) return true;
    }
    return false;
  };
  if (any(pair.a, core_a, n)) return true;
  // B's own frame, in which its surface lies.
  const Mat3<double>& r = of.frame.rotation;
  const Vec3<double> point_b = rotate_back(r, core_b - of.frame.translation) * (1 / of.frame.scale);
  return any(pair.b, point_b, rotate_back(r, -n));
}

}  // namespace abut::host
