#include "host/brep/canonical_bound.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "host/surface/bernstein_net.h"

namespace abut::host {
namespace {

/// In the carrier's frame, times the weight. Data only.
struct Nets {
  BernsteinNet x, y, z, w;
};

Nets nets_of(const SurfacePatch& patch, const Carrier<double>& c) {
  const BernsteinNet empty(patch.degree_u, patch.degree_v);
  Nets out{empty, empty, empty, empty};
  for (std::size_t i = 0; i < empty.c.size(); ++i) {
    const double* p = patch.points.data() + 4 * i;
    const Vec3<double> d{p[0] - p[3] * c.origin.x, p[1] - p[3] * c.origin.y, p[2] - p[3] * c.origin.z};
    out.x.c[i] = dot(d, c.x), out.y.c[i] = dot(d, c.y), out.z.c[i] = dot(d, c.z), out.w.c[i] = p[3];
  }
  return out;
}

/// a x + b y, of the same degrees.
BernsteinNet sum(const BernsteinNet& x, double a, const BernsteinNet& y, double b) {
  BernsteinNet out = x;
  for (std::size_t i = 0; i < out.c.size(); ++i) out.c[i] = a * x.c[i] + b * y.c[i];
  return out;
}
BernsteinNet square(const BernsteinNet& x) {
  BernsteinNet out(2 * x.n, 2 * x.m);
  add_product(x, x, 1, out);
  return out;
}

/// Whether a polynomial is 0 or more, by halves.
bool is_not_negative(const BernsteinNet& net) {
  constexpr int most_cuts = 4096;
  std::vector<BernsteinNet> waiting{net};
  for (int k = 0; k < most_cuts && !waiting.empty(); ++k) {
    const BernsteinNet f = std::move(waiting.back());
    waiting.pop_back();
    if (range_of(f).least >= 0) continue;
    for (const int i : {0, f.n}) {
      for (const int j : {0, f.m}) {
        if (!(f.at(i, j) >= 0)) return false;  // a value
      }
    }
    double by_s = 0, by_t = 0;
    for (int i = 0; i <= f.n; ++i) {
      for (int j = 0; j <= f.m; ++j) {
        if (i > 0) by_s = std::max(by_s, f.n * std::abs(f.at(i, j) - f.at(i - 1, j)));
        if (j > 0) by_t = std::max(by_t, f.m * std::abs(f.at(i, j) - f.at(i, j - 1)));
      }
    }
    auto halves = by_s >= by_t ? halves_by_s(f) : halves_by_t(f);
    waiting.push_back(std::move(halves.first)), waiting.push_back(std::move(halves.second));
  }
  return waiting.empty();
}

using Claims = std::vector<BernsteinNet>;

/// |f| <= e W.
void claim_within(const BernsteinNet& f, const BernsteinNet& w, double e, Claims& to) {
  to.push_back(sum(w, e, f, 1)), to.push_back(sum(w, e, f, -1));
}

/// That the square's root over W is from r - e to r + e.
void claim_about(const BernsteinNet& squared, const BernsteinNet& w_squared, double r, double e, Claims& to) {
  to.push_back(sum(w_squared, (r + e) * (r + e), squared, -1));
  if (r > e) to.push_back(sum(w_squared, -(r - e) * (r - e), squared, 1));
}

/// With s = z sin h and c = rho cos h, that c - s is from -e to e: c^2 <= (s + e)^2, and c^2 >= s^2 - e s, whose root
/// is s - e or more. At the apex all of these are 0, but for rounding.
void claim_cone(const Nets& n, const Carrier<double>& c, double e, Claims& to) {
  const BernsteinNet s = sum(n.z, c.sine, n.z, 0), raised = sum(s, 1, n.w, e);
  BernsteinNet across = square(n.x);
  add_product(n.y, n.y, 1, across);
  to.push_back(raised);
  BernsteinNet below = square(raised), above = across;
  for (std::size_t i = 0; i < across.c.size(); ++i) {
    below.c[i] -= c.cosine * c.cosine * across.c[i];
    above.c[i] *= c.cosine * c.cosine;
  }
  add_product(s, s, -1, above), add_product(s, n.w, e, above);
  add_product(n.w, n.w, 1e-4 * e * e, above);
  to.push_back(std::move(below)), to.push_back(std::move(above));
}

/// With q = |p|^2 + R^2 - t^2, (rho - R)^2 + z^2 <= t^2 is q <= 2 R rho, which q^2 <= 4 R^2 rho^2 implies; >= t^2 is q
/// >= 2 R rho, which the opposite and q >= 0 do.
void claim_torus(const Nets& n, const Carrier<double>& c, double e, Claims& to) {
  BernsteinNet across = square(n.x);
  add_product(n.y, n.y, 1, across);
  BernsteinNet all = across;
  add_product(n.z, n.z, 1, all);
  const BernsteinNet w_squared = square(n.w);
  BernsteinNet rho(2 * across.n, 2 * across.m);  // 4 R^2 rho^2 w^2
  add_product(across, w_squared, 4 * c.radius * c.radius, rho);
  for (const double sign : {1.0, -1.0}) {
    const double tube = c.minor_radius + sign * e;
    if (!(tube > 0)) continue;
    const BernsteinNet q = sum(all, 1, w_squared, (c.radius - tube) * (c.radius + tube));
    if (sign < 0) to.push_back(q);
    to.push_back(sum(rho, sign, square(q), -sign));
  }
}

Claims claims_of(const SurfacePatch& patch, const Carrier<double>& c, double e) {
  Nets n = nets_of(patch, c);
  Claims out;
  const BernsteinNet w_squared = square(n.w);
  BernsteinNet squared = square(n.x);
  add_product(n.y, n.y, 1, squared);
  switch (c.kind) {
    case CarrierKind::plane: claim_within(n.z, n.w, e, out); break;
    case CarrierKind::line: out.push_back(sum(w_squared, e * e, squared, -1)); break;
    case CarrierKind::cylinder: claim_about(squared, w_squared, c.radius, e, out); break;
    case CarrierKind::sphere:
      add_product(n.z, n.z, 1, squared);
      claim_about(squared, w_squared, c.radius, e, out);
      break;
    case CarrierKind::cone: claim_cone(n, c, e, out); break;
    case CarrierKind::torus: claim_torus(n, c, e, out); break;
    case CarrierKind::ellipse: {
      // Made a circle by affinity, which brings nothing nearer.
      const double stretch = c.radius / c.minor_radius;
      squared = square(n.x);
      add_product(n.y, n.y, stretch * stretch, squared);
      [[fallthrough]];
    }
    case CarrierKind::circle:
      claim_within(n.z, n.w, 0.6 * e, out);
      claim_about(squared, w_squared, c.radius, 0.8 * e, out);
      break;
    case CarrierKind::point: break;
  }
  return out;
}

}  // namespace

bool lies_within(const SurfacePatch& patch, const Carrier<double>& carrier, double distance) {
  constexpr int most_degree_of_torus = 5;  // nets have degrees below 24
  if (carrier.kind == CarrierKind::torus && std::max(patch.degree_u, patch.degree_v) > most_degree_of_torus)
    return false;
  for (std::size_t i = 3; i < patch.points.size(); i += 4) {
    if (!(patch.points[i] > 0)) return false;
  }
  const Claims claims = claims_of(patch, carrier, distance);
  return !claims.empty() && std::all_of(claims.begin(), claims.end(), is_not_negative);
}

bool lie_within(std::span<const SurfacePatch> patches, const Carrier<double>& carrier, double distance) {
  return std::all_of(patches.begin(), patches.end(),
                     [&](const SurfacePatch& p) { return lies_within(p, carrier, distance); });
}

SurfacePatch thin_patch(const BezierArc& arc) {
  SurfacePatch out{arc.degree, 1, false, {}, {arc.begin, arc.end, 0, 1}};
  for (const WeightedPoint& p : arc.net()) {
    for (int k = 0; k < 2; ++k) {
      for (const double x : {p.x, p.y, p.z, p.w}) out.points.push_back(x);
    }
    out.rational = out.rational || p.w != 1;
  }
  return out;
}

}  // namespace abut::host
