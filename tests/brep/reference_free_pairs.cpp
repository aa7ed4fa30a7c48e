#include "tests/brep/reference_free_pairs.h"

#include <algorithm>
#include <cmath>

namespace abut::test {
namespace {

constexpr double turn = 2 * M_PI;

Vec3<double> unit(const Vec3<double>& v) { return v * (1 / length(v)); }

/// Of a matrix with its right side in column 4, which becomes the answer.
bool solve(double (&a)[4][5], int n) {
  for (int i = 0; i < n; ++i) {
    int p = i;
    for (int k = i + 1; k < n; ++k) p = std::abs(a[k][i]) > std::abs(a[p][i]) ? k : p;
    if (!(std::abs(a[p][i]) > 1e-14)) return false;
    std::swap_ranges(a[i], a[i] + 5, a[p]);
    for (int k = 0; k < n; ++k) {
      if (k == i) continue;
      const double f = a[k][i] / a[i][i];
      for (int c = 0; c < 5; ++c) a[k][c] -= f * a[i][c];
    }
  }
  for (int i = 0; i < n; ++i) a[i][4] /= a[i][i];
  return true;
}

/// Whether all pivots of a symmetric matrix are above 0: 1, -1; 0 where one is near it.
int definite(double (&h)[4][4], int n) {
  double size = 0;
  for (int i = 0; i < n; ++i) size = std::max(size, std::abs(h[i][i]));
  for (int i = 0; i < n; ++i) {
    if (std::abs(h[i][i]) < 1e-3 * size) return 0;
    if (h[i][i] < 0) return -1;
    for (int k = i + 1; k < n; ++k) {
      for (int c = i + 1; c < n; ++c) h[k][c] -= h[k][i] * h[i][c] / h[i][i];
    }
  }
  return 1;
}

double begin_of(const TrimBox& b, int k) { return k == 0 ? b.begin_u : b.begin_v; }
double end_of(const TrimBox& b, int k) { return k == 0 ? b.end_u : b.end_v; }

/// Whether a parameter is an angle.
bool goes_round(const LoneFeature& f, int k) {
  if (f.dimensions == 1)
    return f.brep.curves[0].kind == BrepCurveKind::circle || f.brep.curves[0].kind == BrepCurveKind::ellipse;
  const BrepSurfaceKind kind = f.brep.surfaces[0].kind;
  if (kind == BrepSurfaceKind::torus) return true;
  return k == 0 && kind != BrepSurfaceKind::plane && kind != BrepSurfaceKind::extrusion &&
         kind != BrepSurfaceKind::nurbs;
}

}  // namespace

Vec3<double> FreeReference::point_b(const double (&at)[4]) const { return transform(pose_, b_.at(at[2], at[3]).point); }

void FreeReference::equations(const double (&at)[4], double (&f)[4]) const {
  const SurfaceJet<double> a = a_.at(at[0], at[1]);
  SurfaceJet<double> b = b_.at(at[2], at[3]);
  b.point = transform(pose_, b.point), b.u = rotate(pose_.rotation, b.u), b.v = rotate(pose_.rotation, b.v);
  const Vec3<double> d = b.point - a.point;
  int n = 0;
  // Surfaces have the normal of the other across their tangents; all else has the difference.
  if (b_.dimensions >= a_.dimensions) {
    if (b_.dimensions >= 1) f[n++] = dot(d, unit(b.u));
    if (b_.dimensions == 2) f[n++] = dot(d, unit(b.v));
    const Vec3<double> m = b_.dimensions == 2 ? unit(cross(b.u, b.v)) : d;
    if (a_.dimensions >= 1) f[n++] = dot(m, unit(a.u));
    if (a_.dimensions == 2) f[n++] = dot(m, unit(a.v));
  } else {
    f[n++] = dot(d, unit(a.u));
    if (a_.dimensions == 2) f[n++] = dot(d, unit(a.v));
    const Vec3<double> m = a_.dimensions == 2 ? unit(cross(a.u, a.v)) : d;
    if (b_.dimensions >= 1) f[n++] = dot(m, unit(b.u));
  }
}

double FreeReference::residual(const double (&at)[4]) const {
  double f[4], most = 0;
  equations(at, f);
  for (int k = 0; k < unknowns(); ++k) most = std::max(most, std::abs(f[k]));
  return most;
}

bool FreeReference::newton(double (&at)[4]) const {
  const int n = unknowns();
  for (int step = 0; step < 25; ++step) {
    double f[4], a[4][5] = {};
    equations(at, f);
    for (int k = 0; k < n; ++k) {
      const double h = 1e-6;
      double high[4], low[4], x[4] = {at[0], at[1], at[2], at[3]};
      x[place(k)] += h, equations(x, high);
      x[place(k)] -= 2 * h, equations(x, low);
      for (int i = 0; i < n; ++i) a[i][k] = (high[i] - low[i]) / (2 * h);
    }
    for (int i = 0; i < n; ++i) a[i][4] = -f[i];
    if (!solve(a, n)) return false;
    double longest = 0;
    for (int k = 0; k < n; ++k) longest = std::max(longest, std::abs(a[k][4]));
    const double part = longest > 0.5 ? 0.5 / longest : 1;
    for (int k = 0; k < n; ++k) at[place(k)] += part * a[k][4];
    if (longest < 1e-9) return residual(at) < 1e-9;
    if (within(at) < -1) return false;
  }
  return false;
}

double FreeReference::within(const double (&at)[4]) const {
  double least = 1;
  for (int k = 0; k < unknowns(); ++k) {
    const LoneFeature& f = place(k) < 2 ? a_ : b_;
    const int of = place(k) % 2;
    const double low = begin_of(f.box, of), high = end_of(f.box, of), size = high - low;
    double x = at[place(k)];
    if (goes_round(f, of)) {
      if (size >= turn * (1 - 1e-12)) continue;
      x = moved_by_periods(x, turn, low + 0.5 * (size - turn));
    }
    least = std::min({least, (x - low) / size, (high - x) / size});
  }
  return least;
}

int FreeReference::bends(const double (&at)[4]) const {
  const int n = unknowns();
  const double h = 1e-4;
  double second[4][4];
  const auto value = [&](int i, double x, int k, double y) {
    double p[4] = {at[0], at[1], at[2], at[3]};
    p[place(i)] += x, p[place(k)] += y;
    return 0.5 * squared_length(point_b(p) - point_a(p));
  };
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      second[i][k] = (value(i, h, k, h) - value(i, h, k, -h) - value(i, -h, k, h) + value(i, -h, k, -h)) / (4 * h * h);
    }
  }
  return definite(second, n);
}

