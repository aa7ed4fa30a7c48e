#include "host/brep/feature_ring.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace abut::host {
namespace {

double between(double low_a, double high_a, double low_b, double high_b) {
  return std::max({0.0, low_b - high_a, low_a - high_b});
}

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

std::optional<FeatureRing> ring_of_face(const Brep& brep, const BrepFace& face, const TrimmedDomain& domain) {
  const BrepSurface& s = brep.surfaces[face.surface];
  const TrimBox& box = domain.box();
  FeatureRing out{s.frame.origin, s.frame.z};
  switch (s.kind) {
    case BrepSurfaceKind::plane: return plane_ring(brep, face, domain);
    case BrepSurfaceKind::cylinder:
      out.low_r = out.high_r = s.radius, out.low_z = box.begin_v, out.high_z = box.end_v;
      return out;
    case BrepSurfaceKind::cone: {
      const double sine = std::sin(s.half_angle), cosine = std::cos(s.half_angle);
      const double a = s.radius + box.begin_v * sine, b = s.radius + box.end_v * sine;
      out.low_r = a * b > 0 ? std::min(std::abs(a), std::abs(b)) : 0, out.high_r = std::max(std::abs(a), std::abs(b));
      out.low_z = box.begin_v * cosine, out.high_z = box.end_v * cosine;
      return out;
    }
    case BrepSurfaceKind::sphere:
    case BrepSurfaceKind::torus: {
      const double tube = s.kind == BrepSurfaceKind::torus ? s.minor_radius : s.radius;
      see_wave(s.kind == BrepSurfaceKind::torus ? s.radius : 0, tube, 0, box.begin_v, box.end_v, out.low_r, out.high_r);
      see_wave(0, tube, std::numbers::pi / 2, box.begin_v, box.end_v, out.low_z, out.high_z);
      out.low_r = std::max(0.0, out.low_r);
      if (s.kind == BrepSurfaceKind::torus && s.radius < tube) out.low_r = 0, out.high_r = s.radius + tube;
      return out;
    }
    default: return std::nullopt;
  }
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
  return FeatureRing{a.origin,
                     a.axis,
                     std::max(0.0, std::min(a.low_r, b.low_r - off)),
                     std::max(a.high_r, b.high_r + off),
                     std::min({a.low_z, x - off, y - off}),
                     std::max({a.high_z, x + off, y + off})};
}

FeatureRing grown(FeatureRing ring, double by) {
  ring.low_r = std::max(0.0, ring.low_r - by), ring.high_r += by, ring.low_z -= by, ring.high_z += by;
  return ring;
}

FeatureRing moved(const RelativePose<double>& pose, FeatureRing ring) {
  ring.origin = transform(pose, ring.origin), ring.axis = rotate(pose.rotation, ring.axis);
  return ring;
}

// B's circles as A's axis has them: how far from it, and how high.
double least_distance(const FeatureRing& a, const FeatureRing& b) {
  const double across = std::abs(dot(a.axis, b.axis)), lean = length(cross(a.axis, b.axis));
  double off = 0, low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double z : {b.low_z, b.high_z}) {
    const Vec3<double> d = multiply_add(b.axis, z, b.origin) - a.origin;
    const double along = dot(d, a.axis);
    off = std::max(off, length(multiply_add(a.axis, -along, d))), low = std::min(low, along),
    high = std::max(high, along);
  }
  const double reach = b.high_r * lean;
  return std::hypot(between(a.low_r, a.high_r, std::max(0.0, b.low_r * across - off), b.high_r + off),
                    between(a.low_z, a.high_z, low - reach, high + reach));
}

bool is_outside(const PlainCurve& c, const FeatureRing& ring) {
  if (!c.is_circle) return false;
  return least_distance(ring, {c.centre, c.axis, c.radius, c.radius, 0, 0}) > 0;
}

}  // namespace abut::host
