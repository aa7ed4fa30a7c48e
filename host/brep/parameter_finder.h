// Points of space as parameters of a B-Rep's surfaces and curves: those of the nearest point.
#pragma once

#include <optional>
#include <vector>

#include "abut/brep/brep_geometry.h"
#include "host/brep/bezier_arcs.h"
#include "host/surface/pieces.h"

namespace abut::host {

/// Of the nearest point of a curve. Data only.
struct NearestParameter {
  double t = 0;
  double distance = 0;
};

/// Makes what is not canonical ready, once. Refers to the B-Rep.
class ParameterFinder {
 public:
  /// All surfaces and curves.
  explicit ParameterFinder(const Brep& brep);
  /// One surface alone.
  ParameterFinder(const Brep& brep, std::uint32_t surface);

  /// As `nearest_parameters`. Where all control points of a NURBS are one point: the domain's begin.
  NearestParameters on_surface(std::uint32_t surface, const Vec3<double>& point) const;
  /// Angles from -pi to pi. Of an ellipse it is that of a point on it, or in the direction of one by affinity.
  NearestParameter on_curve(std::uint32_t curve, const Vec3<double>& point) const;

 private:
  void add_surface(std::uint32_t surface);
  void add_curve(std::uint32_t curve);
  NearestParameters on_nurbs(std::uint32_t surface, const Vec3<double>& point) const;
  /// Of a profile that is a line, what may be nearest to a point, both in the frame's coordinates.
  BezierArc line_near(const BrepSurface& surface, const Vec3<double>& point) const;
  NearestParameters on_swept(std::uint32_t surface, const Vec3<double>& point) const;

  const Brep& brep_;
  std::vector<PieceArrays<double>> nurbs_;        ///< by surface; empty of others
  std::vector<std::vector<BezierArc>> profiles_;  ///< by surface, in its frame's coordinates
  std::vector<std::vector<BezierArc>> curves_;    ///< by curve, of NURBS
};

}  // namespace abut::host
