// Johnson's algorithm and the backup procedure, the sub-algorithms that GJK was published with.
//
// Sources: Gilbert, Johnson & Keerthi 1988; Montanari 2017, section 2.5.2: cofactors by eqs. 2.24 and 2.25 from dot
// products, the tests of eq. 2.19 from the smallest subset up. Dot products between kept vertices are cached from one
// GJK iteration to the next, cofactors are worked out when a test needs them, and only subsets with the newest vertex
// are tested: the others cannot support the nearest point. The backup procedure looks at all subsets.
#pragma once

#include "bench/papers/compact_simplex.h"

namespace abut::papers {

/// Johnson's algorithm alone (JH), with the backup procedure where no subset passes (JB), the backup procedure alone
/// (BK).
enum class Johnson { alone, with_backup, backup_only };

/// Where the recursion takes its differences of dot products from: y_j.y_l - y_j.y_i from the cached products, as in
/// the thesis, or y_j.(y_l - y_i) from the edges, which van den Bergen 2003 (section 4.3.4) prefers for its smaller
/// error.
enum class Differences { of_products, of_vectors };

template <Johnson variant, Differences differences = Differences::of_products>
class JohnsonAlgorithm : public CompactSimplex {
 public:
  std::uint64_t backups = 0;  ///< how often the backup procedure ran

  ABUT_INLINE void clear() { count = 0; }

  ABUT_INLINE void set_newest(const SupportPoint<double>& p) {
    CompactSimplex::set_newest(p);
    for (int k = 0; k < count; ++k) yy_[count][k] = dot(w[k], p.w);
  }

  ABUT_INLINE bool solve() {
    if (count == 0) return take<1>({0}, {1});
    if constexpr (variant != Johnson::backup_only) {
      if (count == 1 ? johnson<1>() : count == 2 ? johnson<2>() : johnson<3>()) [[likely]]
        return true;
    }
    if constexpr (variant == Johnson::alone) return false;
    return solve_by_backup();
  }

  ABUT_INLINE void reduce() {
    int from[4] = {0, 0, 0, 0};
    keep_support(from);
    // In place: what is read lies never before what was written.
    for (int i = 1; i < count; ++i) {
      for (int j = 0; j < i; ++j) yy_[i][j] = yy_[from[i]][from[j]];
    }
  }

  /// Determinant of the matrix A (eq. 2.20) of the supporting subset, after `solve`: the sum of its cofactors.
  double determinant() const { return sum_; }

 private:
  ABUT_INLINE double product(int i, int j) const { return i == j ? ww[i] : i > j ? yy_[i][j] : yy_[j][i]; }
  /// y_j.y_l - y_j.y_i
  ABUT_INLINE double difference(int j, int l, int i) const {
    if constexpr (differences == Differences::of_products) return product(j, l) - product(j, i);
    return dot(w[j], w[l] - w[i]);
  }
  /// Cofactor of i in {i, j}.
  ABUT_INLINE double pair(int i, int j) const { return difference(j, j, i); }
  /// Cofactor of k in {i, j, k}, from those of {i, j}.
  ABUT_INLINE double triple(int k, int i, int j, double of_i, double of_j) const {
    return fma(of_i, difference(i, i, k), of_j * difference(j, i, k));
  }
  /// Cofactor of m in {i, j, k, m}, from those of {i, j, k}.
  ABUT_INLINE double quadruple(int m, int i, int j, int k, double of_i, double of_j, double of_k) const {
    return fma(of_i, difference(i, i, m), fma(of_j, difference(j, i, m), of_k * difference(k, i, m)));
  }

  template <int size>
  struct Subset {
    int at[size];
    double cofactor[size];
  };

  template <int size>
  ABUT_INLINE double set_lambda(const Subset<size>& s, double (&lambda)[4], Vector& v) const {
    double sum = s.cofactor[0];
    for (int k = 1; k < size; ++k) sum += s.cofactor[k];
    const double inverse = 1 / sum;
    v = {0, 0, 0};
    for (int k = 0; k < size; ++k) {
      lambda[s.at[k]] = s.cofactor[k] * inverse;
      v = multiply_add(w[s.at[k]], lambda[s.at[k]], v);
    }
    return sum;
  }

  template <int size>
  ABUT_INLINE bool take(const int (&at)[size], const double (&cofactor)[size]) {
    Subset<size> s;
    nearest.support = 0;
    for (int k = 0; k < size; ++k) {
      s.at[k] = at[k];
      s.cofactor[k] = cofactor[k];
      nearest.support |= 1u << at[k];
    }
    nearest.inside = size == 4;
    if constexpr (size == 1) {
      nearest.lambda[at[0]] = sum_ = 1;
      nearest.v = w[at[0]];
      nearest.vv = ww[at[0]];
    } else {
      sum_ = set_lambda(s, nearest.lambda, nearest.v);
      nearest.vv = dot(nearest.v, nearest.v);
    }
    return true;
  }

  /// Kept out of line, where it does not get in the way of what runs when it is not needed.
  __attribute__((noinline)) bool solve_by_backup() {
    ++backups;
    return count == 1 ? backup<1>() : count == 2 ? backup<2>() : backup<3>();
  }

