#include "tests/deform/exact_impact.h"

#include <algorithm>
#include <utility>

namespace abut::test {
namespace {

using Wide = Vec3<WideReal>;

// Distances

Wide minus(const Wide& a, const Wide& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Wide along(const Wide& a, const Wide& b, const WideReal& s) {
  return {a.x + s * (b.x - a.x), a.y + s * (b.y - a.y), a.z + s * (b.z - a.z)};
}
WideReal inner(const Wide& a, const Wide& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Wide outer(const Wide& a, const Wide& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Of p from the segment a b.
WideReal square_from_segment(const Wide& p, const Wide& a, const Wide& b) {
  const Wide e = minus(b, a), r = minus(p, a);
  const WideReal ee = inner(e, e);
  WideReal s = ee > 0 ? WideReal(inner(r, e) / ee) : WideReal(0);
  s = std::min<WideReal>(1, std::max<WideReal>(0, s));
  const Wide d = minus(p, along(a, b, s));
  return inner(d, d);
}

WideReal square_from_triangle(const Wide& p, const Wide (&v)[3]) {
  WideReal best = square_from_segment(p, v[0], v[1]);
  best = std::min(best, square_from_segment(p, v[1], v[2]));
  best = std::min(best, square_from_segment(p, v[2], v[0]));
  const Wide n = outer(minus(v[1], v[0]), minus(v[2], v[0]));
  const WideReal nn = inner(n, n);
  if (nn == 0) return best;
  for (int k = 0; k < 3; ++k) {
    const Wide e = minus(v[(k + 1) % 3], v[k]);
    if (inner(outer(e, minus(p, v[k])), n) < 0) return best;
  }
  const WideReal h = inner(n, minus(p, v[0]));
  return std::min<WideReal>(best, h * h / nn);
}

WideReal square_of_segments(const Wide& a, const Wide& b, const Wide& c, const Wide& d) {
  WideReal best = std::min(square_from_segment(a, c, d), square_from_segment(b, c, d));
  best = std::min(best, std::min(square_from_segment(c, a, b), square_from_segment(d, a, b)));
  const Wide e = minus(b, a), f = minus(d, c), r = minus(c, a), n = outer(e, f);
  const WideReal nn = inner(n, n);
  if (nn == 0) return best;
  const WideReal s = inner(outer(r, f), n) / nn, t = inner(outer(r, e), n) / nn;
  if (s < 0 || s > 1 || t < 0 || t > 1) return best;
  const WideReal h = inner(n, r);
  return std::min<WideReal>(best, h * h / nn);
}

// Polynomials: coefficients, lowest first.

using Polynomial = std::vector<Integer>;

Polynomial times(const Polynomial& a, const Polynomial& b) {
  Polynomial c(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] += a[i] * b[j];
  }
  return c;
}
Polynomial sum(Polynomial a, const Polynomial& b, int sign) {
  a.resize(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < b.size(); ++i) a[i] += sign * b[i];
  return a;
}
using PolynomialVector = Vec3<Polynomial>;
PolynomialVector cross_product(const PolynomialVector& a, const PolynomialVector& b) {
  return {sum(times(a.y, b.z), times(a.z, b.y), -1), sum(times(a.z, b.x), times(a.x, b.z), -1),
          sum(times(a.x, b.y), times(a.y, b.x), -1)};
}
Polynomial inner_product(const PolynomialVector& a, const PolynomialVector& b) {
  return sum(sum(times(a.x, b.x), times(a.y, b.y), 1), times(a.z, b.z), 1);
}
PolynomialVector difference(const PolynomialVector& a, const PolynomialVector& b) {
  return {sum(a.x, b.x, -1), sum(a.y, b.y, -1), sum(a.z, b.z, -1)};
}
bool is_zero(const Polynomial& p) {
  return std::all_of(p.begin(), p.end(), [](const Integer& c) { return c == 0; });
}

void trim(Polynomial& p) {
  while (!p.empty() && p.back() == 0) p.pop_back();
}

/// Over what all coefficients have in common: the signs stay.
void make_primitive(Polynomial& p) {
  Integer common = 0;
  for (const Integer& c : p) common = gcd(common, c);
  if (common == 0) return;
  for (Integer& c : p) c /= common;
}

/// A positive multiple of minus the remainder of a / b.
Polynomial next_of_sturm(Polynomial a, const Polynomial& b) {
  const Integer lead = b.back();
  while (a.size() >= b.size()) {
    const Integer top = a.back();
    const std::size_t shift = a.size() - b.size();
    for (Integer& c : a) c *= lead * lead;
    for (std::size_t i = 0; i < b.size(); ++i) a[i + shift] -= top * lead * b[i];
    trim(a);
  }
  for (Integer& c : a) c = -c;
  make_primitive(a);
  return a;
}

/// a / b, which divides it, times a constant that is not 0.
Polynomial quotient(Polynomial a, const Polynomial& b) {
  Polynomial out(a.size() - b.size() + 1);
  const Integer lead = b.back();
  while (a.size() >= b.size()) {
    const Integer top = a.back();
    const std::size_t shift = a.size() - b.size();
    for (Integer& c : a) c *= lead;
    for (Integer& c : out) c *= lead;
    out[shift] += top;
    for (std::size_t i = 0; i < b.size(); ++i) a[i + shift] -= top * b[i];
    trim(a);
  }
  make_primitive(out);
  return out;
}

/// The sign at numerator / 2^places.
int sign_at(const Polynomial& p, const Integer& numerator, int places) {
  Integer value = 0;
  for (std::size_t i = p.size(); i-- > 0;) {
    value = value * numerator + (p[i] << (static_cast<int>(p.size() - 1 - i) * places));
  }
  return value.sign();
}

std::vector<Polynomial> sturm_chain(const Polynomial& p) {
  Polynomial slope;
  for (std::size_t i = 1; i < p.size(); ++i) slope.push_back(p[i] * static_cast<int>(i));
  std::vector<Polynomial> chain = {p, slope};
  for (;;) {
    Polynomial next = next_of_sturm(chain[chain.size() - 2], chain.back());
    if (next.empty()) return chain;
    chain.push_back(std::move(next));
  }
}

int changes(const std::vector<Polynomial>& chain, const Integer& numerator, int places) {
  int last = 0, count = 0;
  for (const Polynomial& p : chain) {
    const int s = sign_at(p, numerator, places);
    if (s != 0 && last != 0 && s != last) ++count;
    if (s != 0) last = s;
  }
  return count;
}

constexpr int root_places = 160;

/// The one root in (low, high] / 2^places, of a polynomial that changes its sign there.
WideReal refined(const Polynomial& p, Integer low, Integer high, int places) {
  const int above = sign_at(p, high, places);
  while (above != 0 && places < root_places) {
    const Integer middle = low + high;
    ++places;
    const bool lower = sign_at(p, middle, places) == above;
    low = lower ? Integer(2 * low) : middle, high = lower ? middle : Integer(2 * high);
  }
  return WideReal(high) / WideReal(Integer(1) << places);
}

/// Roots in (low, high] / 2^places.
void isolate(const std::vector<Polynomial>& chain, const Integer& low, const Integer& high, int places,
             std::vector<WideReal>& out) {
  const int count = changes(chain, low, places) - changes(chain, high, places);
  if (count == 0) return;
  if (count == 1) {
    out.push_back(refined(chain[0], low, high, places));
    return;
  }
  const Integer middle = low + high;
  isolate(chain, 2 * low, middle, places + 1, out);
  isolate(chain, middle, 2 * high, places + 1, out);
}

// Candidates

PolynomialVector moving(const Vec3<double>& start, const Vec3<double>& end, int shift) {
  const ExactVector a = exact(start, shift), b = exact(end, shift);
  return {{a.x, b.x - a.x}, {a.y, b.y - a.y}, {a.z, b.z - a.z}};
}

void add_roots(const Polynomial& p, std::vector<WideReal>& out) {
  for (const WideReal& r : roots_in_step(p)) out.push_back(r);
}

/// Where the origin lies on the line through two corners, or that line always goes through the origin and one of them
/// is there.
void add_side_roots(const PolynomialVector& v, const PolynomialVector& w, std::vector<WideReal>& out) {
  const PolynomialVector c = cross_product(v, w);
  for (const Polynomial* p : {&c.x, &c.y, &c.z}) add_roots(*p, out);
  for (const PolynomialVector* corner : {&v, &w}) {
    for (const Polynomial* p : {&corner->x, &corner->y, &corner->z}) add_roots(*p, out);
  }
}

std::vector<WideReal> candidates(MovingPair pair, const MovingNodes<double>& nodes) {
  CommonShift common;
  for (int k = 0; k < 4; ++k) common.see(nodes.start[k]), common.see(nodes.end[k]);
  PolynomialVector p[4];
  for (int k = 0; k < 4; ++k) p[k] = moving(nodes.start[k], nodes.end[k], common.shift());
  std::vector<PolynomialVector> corners;
  if (pair == MovingPair::vertex_triangle) {
    for (int k = 1; k < 4; ++k) corners.push_back(difference(p[k], p[0]));
  } else {
    for (const auto& [i, j] : {std::pair{0, 2}, {1, 2}, {1, 3}, {0, 3}}) corners.push_back(difference(p[i], p[j]));
  }
  std::vector<WideReal> out = {WideReal(0)};
  const Polynomial volume =
      inner_product(cross_product(difference(p[1], p[0]), difference(p[2], p[0])), difference(p[3], p[0]));
  add_roots(volume, out);
  if (is_zero(volume)) {
    for (std::size_t k = 0; k < corners.size(); ++k) add_side_roots(corners[k], corners[(k + 1) % corners.size()], out);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

WideReal true_distance(MovingPair pair, const MovingNodes<double>& nodes, const WideReal& t) {
  Wide p[4];
  for (int k = 0; k < 4; ++k) {
    const Vec3<double>&a = nodes.start[k], &b = nodes.end[k];
    p[k] = along({WideReal(a.x), WideReal(a.y), WideReal(a.z)}, {WideReal(b.x), WideReal(b.y), WideReal(b.z)}, t);
  }
  const WideReal square = pair == MovingPair::vertex_triangle ? square_from_triangle(p[0], {p[1], p[2], p[3]})
                                                              : square_of_segments(p[0], p[1], p[2], p[3]);
  return sqrt(square);
}

std::vector<WideReal> roots_in_step(std::vector<Integer> coefficients) {
  trim(coefficients);
  std::vector<WideReal> out;
  if (coefficients.empty()) return out;
  if (coefficients[0] == 0) out.push_back(0);
  if (coefficients.size() == 1) return out;
  make_primitive(coefficients);
  std::vector<Polynomial> chain = sturm_chain(coefficients);
  if (chain.back().size() > 1) chain = sturm_chain(quotient(coefficients, chain.back()));  // roots once each
  isolate(chain, 0, 1, 0, out);
  return out;
}

TrueImpact true_impact(MovingPair pair, const MovingNodes<double>& nodes) {
  WideReal size = 0;
  for (int k = 0; k < 4; ++k) {
    for (const Vec3<double>& x : {nodes.start[k], nodes.end[k]}) {
      size = std::max(size, WideReal(max_abs(x - nodes.start[0])));
    }
  }
  TrueImpact out{false, false, 0};
  for (const WideReal& t : candidates(pair, nodes)) {
    const WideReal d = true_distance(pair, nodes, t);
    if (d <= WideReal(1e-36) * size) return {true, out.unsure, t};
    if (d <= WideReal(1e-30) * size) out.unsure = true;
  }
  return out;
}

}  // namespace abut::test
