#include "host/brep/free_pairs.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <vector>

#include "abut/brep/jet_form.h"
#include "host/brep/stationary_system.h"

namespace abut::host {
namespace {

constexpr double singular_ratio = 1e-8;   ///< of pivots: below it a root is not simple
constexpr double least_width = 0x1p-14;   ///< of a piece's parameters, where cutting ends
constexpr double most_radius_sum = 0.75;  ///< of a row, for there to be one root at most
constexpr double same_place = 1e-6;       ///< of a piece's parameters

/// The nearest first, and of these the older.
struct Rectangle {
  double bound;
  std::uint64_t number;
  std::uint32_t x, y;
  int cuts;
  bool operator<(const Rectangle& o) const { return bound != o.bound ? bound > o.bound : number > o.number; }
};

using Point = double[most_unknowns];
using Square = double[most_unknowns][most_unknowns];

StraightOne straight_of(const PieceForest& f) { return {f.carrier()->origin, f.carrier()->z}; }

SystemKind kind_of(const FreeShape& first, const FreeShape& second) {
  switch (second.straight) {
    case StraightKind::point: return SystemKind::to_point;
    case StraightKind::line: return SystemKind::to_line;
    case StraightKind::plane: return SystemKind::to_plane;
    case StraightKind::none: break;
  }
  if (second.dimensions == 1) return SystemKind::curves;
  return first.dimensions == 1 ? SystemKind::curve_and_surface : SystemKind::surfaces;
}

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
  const BallVec d = y.all.p - x.all.p;
  const Vec3<double> m = magnitudes(d.c);
  const Vec3<double> apart{std::max(0.0, m.x - d.r.x), std::max(0.0, m.y - d.r.y), std::max(0.0, m.z - d.r.z)};
  const Vec3<double> between = y.middle.p - x.middle.p;
  double least = std::max(std::sqrt(product(apart, apart)), gap_along(between, x, y, between));
  for (const PieceNode* of : {&x, &y}) least = std::max(least, gap_along(of->middle.n, x, y, between));
  return least;
}

class Search {
 public:
  /// `first` may be b.
  Search(PieceForest& first, PieceForest& second, SystemKind kind, std::uint64_t budget)
      : x_(first), y_(second), kind_(kind), unknowns_(unknowns_of(kind, first.shape().dimensions)), budget_(budget) {
    if (unknowns_.of_second == 0) one_ = straight_of(second);
    both_surfaces_ = x_.shape().dimensions == 2 && y_.shape().dimensions == 2;
    offsets_ = std::abs(x_.shape().offset) + std::abs(y_.shape().offset);
    noise_ = 0x1p-44 * (x_.size() + y_.size());
  }
  virtual ~Search() = default;

