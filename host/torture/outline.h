// Features of a shape with their normal cones, and poses that bring chosen features of two shapes to a chosen distance.
//
// If u lies in the normal cone of A at p and -u in that of B at q, then with p + g u = q the planes through p and q
// part the shapes: for g >= 0 their distance is g, whatever the shapes. So a pair with a known answer needs no query.
#pragma once

#include <array>
#include <vector>

#include "abut/shapes/shape_set.h"
#include "host/io/case_file.h"
#include "host/torture/draw.h"

namespace abut::torture {

enum class Place { vertex, edge, face };

/// A point of the surface, without the rounding radius, and a unit direction of its normal cone. `tangent`: unit, along
/// the edge where there is one, else at right angles to the normal.
struct Spot {
  Vec3<double> point, normal, tangent;
};

/// What the generators know of a shape.
class Outline {
 public:
  Outline(const ShapeSet& shapes, std::uint32_t shape, const io::CaseShape& made_from);

  double size() const { return size_; }
  double rounding() const { return rounding_; }
  Vec3<double> centre() const { return centre_; }
  const std::vector<Vec3<double>>& vertices() const { return vertices_; }
  /// Of that kind, or the nearest kind that the shape has.
  Spot spot(Place kind, Draw& draw) const;
  Spot any_spot(Draw& draw) const { return spot(static_cast<Place>(draw.below(3)), draw); }

 private:
  struct Edge {
    std::uint32_t v0, v1;
    Vec3<double> normal0, normal1;  // of the faces beside it; the cone's bounds
  };
  Spot vertex_spot(Draw& draw) const;
  Spot edge_spot(Draw& draw) const;
  Spot face_spot(Draw& draw) const;
  Spot curved_spot(Place kind, Draw& draw) const;

  io::CaseShape shape_;
  double size_, rounding_;
  Vec3<double> centre_;
  std::vector<Vec3<double>> vertices_;
  std::vector<std::vector<std::uint32_t>> faces_;
  std::vector<Vec3<double>> normals_;
  std::vector<Edge> edges_;
};

/// A point of the core farthest along `u`.
Vec3<double> support_point(const io::CaseShape& shape, Vec3<double> u);
Vec3<double> unit(Vec3<double> v);
/// Some unit vector at right angles to a unit vector.
Vec3<double> perpendicular(Vec3<double> n);

/// B's pose in A's frame that brings B's spot opposite A's at `gap` (of the shapes, rounding included), B turned about
/// the normal so that its tangent stands at the angle whose cosine and sine are `turn` to A's.
Pose opposite(const Outline& a, const Spot& on_a, const Outline& b, const Spot& on_b, double gap,
              std::array<double, 2> turn);
/// A random turn.
std::array<double, 2> any_turn(Draw& draw);

}  // namespace abut::torture
