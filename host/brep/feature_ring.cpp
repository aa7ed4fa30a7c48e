#include "host/brep/feature_ring.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace abut::host {
namespace {

using feature_ring_detail::between;
using feature_ring_detail::longest_side;

/// Least and most of middle + radius * cos(t - at), t in an interval.
void see_wave(double middle, double radius, double at, double begin, double end, double& low, double& high) {
  constexpr double pi = std::numbers::pi;
  const auto passes = [&](double angle) { return std::ceil((begin - angle) / (2 * pi)) * 2 * pi + angle <= end; };
  const double x = middle + radius * std::cos(begin - at), y = middle + radius * std::cos(end - at);
  low = passes(at + pi) ? middle - radius : std::min(x, y);
  high = passes(at) ? middle + radius : std::max(x, y);
}

/// A plane's, about the middle of its first circle.
std::optional<FeatureRing> plane_ring(const Brep& brep, const BrepFace& face, const TrimmedDomain& domain) {
  const BrepFrame& f = brep.surfaces[face.surface].frame;
  FeatureRing out{f.origin, f.z};
  bool has_middle = false;
  double nearest = std::numeric_limits<double>::infinity();
  for (const bool looks : {true, false}) {
    for (std::uint32_t l = face.first_loop; l < face.first_loop + face.loops; ++l) {
      const BrepLoop& loop = brep.loops[l];
      for (std::uint32_t c = loop.first_coedge; c < loop.first_coedge + loop.coedges; ++c) {
        const std::uint32_t of = brep.edges[brep.coedges[c].edge].curve;
        if (of == no_brep_index || brep.curves[of].kind != BrepCurveKind::circle) {
          if (!looks) return std::nullopt;  // rings are for round faces
          continue;
        }
        const BrepCurve& circle = brep.curves[of];
        if (looks && !has_middle) out.origin = circle.frame.origin, has_middle = true;
        const double off = length(circle.frame.origin - out.origin);
        out.high_r = std::max(out.high_r, off + circle.radius), nearest = std::min(nearest, circle.radius - off);
      }
    }
    if (!has_middle) return std::nullopt;
  }
  const Vec3<double> d = out.origin - f.origin;
  const bool is_hole = domain.side_of(dot(d, f.x), dot(d, f.y), 0) == TrimSide::outside;
  out.low_r = is_hole ? std::max(0.0, nearest) : 0;
  return out;
}

}  // namespace

std::optional<FeatureRing> ring_of_part(const BrepSurface& s, double begin_v, double end_v) {
  FeatureRing out{s.frame.origin, s.frame.z};
  switch (s.kind) {
    case BrepSurfaceKind::cylinder:
      out.low_r = out.high_r = s.radius, out.low_z = begin_v, out.high_z = end_v;
      return out;
    case BrepSurfaceKind::cone: {
      const double sine = std::sin(s.half_angle), cosine = std::cos(s.half_angle);
      const double a = s.radius + begin_v * sine, b = s.radius + end_v * sine;
      out.low_r = a * b > 0 ? std::min(std::abs(a), std::abs(b)) : 0, out.high_r = std::max(std::abs(a), std::abs(b));
      out.low_z = begin_v * cosine, out.high_z = end_v * cosine;
      if (a < 0 || b < 0) return out;  // both sides of the tip
      out.slope_r = cosine, out.slope_z = -sine, out.low_slope = out.high_slope = s.radius * cosine;
      return out;
    }
    case BrepSurfaceKind::sphere:
    case BrepSurfaceKind::torus: {
      const double tube = s.kind == BrepSurfaceKind::torus ? s.minor_radius : s.radius;
      see_wave(s.kind == BrepSurfaceKind::torus ? s.radius : 0, tube, 0, begin_v, end_v, out.low_r, out.high_r);
      see_wave(0, tube, std::numbers::pi / 2, begin_v, end_v, out.low_z, out.high_z);
      out.low_r = std::max(0.0, out.low_r);
      if (s.kind == BrepSurfaceKind::torus && s.radius < tube) out.low_r = 0, out.high_r = s.radius + tube;
      return out;
    }
    default: return std::nullopt;
  }
}

std::optional<FeatureRing> ring_of_face(const Brep& brep, const BrepFace& face, const TrimmedDomain& domain) {
  const BrepSurface& s = brep.surfaces[face.surface];
  if (s.kind == BrepSurfaceKind::plane) return plane_ring(brep, face, domain);
  return ring_of_part(s, domain.box().begin_v, domain.box().end_v);
}

std::optional<FeatureRing> ring_of_curve(const BrepCurve& curve) {
  if (curve.kind != BrepCurveKind::circle) return std::nullopt;
  return FeatureRing{curve.frame.origin, cross(curve.frame.x, curve.frame.y), curve.radius, curve.radius, 0, 0};
}

