#include "host/surface/pole_grid.h"

#include <array>
#include <cmath>
#include <complex>

#include "host/surface/basis_functions.h"
#include "host/surface/dense_cholesky.h"

namespace abut::host {
namespace {

constexpr double pi = 3.14159265358979323846;

using Complex = std::complex<double>;
using Complex3 = std::array<Complex, 3>;

/// Places along one parameter, and the basis functions at each: those from `first` on. Data only.
struct Place {
  double at;
  std::size_t first;
  Basis of;
};

std::vector<Place> places_along(const SplineDirection& d, int spans) {
  std::vector<Place> out;
  const int per_span = d.degree + 2;
  for (int k = 0; k < spans * per_span; ++k) {
    const double at = (k + 0.5) / per_span;
    const BasisDerivatives basis = basis_at(d, at);
    out.push_back({at, basis.first, basis.of[0]});
  }
  return out;
}

/// exp(2 pi i k / n), k = 0..n - 1.
std::vector<Complex> roots_of_one(std::size_t n) {
  std::vector<Complex> out(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double angle = 2 * pi * static_cast<double>(k) / static_cast<double>(n);
    out[k] = {std::cos(angle), std::sin(angle)};
  }
  return out;
}

/// What the target is around at one theta: its spline's control points by modes m = 0..n / 2.
class AroundFit {
 public:
  explicit AroundFit(const PoleGrid& grid)
      : places_(places_along(grid.along_v(), grid.columns)),
        n_(static_cast<std::size_t>(grid.columns)),
        of_span_(static_cast<std::size_t>(grid.degree) + 1),
        roots_(roots_of_one(n_)) {
    // All columns have the same inner products with those beside them: the normal matrix is circulant, and modes are
    // its eigenvectors.
    std::vector<double> products(n_, 0.0);
    for (const Place& p : places_) {
      for (std::size_t a = 0; a < of_span_; ++a) {
        if ((p.first + a) % n_ != 0) continue;
        for (std::size_t b = 0; b < of_span_; ++b) products[(p.first + b) % n_] += p.of[a] * p.of[b];
      }
    }
    for (std::size_t m = 0; m <= n_ / 2; ++m) {
      double sum = 0;
      for (std::size_t d = 0; d < n_; ++d) sum += products[d] * roots_[m * d % n_].real();
      eigenvalues_.push_back(sum);
    }
  }

  const std::vector<Place>& places() const { return places_; }
  const std::vector<Complex>& roots() const { return roots_; }

  std::vector<Complex3> modes(const std::vector<Vec3<double>>& values) const {
    std::vector<Vec3<double>> products(n_, Vec3<double>{0, 0, 0});
    for (std::size_t l = 0; l < places_.size(); ++l) {
      for (std::size_t a = 0; a < of_span_; ++a) {
        Vec3<double>& to = products[(places_[l].first + a) % n_];
        to = multiply_add(values[l], places_[l].of[a], to);
      }
    }
    std::vector<Complex3> out(n_ / 2 + 1);
    for (std::size_t m = 0; m < out.size(); ++m) {
      Complex3 sum{};
      for (std::size_t j = 0; j < n_; ++j) {
        const Complex turn = std::conj(roots_[m * j % n_]);
        sum[0] += turn * products[j].x, sum[1] += turn * products[j].y, sum[2] += turn * products[j].z;
      }
      for (std::size_t c = 0; c < 3; ++c) out[m][c] = sum[c] / eigenvalues_[m];
    }
    return out;
  }

 private:
  std::vector<Place> places_;
  std::size_t n_, of_span_;
  std::vector<Complex> roots_;
  std::vector<double> eigenvalues_;
};

/// Control row `row` has `times` the unknown `unknown`. Data only.
struct Link {
  std::size_t row, unknown;
  double times;
};

/// How the rows of one mode hang on unknowns. Of clamped knots that are integers the second derivative at the end is
/// in proportion to (row 2 - row 1) / 2 - (row 1 - row 0): of mode 1 it is 0 where row 2 is 3 times row 1, as row 0 is
/// 0.
std::vector<Link> links(std::size_t mode, std::size_t rows) {
  using Ends = std::vector<std::array<double, 2>>;  // row of an end, factor: all of the same unknown
  const std::size_t kept = mode >= 3 ? 0 : 1;
  const Ends ends = mode == 0   ? Ends{{0, 1}, {1, 1}}
                    : mode == 1 ? Ends{{1, 1}, {2, 3}}
                    : mode == 2 ? Ends{{2, 1}}
                                : Ends{};
  const std::size_t fixed = mode == 0 ? 2 : 3;  // rows of an end that have no unknown of their own
  std::vector<Link> out;
  for (const auto& [row, times] : ends) out.push_back({static_cast<std::size_t>(row), 0, times});
  std::size_t unknown = kept;
  for (std::size_t i = fixed; i < rows - fixed; ++i) out.push_back({i, unknown++, 1});
  for (const auto& [row, times] : ends) out.push_back({rows - 1 - static_cast<std::size_t>(row), unknown, times});
  return out;
}

/// Least squares along u of the modes of one kind: 0, 1, 2, or 3 and more.
class AlongFit {
 public:
  AlongFit(const std::vector<Place>& places, std::size_t rows, int degree, std::size_t kind)
      : places_(places), rows_(rows), of_span_(static_cast<std::size_t>(degree) + 1), links_(links(kind, rows)) {
    std::size_t unknowns = 0;
    for (const Link& l : links_) unknowns = std::max(unknowns, l.unknown + 1);
    of_row_.resize(rows, nullptr);
    for (const Link& l : links_) of_row_[l.row] = &l;
    DenseMatrix normal(unknowns);
    for (const Place& p : places_) {
      for (std::size_t a = 0; a < of_span_; ++a) {
        for (std::size_t b = 0; b < of_span_; ++b) {
          const Link *la = of_row_[p.first + a], *lb = of_row_[p.first + b];
          if (la == nullptr || lb == nullptr) continue;
          normal(la->unknown, lb->unknown) += p.of[a] * la->times * p.of[b] * lb->times;
        }
      }
    }
    factor_ = Cholesky(std::move(normal));
  }

