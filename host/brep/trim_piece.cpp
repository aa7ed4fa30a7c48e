#include "host/brep/trim_piece.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace abut::host {
namespace {

/// As many cuts as take any piece to the roundings of its own size.
constexpr int most_cuts = 60;

Vec2<double> place(const Vec3<double>& p) { return {p.x / p.z, p.y / p.z}; }

TrimPiece arc_piece(const BrepParameterCurve& c, double begin, double end) {
  const double b = c.kind == BrepCurveKind::circle ? c.radius : c.minor_radius;
  const auto at = [&](double t, double factor) {
    return c.origin + c.x * (factor * c.radius * std::cos(t)) + c.y * (factor * b * std::sin(t));
  };
  const double weight = std::cos((end - begin) / 2);
  const Vec2<double> p = at(begin, 1), q = at((begin + end) / 2, 1 / weight), r = at(end, 1);
  TrimPiece out;
  out.degree = 2;
  out.points[0] = {p.x, p.y, 1}, out.points[2] = {r.x, r.y, 1};
  out.points[1] = {q.x * weight, q.y * weight, weight};
  return out;
}

std::vector<TrimPiece> arc_pieces(const BrepParameterCurve& c, double begin, double end) {
  const double quarter = std::numbers::pi / 2;
  const int count = std::max(1, static_cast<int>(std::ceil((end - begin) / quarter - 1e-9)));
  std::vector<TrimPiece> out;
  const auto at = [&](int k) { return k == count ? end : begin + (end - begin) * k / count; };
  for (int k = 0; k < count; ++k) out.push_back(arc_piece(c, at(k), at(k + 1)));
  return out;
}

/// A knot of `d` that is nearly at `t`, or `t`.
double at_knot(const SplineDirection& d, double t) {
  const double near = 1e-12 * (d.end() - d.begin());
  for (const double knot : d.knots) {
    if (std::abs(knot - t) <= near) return std::clamp(knot, d.begin(), d.end());
  }
  return std::clamp(t, d.begin(), d.end());
}

NurbsCurve with_full_knot(const NurbsCurve& curve, double knot) {
  const auto times = static_cast<int>(std::count(curve.u.knots.begin(), curve.u.knots.end(), knot));
  if (!(knot > curve.u.begin() && knot < curve.u.end()) || times >= curve.u.degree) return curve;
  return insert_knot(curve, knot, curve.u.degree - times);
}

std::vector<TrimPiece> spline_pieces(const NurbsCurve& given, double begin, double end) {
  const double from = at_knot(given.u, begin), to = at_knot(given.u, end);
  NurbsCurve curve = clamped(given);
  std::vector<double> breaks = given.u.knots;
  breaks.push_back(from), breaks.push_back(to);
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  std::erase_if(breaks, [&](double t) { return t < from || t > to; });
  for (const double t : breaks) curve = with_full_knot(curve, t);
  const auto degree = static_cast<std::size_t>(curve.u.degree);
  std::vector<TrimPiece> out;
  for (std::size_t k = 0; k + 1 < breaks.size(); ++k) {
    // The last knot at the break, `degree` in front of it: the span's first control point is at its own number.
    const auto last = std::upper_bound(curve.u.knots.begin(), curve.u.knots.end(), breaks[k]) - 1;
    const auto first = static_cast<std::size_t>(last - curve.u.knots.begin()) - degree;
    TrimPiece piece;
    piece.degree = curve.u.degree;
    for (std::size_t i = 0; i <= degree; ++i) {
      const double w = curve.weights.empty() ? 1 : curve.weights[first + i];
      piece.points[i] = {curve.points[first + i].x * w, curve.points[first + i].y * w, w};
    }
    out.push_back(piece);
  }
  return out;
}

std::size_t last_of(const TrimPiece& piece) { return static_cast<std::size_t>(piece.degree); }

TrimBox united(const TrimBox& a, const TrimBox& b) {
  return {std::min(a.begin_u, b.begin_u), std::max(a.end_u, b.end_u), std::min(a.begin_v, b.begin_v),
          std::max(a.end_v, b.end_v)};
}

TrimBox box_after(const TrimPiece& piece, int cuts) {
  const TrimBox hull = hull_box(piece);
  if (cuts == 0 || piece.degree == 1) return hull;
  const auto [low, high] = halves(piece);
  return united(box_after(low, cuts - 1), box_after(high, cuts - 1));
}

std::optional<int> crossings_after(const TrimPiece& piece, const WayAlongV& way, int cuts) {
  const TrimBox box = hull_box(piece);
  if (box.begin_u > way.u || box.end_u <= way.u || box.begin_v > way.high || box.end_v < way.low) return 0;
  if (box.begin_v > way.low && box.end_v < way.high) {
    return static_cast<int>(end_of(piece).x > way.u) - static_cast<int>(begin_of(piece).x > way.u);
  }
  if (cuts == 0) return std::nullopt;
  const auto [first, second] = halves(piece);
  const auto a = crossings_after(first, way, cuts - 1);
  if (!a) return a;
  const auto b = crossings_after(second, way, cuts - 1);
  if (!b) return b;
  return *a + *b;
}

bool near_after(const TrimPiece& piece, double reach, int cuts) {
  const Vec2<double> a = begin_of(piece), b = end_of(piece);
  if (length(a) <= reach || length(b) <= reach) return true;
  const TrimBox box = hull_box(piece);
  const double x = std::max({box.begin_u, -box.end_u, 0.0}), y = std::max({box.begin_v, -box.end_v, 0.0});
  if (std::hypot(x, y) > reach) return false;
  if (cuts == 0) return true;
  const auto [first, second] = halves(piece);
  return near_after(first, reach, cuts - 1) || near_after(second, reach, cuts - 1);
}

}  // namespace

