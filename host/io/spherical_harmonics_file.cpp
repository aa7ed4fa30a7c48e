// Files of spherical-harmonic coefficients: n, m, and the two parts of a_nm, a line each.
#include <cmath>
#include <string>

#include "abut/surface/spherical_harmonics.h"
#include "host/io/text_lines.h"
#include "host/number_text.h"

namespace abut {
namespace {

using Complex = std::complex<double>;

constexpr double tolerance = 1e-6;  // of coefficients to each other: files have seven digits or more

void expect(const io::Lines& lines, std::string_view word, const char* what, int wanted) {
  std::int64_t value = 0;
  if (word.empty()) lines.fail(std::string(what) + " is missing; allowed is " + std::to_string(wanted));
  if (io::parse_integer(word, value) == io::Parsed::good && value == wanted) return;
  lines.fail(std::string(what) + " is " + io::in_quotes(word) + "; allowed is " + std::to_string(wanted) +
             ", as n goes up from 0 and m down from n to -n");
}

/// Data only.
struct Coefficient {
  Complex a;
  std::uint64_t line;
};

/// The line's coefficient, which has to be that of n and m.
Coefficient coefficient(const io::Lines& lines, int n, int m) {
  io::Words words(lines.text());
  expect(lines, words.next(), "n", n);
  expect(lines, words.next(), "m", m);
  const double real = io::real(lines, words.next(), "the real part");
  const double imaginary = io::real(lines, words.next(), "the imaginary part");
  if (!words.at_end()) lines.fail(io::in_quotes(words.rest()) + " is too much; allowed are four numbers a line");
  return {{real, imaginary}, lines.number()};
}

/// That the coefficients of one n, m = n to -n, are those of a real radius.
void check_pairs(const io::FileText& file, const std::vector<Coefficient>& of_n, double largest) {
  const std::size_t n = of_n.size() / 2;
  for (std::size_t m = 0; m <= n; ++m) {
    const Complex wanted = std::conj(of_n[n - m].a) * (m % 2 == 0 ? 1.0 : -1.0), given = of_n[n + m].a;
    if (std::abs(given - wanted) <= tolerance * largest) continue;
    io::fail_at_line(file, of_n[n + m].line,
                     "a of n = " + std::to_string(n) + ", m = " + std::to_string(-static_cast<int>(m)) + " is " +
                         host::number_text(given.real()) + " + " + host::number_text(given.imag()) +
                         " i; allowed is (-1)^m times the conjugate of that of m, " + host::number_text(wanted.real()) +
                         " + " + host::number_text(wanted.imag()) + " i");
  }
}

}  // namespace

SphericalHarmonics read_spherical_harmonics(const std::string& path) {
  const io::FileText file = io::load_file(path);
  io::Lines lines(file);
  std::vector<std::vector<Coefficient>> degrees;
  double largest = 0;
  while (lines.next_with_words()) {
    const int n = static_cast<int>(degrees.size());
    if (n > most_harmonic_degree) lines.fail("n is " + std::to_string(n) + "; allowed are 0 to 255");
    degrees.emplace_back();
    for (int m = n; m >= -n; --m) {
      if (m < n && !lines.next_with_words()) {
        lines.fail_at_end("the coefficients of n = " + std::to_string(n) + " go on to m = -" + std::to_string(n));
      }
      degrees.back().push_back(coefficient(lines, n, m));
      largest = std::max(largest, std::abs(degrees.back().back().a));
    }
  }
  if (degrees.empty()) lines.fail("no coefficients; allowed are those of n = 0 at least");
  SphericalHarmonics out{static_cast<int>(degrees.size()) - 1, {}};
  for (std::size_t n = 0; n < degrees.size(); ++n) {
    check_pairs(file, degrees[n], largest);
    for (std::size_t m = 0; m <= n; ++m) out.coefficients.push_back(degrees[n][n - m].a);
    out.coefficients[n * (n + 1) / 2].imag(0);
  }
  return out;
}

}  // namespace abut
