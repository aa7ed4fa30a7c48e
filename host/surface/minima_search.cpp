#include "host/surface/minima_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "abut/surface/piece_search.h"
#include "host/surface/rectangle_verdict.h"

namespace abut::host {
namespace {

using Four = FourScalars<double>;
using closest_point_detail::Search;

/// Lengths over the surface's size: places that are closer together are one, and one that is off by no more is the
/// place itself.
constexpr double same_place = 0x1p-20, on_the_spot = 0x1p-26;
/// A curve or an area of places that are as near: one of it within this stands for others.
constexpr double same_continuum = 0x1p-12;

/// How long a patch is along both parameters, at most.
struct PatchLengths {
  double s, t;
};
PatchLengths lengths_of(const BezierPatch<double>& patch) {
  const int p = patch.degree_u, q = patch.degree_v;
  PatchLengths out{0, 0};
  for (int i = 0; i <= p; ++i) {
    for (int j = 0; j <= q; ++j) {
      const int k = i * (q + 1) + j;
      if (patch.rational && !(patch.points[4 * k + 3] > 0)) continue;
      const Vec3<double> here = control_point(patch, k);
      const auto step_to = [&](int other) {
        if (patch.rational && !(patch.points[4 * other + 3] > 0)) return 0.0;
        return length(control_point(patch, other) - here);
      };
      if (i < p) out.s = std::max(out.s, p * step_to(k + q + 1));
      if (j < q) out.t = std::max(out.t, q * step_to(k + 1));
    }
  }
  return out;
}

/// A patch of the surface, uncut, and a place in it.
struct PatchPlace {
  std::uint32_t k, l;
  double s, t;
};

/// An interval between two breaks, and a place in it from 0 to 1.
struct Interval {
  std::uint32_t k;
  double at;
};
/// Those that hold x: both at a break, where the first and the last one are neighbours if the surface is closed.
std::vector<Interval> intervals_at(const double* breaks, std::uint32_t count, bool closed, double x) {
  const double rounding = 16 * Epsilon<double>::value * (std::abs(breaks[0]) + std::abs(breaks[count]));
  for (std::uint32_t k = 0; k <= count; ++k) {
    if (!(std::abs(x - breaks[k]) <= rounding)) continue;
    std::vector<Interval> out;
    if (k > 0 || closed) out.push_back({k > 0 ? k - 1 : count - 1, 1});
    if (k < count || closed) out.push_back({k < count ? k : 0, 0});
    return out;
  }
  const std::uint32_t k = surface_view_detail::interval_of(breaks, count, x);
  return {{k, (x - breaks[k]) / (breaks[k + 1] - breaks[k])}};
}

class MinimaSearch {
 public:
  MinimaSearch(const SurfaceView<double>& surface, const SurfaceSeams& seams, const Vec3<double>& p, double within,
               std::uint32_t rectangles)
      : surface_(surface), seams_(seams), p_(p), within_(within), most_(rectangles), search_{surface, p, {}} {}

  FoundMinima run() {
    look_at_poles();
    look_below(0);
    const auto nearer = [](const FoundMinimum& a, const FoundMinimum& b) { return a.at.distance < b.at.distance; };
    std::stable_sort(minima_.begin(), minima_.end(), nearer);
    const bool all =
        !gave_up_ && std::all_of(open_.begin(), open_.end(), [&](const Vec3<double>& x) { return is_known(x); });
    return {std::move(minima_), all ? Status::converged : Status::iteration_limit, rectangles_};
  }

 private:
  void look_below(std::uint32_t i) {
    const FacetNode& node = surface_.nodes[i];
    if (closest_point_detail::squared_distance_to_box(node, p_) > within_ * within_) return;
    if (node.count == 0) {
      look_below(i + 1), look_below(node.first);
      return;
    }
    for (std::uint32_t k = node.first; k < node.first + node.count; ++k) look_at_piece(k);
  }

