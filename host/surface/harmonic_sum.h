// Spherical harmonics, prepared for many directions.
#pragma once

#include <complex>
#include <vector>

#include "abut/surface/spherical_harmonics.h"

namespace abut::host {

class HarmonicSum {
 public:
  /// Does not check its input.
  explicit HarmonicSum(const SphericalHarmonics& harmonics);
  double radius(const Vec3<double>& unit_direction) const;

 private:
  /// Of the recursion P_nm = up * (cos(theta) P_(n - 1)m - down * P_(n - 2)m), and the coefficient a_nm, twice where m
  /// is above 0. Data only.
  struct Term {
    double up, down;
    std::complex<double> a;
  };
  int degree_;
  std::vector<Term> terms_;        // by m, then by n from m on
  std::vector<double> diagonals_;  // P_mm over P_(m - 1)(m - 1) sin(theta)
};

}  // namespace abut::host
