#include <cmath>
#include <initializer_list>
#include <numbers>
#include <string>

#include "abut/brep/brep.h"
#include "abut/core/error.h"
#include "host/finite_vector.h"
#include "host/number_text.h"
#include "host/surface/spline_check.h"

namespace abut {
namespace {

// Axes that went through a few turns are off by so many roundings; over a metre it is far below what CAD calls one
// point.
constexpr double most_off_axes = 1e-12;

/// "surfaces[3]"
std::string place(const char* array, std::size_t i) { return std::string(array) + '[' + std::to_string(i) + ']'; }

[[noreturn]] void fail(const std::string& where, const std::string& problem) {
  throw InvalidInput("Brep: " + where + " " + problem);
}

void check_finite(const std::string& where, std::initializer_list<double> numbers) {
  for (const double number : numbers) {
    if (!std::isfinite(number)) fail(where, "has " + host::number_text(number) + "; allowed are finite numbers");
  }
}

void check_positive(const std::string& where, const char* what, double number) {
  if (!(number > 0)) fail(where, std::string("has ") + what + " " + host::number_text(number) + "; allowed is above 0");
}

void check_tolerance(const std::string& where, double tolerance) {
  check_finite(where, {tolerance});
  if (tolerance < 0) {
    fail(where, "has the tolerance " + host::number_text(tolerance) + "; allowed is 0 or more");
  }
}

void check_index(const std::string& where, const char* what, std::uint32_t index, std::size_t count) {
  if (index >= count) {
    fail(where, std::string("has ") + what + " " + (index == no_brep_index ? "none" : std::to_string(index)) +
                    "; allowed are indices below " + std::to_string(count));
  }
}

void check_frame(const std::string& where, const BrepFrame& f) {
  check_finite(where, {f.origin.x, f.origin.y, f.origin.z});
  for (const Vec3<double>& axis : {f.x, f.y, f.z}) check_finite(where, {axis.x, axis.y, axis.z});
  const double off[] = {dot(f.x, f.x) - 1, dot(f.y, f.y) - 1, dot(f.z, f.z) - 1,
                        dot(f.x, f.y),     dot(f.y, f.z),     dot(f.z, f.x)};
  for (const double amount : off) {
    if (!(std::abs(amount) <= most_off_axes)) {
      fail(where, "has axes that are off by " + host::number_text(std::abs(amount)) +
                      "; allowed are unit vectors at right angles");
    }
  }
}

void check_plane_axes(const std::string& where, const BrepParameterCurve& c) {
  check_finite(where, {c.origin.x, c.origin.y, c.x.x, c.x.y, c.y.x, c.y.y});
  if (c.kind == BrepCurveKind::line) {
    if (c.x.x == 0 && c.x.y == 0) fail(where, "is a line along 0, 0; allowed is a direction");
    return;
  }
  const double off[] = {c.x.x * c.x.x + c.x.y * c.x.y - 1, c.y.x * c.y.x + c.y.y * c.y.y - 1,
                        c.x.x * c.y.x + c.x.y * c.y.y};
  for (const double amount : off) {
    if (!(std::abs(amount) <= most_off_axes)) {
      fail(where, "has axes that are off by " + host::number_text(std::abs(amount)) +
                      "; allowed are unit vectors at right angles");
    }
  }
}

template <class Curve>
void check_radii(const std::string& where, const Curve& c) {
  check_finite(where, {c.radius, c.minor_radius});
  if (c.kind == BrepCurveKind::circle || c.kind == BrepCurveKind::ellipse) {
    check_positive(where, "the radius", c.radius);
  }
  if (c.kind == BrepCurveKind::ellipse) check_positive(where, "the minor radius", c.minor_radius);
}

void check_surface(const Brep& brep, std::size_t i) {
  const BrepSurface& s = brep.surfaces[i];
  const std::string where = place("surfaces", i);
  using Kind = BrepSurfaceKind;
  check_finite(where, {s.radius, s.minor_radius, s.half_angle});
  if (s.kind == Kind::nurbs) {
    check_index(where, "the NURBS surface", s.nurbs, brep.nurbs_surfaces.size());
    return;
  }
  check_frame(where, s.frame);
  if (s.kind == Kind::cylinder || s.kind == Kind::sphere || s.kind == Kind::torus) {
    check_positive(where, "the radius", s.radius);
  }
  if (s.kind == Kind::torus) check_positive(where, "the minor radius", s.minor_radius);
  if (s.kind == Kind::cone) {
    if (s.radius < 0) fail(where, "has the radius " + host::number_text(s.radius) + "; allowed is 0 or more");
    if (!(std::abs(s.half_angle) < std::numbers::pi / 2) || s.half_angle == 0) {
      fail(where, "has the half angle " + host::number_text(s.half_angle) +
                      "; allowed is one between -pi / 2 and pi / 2 that is not 0");
    }
  }
  if (s.kind == Kind::revolution || s.kind == Kind::extrusion) {
    check_index(where, "the profile", s.profile, brep.curves.size());
  }
}

void check_curve(const Brep& brep, std::size_t i) {
  const BrepCurve& c = brep.curves[i];
  const std::string where = place("curves", i);
  if (c.kind == BrepCurveKind::nurbs) {
    check_index(where, "the NURBS curve", c.nurbs, brep.nurbs_curves.size());
  } else {
    check_frame(where, c.frame);
  }
  check_radii(where, c);
}

void check_parameter_curve(const Brep& brep, std::size_t i) {
  const BrepParameterCurve& c = brep.parameter_curves[i];
  const std::string where = place("parameter_curves", i);
  if (c.kind == BrepCurveKind::nurbs) {
    check_index(where, "the NURBS curve", c.nurbs, brep.nurbs_parameter_curves.size());
  } else {
    check_plane_axes(where, c);
  }
  check_radii(where, c);
}

template <class Splines, class Check>
void check_splines(const char* array, const Splines& splines, const Check& check_one) {
  for (std::size_t i = 0; i < splines.size(); ++i) {
    try {
      check_one(splines[i]);
    } catch (const InvalidInput& e) {
      fail(place(array, i) + ":", e.what());
    }
  }
}

void check_edge(const Brep& brep, std::size_t i) {
  const BrepEdge& e = brep.edges[i];
  const std::string where = place("edges", i);
  if (e.curve != no_brep_index) check_index(where, "the curve", e.curve, brep.curves.size());
  check_finite(where, {e.begin, e.end});
  if (!(e.begin < e.end)) {
    fail(where, "goes from " + host::number_text(e.begin) + " to " + host::number_text(e.end) +
                    "; allowed is an end behind the beginning");
  }
  for (const std::uint32_t vertex : e.vertices) check_index(where, "the vertex", vertex, brep.vertices.size());
  check_tolerance(where, e.tolerance);
}

/// One after another, none left over. `next`: where the next one has to begin.
void check_range(const std::string& where, std::size_t first, std::size_t count, std::size_t& next, std::size_t end) {
  if (first != next || count > end - next) {
    fail(where, "has " + std::to_string(count) + " from " + std::to_string(first) + " on; allowed are those from " +
                    std::to_string(next) + " on, below " + std::to_string(end));
  }
  next += count;
}

void check_all_used(const char* array, std::size_t used, std::size_t count) {
  if (used != count) fail(place(array, used), "belongs to nothing");
}

void check_ranges(const Brep& brep) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < brep.shells.size(); ++i) {
    const BrepShell& s = brep.shells[i];
    check_range(place("shells", i), s.first_face, s.faces, next, brep.faces.size());
  }
  check_all_used("faces", next, brep.faces.size());
  next = 0;
  for (std::size_t i = 0; i < brep.faces.size(); ++i) {
    const BrepFace& f = brep.faces[i];
    check_range(place("faces", i), f.first_loop, f.loops, next, brep.loops.size());
  }
  check_all_used("loops", next, brep.loops.size());
  next = 0;
  for (std::size_t i = 0; i < brep.loops.size(); ++i) {
    const BrepLoop& l = brep.loops[i];
    check_range(place("loops", i), l.first_coedge, l.coedges, next, brep.coedges.size());
  }
  check_all_used("coedges", next, brep.coedges.size());
}

}  // namespace

