// Surfaces of a B-Rep's faces as NURBS, and the body that one closed surface bounds: a grain. Host only.
//
//   const BrepAssembly grain = read_cad("grain.step");
//   const NurbsSurface surface = closed_surface_of(grain.parts[0]);
//
// Conversions are exact but for rounding: arcs become rational pieces of degree 2, a quarter of a turn or less each
// (Piegl & Tiller, The NURBS Book, 7.3 and 8.5).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abut/brep/brep.h"
#include "abut/surface/nurbs.h"

namespace abut {

/// Data only.
struct FaceSurface {
  std::uint32_t face = 0;                         ///< of the B-Rep
  BrepSurfaceKind kind = BrepSurfaceKind::nurbs;  ///< what the B-Rep has it as
  /// Over a rectangle of its parameters that holds the face; u x v points out of the material. Parameters at knots are
  /// the B-Rep's, -v where the face is reversed; those of angles do not go evenly between. No points where there is
  /// none.
  NurbsSurface surface;
  /// The face is less than the surface: a nearest point of the surface may lie beyond the face.
  bool trimmed = false;
  std::string fault{};  ///< why there is no surface, or why what is cut away is not known; else empty
};

/// One a face, in their order. A NURBS surface that is used as a whole keeps its control points to the bit; of one that
/// is not, knots are inserted at the rectangle's ends. Where a parameter closes and a face goes over the end of a
/// spline's domain, all of the domain is there. Throws as `check_brep`.
std::vector<FaceSurface> surfaces_of(const Brep& brep);

/// The surface of a body that it bounds alone: one closed face, as one surface that closes by itself, or several that
/// make up all of one; gaps up to the tolerance of the faces and their edges are closed. u x v points outwards. Throws
/// `InvalidInput` naming what is in the way: no face, faces on several surfaces, a face that is trimmed, a surface that
/// is open, one that encloses no volume; and as `check_brep`.
NurbsSurface closed_surface_of(const Brep& brep);

}  // namespace abut
