#include "abut/surface/knot_positions.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "abut/core/error.h"
#include "host/finite_vector.h"
#include "host/number_text.h"

namespace abut {
namespace {

/// With two directions halved in turns, each is at 2^-64 of its length then, below the spacing of its numbers.
constexpr int most_halvings = 128;

struct Rectangle {
  double begin_u, end_u, begin_v, end_v;
  int halvings = 0;
  bool closed_u = false, closed_v = false;  ///< both ends are one curve of the surface

  double middle_u() const { return begin_u + (end_u - begin_u) / 2; }
  double middle_v() const { return begin_v + (end_v - begin_v) / 2; }
};

struct Lengths {
  double u, v;
};

void check_options(const KnotPositionOptions& o) {
  if (!std::isfinite(o.distance) || !(o.distance > 0)) {
    throw InvalidInput("knot_positions: distance is " + host::number_text(o.distance) + "; allowed is above 0, finite");
  }
  if (!std::isfinite(o.angle) || !(o.angle >= 0)) {
    throw InvalidInput("knot_positions: angle is " + host::number_text(o.angle) + "; allowed is 0 or more, finite");
  }
  if (o.most == 0) throw InvalidInput("knot_positions: most is 0; allowed is 1 or more");
  if (!(o.largest > 0)) {
    throw InvalidInput("knot_positions: largest is " + host::number_text(o.largest) + "; allowed is above 0");
  }
}

SurfaceJet<double> finite_point(const NurbsSurface& surface, double u, double v) {
  const SurfaceJet<double> p = point_at(surface, u, v);
  if (!host::is_finite(p.point)) {
    throw InvalidInput("knot_positions: the surface has no finite point at u = " + host::number_text(u) +
                       ", v = " + host::number_text(v) + "; allowed are weights above 0 there");
  }
  return p;
}

/// "Real arc distance" of Algorithm 2: the longer one of two opposite chords.
Lengths lengths(const NurbsSurface& surface, const Rectangle& r) {
  const Vec3<double> x1 = finite_point(surface, r.begin_u, r.begin_v).point;
  const Vec3<double> x2 = finite_point(surface, r.end_u, r.begin_v).point;
  const Vec3<double> x3 = finite_point(surface, r.end_u, r.end_v).point;
  const Vec3<double> x4 = finite_point(surface, r.begin_u, r.end_v).point;
  return {std::max(length(x3 - x4), length(x1 - x2)), std::max(length(x1 - x4), length(x2 - x3))};
}

/// Between the normals at a third and two thirds. The paper's inverse cosine has no digits left for small angles. A
/// normal that does not exist says nothing of how far the surface turns there, so the length alone has to decide.
double angle(const NurbsSurface& surface, const Rectangle& r, SurfaceParameter along) {
  const double third_u = (r.end_u - r.begin_u) / 3, third_v = (r.end_v - r.begin_v) / 3;
  const bool of_u = along == SurfaceParameter::u;
  const Vec3<double> a = unit_normal(of_u ? point_at(surface, r.begin_u + third_u, r.middle_v())
                                          : point_at(surface, r.middle_u(), r.begin_v + third_v));
  const Vec3<double> b = unit_normal(of_u ? point_at(surface, r.begin_u + 2 * third_u, r.middle_v())
                                          : point_at(surface, r.middle_u(), r.begin_v + 2 * third_v));
  if (!(length(a) > 0) || !(length(b) > 0)) return std::numbers::pi;
  return std::atan2(length(cross(a, b)), dot(a, b));
}

/// A split direction, or none for a leaf.
struct Split {
  bool wanted;
  SurfaceParameter along;
};

Split split(const NurbsSurface& surface, const Rectangle& r, const KnotPositionOptions& o) {
  // The footnote of Algorithm 2: "a seam joins either the edges at (a) u = 0, 1 or (b) v = 0, 1. At first entry into
  // this procedure, the if (D_u > D_v) block is executed for case (a)", the other one for (b). In that block D is a
  // length between coinciding corners, 0, and as printed the whole surface would be one leaf. It is there to get past
  // them, so a closed direction is halved without a test, and each of two closed directions is.
  if (r.closed_u) return {true, SurfaceParameter::u};
  if (r.closed_v) return {true, SurfaceParameter::v};
  const Lengths d = lengths(surface, r);
  const SurfaceParameter along = d.u > d.v ? SurfaceParameter::u : SurfaceParameter::v;
  const double longer = std::max(d.u, d.v);
  const bool wanted = longer > o.largest || (longer > o.distance && angle(surface, r, along) > o.angle);
  return {wanted, along};
}

/// The two halves; the one that comes later first.
void push_halves(std::vector<Rectangle>& waiting, const Rectangle& r, SurfaceParameter along) {
  Rectangle first = r, second = r;
  first.halvings = second.halvings = r.halvings + 1;
  if (along == SurfaceParameter::u) {
    first.end_u = second.begin_u = r.middle_u();
    first.closed_u = second.closed_u = false;
  } else {
    first.end_v = second.begin_v = r.middle_v();
    first.closed_v = second.closed_v = false;
  }
  waiting.push_back(second);
  waiting.push_back(first);
}

}  // namespace

std::vector<KnotPosition> knot_positions(const NurbsSurface& surface, const KnotPositionOptions& options) {
  check(surface);
  check_options(options);
  std::vector<KnotPosition> out;
  std::vector<Rectangle> waiting{{surface.u.begin(), surface.u.end(), surface.v.begin(), surface.v.end(), 0,
                                  is_closed(surface, SurfaceParameter::u), is_closed(surface, SurfaceParameter::v)}};
  while (!waiting.empty()) {
    const Rectangle r = waiting.back();
    waiting.pop_back();
    const Split s = split(surface, r, options);
    if (!s.wanted) {
      const SurfaceJet<double> p = finite_point(surface, r.middle_u(), r.middle_v());
      out.push_back({r.middle_u(), r.middle_v(), p.point, unit_normal(p)});
      continue;
    }
    if (r.halvings == most_halvings) {
      throw InvalidInput("knot_positions: distance is " + host::number_text(options.distance) + " and largest is " +
                         host::number_text(options.largest) + "; allowed are lengths that " +
                         std::to_string(most_halvings) + " halvings come down to");
    }
    // Each rectangle that waits is one knot position at least.
    if (out.size() + waiting.size() + 2 > options.most) {
      throw InvalidInput("knot_positions: most is " + std::to_string(options.most) +
                         "; allowed is no fewer than distance, angle and largest ask for");
    }
    push_halves(waiting, r, s.along);
  }
  return out;
}

}  // namespace abut
