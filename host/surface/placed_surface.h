// A surface in another frame: its points, its pieces, and the gap of points to it. In double.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "abut/core/pose.h"
#include "abut/surface/sub_patch.h"
#include "abut/surface/surface_view.h"
#include "host/surface/surface_query.h"

namespace abut::host {

/// What is below a node of the tree over the pieces, or a rectangle of a piece. Data only.
struct PlacedPart {
  std::uint32_t node;   ///< inner; or `no_node`
  std::uint32_t piece;  ///< then of this piece
  ParameterRectangle<double> in;
  std::vector<Vec3<double>> hull;  ///< holds it: the box's corners, or the control points whose weight is not 0
  Vec3<double> centre;             ///< of the surface at the rectangle's middle; of a node that of the box
  double radius;                   ///< of the hull about it
};
inline constexpr std::uint32_t no_node = 0xffffffff;

/// A place in a piece, by its own parameters. Data only.
struct PieceSite {
  std::uint32_t piece;
  double s, t;
};

/// In a frame in which the surface's own is at `pose`.
class PlacedSurface {
 public:
  PlacedSurface(const SurfaceView<double>& view, const RelativePose<double>& pose) : view_(view), pose_(pose) {}

  double size() const { return view_.size * unit(); }

  SurfaceJet<double> at(double u, double v) const { return up(jet_at<FourScalars<double>>(view_, u, v)); }
  double u_begin() const { return view_.breaks_u[0]; }
  double u_end() const { return view_.breaks_u[view_.patches_u]; }
  double v_begin() const { return view_.breaks_v[0]; }
  double v_end() const { return view_.breaks_v[view_.patches_v]; }

  /// Of a piece, by its own parameters: up to its ends.
  SurfaceJet<double> at(const PieceSite& site) const {
    return up(point_on<FourScalars<double>>(patch_of(view_, view_.pieces[site.piece]), site.s, site.t));
  }
  double u_of(const PieceSite& site) const {
    return view_.pieces[site.piece].u0 + site.s * view_.pieces[site.piece].du;
  }
  double v_of(const PieceSite& site) const {
    return view_.pieces[site.piece].v0 + site.t * view_.pieces[site.piece].dv;
  }

  /// The first one is that of the whole surface.
  PlacedPart part_of_node(std::uint32_t node) const;
  PlacedPart part(std::uint32_t piece, const ParameterRectangle<double>& in) const;
  /// The children of a node, or the halves of a rectangle across its longer direction.
  std::pair<PlacedPart, PlacedPart> halves_of(const PlacedPart& part) const;

  /// Of a point of the frame, in it.
  SurfaceGap gap_at(const Vec3<double>& x) const {
    SurfaceGap out = surface_gap_at(view_, rotate_back(pose_.rotation, x - pose_.translation), nullptr);
    out.point = transform(pose_, out.point), out.normal = rotate(pose_.rotation, out.normal);
    return out;
  }

 private:
  double unit() const { return std::ldexp(1.0, view_.exponent); }
  Vec3<double> up(const Vec3<double>& p) const {
    return transform(pose_, p * unit() + Vec3<double>{view_.centre[0], view_.centre[1], view_.centre[2]});
  }
  SurfaceJet<double> up(SurfaceJet<double> jet) const {
    jet.point = up(jet.point);
    for (Vec3<double>* d : {&jet.u, &jet.v, &jet.uu, &jet.uv, &jet.vv}) *d = rotate(pose_.rotation, *d * unit());
    return jet;
  }

  const SurfaceView<double>& view_;
  RelativePose<double> pose_;
};

/// A point on each of two surfaces. Data only.
struct PointPair {
  double u_a, v_a, u_b, v_b;
  Vec3<double> a, b;
  double distance;
};

/// From there to a least distance in two pieces, nearly.
PointPair descend_distance(const PlacedSurface& a, PieceSite of_a, const PlacedSurface& b, PieceSite of_b);
/// From there to where the distance is stationary, by Newton's steps; anywhere if there is no such place nearby.
PointPair solve_stationary(const PlacedSurface& a, const PlacedSurface& b, const PointPair& from);

}  // namespace abut::host
