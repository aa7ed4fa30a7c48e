#include "host/brep/surface_patches.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "abut/brep/brep_geometry.h"
#include "abut/surface/sub_patch.h"

namespace abut::host {
namespace {

constexpr double quarter = std::numbers::pi / 2;

/// A stretch of a parameter within its domain. Data only.
struct Stretch {
  double begin, end;
};

/// What is asked for, within a domain; beyond the end of one that closes it goes on at the begin.
std::vector<Stretch> within(double begin, double end, double domain_begin, double domain_end, double period) {
  std::vector<Stretch> out;
  for (const double shift : {0.0, period}) {
    const double from = std::max(begin - shift, domain_begin), to = std::min(end - shift, domain_end);
    if (from < to) out.push_back({from, to});
    if (!(period > 0)) break;
  }
  return out;
}

std::vector<BezierArc> profile_arcs(const Brep& brep, std::uint32_t curve, const std::vector<Stretch>& stretches) {
  std::vector<BezierArc> out;
  for (const Stretch& s : stretches) {
    const std::vector<BezierArc> arcs = bezier_arcs(brep, curve, s.begin, s.end);
    out.insert(out.end(), arcs.begin(), arcs.end());
  }
  return out;
}

void add(SurfacePatch& to, const Vec3<double>& a, double w) {
  for (const double x : {a.x, a.y, a.z, w}) to.points.push_back(x);
  to.rational = to.rational || w != 1;
}
Vec3<double> numerator(const WeightedPoint& p) { return {p.x, p.y, p.z}; }

SurfacePatch moved_along(const BezierArc& arc, const Vec3<double>& z, double v0, double v1) {
  SurfacePatch out{arc.degree, 1, false, {}, {arc.begin, arc.end, v0, v1}};
  for (const WeightedPoint& p : arc.net()) {
    for (const double v : {v0, v1}) add(out, numerator(p) + z * (v * p.w), p.w);
  }
  return out;
}

/// By u0 to u1, less than half a turn.
SurfacePatch turned(const BezierArc& arc, const BrepFrame& f, double u0, double u1) {
  SurfacePatch out{2, arc.degree, false, {}, {u0, u1, arc.begin, arc.end}};
  const double half = std::cos(0.5 * (u1 - u0)), at[3] = {u0, 0.5 * (u0 + u1), u1};
  for (int i = 0; i < 3; ++i) {
    const double c = std::cos(at[i]), s = std::sin(at[i]), w = i == 1 ? half : 1;  // the middle one lies 1 / half out
    for (const WeightedPoint& p : arc.net()) {
      const Vec3<double> d = numerator(p) - f.origin * p.w, along = f.z * dot(d, f.z), out_of = d - along;
      const Vec3<double> on_axis = f.origin * p.w + along;
      add(out, on_axis * w + out_of * c + cross(f.z, out_of) * s, p.w * w);
    }
  }
  return out;
}

SurfacePatch cut(const SurfacePatch& patch, const ParameterRectangle<double>& r) {
  SurfacePatch out = patch;
  sub_patch<FourScalars<double>>(patch.view(), r, out.points.data());
  const ParameterBox& p = patch.part;
  out.part = {p.u0 + (p.u1 - p.u0) * r.s0, p.u0 + (p.u1 - p.u0) * r.s1, p.v0 + (p.v1 - p.v0) * r.t0,
              p.v0 + (p.v1 - p.v0) * r.t1};
  return out;
}

std::vector<SurfacePatch> nurbs_patches(const NurbsSurface& surface, const std::vector<Stretch>& us,
                                        const std::vector<Stretch>& vs) {
  const BezierPatches all = bezier_patches(surface);
  const auto net = static_cast<std::size_t>((all.degree_u + 1) * (all.degree_v + 1));
  std::vector<SurfacePatch> out;
  const auto add_part = [&](std::size_t k, std::size_t l, const Stretch& u, const Stretch& v) {
    const double u0 = all.breaks_u[k], u1 = all.breaks_u[k + 1], v0 = all.breaks_v[l], v1 = all.breaks_v[l + 1];
    const ParameterBox part{std::max(u.begin, u0), std::min(u.end, u1), std::max(v.begin, v0), std::min(v.end, v1)};
    if (!(part.u0 < part.u1 && part.v0 < part.v1)) return;
    SurfacePatch patch{all.degree_u, all.degree_v, all.rational, {}, {u0, u1, v0, v1}};
    for (std::size_t i = 0; i < net; ++i) {
      const WeightedPoint& p = all.points[(k * all.patches_v() + l) * net + i];
      for (const double x : {p.x, p.y, p.z, p.w}) patch.points.push_back(x);
    }
    out.push_back(cut(patch, {(part.u0 - u0) / (u1 - u0), (part.u1 - u0) / (u1 - u0), (part.v0 - v0) / (v1 - v0),
                              (part.v1 - v0) / (v1 - v0)}));
  };
  for (const Stretch& u : us) {
    for (const Stretch& v : vs) {
      for (std::size_t k = 0; k < all.patches_u(); ++k) {
        for (std::size_t l = 0; l < all.patches_v(); ++l) add_part(k, l, u, v);
      }
    }
  }
  return out;
}

Vec3<double> point_of(const double* p) { return Vec3<double>{p[0], p[1], p[2]} * (1 / p[3]); }

/// Whether weights are products of one of a row and one of a column, to rounding: then all rows are weighted alike.
bool are_products(const SurfacePatch& patch) {
  const auto w = [&](int i, int j) {
    return patch.points[static_cast<std::size_t>(4 * (i * (patch.degree_v + 1) + j) + 3)];
  };
  for (int i = 1; patch.rational && i <= patch.degree_u; ++i) {
    for (int j = 1; j <= patch.degree_v; ++j) {
      const double a = w(i, j) * w(0, 0), b = w(i, 0) * w(0, j);
      if (!(std::abs(a - b) <= 1e-13 * std::abs(b))) return false;
    }
  }
  return true;
}

double speed(int degree, double step, double least, double most) {
  const double ratio = most / least;
  return degree * step * ratio * ratio * (1 + 1e-9);
}

}  // namespace

std::vector<SurfacePatch> surface_patches(const Brep& brep, std::uint32_t surface, const ParameterBox& part) {
  const BrepSurface& s = brep.surfaces[surface];
  const SurfaceDomain d = domain_of(brep, surface);
  const auto us = within(part.u0, part.u1, d.begin_u, d.end_u, d.period_u);
  const auto vs = within(part.v0, part.v1, d.begin_v, d.end_v, d.period_v);
  std::vector<SurfacePatch> out;
  if (s.kind == BrepSurfaceKind::nurbs) return nurbs_patches(brep.nurbs_surfaces[s.nurbs], us, vs);
  if (s.kind == BrepSurfaceKind::extrusion) {
    for (const BezierArc& arc : profile_arcs(brep, s.profile, us))
      out.push_back(moved_along(arc, s.frame.z, part.v0, part.v1));
  }
  if (s.kind == BrepSurfaceKind::revolution) {
    const int count = std::max(1, static_cast<int>(std::ceil((part.u1 - part.u0) / quarter - 1e-9)));
    for (const BezierArc& arc : profile_arcs(brep, s.profile, vs)) {
      for (int k = 0; k < count; ++k) {
        const double width = (part.u1 - part.u0) / count;
        out.push_back(turned(arc, s.frame, part.u0 + k * width, part.u0 + (k + 1) * width));
      }
    }
  }
  return out;
}

std::pair<SurfacePatch, SurfacePatch> halves(const SurfacePatch& patch) {
  const bool by_u = most_speed(patch, SurfaceParameter::u) >= most_speed(patch, SurfaceParameter::v);
  if (by_u) return {cut(patch, {0, 0.5, 0, 1}), cut(patch, {0.5, 1, 0, 1})};
  return {cut(patch, {0, 1, 0, 0.5}), cut(patch, {0, 1, 0.5, 1})};
}

double most_speed(const SurfacePatch& patch, SurfaceParameter along) {
  const bool by_u = along == SurfaceParameter::u, alike = are_products(patch);
  const int rows = (by_u ? patch.degree_v : patch.degree_u) + 1, count = (by_u ? patch.degree_u : patch.degree_v) + 1;
  const auto at = [&](int row, int k) {
    return patch.points.data() + 4 * (by_u ? k * (patch.degree_v + 1) + row : row * (patch.degree_v + 1) + k);
  };
  double least = HUGE_VAL, most = 0, step = 0;
  for (int r = 0; r < rows; ++r) {
    for (int k = 0; k < count; ++k) {
      least = std::min(least, at(r, k)[3]), most = std::max(most, at(r, k)[3]);
      // Rows that are weighted differently are at any two of their points at the same time.
      for (int other = alike ? r : 0; k > 0 && other < (alike ? r + 1 : rows); ++other)
        step = std::max(step, length(point_of(at(r, k)) - point_of(at(other, k - 1))));
    }
  }
  return speed(count - 1, step, least, most);
}

double most_speed(const BezierArc& arc) {
  double least = HUGE_VAL, most = 0, step = 0;
  Vec3<double> last{0, 0, 0};
  for (std::size_t i = 0; i < arc.net().size(); ++i) {
    const WeightedPoint& p = arc.points[i];
    const Vec3<double> at = numerator(p) * (1 / p.w);
    if (i > 0) step = std::max(step, length(at - last));
    last = at, least = std::min(least, p.w), most = std::max(most, p.w);
  }
  return speed(arc.degree, step, least, most);
}

double speed_on_curve(const Brep& brep, std::uint32_t curve, double begin, double end) {
  const BrepCurve& c = brep.curves[curve];
  if (c.kind == BrepCurveKind::line) return 1;
  if (c.kind != BrepCurveKind::nurbs) return std::max(c.radius, c.minor_radius);
  double most = 0;
  for (const BezierArc& arc : bezier_arcs(brep, curve, begin, end))
    most = std::max(most, most_speed(arc) / (arc.end - arc.begin));
  return most;
}

Vec2<double> speeds_on_surface(const Brep& brep, std::uint32_t surface, const ParameterBox& part) {
  const BrepSurface& s = brep.surfaces[surface];
  Vec2<double> most{0, 0};
  for (const SurfacePatch& p : surface_patches(brep, surface, part)) {
    most.x = std::max(most.x, most_speed(p, SurfaceParameter::u) / (p.part.u1 - p.part.u0));
    most.y = std::max(most.y, most_speed(p, SurfaceParameter::v) / (p.part.v1 - p.part.v0));
    for (std::size_t i = 0; s.kind == BrepSurfaceKind::revolution && i < p.points.size(); i += 4)
      most.x = std::max(most.x, length(cross(point_of(p.points.data() + i) - s.frame.origin, s.frame.z)));
  }
  if (s.kind == BrepSurfaceKind::extrusion) most.y = 1;
  // Angles of conics do not go evenly.
  const bool is_spline = s.profile == no_brep_index || brep.curves[s.profile].kind == BrepCurveKind::nurbs;
  if (!is_spline) (s.kind == BrepSurfaceKind::extrusion ? most.x : most.y) = speed_on_curve(brep, s.profile, 0, 1);
  return most;
}

}  // namespace abut::host
