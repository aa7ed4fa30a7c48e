#include "host/brep/edge_crossing.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "abut/brep/brep_geometry.h"
#include "host/brep/brep_carriers.h"
#include "host/brep/one_side.h"
#include "host/brep/rings_apart.h"
#include "host/brep/surface_patches.h"

namespace abut::host {
namespace {

/// origin + t x, or origin + cos t x + sin t y. Data only.
struct RoundOrStraight {
  Vec3<double> origin, x, y;
  bool turns = false;
  double speed = 1;  ///< of the point, at most

  Vec3<double> at(double t) const {
    if (!turns) return origin + x * t;
    return origin + x * std::cos(t) + y * std::sin(t);
  }
  CurveMotion motion(double t) const {
    return turns ? CurveMotion{y * std::cos(t) - x * std::sin(t), speed, speed} : CurveMotion{x, speed, 0};
  }
};

RoundOrStraight moved(const RelativePose<double>& pose, const RoundOrStraight& c) {
  return {transform(pose, c.origin), rotate(pose.rotation, c.x), rotate(pose.rotation, c.y), c.turns, c.speed};
}

/// Any other. Data only.
struct FreeCurve {
  std::function<Vec3<double>(double)> point;
  double speed;  ///< of the point, at most

  Vec3<double> at(double t) const { return point(t); }
  static CurveMotion motion(double) {
    constexpr double unknown = std::numeric_limits<double>::infinity();
    return {{0, 0, 0}, unknown, unknown};
  }
};

/// Whether all of a face is farther from a point than `enough`, as its boxes or its ring say.
bool is_beyond(const ContactFeature& face, const Vec3<double>& point, double enough) {
  const Vec3<double> off = point - face.centre;
  const double far = enough + face.radius;
  if (off.x * off.x + off.y * off.y + off.z * off.z > far * far) return true;
  if (face.ring && distance_from(*face.ring, point) > enough) return true;
  return std::all_of(face.boxes.begin(), face.boxes.end(), [&](const FeatureBox& box) {
    const Vec3<double> d = point - box.centre;
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const double along = d.x * box.axes[k].x + d.y * box.axes[k].y + d.z * box.axes[k].z;
      const double out = std::max(0.0, std::abs(along) - box.half[k]);
      sum += out * out;
    }
    return sum > enough * enough;
  });
}

/// Goes along a curve, in the face's frame, and keeps the last side on which it certainly was.
template <class Curve, class IsThere>
class Passage {
 public:
  Passage(const Curve& curve, const IsThere& is_there, const ContactFeatures& with_face, const ContactFeature& face,
          double tolerance)
      : curve_(curve), is_there_(is_there), with_face_(with_face), face_(face), tolerance_(tolerance) {}

  bool pierces(double begin, double end) { return passes(begin, end, 0); }

 private:
  static constexpr int most_depth = 60;
  /// What lies farther beside the face is not followed, in tolerances: up to there a curve that passes through it at an
  /// angle of 2e-6 or more is certainly on a side before and behind it.
  static constexpr double aside = 1e6;

  double height(double t) const { return side_distance(*face_.carrier, curve_.at(t)); }

  bool passes(double begin, double end, int depth) {
    const double middle = 0.5 * (begin + end), room = 0.5 * curve_.speed * (end - begin);
    const Vec3<double> at = curve_.at(middle);
    if (is_beyond(face_, at, room + aside * tolerance_)) {
      side_ = 0;
      return false;
    }
    const double h = side_distance(*face_.carrier, at);
    if (std::abs(h) > room + tolerance_ || is_aside(h, at, middle, begin, end))
      return arrives(h > 0 ? 1 : -1, begin, end);
    const bool within =
        std::abs(h) <= tolerance_ && std::abs(height(begin)) <= tolerance_ && std::abs(height(end)) <= tolerance_;
    if (within || room < 0.5 * tolerance_ || depth == most_depth) return false;
    return passes(begin, middle, depth + 1) || passes(middle, end, depth + 1);
  }

  /// Whether the height keeps its sign from `begin` to `end`, by its derivatives.
  bool is_aside(double h, const Vec3<double>& at, double middle, double begin, double end) const {
    if (std::abs(h) <= tolerance_) return false;
    const double wide = 0.5 * (end - begin);
    const SideChange c = side_change(*face_.carrier, at, curve_.motion(middle), curve_.speed * wide);
    return std::abs(h) > (std::abs(c.slope) + 0.5 * c.bend * wide) * wide + tolerance_;
  }

