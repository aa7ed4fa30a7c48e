// Boxes and normal cones of features in pieces.
#include <algorithm>
#include <cmath>

#include "host/brep/cone_hull.h"
#include "host/brep/free_shape.h"
#include "host/brep/normal_cone.h"

namespace abut::host {
namespace {

Vec3<double> place(const WeightedPoint& p) { return Vec3<double>{p.x, p.y, p.z} * (1 / p.w); }

/// About all control points, along these axes.
FeatureBox box_along(const FreeShape& shape, const Vec3<double> (&axes)[3]) {
  FeatureBox box;
  const Vec3<double> from = place(shape.pieces[0].points[0]);
  box.centre = from;
  for (int k = 0; k < 3; ++k) {
    double low = 0, high = 0;
    for (const ShapePiece& piece : shape.pieces) {
      for (const WeightedPoint& p : piece.points) {
        const double at = dot(place(p) - from, axes[k]);
        low = std::min(low, at), high = std::max(high, at);
      }
    }
    box.axes[k] = axes[k], box.half[k] = 0.5 * (high - low);
    box.centre = multiply_add(axes[k], 0.5 * (low + high), box.centre);
  }
  return box;
}

double size_of(const FeatureBox& b) { return b.half[0] * b.half[1] + b.half[1] * b.half[2] + b.half[2] * b.half[0]; }

}  // namespace

FeatureBox box_of_shape(const FreeShape& shape) {
  FeatureBox best = box_along(shape, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  // Along the first piece, which is often how the others lie.
  const ShapePiece& piece = shape.pieces[0];
  const Vec3<double> first = place(piece.points[0]), last = place(piece.points.back());
  const Vec3<double> other = place(piece.points[static_cast<std::size_t>(piece.degree_v)]);
  const Vec3<double> x = unit_or_zero(other - first), z = unit_or_zero(cross(x, last - first));
  if (!(squared_length(z) > 0.5)) return best;
  const FeatureBox along = box_along(shape, {x, cross(z, x), z});
  return size_of(along) < size_of(best) ? along : best;
}

PolyhedralCone<double> cone_of_shape(const FreeShape& shape) {
  PolyhedralCone<double> cone = empty_cone();
  for (const ShapePiece& piece : shape.pieces) {
    const BezierPatch<double> patch{piece.degree_u, piece.degree_v, piece.rational, &piece.points[0].x};
    cone = merged(cone, patch_cone(patch, shape.side < 0));
    if (has_all(cone)) break;
  }
  return cone;
}

}  // namespace abut::host
