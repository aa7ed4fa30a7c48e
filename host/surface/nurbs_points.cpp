// Points by basis functions and the quotient rule (The NURBS Book, 4.3, 4.4). Nothing here goes by refinement or Bezier
// pieces: the two are tests of each other.
#include <cstddef>

#include "abut/surface/nurbs.h"
#include "host/surface/curve_point.h"

namespace abut {
namespace {

using host::basis_at;
using host::BasisDerivatives;
using host::Homogeneous;
using host::quotient;

}  // namespace

CurveJet<double> point_at(const NurbsCurve& curve, double u) { return host::curve_point(curve, u); }

SurfaceJet<double> point_at(const NurbsSurface& surface, double u, double v) {
  const BasisDerivatives along_u = basis_at(surface.u, u), along_v = basis_at(surface.v, v);
  Homogeneous s, su, sv, suu, suv, svv;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(surface.u.degree); ++i) {
    for (std::size_t j = 0; j <= static_cast<std::size_t>(surface.v.degree); ++j) {
      const std::size_t at = (along_u.first + i) * surface.v.count() + along_v.first + j;
      const double weight = surface.weights.empty() ? 1 : surface.weights[at];
      const auto& point = surface.points[at];
      s.add(point, along_u.of[0][i] * along_v.of[0][j] * weight);
      su.add(point, along_u.of[1][i] * along_v.of[0][j] * weight);
      sv.add(point, along_u.of[0][i] * along_v.of[1][j] * weight);
      suu.add(point, along_u.of[2][i] * along_v.of[0][j] * weight);
      suv.add(point, along_u.of[1][i] * along_v.of[1][j] * weight);
      svv.add(point, along_u.of[0][i] * along_v.of[2][j] * weight);
    }
  }
  SurfaceJet<double> out;
  out.point = quotient(s.a, s.w);
  out.u = quotient(su.a - out.point * su.w, s.w);
  out.v = quotient(sv.a - out.point * sv.w, s.w);
  out.uu = quotient(suu.a - out.u * (2 * su.w) - out.point * suu.w, s.w);
  out.uv = quotient(suv.a - out.v * su.w - out.u * sv.w - out.point * suv.w, s.w);
  out.vv = quotient(svv.a - out.v * (2 * sv.w) - out.point * svv.w, s.w);
  return out;
}

}  // namespace abut
