#include "host/brep/feature_pieces.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "abut/brep/brep_geometry.h"
#include "host/brep/cone_hull.h"
#include "host/brep/surface_part.h"
#include "host/brep/trim_count.h"
#include "host/brep/trim_piece.h"

namespace abut::host {
namespace {

constexpr int most_flat_cuts = 7;  ///< of a part of a face that bends
constexpr int hole_cuts = 4;       ///< of a part that may have holes
constexpr int most_edge_cuts = 4;
constexpr double slim_enough = 0.21;  ///< an arc of 90 degrees has 0.207

ParameterBox first_half(const ParameterBox& p, bool along_u) {
  const double u = 0.5 * (p.u0 + p.u1), v = 0.5 * (p.v0 + p.v1);
  return along_u ? ParameterBox{p.u0, u, p.v0, p.v1} : ParameterBox{p.u0, p.u1, p.v0, v};
}
ParameterBox second_half(const ParameterBox& p, bool along_u) {
  const double u = 0.5 * (p.u0 + p.u1), v = 0.5 * (p.v0 + p.v1);
  return along_u ? ParameterBox{u, p.u1, p.v0, p.v1} : ParameterBox{p.u0, p.u1, v, p.v1};
}

bool is_flat(const PolyhedralCone<double>& cone) { return !has_all(cone) && cone.cosine >= std::cos(flat_enough); }

/// Whether a curve may come into a rectangle.
bool meets(const TrimPiece& piece, const TrimBox& in, int cuts) {
  const TrimBox box = hull_box(piece);
  if (box.begin_u > in.end_u || box.end_u < in.begin_u || box.begin_v > in.end_v || box.end_v < in.begin_v)
    return false;
  if (cuts == 0) return true;
  const auto [first, second] = halves(piece);
  return meets(first, in, cuts - 1) || meets(second, in, cuts - 1);
}

/// Cuts the part of one face.
class FaceCutter {
 public:
  FaceCutter(const ContactFeatures& of, const SurfaceParts& parts, std::uint32_t face)
      : of_(of), parts_(parts), face_(of.brep().faces[face]), trim_(of.domain_of(face)) {
    domain_ = abut::domain_of(of.brep(), face_.surface);
  }

  std::vector<ParameterBox> run() {
    const TrimBox& b = trim_.box();
    const ParameterBox whole{b.begin_u, b.end_u, b.begin_v, b.end_v};
    if (!std::isfinite(b.end_u - b.begin_u + b.end_v - b.begin_v)) return {whole};
    cut_bent(whole, 0);
    return std::move(out_);
  }

 private:
  void cut_bent(const ParameterBox& part, int depth) {
    const bool is_known = knows_normals(of_.brep().surfaces[face_.surface].kind);
    if (!is_known || depth == most_flat_cuts || is_flat(cone_of(parts_.normals(face_.surface, part, false)))) {
      cut_holes(part, hole_cuts);
      return;
    }
    const bool along_u = bends_along_u(part);
    cut_bent(first_half(part, along_u), depth + 1), cut_bent(second_half(part, along_u), depth + 1);
  }
  static bool knows_normals(BrepSurfaceKind kind) {
    return kind != BrepSurfaceKind::revolution && kind != BrepSurfaceKind::extrusion;
  }

  /// Along which parameter normals turn more, by samples.
  bool bends_along_u(const ParameterBox& p) const {
    const double u = 0.5 * (p.u0 + p.u1), v = 0.5 * (p.v0 + p.v1);
    const auto turn = [&](double u0, double v0, double u1, double v1) {
      const auto at = [&](double x, double y) {
        return unit_normal(surface_point_at(of_.brep(), face_.surface, x, y));
      };
      const Vec3<double> m = at(u, v);
      return length(at(u0, v0) - m) + length(at(u1, v1) - m);
    };
    const double along_u = turn(p.u0, v, p.u1, v), along_v = turn(u, p.v0, u, p.v1);
    return along_u >= along_v;
  }
  bool is_longer_along_u(const ParameterBox& p) const {
    const auto at = [&](double x, double y) { return surface_point_at(of_.brep(), face_.surface, x, y).point; };
    const double u = 0.5 * (p.u0 + p.u1), v = 0.5 * (p.v0 + p.v1);
    const double along_u = length(at(p.u0, v) - at(u, v)) + length(at(p.u1, v) - at(u, v));
    return along_u >= length(at(u, p.v0) - at(u, v)) + length(at(u, p.v1) - at(u, v));
  }

  /// Adds the part, or those of its halves that are not beside the face; whether all of it is there.
  bool cut_holes(const ParameterBox& part, int cuts) {
    if (is_beside(part)) return false;
    const std::size_t before = out_.size();
    if (cuts > 0 && !trim_.is_whole()) {
      const bool along_u = is_longer_along_u(part);
      const bool first = cut_holes(first_half(part, along_u), cuts - 1);
      const bool second = cut_holes(second_half(part, along_u), cuts - 1);
      if (!first || !second) return false;
      out_.resize(before);
    }
    out_.push_back(part);
    return true;
  }

