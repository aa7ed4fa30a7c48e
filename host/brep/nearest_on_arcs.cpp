#include "host/brep/nearest_on_arcs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "abut/surface/bernstein.h"
#include "abut/surface/surface_jet.h"

namespace abut::host {
namespace {

/// A part of an arc that may hold the nearest point. Data only.
struct Part {
  BezierArc net;
  std::size_t arc;
  double begin, end;  ///< of the arc's own parameter
  double squared;     ///< no point of it is nearer
};

CurveJet<double> jet_at(const BezierArc& arc, double t) {
  BernsteinValues<double> b;
  bernstein(arc.degree, t, b);
  const double* of[3] = {b.value, b.first, b.second};
  Vec3<double> a[3];
  double w[3];
  for (int n = 0; n < 3; ++n) {
    a[n] = {0, 0, 0}, w[n] = 0;
    for (std::size_t i = 0; i <= static_cast<std::size_t>(arc.degree); ++i) {
      const WeightedPoint& p = arc.points[i];
      a[n] = multiply_add(Vec3<double>{p.x, p.y, p.z}, of[n][i], a[n]), w[n] += p.w * of[n][i];
    }
  }
  CurveJet<double> out;
  out.point = a[0] * (1 / w[0]);
  out.first = (a[1] - out.point * w[1]) * (1 / w[0]);
  out.second = (a[2] - out.first * (2 * w[1]) - out.point * w[2]) * (1 / w[0]);
  return out;
}

class Search {
 public:
  Search(std::span<const BezierArc> arcs, const Vec3<double>& point, ArcDistance distance)
      : arcs_(arcs), p_(point), kind_(distance), out_(std::hypot(point.x, point.y)) {
    double size = max_abs(point);
    for (const BezierArc& arc : arcs) {
      for (const WeightedPoint& w : arc.net()) {
        if (w.w > 0) size = std::max(size, max_abs(Vec3<double>{w.x, w.y, w.z}) / w.w);
      }
    }
    slack_ = 1e-13 * size;
  }

  NearestOnArcs run() {
    std::vector<Part> waiting;
    for (std::size_t k = arcs_.size(); k-- > 0;) waiting.push_back(made(arcs_[k], k, 0, 1));
    std::stable_sort(waiting.begin(), waiting.end(), [](auto& a, auto& b) { return a.squared > b.squared; });
    for (int n = 0; n < most_parts && !waiting.empty(); ++n) {
      const Part part = waiting.back();
      waiting.pop_back();
      if (!may_be_nearer(part)) continue;
      descend(part);
      const double middle = 0.5 * (part.begin + part.end);
      if (!may_be_nearer(part) || part.end - part.begin < 0x1p-22) continue;
      const Part low = made(part_of(part.net, 0, 0.5), part.arc, part.begin, middle);
      const Part high = made(part_of(part.net, 0.5, 1), part.arc, middle, part.end);
      waiting.push_back(low.squared <= high.squared ? high : low);
      waiting.push_back(low.squared <= high.squared ? low : high);
    }
    best_.distance = std::sqrt(squared_);
    return best_;
  }

 private:
  static constexpr int most_parts = 4096;

  bool may_be_nearer(const Part& part) const { return std::sqrt(part.squared) < std::sqrt(squared_) - slack_; }

  Part made(const BezierArc& net, std::size_t arc, double begin, double end) const {
    return {net, arc, begin, end, lower_bound(net)};
  }

  /// Of squared distances, and half their derivatives.
  struct Value {
    double squared, slope, bend;
  };
  Value value_of(const CurveJet<double>& c) const {
    const Vec3<double>&d1 = c.first, &d2 = c.second;
    if (kind_ == ArcDistance::about_z) {
      const double rho = std::hypot(c.point.x, c.point.y), off = rho - out_, z = c.point.z - p_.z;
      if (!(rho > 0)) return {off * off + z * z, 0, 0};
      const double rise = (c.point.x * d1.x + c.point.y * d1.y) / rho;
      const double bend = (d1.x * d1.x + d1.y * d1.y + c.point.x * d2.x + c.point.y * d2.y - rise * rise) / rho;
      return {off * off + z * z, off * rise + z * d1.z, rise * rise + off * bend + d1.z * d1.z + z * d2.z};
    }
    Vec3<double> r = c.point - p_, along = d1;
    if (kind_ == ArcDistance::across_z) r.z = 0, along.z = 0;
    return {squared_length(r), dot(r, along), squared_length(along) + dot(r, d2)};
  }

