#include "host/brep/free_search.h"

#include <algorithm>
#include <cmath>

namespace abut::host {
namespace {

constexpr double least_width = 0x1p-14;   ///< of a piece's parameters, where cutting ends
constexpr double most_radius_sum = 0.75;  ///< of a row, for there to be one root at most
constexpr double same_place = 1e-6;       ///< of a piece's parameters

StraightOne straight_of(const PieceForest& f) { return {f.carrier()->origin, f.carrier()->z}; }

/// A lower bound of the distance along a direction of any length.
double gap_along(const Vec3<double>& e, const PieceNode& x, const PieceNode& y, const Vec3<double>& d) {
  const double size = std::sqrt(product(e, e));
  if (!(size > 0)) return 0;
  double room = product(magnitudes(e), x.rest + y.rest);
  for (int k = 0; k < 2; ++k) {
    room += 0.5 * (std::abs(product(e, x.middle.d[k])) + std::abs(product(e, y.middle.d[k])));
  }
  return (std::abs(product(e, d)) - room) / size;
}

double least_distance(const PieceNode& x, const PieceNode& y) {
  const NearVector d = y.all.p - x.all.p;
  const Vec3<double> m = magnitudes(d.c);
  const Vec3<double> apart{std::max(0.0, m.x - d.r.x), std::max(0.0, m.y - d.r.y), std::max(0.0, m.z - d.r.z)};
  const Vec3<double> between = y.middle.p - x.middle.p;
  double least = std::max(std::sqrt(product(apart, apart)), gap_along(between, x, y, between));
  for (const PieceNode* of : {&x, &y}) least = std::max(least, gap_along(of->middle.n, x, y, between));
  return least;
}

/// Of a rectangle, by the parameters that are unknown.
double width(const PieceNode& n, int unknowns) {
  double widest = 0;
  for (int k = 0; k < unknowns; ++k) widest = std::max(widest, n.high[k] - n.low[k]);
  return widest;
}

}  // namespace

FreeSearch::FreeSearch(PieceForest& first, PieceForest& second, SystemKind kind, std::uint64_t budget)
    : x_(first), y_(second), kind_(kind), unknowns_(unknowns_of(kind, first.shape().dimensions)), budget_(budget) {
  if (unknowns_.of_second == 0) one_ = straight_of(second);
  both_surfaces_ = x_.shape().dimensions == 2 && y_.shape().dimensions == 2;
  offsets_ = std::abs(x_.shape().offset) + std::abs(y_.shape().offset);
  noise_ = 0x1p-44 * (x_.size() + y_.size());
}

FreeOutcome FreeSearch::run() {
  for (std::uint32_t i = 0; i < x_.roots(); ++i) {
    for (std::uint32_t j = 0; j < y_.roots(); ++j) push(i, j, 0);
  }
  while (!queue_.empty() && !done_) {
    const Rectangle r = queue_.top();
    if (r.bound > reach()) break;
    queue_.pop();
    if (++out_.rectangles > budget_) return out_.complete = false, out_;
    look(r);
  }
  return out_;
}

void FreeSearch::push(std::uint32_t i, std::uint32_t j, int cuts) {
  const PieceNode &x = x_.node(i), &y = y_.node(j);
  const double bound = std::max(0.0, least_distance(x, y) - noise_);
  if (bound > reach() || turns_away(x, y) || has_foot_outside(x, y)) return;
  queue_.push({bound, number_++, i, j, cuts});
}

/// Outward normals of two surfaces that are nowhere opposite.
bool FreeSearch::turns_away(const PieceNode& x, const PieceNode& y) const {
  if (!both_surfaces_ || kind_ == SystemKind::pierce) return false;
  const NearNumber along = product(x.all.n, y.all.n);
  return along.c * x_.shape().side * y_.shape().side > along.r;
}

/// Beyond the ends of what is straight, which is not cut.
bool FreeSearch::has_foot_outside(const PieceNode& x, const PieceNode& y) const {
  for (int k = 0; unknowns_.of_second == 0 && k < y_.shape().dimensions; ++k) {
    if (gap_along(y.middle.d[k], x, y, y.middle.p - x.middle.p) > noise_) return true;
  }
  return false;
}

void FreeSearch::look(const Rectangle& r) {
  const PieceNode x = x_.node(r.x), y = y_.node(r.y);  // copies: cutting moves them
  Equations<NearNumber> all;
  Equations<double> middle;
  equations_of(kind_, x_.shape().dimensions, x.all, y.all, one_, all);
  equations_of(kind_, x_.shape().dimensions, x.middle, y.middle, one_, middle);
  const int n = unknowns_.all();
  for (int i = 0; i < n; ++i) {
    double room = 0;
    for (int k = 0; k < n; ++k) room += 0.5 * (std::abs(all.j[i][k].c) + all.j[i][k].r);
    const double doubt = noise_of(i, x, y);
    if (std::abs(all.f[i].c) > all.f[i].r + doubt || std::abs(middle.f[i]) > room * (1 + 1e-9) + doubt) return;
  }
  if (misses_poles(x, y) || is_decided(x, y, all, middle)) return;
  const bool is_small = width(x, unknowns_.of_first) < least_width && width(y, unknowns_.of_second) < least_width;
  if ((is_small || (r.cuts > 0 && r.cuts % (2 * n) == 0)) && is_degenerate(x, y, is_small)) return;
  if (is_small) return void(out_.complete = false);
  cut(r, x, y);
}

/// Beside a pole, where tangents vanish, that equations are not 0 for tangents without that factor.
bool FreeSearch::misses_poles(const PieceNode& x, const PieceNode& y) const {
  const auto has_pole = [](const PieceNode& n) { return n.poles[0] || n.poles[1] || n.poles[2] || n.poles[3]; };
  if (kind_ == SystemKind::pierce || !(has_pole(x) || has_pole(y))) return false;
  Equations<NearNumber> e;
  equations_of(kind_, x_.shape().dimensions, has_pole(x) ? x.unscaled : x.all, has_pole(y) ? y.unscaled : y.all, one_,
               e);
  for (int i = 0; i < unknowns_.all(); ++i) {
    if (std::abs(e.f[i].c) > e.f[i].r + noise_of(i, x, y)) return true;
  }
  return false;
}

/// What rounding of the points' difference does to an equation.
double FreeSearch::noise_of(int i, const PieceNode& x, const PieceNode& y) const {
  if (kind_ == SystemKind::pierce) return noise_;
  if (kind_ == SystemKind::to_plane) return 0x1p-44 * (x.extent[0] + x.extent[1]);
  const double ex = x.extent[0] + x.extent[1], ey = y.extent[0] + y.extent[1];
  if (kind_ == SystemKind::surfaces && i >= 2) return 0x1p-40 * ex * ey * ey;
  if (kind_ == SystemKind::curve_and_surface) return i == 2 ? 0x1p-40 * ex * ey * ey : noise_ * ey;
  if (kind_ == SystemKind::to_line && unknowns_.of_first == 2) return (i == 0 ? 0x1p-40 : noise_) * ex * ex;
  return noise_ * std::max(ex, i == 1 && unknowns_.of_second > 0 ? ey : 0.0);
}

void FreeSearch::cut(const Rectangle& r, const PieceNode& x, const PieceNode& y) {
  const double of_x = std::max(x.extent[0], x.extent[1]);
  const double of_y = unknowns_.of_second > 0 ? std::max(y.extent[0], y.extent[1]) : 0;
  if (of_x >= of_y) {
    const std::uint32_t first = x_.children_of(r.x);
    for (std::uint32_t k = 0; k < 2; ++k) push(first + k, r.y, r.cuts + 1);
  } else {
    const std::uint32_t first = y_.children_of(r.y);
    for (std::uint32_t k = 0; k < 2; ++k) push(r.x, first + k, r.cuts + 1);
  }
}

/// Whether it is proved that there is no root, or the only one was found.
bool FreeSearch::is_decided(const PieceNode& x, const PieceNode& y, const Equations<NearNumber>& all,
                            const Equations<double>& middle) {
  const int n = unknowns_.all();
  Square a, inverse, radius;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) a[i][k] = all.j[i][k].c;
  }
  if (!inverted(a, n, 1e-11, inverse)) return false;
  bool is_one = true;
  for (int i = 0; i < n; ++i) {
    double at = 0, sum = 0, doubt = 0;
    for (int k = 0; k < n; ++k) {
      radius[i][k] = 1e-11;
      for (int l = 0; l < n; ++l) radius[i][k] += std::abs(inverse[i][l]) * all.j[l][k].r;
      sum += radius[i][k], at += inverse[i][k] * middle.f[k];
      doubt += std::abs(inverse[i][k]) * noise_of(k, x, y);
    }
    if (std::abs(at) > 0.5 * (1 + 1e-9) * (1 + sum) + doubt) return true;
    is_one = is_one && sum < most_radius_sum && doubt < 0.05;
  }
  if (is_one) close_in(x, y, inverse, radius);
  return is_one;
}

