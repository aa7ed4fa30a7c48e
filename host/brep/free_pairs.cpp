#include "host/brep/free_pairs.h"

#include <algorithm>
#include <cmath>

#include "abut/brep/jet_form.h"
#include "host/brep/free_search.h"

namespace abut::host {
namespace {

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

/// A point of a shape, as contact needs it. Data only.
struct Side {
  PieceJet<Vec3<double>> jet;
  Vec3<double> outward{0, 0, 0};  ///< of a surface
  bool is_surface = false;
};

class PairSearch : public FreeSearch {
 public:
  PairSearch(PieceForest& first, PieceForest& second, SystemKind kind, bool swapped, const double& reach,
             std::uint64_t budget, const FreeSink& sink)
      : FreeSearch(first, second, kind, budget), swapped_(swapped), reach_(reach), sink_(sink) {}

 protected:
  double reach() const override { return reach_ + offsets_; }

  void take(const FreeRoot& root) override {
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
  void tell(const FreeRoot& root, const Side& x, const Side& y, const Vec3<double>& n) {
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

class PierceSearch : public FreeSearch {
 public:
  PierceSearch(PieceForest& curve, PieceForest& surface, std::uint64_t budget,
               const std::function<bool(const FreePair&)>& sink)
      : FreeSearch(curve, surface, SystemKind::pierce, budget), sink_(sink) {}

 protected:
  double reach() const override { return 0; }
  void take(const FreeRoot& root) override {
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
