// The public refinements: each checks its input, refines one or both parameters, and gives the same type back.
#include <algorithm>
#include <string>
#include <utility>

#include "abut/core/error.h"
#include "host/number_text.h"
#include "host/surface/polar_form.h"

namespace abut {
namespace {

const SplineDirection& direction(const NurbsSurface& surface, SurfaceParameter along) {
  return along == SurfaceParameter::u ? surface.u : surface.v;
}

NurbsCurve with(const NurbsCurve& curve, const host::Refinement& refinement) {
  host::ControlNet net = host::refined(host::control_net(curve), SurfaceParameter::u, refinement.points);
  NurbsCurve out{refinement.direction, {}, std::move(net.weights)};
  for (const Vec3<double>& p : net.points) out.points.push_back(in_plane(p));
  return out;
}

NurbsSurface with(const NurbsSurface& surface, SurfaceParameter along, const host::Refinement& refinement) {
  host::ControlNet net = host::refined(host::control_net(surface), along, refinement.points);
  const bool of_u = along == SurfaceParameter::u;
  return {of_u ? refinement.direction : surface.u, of_u ? surface.v : refinement.direction, std::move(net.points),
          std::move(net.weights)};
}

host::Refinement with_knot(const SplineDirection& d, double knot, int times) {
  if (!(knot > d.begin()) || !(knot < d.end())) {
    throw InvalidInput("insert_knot: knot is " + host::number_text(knot) + "; allowed is inside of the domain, " +
                       host::number_text(d.begin()) + " to " + host::number_text(d.end()));
  }
  const int most = d.degree - host::multiplicity(d, knot);
  if (times < 0 || times > most) {
    throw InvalidInput("insert_knot: times is " + std::to_string(times) + "; allowed are 0 to " + std::to_string(most) +
                       " of this knot");
  }
  return host::inserted(d, std::vector<double>(static_cast<std::size_t>(times), knot));
}

void check_raise(int degree, int by) {
  if (by < 0 || by > most_surface_degree - degree) {
    throw InvalidInput("elevate_degree: by is " + std::to_string(by) + "; allowed are 0 to " +
                       std::to_string(most_surface_degree - degree) + " for a degree of " + std::to_string(degree));
  }
}

/// Whether weights do anything.
bool weights_differ(const std::vector<double>& weights) {
  return std::any_of(weights.begin(), weights.end(), [&](double w) { return w != weights.front(); });
}

std::vector<double> breaks(const SplineDirection& clamped) {
  std::vector<double> out = clamped.knots;
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace

namespace host {

ControlNet control_net(const NurbsCurve& curve) {
  ControlNet net{curve.points.size(), 1, {}, curve.weights};
  for (const Vec2<double>& p : curve.points) net.points.push_back(in_space(p));
  return net;
}

ControlNet control_net(const NurbsSurface& surface) {
  return {surface.u.count(), surface.v.count(), surface.points, surface.weights};
}

}  // namespace host

NurbsCurve insert_knot(const NurbsCurve& curve, double knot, int times) {
  check(curve);
  return with(curve, with_knot(curve.u, knot, times));
}

NurbsSurface insert_knot(const NurbsSurface& surface, SurfaceParameter along, double knot, int times) {
  check(surface);
  return with(surface, along, with_knot(direction(surface, along), knot, times));
}

NurbsCurve elevate_degree(const NurbsCurve& curve, int by) {
  check(curve);
  check_raise(curve.u.degree, by);
  NurbsCurve out = curve;
  for (int i = 0; i < by; ++i) out = with(out, host::with_higher_degree(out.u));
  return out;
}

NurbsSurface elevate_degree(const NurbsSurface& surface, SurfaceParameter along, int by) {
  check(surface);
  check_raise(direction(surface, along).degree, by);
  NurbsSurface out = surface;
  for (int i = 0; i < by; ++i) out = with(out, along, host::with_higher_degree(direction(out, along)));
  return out;
}

NurbsCurve clamped(const NurbsCurve& curve) {
  check(curve);
  return with(curve, host::with_clamped_ends(curve.u));
}

NurbsSurface clamped(const NurbsSurface& surface) {
  check(surface);
  const NurbsSurface along_u = with(surface, SurfaceParameter::u, host::with_clamped_ends(surface.u));
  return with(along_u, SurfaceParameter::v, host::with_clamped_ends(along_u.v));
}

BezierPatches bezier_patches(const NurbsSurface& surface) {
  check(surface);
  NurbsSurface pieces = with(surface, SurfaceParameter::u, host::in_bezier_pieces(surface.u));
  pieces = with(pieces, SurfaceParameter::v, host::in_bezier_pieces(pieces.v));
  BezierPatches out;
  out.degree_u = surface.u.degree, out.degree_v = surface.v.degree;
  out.breaks_u = breaks(pieces.u), out.breaks_v = breaks(pieces.v);
  out.rational = weights_differ(surface.weights);
  const auto p = static_cast<std::size_t>(out.degree_u), q = static_cast<std::size_t>(out.degree_v);
  out.points.reserve(out.patches_u() * out.patches_v() * (p + 1) * (q + 1));
  for (std::size_t k = 0; k < out.patches_u(); ++k) {
    for (std::size_t l = 0; l < out.patches_v(); ++l) {
      for (std::size_t i = 0; i <= p; ++i) {
        for (std::size_t j = 0; j <= q; ++j) {
          const std::size_t at = (k * p + i) * pieces.v.count() + l * q + j;
          const double w = out.rational ? pieces.weights[at] : 1;
          const Vec3<double> a = pieces.points[at] * w;
          out.points.push_back({a.x, a.y, a.z, w});
        }
      }
    }
  }
  return out;
}

}  // namespace abut
