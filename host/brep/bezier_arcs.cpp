#include "host/brep/bezier_arcs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace abut::host {
namespace {

WeightedPoint weighted(const Vec3<double>& p, double w) { return {p.x * w, p.y * w, p.z * w, w}; }

WeightedPoint between(const WeightedPoint& a, const WeightedPoint& b, double t) {
  const double s = 1 - t;
  return {a.x * s + b.x * t, a.y * s + b.y * t, a.z * s + b.z * t, a.w * s + b.w * t};
}

/// Of a circle or an ellipse, of less than half a turn.
BezierArc conic_arc(const BrepCurve& c, double begin, double end) {
  const double minor = c.kind == BrepCurveKind::circle ? c.radius : c.minor_radius;
  const auto at = [&](double t, double factor) {
    return c.frame.origin + c.frame.x * (factor * c.radius * std::cos(t)) + c.frame.y * (factor * minor * std::sin(t));
  };
  const double weight = std::cos(0.5 * (end - begin));
  BezierArc out{2, begin, end, {}};
  out.points[0] = weighted(at(begin, 1), 1);
  out.points[1] = weighted(at(0.5 * (begin + end), 1 / weight), weight);
  out.points[2] = weighted(at(end, 1), 1);
  return out;
}

std::vector<BezierArc> conic_arcs(const BrepCurve& c, double begin, double end) {
  const int count = std::max(1, static_cast<int>(std::ceil((end - begin) / (std::numbers::pi / 2) - 1e-9)));
  const auto at = [&](int k) { return k == count ? end : begin + (end - begin) * k / count; };
  std::vector<BezierArc> out;
  for (int k = 0; k < count; ++k) out.push_back(conic_arc(c, at(k), at(k + 1)));
  return out;
}

}  // namespace

std::vector<BezierArc> bezier_arcs(const NurbsSpaceCurve& curve) {
  // As a ruled surface, whose pieces are cut at the same knots: its first ruled line is the curve.
  NurbsSurface ruled;
  ruled.u = curve.u, ruled.v = {1, {0, 0, 1, 1}};
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    for (int k = 0; k < 2; ++k) {
      ruled.points.push_back(curve.points[i]);
      if (!curve.weights.empty()) ruled.weights.push_back(curve.weights[i]);
    }
  }
  const BezierPatches patches = bezier_patches(ruled);
  std::vector<BezierArc> out;
  const auto size = static_cast<std::size_t>(patches.degree_u) + 1;
  for (std::size_t k = 0; k < patches.patches_u(); ++k) {
    BezierArc arc{patches.degree_u, patches.breaks_u[k], patches.breaks_u[k + 1], {}};
    for (std::size_t i = 0; i < size; ++i) arc.points[i] = patches.points[2 * (k * size + i)];
    out.push_back(arc);
  }
  return out;
}

std::vector<BezierArc> bezier_arcs(const Brep& brep, std::uint32_t curve, double begin, double end) {
  const BrepCurve& c = brep.curves[curve];
  if (c.kind == BrepCurveKind::line) {
    BezierArc arc{1, begin, end, {}};
    for (const int k : {0, 1}) {
      arc.points[static_cast<std::size_t>(k)] = weighted(c.frame.origin + c.frame.x * (k == 0 ? begin : end), 1);
    }
    return {arc};
  }
  if (c.kind != BrepCurveKind::nurbs) return conic_arcs(c, begin, end);
  std::vector<BezierArc> out;
  for (const BezierArc& arc : bezier_arcs(brep.nurbs_curves[c.nurbs])) {
    const double from = std::max(begin, arc.begin), to = std::min(end, arc.end), length = arc.end - arc.begin;
    if (!(from < to)) continue;
    BezierArc part = part_of(arc, (from - arc.begin) / length, (to - arc.begin) / length);
    part.begin = from, part.end = to;
    out.push_back(part);
  }
  return out;
}

BezierArc part_of(const BezierArc& arc, double begin, double end) {
  BezierArc out = arc;
  const auto n = static_cast<std::size_t>(arc.degree);
  if (end < 1) {
    for (std::size_t k = 1; k <= n; ++k) {
      for (std::size_t i = n; i >= k; --i) out.points[i] = between(out.points[i - 1], out.points[i], end);
    }
  }
  if (begin > 0) {
    for (std::size_t k = 1; k <= n; ++k) {
      for (std::size_t i = 0; i + k <= n; ++i) out.points[i] = between(out.points[i], out.points[i + 1], begin / end);
    }
  }
  return out;
}

BezierArc seen_from(const BrepFrame& f, BezierArc arc) {
  for (WeightedPoint& p : arc.points) {
    const Vec3<double> d{p.x - p.w * f.origin.x, p.y - p.w * f.origin.y, p.z - p.w * f.origin.z};
    p = {dot(d, f.x), dot(d, f.y), dot(d, f.z), p.w};
  }
  return arc;
}

}  // namespace abut::host