  /// On a side, from `begin` to `end`.
  bool arrives(int side, double begin, double end) {
    const double at = 0.5 * (last_ + begin);
    const bool changes = side_ != 0 && side != side_ && is_there_(at) &&
                         with_face_.holds(face_, curve_.at(at), tolerance_ + face_.border);
    side_ = side, last_ = end;
    return changes;
  }

  const Curve& curve_;
  const IsThere& is_there_;
  const ContactFeatures& with_face_;
  const ContactFeature& face_;
  double tolerance_, last_ = 0;
  int side_ = 0;
};

constexpr int lines_on_face = 16;

/// Or does not come to the face.
bool stays_on_a_side(const std::optional<PlainCurve>& curve, const ContactFeature& face,
                     const RelativePose<double>& to_face, double tolerance) {
  if (!curve) return false;
  PlainCurve there = moved(to_face, *curve);
  if (face.ring && !clip(*face.ring, there)) return true;
  return is_on_one_side(there, *face.carrier, tolerance);
}

RoundOrStraight plain(const BrepCurve& c) {
  const BrepFrame& f = c.frame;
  if (c.kind == BrepCurveKind::line) return {f.origin, f.x, {}, false, 1};
  const double other = c.kind == BrepCurveKind::circle ? c.radius : c.minor_radius;
  return {f.origin, f.x * c.radius, f.y * other, true, std::max(c.radius, other)};
}

/// Of a canonical surface, at one v.
RoundOrStraight along_u(const BrepSurface& s, double v) {
  const BrepFrame& f = s.frame;
  if (s.kind == BrepSurfaceKind::plane) return {multiply_add(f.y, v, f.origin), f.x, {}, false, 1};
  double radius = s.radius, height = v;
  if (s.kind == BrepSurfaceKind::cone) radius += v * std::sin(s.half_angle), height = v * std::cos(s.half_angle);
  if (s.kind == BrepSurfaceKind::sphere) radius = s.radius * std::cos(v), height = s.radius * std::sin(v);
  if (s.kind == BrepSurfaceKind::torus) radius += s.minor_radius * std::cos(v), height = s.minor_radius * std::sin(v);
  return {multiply_add(f.z, height, f.origin), f.x * radius, f.y * radius, true, std::abs(radius)};
}

/// At one u.
RoundOrStraight along_v(const BrepSurface& s, double u) {
  const BrepFrame& f = s.frame;
  if (s.kind == BrepSurfaceKind::plane) return {multiply_add(f.x, u, f.origin), f.y, {}, false, 1};
  const Vec3<double> out = f.x * std::cos(u) + f.y * std::sin(u), base = multiply_add(out, s.radius, f.origin);
  switch (s.kind) {
    case BrepSurfaceKind::cone:
      return {base, out * std::sin(s.half_angle) + f.z * std::cos(s.half_angle), {}, false, 1};
    case BrepSurfaceKind::sphere: return {f.origin, out * s.radius, f.z * s.radius, true, s.radius};
    case BrepSurfaceKind::torus: return {base, out * s.minor_radius, f.z * s.minor_radius, true, s.minor_radius};
    default: return {base, f.z, {}, false, 1};
  }
}

}  // namespace

bool edge_pierces(const ContactFeatures& with_edge, const ContactFeature& edge, const ContactFeatures& with_face,
                  const ContactFeature& face, const RelativePose<double>& to_face, double tolerance) {
  const auto everywhere = [](double) { return true; };
  const auto pierces = [&](const auto& curve, const EdgeInterval& i) {
    return Passage(curve, everywhere, with_face, face, tolerance).pierces(i.begin, i.end);
  };
  const Brep& brep = with_edge.brep();
  const auto intervals = with_edge.intervals_of(edge);
  tolerance += edge.deviation + face.deviation;  // what is followed is not the carrier
  return std::any_of(intervals.begin(), intervals.end(), [&](const EdgeInterval& i) {
    const BrepCurve& c = brep.curves[i.curve];
    if (stays_on_a_side(plain_curve(c, i.begin, i.end), face, to_face, tolerance)) return false;
    if (c.kind != BrepCurveKind::nurbs) return pierces(moved(to_face, plain(c)), i);
    const auto point = [&](double t) { return transform(to_face, curve_point_at(brep, i.curve, t).point); };
    return pierces(FreeCurve{point, speed_on_curve(brep, i.curve, i.begin, i.end)}, i);
  });
}

