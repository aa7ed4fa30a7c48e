#include "host/brep/recognised.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "abut/brep/brep_geometry.h"
#include "host/brep/brep_carriers.h"
#include "host/brep/canonical_bound.h"
#include "host/brep/canonical_fit.h"
#include "host/brep/canonical_part.h"

namespace abut::host {
namespace {

/// Samples of all patches together, about: more add nothing but time.
constexpr std::size_t most_samples = 300;
constexpr int per_side = 4;

/// Beside a part's own size: else its directions would be off by more than those of polars may be.
constexpr double most_of_own_size = 1e-7;
/// Of what is fitted to the intersection of known surfaces: directions are theirs.
constexpr double most_of_intersection = 1e-3;

std::vector<SurfaceSample> samples_of(std::span<const SurfacePatch> patches) {
  const std::size_t each = per_side * per_side, step = std::max<std::size_t>(1, each * patches.size() / most_samples);
  std::vector<SurfaceSample> out;
  for (std::size_t k = 0; k < patches.size(); k += step) {
    for (int i = 0; i < per_side; ++i) {
      for (int j = 0; j < per_side; ++j) {
        const double s = static_cast<double>(i) / (per_side - 1), t = static_cast<double>(j) / (per_side - 1);
        const SurfaceJet<double> at = point_on<FourScalars<double>>(patches[k].view(), s, t);
        const Vec3<double> normal = unit_normal(at);
        const SurfaceCurvature<double> bent = curvature(at);
        const double area = length(cross(at.u, at.v)), scale = squared_length(at.u) + squared_length(at.v);
        if (!(area > 1e-9 * scale)) continue;  // at a pole
        out.push_back({at.point, normal, bent.largest, bent.smallest});
      }
    }
  }
  return out;
}

template <class Points>
double size_of(const Points& points, const auto& place) {
  double size = 0;
  for (const auto& p : points) size = std::max(size, length(place(p) - place(points[0])));
  return size;
}

/// The least distance that is proved, but for a factor of 4; none where `most` is not.
std::optional<double> proved_distance(std::span<const SurfacePatch> patches, const Carrier<double>& c, double seen,
                                      double size, double most) {
  if (!(seen <= most)) return std::nullopt;
  for (double e = std::max(1.5 * seen, 1e-13 * size); e < most; e *= 4) {
    if (lie_within(patches, c, e)) return e;
  }
  return lie_within(patches, c, most) ? std::optional<double>(most) : std::nullopt;
}

/// A frame about an axis with x towards a point.
BrepFrame frame_towards(const Vec3<double>& origin, const Vec3<double>& z, const Vec3<double>& point) {
  Vec3<double> x = multiply_add(z, -dot(point - origin, z), point - origin);
  if (!(length(x) > 0)) x = epa_detail::perpendicular(z);
  x = unit_vector(x);
  x = unit_vector(multiply_add(z, -dot(x, z), x));
  return {origin, x, cross(z, x), z};
}

/// The canonical surface of a carrier, facing a point of it.
BrepSurface surface_of(const Carrier<double>& c, const Vec3<double>& towards) {
  BrepSurface s;
  s.radius = c.radius;
  const Vec3<double> foot = multiply_add(c.z, dot(towards - c.origin, c.z), c.origin);
  switch (c.kind) {
    case CarrierKind::plane:
      s.radius = 0;
      s.frame = frame_towards(towards - (foot - c.origin), c.z, towards + c.x);
      break;
    case CarrierKind::cylinder:
      s.kind = BrepSurfaceKind::cylinder;
      s.frame = frame_towards(foot, c.z, towards);
      break;
    case CarrierKind::cone:
      s.kind = BrepSurfaceKind::cone, s.radius = 0, s.half_angle = std::atan2(c.sine, c.cosine);
      s.frame = frame_towards(c.origin, c.z, towards);
      break;
    case CarrierKind::sphere: {
      s.kind = BrepSurfaceKind::sphere;
      const Vec3<double> x = unit_vector(towards - c.origin);
      s.frame = frame_towards(c.origin, epa_detail::perpendicular(x), towards);
      break;
    }
    default:
      s.kind = BrepSurfaceKind::torus, s.minor_radius = c.minor_radius;
      s.frame = frame_towards(c.origin, c.z, towards);
      break;
  }
  return s;
}

/// Whether normals are those of the carrier, or all opposite ones; none where they differ.
std::optional<bool> is_reversed(const Carrier<double>& c, std::span<const SurfaceSample> samples, double size) {
  const double radius = c.kind == CarrierKind::torus ? c.minor_radius : c.kind == CarrierKind::plane ? size : c.radius;
  const double h = 1e-3 * std::min(size, radius > 0 ? radius : size);
  int ahead = 0, behind = 0;
  for (const SurfaceSample& s : samples) {
    const double rise = side_distance(c, s.point + s.normal * h) - side_distance(c, s.point - s.normal * h);
    // Of a right surface it is 2 h; near a cone's apex less is seen.
    if (rise > h) ++ahead;
    if (rise < -h) ++behind;
  }
  if ((ahead > 0) == (behind > 0)) return std::nullopt;
  return behind > 0;
}

Vec3<double> mean_point(std::span<const SurfaceSample> samples) {
  Vec3<double> sum{0, 0, 0};
  for (const SurfaceSample& s : samples) sum = sum + s.point;
  return sum * (1 / static_cast<double>(samples.size()));
}

RecognisedSurface told(const Carrier<double>& c, std::span<const SurfacePatch> patches,
                       std::span<const SurfaceSample> samples, bool reversed, double deviation) {
  const Vec3<double> middle = mean_point(samples);
  const double off = length(cross(middle - c.origin, c.z)), size = std::abs(c.radius);
  // All round, any of the points will do.
  const bool any = c.kind == CarrierKind::sphere ? !(length(middle - c.origin) > 1e-3 * size) : !(off > 1e-3 * size);
  const Vec3<double> towards = any ? samples[0].point : middle;
  RecognisedSurface out{surface_of(c, towards), {}, reversed, deviation};
  const Vec3<double> d = towards - c.origin;
  const double up = dot(d, c.z),
               middle_v = std::atan2(up, std::sqrt(std::max(0.0, squared_length(d) - up * up)) - c.radius);
  out.part = part_on(out.surface, patches, 2 * deviation, c.kind == CarrierKind::torus ? middle_v : 0);
  return out;
}

/// All points of curves, some an arc.
std::vector<Vec3<double>> points_of(std::span<const SurfacePatch> arcs) {
  std::vector<Vec3<double>> out;
  const std::size_t step = std::max<std::size_t>(1, 9 * arcs.size() / most_samples);
  for (std::size_t k = 0; k < arcs.size(); k += step) {
    for (int i = 0; i <= 8; ++i) out.push_back(point_on<FourScalars<double>>(arcs[k].view(), i / 8.0, 0.0).point);
  }
  return out;
}

RecognisedCurve told(const Carrier<double>& c, std::span<const SurfacePatch> arcs, std::span<const Vec3<double>> points,
                     double deviation) {
  RecognisedCurve out;
  out.deviation = deviation;
  out.curve.frame = {c.origin, c.x, c.y, c.z};
  out.curve.radius = c.radius;
  if (c.kind == CarrierKind::line) {
    out.curve.kind = BrepCurveKind::line, out.curve.radius = 0;
    out.curve.frame = {c.origin, c.z, c.x, cross(c.z, c.x)};
    BrepSurface plane;
    plane.frame = out.curve.frame;
    const ParameterBox part = part_on(plane, arcs, 2 * deviation);
    out.begin = part.u0, out.end = part.u1;
    return out;
  }
  out.curve.kind = c.kind == CarrierKind::circle ? BrepCurveKind::circle : BrepCurveKind::ellipse;
  if (c.kind == CarrierKind::ellipse) {
    out.curve.minor_radius = c.minor_radius;
    out.begin = 0, out.end = 2 * std::acos(-1.0);
    return out;
  }
  BrepSurface about;
  about.kind = BrepSurfaceKind::cylinder, about.radius = c.radius;
  about.frame = frame_towards(c.origin, c.z, points[points.size() / 2]);
  out.curve.frame = about.frame;
  const ParameterBox part = part_on(about, arcs, 2 * deviation);
  out.begin = part.u0, out.end = part.u1;
  return out;
}

/// `choice`: of a curve through the points, the one that is asked for.
template <class Choice>
std::optional<RecognisedCurve> recognised(const Brep& brep, std::span<const EdgeInterval> parts, double distance,
                                          double most_part, const Choice& choice) {
  std::vector<SurfacePatch> arcs;
  for (const EdgeInterval& i : parts) {
    for (const BezierArc& arc : bezier_arcs(brep, i.curve, i.begin, i.end)) arcs.push_back(thin_patch(arc));
  }
  const std::vector<Vec3<double>> points = points_of(arcs);
  if (points.size() < 5) return std::nullopt;
  const double size = size_of(points, [](const Vec3<double>& p) { return p; });
  distance = std::min(distance, most_part * size);
  for (const CarrierKind kind : {CarrierKind::line, CarrierKind::circle, CarrierKind::ellipse}) {
    const auto through = fitted_curve(kind, points, size);
    if (!through || !(farthest(*through, points) <= distance)) continue;
    const auto c = choice(*through, size);
    if (!c) continue;
    const auto proved = proved_distance(arcs, *c, farthest(*c, points), size, distance);
    if (proved) return told(*c, arcs, points, *proved);
  }
  return std::nullopt;
}

}  // namespace

std::optional<RecognisedSurface> recognised_surface(const Brep& brep, std::uint32_t surface, const ParameterBox& part,
                                                    double distance) {
  const std::vector<SurfacePatch> patches = surface_patches(brep, surface, part);
  const std::vector<SurfaceSample> samples = samples_of(patches);
  if (samples.size() < 3) return std::nullopt;
  const double size = size_of(samples, [](const SurfaceSample& s) { return s.point; });
  distance = std::min(distance, most_of_own_size * size);
  for (const CarrierKind kind :
       {CarrierKind::plane, CarrierKind::cylinder, CarrierKind::sphere, CarrierKind::cone, CarrierKind::torus}) {
    const auto c = fitted_surface(kind, samples, size);
    if (!c || !(farthest(*c, samples) <= distance)) continue;
    const auto reversed = is_reversed(*c, samples, size);
    if (!reversed) continue;
    const auto proved = proved_distance(patches, *c, farthest(*c, samples), size, distance);
    if (proved) return told(*c, patches, samples, *reversed, *proved);
  }
  return std::nullopt;
}

std::optional<RecognisedCurve> recognised_curve(const Brep& brep, std::span<const EdgeInterval> parts,
                                                double distance) {
  return recognised(brep, parts, distance, most_of_own_size,
                    [](const Carrier<double>& c, double) { return std::optional(c); });
}

std::optional<RecognisedCurve> recognised_curve(const Brep& brep, std::span<const EdgeInterval> parts,
                                                const Carrier<double>& a, const Carrier<double>& b, double distance) {
  return recognised(brep, parts, distance, most_of_intersection,
                    [&](const Carrier<double>& c, double size) { return common_curve(c, a, b, size); });
}

}  // namespace abut::host