  FreeOutcome run() {
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

 protected:
  struct Root {
    std::uint32_t x, y;       ///< pieces
    double at_x[2], at_y[2];  ///< their parameters
    bool simple;
  };
  virtual double reach() const = 0;  ///< of points on pieces
  virtual void take(const Root& root) = 0;

  PieceForest &x_, &y_;
  SystemKind kind_;
  Unknowns unknowns_;
  StraightOne one_;
  bool both_surfaces_ = false, done_ = false;
  double offsets_ = 0, noise_ = 0;

 private:
  void push(std::uint32_t i, std::uint32_t j, int cuts) {
    const PieceNode &x = x_.node(i), &y = y_.node(j);
    const double bound = std::max(0.0, least_distance(x, y) - noise_);
    if (bound > reach() || turns_away(x, y) || has_foot_outside(x, y)) return;
    queue_.push({bound, number_++, i, j, cuts});
  }

  /// Outward normals of two surfaces that are nowhere opposite.
  bool turns_away(const PieceNode& x, const PieceNode& y) const {
    if (!both_surfaces_ || kind_ == SystemKind::pierce) return false;
    const Ball along = product(x.all.n, y.all.n);
    return along.c * x_.shape().side * y_.shape().side > along.r;
  }
  /// Beyond the ends of what is straight, which is not cut.
  bool has_foot_outside(const PieceNode& x, const PieceNode& y) const {
    for (int k = 0; unknowns_.of_second == 0 && k < y_.shape().dimensions; ++k) {
      if (gap_along(y.middle.d[k], x, y, y.middle.p - x.middle.p) > noise_) return true;
    }
    return false;
  }

  void look(const Rectangle& r) {
    const PieceNode x = x_.node(r.x), y = y_.node(r.y);  // copies: cutting moves them
    Equations<Ball> all;
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
    if (is_decided(x, y, all, middle)) return;
    const bool is_small = width(x, unknowns_.of_first) < least_width && width(y, unknowns_.of_second) < least_width;
    if ((is_small || (r.cuts > 0 && r.cuts % (3 * n) == 0)) && is_degenerate(x, y, is_small)) return;
    if (is_small) return void(out_.complete = false);
    cut(r, x, y);
  }

  /// What rounding of the points' difference does to an equation.
  double noise_of(int i, const PieceNode& x, const PieceNode& y) const {
    if (kind_ == SystemKind::pierce) return noise_;
    if (kind_ == SystemKind::to_plane) return 0x1p-44 * (x.extent[0] + x.extent[1]);
    const double ex = x.extent[0] + x.extent[1], ey = y.extent[0] + y.extent[1];
    if (kind_ == SystemKind::surfaces && i >= 2) return 0x1p-40 * ex * ey * ey;
    if (kind_ == SystemKind::curve_and_surface) return i == 2 ? 0x1p-40 * ex * ey * ey : noise_ * ey;
    if (kind_ == SystemKind::to_line && unknowns_.of_first == 2) return (i == 0 ? 0x1p-40 : noise_) * ex * ex;
    return noise_ * std::max(ex, i == 1 && unknowns_.of_second > 0 ? ey : 0.0);
  }
  static double width(const PieceNode& n, int unknowns) {
    double widest = 0;
    for (int k = 0; k < unknowns; ++k) widest = std::max(widest, n.high[k] - n.low[k]);
    return widest;
  }

  void cut(const Rectangle& r, const PieceNode& x, const PieceNode& y) {
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
  bool is_decided(const PieceNode& x, const PieceNode& y, const Equations<Ball>& all, const Equations<double>& middle) {
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
  void close_in(const PieceNode& x, const PieceNode& y, const Square& inverse, const Square& radius) {
    const int n = unknowns_.all();
    Point c = {0, 0, 0, 0}, r = {0.5, 0.5, 0.5, 0.5};
    for (double& half : r) half += 1e-9;
    for (int round = 0; round < 60; ++round) {
      Equations<double> e;
      evaluate(x, y, c, e);
      bool inside = true;
      double widest = 0;
      Point low, high;
      for (int i = 0; i < n; ++i) {
        double at = c[i], room = 0, doubt = 0;
        for (int k = 0; k < n; ++k) {
          at -= inverse[i][k] * e.f[k], room += radius[i][k] * r[k];
          doubt += std::abs(inverse[i][k]) * noise_of(k, x, y);
        }
        room += doubt + 1e-12;
        low[i] = std::max(c[i] - r[i], at - room), high[i] = std::min(c[i] + r[i], at + room);
        if (low[i] > high[i]) return;
        inside = inside && at - room > c[i] - r[i] && at + room < c[i] + r[i];
      }
      for (int i = 0; i < n; ++i) {
        c[i] = 0.5 * (low[i] + high[i]), r[i] = 0.5 * (high[i] - low[i]);
        widest = std::max(widest, r[i]);
      }
      if (!inside && widest > 1e-7) continue;
      sharpen(x, y, c);
      return found(x, y, c, true);
    }
    out_.complete = false;
  }

  /// At c of the rectangle's own parameters; derivatives by these.
  void evaluate(const PieceNode& x, const PieceNode& y, const Point& c, Equations<double>& e) const {
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
  void sharpen(const PieceNode& x, const PieceNode& y, Point& c) const {
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

  /// A root that is not simple, near the middle: then it is told, and the rectangle is done with.
  bool is_degenerate(const PieceNode& x, const PieceNode& y, bool is_small) {
    const int n = unknowns_.all();
    Point c = {0, 0, 0, 0};
    Equations<double> e;
    double size = 0;
    for (int step = 0; step < 40; ++step) {
      evaluate(x, y, c, e);
      Square a, inverse;
      Point g;
      double trace = 0, longest = 0;
      for (int i = 0; i < n; ++i) {
        double row = 0;
        for (int k = 0; k < n; ++k) row = std::max(row, std::abs(e.j[i][k]));
        for (int k = 0; k < n && row > 0; ++k) e.j[i][k] /= row;
        if (row > 0) e.f[i] /= row;
      }
      for (int i = 0; i < n; ++i) {
        g[i] = 0;
        for (int k = 0; k < n; ++k) {
          a[i][k] = 0, g[i] += e.j[k][i] * e.f[k];
          for (int l = 0; l < n; ++l) a[i][k] += e.j[l][i] * e.j[l][k];
        }
        trace += a[i][i];
      }
      for (int i = 0; i < n; ++i) a[i][i] += 1e-10 * trace;
      if (!inverted(a, n, 0, inverse)) return false;
      for (int i = 0; i < n; ++i) {
        double d = 0;
        for (int k = 0; k < n; ++k) d -= inverse[i][k] * g[k];
        c[i] += d, longest = std::max(longest, std::abs(d));
      }
      size = longest;
      const double far = *std::max_element(c, c + n, [](double p, double q) { return std::abs(p) < std::abs(q); });
      if (std::abs(far) > 4) return false;
      if (longest < 1e-10) break;
    }
    const double room = is_small ? 1.5 : 0.5 + 1e-6;
    for (int i = 0; i < n; ++i) {
      if (std::abs(c[i]) > room) return false;
    }
    if (size > (is_small ? 1e-3 : 1e-8)) return false;
    evaluate(x, y, c, e);
    Square inverse;
    if (!is_small && inverted(e.j, n, singular_ratio, inverse)) return false;
    if (kind_ != SystemKind::pierce) out_.not_isolated = true;
    found(x, y, c, false);
    return true;
  }

  void found(const PieceNode& x, const PieceNode& y, const Point& c, bool simple) {
    Root root{x.piece, y.piece, {0.5, 0.5}, {0.5, 0.5}, simple};
    const int of_x = unknowns_.of_first;
    for (int k = 0; k < of_x; ++k) root.at_x[k] = x.low[k] + (x.high[k] - x.low[k]) * (0.5 + c[k]);
    for (int k = 0; k < unknowns_.of_second; ++k) {
      root.at_y[k] = y.low[k] + (y.high[k] - y.low[k]) * (0.5 + c[of_x + k]);
    }
    for (const Root& o : roots_) {
      double off = o.x != root.x || o.y != root.y ? 1 : 0;
      for (int k = 0; k < 2; ++k) {
        off = std::max({off, std::abs(o.at_x[k] - root.at_x[k]), std::abs(o.at_y[k] - root.at_y[k])});
      }
      if (off < same_place) return;
    }
    roots_.push_back(root);
    take(root);
  }

  std::uint64_t budget_, number_ = 0;
  std::priority_queue<Rectangle> queue_;
  std::vector<Root> roots_;
  FreeOutcome out_;
};

/// A point of a shape, as contact needs it. Data only.
struct Side {
  PieceJet<Vec3<double>> jet;
  Vec3<double> outward{0, 0, 0};  ///< of a surface
  bool is_surface = false;
};

class PairSearch : public Search {
 public:
  PairSearch(PieceForest& first, PieceForest& second, SystemKind kind, bool swapped, const double& reach,
             std::uint64_t budget, const FreeSink& sink)
      : Search(first, second, kind, budget), swapped_(swapped), reach_(reach), sink_(sink) {}

 protected:
  double reach() const override { return reach_ + offsets_; }

  void take(const Root& root) override {
    const Side x = side_at(x_, root.x, root.at_x);
    Side y = unknowns_.of_second > 0 ? side_at(y_, root.y, root.at_y) : foot_of(x);
    const Vec3<double> d = y.jet.p - x.jet.p;
    if (x.is_surface && y.is_surface && product(x.outward, y.outward) > 0) return;
    if (x.is_surface) return tell(root, x, y, x.outward);
    if (y.is_surface) return tell(root, x, y, -y.outward);
    Vec3<double> n = d;
    if (std::sqrt(product(d, d)) <= noise_) {
      if (x_.shape().dimensions != 1 || y_.shape().dimensions != 1) return;  // centres that meet
      n = plain_cross(x.jet.d[0], unknowns_.of_second > 0 ? y.jet.d[0] : one_.z);
    }
    const double size = std::sqrt(product(n, n));
    if (!(size > 0)) return;
    tell(root, x, y, n * (1 / size));
    if (offsets_ > 0) tell(root, x, y, n * (-1 / size));
  }

 private:
  static Side side_at(const PieceForest& of, std::uint32_t piece, const double (&at)[2]) {
    Side s;
    s.jet = of.at(piece, at, {1, 1});
    s.is_surface = of.shape().dimensions == 2;
    if (!s.is_surface) return s;
    const double size = std::sqrt(product(s.jet.n, s.jet.n));
    s.outward = s.jet.n * (size > 0 ? of.shape().side / size : 0);
    return s;
  }
  /// On what is straight.
  Side foot_of(const Side& x) const {
    Side y;
    const Vec3<double> d = one_.origin - x.jet.p;
    const double along = product(d, one_.z);
    y.jet.p = kind_ == SystemKind::to_point  ? one_.origin
              : kind_ == SystemKind::to_line ? one_.origin - one_.z * along
                                             : x.jet.p + one_.z * along;
    y.is_surface = kind_ == SystemKind::to_plane;
    if (y.is_surface) y.outward = one_.z;
    return y;
  }

  LocalForm<double> form_of(const PieceForest& f, const Side& s, const Vec3<double>& point,
                            const Vec3<double>& outward) const {
    if (f.carrier()) return local_form(*f.carrier(), point, outward);
    if (f.shape().dimensions == 0) return {0, {}, {}};
    if (f.shape().dimensions == 1) return local_form(CurveJet<double>{s.jet.p, s.jet.d[0], s.jet.dd[0][0]}, outward);
    return local_form(
        SurfaceJet<double>{s.jet.p, s.jet.d[0], s.jet.d[1], s.jet.dd[0][0], s.jet.dd[0][1], s.jet.dd[1][1]}, outward);
  }
  static FreePlace place_of(const PieceForest& f, std::uint32_t piece, const double (&at)[2]) {
    const ShapePiece& p = f.shape().pieces[piece];
    return {piece, p.u.at(at[0]), p.v.at(at[1]), p.interval};
  }

  /// `n`: out of the first.
  void tell(const Root& root, const Side& x, const Side& y, const Vec3<double>& n) {
    FreePair out;
    StationaryPair<double>& p = out.pair;
    p.gap = product(y.jet.p - x.jet.p, n) - x_.shape().offset - y_.shape().offset;
    if (std::abs(p.gap) > reach_) return;
    p.a = x.jet.p + n * x_.shape().offset, p.b = y.jet.p - n * y_.shape().offset, p.normal = n;
    p.extremum = root.simple ? extremum(form_of(x_, x, p.a, n), form_of(y_, y, p.b, -n), p.gap) : Extremum::undecided;
    out.a = place_of(x_, root.x, root.at_x), out.b = place_of(y_, root.y, root.at_y);
    out.sampled = !root.simple;
    if (swapped_) {
      std::swap(p.a, p.b), std::swap(out.a, out.b);
      p.normal = -n;
    }
    sink_(out);
  }

  bool swapped_;
  const double& reach_;
  const FreeSink& sink_;
};

class PierceSearch : public Search {
 public:
  PierceSearch(PieceForest& curve, PieceForest& surface, std::uint64_t budget,
               const std::function<bool(const FreePair&)>& sink)
      : Search(curve, surface, SystemKind::pierce, budget), sink_(sink) {}

 protected:
  double reach() const override { return 0; }
  void take(const Root& root) override {
    if (!root.simple) return;
    FreePair out;
    const ShapePiece &x = x_.shape().pieces[root.x], &y = y_.shape().pieces[root.y];
    out.pair.a = out.pair.b = x_.at(root.x, root.at_x, {1, 1}).p;
    out.pair.normal = {0, 0, 0}, out.pair.gap = 0, out.pair.extremum = Extremum::undecided;
    out.a = {root.x, x.u.at(root.at_x[0]), 0, x.interval};
    out.b = {root.y, y.u.at(root.at_y[0]), y.v.at(root.at_y[1]), 0};
    done_ = sink_(out);
  }

 private:
  const std::function<bool(const FreePair&)>& sink_;
};

}  // namespace

bool inverted(const Square& given, int n, double singular, Square& out) {
  Square a;
  Point row, column = {0, 0, 0, 0};
  for (int i = 0; i < n; ++i) {
    row[i] = 0;
    for (int k = 0; k < n; ++k) row[i] = std::max(row[i], std::abs(given[i][k]));
    if (!(row[i] > 0) || !std::isfinite(row[i])) return false;
  }
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < n; ++i) column[k] = std::max(column[k], std::abs(given[i][k]) / row[i]);
    if (!(column[k] > 0)) return false;
  }
  int at_row[most_unknowns], at_column[most_unknowns];
  for (int i = 0; i < n; ++i) {
    at_row[i] = at_column[i] = i;
    for (int k = 0; k < n; ++k) a[i][k] = given[i][k] / (row[i] * column[k]);
  }
  double largest = 0;
  for (int s = 0; s < n; ++s) {  // in place, with the pivot in (s, s)
    int p = s, q = s;
    for (int i = s; i < n; ++i) {
      for (int k = s; k < n; ++k) {
        if (std::abs(a[i][k]) > std::abs(a[p][q])) p = i, q = k;
      }
    }
    const double pivot = a[p][q];
    largest = std::max(largest, std::abs(pivot));
    if (!(std::abs(pivot) > singular * largest)) return false;
    for (int k = 0; k < n; ++k) std::swap(a[s][k], a[p][k]);
    for (int i = 0; i < n; ++i) std::swap(a[i][s], a[i][q]);
    std::swap(at_row[s], at_row[p]), std::swap(at_column[s], at_column[q]);
    a[s][s] = 1;
    for (int k = 0; k < n; ++k) a[s][k] /= pivot;
    for (int i = 0; i < n; ++i) {
      if (i == s) continue;
      const double f = a[i][s];
      a[i][s] = 0;
      for (int k = 0; k < n; ++k) a[i][k] -= f * a[s][k];
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) out[at_column[i]][at_row[k]] = a[i][k] / (column[at_column[i]] * row[at_row[k]]);
  }
  return true;
}

FreeOutcome find_free_pairs(PieceForest& a, PieceForest& b, const double& reach, std::uint64_t budget,
                            const FreeSink& sink) {
  const bool b_straight = b.shape().straight != StraightKind::none,
             a_straight = a.shape().straight != StraightKind::none;
  const bool swapped = !b_straight && (a_straight || a.shape().dimensions > b.shape().dimensions);
  PieceForest &first = swapped ? b : a, &second = swapped ? a : b;
  return PairSearch(first, second, kind_of(first.shape(), second.shape()), swapped, reach, budget, sink).run();
}

FreeOutcome find_piercings(PieceForest& curve, PieceForest& surface, std::uint64_t budget,
                           const std::function<bool(const FreePair&)>& sink) {
  return PierceSearch(curve, surface, budget, sink).run();
}

}  // namespace abut::host