  void look_at_piece(std::uint32_t index) {
    const SurfacePiece<double>& piece = surface_.pieces[index];
    const BezierPatch<double> whole = patch_of(surface_, piece);
    const PatchPoles poles = poles_of(whole);
    std::vector<SlopeRectangle> waiting;
    waiting.push_back({{0, 1, 0, 1}, slope_nets(whole, p_, poles), piece.ends, poles, poles.any()});
    double net[4 * most_patch_points];
    while (!waiting.empty()) {
      if (rectangles_ >= most_) {
        gave_up_ = true;
        return;
      }
      ++rectangles_;
      const SlopeRectangle r = std::move(waiting.back());
      waiting.pop_back();
      const BezierPatch<double> part = sub_patch<Four>(whole, r.in, net);
      const auto from = closest_point_detail::near_control_point(part, p_, r.in);
      if (closest_point_detail::bound_towards(part, p_, from.r) > within_) continue;
      const Verdict verdict = verdict_on(r);
      if (verdict == Verdict::none) continue;
      if (verdict != Verdict::unknown && take_minimum(index, r, verdict)) continue;
      const PatchLengths lengths = lengths_of(part);
      if (std::max(lengths.s, lengths.t) < same_place * surface_.size) {
        leave_open(index, r);
        continue;
      }
      cut(r, lengths, waiting);
    }
  }

  /// Multiplies by a half: exact.
  static void halve(BernsteinNet& f, double& noise) {
    for (double& x : f.c) x *= 0.5;
    noise *= 0.5;
  }

  static void cut(const SlopeRectangle& r, const PatchLengths& lengths, std::vector<SlopeRectangle>& waiting) {
    const bool by_s = lengths.s >= lengths.t;
    SlopeRectangle low = r, high = r;
    const auto halves = [&](const BernsteinNet& f) { return by_s ? halves_by_s(f) : halves_by_t(f); };
    auto s = halves(r.slopes.s), t = halves(r.slopes.t);
    low.slopes.s = std::move(s.first), high.slopes.s = std::move(s.second);
    low.slopes.t = std::move(t.first), high.slopes.t = std::move(t.second);
    for (SlopeRectangle* half : {&low, &high}) {
      if (by_s) {
        halve(half->slopes.s, half->slopes.noise_s);
      } else {
        halve(half->slopes.t, half->slopes.noise_t);
      }
    }
    if (by_s) {
      low.in.s1 = high.in.s0 = 0.5 * (r.in.s0 + r.in.s1);
      low.ends &= ~end_at_u1, high.ends &= ~end_at_u0;
      low.poles.s1 = high.poles.s0 = false;
    } else {
      low.in.t1 = high.in.t0 = 0.5 * (r.in.t0 + r.in.t1);
      low.ends &= ~end_at_v1, high.ends &= ~end_at_v0;
      low.poles.t1 = high.poles.t0 = false;
    }
    waiting.push_back(std::move(high)), waiting.push_back(std::move(low));
  }

  PatchMinimum<double> lowest_in(std::uint32_t index, const SlopeRectangle& r) const {
    return patch_minimum<Four>(patch_of(surface_, surface_.pieces[index]), p_, r.in, 0.5 * (r.in.s0 + r.in.s1),
                               0.5 * (r.in.t0 + r.in.t1));
  }

  /// The one minimum of a rectangle, if it is one of the surface. False where Newton's method does not end.
  bool take_minimum(std::uint32_t index, const SlopeRectangle& r, Verdict verdict) {
    const PatchMinimum<double> m = lowest_in(index, r);
    if (!m.stationary) return false;
    if (ends_here(m, r) && !is_at_pole(m, r) && !descends_beyond(index, m))
      add(index, m, verdict == Verdict::flat, true);
    return true;
  }

  /// Too small to be cut: whether there is a minimum, rounding does not tell.
  void leave_open(std::uint32_t index, const SlopeRectangle& r) {
    const PatchMinimum<double> m = lowest_in(index, r);
    if (sqrt(m.squared) > within_) return;
    open_.push_back(m.at.point);
    if (m.stationary && ends_here(m, r) && !is_at_pole(m, r) && !descends_beyond(index, m)) add(index, m, false, false);
  }

  static bool is_at_pole(const PatchMinimum<double>& m, const SlopeRectangle& r) {
    return (r.poles.s0 && m.s <= r.in.s0) || (r.poles.s1 && m.s >= r.in.s1) || (r.poles.t0 && m.t <= r.in.t0) ||
           (r.poles.t1 && m.t >= r.in.t1);
  }

