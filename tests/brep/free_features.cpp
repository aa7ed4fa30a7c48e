#include "tests/brep/free_features.h"

#include <cmath>

namespace abut::test {
namespace {

constexpr double pi = M_PI;

/// Clamped, from 0 to 1, with so many knots inside.
SplineDirection random_knots(int degree, int inside, Random& random) {
  SplineDirection d;
  d.degree = degree;
  for (int i = 0; i <= degree; ++i) d.knots.push_back(0);
  for (int i = 0; i < inside; ++i) d.knots.push_back((i + random.uniform(0.3, 1)) / (inside + 1));
  for (int i = 0; i <= degree; ++i) d.knots.push_back(1);
  return d;
}

void add_weights(std::vector<double>& to, std::size_t count, Random& random) {
  if (random.below(2) == 0) return;
  for (std::size_t i = 0; i < count; ++i) to.push_back(random.magnitude(0.5, 2));
}

NurbsSurface random_sheet(Random& random) {
  NurbsSurface s;
  s.u = random_knots(2 + static_cast<int>(random.below(3)), static_cast<int>(random.below(2)), random);
  s.v = random_knots(2 + static_cast<int>(random.below(3)), static_cast<int>(random.below(2)), random);
  const auto n = static_cast<double>(s.u.count() - 1), m = static_cast<double>(s.v.count() - 1);
  for (std::size_t i = 0; i < s.u.count(); ++i) {
    for (std::size_t j = 0; j < s.v.count(); ++j) {
      const double x = 2 * static_cast<double>(i) / n - 1, y = 2 * static_cast<double>(j) / m - 1;
      s.points.push_back(Vec3<double>{x, y, 0.4 * random.uniform(-1, 1) - 0.3 * (x * x + y * y)} +
                         random.in_cube() * 0.1);
    }
  }
  add_weights(s.weights, s.points.size(), random);
  return s;
}

/// From (radius, 0, -1) upwards, in the plane y = 0 and about it.
NurbsSpaceCurve random_profile(double radius, double sideways, Random& random) {
  NurbsSpaceCurve c;
  c.u = random_knots(2 + static_cast<int>(random.below(3)), static_cast<int>(random.below(3)), random);
  const auto n = static_cast<double>(c.u.count() - 1);
  for (std::size_t i = 0; i < c.u.count(); ++i) {
    const double z = 2 * static_cast<double>(i) / n - 1;
    c.points.push_back({radius + 0.3 * random.uniform(-1, 1), sideways * random.uniform(-1, 1), z});
  }
  add_weights(c.weights, c.points.size(), random);
  return c;
}

void add_profile(LoneFeature& to, const NurbsSpaceCurve& c) {
  to.brep.nurbs_curves.push_back(c);
  BrepCurve curve;
  curve.kind = BrepCurveKind::nurbs, curve.nurbs = 0;
  to.brep.curves.push_back(curve);
}

void make_free(LoneFeature& f, LoneKind kind, Random& random) {
  BrepSurface s;
  if (kind == LoneKind::nurbs) {
    f.brep.nurbs_surfaces.push_back(random_sheet(random));
    s.kind = BrepSurfaceKind::nurbs, s.nurbs = 0;
    // A part of it: what is cut away is not to be found.
    if (random.below(2) == 0) f.box = {random.uniform(0, 0.3), random.uniform(0.6, 1), random.uniform(0, 0.3), 0.9};
  } else if (kind == LoneKind::revolution) {
    add_profile(f, random_profile(1, 0.3, random));
    s.kind = BrepSurfaceKind::revolution, s.profile = 0;
    const double begin = random.uniform(0, 6);
    f.box = {begin, begin + (random.below(2) == 0 ? 2 * pi : random.uniform(0.5, 5)), 0, 1};
  } else if (kind == LoneKind::extrusion) {
    add_profile(f, random_profile(0, 0.5, random));
    s.kind = BrepSurfaceKind::extrusion, s.profile = 0;
    s.frame = {{0, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    f.box = {random.uniform(0, 0.3), random.uniform(0.7, 1), -1, 1};
  } else {
    add_profile(f, random_profile(0, 0.5, random));
    f.dimensions = 1;
    return;
  }
  f.brep.surfaces.push_back(s);
}

void make_canonical_surface(LoneFeature& f, LoneKind kind, Random& random) {
  BrepSurface s;
  s.radius = random.uniform(0.4, 1);
  if (random.below(2) == 0) s.frame.y = {0, -1, 0};  // left-handed
  f.box = {0, 2 * pi, -1, 1};
  switch (kind) {
    case LoneKind::plane: s.kind = BrepSurfaceKind::plane, f.box = {-1, 1, -0.7, 1}; break;
    case LoneKind::cylinder: s.kind = BrepSurfaceKind::cylinder; break;
    case LoneKind::cone:
      s.kind = BrepSurfaceKind::cone, s.half_angle = random.uniform(-0.35, 0.35);
      if (std::abs(s.half_angle) < 0.05) s.half_angle = 0.2;
      break;
    case LoneKind::sphere: s.kind = BrepSurfaceKind::sphere, f.box = {0, 2 * pi, -pi / 2, pi / 2}; break;
    default: s.kind = BrepSurfaceKind::torus, s.minor_radius = 0.4 * s.radius, f.box = {0, 2 * pi, 0, 2 * pi};
  }
  f.carrier = host::carrier_of(s, f.reversed);
  f.brep.surfaces.push_back(s);
}

void make_canonical_curve(LoneFeature& f, LoneKind kind, Random& random) {
  f.dimensions = 1;
  BrepCurve c;
  c.kind = kind == LoneKind::line     ? BrepCurveKind::line
           : kind == LoneKind::circle ? BrepCurveKind::circle
                                      : BrepCurveKind::ellipse;
  c.radius = random.uniform(0.5, 1), c.minor_radius = c.radius * random.uniform(0.3, 0.9);
  const double begin = random.uniform(0, 6);
  f.box = {begin, begin + (random.below(2) == 0 ? 2 * pi : random.uniform(0.5, 5)), 0, 0};
  if (kind == LoneKind::line) f.box = {-1, 1, 0, 0};
  f.carrier = host::carrier_of(c);
  f.brep.curves.push_back(c);
}

const char* const names[] = {"nurbs",  "revolution", "extrusion", "spline", "plane",   "cylinder", "cone",
                             "sphere", "torus",      "line",      "circle", "ellipse", "vertex"};

}  // namespace

LoneFeature random_feature(LoneKind kind, Random& random) {
  LoneFeature f;
  f.name = names[static_cast<int>(kind)];
  f.reversed = random.below(2) == 0;
  if (is_free(kind)) {
    make_free(f, kind, random);
  } else if (kind <= LoneKind::torus) {
    make_canonical_surface(f, kind, random);
  } else if (kind < LoneKind::vertex) {
    make_canonical_curve(f, kind, random);
  } else {
    f.dimensions = 0, f.vertex = random.in_cube() * 0.3, f.carrier = point_carrier(f.vertex);
  }
  return f;
}

}  // namespace abut::test
