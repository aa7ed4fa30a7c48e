#include "host/brep/surface_part.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/narrow/epa.h"
#include "abut/surface/bezier_patch.h"
#include "host/brep/scaled_normals.h"

namespace abut::host {
namespace {

using Points = std::vector<Vec3<double>>;

FeatureBox endless_box() {
  FeatureBox box;
  for (double& h : box.half) h = std::numeric_limits<double>::infinity();
  return box;
}

bool is_finite(const FeatureBox& box) { return std::isfinite(box.half[0] + box.half[1] + box.half[2]); }

Points corners_of(const FeatureBox& box) {
  Points out;
  for (int k = 0; k < 8; ++k) {
    Vec3<double> p = box.centre;
    for (int i = 0; i < 3; ++i) p = multiply_add(box.axes[i], (k >> i & 1) != 0 ? box.half[i] : -box.half[i], p);
    out.push_back(p);
  }
  return out;
}

/// Along `v`, or a direction across `x` where that is none.
Vec3<double> across(const Vec3<double>& x, const Vec3<double>& v) {
  const Vec3<double> y = multiply_add(x, -dot(v, x), v);
  const double l = length(y);
  return l > 1e-6 * length(v) ? y * (1 / l) : epa_detail::perpendicular(x);
}

/// A row of `count` control points of four numbers, `step` apart, of the part from `from` to `to` of 0 to 1.
void cut_row(double* first, int count, int step, double from, double to) {
  const auto at = [&](int i, int k) -> double& { return first[i * step + k]; };
  for (int r = 1; r < count && to < 1; ++r) {  // keeps what lies below
    for (int i = count - 1; i >= r; --i) {
      for (int k = 0; k < 4; ++k) at(i, k) = (1 - to) * at(i - 1, k) + to * at(i, k);
    }
  }
  const double t = to > 0 ? from / to : 0;
  for (int r = 1; r < count && t > 0; ++r) {  // keeps what lies above
    for (int i = 0; i < count - r; ++i) {
      for (int k = 0; k < 4; ++k) at(i, k) = (1 - t) * at(i, k) + t * at(i + 1, k);
    }
  }
}

/// Parts of the spans between breaks. Data only.
struct SpanPart {
  std::size_t span;
  double from, to;  ///< 0 to 1
};

/// Of what a range meets, which is made as wide as a part of all: of a line normals are not known. Of those that close
/// the range may go on behind the end.
std::vector<SpanPart> span_parts(const std::vector<double>& breaks, double low, double high) {
  const double all = breaks.back() - breaks.front(), least = 1e-4 * all;
  const double wider = std::max(0.0, 0.5 * (least - (high - low)));
  low -= wider, high += wider;
  std::vector<SpanPart> out;
  for (std::size_t k = 0; k + 1 < breaks.size(); ++k) {
    const double begin = breaks[k], size = breaks[k + 1] - begin;
    for (const double shift : {-all, 0.0, all}) {
      const double from = std::max(0.0, (low + shift - begin) / size),
                   to = std::min(1.0, (high + shift - begin) / size);
      if (to - from > 1e-12) out.push_back({k, from, to});
    }
  }
  return out;
}

}  // namespace

FeatureBox box_about_points(std::span<const Vec3<double>> points, const Vec3<double>& x, const Vec3<double>& y) {
  FeatureBox box{{0, 0, 0}, {x, y, cross(x, y)}, {}};
  for (int k = 0; k < 3; ++k) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Vec3<double>& p : points)
      low = std::min(low, dot(p, box.axes[k])), high = std::max(high, dot(p, box.axes[k]));
    if (!std::isfinite(high - low)) return endless_box();
    box.centre = multiply_add(box.axes[k], 0.5 * (low + high), box.centre);
    box.half[k] = 0.5 * (high - low);
  }
  return box;
}

SurfaceParts::SurfaceParts(const Brep& brep) : brep_(brep) {
  for (const NurbsSurface& s : brep.nurbs_surfaces) patches_.push_back(bezier_patches(s));
}

