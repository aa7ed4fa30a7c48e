#include "host/brep/widened_polars.h"

#include <cmath>

namespace abut::host {

WidenedPolar widened_polar(const BrepLmdOptions& options) {
  return {options.angle, std::sin(options.theta), std::cos(options.theta)};
}

bool edge_nearly_leaves_free(const EdgeSides& s, const Vec3<double>& direction, const WidenedPolar& by) {
  const EdgeBend bend = bend_of(s, by.angle);
  if (bend == EdgeBend::mixed || bend == EdgeBend::concave) return false;
  const double most = by.sine + by.angle;
  if (dot(direction, s.inward[0]) > most || dot(direction, s.inward[1]) > most) return false;
  return s.is_border || dot(direction, s.outward[0] + s.outward[1]) > 0;
}

namespace {

/// Whether a direction is in the cone of revolution about a polyhedral one, widened by theta.
bool in_cap(const PolyhedralCone<double>& cone, const Vec3<double>& direction, const WidenedPolar& by) {
  if (is_empty(cone)) return false;
  if (has_all(cone)) return true;
  const double c = cone.cosine * by.cosine - cone.sine * by.sine, s = cone.sine * by.cosine + cone.cosine * by.sine;
  const double along = dot(cone.axis, direction), across = length(cross(cone.axis, direction));
  // By the cosines, or by the sine of what the angle is beyond the cone.
  return along >= c || (across * c - along * s <= by.angle && along * c + across * s > 0);
}

/// Whether what is widened is there: a vertex's polar, whose edges are cross products of directions along edges. Where
/// it is one normal, of a plane or of smooth faces, it is none if the faces end at a wall there (class 3 of the
/// source).
bool has_polar(const EdgeGeometry& edges, const ContactFeature& f, double angle) {
  const std::vector<Vec3<double>> along = edges.directions_at(f.of);
  if (along.size() < 2) return true;  // a tip
  Vec3<double> first{0, 0, 0};
  for (std::size_t i = 0; i < along.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Vec3<double> both = cross(along[i], along[k]);
      const double size = length(both);
      if (!(size > angle)) continue;
      for (const double side : {1 / size, -1 / size}) {
        const Vec3<double> d = both * side;
        if (!in_polyhedral_cone(f.cone, d, angle) || !edges.vertex_leaves_free(f.of, d, angle)) continue;
        if (squared_length(first) > 0 && length(d - first) > 8 * angle) return true;
        first = d;
      }
    }
  }
  return squared_length(first) > 0 && !edges.has_concave_edge_at(f.of);
}

}  // namespace

bool ContactFeatures::nearly_leaves_free(const ContactFeature& f, const Vec3<double>& point,
                                         const Vec3<double>& direction, const WidenedPolar& by) const {
  if (!(by.sine > 0)) return false;
  if (f.kind == FeatureKind::face) return true;
  if (f.kind == FeatureKind::edge) return edge_nearly_leaves_free(sides_at(f, point), direction, by);
  const double most = by.sine + by.angle;
  return in_cap(f.cone, direction, by) && in_polyhedral_cone(f.cone, direction, most) &&
         edges_.vertex_leaves_free(f.of, direction, most) && has_polar(edges_, f, by.angle);
}

bool may_be_antipodal_within(const PolyhedralCone<double>& a, const PolyhedralCone<double>& b,
                             const Mat3<double>& b_in_a, double theta) {
  if (!(theta > 0)) return may_be_antipodal(a, b, b_in_a);
  if (is_empty(a) || is_empty(b)) return false;
  if (has_all(a) || has_all(b)) return true;
  // The angle between A's axis and the opposite of B's, against both half angles and 2 theta.
  const double most = std::atan2(a.sine, a.cosine) + std::atan2(b.sine, b.cosine) + 2 * theta + 1e-5;
  return most >= M_PI || -dot(a.axis, rotate(b_in_a, b.axis)) >= std::cos(most);
}

}  // namespace abut::host