  /// Control rows of a mode, from its values at the places.
  std::vector<Complex> rows(const std::vector<Complex>& values) const {
    std::vector<Complex> unknowns(factor_.size(), Complex(0));
    for (std::size_t k = 0; k < places_.size(); ++k) {
      for (std::size_t a = 0; a < of_span_; ++a) {
        const Link* l = of_row_[places_[k].first + a];
        if (l != nullptr) unknowns[l->unknown] += places_[k].of[a] * l->times * values[k];
      }
    }
    factor_.solve(unknowns);
    std::vector<Complex> out(rows_, Complex(0));
    for (const Link& l : links_) out[l.row] = l.times * unknowns[l.unknown];
    return out;
  }

 private:
  const std::vector<Place>& places_;
  std::size_t rows_, of_span_;
  std::vector<Link> links_;
  std::vector<const Link*> of_row_;
  Cholesky factor_;
};

/// Modes of all control rows: of (i, m) at i * (n / 2 + 1) + m.
std::vector<Complex3> fitted_modes(const PoleGrid& grid, const AroundFit& around,
                                   const std::function<double(const Vec3<double>&)>& radius) {
  const std::vector<Place> along = places_along(grid.along_u(), grid.rows);
  std::vector<std::vector<Complex3>> at_places;
  std::vector<Vec3<double>> values(around.places().size());
  for (const Place& u : along) {
    for (std::size_t l = 0; l < values.size(); ++l) {
      const Vec3<double> d = direction_at(grid, u.at, around.places()[l].at);
      values[l] = d * radius(d);
    }
    at_places.push_back(around.modes(values));
  }
  const auto rows = static_cast<std::size_t>(grid.control_rows());
  const std::size_t modes = at_places[0].size();
  std::vector<AlongFit> fits;
  fits.reserve(4);
  for (std::size_t kind = 0; kind < 4; ++kind) fits.emplace_back(along, rows, grid.degree, kind);
  std::vector<Complex3> out(rows * modes);
  std::vector<Complex> of_mode(along.size());
  for (std::size_t m = 0; m < modes; ++m) {
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t k = 0; k < along.size(); ++k) of_mode[k] = at_places[k][m][c];
      const std::vector<Complex> fitted = fits[std::min<std::size_t>(m, 3)].rows(of_mode);
      for (std::size_t i = 0; i < rows; ++i) out[i * modes + m][c] = fitted[i];
    }
  }
  return out;
}

/// Back from modes, of which those above n / 2 are the conjugates of the others.
Vec3<double> control_point(const Complex3* modes, const std::vector<Complex>& roots, std::size_t j) {
  const std::size_t n = roots.size();
  Vec3<double> sum{modes[0][0].real(), modes[0][1].real(), modes[0][2].real()};
  for (std::size_t m = 1; m <= n / 2; ++m) {
    const Complex turn = roots[m * j % n] * (2 * m == n ? 1.0 : 2.0);
    sum.x += (turn * modes[m][0]).real(), sum.y += (turn * modes[m][1]).real(), sum.z += (turn * modes[m][2]).real();
  }
  return sum * (1 / static_cast<double>(n));
}

}  // namespace

SplineDirection PoleGrid::along_u() const {
  std::vector<double> knots(static_cast<std::size_t>(degree), 0.0);
  for (int k = 0; k <= rows; ++k) knots.push_back(k);
  knots.insert(knots.end(), static_cast<std::size_t>(degree), rows);
  return {degree, knots};
}

SplineDirection PoleGrid::along_v() const {
  std::vector<double> knots;
  for (int k = -degree; k <= columns + degree; ++k) knots.push_back(k);
  return {degree, knots};
}

Vec3<double> direction_at(const PoleGrid& grid, double u, double v) {
  const double theta = pi * u / grid.rows, phi = 2 * pi * v / grid.columns, s = std::sin(theta);
  return {s * std::cos(phi), s * std::sin(phi), std::cos(theta)};
}

NurbsSurface fit_sheet(const PoleGrid& grid, const std::function<double(const Vec3<double>& direction)>& radius) {
  const AroundFit around(grid);
  const std::vector<Complex3> modes = fitted_modes(grid, around, radius);
  const auto n = static_cast<std::size_t>(grid.columns);
  NurbsSurface out{grid.along_u(), grid.along_v(), {}};
  for (std::size_t i = 0; i < out.u.count(); ++i) {
    for (std::size_t j = 0; j < out.v.count(); ++j) {
      out.points.push_back(control_point(&modes[i * (n / 2 + 1)], around.roots(), j % n));
    }
  }
  return out;
}

}  // namespace abut::host