std::optional<FeatureRing> joined(const FeatureRing& a, const FeatureRing& b) {
  const Vec3<double> d = b.origin - a.origin;
  const double way = dot(b.axis, a.axis) < 0 ? -1 : 1, at = dot(d, a.axis);
  const double size = length(d) + a.high_r + b.high_r + std::abs(b.low_z) + std::abs(b.high_z);
  const double off = length(multiply_add(a.axis, -at, d)) + length(cross(a.axis, b.axis)) * size;
  if (off > 1e-6 * size) return std::nullopt;
  const double x = at + way * b.low_z, y = at + way * b.high_z;
  FeatureRing out = a;
  out.low_r = std::max(0.0, std::min(a.low_r, b.low_r - off)), out.high_r = std::max(a.high_r, b.high_r + off);
  out.low_z = std::min({a.low_z, x - off, y - off}), out.high_z = std::max({a.high_z, x + off, y + off});
  if (std::abs(a.slope_r - b.slope_r) + std::abs(a.slope_z - way * b.slope_z) > 1e-9) {
    out.slope_r = out.slope_z = 0;
    return out;
  }
  const double margin = off + 1e-9 * size;
  out.low_slope = std::min(a.low_slope, b.low_slope + a.slope_z * at - margin);
  out.high_slope = std::max(a.high_slope, b.high_slope + a.slope_z * at + margin);
  return out;
}

FeatureRing grown(FeatureRing ring, double by) {
  ring.low_r = std::max(0.0, ring.low_r - by), ring.high_r += by, ring.low_z -= by, ring.high_z += by;
  ring.low_slope -= by, ring.high_slope += by;
  return ring;
}

double distance_from(const FeatureRing& a, const Vec3<double>& point) {
  const Vec3<double> d = point - a.origin;
  const double along = dot(d, a.axis), away = length(multiply_add(a.axis, -along, d));
  const double across = a.slope_r * away + a.slope_z * along;
  return std::max(longest_side(between(a.low_r, a.high_r, away, away), between(a.low_z, a.high_z, along, along)),
                  a.slope_r == 0 ? 0 : between(a.low_slope, a.high_slope, across, across));
}

double section_distance(const FeatureRing& of, const Vec3<double>& out, const FeatureRing& from) {
  const auto at = [&](double r, double z) { return of.origin + out * r + of.axis * z - from.origin; };
  const auto across = [&](const Vec3<double>& d) { return multiply_add(from.axis, -dot(d, from.axis), d); };
  const double half_r = 0.5 * (of.high_r - of.low_r), half_z = 0.5 * (of.high_z - of.low_z);
  const Vec3<double> middle = at(of.low_r + half_r, of.low_z + half_z), radial = across(middle);
  const double along = dot(middle, from.axis), away = length(radial);
  const double height = std::abs(dot(out, from.axis)) * half_r + std::abs(dot(of.axis, from.axis)) * half_z;
  double low = 0, high = 0;  // of distances from the axis, which are convex: from below by the tangent in the middle
  for (const double r : {of.low_r, of.high_r}) {
    for (const double z : {of.low_z, of.high_z}) high = std::max(high, length(across(at(r, z))));
  }
  if (away > 0) low = away - (std::abs(dot(out, radial)) * half_r + std::abs(dot(of.axis, radial)) * half_z) / away;
  const double apart_r = between(from.low_r, from.high_r, low, high);
  const double apart_z = between(from.low_z, from.high_z, along - height, along + height);
  return longest_side(apart_r, apart_z);
}

std::optional<FeatureRing> clipped(const FeatureRing& by, FeatureRing ring) {
  const double along = dot(ring.axis, by.axis);
  if (!(std::abs(along) > 0.5)) return ring;
  const double reach = ring.high_r * length(cross(ring.axis, by.axis)), start = dot(ring.origin - by.origin, by.axis);
  const double x = (by.low_z - start - reach) / along, y = (by.high_z - start + reach) / along;
  ring.low_z = std::max(ring.low_z, std::min(x, y)), ring.high_z = std::min(ring.high_z, std::max(x, y));
  return ring.low_z <= ring.high_z ? std::optional<FeatureRing>(ring) : std::nullopt;
}

bool clip(const FeatureRing& ring, PlainCurve& c) {
  if (c.is_circle) return !(least_distance(ring, {c.centre, c.axis, c.radius, c.radius, 0, 0}) > 0);
  const double from = dot(c.from - ring.origin, ring.axis), to = dot(c.to - ring.origin, ring.axis);
  if (between(ring.low_z, ring.high_z, std::min(from, to), std::max(from, to)) > 0) return false;
  const double rise = to - from;
  if (rise == 0) return true;
  const double x = (ring.low_z - from) / rise, y = (ring.high_z - from) / rise;
  const Vec3<double> begin = c.from, along = c.to - c.from;
  c.from = multiply_add(along, std::clamp(std::min(x, y), 0.0, 1.0), begin);
  c.to = multiply_add(along, std::clamp(std::max(x, y), 0.0, 1.0), begin);
  return true;
}

}  // namespace abut::host
