// Star-shaped bodies by the spherical-harmonic coefficients of their radius, as tomography of grains gives them. Host
// only.
//
//   r(theta, phi) = sum over n = 0..N, m = -n..n of a_nm Y_nm(theta, phi)
//
// with the orthonormal Y_nm and the Condon-Shortley phase (Garboczi 2002). The radius is real, so a_n,-m is (-1)^m
// times the conjugate of a_nm, and those of m >= 0 say all.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "abut/core/vec3.h"
#include "abut/shapes/mass_properties.h"

namespace abut {

inline constexpr int most_harmonic_degree = 255;

/// Data only.
struct SphericalHarmonics {
  int degree = 0;                                  ///< N, 0 to `most_harmonic_degree`
  std::vector<std::complex<double>> coefficients;  ///< a_nm, m = 0..n, at n * (n + 1) / 2 + m; those of m = 0 are real
};

/// Throws `InvalidInput` naming what is wrong: a degree out of range, a wrong number of coefficients, one that is not
/// finite, one of m = 0 that is not real.
void check(const SphericalHarmonics& harmonics);

/// Reads lines of n, m and the two parts of a_nm, for n = 0, 1, ... and m from n down to -n; blank lines may stand
/// between them. Throws `FileError`, and `InvalidInput` naming file, line, value and what is allowed: numbers that are
/// not finite, lines in another order or missing, coefficients of no real radius to 1e-6 of the largest one. In
/// Abut::io.
SphericalHarmonics read_spherical_harmonics(const std::string& path);

/// At an angle `theta` from the axis of z, and `phi` about it, from x to y. Does not check its input.
double radius(const SphericalHarmonics& harmonics, double theta, double phi);
/// Along a direction of any length but 0.
double radius(const SphericalHarmonics& harmonics, const Vec3<double>& direction);

/// Of the solid of density 1 within the radius: integrals of r^3, r^4 and r^5 over the sphere, with nodes enough to be
/// exact. Throws as `check`, and `InvalidInput` where the radius is not above 0.
MassProperties mass_properties(const SphericalHarmonics& harmonics);

}  // namespace abut
