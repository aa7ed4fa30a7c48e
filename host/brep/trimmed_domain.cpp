#include "abut/brep/trimmed_domain.h"

#include <algorithm>
#include <cmath>

#include "abut/core/error.h"
#include "host/brep/trim_count.h"
#include "host/brep/trim_loops.h"

namespace abut {
namespace {

using host::CountedPieces;
using host::TangentMetric;

/// Steps to the side, in parts of the room there is: the first one from which a count is certain is taken.
constexpr Vec2<double> steps[] = {{0, 0},         {0.37, 0.23},  {-0.29, 0.41}, {0.53, -0.61},
                                  {-0.71, -0.47}, {0.83, 0.067}, {-0.11, 0.91}, {0.19, -0.97}};

/// A surface of a B-Rep alone, as surface 0.
Brep alone(const Brep& brep, std::uint32_t surface) {
  Brep out;
  BrepSurface s = brep.surfaces[surface];
  if (s.profile != no_brep_index) {
    BrepCurve c = brep.curves[s.profile];
    if (c.nurbs != no_brep_index) {
      out.nurbs_curves.push_back(brep.nurbs_curves[c.nurbs]);
      c.nurbs = 0;
    }
    out.curves.push_back(c);
    s.profile = 0;
  }
  if (s.nurbs != no_brep_index) {
    out.nurbs_surfaces.push_back(brep.nurbs_surfaces[s.nurbs]);
    s.nurbs = 0;
  }
  out.surfaces.push_back(s);
  return out;
}

/// Whether what lies before all curves may be inside: a surface that closes has faces that are all but a hole.
bool may_be_all(const SurfaceDomain& d) {
  return (d.period_u > 0 || d.period_v > 0) && std::isfinite(d.begin_u) && std::isfinite(d.begin_v);
}

std::optional<int> count_beside(const CountedPieces& c, Vec2<double> known, Vec2<double> at, Vec2<double> room) {
  for (const Vec2<double> step : steps) {
    const auto n = host::crossings_from(c, known, {at.x + step.x * room.x, at.y + step.y * room.y});
    if (n) return n;
  }
  return std::nullopt;
}

/// Whether all of a box is certainly farther: by one of both directions of the tangent plane.
bool is_far(const TrimBox& box, Vec2<double> at, const TangentMetric& m, double reach) {
  const double u0 = box.begin_u - at.x, u1 = box.end_u - at.x, v0 = box.begin_v - at.y, v1 = box.end_v - at.y;
  const auto gap = [](double low, double high) { return std::max({low, -high, 0.0}); };
  if (std::abs(m.c) * gap(v0, v1) > reach) return true;
  const double x0 = std::min(m.a * u0, m.a * u1) + std::min(m.b * v0, m.b * v1);
  const double x1 = std::max(m.a * u0, m.a * u1) + std::max(m.b * v0, m.b * v1);
  return gap(x0, x1) > reach + 1e-14 * (std::abs(x0) + std::abs(x1));
}

bool any_near(std::span<const TrimPiece> pieces, std::span<const TrimBox> boxes, const SurfaceDomain& d, TrimKind kind,
              Vec2<double> at, const TangentMetric& metric, double reach) {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].kind != kind) continue;
    // One period more on either side: the nearest copy may be beyond the box.
    const auto us = host::periods_to_meet(at.x, at.x, boxes[i].begin_u, boxes[i].end_u, d.period_u);
    const auto vs = host::periods_to_meet(at.y, at.y, boxes[i].begin_v, boxes[i].end_v, d.period_v);
    const int more_u = d.period_u > 0 ? 1 : 0, more_v = d.period_v > 0 ? 1 : 0;
    const int last_u = d.period_u > 0 ? us.last + more_u : 0, last_v = d.period_v > 0 ? vs.last + more_v : 0;
    for (int k = us.first - more_u; k <= last_u; ++k) {
      for (int m = vs.first - more_v; m <= last_v; ++m) {
        const Vec2<double> moved{at.x + k * d.period_u, at.y + m * d.period_v};
        if (is_far(boxes[i], moved, metric, reach)) continue;
        if (host::comes_near(pieces[i], moved, metric, reach)) return true;
      }
    }
  }
  return false;
}

