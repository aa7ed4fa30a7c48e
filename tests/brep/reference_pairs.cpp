#include "tests/brep/reference_pairs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace abut::test {
namespace {

/// A point by at most two parameters, angles first, with derivatives.
struct Jet {
  Vec3<double> x, d[2], dd[2][2];
};

int parameters(CarrierKind k) {
  if (k == CarrierKind::point) return 0;
  return k == CarrierKind::line || k == CarrierKind::circle || k == CarrierKind::ellipse ? 1 : 2;
}
int angles(CarrierKind k) {
  switch (k) {
    case CarrierKind::sphere:
    case CarrierKind::torus: return 2;
    case CarrierKind::circle:
    case CarrierKind::ellipse:
    case CarrierKind::cylinder:
    case CarrierKind::cone: return 1;
    default: return 0;
  }
}

Jet jet_of_revolution(const Carrier<double>& c, double u, double v) {
  const Vec3<double> e = c.x * std::cos(u) + c.y * std::sin(u), f = c.y * std::cos(u) - c.x * std::sin(u);
  double r[3] = {c.radius, 0, 0}, h[3] = {v, 1, 0};  // of the profile: value, first, second derivative by v
  if (c.kind == CarrierKind::cone) {
    r[0] = v * c.sine, r[1] = c.sine, h[0] = v * c.cosine, h[1] = c.cosine;
  } else if (c.kind != CarrierKind::cylinder) {
    const double tube = c.kind == CarrierKind::torus ? std::abs(c.minor_radius) : std::abs(c.radius);
    const double major = c.kind == CarrierKind::torus ? c.radius : 0;
    r[0] = major + tube * std::cos(v), r[1] = -tube * std::sin(v), r[2] = -tube * std::cos(v);
    h[0] = tube * std::sin(v), h[1] = tube * std::cos(v), h[2] = -tube * std::sin(v);
  } else {
    r[0] = std::abs(c.radius);
  }
  Jet j{};
  j.x = c.origin + e * r[0] + c.z * h[0];
  j.d[0] = f * r[0];
  j.d[1] = e * r[1] + c.z * h[1];
  j.dd[0][0] = e * -r[0];
  j.dd[0][1] = j.dd[1][0] = f * r[1];
  j.dd[1][1] = e * r[2] + c.z * h[2];
  return j;
}

Jet jet(const Carrier<double>& c, const double* p) {
  Jet j{};
  switch (c.kind) {
    case CarrierKind::point: j.x = c.origin; return j;
    case CarrierKind::line: j.x = c.origin + c.z * p[0], j.d[0] = c.z; return j;
    case CarrierKind::plane: j.x = c.origin + c.x * p[0] + c.y * p[1], j.d[0] = c.x, j.d[1] = c.y; return j;
    case CarrierKind::circle:
    case CarrierKind::ellipse: {
      const double minor = c.kind == CarrierKind::circle ? c.radius : c.minor_radius;
      const double co = std::cos(p[0]), si = std::sin(p[0]);
      j.dd[0][0] = c.x * (-c.radius * co) + c.y * (-minor * si);
      j.x = c.origin - j.dd[0][0];
      j.d[0] = c.x * (-c.radius * si) + c.y * (minor * co);
      return j;
    }
    default: return jet_of_revolution(c, p[0], p[1]);
  }
}

/// Outward at a jet of a surface.
Vec3<double> outward_at(const Carrier<double>& c, const Jet& j, const double* p) {
  if (c.kind == CarrierKind::plane) return c.z;
  const Vec3<double> n = unit_vector(cross(j.d[0], j.d[1]));
  const Vec3<double> e = c.x * std::cos(p[0]) + c.y * std::sin(p[0]);
  if (c.kind == CarrierKind::cone) return n * ((p[1] < 0) != (dot(n, e) < 0) ? -side(c) : side(c));
  Vec3<double> away = c.kind == CarrierKind::cylinder ? e : e * std::cos(p[1]) + c.z * std::sin(p[1]);
  return away * side(c);
}

/// The whole system: p holds a's parameters, then b's.
struct System {
  const Carrier<double>&a, &b;
  int na, nb;
  Jet ja, jb;
  double g[4], h[4][4];