  /// Whether the lowest place of a rectangle is one of what is around it: where a slope pushes against an end that is
  /// no border, the next step is no step.
  bool ends_here(const PatchMinimum<double>& m, const SlopeRectangle& r) const {
    using namespace patch_minimum_detail;
    const bool border_s = (m.s <= r.in.s0 && (r.ends & end_at_u0) != 0 && m.slope_s >= 0) ||
                          (m.s >= r.in.s1 && (r.ends & end_at_u1) != 0 && m.slope_s <= 0);
    const bool border_t = (m.t <= r.in.t0 && (r.ends & end_at_v0) != 0 && m.slope_t >= 0) ||
                          (m.t >= r.in.t1 && (r.ends & end_at_v1) != 0 && m.slope_t <= 0);
    const Hessian<double> h = step_matrix(m, border_s, border_t);
    double s = 0, t = 0;
    if (border_s && !border_t) {
      t = h.c > 0 ? -m.slope_t / h.c : 0;
    } else if (border_t && !border_s) {
      s = h.a > 0 ? -m.slope_s / h.a : 0;
    } else if (!border_s) {
      const double inverse = 1 / difference_of_products(h.a, h.c, h.b, h.b);
      s = -difference_of_products(h.c, m.slope_s, h.b, m.slope_t) * inverse;
      t = -difference_of_products(h.a, m.slope_t, h.b, m.slope_s) * inverse;
    }
    return !(length(m.at.u * s + m.at.v * t) > on_the_spot * surface_.size);
  }

  /// Whether a place on the edge of a patch has a lower one beside it in another patch.
  bool descends_beyond(std::uint32_t index, const PatchMinimum<double>& m) const {
    if (m.s > 0 && m.s < 1 && m.t > 0 && m.t < 1) return false;
    const SurfacePiece<double>& piece = surface_.pieces[index];
    const double u = std::fma(m.s, piece.du, piece.u0), v = std::fma(m.t, piece.dv, piece.v0);
    const double distance = std::sqrt(m.squared), rounding = 0x1p-44 * (surface_.size + distance);
    for (const Interval& along_u : intervals_at(surface_.breaks_u, surface_.patches_u, seams_.closed_u, u)) {
      for (const Interval& along_v : intervals_at(surface_.breaks_v, surface_.patches_v, seams_.closed_v, v)) {
        if (lowest_beside({along_u.k, along_v.k, along_u.at, along_v.at}) < distance - rounding) return true;
      }
    }
    return false;
  }
  double lowest_beside(const PatchPlace& at) const {
    constexpr double beside = 1.0 / 64;
    const ParameterRectangle<double> in{std::max(at.s - beside, 0.0), std::min(at.s + beside, 1.0),
                                        std::max(at.t - beside, 0.0), std::min(at.t + beside, 1.0)};
    return std::sqrt(patch_minimum<Four>(patch_at(surface_, at.k, at.l), p_, in, at.s, at.t).squared);
  }

  /// Poles are minima where all directions away from them rise.
  void look_at_poles() {
    const std::uint32_t n = surface_.patches_u, m = surface_.patches_v;
    for (const NetEnd end : {NetEnd::s0, NetEnd::s1}) {
      const std::uint32_t k = end == NetEnd::s0 ? 0 : n - 1;
      std::vector<PatchPlace> around;
      for (std::uint32_t l = 0; l < m; ++l) around.push_back({k, l, end == NetEnd::s0 ? 0.0 : 1.0, 0.5});
      look_at_pole(around, end);
    }
    for (const NetEnd end : {NetEnd::t0, NetEnd::t1}) {
      const std::uint32_t l = end == NetEnd::t0 ? 0 : m - 1;
      std::vector<PatchPlace> around;
      for (std::uint32_t k = 0; k < n; ++k) around.push_back({k, l, 0.5, end == NetEnd::t0 ? 0.0 : 1.0});
      look_at_pole(around, end);
    }
  }
  void look_at_pole(const std::vector<PatchPlace>& around, NetEnd end) {
    bool is_flat = true;
    for (const PatchPlace& place : around) {
      const BezierPatch<double> patch = patch_at(surface_, place.k, place.l);
      const PatchPoles poles = poles_of(patch);
      const bool is_pole = end == NetEnd::s0   ? poles.s0
                           : end == NetEnd::s1 ? poles.s1
                           : end == NetEnd::t0 ? poles.t0
                                               : poles.t1;
      if (!is_pole || length(point_on<Four>(patch, place.s, place.t).point - p_) > within_) return;
      const PoleSlope slope = slope_from(patch, end);
      if (!rises_along(slope, 0)) return;
      is_flat = is_flat && slope.is_flat;
    }
    for (const PatchPlace& place : around) add_pole(place, is_flat);
  }

