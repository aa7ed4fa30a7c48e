// The nearest point of a surface by brute force: a grid of its points, and from the lowest places of the grid down, by
// a search that only compares distances. It shares none of the code that it checks: points are sums of basis functions
// by their recursion (Lim 2012, 3.2 and 3.9), no Bezier patches, no derivatives.
//
// What it finds is a point of the surface, so it is never nearer than the nearest one, but for rounding.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "abut/surface/surface_mesh.h"
#include "tests/surface/patch_cases.h"

namespace abut::bench {

class SampledSurface {
 public:
  /// `surface` is to live as long. Each span along each parameter is cut in `per_span`.
  SampledSurface(const NurbsSurface& surface, int per_span)
      : surface_(surface), u_(spread_parameters(surface.u, per_span)), v_(spread_parameters(surface.v, per_span)) {
    for (const double u : u_) {
      for (const double v : v_) {
        const Vec3<double> p = at(u, v);
        x_.push_back(p.x), y_.push_back(p.y), z_.push_back(p.z);
      }
    }
    find_gap();
  }

  std::size_t samples() const { return x_.size(); }

  /// (3.9), of any parameters of the domain.
  Vec3<double> at(double u, double v) const {
    const Basis a = basis(surface_.u, u), b = basis(surface_.v, v);
    const auto p = static_cast<std::size_t>(surface_.u.degree), q = static_cast<std::size_t>(surface_.v.degree);
    Vec3<double> sum{0, 0, 0};
    double weights = 0;
    for (std::size_t i = 0; i <= p; ++i) {
      const std::size_t row = (a.first + i) * surface_.v.count() + b.first;
      for (std::size_t j = 0; j <= q; ++j) {
        const double w = a.of[i] * b.of[j] * (surface_.weights.empty() ? 1 : surface_.weights[row + j]);
        sum = sum + surface_.points[row + j] * w;
        weights += w;
      }
    }
    return sum * (1 / weights);
  }

  /// From every lowest place of the grid that might lead to the nearest point, `most` at most.
  test::LowPlace nearest(const Vec3<double>& p, std::size_t most = 12) const {
    std::vector<test::LowPlace> low = lowest_places(p);
    const auto lower = [](const test::LowPlace& a, const test::LowPlace& b) { return a.value < b.value; };
    const std::size_t count = std::min(most, low.size());
    std::partial_sort(low.begin(), low.begin() + static_cast<std::ptrdiff_t>(count), low.end(), lower);
    const auto distance = [&](double u, double v) { return length(at(u, v) - p); };
    test::LowPlace best = low[0];
    for (std::size_t k = 0; k < count; ++k) {
      const std::array<double, 4> domain{u_.front(), u_.back(), v_.front(), v_.back()};
      best = std::min(best, test::descend(distance, low[k], step(u_, low[k].u), step(v_, low[k].v), domain), lower);
    }
    return best;
  }

 private:
  struct Basis {
    std::size_t first;         ///< the first function that is not 0
    std::array<double, 8> of;  ///< as many as the degree + 1
  };

  static Basis basis(const SplineDirection& d, double u) {
    const auto degree = static_cast<std::size_t>(d.degree);
    std::size_t k = d.count() - 1;
    while (k > degree && (d.knots[k] == d.knots[k + 1] || u < d.knots[k])) --k;
    Basis out{k - degree, {1}};
    for (std::size_t r = 1; r <= degree; ++r) {
      double carried = 0;
      for (std::size_t i = 0; i < r; ++i) {
        const double left = d.knots[k + 1 + i - r], right = d.knots[k + 1 + i], part = out.of[i] / (right - left);
        out.of[i] = carried + (right - u) * part;
        carried = (u - left) * part;
      }
      out.of[r] = carried;
    }
    return out;
  }

  /// About the longest way across a cell: a corner of the nearest point's cell is farther than it by no more.
  void find_gap() {
    const std::size_t n = u_.size(), m = v_.size();
    const auto point = [&](std::size_t i) { return Vec3<double>{x_[i], y_[i], z_[i]}; };
    double along_u = 0, along_v = 0;
    for (std::size_t i = 0; i < n * m; ++i) {
      if (i + m < n * m) along_u = std::max(along_u, squared_length(point(i + m) - point(i)));
      if ((i + 1) % m != 0) along_v = std::max(along_v, squared_length(point(i + 1) - point(i)));
    }
    gap_ = std::sqrt(along_u) + std::sqrt(along_v);
  }

  /// Samples that none of the eight around is below, and that are no more than the gap farther than the nearest one.
  std::vector<test::LowPlace> lowest_places(const Vec3<double>& p) const {
    const std::size_t n = u_.size(), m = v_.size();
    thread_local std::vector<double> squares;
    squares.resize(n * m);
    double least = Huge<double>::value;
    for (std::size_t i = 0; i < n * m; ++i) {
      const double x = x_[i] - p.x, y = y_[i] - p.y, z = z_[i] - p.z;
      squares[i] = x * x + y * y + z * z;
    }
    for (std::size_t i = 0; i < n * m; ++i) least = std::min(least, squares[i]);
    const double reach = std::sqrt(least) + gap_, most = reach * reach;
    std::vector<test::LowPlace> low;
    for (std::size_t i = 0; i < n * m; ++i) {
      if (squares[i] <= most && is_low(squares, i / m, i % m)) {
        low.push_back({std::sqrt(squares[i]), u_[i / m], v_[i % m]});
      }
    }
    return low;
  }

  bool is_low(const std::vector<double>& squares, std::size_t i, std::size_t j) const {
    const std::size_t n = u_.size(), m = v_.size();
    const double here = squares[i * m + j];
    for (std::size_t a = i > 0 ? i - 1 : 0; a <= std::min(i + 1, n - 1); ++a) {
      for (std::size_t b = j > 0 ? j - 1 : 0; b <= std::min(j + 1, m - 1); ++b) {
        if (squares[a * m + b] < here) return false;
      }
    }
    return true;
  }

  /// To the farther one of the samples beside `x`.
  static double step(const std::vector<double>& grid, double x) {
    const auto i = static_cast<std::size_t>(std::lower_bound(grid.begin(), grid.end(), x) - grid.begin());
    const double below = i > 0 ? x - grid[i - 1] : 0, above = i + 1 < grid.size() ? grid[i + 1] - x : 0;
    return std::max(below, above);
  }

  const NurbsSurface& surface_;
  std::vector<double> u_, v_, x_, y_, z_;
  double gap_ = 0;
};

}  // namespace abut::bench
