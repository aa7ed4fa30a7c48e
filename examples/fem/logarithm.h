// Half of the logarithm of F F^T, Hencky's strain, without eigenvectors where it is small.
//
// With y = (b - 1) (b + 1)^-1 half of log b is artanh y = y (1 + y^2 / 3 + y^4 / 5 + ...), and by Cayley and Hamilton
// every power of y is a sum of 1, y and y^2: Higham, Functions of Matrices (2008), chapter 11.
#pragma once

#include <Eigen/Dense>

namespace fem {

namespace logarithm_detail {

/// Coefficients of 1, m and m^2 for a matrix m of three rows. Data only.
struct Quadratic {
  double one = 0, m = 0, m2 = 0;
};

/// m^3 = trace m^2 - minors m + determinant. Data only.
struct Cubic {
  double trace, minors, determinant;
  Quadratic times_m(const Quadratic& q) const {
    return {determinant * q.m2, q.one - minors * q.m2, q.m + trace * q.m2};
  }
};

/// Of 1 + m / 3 + m^2 / 5 + ... + m^12 / 25: what is left out is below 1e-17 where m is below 0.04.
inline Quadratic series(const Cubic& of) {
  Quadratic out;
  for (int k = 12; k >= 0; --k) out = of.times_m(out), out.one += 1.0 / (2 * k + 1);
  return out;
}

}  // namespace logarithm_detail

/// Of a symmetric matrix with eigenvalues above 0.
inline Eigen::Matrix3d half_logarithm(const Eigen::Matrix3d& b) {
  using namespace logarithm_detail;
  const Eigen::Matrix3d one = Eigen::Matrix3d::Identity(), y = one - 2 * (b + one).inverse(), y2 = y * y;
  const double square = y2.trace();
  if (!(square < 0.04)) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(b);
    const Eigen::Vector3d e = 0.5 * solver.eigenvalues().array().log();
    return solver.eigenvectors() * e.asDiagonal() * solver.eigenvectors().transpose();
  }
  const double trace = y.trace();
  const Cubic of_y{trace, 0.5 * (trace * trace - square), y.determinant()};
  const Cubic of_y2{square, of_y.minors * of_y.minors - 2 * trace * of_y.determinant,
                    of_y.determinant * of_y.determinant};
  const Quadratic s = series(of_y2);
  const Quadratic third = of_y.times_m({0, 0, 1}), fifth = of_y.times_m(of_y.times_m(third));
  const double c0 = s.m * third.one + s.m2 * fifth.one, c1 = s.one + s.m * third.m + s.m2 * fifth.m,
               c2 = s.m * third.m2 + s.m2 * fifth.m2;
  return c0 * one + c1 * y + c2 * y2;
}

}  // namespace fem
