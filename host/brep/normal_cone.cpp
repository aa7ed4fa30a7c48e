#include "host/brep/normal_cone.h"

#include <algorithm>
#include <cmath>

#include "abut/core/vec2.h"
#include "host/brep/scaled_normals.h"

namespace abut::host {
namespace {

const double pi = std::acos(-1.0);

void add(Directions& to, const Directions& more) { to.insert(to.end(), more.begin(), more.end()); }
void turn_round(Directions& directions) {
  for (Vec3<double>& d : directions) d = -d;
}
Directions all_directions() { return {{0, 0, 1}, {0, 0, -1}}; }

/// At longitude u; `rise` is the tangent of its latitude times `across`.
Vec3<double> at(const BrepFrame& f, double u, double across, double rise) {
  return (f.x * std::cos(u) + f.y * std::sin(u)) * across + f.z * rise;
}

/// About an arc of the latitude v on its side towards the equator, which bulges: great circles tangent at its ends and
/// its middle meet at a quarter and three quarters of it, where tan(latitude) = tan v cos(quarter). The ends are added.
void add_bulging_arc(const BrepFrame& f, double u0, double u1, double v, Directions& to) {
  const double quarter = (u1 - u0) / 4, across = std::cos(v), rise = std::sin(v);
  to.push_back(at(f, u0, across, rise));
  to.push_back(at(f, u0 + quarter, across, rise * std::cos(quarter)));
  to.push_back(at(f, u1 - quarter, across, rise * std::cos(quarter)));
  to.push_back(at(f, u1, across, rise));
}

/// Four planes tangent to the line of latitude.
void add_pyramid(const BrepFrame& f, double u, double v, Directions& to) {
  for (int k = 0; k < 4; ++k) to.push_back(at(f, u + (2 * k + 1) * pi / 4, std::cos(v), std::sin(v) * std::sqrt(0.5)));
}

/// Latitudes v0 to v1 within one quarter turn of the equator.
Directions band(const BrepFrame& f, const ParameterBox& b) {
  Directions out;
  const double middle = (b.u0 + b.u1) / 2;
  const bool is_wide = b.u1 - b.u0 >= pi * (1 - 1e-12);
  const bool north = b.v0 > 0, south = b.v1 < 0;
  if (is_wide && !north && !south) return all_directions();
  if (is_wide) {
    add_pyramid(f, middle, north ? b.v0 : b.v1, out);
    return out;
  }
  // The side towards the pole lies within the great circle through its ends.
  for (const double v : {b.v0, b.v1}) {
    if ((north && v == b.v0) || (south && v == b.v1)) {
      add_bulging_arc(f, b.u0, b.u1, v, out);
    } else {
      out.push_back(at(f, b.u0, std::cos(v), std::sin(v)));
      out.push_back(at(f, b.u1, std::cos(v), std::sin(v)));
    }
  }
  return out;
}

/// As that of a torus: v beyond a pole goes on, down on the other side.
Directions torus_part(const BrepFrame& f, const ParameterBox& b) {
  if (!(b.v1 - b.v0 < pi)) return all_directions();
  Directions out;
  const double first = std::floor((b.v0 + pi / 2) / pi);
  for (double half = first; half <= first + 1; ++half) {  // of the turn
    const double low = std::max(b.v0, half * pi - pi / 2), high = std::min(b.v1, half * pi + pi / 2);
    if (low > high || (low == high && low != b.v0)) continue;
    const bool is_back = std::fmod(half, 2.0) != 0;
    const double from = low - half * pi, to = high - half * pi;
    const double u = is_back ? pi : 0;
    add(out, band(f, {b.u0 + u, b.u1 + u, is_back ? -to : from, is_back ? -from : to}));
  }
  return out;
}

/// +1, -1, or 0 where numbers from `low` to `high` have both signs.
int common_sign(double low, double high) { return low >= 0 ? 1 : high <= 0 ? -1 : 0; }

int sign_of_cone(const BrepSurface& s, const ParameterBox& b) {
  const double at0 = s.radius + b.v0 * std::sin(s.half_angle), at1 = s.radius + b.v1 * std::sin(s.half_angle);
  return common_sign(std::min(at0, at1), std::max(at0, at1));
}

/// Of radius + minor_radius cos v.
int sign_of_torus(const BrepSurface& s, const ParameterBox& b) {
  const auto passes = [&](double v) { return std::floor((b.v1 - v) / (2 * pi)) >= std::ceil((b.v0 - v) / (2 * pi)); };
  const double c0 = std::cos(b.v0), c1 = std::cos(b.v1);
  const double low = passes(pi) ? -1 : std::min(c0, c1), high = passes(0) ? 1 : std::max(c0, c1);
  return common_sign(s.radius + s.minor_radius * low, s.radius + s.minor_radius * high);
}

}  // namespace

Directions sphere_part(const BrepFrame& frame, const ParameterBox& part) { return band(frame, part); }

Directions surface_normals(const BrepSurface& surface, const ParameterBox& part, bool reversed) {
  const BrepFrame& f = surface.frame;
  Directions out;
  int sign = 1;
  switch (surface.kind) {
    case BrepSurfaceKind::plane: out = {f.z}; break;
    case BrepSurfaceKind::cylinder: out = band(f, {part.u0, part.u1, 0, 0}); break;
    case BrepSurfaceKind::cone:
      out = band(f, {part.u0, part.u1, -surface.half_angle, -surface.half_angle});
      sign = sign_of_cone(surface, part);
      break;
    case BrepSurfaceKind::sphere:
      out = band(f, part);
      sign = std::max(-part.v0, part.v1) <= pi / 2 + 1e-12 ? 1 : 0;  // beyond a pole du x dv points inward
      break;
    case BrepSurfaceKind::torus:
      out = torus_part(f, part);
      sign = sign_of_torus(surface, part);
      break;
    default: return all_directions();
  }
  if (sign == 0) return all_directions();
  const bool is_left_handed = dot(cross(f.x, f.y), f.z) < 0;  // then du x dv points inward
  if (sign < 0) turn_round(out);
  if (is_left_handed != reversed) turn_round(out);
  return out;
}

Directions turned_normals(std::span<const Vec3<double>> normals, const BrepFrame& frame, double u0, double u1) {
  Directions out;
  for (const Vec3<double>& given : normals) {
    const Vec3<double> n = unit_or_zero(given);
    const double x = dot(n, frame.x), y = dot(n, frame.y), z = dot(n, frame.z);
    const double u = std::atan2(y, x), v = std::atan2(z, std::sqrt(x * x + y * y));
    add(out, band(frame, {u + u0, u + u1, v, v}));
  }
  return out;
}

PolyhedralCone<double> face_cone(const BrepSurface& surface, const ParameterBox& part, bool reversed) {
  return cone_of(surface_normals(surface, part, reversed));
}

PolyhedralCone<double> patch_cone(const BezierPatch<double>& patch, bool reversed) {
  Directions normals = scaled_normals(patch);
  if (normals.empty()) return cone_with_all();
  if (reversed) turn_round(normals);
  return cone_of(normals);
}

PolyhedralCone<double> edge_cone(std::span<const Vec3<double>> of_left, std::span<const Vec3<double>> of_right,
                                 EdgeBend bend) {
  if (bend == EdgeBend::concave) return empty_cone();
  Directions both(of_left.begin(), of_left.end());
  both.insert(both.end(), of_right.begin(), of_right.end());
  return cone_of(both);
}

PolyhedralCone<double> vertex_cone(std::span<const Vec3<double>> normals, std::span<const EdgeBend> edges) {
  const auto is_concave = [](EdgeBend bend) { return bend == EdgeBend::concave; };
  if (!edges.empty() && std::all_of(edges.begin(), edges.end(), is_concave)) return empty_cone();
  return cone_of(normals);
}

}  // namespace abut::host