  /// Whether the face has certainly nothing there.
  bool is_beside(const ParameterBox& p) const {
    if (trim_.is_whole() || trim_.status() != TrimStatus::ok) return false;
    const double u = 1e-6 * (p.u1 - p.u0), v = 1e-6 * (p.v1 - p.v0);
    const TrimBox in{p.u0 - u, p.u1 + u, p.v0 - v, p.v1 + v};
    for (const TrimPiece& piece : trim_.pieces()) {
      const TrimBox box = hull_box(piece);
      if (!std::isfinite(box.end_u - box.begin_u)) return false;
      const PeriodRange us = periods_to_meet(in.begin_u, in.end_u, box.begin_u, box.end_u, domain_.period_u);
      const PeriodRange vs = periods_to_meet(in.begin_v, in.end_v, box.begin_v, box.end_v, domain_.period_v);
      for (int k = us.first; k <= us.last; ++k) {
        for (int m = vs.first; m <= vs.last; ++m) {
          const double du = k * domain_.period_u, dv = m * domain_.period_v;
          if (meets(piece, {in.begin_u + du, in.end_u + du, in.begin_v + dv, in.end_v + dv}, 6)) return false;
        }
      }
    }
    return trim_.side_of(0.5 * (p.u0 + p.u1), 0.5 * (p.v0 + p.v1), 0) == TrimSide::outside;
  }

  const ContactFeatures& of_;
  const SurfaceParts& parts_;
  const BrepFace& face_;
  const TrimmedDomain& trim_;
  SurfaceDomain domain_{};
  std::vector<ParameterBox> out_;
};

class Cutter {
 public:
  explicit Cutter(const ContactFeatures& of) : of_(of), brep_(of.brep()), parts_(brep_) { room_ = 4e-9 * of.size(); }

  std::vector<FeaturePiece> run() {
    for (feature_ = 0; feature_ < of_.features().size(); ++feature_) {
      const ContactFeature& f = of_.features()[feature_];
      if (f.kind == FeatureKind::face) {
        for (const std::uint32_t face : of_.faces_of(f)) add_face(face);
      } else if (f.kind == FeatureKind::edge) {
        for (const std::uint32_t edge : of_.edges_of(f)) add_edge(f, edge);
      } else {
        add(f.boxes[0], f.cone);
      }
    }
    return std::move(out_);
  }

 private:
  /// What rounding may do to points at which carriers are compared is in it too.
  void add(const FeatureBox& box, const PolyhedralCone<double>& cone) {
    out_.push_back({feature_, grown(box, room_), dilated(cone, cone_room)});
  }

  void add_face(std::uint32_t face) {
    const BrepFace& f = brep_.faces[face];
    for (const ParameterBox& part : FaceCutter(of_, parts_, face).run()) {
      add(grown(parts_.box(f.surface, part), f.tolerance), cone_of(parts_.normals(f.surface, part, f.reversed)));
    }
  }

  void add_edge(const ContactFeature& feature, std::uint32_t edge) {
    const BrepEdge& e = brep_.edges[edge];
    const BrepCurve& curve = brep_.curves[e.curve];
    // A straight edge's cone is that of all of it, and may be empty: where it is concave.
    const bool is_known = !has_all(feature.cone);
    const bool is_hollow = !is_known && is_concave_all_along(edge);
    const auto cut = [&](const auto& again, double begin, double end, int depth) -> void {
      const PolyhedralCone<double> cone = is_known    ? feature.cone
                                          : is_hollow ? empty_cone()
                                                      : cone_along(edge, begin, end);
      const FeatureBox box = box_of_curve_part(curve, begin, end);
      if (depth < most_edge_cuts && !(is_slim(box) && (is_known || is_hollow || are_sides_flat(edge, begin, end)))) {
        const double middle = 0.5 * (begin + end);
        return again(again, begin, middle, depth + 1), again(again, middle, end, depth + 1);
      }
      add(grown(box, e.tolerance), cone);
    };
    cut(cut, e.begin, e.end, 0);
  }

  /// As a circle's arc of 90 degrees or less.
  static bool is_slim(const FeatureBox& box) {
    double half[3] = {box.half[0], box.half[1], box.half[2]};
    std::sort(std::begin(half), std::end(half));
    return half[1] <= slim_enough * half[2];
  }

  FeatureBox box_of_curve_part(const BrepCurve& curve, double begin, double end) const {
    if (curve.kind == BrepCurveKind::nurbs) return box_of_spline(brep_.nurbs_curves[curve.nurbs], begin, end);
    return box_of_curve(brep_, curve, begin, end);
  }

