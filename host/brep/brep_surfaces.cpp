#include "abut/brep/brep_surfaces.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "abut/brep/supermaximal.h"
#include "abut/brep/trimmed_domain.h"
#include "abut/core/error.h"
#include "abut/surface/surface_mass.h"
#include "host/brep/face_rectangle.h"
#include "host/brep/face_sides.h"
#include "host/brep/nurbs_of_surface.h"
#include "host/brep/same_geometry.h"

namespace abut {
namespace {

using host::same_end;

/// An interval of a parameter, in a domain.
struct Stretch {
  double begin, end;
  bool more;  ///< than was asked for
};
/// `is_spline`: what goes over the end of a domain that closes becomes all of it.
Stretch used(double begin, double end, double domain_begin, double domain_end, double period, bool is_spline) {
  const double length = domain_end - domain_begin, room = std::isfinite(length) ? same_end * length : 0;
  if (period > 0 && end - begin >= period - room) return {domain_begin, domain_end, false};
  if (std::abs(begin - domain_begin) <= room) begin = domain_begin;
  if (std::abs(end - domain_end) <= room) end = domain_end;
  if (is_spline && period > 0 && (end > domain_end || begin < domain_begin)) return {domain_begin, domain_end, true};
  if (!(period > 0)) begin = std::max(begin, domain_begin), end = std::min(end, domain_end);
  return {begin, end, false};
}

struct UsedPart {
  host::ParameterBox box;
  bool more;
};
UsedPart used_part(const Brep& brep, std::uint32_t surface, const TrimBox& box) {
  const SurfaceDomain d = domain_of(brep, surface);
  const BrepSurface& s = brep.surfaces[surface];
  const auto is_spline = [&](BrepSurfaceKind with_profile) {
    const bool has_profile = s.kind == with_profile && s.profile != no_brep_index;
    return s.kind == BrepSurfaceKind::nurbs || (has_profile && brep.curves[s.profile].kind == BrepCurveKind::nurbs);
  };
  const Stretch u = used(box.begin_u, box.end_u, d.begin_u, d.end_u, d.period_u, is_spline(BrepSurfaceKind::extrusion));
  const Stretch v =
      used(box.begin_v, box.end_v, d.begin_v, d.end_v, d.period_v, is_spline(BrepSurfaceKind::revolution));
  return {{u.begin, u.end, v.begin, v.end}, u.more || v.more};
}

bool is_finite(const TrimBox& b) {
  return std::isfinite(b.begin_u) && std::isfinite(b.end_u) && std::isfinite(b.begin_v) && std::isfinite(b.end_v);
}

double largest_coordinate(const NurbsSurface& surface) {
  double out = 0;
  for (const Vec3<double>& p : surface.points) out = std::max(out, max_abs(p));
  return out;
}

/// Of a face's edges, and its own.
double tolerance_of(const Brep& brep, const BrepFace& face) {
  double out = face.tolerance;
  host::for_each_coedge(brep, face,
                        [&](std::uint32_t c) { out = std::max(out, brep.edges[brep.coedges[c].edge].tolerance); });
  return out;
}

double tolerance_of(const Brep& brep) {
  double out = 0;
  for (const BrepFace& f : brep.faces) out = std::max(out, tolerance_of(brep, f));
  return out;
}

/// Of a face, or several on its surface.
FaceSurface surface_on(const Brep& brep, std::uint32_t face, const TrimmedDomain& domain, double tolerance,
                       bool single) {
  const BrepFace& f = brep.faces[face];
  FaceSurface out{face, brep.surfaces[f.surface].kind, {}, true, domain.fault()};
  TrimBox box = domain.box();
  std::optional<TrimBox> rectangle;
  if (domain.status() != TrimStatus::ok) rectangle = host::rectangle_of(brep, f.surface, domain, tolerance);
  if (rectangle) box = *rectangle, out.fault.clear();
  if (single) host::end_at_poles(brep, face, box);
  if (!is_finite(box)) {
    if (out.fault.empty()) out.fault = "face " + std::to_string(face + 1) + ": the face has no end";
    return out;
  }
  const UsedPart used = used_part(brep, f.surface, box);
  if (!(used.box.u0 < used.box.u1 && used.box.v0 < used.box.v1)) {
    if (out.fault.empty()) out.fault = "face " + std::to_string(face + 1) + ": the face has no width";
    return out;
  }
  out.surface = host::nurbs_of_surface(brep, f.surface, used.box);
  if (f.reversed) out.surface = turned_inside_out(out.surface);
  const double room = std::max(tolerance, 1e-12 * largest_coordinate(out.surface));
  const bool filled = rectangle || (out.fault.empty() && host::fills_its_box(brep, f.surface, domain, room));
  out.trimmed = used.more || !filled;
  return out;
}

/// All faces as ones of the first one's surface; none where one is on another.
struct OneSurface {
  std::vector<MappedFace> faces;
  bool by_other_axes = false;           ///< parts of one sphere whose parameters do not follow from each other
  std::uint32_t other = no_brep_index;  ///< the first face on another surface
};
OneSurface one_surface(const Brep& brep) {
  const SupermaximalOptions as_one;
  const host::Sameness same = host::sameness_of(brep, as_one.distance, as_one.angle);
  OneSurface out;
  out.faces.push_back({0, {}});
  for (std::uint32_t k = 1; k < brep.faces.size(); ++k) {
    const std::optional<host::SameFace> found = host::same_face(brep, 0, k, same);
    if (!found) {
      out.other = k;
      return out;
    }
    out.by_other_axes = out.by_other_axes || !found->mapped;
    out.faces.push_back({k, found->map});
  }
  return out;
}

std::string count_of_faces(std::size_t count) { return count == 1 ? "face" : std::to_string(count) + " faces"; }

/// The surface of a body whose faces are all on one.
FaceSurface joined_surface(const Brep& brep, const OneSurface& one) {
  if (one.by_other_axes) {
    const bool closed =
        std::all_of(brep.shells.begin(), brep.shells.end(), [](const BrepShell& s) { return s.closed; });
    constexpr double half = std::numbers::pi / 2;
    FaceSurface out{0, BrepSurfaceKind::sphere, {}, !closed};  // a closed shell of parts of one sphere is all of it
    out.surface = host::nurbs_of_surface(brep, brep.faces[0].surface, {0, 4 * half, -half, half});
    if (brep.faces[0].reversed) out.surface = turned_inside_out(out.surface);
    return out;
  }
  return surface_on(brep, 0, TrimmedDomain(brep, brep.faces[0].surface, one.faces), tolerance_of(brep),
                    one.faces.size() == 1);
}

bool closes(const NurbsSurface& s, SurfaceParameter along) {
  return is_closed(s, along) || (is_pole(s, along, DomainEnd::begin) && is_pole(s, along, DomainEnd::end));
}

/// Moves the control points of both ends of a clamped surface, none by more than `tolerance`, so that the ends are one
/// or a point each: files have fewer digits. False where that does not do.
bool close_along(NurbsSurface& s, SurfaceParameter along, double tolerance) {
  s = clamped(s);
  const bool of_u = along == SurfaceParameter::u;
  const std::size_t rows = of_u ? s.u.count() : s.v.count(), count = of_u ? s.v.count() : s.u.count();
  const auto index = [&](std::size_t row, std::size_t k) { return of_u ? row * count + k : k * rows + row; };
  const auto point = [&](std::size_t row, std::size_t k) -> Vec3<double>& { return s.points[index(row, k)]; };
  const std::size_t last = rows - 1;
  bool is_one = true, are_points = true;
  for (std::size_t k = 0; k < count; ++k) {
    is_one = is_one && length(point(0, k) - point(last, k)) <= tolerance &&
             (s.weights.empty() || s.weights[index(0, k)] == s.weights[index(last, k)]);
    for (const std::size_t row : {std::size_t{0}, last})
      are_points = are_points && length(point(row, k) - point(row, 0)) <= tolerance;
  }
  for (std::size_t k = 0; k < count; ++k) {
    if (is_one) point(last, k) = point(0, k);
    for (const std::size_t row : {std::size_t{0}, last}) {
      if (!is_one && are_points) point(row, k) = point(row, 0);
    }
  }
  return is_one || are_points;
}

/// With normals outwards; where nothing says where the material is, by the sign of the volume.
NurbsSurface turned_outwards(const NurbsSurface& surface) {
  try {
    mass_properties(surface);
    return surface;
  } catch (const InvalidInput&) {
  }
  NurbsSurface other = turned_inside_out(surface);
  mass_properties(other);
  return other;
}

}  // namespace

std::vector<FaceSurface> surfaces_of(const Brep& brep) {
  check_brep(brep);
  std::vector<FaceSurface> out;
  for (std::uint32_t k = 0; k < brep.faces.size(); ++k)
    out.push_back(surface_on(brep, k, TrimmedDomain(brep, k), tolerance_of(brep, brep.faces[k]), true));
  return out;
}

NurbsSurface closed_surface_of(const Brep& brep) {
  check_brep(brep);
  const std::string faces = count_of_faces(brep.faces.size());
  if (brep.faces.empty()) throw InvalidInput("closed_surface_of: the body has no face; allowed is one or more");
  const OneSurface one = one_surface(brep);
  if (one.other != no_brep_index) {
    throw InvalidInput("closed_surface_of: of the body's " + faces + ", face " + std::to_string(one.other + 1) +
                       " lies on another surface than face 1; allowed are faces of one surface that closes by itself");
  }
  FaceSurface found = joined_surface(brep, one);
  if (!found.fault.empty()) throw InvalidInput("closed_surface_of: " + found.fault + "; allowed are closed loops");
  if (found.trimmed) {
    throw InvalidInput("closed_surface_of: parts of the surface of the body's " + faces +
                       " are cut away; allowed is a surface that is used as a whole");
  }
  for (const SurfaceParameter along : {SurfaceParameter::u, SurfaceParameter::v}) {
    if (closes(found.surface, along) || close_along(found.surface, along, tolerance_of(brep))) continue;
    throw InvalidInput("closed_surface_of: the surface of the body's " + faces + " is open along " +
                       (along == SurfaceParameter::u ? "u" : "v") +
                       "; allowed are ends that are the same, or one point each");
  }
  return turned_outwards(found.surface);
}

}  // namespace abut
