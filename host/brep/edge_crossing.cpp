#include "host/brep/edge_crossing.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "abut/brep/brep_geometry.h"
#include "host/brep/brep_carriers.h"
#include "host/brep/piece_forest.h"

namespace abut::host {
namespace {

/// A curve, followed against a face's surface. Data only.
struct Followed {
  std::function<Vec3<double>(double)> point;  ///< in its own frame
  std::function<bool(double)> is_there;       ///< whether it is a part of its model
  double speed;                               ///< of the point, at most
};

/// Goes along a curve and keeps the last side on which it certainly was.
class Passage {
 public:
  Passage(const Followed& curve, const ContactFeatures& with_face, const ContactFeature& face,
          const RelativePose<double>& to_face, double tolerance)
      : curve_(curve), with_face_(with_face), face_(face), to_face_(to_face), tolerance_(tolerance) {}

  bool pierces(double begin, double end) { return passes(begin, end, 0); }

 private:
  static constexpr int most_depth = 60;

  Vec3<double> point(double t) const { return transform(to_face_, curve_.point(t)); }
  double height(double t) const { return side_distance(*face_.carrier, point(t)); }

  bool passes(double begin, double end, int depth) {
    const double middle = 0.5 * (begin + end), h = height(middle), room = 0.5 * curve_.speed * (end - begin);
    if (std::abs(h) > room + tolerance_) return arrives(h > 0 ? 1 : -1, begin, end);
    const bool within =
        std::abs(h) <= tolerance_ && std::abs(height(begin)) <= tolerance_ && std::abs(height(end)) <= tolerance_;
    if (within || room < 0.5 * tolerance_ || depth == most_depth) return false;
    return passes(begin, middle, depth + 1) || passes(middle, end, depth + 1);
  }

  /// On a side, from `begin` to `end`.
  bool arrives(int side, double begin, double end) {
    const double at = 0.5 * (last_ + begin);
    const bool changes =
        side_ != 0 && side != side_ && curve_.is_there(at) && with_face_.holds(face_, point(at), tolerance_);
    side_ = side, last_ = end;
    return changes;
  }

  const Followed& curve_;
  const ContactFeatures& with_face_;
  const ContactFeature& face_;
  RelativePose<double> to_face_;
  double tolerance_, last_ = 0;
  int side_ = 0;
};

constexpr int lines_on_face = 16;

/// The fastest that points of a canonical surface move with a parameter, within a part.
double speed_along_u(const BrepSurface& s, const TrimBox& box) {
  switch (s.kind) {
    case BrepSurfaceKind::cylinder:
    case BrepSurfaceKind::sphere: return s.radius;
    case BrepSurfaceKind::torus: return s.radius + s.minor_radius;
    case BrepSurfaceKind::cone:
      return std::max(std::abs(s.radius + box.begin_v * std::sin(s.half_angle)),
                      std::abs(s.radius + box.end_v * std::sin(s.half_angle)));
    default: return 1;
  }
}
/// As fast as points of an edge move with its parameter, at most.
double speed_along(const BrepCurve& curve, const ContactFeature& edge) {
  if (curve.kind == BrepCurveKind::line) return 1;
  if (curve.kind != BrepCurveKind::nurbs || !edge.shape) return std::max(curve.radius, curve.minor_radius);
  double fastest = 0;
  const PieceForest pieces(*edge.shape);
  for (std::uint32_t k = 0; k < pieces.roots(); ++k) {
    const NearVector& along = pieces.node(k).all.d[0];
    const PieceRange& range = edge.shape->pieces[k].u;
    fastest = std::max(fastest, (length(along.c) + length(along.r)) / (range.end - range.begin));
  }
  return fastest;
}
double speed_along_v(const BrepSurface& s) {
  if (s.kind == BrepSurfaceKind::sphere) return s.radius;
  return s.kind == BrepSurfaceKind::torus ? s.minor_radius : 1;
}

}  // namespace

bool edge_pierces(const ContactFeatures& with_edge, const ContactFeature& edge, const ContactFeatures& with_face,
                  const ContactFeature& face, const RelativePose<double>& to_face, double tolerance) {
  const auto intervals = with_edge.intervals_of(edge);
  return std::any_of(intervals.begin(), intervals.end(), [&](const EdgeInterval& i) {
    const BrepCurve& curve = with_edge.brep().curves[i.curve];
    const Followed followed{[&](double t) { return curve_point_at(with_edge.brep(), i.curve, t).point; },
                            [](double) { return true; }, speed_along(curve, edge)};
    return Passage(followed, with_face, face, to_face, tolerance).pierces(i.begin, i.end);
  });
}

bool face_pierces(const ContactFeatures& with_lines, const ContactFeature& lined, const ContactFeatures& with_face,
                  const ContactFeature& face, const RelativePose<double>& to_face, double tolerance) {
  for (const std::uint32_t of : with_lines.faces_of(lined)) {
    const std::uint32_t surface = with_lines.brep().faces[of].surface;
    const BrepSurface& s = with_lines.brep().surfaces[surface];
    const TrimmedDomain& domain = with_lines.domain_of(of);
    const TrimBox& box = domain.box();
    const double width = box.end_u - box.begin_u, height = box.end_v - box.begin_v;
    for (int k = 0; k < lines_on_face; ++k) {
      const double part = (k + 0.5) / lines_on_face, u = box.begin_u + part * width, v = box.begin_v + part * height;
      const auto at = [&](double x, double y) { return surface_point_at(with_lines.brep(), surface, x, y).point; };
      const auto is_there = [&](double x, double y) { return domain.side_of(x, y, tolerance) == TrimSide::inside; };
      const Followed along_u{[&](double t) { return at(t, v); }, [&](double t) { return is_there(t, v); },
                             speed_along_u(s, box)};
      const Followed along_v{[&](double t) { return at(u, t); }, [&](double t) { return is_there(u, t); },
                             speed_along_v(s)};
      if (Passage(along_u, with_face, face, to_face, tolerance).pierces(box.begin_u, box.end_u)) return true;
      if (Passage(along_v, with_face, face, to_face, tolerance).pierces(box.begin_v, box.end_v)) return true;
    }
  }
  return false;
}

}  // namespace abut::host
