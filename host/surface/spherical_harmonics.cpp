#include "abut/surface/spherical_harmonics.h"

#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "host/number_text.h"
#include "host/shapes/solid_moments.h"
#include "host/surface/gauss_legendre.h"
#include "host/surface/harmonic_sum.h"

namespace abut {
namespace {

constexpr double pi = 3.14159265358979323846;

std::size_t place(int n, int m) { return static_cast<std::size_t>(n * (n + 1) / 2 + m); }

}  // namespace

namespace host {

// Normalised Legendre functions by the recursion in n, which is stable and does not overflow (Holmes & Featherstone
// 2002 review it).
HarmonicSum::HarmonicSum(const SphericalHarmonics& harmonics) : degree_(harmonics.degree) {
  diagonals_.push_back(std::sqrt(1 / (4 * pi)));
  for (int m = 0; m <= degree_; ++m) {
    if (m > 0) diagonals_.push_back(-std::sqrt((2.0 * m + 1) / (2.0 * m)));  // Condon and Shortley's sign
    for (int n = m; n <= degree_; ++n) {
      const double nn = double(n) * n, mm = double(m) * m, before = nn - 2 * n + 1;
      const double up = n > m ? std::sqrt((4 * nn - 1) / (nn - mm)) : 0;
      const double down = n > m + 1 ? std::sqrt((before - mm) / (4 * before - 1)) : 0;
      terms_.push_back({up, down, harmonics.coefficients[place(n, m)] * (m > 0 ? 2.0 : 1.0)});
    }
  }
}

double HarmonicSum::radius(const Vec3<double>& d) const {
  const double s = std::sqrt(d.x * d.x + d.y * d.y);
  const std::complex<double> turn = s > 0 ? std::complex<double>(d.x / s, d.y / s) : 1;
  double diagonal = 1, sum = 0;
  std::complex<double> turned = 1;  // exp(i m phi)
  const Term* term = terms_.data();
  for (int m = 0; m <= degree_; ++m) {
    diagonal *= diagonals_[static_cast<std::size_t>(m)] * (m > 0 ? s : 1);
    double here = diagonal, before = 0, real = 0, imaginary = 0;
    for (int n = m; n <= degree_; ++n, ++term) {
      if (n > m) {
        const double next = term->up * (d.z * here - term->down * before);
        before = here, here = next;
      }
      real += here * term->a.real(), imaginary += here * term->a.imag();
    }
    sum += real * turned.real() - imaginary * turned.imag();
    turned *= turn;
  }
  return sum;
}

}  // namespace host

void check(const SphericalHarmonics& harmonics) {
  const std::string what = "SphericalHarmonics: ";
  const int degree = harmonics.degree;
  if (degree < 0 || degree > most_harmonic_degree) {
    throw InvalidInput(what + "degree is " + std::to_string(degree) + "; allowed are 0 to 255");
  }
  const std::size_t wanted = place(degree, degree) + 1;
  if (harmonics.coefficients.size() != wanted) {
    throw InvalidInput(what + "coefficients are " + std::to_string(harmonics.coefficients.size()) + "; allowed are " +
                       std::to_string(wanted) + " for a degree of " + std::to_string(degree));
  }
  for (int n = 0; n <= degree; ++n) {
    for (int m = 0; m <= n; ++m) {
      const std::complex<double>& a = harmonics.coefficients[place(n, m)];
      const std::string name = "a of n = " + std::to_string(n) + ", m = " + std::to_string(m);
      if (!std::isfinite(a.real()) || !std::isfinite(a.imag())) throw InvalidInput(what + name + " is not finite");
      if (m == 0 && a.imag() != 0) {
        throw InvalidInput(what + name + " has the imaginary part " + host::number_text(a.imag()) + "; allowed is 0");
      }
    }
  }
}

double radius(const SphericalHarmonics& harmonics, const Vec3<double>& direction) {
  return host::HarmonicSum(harmonics).radius(unit_vector(direction));
}

double radius(const SphericalHarmonics& harmonics, double theta, double phi) {
  const double s = std::sin(theta);
  return host::HarmonicSum(harmonics).radius({s * std::cos(phi), s * std::sin(phi), std::cos(theta)});
}

// r^5 x_i x_j is of the degree 5 N + 2 in cos(theta), and of no higher one about the axis: products of harmonics are
// sums of harmonics, and odd powers of sin(theta) go with orders that the sum about the axis takes to 0.
MassProperties mass_properties(const SphericalHarmonics& harmonics) {
  check(harmonics);
  const host::HarmonicSum sum(harmonics);
  const int degree = 5 * harmonics.degree + 2, around = degree + 1;
  host::SolidMoments moments;
  for (const host::QuadratureNode& q : host::gauss_legendre(degree / 2 + 1)) {
    const double z = 2 * q.at - 1, s = std::sqrt(1 - z * z);
    for (int k = 0; k < around; ++k) {
      const double phi = 2 * pi * k / around;
      const Vec3<double> d{s * std::cos(phi), s * std::sin(phi), z};
      const double r = sum.radius(d);
      if (!(r > 0)) {
        throw InvalidInput("mass_properties: the radius at theta = " + host::number_text(std::acos(z)) + ", phi = " +
                           host::number_text(phi) + " is " + host::number_text(r) + "; allowed is above 0");
      }
      host::add_cone(moments, d * r, r * r * r * q.weight * 4 * pi / around);
    }
  }
  const Vec3<double> centroid = moments.first * (1 / moments.volume);
  const Mat3<double> inertia = host::inertia_about_centroid(moments, centroid);
  const PrincipalAxes principal = principal_axes(inertia);
  return {moments.volume, centroid, inertia, principal.moments, principal.axes};
}

}  // namespace abut
