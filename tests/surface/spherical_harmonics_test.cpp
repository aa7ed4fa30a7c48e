#include "abut/surface/spherical_harmonics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/core/error.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::Random;

constexpr double pi = 3.14159265358979323846;
const std::string grains = std::string(ABUT_TEST_DATA) + "/surface/grains/";

SphericalHarmonics random_harmonics(Random& random, int degree) {
  SphericalHarmonics out{degree, {}};
  for (int n = 0; n <= degree; ++n) {
    for (int m = 0; m <= n; ++m) out.coefficients.push_back({random.uniform(-1, 1), m > 0 ? random.uniform(-1, 1) : 0});
  }
  return out;
}

/// The sum over all m, negative ones too, with the standard library's spherical harmonics, whose phase is Condon and
/// Shortley's.
double sum_of_all(const SphericalHarmonics& h, double theta, double phi) {
  std::complex<double> sum = 0;
  for (int n = 0; n <= h.degree; ++n) {
    for (int m = -n; m <= n; ++m) {
      const int k = std::abs(m);
      const double sign = m < 0 && k % 2 == 1 ? -1 : 1;
      const std::complex<double> a = h.coefficients[static_cast<std::size_t>(n * (n + 1) / 2 + k)];
      const double p = std::sph_legendre(static_cast<unsigned>(n), static_cast<unsigned>(k), theta);
      sum += (m < 0 ? sign * std::conj(a) : a) * (sign * p) * std::polar(1.0, m * phi);
    }
  }
  EXPECT_LT(std::abs(sum.imag()), 1e-12);
  return sum.real();
}

TEST(SphericalHarmonics, TheRadiusIsTheSumOverAllOrders) {
  Random random(61);
  for (const int degree : {0, 1, 2, 5, 30}) {
    const SphericalHarmonics h = random_harmonics(random, degree);
    for (int i = 0; i < 50; ++i) {
      const double theta = i == 0 ? 0 : i == 1 ? pi : random.uniform(0, pi), phi = random.uniform(-pi, 3 * pi);
      const double wanted = sum_of_all(h, theta, phi);
      EXPECT_NEAR(radius(h, theta, phi), wanted, 1e-12) << degree;
      const Vec3<double> d{std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
      EXPECT_NEAR(radius(h, d * 7.5), wanted, 1e-12) << degree;
    }
  }
}

TEST(SphericalHarmonics, TheFirstOnesAreAsBooksPrintThem) {
  SphericalHarmonics h{1, {0, 0, {0.5, 0}}};  // a_11 = 1/2, so a_1-1 = -1/2
  EXPECT_NEAR(radius(h, pi / 2, 0), -std::sqrt(3 / (8 * pi)), 1e-15);
  h = {1, {0, 1, 0}};
  EXPECT_NEAR(radius(h, 0, 0), std::sqrt(3 / (4 * pi)), 1e-15);
}

TEST(SphericalHarmonics, HighDegreesStayInRange) {
  SphericalHarmonics h{255, std::vector<std::complex<double>>(256 * 257 / 2, 0.0)};
  h.coefficients.back() = 1;
  EXPECT_NEAR(radius(h, pi / 2, 0), 2 * std::sph_legendre(255u, 255u, pi / 2), 1e-12);
  EXPECT_EQ(radius(h, 1e-9, 0), 0);
}

TEST(SphericalHarmonics, ASphereOffItsCentreToFirstOrderHasItsClosedForm) {
  const double e = 0.25;  // r = 1 + e cos(theta)
  const SphericalHarmonics h{1, {std::sqrt(4 * pi), e * std::sqrt(4 * pi / 3), 0}};
  const MassProperties m = mass_properties(h);
  EXPECT_NEAR(m.volume, 4 * pi / 3 * (1 + e * e), 1e-13);
  EXPECT_NEAR(m.centre.z * m.volume, pi * (4 * e / 3 + 4 * e * e * e / 5), 1e-13);
  EXPECT_LT(std::abs(m.centre.x) + std::abs(m.centre.y), 1e-14);
  // 2 pi / 5 times the integral of (1 + e x)^5 (1 - x^2), twice that of x_1^2.
  const double about_z = 2 * pi / 5 * (4.0 / 3 + 10 * e * e * 4 / 15 + 5 * e * e * e * e * 4 / 35);
  EXPECT_NEAR(m.inertia.m[8], about_z, 1e-13);
}

TEST(SphericalHarmonics, MassIsThatOfAFineMeshOfTheRadius) {
  Random random(62);
  SphericalHarmonics h = random_harmonics(random, 4);
  for (auto& a : h.coefficients) a *= 0.1;
  h.coefficients[0] = 10;
  const MassProperties m = mass_properties(h);
  double volumes[2];
  for (int level = 0; level < 2; ++level) {
    const int rows = 40 << level, columns = 80 << level;
    Mesh mesh;
    const auto at = [&](int i, int j) {
      const double theta = pi * i / rows, phi = 2 * pi * (j % columns) / columns, r = radius(h, theta, phi);
      return Vec3<double>{r * std::sin(theta) * std::cos(phi), r * std::sin(theta) * std::sin(phi),
                          r * std::cos(theta)};
    };
    double six = 0;
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        const Vec3<double> a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
        six += dot(a, cross(b, c)) + dot(a, cross(c, d));
      }
    }
    volumes[level] = six / 6;
  }
  EXPECT_NEAR((4 * volumes[1] - volumes[0]) / 3, m.volume, 1e-5 * m.volume);
  EXPECT_GT(m.volume - volumes[0], 1e-4 * m.volume);
}

