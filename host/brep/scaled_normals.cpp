#include "host/brep/scaled_normals.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "host/surface/bernstein_net.h"

namespace abut::host {
namespace {

/// Polynomials of the three or four numbers of a vector.
template <std::size_t Count>
using Nets = std::array<BernsteinNet, Count>;

/// Adds the cross product of two by their first three times `factor`, a net of the sum of their degrees.
void add_cross(std::span<const BernsteinNet> a, std::span<const BernsteinNet> b, double factor, Nets<3>& to) {
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
    add_product(a[i], b[j], factor, to[k]);
    add_product(a[j], b[i], -factor, to[k]);
  }
}

Nets<3> zero_nets(int n, int m) {
  const BernsteinNet zero(n, m);
  return {zero, zero, zero};
}

/// Part of a net of control points: from (i, j) on, of these degrees.
Nets<4> part_of(const Nets<4>& net, int i, int j, int n, int m) {
  Nets<4> out;
  for (std::size_t k = 0; k < 4; ++k) {
    out[k] = BernsteinNet(n, m);
    for (int r = 0; r <= n; ++r) {
      for (int s = 0; s <= m; ++s) out[k].at(r, s) = net[k].at(i + r, j + s);
    }
  }
  return out;
}

/// [f, g, h].
Nets<3> triple(const Nets<4>& f, const Nets<4>& g, const Nets<4>& h) {
  const int n = f[0].n, m = f[0].m;
  Nets<3> out = zero_nets(3 * n, 3 * m);
  const Nets<4>* const of[5] = {&f, &g, &h, &f, &g};
  for (std::size_t k = 0; k < 3; ++k) {
    Nets<3> product = zero_nets(2 * n, 2 * m);
    add_cross(*of[k + 1], *of[k + 2], 1, product);
    for (std::size_t i = 0; i < 3; ++i) add_product((*of[k])[3], product[i], 1, out[i]);
  }
  return out;
}

Nets<4> nets_of(const BezierPatch<double>& patch) {
  const BernsteinNet net(patch.degree_u, patch.degree_v);
  Nets<4> out{net, net, net, net};
  for (std::size_t i = 0; i < net.c.size(); ++i) {
    for (std::size_t k = 0; k < 4; ++k) out[k].c[i] = k < 3 || patch.rational ? patch.points[4 * i + k] : 1;
  }
  return out;
}

/// Relative to the patch's own middle, so that a patch far from the origin keeps what it has of digits.
void centre(Nets<4>& nets) {
  double weight = 0;
  for (const double w : nets[3].c) weight += w;
  if (!(weight > 0)) return;
  for (std::size_t k = 0; k < 3; ++k) {
    double middle = 0;
    for (const double x : nets[k].c) middle += x / weight;
    for (std::size_t i = 0; i < nets[k].c.size(); ++i) nets[k].c[i] -= middle * nets[3].c[i];
  }
}

Nets<3> rational_normals(const Nets<4>& net) {
  const int p = net[0].n, q = net[0].m;
  const Nets<4> a = part_of(net, 0, 0, p - 1, q - 1), b = part_of(net, 1, 0, p - 1, q - 1),
                c = part_of(net, 0, 1, p - 1, q - 1), d = part_of(net, 1, 1, p - 1, q - 1);
  const Nets<3> corners[4] = {triple(a, b, c), triple(a, d, c), triple(a, b, d),
                              triple(b, d, c)};  // (u, v) 00 01 10 11
  Nets<3> out = zero_nets(3 * p - 2, 3 * q - 2);
  for (int corner = 0; corner < 4; ++corner) {
    BernsteinNet factor(1, 1);
    factor.at(corner / 2, corner % 2) = 1;
    for (std::size_t k = 0; k < 3; ++k) add_product(factor, corners[corner][k], 1, out[k]);
  }
  return out;
}

Nets<3> polynomial_normals(const Nets<4>& net) {
  const int p = net[0].n, q = net[0].m;
  Nets<4> du, dv;
  for (std::size_t k = 0; k < 4; ++k) du[k] = derivative_by_s(net[k]), dv[k] = derivative_by_t(net[k]);
  Nets<3> out = zero_nets(2 * p - 1, 2 * q - 1);
  add_cross(du, dv, 1, out);
  return out;
}

/// Those longer than `least`, and than rounding beside the longest.
std::vector<Vec3<double>> vectors_of(const Nets<3>& nets, double least) {
  double longest = 0;
  for (const BernsteinNet& net : nets) longest = std::max(longest, largest_magnitude(net));
  std::vector<Vec3<double>> out;
  for (std::size_t i = 0; i < nets[0].c.size(); ++i) {
    const Vec3<double> g{nets[0].c[i], nets[1].c[i], nets[2].c[i]};
    if (length(g) > std::max(least, 0x1p-46 * longest)) out.push_back(g);
  }
  return out;
}

/// Sizes of what products are made of, to which rounding is relative.
double largest_of(const Nets<4>& nets) {
  return std::max({largest_magnitude(nets[0]), largest_magnitude(nets[1]), largest_magnitude(nets[2])});
}

/// The low and the high end of a Bezier curve's last step: points relative to `origin`.
struct CurveEnds {
  Nets<4> all, low, high;
};

CurveEnds ends_of(std::span<const WeightedPoint> profile, const Vec3<double>& origin) {
  const int p = static_cast<int>(profile.size()) - 1;
  const BernsteinNet net(p, 0);
  Nets<4> all{net, net, net, net};
  for (std::size_t i = 0; i < profile.size(); ++i) {
    const WeightedPoint& at = profile[i];
    all[0].c[i] = at.x - origin.x * at.w, all[1].c[i] = at.y - origin.y * at.w;
    all[2].c[i] = at.z - origin.z * at.w, all[3].c[i] = at.w;
  }
  return {all, part_of(all, 0, 0, p - 1, 0), part_of(all, 1, 0, p - 1, 0)};
}

/// A_1 w_0 - A_0 w_1: along the curve's derivative. Of one whose weights are equal, the differences of its points.
Nets<3> tangents_of(const CurveEnds& ends) {
  const int n = ends.low[0].n;
  const std::vector<double>& w = ends.all[3].c;
  if (std::all_of(w.begin(), w.end(), [&](double x) { return x == w[0]; })) {
    return {derivative_by_s(ends.all[0]), derivative_by_s(ends.all[1]), derivative_by_s(ends.all[2])};
  }
  Nets<3> out = zero_nets(2 * n, 0);
  for (std::size_t k = 0; k < 3; ++k) {
    add_product(ends.high[k], ends.low[3], 1, out[k]);
    add_product(ends.low[k], ends.high[3], -1, out[k]);
  }
  return out;
}

Nets<3> constant(const Vec3<double>& v) {
  Nets<3> out = zero_nets(0, 0);
  out[0].c[0] = v.x, out[1].c[0] = v.y, out[2].c[0] = v.z;
  return out;
}

}  // namespace