/// By more than what rounding takes a pole beyond its end; `size` is that of the domain.
bool is_beyond(double x, double begin, double end, double size) {
  const double room = std::isfinite(size) ? 1e-9 * size : 0;
  return x < begin - room || x > end + room;
}

/// Faces are on one side of a cone's tip: the parameters of a surface end there.
void end_at_tip(const BrepSurface& s, double v, SurfaceDomain& d) {
  if (s.kind != BrepSurfaceKind::cone) return;
  const double tip = -s.radius / std::sin(s.half_angle);
  (v < tip ? d.end_v : d.begin_v) = tip;
}

void check_face(const Brep& brep, std::uint32_t face) {
  if (face < brep.faces.size()) return;
  throw InvalidInput("TrimmedDomain: face is " + std::to_string(face) + "; there are " +
                     std::to_string(brep.faces.size()) + " faces");
}

std::uint32_t surface_of(const Brep& brep, std::uint32_t face) {
  check_face(brep, face);
  return brep.faces[face].surface;
}

}  // namespace

/// Sets what a domain has from its loops.
class TrimmedDomainMaker {
 public:
  TrimmedDomainMaker(TrimmedDomain& out, host::LoopPieces loops) : out_(out), places_(std::move(loops.places)) {
    out_.pieces_ = std::move(loops.pieces);
    out_.status_ = loops.status, out_.fault_ = std::move(loops.fault);
    for (const TrimPiece& p : out_.pieces_) out_.bounds_.push_back(host::tight_box(p));
    all_ = host::box_of_all(out_.bounds_);
    size_ = {all_.end_u - all_.begin_u, all_.end_v - all_.begin_v};
    out_.whole_ = std::all_of(out_.pieces_.begin(), out_.pieces_.end(),
                              [](const TrimPiece& p) { return p.kind == TrimKind::joint; });
  }

  void run() {
    SurfaceDomain& d = out_.domain_;
    const auto curve = std::find_if(out_.pieces_.begin(), out_.pieces_.end(),
                                    [](const TrimPiece& p) { return p.kind != TrimKind::joint; });
    if (curve != out_.pieces_.end()) end_at_tip(out_.surface_.surfaces[0], host::middle_of(*curve).y, d);
    out_.box_ = {d.begin_u, d.end_u, d.begin_v, d.end_v};
    out_.known_inside_ = 1;
    if (out_.whole_) return;
    place_known();
    find_known();
    find_ends();
    bound();
  }

 private:
  CountedPieces counted() const { return {out_.pieces_, out_.bounds_, out_.domain_.period_u, out_.domain_.period_v}; }
  void say(TrimStatus status, const std::string& fault) {
    if (out_.status_ == TrimStatus::ok) out_.status_ = status, out_.fault_ = fault;
  }

  void place_known() {
    const SurfaceDomain& d = out_.domain_;
    // Where a parameter closes any will do; a number that no model has.
    out_.known_.x = d.period_u > 0 ? d.begin_u + 0.38196601125 * d.period_u : all_.begin_u - size_.x - 1;
    out_.known_.y = d.period_v > 0 ? d.begin_v + 0.61803398875 * d.period_v : all_.begin_v - size_.y - 1;
  }

