// Pieces of trimming curves: made from a parameter curve, cut in halves, crossed and measured.
#pragma once

#include <optional>
#include <vector>

#include "abut/brep/trimmed_domain.h"

namespace abut::host {

/// Of a parameter curve from `begin` to `end`, in order. NURBS are taken within their domain.
std::vector<TrimPiece> pieces_of(const Brep& brep, std::uint32_t parameter_curve, double begin, double end);
TrimPiece straight_piece(Vec2<double> from, Vec2<double> to, TrimKind kind);

Vec2<double> begin_of(const TrimPiece& piece);
Vec2<double> end_of(const TrimPiece& piece);
Vec2<double> middle_of(const TrimPiece& piece);
/// Of any length.
Vec2<double> middle_tangent(const TrimPiece& piece);

TrimPiece reversed(const TrimPiece& piece);
TrimPiece mapped(const TrimPiece& piece, const ParameterMap& map);
/// The two halves of the parameter's range.
std::array<TrimPiece, 2> halves(const TrimPiece& piece);

/// Of the control points: infinite where a weight is not above 0.
TrimBox hull_box(const TrimPiece& piece);
/// Nearer to the piece, from several cuts.
TrimBox tight_box(const TrimPiece& piece);

/// A way along v at one u: how often it is crossed from low to high u, less how often the other way; none where it is
/// too near to tell.
struct WayAlongV {
  double u, low, high;  ///< low <= high
};
std::optional<int> crossings(const TrimPiece& piece, const WayAlongV& way);

/// (u, v) from a point in an orthonormal frame of the tangent plane there: (a u + b v, c v). Data only.
struct TangentMetric {
  double a, b, c;
};
/// Whether the piece comes as near to a point as `reach`, in the metric; in doubt it does.
bool comes_near(const TrimPiece& piece, Vec2<double> point, const TangentMetric& metric, double reach);

}  // namespace abut::host
