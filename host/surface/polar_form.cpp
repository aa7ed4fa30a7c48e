#include "host/surface/polar_form.h"

#include <algorithm>
#include <utility>

namespace abut::host {
namespace {

/// a * s + b * t; the parts at both ends of the result are not 0.
PointMean blend(const PointMean& a, double s, const PointMean& b, double t) {
  if (s == 0) return b;
  if (t == 0) return a;
  PointMean out;
  out.first = std::min(a.first, b.first);
  out.count = std::max(a.first + a.count, b.first + b.count) - out.first;
  for (std::size_t i = 0; i < a.count; ++i) out.part[a.first - out.first + i] += s * a.part[i];
  for (std::size_t i = 0; i < b.count; ++i) out.part[b.first - out.first + i] += t * b.part[i];
  return out;
}

Refinement unchanged(const SplineDirection& direction) {
  Refinement r{direction, std::vector<PointMean>(direction.count())};
  for (std::size_t i = 0; i < r.points.size(); ++i) {
    r.points[i].first = i, r.points[i].count = 1, r.points[i].part[0] = 1;
  }
  return r;
}

/// The span that a knot to be inserted lies in, not empty: from the domain's end on, the one that ends there.
std::size_t span_of_knot(const SplineDirection& d, double knot) {
  const std::vector<double>& u = d.knots;
  const auto behind =
      knot < d.end() ? std::upper_bound(u.begin(), u.end(), knot) : std::lower_bound(u.begin(), u.end(), knot);
  return static_cast<std::size_t>(behind - u.begin()) - 1;
}

void insert(Refinement& r, double knot) {
  std::vector<double>& u = r.direction.knots;
  const auto p = static_cast<std::size_t>(r.direction.degree);
  const std::size_t k = span_of_knot(r.direction, knot), count = r.points.size();
  const bool without_first = k < p, without_last = k >= count;
  // Over the new knots V, Q[i] = f(V[i + 1..i + p]) lies between P[i - 1] and P[i] for the i from k - p + 1 to k. Each
  // interval [U[i], U[i + p]] holds the span k, so none is empty. In front of them Q[i] is P[i], behind them P[i - 1].
  const std::size_t begin = without_first ? 1 : k - p + 1, end = without_last ? count : k + 1;
  std::vector<PointMean> between;
  for (std::size_t i = begin; i < end; ++i) {
    const double length = u[i + p] - u[i];
    between.push_back(blend(r.points[i - 1], (u[i + p] - knot) / length, r.points[i], (knot - u[i]) / length));
  }
  const auto at = [&](std::size_t i) { return r.points.begin() + static_cast<std::ptrdiff_t>(i); };
  if (!without_first && !without_last) r.points.insert(at(k), PointMean{});
  std::copy(between.begin(), between.end(), at(without_first ? 0 : begin));
  u.insert(u.begin() + static_cast<std::ptrdiff_t>(k) + 1, knot);
  if (without_first) u.erase(u.begin());
  if (without_last) u.pop_back();
}

std::vector<double> distinct(std::vector<double> knots) {
  knots.erase(std::unique(knots.begin(), knots.end()), knots.end());
  return knots;
}

std::size_t not_above(const std::vector<double>& knots, double knot) {
  return static_cast<std::size_t>(std::upper_bound(knots.begin(), knots.end(), knot) - knots.begin());
}
std::size_t below(const std::vector<double>& knots, double knot) {
  return static_cast<std::size_t>(std::lower_bound(knots.begin(), knots.end(), knot) - knots.begin());
}

/// Every knot once more often; of those up to the domain's begin the last degree + 2, of those from its end on the
/// first.
std::vector<double> elevated_knots(const SplineDirection& d) {
  std::vector<double> v;
  for (const double knot : distinct(d.knots)) {
    v.insert(v.end(), static_cast<std::size_t>(multiplicity(d, knot)) + 1, knot);
  }
  const auto kept = static_cast<std::size_t>(d.degree) + 2;
  const std::size_t first = not_above(v, d.begin()) - kept, last = below(v, d.end()) + kept;
  return {v.begin() + static_cast<std::ptrdiff_t>(first), v.begin() + static_cast<std::ptrdiff_t>(last)};
}

/// The knots but every `of`-th, from `which` on.
std::vector<double> without_every(std::size_t of, std::size_t which, const std::vector<double>& knots) {
  std::vector<double> left;
  for (std::size_t i = 0; i < knots.size(); ++i) {
    if (i % of != which) left.push_back(knots[i]);
  }
  return left;
}

/// The spline over its own knots and those of `wanted` that it has not.
Refinement over_at_least(const SplineDirection& d, const std::vector<double>& wanted) {
  std::vector<double> missing;
  for (const double knot : distinct(wanted)) {
    const auto times = static_cast<std::ptrdiff_t>(not_above(wanted, knot) - below(wanted, knot));
    for (std::ptrdiff_t i = multiplicity(d, knot); i < times; ++i) missing.push_back(knot);
  }
  return inserted(d, missing);
}

}  // namespace

int multiplicity(const SplineDirection& direction, double knot) {
  return static_cast<int>(std::count(direction.knots.begin(), direction.knots.end(), knot));
}

Refinement inserted(const SplineDirection& direction, const std::vector<double>& knots) {
  Refinement r = unchanged(direction);
  for (const double knot : knots) insert(r, knot);
  return r;
}

Refinement with_clamped_ends(const SplineDirection& direction) {
  const double begin = direction.begin(), end = direction.end();
  std::vector<double> missing;
  for (const double knot : {begin, end}) {
    for (int i = multiplicity(direction, knot); i < direction.degree; ++i) missing.push_back(knot);
  }
  Refinement r = inserted(direction, missing);
  // The first control point that stays is f(begin, ..., begin), the last one f(end, ..., end).
  const auto p = static_cast<std::size_t>(direction.degree);
  const std::vector<double>& u = r.direction.knots;
  const std::size_t first = not_above(u, begin) - 1 - p, last = below(u, end) - 1;
  std::vector<double> knots(p + 1, begin);
  knots.insert(knots.end(), u.begin() + static_cast<std::ptrdiff_t>(first + p) + 1,
               u.begin() + static_cast<std::ptrdiff_t>(last) + 1);
  knots.insert(knots.end(), p + 1, end);
  r.direction.knots = knots;
  r.points = {r.points.begin() + static_cast<std::ptrdiff_t>(first),
              r.points.begin() + static_cast<std::ptrdiff_t>(last) + 1};
  return r;
}

Refinement in_bezier_pieces(const SplineDirection& direction) {
  Refinement r = with_clamped_ends(direction);
  for (const double knot : distinct(r.direction.knots)) {
    for (int i = multiplicity(r.direction, knot); i < direction.degree; ++i) insert(r, knot);
  }
  return r;
}

Refinement with_higher_degree(const SplineDirection& direction) {
  // F(t1, ..., t(p + 1)) is the mean of f over all arguments but one. Of the runs of p + 1 elevated knots V each has
  // one knot of every residue of indices mod p + 1. So the terms without a knot of one residue are control points over
  // V without the knots of that residue (Prautzsch 1984). It drops each knot once at most, and so holds the knots U:
  // the terms come by insertion, and on segments that are right for their arguments, also at multiple knots.
  const auto p = static_cast<std::size_t>(direction.degree);
  Refinement r{{direction.degree + 1, elevated_knots(direction)}, {}};
  const std::vector<double>& v = r.direction.knots;
  r.points.resize(r.direction.count());
  for (std::size_t residue = 0; residue <= p; ++residue) {
    const std::vector<double> wanted = without_every(p + 1, residue, v);
    const Refinement term = over_at_least(direction, wanted);
    const std::size_t shift = not_above(term.direction.knots, direction.begin()) - not_above(wanted, direction.begin());
    for (std::size_t i = 0; i < r.points.size(); ++i) {
      const std::size_t next = i + 1;  // the first argument of F; of f it is the one behind, where this one is dropped
      const std::size_t dropped_before = (next + p - residue) / (p + 1);  // of the indices below `next`
      const PointMean& mean = term.points[next - dropped_before + shift - 1];
      const auto terms = static_cast<double>(residue + 1);
      r.points[i] = blend(r.points[i], static_cast<double>(residue) / terms, mean, 1 / terms);
    }
  }
  return r;
}

ControlNet refined(const ControlNet& net, SurfaceParameter along, const std::vector<PointMean>& points) {
  const bool of_u = along == SurfaceParameter::u, rational = !net.weights.empty();
  ControlNet out;
  out.count_u = of_u ? points.size() : net.count_u, out.count_v = of_u ? net.count_v : points.size();
  out.points.reserve(out.count_u * out.count_v);
  for (std::size_t i = 0; i < out.count_u; ++i) {
    for (std::size_t j = 0; j < out.count_v; ++j) {
      const PointMean& mean = points[of_u ? i : j];
      const auto taken = [&](std::size_t k) {
        return of_u ? (mean.first + k) * net.count_v + j : i * net.count_v + mean.first + k;
      };
      double weight = 0;
      for (std::size_t k = 0; rational && k < mean.count; ++k) weight += mean.part[k] * net.weights[taken(k)];
      // In homogeneous coordinates this is the sum of part * (w x, w y, w z, w). Where all weights are 0 any position
      // would do; that of a spline without weights is finite.
      Vec3<double> point{0, 0, 0};
      for (std::size_t k = 0; k < mean.count; ++k) {
        const double part = weight > 0 ? mean.part[k] * net.weights[taken(k)] / weight : mean.part[k];
        point = multiply_add(net.points[taken(k)], part, point);
      }
      if (mean.count == 1) point = net.points[taken(0)];
      out.points.push_back(point);
      if (rational) out.weights.push_back(weight);
    }
  }
  return out;
}

}  // namespace abut::host