  void see(const Part& part, double t, const CurveJet<double>& c, const Value& v) {
    if (!(v.squared < squared_)) return;
    squared_ = v.squared;
    best_ = {part.arc, t, c.point, 0};
  }

  /// Newton's method within a part, as long as it goes down.
  void descend(const Part& part) {
    const BezierArc& arc = arcs_[part.arc];
    for (const double end : {part.begin, part.end}) {
      const CurveJet<double> c = jet_at(arc, end);
      see(part, end, c, value_of(c));
    }
    double t = 0.5 * (part.begin + part.end);
    CurveJet<double> c = jet_at(arc, t);
    Value v = value_of(c);
    for (int k = 0; k < 20; ++k) {
      see(part, t, c, v);
      if (!(v.bend > 0)) return;
      const double to = std::clamp(t - v.slope / v.bend, part.begin, part.end);
      if (to == t) return;
      const CurveJet<double> next = jet_at(arc, to);
      const Value there = value_of(next);
      if (!(there.squared <= v.squared)) return;
      t = to, c = next, v = there;
    }
    see(part, t, c, v);
  }

  double lower_bound(const BezierArc& net) const {
    if (kind_ == ArcDistance::about_z) {
      const Vec3<double> middle = jet_at(net, 0.5).point;
      const double m = std::max(std::hypot(middle.x, middle.y), 1e-3 * out_);
      return lower_bound_of(net, m > 0 ? 1 - out_ / m : 1, out_ * (out_ - m), 0, 0);
    }
    return lower_bound_of(net, 1, 0, p_.x, p_.y);
  }

  /// Of (shrink ((x - x0)^2 + (y - y0)^2) + (z - z0)^2 + add w^2) / w^2, by coefficients times binomials.
  double lower_bound_of(const BezierArc& net, double shrink, double add, double x0, double y0) const {
    const auto n = static_cast<std::size_t>(net.degree);
    double a[most_surface_degree + 1][4], binomial = 1;
    for (std::size_t i = 0; i <= n; ++i) {
      const WeightedPoint& p = net.points[i];
      const double z = kind_ == ArcDistance::across_z ? 0 : p.z - p.w * p_.z;
      a[i][0] = (p.x - p.w * x0) * binomial, a[i][1] = (p.y - p.w * y0) * binomial;
      a[i][2] = z * binomial, a[i][3] = p.w * binomial;
      binomial = binomial * static_cast<double>(n - i) / static_cast<double>(i + 1);
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k <= 2 * n; ++k) {
      double square = 0, weight = 0;
      for (std::size_t i = k > n ? k - n : 0; i <= std::min(k, n); ++i) {
        const double *x = a[i], *y = a[k - i];
        square += shrink * (x[0] * y[0] + x[1] * y[1]) + x[2] * y[2] + add * (x[3] * y[3]);
        weight += x[3] * y[3];
      }
      if (!(weight > 0)) return 0;
      least = std::min(least, square / weight);
    }
    return std::max(least, 0.0);
  }

  std::span<const BezierArc> arcs_;
  Vec3<double> p_;
  ArcDistance kind_;
  double out_, slack_ = 0;  ///< of the point from the axis; of distances
  double squared_ = std::numeric_limits<double>::infinity();
  NearestOnArcs best_;
};

}  // namespace

NearestOnArcs nearest_on_arcs(std::span<const BezierArc> arcs, const Vec3<double>& point, ArcDistance distance) {
  return Search(arcs, point, distance).run();
}

}  // namespace abut::host