void check_space_curve(const NurbsSpaceCurve& curve) {
  host::check_curve("NurbsSpaceCurve", curve.u, {curve.points.size(), 1, curve.points, curve.weights});
}

void check_brep(const Brep& brep) {
  check_splines("nurbs_surfaces", brep.nurbs_surfaces, [](const NurbsSurface& s) { check(s); });
  check_splines("nurbs_curves", brep.nurbs_curves, check_space_curve);
  check_splines("nurbs_parameter_curves", brep.nurbs_parameter_curves, [](const NurbsCurve& c) { check(c); });
  for (std::size_t i = 0; i < brep.curves.size(); ++i) check_curve(brep, i);
  for (std::size_t i = 0; i < brep.parameter_curves.size(); ++i) check_parameter_curve(brep, i);
  for (std::size_t i = 0; i < brep.surfaces.size(); ++i) check_surface(brep, i);
  for (std::size_t i = 0; i < brep.vertices.size(); ++i) {
    const BrepVertex& v = brep.vertices[i];
    check_finite(place("vertices", i), {v.point.x, v.point.y, v.point.z});
    check_tolerance(place("vertices", i), v.tolerance);
  }
  for (std::size_t i = 0; i < brep.edges.size(); ++i) check_edge(brep, i);
  for (std::size_t i = 0; i < brep.coedges.size(); ++i) {
    const std::string where = place("coedges", i);
    check_index(where, "the edge", brep.coedges[i].edge, brep.edges.size());
    check_index(where, "the parameter curve", brep.coedges[i].parameter_curve, brep.parameter_curves.size());
  }
  for (std::size_t i = 0; i < brep.faces.size(); ++i) {
    check_index(place("faces", i), "the surface", brep.faces[i].surface, brep.surfaces.size());
    check_tolerance(place("faces", i), brep.faces[i].tolerance);
  }
  check_ranges(brep);
}