  /// About the control points that the part depends on.
  static FeatureBox box_of_spline(const NurbsSpaceCurve& c, double begin, double end) {
    const auto degree = static_cast<std::size_t>(c.u.degree);
    std::vector<Vec3<double>> points;
    for (std::size_t i = 0; i < c.points.size(); ++i) {
      if (c.u.knots[i + degree + 1] >= begin && c.u.knots[i] <= end) points.push_back(c.points[i]);
    }
    if (points.empty()) points = c.points;
    const Vec3<double> along = points.back() - points.front();
    const double l = length(along);
    const Vec3<double> x = l > 0 ? along * (1 / l) : Vec3<double>{1, 0, 0};
    return box_about_points(points, x, epa_detail::perpendicular(x));
  }

  /// The parameters of a face along a part of its edge.
  std::optional<ParameterBox> parameters_along(const BrepCoedge& coedge, double begin, double end) const {
    if (coedge.parameter_curve == no_brep_index) return std::nullopt;
    TrimBox all{HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
    for (const TrimPiece& piece : pieces_of(brep_, coedge.parameter_curve, begin, end)) {
      const TrimBox box = hull_box(piece);
      all = {std::min(all.begin_u, box.begin_u), std::max(all.end_u, box.end_u), std::min(all.begin_v, box.begin_v),
             std::max(all.end_v, box.end_v)};
    }
    if (!std::isfinite(all.end_u - all.begin_u + all.end_v - all.begin_v)) return std::nullopt;
    return ParameterBox{all.begin_u, all.end_u, all.begin_v, all.end_v};
  }

  /// Of a face along a part of its edge; opposite ones where they are not known.
  Directions normals_along(std::uint32_t coedge, double begin, double end) const {
    const BrepFace& face = brep_.faces[of_.edge_geometry().face_of(coedge)];
    const auto part = parameters_along(brep_.coedges[coedge], begin, end);
    return part ? parts_.normals(face.surface, *part, face.reversed) : Directions{{1, 0, 0}, {-1, 0, 0}};
  }
  bool are_sides_flat(std::uint32_t edge, double begin, double end) const {
    const auto coedges = of_.edge_geometry().coedges_of(edge);
    return coedges.size() == 2 && std::all_of(coedges.begin(), coedges.end(), [&](std::uint32_t c) {
             return is_flat(cone_of(normals_along(c, begin, end)));
           });
  }
  /// Of both faces along a part of their edge: its polars are between their normals.
  PolyhedralCone<double> cone_along(std::uint32_t edge, double begin, double end) const {
    const auto coedges = of_.edge_geometry().coedges_of(edge);
    if (coedges.size() != 2 || of_.edge_geometry().sides_of(edge, 0.5 * (begin + end)).is_border)
      return cone_with_all();
    Directions both;
    for (const std::uint32_t c : coedges) {
      const Directions some = normals_along(c, begin, end);
      both.insert(both.end(), some.begin(), some.end());
    }
    return cone_of(both);
  }

  /// Whether both faces turn about the axis of a circle, so that its bend is the same all along, and it is concave
  /// whatever angle is asked for.
  bool is_concave_all_along(std::uint32_t edge) const {
    const BrepEdge& e = brep_.edges[edge];
    const BrepCurve& circle = brep_.curves[e.curve];
    if (circle.kind != BrepCurveKind::circle) return false;
    const EdgeSides sides = of_.edge_geometry().sides_of(edge, 0.5 * (e.begin + e.end));
    if (sides.count != 2 || dot(sides.outward[0], sides.inward[1]) <= 2 * BrepLmdOptions::most_angle) return false;
    return std::all_of(std::begin(sides.face), std::end(sides.face),
                       [&](std::uint32_t f) { return turns_about(brep_.surfaces[brep_.faces[f].surface], circle); });
  }
  static bool turns_about(const BrepSurface& s, const BrepCurve& circle) {
    const Vec3<double> axis = cross(circle.frame.x, circle.frame.y), d = s.frame.origin - circle.frame.origin;
    const bool is_parallel = length(cross(s.frame.z, axis)) < 1e-6;
    const bool is_on_axis = length(multiply_add(axis, -dot(d, axis), d)) < 1e-6 * circle.radius;
    switch (s.kind) {
      case BrepSurfaceKind::plane: return is_parallel;
      case BrepSurfaceKind::sphere: return is_on_axis;
      case BrepSurfaceKind::cylinder:
      case BrepSurfaceKind::cone:
      case BrepSurfaceKind::torus: return is_parallel && is_on_axis;
      default: return false;
    }
  }

  const ContactFeatures& of_;
  const Brep& brep_;
  SurfaceParts parts_;
  double room_ = 0;
  std::uint32_t feature_ = 0;
  std::vector<FeaturePiece> out_;
};

}  // namespace

std::vector<FeaturePiece> feature_pieces(const ContactFeatures& of) { return Cutter(of).run(); }

}  // namespace abut::host