  System(const Carrier<double>& first, const Carrier<double>& second)
      : a(first), b(second), na(parameters(first.kind)), nb(parameters(second.kind)), ja{}, jb{}, g{}, h{} {}
  int size() const { return na + nb; }
  bool is_angle(int i) const { return i < na ? i < angles(a.kind) : i - na < angles(b.kind); }
  Vec3<double> tangent(int i) const { return i < na ? ja.d[i] : jb.d[i - na]; }

  void evaluate(const double* p) {
    ja = jet(a, p);
    jb = jet(b, p + na);
    const Vec3<double> d = ja.x - jb.x;
    for (int i = 0; i < size(); ++i) {
      const double si = i < na ? 1 : -1;
      g[i] = si * dot(d, tangent(i));
      for (int k = 0; k < size(); ++k) {
        h[i][k] = si * (k < na ? 1 : -1) * dot(tangent(i), tangent(k));
        if (i < na && k < na) h[i][k] += dot(d, ja.dd[i][k]);
        if (i >= na && k >= na) h[i][k] -= dot(d, jb.dd[i - na][k - na]);
      }
    }
  }

  /// The shortest s, nearly, with h s = -g over the parameters in `free`: Levenberg's, where second derivatives are
  /// singular, and Newton's elsewhere.
  void step(const bool* free, double* s) const {
    double m[4][5];
    int index[4], n = 0;
    for (int i = 0; i < size(); ++i) {
      s[i] = 0;
      if (free[i]) index[n++] = i;
    }
    const auto fill = [&](bool squared) {
      for (int i = 0; i < n; ++i) {
        for (int k = 0; k <= n; ++k) {
          const auto at = [&](int r) { return k < n ? h[index[r]][index[k]] : -g[index[r]]; };
          m[i][k] = squared ? 0 : at(i);
          for (int r = 0; r < n && squared; ++r) m[i][k] += h[index[r]][index[i]] * at(r);
        }
        if (squared) m[i][i] += 1e-10;
      }
    };
    fill(false);
    if (!eliminated(m, n)) {
      fill(true);
      eliminated(m, n);
    }
    for (int i = 0; i < n; ++i) s[index[i]] = m[i][n];
  }

  /// Leaves the solution in the last column; false where a pivot is nearly 0.
  static bool eliminated(double (*m)[5], int n) {
    for (int c = 0; c < n; ++c) {
      int best = c;
      for (int r = c + 1; r < n; ++r) {
        if (std::abs(m[r][c]) > std::abs(m[best][c])) best = r;
      }
      if (std::abs(m[best][c]) < 1e-12) return false;
      std::swap(m[c], m[best]);
      for (int k = n; k >= c; --k) m[c][k] /= m[c][c];
      for (int r = 0; r < n; ++r) {
        if (r == c) continue;
        for (int k = n; k >= c; --k) m[r][k] -= m[r][c] * m[c][k];
      }
    }
    return true;
  }
};

/// Least eigenvalue, and least absolute one, of the second derivatives in orthonormal tangents of each carrier (which
/// are at right angles in every parametrisation here), by Jacobi's rotations.
void eigenvalues(const System& s, double& least, double& least_absolute) {
  double m[4][4];
  const int n = s.size();
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) m[i][k] = s.h[i][k] / (length(s.tangent(i)) * length(s.tangent(k)));
  }
  for (int sweep = 0; sweep < 30; ++sweep) {
    for (int i = 0; i < n; ++i) {
      for (int k = i + 1; k < n; ++k) {
        const double angle = 0.5 * std::atan2(2 * m[i][k], m[k][k] - m[i][i]), c = std::cos(angle),
                     si = std::sin(angle);
        for (int r = 0; r < n; ++r) {
          const double x = m[r][i], y = m[r][k];
          m[r][i] = c * x - si * y, m[r][k] = si * x + c * y;
        }
        for (int r = 0; r < n; ++r) {
          const double x = m[i][r], y = m[k][r];
          m[i][r] = c * x - si * y, m[k][r] = si * x + c * y;
        }
      }
    }
  }
  least = least_absolute = 1e300;
  for (int i = 0; i < n; ++i) {
    least = std::min(least, m[i][i]);
    least_absolute = std::min(least_absolute, std::abs(m[i][i]));
  }
}