void check_brep(const BrepAssembly& assembly) {
  for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
    try {
      check_brep(assembly.parts[i]);
    } catch (const InvalidInput& e) {
      throw InvalidInput("BrepAssembly: " + place("parts", i) + ": " + e.what());
    }
  }
  if (assembly.part_names.size() != assembly.parts.size()) {
    throw InvalidInput("BrepAssembly: part_names are " + std::to_string(assembly.part_names.size()) +
                       "; allowed is one a part, " + std::to_string(assembly.parts.size()));
  }
  for (std::size_t i = 0; i < assembly.instances.size(); ++i) {
    const BrepInstance& instance = assembly.instances[i];
    const Vec3<double>& p = instance.pose.position;
    const std::string where = "BrepAssembly: " + place("instances", i);
    if (instance.part >= assembly.parts.size()) {
      throw InvalidInput(where + " has the part " + std::to_string(instance.part) + "; allowed are indices below " +
                         std::to_string(assembly.parts.size()));
    }
    if (!host::is_finite(p)) {
      throw InvalidInput(where + " has a position that is not finite");
    }
    const Mat3<double>& r = instance.pose.rotation;
    const Vec3<double> x{r.m[0], r.m[3], r.m[6]}, y{r.m[1], r.m[4], r.m[7]}, z{r.m[2], r.m[5], r.m[8]};
    if (!(off_rotation(r) <= 1e-6) || !(dot(cross(x, y), z) > 0)) {
      throw InvalidInput(where + " is turned by what is no rotation; allowed is one within 1e-6");
    }
  }
}

}  // namespace abut
