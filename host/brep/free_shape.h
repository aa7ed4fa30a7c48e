// Features as pieces that the search for stationary pairs of free-form features cuts up: rational Bezier patches and
// arcs. A sphere is its centre, a cylinder its axis, a torus its circle, with an offset, as in carriers.h; a cone is
// patches. Exact but for roundings.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "abut/brep/carriers.h"
#include "abut/brep/polyhedral_cone.h"
#include "abut/brep/supermaximal.h"
#include "host/brep/feature_box.h"

namespace abut::host {

/// What a piece's own parameter, from 0 to 1, is in the feature. Data only.
struct PieceRange {
  double begin = 0, end = 0;
  bool is_angle = false;  ///< of a conic: it does not go evenly

  double at(double s) const;
};

/// Control points (i, j) are at i * (degree_v + 1) + j. Of an arc or a point, all are the same along what it does not
/// have. Data only.
struct ShapePiece {
  int degree_u = 1, degree_v = 1;
  std::vector<WeightedPoint> points;
  bool rational = false;
  PieceRange u, v;
  std::uint32_t interval = 0;  ///< of an edge
};

/// What is straight is not cut: its point follows from the other one's.
enum class StraightKind : std::uint8_t { none, point, line, plane };

/// Data only.
struct FreeShape {
  int dimensions = 0;
  StraightKind straight = StraightKind::none;  ///< then it is one piece, or some along one line
  std::vector<ShapePiece> pieces;
  std::optional<Carrier<double>> carrier;
  double offset = 0;   ///< of the feature from the pieces, along its outward normal
  double side = 1;     ///< of a surface: the outward normal is this times du x dv
  bool usable = true;  ///< false: weights that are 0, or no end
};

FreeShape shape_of_face(const Brep& brep, std::uint32_t surface, bool reversed, const TrimBox& box,
                        const std::optional<Carrier<double>>& carrier);
FreeShape shape_of_edge(const Brep& brep, std::span<const EdgeInterval> intervals,
                        const std::optional<Carrier<double>>& carrier);
FreeShape shape_of_vertex(const Vec3<double>& point);

/// Of a surface's pieces, a usable one's.
FeatureBox box_of_shape(const FreeShape& shape);
PolyhedralCone<double> cone_of_shape(const FreeShape& shape);

}  // namespace abut::host