std::vector<TrimPiece> pieces_of(const Brep& brep, std::uint32_t parameter_curve, double begin, double end) {
  const BrepParameterCurve& c = brep.parameter_curves[parameter_curve];
  if (c.kind == BrepCurveKind::nurbs) return spline_pieces(brep.nurbs_parameter_curves[c.nurbs], begin, end);
  if (c.kind != BrepCurveKind::line) return arc_pieces(c, begin, end);
  return {straight_piece(c.origin + c.x * begin, c.origin + c.x * end, TrimKind::boundary)};
}

TrimPiece straight_piece(Vec2<double> from, Vec2<double> to, TrimKind kind) {
  TrimPiece out;
  out.points[0] = {from.x, from.y, 1}, out.points[1] = {to.x, to.y, 1};
  out.kind = kind;
  return out;
}

Vec2<double> begin_of(const TrimPiece& piece) { return place(piece.points[0]); }
Vec2<double> end_of(const TrimPiece& piece) { return place(piece.points[last_of(piece)]); }
Vec2<double> middle_of(const TrimPiece& piece) { return end_of(halves(piece)[0]); }

Vec2<double> middle_tangent(const TrimPiece& piece) {
  const auto [low, high] = halves(piece);
  return place(high.points[1]) - place(low.points[last_of(low) - 1]);
}

TrimPiece reversed(const TrimPiece& piece) {
  TrimPiece out = piece;
  std::reverse(out.points.begin(), out.points.begin() + piece.degree + 1);
  return out;
}

TrimPiece mapped(const TrimPiece& piece, const ParameterMap& map) {
  TrimPiece out = piece;
  for (std::size_t i = 0; i <= last_of(piece); ++i) {
    const Vec3<double> p = piece.points[i];
    out.points[i] = {map.linear[0] * p.x + map.linear[1] * p.y + map.shift.x * p.z,
                     map.linear[2] * p.x + map.linear[3] * p.y + map.shift.y * p.z, p.z};
  }
  return out;
}

std::array<TrimPiece, 2> halves(const TrimPiece& piece) {
  TrimPiece low = piece, high = piece;
  const std::size_t n = last_of(piece);
  for (std::size_t k = 0; k <= n; ++k) {
    low.points[k] = high.points[0];
    for (std::size_t i = 0; i < n - k; ++i) high.points[i] = (high.points[i] + high.points[i + 1]) * 0.5;
  }
  return {low, high};
}

TrimBox hull_box(const TrimPiece& piece) {
  TrimBox box{HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
  for (std::size_t i = 0; i <= last_of(piece); ++i) {
    if (!(piece.points[i].z > 0)) return {-HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL};
    const Vec2<double> p = place(piece.points[i]);
    box = united(box, {p.x, p.x, p.y, p.y});
  }
  return box;
}

TrimBox tight_box(const TrimPiece& piece) { return box_after(piece, 4); }

std::optional<int> crossings(const TrimPiece& piece, const WayAlongV& way) {
  return crossings_after(piece, way, most_cuts);
}

bool comes_near(const TrimPiece& piece, Vec2<double> point, const TangentMetric& metric, double reach) {
  const Vec2<double> shift{-metric.a * point.x - metric.b * point.y, -metric.c * point.y};
  const ParameterMap map{{metric.a, metric.b, 0, metric.c}, shift};
  return near_after(mapped(piece, map), reach, most_cuts);
}

}  // namespace abut::host
