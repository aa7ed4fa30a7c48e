// The sheet over theta and phi that grains are fitted with, and its least squares.
#pragma once

#include <functional>

#include "abut/surface/nurbs.h"

namespace abut::host {

/// Spans and degree of a sheet: u is theta * rows / pi, v is phi * columns / (2 pi); knots are integers. Data only.
struct PoleGrid {
  int rows, columns, degree;

  int control_rows() const { return rows + degree; }
  /// The surface's directions: clamped along u, wrapping along v.
  SplineDirection along_u() const;
  SplineDirection along_v() const;
};

/// The unit vector at parameters u and v of a grid.
Vec3<double> direction_at(const PoleGrid& grid, double u, double v);

/// Least squares of the sheet's points minus `radius` times the direction, at degree + 2 places a span along u and v,
/// none of them on a knot. At the poles, in terms of a control row's Fourier modes over its columns: row 0 has mode 0
/// alone, which makes it a point; row 1 has that point and mode 1, which makes its derivatives there an affine image
/// of a regular polygon, in one plane; row 2 has modes 0 and 2 and what follows from row 1, so that derivatives of
/// second order are those of a quadratic form over that plane.
NurbsSurface fit_sheet(const PoleGrid& grid, const std::function<double(const Vec3<double>& direction)>& radius);

}  // namespace abut::host