  /// The newest vertex is `n`.
  template <int n>
  ABUT_INLINE bool johnson() {
    double newest[n], other[n];  // cofactors of {newest, i}: of the newest, of i
    bool vertex_is_nearest = true;
    for (int i = 0; i < n; ++i) {
      other[i] = pair(i, n);
      vertex_is_nearest = vertex_is_nearest && other[i] <= 0;
    }
    if (vertex_is_nearest) return take<1>({n}, {1});
    for (int i = 0; i < n; ++i) newest[i] = pair(n, i);
    if constexpr (n == 1) {
      return newest[0] > 0 && other[0] > 0 && take<2>({n, 0}, {newest[0], other[0]});
    } else {
      double third[n][n];  // [i][k]: cofactor of k in {newest, i, k}
      for (int i = 0; i < n; ++i) {
        bool edge_is_nearest = newest[i] > 0 && other[i] > 0;
        for (int k = 0; k < n; ++k) {
          if (k == i) continue;
          third[i][k] = triple(k, n, i, newest[i], other[i]);
          edge_is_nearest = edge_is_nearest && third[i][k] <= 0;
        }
        if (edge_is_nearest) return take<2>({n, i}, {newest[i], other[i]});
      }
      return faces<n>(third);
    }
  }

  template <int n>
  ABUT_INLINE bool faces(const double (&third)[n][n]) {
    if constexpr (n == 2) {
      const double of_newest = triple(n, 0, 1, pair(0, 1), pair(1, 0));
      return of_newest > 0 && third[1][0] > 0 && third[0][1] > 0 &&
             take<3>({n, 0, 1}, {of_newest, third[1][0], third[0][1]});
    } else {
      double fourth[3];  // [k]: cofactor of k in all four
      for (int k = 0; k < 3; ++k) {
        const int i = k == 0 ? 1 : 0;
        const int j = k == 2 ? 1 : 2;
        const double of_newest = triple(n, i, j, pair(i, j), pair(j, i));
        const double of_i = third[j][i];
        const double of_j = third[i][j];
        fourth[k] = quadruple(k, n, i, j, of_newest, of_i, of_j);
        if (of_newest > 0 && of_i > 0 && of_j > 0 && fourth[k] <= 0) return take<3>({n, i, j}, {of_newest, of_i, of_j});
      }
      if (!(fourth[0] > 0 && fourth[1] > 0 && fourth[2] > 0)) return false;
      const double p01 = pair(0, 1), p10 = pair(1, 0);
      const double of_newest = quadruple(n, 0, 1, 2, triple(0, 1, 2, pair(1, 2), pair(2, 1)),
                                         triple(1, 0, 2, pair(0, 2), pair(2, 0)), triple(2, 0, 1, p01, p10));
      return of_newest > 0 && take<4>({n, 0, 1, 2}, {of_newest, fourth[0], fourth[1], fourth[2]});
    }
  }

  template <int size>
  ABUT_INLINE void try_subset(const int (&at)[size], const double (&cofactor)[size]) {
    Subset<size> s;
    for (int k = 0; k < size; ++k) {
      if (!(cofactor[k] > 0)) return;
      s.at[k] = at[k];
      s.cofactor[k] = cofactor[k];
    }
    double lambda[4];
    Vector v = w[at[0]];
    double sum = lambda[at[0]] = 1;
    double vv = ww[at[0]];
    if constexpr (size > 1) {
      sum = set_lambda(s, lambda, v);
      vv = size == 4 ? 0 : dot(v, v);  // a tetrahedron with positive coordinates holds the origin
    }
    if (!(vv < nearest.vv)) return;
    nearest.vv = vv;
    nearest.v = v;
    nearest.inside = size == 4;
    nearest.support = 0;
    sum_ = sum;
    for (int k = 0; k < size; ++k) {
      nearest.lambda[at[k]] = lambda[at[k]];
      nearest.support |= 1u << at[k];
    }
  }

  /// Of all subsets with positive coordinates, the one whose point is nearest.
  template <int n>
  ABUT_INLINE bool backup() {
    nearest.vv = Huge<double>::value;
    nearest.inside = false;
    double second[4][4];  // [i][j]: cofactor of i in {i, j}
    for (int i = 0; i <= n; ++i) try_subset<1>({i}, {1});
    for (int i = 0; i <= n; ++i) {
      for (int j = i + 1; j <= n; ++j) {
        second[i][j] = pair(i, j);
        second[j][i] = pair(j, i);
        try_subset<2>({i, j}, {second[i][j], second[j][i]});
      }
    }
    double third[4][3];  // [opposite vertex][place]: cofactors of a face
    for (int i = 0; i <= n; ++i) {
      for (int j = i + 1; j <= n; ++j) {
        for (int k = j + 1; k <= n; ++k) {
          double(&f)[3] = third[6 - i - j - k];
          f[0] = triple(i, j, k, second[j][k], second[k][j]);
          f[1] = triple(j, i, k, second[i][k], second[k][i]);
          f[2] = triple(k, i, j, second[i][j], second[j][i]);
          try_subset<3>({i, j, k}, {f[0], f[1], f[2]});
        }
      }
    }
    if constexpr (n == 3) {
      try_subset<4>({0, 1, 2, 3}, {quadruple(0, 1, 2, 3, third[0][0], third[0][1], third[0][2]),
                                   quadruple(1, 0, 2, 3, third[1][0], third[1][1], third[1][2]),
                                   quadruple(2, 0, 1, 3, third[2][0], third[2][1], third[2][2]),
                                   quadruple(3, 0, 1, 2, third[3][0], third[3][1], third[3][2])});
    }
    return nearest.vv < Huge<double>::value;
  }

  double yy_[4][4] = {};  ///< [i][j], j < i: dot products of the vertices
  double sum_ = 1;
};

}  // namespace abut::papers