TEST(SphericalHarmonics, ARealGrainHasThePublishedVolume) {
  const SphericalHarmonics h = read_spherical_harmonics(grains + "A-anm-00001.dat");
  EXPECT_EQ(h.degree, 26);
  EXPECT_EQ(h.coefficients[0], std::complex<double>(31.3931155190, 0));
  EXPECT_EQ(h.coefficients[2], std::complex<double>(-0.1661257997, -0.1600440591));
  EXPECT_NEAR(mass_properties(h).volume, 3083.215147, 1e-5 * 3083);
  // A file with lines as DOS ends them.
  EXPECT_EQ(read_spherical_harmonics(grains + "cement152-anm-02341.dat").degree, 30);
}

TEST(SphericalHarmonics, BadFilesAreRefusedWithTheirLine) {
  const test::TemporaryFolder folder;
  const std::string good = "0 0 3.5 0\n\n 1 1 0.5 0.25\n1 0 -1e-1 0\n1 -1 -0.5 0.25\n";
  const SphericalHarmonics h = read_spherical_harmonics(folder.write("good.dat", good));
  EXPECT_EQ(h.degree, 1);
  EXPECT_EQ(h.coefficients[1], std::complex<double>(-0.1, 0));
  EXPECT_EQ(h.coefficients[2], std::complex<double>(0.5, 0.25));
  const std::pair<std::string, std::string> cases[] = {
      {"", "dat:1: no coefficients; allowed are those of n = 0 at least"},
      {"\n \n", "no coefficients; allowed are those of n = 0 at least"},
      {"0 0 nan 0\n", "dat:1: the real part is \"nan\"; only finite numbers are allowed"},
      {"0 0 1 inf\n", "dat:1: the imaginary part is \"inf\"; only finite numbers are allowed"},
      {"0 0 1\n", "dat:1: the imaginary part is missing; a finite number is needed"},
      {"0 0 one 0\n", "dat:1: the real part is \"one\"; a number is needed"},
      {"0 0 1 0 7\n", "dat:1: \" 7\" is too much; allowed are four numbers a line"},
      {"0\n", "dat:1: m is missing; allowed is 0"},
      {"1 1 1 0\n", "dat:1: n is \"1\"; allowed is 0, as n goes up from 0 and m down from n to -n"},
      {"0 0 1 0\n1 -1 0 0\n1 0 0 0\n1 1 0 0\n",
       "dat:2: m is \"-1\"; allowed is 1, as n goes up from 0 and m down from n to -n"},
      {"0 0 1 0\n1 1 0 0\n1 -1 0 0\n", "dat:3: m is \"-1\"; allowed is 0, as n goes up from 0 and m down from n to -n"},
      {"0 0 1 0\n1 1 0 0\n1 0 0 0\n", "dat:3: the file ends here; the coefficients of n = 1 go on to m = -1"},
      {"0 0 1 0\n0 0 1 0\n", "dat:2: n is \"0\"; allowed is 1, as n goes up from 0 and m down from n to -n"},
      {"0 0 1 0.5\n", "dat:1: a of n = 0, m = 0 is 1 + 0.5 i"},
      {"0 0 1 0\n1 1 0.5 0.25\n1 0 0 0\n1 -1 0.5 0.25\n",
       "dat:4: a of n = 1, m = -1 is 0.5 + 0.25 i; allowed is (-1)^m times the conjugate of that of m, -0.5 + 0.25 i"},
  };
  for (const auto& [text, wanted] : cases) {
    const std::string path = folder.write("bad.dat", text);
    const std::string told = test::complaint([&] { read_spherical_harmonics(path); });
    EXPECT_EQ(told.find(path), 0u) << told;
    EXPECT_NE(told.find(wanted), std::string::npos) << told << "\nwanted: " << wanted;
    EXPECT_EQ(told.find('\n'), std::string::npos) << told;
  }
  EXPECT_THROW(read_spherical_harmonics(folder / "none.dat"), FileError);
}

TEST(SphericalHarmonics, BadDataIsRefused) {
  const auto told = [](const SphericalHarmonics& h) { return test::complaint([&] { mass_properties(h); }); };
  EXPECT_EQ(told({-1, {}}), "SphericalHarmonics: degree is -1; allowed are 0 to 255");
  EXPECT_EQ(told({1, {1, 2}}), "SphericalHarmonics: coefficients are 2; allowed are 3 for a degree of 1");
  EXPECT_EQ(told({0, {{1, 1}}}), "SphericalHarmonics: a of n = 0, m = 0 has the imaginary part 1; allowed is 0");
  EXPECT_EQ(told({0, {std::nan("")}}), "SphericalHarmonics: a of n = 0, m = 0 is not finite");
  EXPECT_NE(told({0, {-1}}).find("is -0.28209479177387"), std::string::npos);
  EXPECT_NE(told({1, {1, 3, 0}}).find("; allowed is above 0"), std::string::npos);
}

}  // namespace
}  // namespace abut