/// Krawczyk's operator, from the whole rectangle on.
void FreeSearch::close_in(const PieceNode& x, const PieceNode& y, const Square& inverse, const Square& radius) {
  const int n = unknowns_.all();
  Point c = {0, 0, 0, 0}, r = {0.5, 0.5, 0.5, 0.5};
  for (double& half : r) half += 1e-9;
  for (int round = 0; round < 60; ++round) {
    Equations<double> e;
    evaluate(x, y, c, e);
    Point at, room;
    bool inside = true;
    for (int i = 0; i < n; ++i) {
      at[i] = c[i], room[i] = 1e-12;
      for (int k = 0; k < n; ++k) {
        at[i] -= inverse[i][k] * e.f[k];
        room[i] += radius[i][k] * r[k] + std::abs(inverse[i][k]) * noise_of(k, x, y);
      }
      inside = inside && at[i] - room[i] > c[i] - r[i] && at[i] + room[i] < c[i] + r[i];
    }
    if (!narrow(at, room, c, r)) return;
    const double widest = *std::max_element(r, r + n);
    if (!inside && widest > 1e-7) continue;
    sharpen(x, y, c);
    return found(x, y, c, true);
  }
  out_.complete = false;
}

/// To what is within `room` of `at` too; false where there is nothing.
bool FreeSearch::narrow(const Point& at, const Point& room, Point& c, Point& r) const {
  for (int i = 0; i < unknowns_.all(); ++i) {
    const double low = std::max(c[i] - r[i], at[i] - room[i]), high = std::min(c[i] + r[i], at[i] + room[i]);
    if (low > high) return false;
    c[i] = 0.5 * (low + high), r[i] = 0.5 * (high - low);
  }
  return true;
}

