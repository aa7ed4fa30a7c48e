#include "host/surface/slope_nets.h"

#include <algorithm>
#include <cmath>

namespace abut::host {
namespace {

/// B, and w; of a patch that is not rational w is 1, of degree 0.
struct LiftedNets {
  BernsteinNet b[3], w;
};

LiftedNets lifted(const BezierPatch<double>& patch, const Vec3<double>& p) {
  LiftedNets out;
  for (BernsteinNet& b : out.b) b = BernsteinNet(patch.degree_u, patch.degree_v);
  if (patch.rational) {
    out.w = BernsteinNet(patch.degree_u, patch.degree_v);
  } else {
    out.w.c[0] = 1;
  }
  for (std::size_t k = 0; k < out.b[0].c.size(); ++k) {
    const double* c = patch.points + 4 * k;
    const double w = patch.rational ? c[3] : 1;
    out.b[0].c[k] = c[0] - p.x * w, out.b[1].c[k] = c[1] - p.y * w, out.b[2].c[k] = c[2] - p.z * w;
    if (patch.rational) out.w.c[k] = w;
  }
  return out;
}

/// w^3 f_s, or f_t where the derivatives are those by t. `squared`: |B|^2.
BernsteinNet slope_net(const LiftedNets& of, const BernsteinNet& squared, bool rational,
                       BernsteinNet (*derivative)(const BernsteinNet&)) {
  const BernsteinNet first = derivative(of.b[0]);
  BernsteinNet along(of.b[0].n + first.n, of.b[0].m + first.m);
  for (const BernsteinNet& b : of.b) add_product(b, derivative(b), 1, along);
  if (!rational) return along;
  const BernsteinNet heavier = derivative(of.w);
  BernsteinNet out(along.n + of.w.n, along.m + of.w.m);
  add_product(of.w, along, 1, out);
  add_product(squared, heavier, -1, out);
  return out;
}

bool is_one_point(const BezierPatch<double>& patch, int first, int step, int count) {
  const Vec3<double> at = control_point(patch, first);
  for (int k = 1; k < count; ++k) {
    if (!(length(control_point(patch, first + k * step) - at) <= 1e-12)) return false;
  }
  return true;
}

}  // namespace

PatchPoles poles_of(const BezierPatch<double>& patch) {
  const int p = patch.degree_u, q = patch.degree_v, row = q + 1;
  return {is_one_point(patch, 0, 1, q + 1), is_one_point(patch, p * row, 1, q + 1), is_one_point(patch, 0, row, p + 1),
          is_one_point(patch, q, row, p + 1)};
}

SlopeNets slope_nets(const BezierPatch<double>& patch, const Vec3<double>& p, const PatchPoles& poles) {
  const LiftedNets of = lifted(patch, p);
  BernsteinNet squared;
  if (patch.rational) {
    squared = BernsteinNet(2 * patch.degree_u, 2 * patch.degree_v);
    for (const BernsteinNet& b : of.b) add_product(b, b, 1, squared);
  }
  SlopeNets out;
  out.s = slope_net(of, squared, patch.rational, derivative_by_s);
  out.t = slope_net(of, squared, patch.rational, derivative_by_t);
  // A number of B is off by roundings of the control point and of p w. A coefficient is a mean of products, each with
  // one difference of neighbours, times the degree.
  double far = 0, heavy = 1, off = 0;
  for (std::size_t k = 0; k < of.b[0].c.size(); ++k) {
    const double* c = patch.points + 4 * k;
    const double w = patch.rational ? c[3] : 1;
    far = std::max(far, length(Vec3<double>{of.b[0].c[k], of.b[1].c[k], of.b[2].c[k]}));
    heavy = std::max(heavy, w);
    off = std::max(off, max_abs(Vec3<double>{c[0], c[1], c[2]}) + max_abs(p) * w);
  }
  const double longest_s =
      std::sqrt(3) * std::max({largest_magnitude(derivative_by_s(of.b[0])), largest_magnitude(derivative_by_s(of.b[1])),
                               largest_magnitude(derivative_by_s(of.b[2]))});
  const double longest_t =
      std::sqrt(3) * std::max({largest_magnitude(derivative_by_t(of.b[0])), largest_magnitude(derivative_by_t(of.b[1])),
                               largest_magnitude(derivative_by_t(of.b[2]))});
  const double one = Epsilon<double>::value * (off + far);
  const auto noise = [&](int degree, double longest, const BernsteinNet& weights) {
    const double by_weights = patch.rational ? 3 * far * heavy * largest_magnitude(weights) : 0;
    return 8 * one * (heavy * (longest + 2 * degree * far) + by_weights);
  };
  out.noise_s = noise(patch.degree_u, longest_s, derivative_by_s(of.w));
  out.noise_t = noise(patch.degree_v, longest_t, derivative_by_t(of.w));
  if (poles.s0) out.t = without_factor(out.t, NetEnd::s0);
  if (poles.s1) out.t = without_factor(out.t, NetEnd::s1);
  if (poles.t0) out.s = without_factor(out.s, NetEnd::t0);
  if (poles.t1) out.s = without_factor(out.s, NetEnd::t1);
  out.noise_t *= (poles.s0 ? 3 * patch.degree_u : 1) * (poles.s1 ? 3 * patch.degree_u : 1);
  out.noise_s *= (poles.t0 ? 3 * patch.degree_v : 1) * (poles.t1 ? 3 * patch.degree_v : 1);
  const int n = std::max(out.s.n, out.t.n), m = std::max(out.s.m, out.t.m);
  out.s = elevated(out.s, n, m), out.t = elevated(out.t, n, m);
  return out;
}

}  // namespace abut::host