  /// What goes away from a pole, along its end: the slope and the second derivative.
  struct PoleSlope {
    BernsteinNet away, bend;
    double room, bend_room;
    bool is_flat;  ///< 0 all over the patch
  };
  PoleSlope slope_from(const BezierPatch<double>& patch, NetEnd end) const {
    const bool of_s = end == NetEnd::s0 || end == NetEnd::s1;
    const SlopeNets f = slope_nets(patch, p_, {false, false, false, false});
    const BernsteinNet &across = of_s ? f.s : f.t, bend = of_s ? derivative_by_s(f.s) : derivative_by_t(f.t);
    const double noise = of_s ? f.noise_s : f.noise_t;
    PoleSlope out{along(across, end), along(bend, end), pole_room * noise, 2 * (of_s ? f.s.n : f.s.m) * noise,
                  largest_magnitude(across) <= noise};
    if (end == NetEnd::s1 || end == NetEnd::t1) {
      for (double& x : out.away.c) x = -x;
    }
    return out;
  }
  /// All along the end the slope is above 0; or 0, to what counts, where the second derivative is not below 0.
  static bool rises_along(const PoleSlope& f, int depth) {
    const NetRange slope = range_of(f.away);
    if (slope.least > f.room) return true;
    if (std::min(f.away.c.front(), f.away.c.back()) < -f.room) return false;
    if (slope.least >= -f.room && range_of(f.bend).least >= -f.bend_room) return true;
    if (depth == 10) return slope.least >= -f.room && value_in_the_middle(f.bend) >= -f.bend_room;
    const auto of_slope = halves_by_s(f.away), of_bend = halves_by_s(f.bend);
    return rises_along({of_slope.first, of_bend.first, f.room, f.bend_room, f.is_flat}, depth + 1) &&
           rises_along({of_slope.second, of_bend.second, f.room, f.bend_room, f.is_flat}, depth + 1);
  }

  /// As one side of it sees it.
  void add_pole(const PatchPlace& place, bool continuum) {
    PatchMinimum<double> m{};
    m.at = point_on<Four>(patch_at(surface_, place.k, place.l), place.s, place.t);
    m.squared = squared_length(m.at.point - p_);
    const double u0 = surface_.breaks_u[place.k], v0 = surface_.breaks_v[place.l];
    const double u1 = surface_.breaks_u[place.k + 1], v1 = surface_.breaks_v[place.l + 1];
    add({{std::sqrt(m.squared), u0 + place.s * (u1 - u0), v0 + place.t * (v1 - v0), m.at.point,
          closest_point_detail::piece_normal(m.at, place.s, place.t), true, true},
         continuum,
         true});
  }

  void add(std::uint32_t index, const PatchMinimum<double>& m, bool continuum, bool proved) {
    add({closest_point_detail::minimum_of(search_, index, m, true, true), continuum, proved});
  }
  /// Of two at one place the nearer one stays.
  void add(const FoundMinimum& m) {
    if (m.at.distance > within_) return;
    for (FoundMinimum& kept : minima_) {
      const bool as_near =
          std::abs(kept.at.distance - m.at.distance) <= 0x1p-44 * (surface_.size + m.at.distance) && m.continuum;
      const double gap = (as_near ? same_continuum : same_place) * surface_.size;
      if (length(kept.at.point - m.at.point) > gap) continue;
      // At a crease each side has its own normal.
      const bool is_nearer = m.at.distance < kept.at.distance;
      const bool of_new = closest_point_detail::faces_more(search_, m.at, kept.at);
      const bool of_kept = closest_point_detail::faces_more(search_, kept.at, m.at);
      const Vec3<double> normal = of_new || (is_nearer && !of_kept) ? m.at.normal : kept.at.normal;
      if (is_nearer) kept.at = m.at;
      kept.at.normal = normal;
      kept.proved = kept.proved || m.proved;
      kept.continuum = kept.continuum && m.continuum;
      return;
    }
    minima_.push_back(m);
  }
  /// Whether a place is one of a minimum that is sure.
  bool is_known(const Vec3<double>& x) const {
    return std::any_of(minima_.begin(), minima_.end(), [&](const FoundMinimum& m) {
      return m.proved && length(m.at.point - x) <= 4 * same_place * surface_.size;
    });
  }

  const SurfaceView<double>& surface_;
  SurfaceSeams seams_;
  Vec3<double> p_;
  double within_;
  std::uint32_t most_, rectangles_ = 0;
  Search<double>
      search_;  ///< the point and the surface, as what is shared with the search for the nearest one has them
  std::vector<FoundMinimum> minima_;
  std::vector<Vec3<double>> open_;
  bool gave_up_ = false;
};

}  // namespace

FoundMinima search_minima(const SurfaceView<double>& surface, const SurfaceSeams& seams, const Vec3<double>& p,
                          double within, std::uint32_t rectangles) {
  return MinimaSearch(surface, seams, p, within, rectangles).run();
}

}  // namespace abut::host