namespace {

/// Lines of one parameter on a face of a model, against a face of another one.
class LinesOnFace {
 public:
  LinesOnFace(const ContactFeatures& with_lines, std::uint32_t of, const ContactFeatures& with_face,
              const ContactFeature& face, const RelativePose<double>& to_face, double tolerance)
      : brep_(with_lines.brep()),
        surface_(brep_.faces[of].surface),
        domain_(with_lines.domain_of(of)),
        with_face_(with_face),
        face_(face),
        to_face_(to_face),
        tolerance_(tolerance) {}

  bool pierce() const {
    const BrepSurface& s = brep_.surfaces[surface_];
    const TrimBox& box = domain_.box();
    const bool is_free = s.kind >= BrepSurfaceKind::revolution;
    const SurfaceDomain all = domain_of(brep_, surface_);
    const Vec2<double> speed =
        is_free ? speeds_on_surface(brep_, surface_, {box.begin_u, box.end_u, box.begin_v, box.end_v})
                : Vec2<double>{1, 1};
    const auto at = [&](double u, double v) {
      u = moved_by_periods(u, all.period_u, all.begin_u), v = moved_by_periods(v, all.period_v, all.begin_v);
      return transform(to_face_, surface_point_at(brep_, surface_, u, v).point);
    };
    for (int k = 0; k < lines_on_face; ++k) {
      const double part = (k + 0.5) / lines_on_face;
      const double u = box.begin_u + part * (box.end_u - box.begin_u);
      const double v = box.begin_v + part * (box.end_v - box.begin_v);
      const bool found = is_free ? goes_along_u(FreeCurve{[&](double t) { return at(t, v); }, speed.x}, v) ||
                                       goes_along_v(FreeCurve{[&](double t) { return at(u, t); }, speed.y}, u)
                                 : passes_along_u(s, v) || passes_along_v(s, u);
      if (found) return true;
    }
    return false;
  }

 private:
  template <class Curve>
  bool goes_along_u(const Curve& curve, double v) const {
    const auto is_there = [&](double u) { return domain_.side_of(u, v, tolerance_) == TrimSide::inside; };
    return Passage(curve, is_there, with_face_, face_, tolerance_).pierces(domain_.box().begin_u, domain_.box().end_u);
  }
  template <class Curve>
  bool goes_along_v(const Curve& curve, double u) const {
    const auto is_there = [&](double v) { return domain_.side_of(u, v, tolerance_) == TrimSide::inside; };
    return Passage(curve, is_there, with_face_, face_, tolerance_).pierces(domain_.box().begin_v, domain_.box().end_v);
  }
  bool passes_along_u(const BrepSurface& s, double v) const {
    const auto line = plain_line_along_u(s, v, domain_.box().begin_u, domain_.box().end_u);
    return !stays_on_a_side(line, face_, to_face_, tolerance_) && goes_along_u(moved(to_face_, along_u(s, v)), v);
  }
  bool passes_along_v(const BrepSurface& s, double u) const {
    const auto line = plain_line_along_v(s, u, domain_.box().begin_v, domain_.box().end_v);
    return !stays_on_a_side(line, face_, to_face_, tolerance_) && goes_along_v(moved(to_face_, along_v(s, u)), u);
  }

  const Brep& brep_;
  std::uint32_t surface_;
  const TrimmedDomain& domain_;
  const ContactFeatures& with_face_;
  const ContactFeature& face_;
  const RelativePose<double>& to_face_;
  double tolerance_;
};

}  // namespace

bool face_pierces(const ContactFeatures& with_lines, const ContactFeature& lined, const ContactFeatures& with_face,
                  const ContactFeature& face, const RelativePose<double>& to_face, double tolerance) {
  tolerance += lined.deviation + face.deviation;
  if (are_apart(with_lines, lined, face, to_face, tolerance)) return false;
  const auto faces = with_lines.faces_of(lined);
  return std::any_of(faces.begin(), faces.end(), [&](std::uint32_t of) {
    return LinesOnFace(with_lines, of, with_face, face, to_face, tolerance).pierce();
  });
}

}  // namespace abut::host