bool converged(System& s, double* p, double scale) {
  int enough = 0;
  for (int i = 0; i < 60; ++i) {
    s.evaluate(p);
    double all = 0;
    for (int k = 0; k < s.size(); ++k) all = std::max(all, std::abs(s.g[k]) / length(s.tangent(k)));
    double step[4];
    for (int k = 0; k < s.size(); ++k) {
      if (length(s.tangent(k)) < 1e-7 * scale)
        return false;  // a cone's apex, a sphere's pole, where a torus meets its axis
    }
    enough = all < 1e-11 * scale ? enough + 1 : 0;
    if (enough == 3) return true;
    const bool free[4] = {true, true, true, true};
    s.step(free, step);
    double most = 0;
    for (int k = 0; k < s.size(); ++k) {
      if (s.is_angle(k)) most = std::max(most, std::abs(step[k]));
    }
    const double factor = most > 0.4 ? 0.4 / most : 1;
    for (int k = 0; k < s.size(); ++k) p[k] += factor * step[k];
    if (length(jet(s.a, p).x) > 1e5 * scale) return false;
  }
  return false;
}

/// Spheres have no axes of their own.
Carrier<double> with_axes(Carrier<double> c) {
  if (c.kind != CarrierKind::sphere) return c;
  c.x = {2.0 / 3, 1.0 / 3, 2.0 / 3}, c.y = {-2.0 / 3, 2.0 / 3, 1.0 / 3}, c.z = {-1.0 / 3, -2.0 / 3, 2.0 / 3};
  return c;
}

/// Takes what has a common normal and antipodal outward ones.
void keep(System& s, const double* p, double scale, std::vector<ReferencePair>& out) {
  const bool face_a = s.na == 2, face_b = s.nb == 2;
  const Vec3<double> d = s.jb.x - s.ja.x;
  ReferencePair pair{s.ja.x, s.jb.x, length(d), 0, 0, length(d) > 1e-7 * scale};
  if ((face_a || face_b) && !pair.counted_gap) return;  // crossings, and touching that no random placement has
  if (face_a) pair.gap = dot(d, outward_at(s.a, s.ja, p));
  if (face_b) pair.gap = -dot(d, outward_at(s.b, s.jb, p + s.na));
  if (face_a && face_b && dot(outward_at(s.a, s.ja, p), outward_at(s.b, s.jb, p + s.na)) > 0) return;
  for (const ReferencePair& k : out) {
    if (length(k.a - pair.a) + length(k.b - pair.b) < 1e-6 * scale) return;
  }
  double least_absolute = 1;
  pair.least = 1;
  if (s.size() > 0) eigenvalues(s, pair.least, least_absolute);
  pair.sensitivity = 1 / least_absolute;
  out.push_back(pair);
}

}  // namespace

std::vector<ReferencePair> reference_pairs(const Carrier<double>& first, const Carrier<double>& second, int density) {
  const Carrier<double> a = with_axes(first), b = with_axes(second);
  System s(a, b);
  std::vector<ReferencePair> out;
  const double scale = length(a.origin - b.origin) + std::abs(a.radius) + std::abs(b.radius) +
                       std::abs(a.minor_radius) + std::abs(b.minor_radius) + 1e-300;
  int starts = 1;
  for (int i = 0; i < s.size(); ++i) starts *= s.is_angle(i) ? density : 1;
  for (int k = 0; k < starts; ++k) {
    double p[4] = {0, 0, 0, 0}, step[4];
    bool free[4] = {};
    for (int i = 0, rest = k; i < s.size(); ++i) {
      free[i] = !s.is_angle(i);
      if (!s.is_angle(i)) {
        p[i] = k % 2 == 0 ? 0.7 * scale : -0.7 * scale;  // to both sides of a cone's apex
        continue;
      }
      p[i] = 2 * std::numbers::pi * (rest % density + 0.37) / density;
      rest /= density;
    }
    s.evaluate(p);
    s.step(free, step);
    for (int i = 0; i < s.size(); ++i) p[i] += step[i];
    if (converged(s, p, scale)) keep(s, p, scale, out);
  }
  return out;
}

}  // namespace abut::test