std::vector<FreeReferencePair> FreeReference::find(int starts, double margin, Random& random) const {
  std::vector<FreeReferencePair> out;
  for (int s = 0; s < starts; ++s) {
    double at[4] = {0, 0, 0, 0};
    for (int k = 0; k < unknowns(); ++k) {
      const TrimBox& box = place(k) < 2 ? a_.box : b_.box;
      at[place(k)] = random.uniform(begin_of(box, place(k) % 2), end_of(box, place(k) % 2));
    }
    if (!newton(at) || within(at) < margin) continue;
    if (a_.dimensions == 2 && b_.dimensions == 2) {
      const SurfaceJet<double> x = a_.at(at[0], at[1]), y = b_.at(at[2], at[3]);
      const double turned = (a_.reversed ? -1 : 1) * (b_.reversed ? -1 : 1);
      if (turned * dot(cross(x.u, x.v), rotate(pose_.rotation, cross(y.u, y.v))) > 0) continue;
    }
    const FreeReferencePair found{point_a(at), point_b(at), {at[0], at[1], at[2], at[3]}};
    if (std::none_of(out.begin(), out.end(), [&](const FreeReferencePair& o) {
          return length(o.a - found.a) + length(o.b - found.b) < 1e-6;
        })) {
      out.push_back(found);
    }
  }
  return out;
}

}  // namespace abut::test
