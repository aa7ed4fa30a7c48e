// Roots that are not simple, as where two features are conformal.
#include <algorithm>
#include <cmath>

#include "host/brep/free_search.h"

namespace abut::host {
namespace {

constexpr double singular_ratio = 1e-8;  ///< of pivots: below it a root is not simple
constexpr int most_steps = 30;
constexpr std::uint64_t work = 16;           ///< of a look, in rectangles
constexpr int most_samples = 24;             ///< then the rest of the features is left
constexpr std::uint64_t work_beside = 4096;  ///< in rectangles, after the first sample

}  // namespace

/// Brings rows to about 1; those that are nothing but rounding to 0. The largest number that is left of f.
double FreeSearch::balance(Equations<double>& e, const PieceNode& x, const PieceNode& y) const {
  double most = 0;
  for (int i = 0; i < unknowns_.all(); ++i) {
    double row = 0;
    for (int k = 0; k < unknowns_.all(); ++k) row = std::max(row, std::abs(e.j[i][k]));
    const bool is_void = row + std::abs(e.f[i]) <= 8 * noise_of(i, x, y);
    const double factor = is_void || !(row > 0) ? 0 : 1 / row;
    if (!is_void && factor == 0) most = 1;
    for (int k = 0; k < unknowns_.all(); ++k) e.j[i][k] *= factor;
    e.f[i] *= factor;
    most = std::max(most, std::abs(e.f[i]));
  }
  return most;
}

/// A shortest step of least squares, within `room`; false where there is none.
bool FreeSearch::step_down(const Equations<double>& e, double room, Point& c) const {
  const int n = unknowns_.all();
  Square a, inverse;
  Point g = {0, 0, 0, 0};
  double trace = 0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      a[i][k] = 0, g[i] += e.j[k][i] * e.f[k];
      for (int l = 0; l < n; ++l) a[i][k] += e.j[l][i] * e.j[l][k];
    }
    trace += a[i][i];
  }
  for (int i = 0; i < n; ++i) a[i][i] += 1e-10 * trace;
  if (!inverted(a, n, 0, inverse)) return false;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) c[i] -= inverse[i][k] * g[k];
    c[i] = std::clamp(c[i], -room, room);
  }
  return true;
}

/// Where a surface has no normal, equations are 0 of themselves.
bool FreeSearch::is_at_pole(const PieceForest& of, const PieceNode& n, const double* at) const {
  if (of.shape().dimensions != 2) return false;
  const double scale[2] = {n.high[0] - n.low[0], n.high[1] - n.low[1]};
  const double place[2] = {n.low[0] + scale[0] * (0.5 + at[0]), n.low[1] + scale[1] * (0.5 + at[1])};
  const PieceJet<Vec3<double>> jet = of.at(n.piece, place, {1, 1});
  const PieceNode& root = of.node(n.piece);
  return std::sqrt(product(jet.n, jet.n)) <= 1e-6 * root.extent[0] * root.extent[1];
}

/// Whether there is a root that is not simple, in the rectangle: it is told, and the rectangle is done with.
bool FreeSearch::is_degenerate(const PieceNode& x, const PieceNode& y, bool is_small) {
  out_.rectangles += work;
  const double room = is_small ? 1.5 : 0.5, enough = is_small ? 1e-4 : 1e-9;
  Point c = {0, 0, 0, 0};
  Equations<double> e;
  double off = 1;
  for (int step = 0; step < most_steps; ++step) {
    evaluate(x, y, c, e);
    off = balance(e, x, y);
    if (off < 0.01 * enough || !step_down(e, room, c)) break;
  }
  if (off > enough) return false;
  if (is_at_pole(x_, x, c) || (unknowns_.of_second == 2 && is_at_pole(y_, y, c + unknowns_.of_first))) return false;
  evaluate(x, y, c, e);
  balance(e, x, y);
  Square inverse;
  if (!is_small && inverted(e.j, unknowns_.all(), singular_ratio, inverse)) return false;
  if (kind_ != SystemKind::pierce) out_.not_isolated = true;
  if (samples_ == 0) budget_ = std::min(budget_, out_.rectangles + work_beside);
  if (++samples_ == most_samples) budget_ = out_.rectangles;
  found(x, y, c, false);
  return true;
}

}  // namespace abut::host
