#include "abut/surface/surface_mass.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "abut/surface/bernstein.h"
#include "host/number_text.h"
#include "host/shapes/solid_moments.h"
#include "host/surface/gauss_legendre.h"

namespace abut {
namespace {

using host::SolidMoments;

/// A node along one parameter of a patch, and the Bernstein polynomials there. Data only.
struct Node {
  double weight;
  BernsteinValues<double> of;
};

std::vector<Node> nodes(int degree, int count) {
  std::vector<Node> out;
  for (const host::QuadratureNode& q : host::gauss_legendre(count)) {
    out.push_back({q.weight, {}});
    bernstein(degree, q.at, out.back().of);
  }
  return out;
}

/// Nodes along both parameters. Without weights the integrand of the second moments, x_i x_j (x . (S_u x S_v)), has the
/// degree 5 p - 1 in each, which count nodes take where 2 count - 1 is no less. `times` as many where there are
/// weights.
struct Grid {
  std::vector<Node> u, v;
  Grid(const BezierPatches& p, int times)
      : u(nodes(p.degree_u, times * (5 * p.degree_u + 1) / 2)),
        v(nodes(p.degree_v, times * (5 * p.degree_v + 1) / 2)) {}
};

/// Integrals, and what their terms add up to without signs. Data only.
struct Sums {
  SolidMoments moments;
  double size = 0;
};

/// Sum of the control points of a patch by the given factors.
WeightedPoint combined(const BezierPatches& p, std::size_t first, const double* of_u, const double* of_v) {
  WeightedPoint sum{0, 0, 0, 0};
  for (int i = 0; i <= p.degree_u; ++i) {
    for (int j = 0; j <= p.degree_v; ++j) {
      const WeightedPoint& c = p.points[first++];
      const double f = of_u[i] * of_v[j];
      sum.x += f * c.x, sum.y += f * c.y, sum.z += f * c.z, sum.w += f * c.w;
    }
  }
  return sum;
}

Vec3<double> in_space(const WeightedPoint& a) { return {a.x, a.y, a.z}; }

Sums integrals(const BezierPatches& p, std::size_t first, const Grid& grid) {
  Sums out;
  for (const Node& u : grid.u) {
    for (const Node& v : grid.v) {
      const WeightedPoint s = combined(p, first, u.of.value, v.of.value);
      const WeightedPoint su = combined(p, first, u.of.first, v.of.value),
                          sv = combined(p, first, u.of.value, v.of.first);
      const Vec3<double> point = in_space(s) * (1 / s.w);
      const Vec3<double> along_u = (in_space(su) - point * su.w) * (1 / s.w),
                         along_v = (in_space(sv) - point * sv.w) * (1 / s.w);
      const double cone = dot(point, cross(along_u, along_v)) * u.weight * v.weight;
      host::add_cone(out.moments, point, cone);
      out.size += std::abs(cone);
    }
  }
  return out;
}

double change(const SolidMoments& a, const SolidMoments& b) {
  return std::max({std::abs(a.volume - b.volume), max_abs(a.first - b.first), max_abs(a.squares - b.squares),
                   max_abs(a.products - b.products)});
}

void add(Sums& to, const Sums& more) {
  to.moments.volume += more.moments.volume;
  to.moments.first = to.moments.first + more.moments.first;
  to.moments.squares = to.moments.squares + more.moments.squares;
  to.moments.products = to.moments.products + more.moments.products;
  to.size += more.size;
}

constexpr int most_times = 8;

Sums integrals(const BezierPatches& p) {
  std::vector<Grid> grids;
  for (int times = 1; times <= (p.rational ? most_times : 1); times *= 2) grids.emplace_back(p, times);
  Sums out;
  const auto per_patch = static_cast<std::size_t>((p.degree_u + 1) * (p.degree_v + 1));
  for (std::size_t k = 0; k < p.patches_u() * p.patches_v(); ++k) {
    Sums patch = integrals(p, k * per_patch, grids.front());
    bool settled = !p.rational;
    for (std::size_t finer = 1; !settled && finer < grids.size(); ++finer) {
      const Sums next = integrals(p, k * per_patch, grids[finer]);
      settled = change(next.moments, patch.moments) <= 0x1p-44 * next.size;
      patch = next;
    }
    if (!settled) {
      throw InvalidInput(
          "mass_properties: integrals over the patch from u = " + host::number_text(p.breaks_u[k / p.patches_v()]) +
          ", v = " + host::number_text(p.breaks_v[k % p.patches_v()]) + " change by more than 2^-44 at " +
          std::to_string(grids.back().u.size()) + " x " + std::to_string(grids.back().v.size()) +
          " nodes; allowed are weights that differ less within a patch");
    }
    add(out, patch);
  }
  return out;
}

void check_ends(const NurbsSurface& surface, SurfaceParameter along, const char* name) {
  if (is_closed(surface, along)) return;
  if (is_pole(surface, along, DomainEnd::begin) && is_pole(surface, along, DomainEnd::end)) return;
  throw InvalidInput(std::string("mass_properties: the surface is open along ") + name +
                     "; allowed are ends that are the same, or one point each");
}

/// The middle of the control points' box, and the power of two that is next to its size.
struct Frame {
  Vec3<double> middle;
  int exponent;
};
Frame frame_of(const NurbsSurface& surface) {
  Vec3<double> low = surface.points[0], high = low;
  for (const Vec3<double>& p : surface.points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const Vec3<double> half = high * 0.5 - low * 0.5;
  return {low + half, max_abs(half) > 0 ? std::ilogb(max_abs(half)) : 0};
}

Vec3<double> scaled(const Vec3<double>& a, int exponent) {
  return {std::ldexp(a.x, exponent), std::ldexp(a.y, exponent), std::ldexp(a.z, exponent)};
}

}  // namespace

MassProperties mass_properties(const NurbsSurface& surface) {
  check(surface);
  check_ends(surface, SurfaceParameter::u, "u");
  check_ends(surface, SurfaceParameter::v, "v");
  // About the middle and with a size near 1, nothing cancels and nothing leaves the range of double.
  const Frame frame = frame_of(surface);
  NurbsSurface near = surface;
  for (Vec3<double>& p : near.points) p = scaled(p - frame.middle, -frame.exponent);
  const Sums sums = integrals(bezier_patches(near));
  const SolidMoments& m = sums.moments;
  const double volume = std::ldexp(m.volume, 3 * frame.exponent);
  // What encloses nothing leaves roundings of either sign.
  if (!(m.volume > 64 * Epsilon<double>::value * sums.size)) {
    throw InvalidInput("mass_properties: the volume in the surface is " + host::number_text(volume) +
                       "; allowed is above 0, as where u x v points outwards");
  }
  const Vec3<double> centroid = m.first * (1 / m.volume);
  Mat3<double> inertia = host::inertia_about_centroid(m, centroid);
  for (double& i : inertia.m) i = std::ldexp(i, 5 * frame.exponent);
  const PrincipalAxes principal = principal_axes(inertia);
  return {volume, frame.middle + scaled(centroid, frame.exponent), inertia, principal.moments, principal.axes};
}

}  // namespace abut
