// Points, derivatives and normals of a B-Rep's surfaces and curves, and the parameters of a surface's nearest point.
// Host only: sines and cosines are those of the C library.
//
// Parametrisations are those of brep.h. Nothing here checks its input: `check_brep` does.
#pragma once

#include <cstdint>

#include "abut/brep/brep.h"

namespace abut {

/// The point of a surface, with its derivatives. Angles go round; NURBS and profiles that are NURBS end at their
/// domain's ends.
SurfaceJet<double> surface_point_at(const Brep& brep, std::uint32_t surface, double u, double v);
CurveJet<double> space_curve_point_at(const NurbsSpaceCurve& curve, double t);
CurveJet<double> curve_point_at(const Brep& brep, std::uint32_t curve, double t);
/// In the plane of the parameters, z = 0.
CurveJet<double> parameter_curve_point_at(const Brep& brep, std::uint32_t parameter_curve, double t);

/// Out of the material, of length 1; zero where the derivatives are parallel: at poles and tips.
Vec3<double> outward_normal(const Brep& brep, std::uint32_t face, double u, double v);

/// Where the parameters of an untrimmed surface lie. Data only.
struct SurfaceDomain {
  double begin_u, end_u, begin_v, end_v;  ///< infinite where it has no end
  double period_u = 0, period_v = 0;      ///< 0: it does not close
};

/// Spheres have v from -pi / 2 to pi / 2; angles that go round are from 0 to 2 pi. NURBS that close have their domain's
/// length as period.
SurfaceDomain domain_of(const Brep& brep, std::uint32_t surface);

/// Data only.
struct NearestParameters {
  double u = 0, v = 0;
  double distance = 0;                ///< from the point
  bool any_u = false, any_v = false;  ///< all of them are as near: on an axis, at the middle of a sphere or a tube
};

/// Of the nearest point of an untrimmed surface; angles from 0 to 2 pi, a sphere's v from -pi / 2 to pi / 2. A cone has
/// both its sides of the tip. Of revolutions, extrusions and NURBS it is searched, and each call makes the surface
/// ready for that: it is slow.
NearestParameters nearest_parameters(const Brep& brep, std::uint32_t surface, Vec3<double> point);

/// `value` and whole periods, not below `low` and below `low` + `period`; as it is where `period` is 0.
double moved_by_periods(double value, double period, double low);

}  // namespace abut
