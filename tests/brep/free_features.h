// Random features of every kind, alone, for the search between free-form ones.
#pragma once

#include "host/brep/brep_carriers.h"
#include "host/brep/free_shape.h"
#include "tests/support/random.h"

namespace abut::test {

/// One surface, curve or point within a box of parameters. Data only.
struct LoneFeature {
  std::string name;
  Brep brep;  ///< surface 0, or curve 0
  int dimensions = 2;
  TrimBox box{0, 1, 0, 1};
  std::optional<Carrier<double>> carrier;
  bool reversed = false;
  Vec3<double> vertex{0, 0, 0};

  host::FreeShape shape() const;
  /// The point and derivatives; of a curve by u alone.
  SurfaceJet<double> at(double u, double v) const;
};

inline host::FreeShape LoneFeature::shape() const {
  if (dimensions == 2) return host::shape_of_face(brep, 0, reversed, box, carrier);
  if (dimensions == 0) return host::shape_of_vertex(vertex);
  const EdgeInterval interval{0, box.begin_u, box.end_u};
  return host::shape_of_edge(brep, {&interval, 1}, carrier);
}

inline SurfaceJet<double> LoneFeature::at(double u, double v) const {
  if (dimensions == 2) return surface_point_at(brep, 0, u, v);
  SurfaceJet<double> out{};
  out.point = vertex;
  if (dimensions == 0) return out;
  const CurveJet<double> c = curve_point_at(brep, 0, u);
  out.point = c.point, out.u = c.first, out.uu = c.second;
  return out;
}

/// Kinds by number, from 0.
enum class LoneKind : int {
  nurbs,
  revolution,
  extrusion,
  spline,
  plane,
  cylinder,
  cone,
  sphere,
  torus,
  line,
  circle,
  ellipse,
  vertex,
  count
};
inline bool is_free(LoneKind kind) { return kind <= LoneKind::spline; }

/// About 2 large, at the origin.
LoneFeature random_feature(LoneKind kind, Random& random);

}  // namespace abut::test
