#include "host/brep/edge_crossing.h"

#include <algorithm>
#include <cmath>

#include "abut/brep/brep_geometry.h"
#include "host/brep/brep_carriers.h"

namespace abut::host {
namespace {

/// origin + t x, or origin + cos t x + sin t y. Data only.
struct PlainCurve {
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

PlainCurve moved(const RelativePose<double>& pose, const PlainCurve& c) {
  return {transform(pose, c.origin), rotate(pose.rotation, c.x), rotate(pose.rotation, c.y), c.turns, c.speed};
}

/// How far a face's boxes are from a point; infinite beyond `enough`.
bool is_beyond(const ContactFeature& face, const Vec3<double>& point, double enough) {
  const Vec3<double> off = point - face.centre;
  const double far = enough + face.radius;
  if (off.x * off.x + off.y * off.y + off.z * off.z > far * far) return true;
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
template <class IsThere>
class Passage {
 public:
  Passage(const PlainCurve& curve, const IsThere& is_there, const ContactFeatures& with_face,
          const ContactFeature& face, double tolerance)
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
    const bool changes =
        side_ != 0 && side != side_ && is_there_(at) && with_face_.holds(face_, curve_.at(at), tolerance_);
    side_ = side, last_ = end;
    return changes;
  }

  const PlainCurve& curve_;
  const IsThere& is_there_;
  const ContactFeatures& with_face_;
  const ContactFeature& face_;
  double tolerance_, last_ = 0;
  int side_ = 0;
};

constexpr int lines_on_face = 16;

PlainCurve plain(const BrepCurve& c) {
  const BrepFrame& f = c.frame;
  if (c.kind == BrepCurveKind::line) return {f.origin, f.x, {}, false, 1};
  const double other = c.kind == BrepCurveKind::circle ? c.radius : c.minor_radius;
  return {f.origin, f.x * c.radius, f.y * other, true, std::max(c.radius, other)};
}

/// Of a canonical surface, at one v.
PlainCurve along_u(const BrepSurface& s, double v) {
  const BrepFrame& f = s.frame;
  if (s.kind == BrepSurfaceKind::plane) return {multiply_add(f.y, v, f.origin), f.x, {}, false, 1};
  double radius = s.radius, height = v;
  if (s.kind == BrepSurfaceKind::cone) radius += v * std::sin(s.half_angle), height = v * std::cos(s.half_angle);
  if (s.kind == BrepSurfaceKind::sphere) radius = s.radius * std::cos(v), height = s.radius * std::sin(v);
  if (s.kind == BrepSurfaceKind::torus) radius += s.minor_radius * std::cos(v), height = s.minor_radius * std::sin(v);
  return {multiply_add(f.z, height, f.origin), f.x * radius, f.y * radius, true, std::abs(radius)};
}

/// At one u.
PlainCurve along_v(const BrepSurface& s, double u) {
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
  const auto intervals = with_edge.intervals_of(edge);
  return std::any_of(intervals.begin(), intervals.end(), [&](const EdgeInterval& i) {
    const PlainCurve curve = moved(to_face, plain(with_edge.brep().curves[i.curve]));
    const auto everywhere = [](double) { return true; };
    return Passage(curve, everywhere, with_face, face, tolerance).pierces(i.begin, i.end);
  });
}

bool face_pierces(const ContactFeatures& with_lines, const ContactFeature& lined, const ContactFeatures& with_face,
                  const ContactFeature& face, const RelativePose<double>& to_face, double tolerance) {
  for (const std::uint32_t of : with_lines.faces_of(lined)) {
    const BrepSurface& s = with_lines.brep().surfaces[with_lines.brep().faces[of].surface];
    const TrimmedDomain& domain = with_lines.domain_of(of);
    const TrimBox& box = domain.box();
    const double width = box.end_u - box.begin_u, height = box.end_v - box.begin_v;
    const auto is_there = [&](double x, double y) { return domain.side_of(x, y, tolerance) == TrimSide::inside; };
    for (int k = 0; k < lines_on_face; ++k) {
      const double part = (k + 0.5) / lines_on_face, u = box.begin_u + part * width, v = box.begin_v + part * height;
      const PlainCurve of_u = moved(to_face, along_u(s, v)), of_v = moved(to_face, along_v(s, u));
      const auto is_on_u = [&](double t) { return is_there(t, v); };
      const auto is_on_v = [&](double t) { return is_there(u, t); };
      if (Passage(of_u, is_on_u, with_face, face, tolerance).pierces(box.begin_u, box.end_u)) return true;
      if (Passage(of_v, is_on_v, with_face, face, tolerance).pierces(box.begin_v, box.end_v)) return true;
    }
  }
  return false;
}

}  // namespace abut::host
