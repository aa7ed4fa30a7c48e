// Polynomials of two parameters from 0 to 1, by their Bernstein coefficients: the polynomial's values lie between the
// least and the largest of these, and the nearer the smaller the rectangle is. Without allocation, for host and device.
#pragma once

#include "abut/core/scalar.h"
#include "abut/surface/sub_patch.h"

namespace abut {

/// Numbers that are taken one after the other; a copy gives back what was taken from it. Data only.
template <class T>
struct NumberRoom {
  T* next;
};

/// Coefficient (i, j) at i * (m + 1) + j; of degree n in s, m in t, up to 23. Its numbers are another's. Data only.
template <class T>
struct BernsteinNetView {
  int n, m;
  T* c;
};

/// The least and the largest coefficient. Data only.
template <class T>
struct NetRange {
  T least, largest;
};

enum class NetEnd { s0, s1, t0, t1 };

inline namespace ABUT_ISA {

namespace bernstein_net_detail {

inline constexpr int most_degrees = 24;  ///< of slopes of rational patches of degree 7 up to 21

/// n over 0, 1, ..., n: exact, as no product is above 2^22.
template <class T>
ABUT_HD inline void binomials(int n, T* out) {
  out[0] = T(1);
  for (int k = 0; k < n; ++k) out[k + 1] = out[k] * T(n - k) / T(k + 1);
}

}  // namespace bernstein_net_detail

template <class T>
ABUT_INLINE int size_of(const BernsteinNetView<T>& f) {
  return (f.n + 1) * (f.m + 1);
}
template <class T>
ABUT_INLINE T& at(const BernsteinNetView<T>& f, int i, int j) {
  return f.c[i * (f.m + 1) + j];
}

/// Its numbers are not set.
template <class T>
ABUT_INLINE BernsteinNetView<T> take_net(NumberRoom<T>& room, int n, int m) {
  const BernsteinNetView<T> out{n, m, room.next};
  room.next += size_of(out);
  return out;
}
template <class T>
ABUT_HD inline BernsteinNetView<T> take_zeros(NumberRoom<T>& room, int n, int m) {
  const BernsteinNetView<T> out = take_net(room, n, m);
  for (int k = 0; k < size_of(out); ++k) out.c[k] = T(0);
  return out;
}

/// Adds `factor` a b to a net of the sum of their degrees.
template <class T>
ABUT_HD inline void add_product(const BernsteinNetView<T>& a, const BernsteinNetView<T>& b, T factor,
                                const BernsteinNetView<T>& to) {
  using namespace bernstein_net_detail;
  T a_n[most_degrees], a_m[most_degrees], b_n[most_degrees], b_m[most_degrees], to_n[most_degrees], to_m[most_degrees];
  binomials(a.n, a_n), binomials(a.m, a_m), binomials(b.n, b_n), binomials(b.m, b_m);
  binomials(to.n, to_n), binomials(to.m, to_m);
  for (int i = 0; i <= a.n; ++i) {
    for (int k = 0; k <= b.n; ++k) {
      const T by_s = factor * a_n[i] * b_n[k] / to_n[i + k];
      for (int j = 0; j <= a.m; ++j) {
        const T x = by_s * a_m[j] * at(a, i, j);
        for (int l = 0; l <= b.m; ++l) at(to, i + k, j + l) += x * b_m[l] * at(b, k, l) / to_m[j + l];
      }
    }
  }
}

/// Zero of degree 0 where the degree is 0.
template <class T>
ABUT_HD inline BernsteinNetView<T> derivative_by_s(const BernsteinNetView<T>& f, NumberRoom<T>& room) {
  if (f.n == 0) return take_zeros(room, 0, f.m);
  const BernsteinNetView<T> out = take_net(room, f.n - 1, f.m);
  for (int i = 0; i < f.n; ++i) {
    for (int j = 0; j <= f.m; ++j) at(out, i, j) = T(f.n) * (at(f, i + 1, j) - at(f, i, j));
  }
  return out;
}
template <class T>
ABUT_HD inline BernsteinNetView<T> derivative_by_t(const BernsteinNetView<T>& f, NumberRoom<T>& room) {
  if (f.m == 0) return take_zeros(room, f.n, 0);
  const BernsteinNetView<T> out = take_net(room, f.n, f.m - 1);
  for (int i = 0; i <= f.n; ++i) {
    for (int j = 0; j < f.m; ++j) at(out, i, j) = T(f.m) * (at(f, i, j + 1) - at(f, i, j));
  }
  return out;
}

/// The same polynomial, written with degrees that are no lower.
template <class T>
ABUT_HD inline BernsteinNetView<T> elevated(const BernsteinNetView<T>& f, int n, int m, NumberRoom<T>& room) {
  const BernsteinNetView<T> out = take_zeros(room, n, m);
  for (int i = 0; i <= f.n; ++i) {
    for (int j = 0; j <= f.m; ++j) at(out, i, j) = at(f, i, j);
  }
  // From the last coefficient on: each takes itself and the one before, which have not changed yet.
  for (int degree = f.n + 1; degree <= n; ++degree) {
    for (int i = degree; i >= 0; --i) {
      const T part = T(i) / T(degree);
      for (int j = 0; j <= f.m; ++j)
        at(out, i, j) = (i > 0 ? part * at(out, i - 1, j) : T(0)) + (i < degree ? (T(1) - part) * at(out, i, j) : T(0));
    }
  }
  for (int degree = f.m + 1; degree <= m; ++degree) {
    for (int j = degree; j >= 0; --j) {
      const T part = T(j) / T(degree);
      for (int i = 0; i <= n; ++i)
        at(out, i, j) = (j > 0 ? part * at(out, i, j - 1) : T(0)) + (j < degree ? (T(1) - part) * at(out, i, j) : T(0));
    }
  }
  return out;
}

/// f / s, f / (1 - s), f / t or f / (1 - t), where f is 0 all along that end: its coefficients there do not count.
template <class T>
ABUT_HD inline BernsteinNetView<T> without_factor(const BernsteinNetView<T>& f, NetEnd zero_at, NumberRoom<T>& room) {
  const bool of_s = zero_at == NetEnd::s0 || zero_at == NetEnd::s1;
  const bool at_begin = zero_at == NetEnd::s0 || zero_at == NetEnd::t0;
  const BernsteinNetView<T> out = take_net(room, of_s ? f.n - 1 : f.n, of_s ? f.m : f.m - 1);
  const int degree = of_s ? f.n : f.m;
  for (int i = 0; i <= out.n; ++i) {
    for (int j = 0; j <= out.m; ++j) {
      const int k = of_s ? i : j, up = at_begin ? 1 : 0;
      const T c = of_s ? at(f, i + up, j) : at(f, i, j + up);
      at(out, i, j) = c * T(degree) / T(at_begin ? k + 1 : degree - k);
    }
  }
  return out;
}

namespace bernstein_net_detail {

/// One row of coefficients, `step` apart, over a part of its parameter: de Casteljau's means.
template <class T>
ABUT_HD inline void restrict_row(T* c, int degree, int step, T begin, T end) {
  const auto mean = [](T a, T b, T part) { return (T(1) - part) * a + part * b; };
  if (end < T(1)) {
    for (int k = 1; k <= degree; ++k) {
      for (int i = degree; i >= k; --i) c[i * step] = mean(c[(i - 1) * step], c[i * step], end);
    }
  }
  if (!(begin > T(0))) return;
  const T part = begin / end;
  for (int k = 1; k <= degree; ++k) {
    for (int i = 0; i + k <= degree; ++i) c[i * step] = mean(c[i * step], c[(i + 1) * step], part);
  }
}

}  // namespace bernstein_net_detail

/// The polynomial over a rectangle, whose own parameters go from 0 to 1.
template <class T>
ABUT_HD inline BernsteinNetView<T> restricted(const BernsteinNetView<T>& f, const ParameterRectangle<T>& in,
                                              NumberRoom<T>& room) {
  using bernstein_net_detail::restrict_row;
  const BernsteinNetView<T> out = take_net(room, f.n, f.m);
  for (int k = 0; k < size_of(f); ++k) out.c[k] = f.c[k];
  for (int j = 0; j <= f.m; ++j) restrict_row(out.c + j, f.n, f.m + 1, in.s0, in.s1);
  for (int i = 0; i <= f.n; ++i) restrict_row(out.c + i * (f.m + 1), f.m, 1, in.t0, in.t1);
  return out;
}

/// The polynomial along an end, of degree 0 in the other parameter: its own parameter is s.
template <class T>
ABUT_HD inline BernsteinNetView<T> along(const BernsteinNetView<T>& f, NetEnd end, NumberRoom<T>& room) {
  const bool by_t = end == NetEnd::s0 || end == NetEnd::s1;
  const BernsteinNetView<T> out = take_net(room, by_t ? f.m : f.n, 0);
  for (int k = 0; k <= out.n; ++k) {
    out.c[k] = end == NetEnd::s0   ? at(f, 0, k)
               : end == NetEnd::s1 ? at(f, f.n, k)
               : end == NetEnd::t0 ? at(f, k, 0)
                                   : at(f, k, f.m);
  }
  return out;
}

template <class T>
ABUT_HD inline T value_in_the_middle(const BernsteinNetView<T>& f) {
  using namespace bernstein_net_detail;
  T of_n[most_degrees], of_m[most_degrees];
  binomials(f.n, of_n), binomials(f.m, of_m);
  T sum = T(0);
  for (int i = 0; i <= f.n; ++i) {
    for (int j = 0; j <= f.m; ++j) sum += of_n[i] * of_m[j] * at(f, i, j);
  }
  for (int k = 0; k < f.n + f.m; ++k) sum *= T(0.5);
  return sum;
}

template <class T>
ABUT_HD inline NetRange<T> range_of(const BernsteinNetView<T>& f) {
  NetRange<T> out{f.c[0], f.c[0]};
  for (int k = 1; k < size_of(f); ++k) out.least = min(out.least, f.c[k]), out.largest = max(out.largest, f.c[k]);
  return out;
}
template <class T>
ABUT_HD inline T largest_magnitude(const BernsteinNetView<T>& f) {
  const NetRange<T> r = range_of(f);
  return max(-r.least, r.largest);
}

}  // namespace ABUT_ISA
}  // namespace abut