/// At c of the rectangle's own parameters; derivatives by these.
void FreeSearch::evaluate(const PieceNode& x, const PieceNode& y, const Point& c, Equations<double>& e) const {
  const int of_x = unknowns_.of_first, of_y = unknowns_.of_second;
  double at_x[2], at_y[2], scale_x[2], scale_y[2];
  for (int k = 0; k < 2; ++k) {
    scale_x[k] = x.high[k] - x.low[k], scale_y[k] = y.high[k] - y.low[k];
    at_x[k] = x.low[k] + scale_x[k] * (0.5 + (k < of_x ? c[k] : 0));
    at_y[k] = y.low[k] + scale_y[k] * (0.5 + (k < of_y ? c[of_x + k] : 0));
  }
  const PieceJet<Vec3<double>> jx = x_.at(x.piece, at_x, scale_x);
  const PieceJet<Vec3<double>> jy = of_y > 0 ? y_.at(y.piece, at_y, scale_y) : PieceJet<Vec3<double>>{};
  equations_of(kind_, x_.shape().dimensions, jx, jy, one_, e);
}

/// Newton's method, until steps become no shorter.
void FreeSearch::sharpen(const PieceNode& x, const PieceNode& y, Point& c) const {
  const int n = unknowns_.all();
  double last = 1;
  for (int step = 0; step < 12; ++step) {
    Equations<double> e;
    evaluate(x, y, c, e);
    Square inverse;
    if (!inverted(e.j, n, 0, inverse)) return;
    Point d = {0, 0, 0, 0};
    double longest = 0;
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < n; ++k) d[i] -= inverse[i][k] * e.f[k];
      longest = std::max(longest, std::abs(d[i]));
    }
    if (!(longest < last)) return;
    for (int i = 0; i < n; ++i) c[i] += d[i];
    last = 0.5 * longest;
    if (longest < 1e-15) return;
  }
}

void FreeSearch::found(const PieceNode& x, const PieceNode& y, const Point& c, bool simple) {
  FreeRoot root{x.piece, y.piece, {0.5, 0.5}, {0.5, 0.5}, simple};
  const int of_x = unknowns_.of_first;
  for (int k = 0; k < of_x; ++k) root.at_x[k] = x.low[k] + (x.high[k] - x.low[k]) * (0.5 + c[k]);
  for (int k = 0; k < unknowns_.of_second; ++k) {
    root.at_y[k] = y.low[k] + (y.high[k] - y.low[k]) * (0.5 + c[of_x + k]);
  }
  for (const FreeRoot& o : roots_) {
    double off = o.x != root.x || o.y != root.y ? 1 : 0;
    for (int k = 0; k < 2; ++k) {
      off = std::max({off, std::abs(o.at_x[k] - root.at_x[k]), std::abs(o.at_y[k] - root.at_y[k])});
    }
    if (off < same_place) return;
  }
  roots_.push_back(root);
  take(root);
}

}  // namespace abut::host