  /// Crossings on the way to a point on the left of a piece's middle; none where other curves are too near to see both
  /// sides of this one.
  std::optional<int> count_on_the_left(const TrimPiece& piece) const {
    const double x = size_.x > 0 ? size_.x : 1, y = size_.y > 0 ? size_.y : 1;
    const Vec2<double> m = host::middle_of(piece), t = host::middle_tangent(piece);
    Vec2<double> left{-t.y / y, t.x / x};
    const double l = length(left);
    if (!(l > 0)) return std::nullopt;
    left = {left.x / l * x, left.y / l * y};
    for (double part = 1e-3; part > 1e-10; part /= 8) {
      const Vec2<double> by = left * part, room{0.1 * part * x, 0.1 * part * y};
      const auto a = count_beside(counted(), out_.known_, m + by, room);
      const auto b = count_beside(counted(), out_.known_, m - by, room);
      if (a && b && *a - *b == 1) return a;
    }
    return std::nullopt;
  }

  /// What the known point is, such that all pieces have the material on their left.
  void find_known() {
    bool found = !may_be_all(out_.domain_);
    int seen = 0;
    if (found) out_.known_inside_ = 0;
    for (std::size_t i = 0; i < out_.pieces_.size(); ++i) {
      if (out_.pieces_[i].kind == TrimKind::joint) continue;
      const auto n = count_on_the_left(out_.pieces_[i]);
      if (!n) continue;
      ++seen;
      if (!found && (*n == 0 || *n == 1)) out_.known_inside_ = 1 - *n, found = true;
      if (out_.known_inside_ + *n != 1)
        say(TrimStatus::wrong_nesting, places_[i] + ": the material is not on the left of all curves");
    }
    if (seen == 0) say(TrimStatus::wrong_nesting, places_[0] + ": no curve has the material on one side alone");
  }

  std::optional<int> inside_at(Vec2<double> at, Vec2<double> room) const {
    const auto n = count_beside(counted(), out_.known_, at, room);
    return n ? std::optional<int>(out_.known_inside_ + *n) : n;
  }

  /// Whether the domain goes on below and above all curves along v.
  void find_ends() {
    if (out_.domain_.period_v > 0) return;
    const Vec2<double> above{0.5 * (all_.begin_u + all_.end_u), all_.end_v + size_.y + 1};
    const auto n = inside_at(above, {0.01 * size_.x, 0});
    goes_up_ = !n || *n != 0, goes_down_ = out_.known_inside_ != 0;
    if (goes_up_ && !std::isfinite(out_.domain_.end_v))
      say(TrimStatus::wrong_nesting, places_[0] + ": the loops leave a domain without an end");
  }

  void bound() {
    const SurfaceDomain& d = out_.domain_;
    TrimBox& box = out_.box_;
    if (!(d.period_v > 0)) {
      if (!goes_down_) box.begin_v = std::max(d.begin_v, all_.begin_v);
      if (!goes_up_) box.end_v = std::min(d.end_v, all_.end_v);
    } else {
      bound_closed(true);
    }
    if (d.period_u > 0) {
      bound_closed(false);
    } else {
      box.begin_u = std::max(d.begin_u, all_.begin_u), box.end_u = std::min(d.end_u, all_.end_u);
    }
  }

  /// The widest stretch of a parameter that closes without a curve and without material; the box is the rest.
  void bound_closed(bool along_v) {
    const SurfaceDomain& d = out_.domain_;
    const double period = along_v ? d.period_v : d.period_u, low = along_v ? d.begin_v : d.begin_u;
    std::vector<std::pair<double, double>> taken;
    for (const TrimBox& b : out_.bounds_) {
      const double begin = along_v ? b.begin_v : b.begin_u, end = along_v ? b.end_v : b.end_u;
      if (end - begin >= period) return;
      const double at = moved_by_periods(begin, period, low);
      taken.emplace_back(at, at + (end - begin));
    }
    std::sort(taken.begin(), taken.end());
    double reach = taken[0].second, widest = 0, from = 0;
    for (const auto& t : taken) reach = std::max(reach, t.second - period);
    for (std::size_t i = 1; i <= taken.size(); ++i) {
      const double next = i < taken.size() ? taken[i].first : taken[0].first + period;
      const double middle = 0.5 * (reach + next), room = 0.1 * (next - reach);
      const Vec2<double> at = along_v ? Vec2<double>{all_.begin_u, middle} : Vec2<double>{middle, all_.begin_v};
      if (next - reach > widest && inside_at(at, {room, room}) == 0) widest = next - reach, from = reach;
      if (i < taken.size()) reach = std::max(reach, taken[i].second);
    }
    if (!(widest > 0)) return;
    const double begin = moved_by_periods(from + widest, period, low);
    (along_v ? out_.box_.begin_v : out_.box_.begin_u) = begin;
    (along_v ? out_.box_.end_v : out_.box_.end_u) = begin + (period - widest);
  }