std::vector<Vec3<double>> scaled_normals(const BezierPatch<double>& patch) {
  Nets<4> nets = nets_of(patch);
  centre(nets);
  const double size = largest_of(nets);
  if (!patch.rational) return vectors_of(polynomial_normals(nets), 0x1p-46 * size * size);
  return vectors_of(rational_normals(nets), 0x1p-46 * size * size * largest_magnitude(nets[3]));
}

std::vector<Vec3<double>> extrusion_normals(std::span<const WeightedPoint> profile, const Vec3<double>& z) {
  const CurveEnds ends =
      ends_of(profile, {profile[0].x / profile[0].w, profile[0].y / profile[0].w, profile[0].z / profile[0].w});
  const Nets<3> along = tangents_of(ends);
  Nets<3> out = zero_nets(along[0].n, 0);
  add_cross(along, constant(z), 1, out);
  return vectors_of(out, 0x1p-46 * largest_of(ends.all) * largest_magnitude(ends.all[3]));
}

std::vector<Vec3<double>> profile_normals(std::span<const WeightedPoint> profile, const Vec3<double>& origin,
                                          const Vec3<double>& z) {
  const CurveEnds ends = ends_of(profile, origin);
  const Nets<3> along = tangents_of(ends);
  Nets<3> round = zero_nets(ends.all[0].n, 0), out = zero_nets(ends.all[0].n + along[0].n, 0);
  add_cross(constant(z), ends.all, 1, round);
  add_cross(round, along, 1, out);
  const double size = largest_of(ends.all);
  return vectors_of(out, 0x1p-46 * size * size * largest_magnitude(ends.all[3]));
}

}  // namespace abut::host
