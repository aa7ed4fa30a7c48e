#include <Geom_BSplineSurface.hxx>
#include <Geom_BezierSurface.hxx>
#include <Geom_ConicalSurface.hxx>
#include <Geom_CylindricalSurface.hxx>
#include <Geom_OffsetSurface.hxx>
#include <Geom_Plane.hxx>
#include <Geom_RectangularTrimmedSurface.hxx>
#include <Geom_SphericalSurface.hxx>
#include <Geom_SurfaceOfLinearExtrusion.hxx>
#include <Geom_SurfaceOfRevolution.hxx>
#include <Geom_ToroidalSurface.hxx>
#include <optional>

#include "host/brep/cad/convert.h"
#include "host/brep/cad/frames.h"
#include "host/brep/cad/splines.h"

namespace abut::cad {
namespace {

/// Without trimming; what an offset of a canonical one is.
Handle(Geom_Surface) plain(Handle(Geom_Surface) surface) {
  for (int depth = 0; depth < 64; ++depth) {
    if (const auto trimmed = Handle(Geom_RectangularTrimmedSurface)::DownCast(surface)) {
      surface = trimmed->BasisSurface();
    } else if (const auto offset = Handle(Geom_OffsetSurface)::DownCast(surface)) {
      surface = offset->Surface();
      if (surface.IsNull()) {
        throw Unusable(std::string("its surface is an offset of a ") + offset->BasisSurface()->DynamicType()->Name() +
                       ", allowed are offsets of planes, cylinders, cones, spheres and tori");
      }
    } else {
      return surface;
    }
  }
  throw Unusable("its surface is trimmed more than 64 times over");
}

/// A B-spline surface without periods that covers the rectangle.
Handle(Geom_BSplineSurface) unrolled(const Handle(Geom_BSplineSurface) & spline, const Rectangle& used) {
  if (!spline->IsUPeriodic() && !spline->IsVPeriodic()) return spline;
  const auto copy = Handle(Geom_BSplineSurface)::DownCast(spline->Copy());
  double u1, u2, v1, v2;
  spline->Bounds(u1, u2, v1, v2);
  const auto inside = [](const Interval& part, double begin, double end) {
    const double slack = 1e-9 * (end - begin);  // of bounds that were measured
    return part.begin >= begin - slack && part.end <= end + slack;
  };
  if (spline->IsUPeriodic() && !inside(used.u, u1, u2)) {
    u2 = used.u.begin + (u2 - u1);
    u1 = used.u.begin;
  }
  if (spline->IsVPeriodic() && !inside(used.v, v1, v2)) {
    v2 = used.v.begin + (v2 - v1);
    v1 = used.v.begin;
  }
  copy->CheckAndSegment(u1, u2, v1, v2);
  if (copy->IsUPeriodic()) copy->SetUNotPeriodic();
  if (copy->IsVPeriodic()) copy->SetVNotPeriodic();
  return copy;
}

/// Control points and weights of a B-spline or a Bezier surface.
template <class Spline>
NurbsSurface nurbs_of(const Spline& spline, std::vector<double> knots_u, std::vector<double> knots_v) {
  NurbsSurface out;
  out.u = {checked_degree("its surface", spline->UDegree()), std::move(knots_u)};
  out.v = {checked_degree("its surface", spline->VDegree()), std::move(knots_v)};
  const bool rational = spline->IsURational() || spline->IsVRational();
  for (int i = 1; i <= spline->NbUPoles(); ++i) {
    for (int j = 1; j <= spline->NbVPoles(); ++j) {
      out.points.push_back(vec(spline->Pole(i, j)));
      if (rational) out.weights.push_back(spline->Weight(i, j));
    }
  }
  return out;
}

std::optional<NurbsSurface> nurbs_of(const Handle(Geom_Surface) & surface, const Rectangle& used) {
  if (const auto spline = Handle(Geom_BSplineSurface)::DownCast(surface)) {
    const Handle(Geom_BSplineSurface) whole = unrolled(spline, used);
    return nurbs_of(whole, knots_of(whole->UKnotSequence()), knots_of(whole->VKnotSequence()));
  }
  if (const auto bezier = Handle(Geom_BezierSurface)::DownCast(surface)) {
    return nurbs_of(bezier, bezier_knots(checked_degree("its surface", bezier->UDegree()), {0, 1}),
                    bezier_knots(checked_degree("its surface", bezier->VDegree()), {0, 1}));
  }
  return std::nullopt;
}

/// Planes, cylinders, cones, spheres, tori.
std::optional<BrepSurface> canonical(const Handle(Geom_Surface) & surface) {
  const auto elementary = Handle(Geom_ElementarySurface)::DownCast(surface);
  if (elementary.IsNull()) return std::nullopt;
  BrepSurface out;
  out.frame = frame_of(elementary->Position());
  if (const auto cylinder = Handle(Geom_CylindricalSurface)::DownCast(surface)) {
    out.kind = BrepSurfaceKind::cylinder;
    out.radius = cylinder->Radius();
  } else if (const auto cone = Handle(Geom_ConicalSurface)::DownCast(surface)) {
    out.kind = BrepSurfaceKind::cone;
    out.radius = cone->RefRadius();
    out.half_angle = cone->SemiAngle();
  } else if (const auto sphere = Handle(Geom_SphericalSurface)::DownCast(surface)) {
    out.kind = BrepSurfaceKind::sphere;
    out.radius = sphere->Radius();
  } else if (const auto torus = Handle(Geom_ToroidalSurface)::DownCast(surface)) {
    out.kind = BrepSurfaceKind::torus;
    out.radius = torus->MajorRadius();
    out.minor_radius = torus->MinorRadius();
  } else if (Handle(Geom_Plane)::DownCast(surface).IsNull()) {
    return std::nullopt;
  }
  return out;
}

/// A profile's parameter is one of the surface's, so that it has to stay.
std::uint32_t add_profile(Brep& brep, const Handle(Geom_Curve) & profile, const Interval& used) {
  if (is_hyperbola(profile)) {
    throw Unusable("its surface has a hyperbola as its profile, allowed are lines, circles, ellipses and splines");
  }
  return add_curve(brep, profile, used);
}

}  // namespace

std::uint32_t add_surface(Brep& brep, Handle(Geom_Surface) surface, const Rectangle& used) {
  surface = plain(surface);
  if (const auto known = canonical(surface)) return push(brep.surfaces, *known);
  BrepSurface out;
  if (const auto revolution = Handle(Geom_SurfaceOfRevolution)::DownCast(surface)) {
    out.kind = BrepSurfaceKind::revolution;
    out.frame = frame_of(revolution->Axis());
    out.profile = add_profile(brep, revolution->BasisCurve(), used.v);
  } else if (const auto extrusion = Handle(Geom_SurfaceOfLinearExtrusion)::DownCast(surface)) {
    out.kind = BrepSurfaceKind::extrusion;
    out.frame = frame_of(gp_Ax1(gp_Pnt(0, 0, 0), extrusion->Direction()));
    out.profile = add_profile(brep, extrusion->BasisCurve(), used.u);
  } else if (const auto nurbs = nurbs_of(surface, used)) {
    out.kind = BrepSurfaceKind::nurbs;
    out.nurbs = push(brep.nurbs_surfaces, *nurbs);
  } else {
    throw Unusable(
        std::string("its surface is a ") + surface->DynamicType()->Name() +
        ", allowed are planes, cylinders, cones, spheres, tori, revolutions, extrusions, Bezier and B-spline "
        "surfaces");
  }
  return push(brep.surfaces, out);
}

}  // namespace abut::cad