  TrimmedDomain& out_;
  std::vector<std::string> places_;
  TrimBox all_{};
  Vec2<double> size_{0, 0};
  bool goes_up_ = false, goes_down_ = false;
};

TrimmedDomain::TrimmedDomain(const Brep& brep, std::uint32_t face)
    : TrimmedDomain(brep, surface_of(brep, face), std::array{MappedFace{face, {}}}) {}

TrimmedDomain::TrimmedDomain(const Brep& brep, std::uint32_t surface, std::span<const MappedFace> faces,
                             const std::vector<bool>& inner) {
  if (faces.empty()) throw InvalidInput("TrimmedDomain: faces is empty; allowed is one face or more");
  for (const MappedFace& f : faces) check_face(brep, f.face);
  surface_ = alone(brep, surface);
  domain_ = domain_of(surface_, 0);
  TrimmedDomainMaker(*this, host::loop_pieces({brep, surface, domain_}, faces, inner)).run();
}

TrimSide TrimmedDomain::side_of(double u, double v, double tolerance) const {
  const SurfaceDomain& d = domain_;
  if (!(d.period_u > 0) && is_beyond(u, d.begin_u, d.end_u, box_.end_u - box_.begin_u)) return TrimSide::outside;
  if (!(d.period_v > 0) && is_beyond(v, d.begin_v, d.end_v, box_.end_v - box_.begin_v)) return TrimSide::outside;
  if (whole_) return TrimSide::inside;
  const TangentMetric metric = host::metric_at(surface_, 0, {u, v});
  if (any_near(pieces_, bounds_, domain_, TrimKind::boundary, {u, v}, metric, tolerance)) return TrimSide::boundary;
  const auto within = [](double x, double begin, double end, double period) {
    return period > 0 ? moved_by_periods(x, period, begin) : std::clamp(x, begin, end);
  };
  const Vec2<double> at{within(u, d.begin_u, d.end_u, d.period_u), within(v, d.begin_v, d.end_v, d.period_v)};
  const auto room = [&](double metric_length, double begin, double end) {
    const double least = 1e-12 * (end - begin), most = 1e-6 * (end - begin);
    return metric_length > 0 ? std::clamp(0.5 * tolerance / metric_length, least, most) : most;
  };
  const TrimBox all = host::box_of_all(bounds_);
  const Vec2<double> by{room(metric.a, all.begin_u, all.end_u),
                        room(std::hypot(metric.b, metric.c), all.begin_v, all.end_v)};
  const auto n = count_beside({pieces_, bounds_, d.period_u, d.period_v}, known_, at, by);
  if (!n) return TrimSide::boundary;
  return known_inside_ + *n >= 1 ? TrimSide::inside : TrimSide::outside;
}

bool TrimmedDomain::near_inner_edge(double u, double v, double tolerance) const {
  const TangentMetric metric = host::metric_at(surface_, 0, {u, v});
  return !any_near(pieces_, bounds_, domain_, TrimKind::boundary, {u, v}, metric, tolerance) &&
         any_near(pieces_, bounds_, domain_, TrimKind::inner, {u, v}, metric, tolerance);
}

}  // namespace abut