std::vector<SurfaceParts::Net> SurfaceParts::nets_in(std::uint32_t nurbs, const ParameterBox& part) const {
  const BezierPatches& all = patches_[nurbs];
  const int nu = all.degree_u + 1, nv = all.degree_v + 1;
  std::vector<Net> out;
  for (const SpanPart& u : span_parts(all.breaks_u, part.u0, part.u1)) {
    for (const SpanPart& v : span_parts(all.breaks_v, part.v0, part.v1)) {
      Net net{all.degree_u, all.degree_v, all.rational, {}};
      const std::size_t count = static_cast<std::size_t>(nu * nv), first = (u.span * all.patches_v() + v.span) * count;
      for (std::size_t i = first; i < first + count; ++i) {
        const WeightedPoint& p = all.points[i];
        net.points.insert(net.points.end(), {p.x, p.y, p.z, p.w});
      }
      for (int j = 0; j < nv; ++j) cut_row(net.points.data() + 4 * j, nu, 4 * nv, u.from, u.to);
      for (int i = 0; i < nu; ++i) cut_row(net.points.data() + 4 * i * nv, nv, 4, v.from, v.to);
      out.push_back(std::move(net));
    }
  }
  return out;
}

FeatureBox SurfaceParts::box_of_nets(const std::vector<Net>& nets) const {
  Points points;
  for (const Net& n : nets) {
    for (std::size_t i = 0; i < n.points.size(); i += 4) {
      const double w = n.points[i + 3];
      if (!(w > 0)) return endless_box();
      points.push_back(Vec3<double>{n.points[i], n.points[i + 1], n.points[i + 2]} * (1 / w));
    }
  }
  if (points.empty()) return endless_box();
  const std::size_t row = static_cast<std::size_t>(nets[0].degree_v);
  const Vec3<double> along = points.back() - points[row], other = points[row] - points[0];
  const double l = length(along);
  const Vec3<double> x = l > 0 ? along * (1 / l) : Vec3<double>{1, 0, 0};
  return box_about_points(points, x, across(x, other));
}

FeatureBox SurfaceParts::box_of_extrusion(const BrepSurface& s, const ParameterBox& part) const {
  const FeatureBox profile = box_of_curve(brep_, brep_.curves[s.profile], part.u0, part.u1);
  if (!is_finite(profile) || !std::isfinite(part.v1 - part.v0)) return endless_box();
  Points points;
  for (const Vec3<double>& p : corners_of(profile)) {
    points.push_back(multiply_add(s.frame.z, part.v0, p)), points.push_back(multiply_add(s.frame.z, part.v1, p));
  }
  return box_about_points(points, s.frame.z, across(s.frame.z, profile.axes[0]));
}

FeatureBox SurfaceParts::box_of_revolution(const BrepSurface& s, const ParameterBox& part) const {
  const FeatureBox profile = box_of_curve(brep_, brep_.curves[s.profile], part.v0, part.v1);
  if (!is_finite(profile)) return endless_box();
  Points ends;
  for (const Vec3<double>& p : corners_of(profile)) {
    const Vec3<double> d = p - s.frame.origin;
    const double height = dot(d, s.frame.z), away = length(multiply_add(s.frame.z, -height, d));
    for (int k = 0; k < 4; ++k) {  // all round: the whole disc is in the square about it
      const Vec3<double> arm = (s.frame.x * (k % 2 != 0 ? away : -away)) + (s.frame.y * (k / 2 != 0 ? away : -away));
      ends.push_back(multiply_add(s.frame.z, height, s.frame.origin) + arm);
    }
  }
  return box_about_points(ends, s.frame.x, s.frame.y);
}

FeatureBox SurfaceParts::box(std::uint32_t surface, const ParameterBox& part) const {
  const BrepSurface& s = brep_.surfaces[surface];
  switch (s.kind) {
    case BrepSurfaceKind::nurbs: return box_of_nets(nets_in(s.nurbs, part));
    case BrepSurfaceKind::extrusion: return box_of_extrusion(s, part);
    case BrepSurfaceKind::revolution: return box_of_revolution(s, part);
    default: return box_of_surface(brep_, s, part);
  }
}

Directions SurfaceParts::normals(std::uint32_t surface, const ParameterBox& part, bool reversed) const {
  const BrepSurface& s = brep_.surfaces[surface];
  if (s.kind != BrepSurfaceKind::nurbs) return surface_normals(s, part, reversed);
  const Directions all = {{1, 0, 0}, {-1, 0, 0}};
  Directions out;
  for (const Net& n : nets_in(s.nurbs, part)) {
    const Directions some = scaled_normals({n.degree_u, n.degree_v, n.rational, n.points.data()});
    if (some.empty()) return all;
    for (const Vec3<double>& d : some) out.push_back(reversed ? -d : d);
  }
  return out.empty() ? all : out;
}

}  // namespace abut::host
