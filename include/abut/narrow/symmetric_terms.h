// Cores as sums of boxes' edges, ellipsoids, cylinders and cones, and as what a circle of directions about some axis
// sees of them.
//
// Where a plane mirrors every term of a difference A - B but for their places (its normal m lies along or across the
// axes of each), a direction n = sqrt(1 - z^2) u + z m with u in the plane meets each term's width as that of an
// ellipse and a segment in the plane, whose squares and lengths depend on z alone: `circle_sum`.
#pragma once

#include "abut/narrow/arc_width.h"
#include "abut/narrow/problem.h"

namespace abut {

/// A term, centred. Data only.
struct SymmetricTerm {
  enum class Kind : std::uint32_t { lines, ellipsoid, cylinder, cone };
  Kind kind;
  std::int32_t spin;     ///< which axis it may be turned about; 3: any; -1: none
  Vec3<double> axis[3];  ///< unit, across each other; a cylinder's and a cone's is the last
  double extent[3];      ///< half lengths of lines; semi-axes; radius, radius and half length
};

/// The terms of both cores in A's frame, those of B mirrored through the origin. Data only.
struct SymmetricTerms {
  static constexpr int capacity = 4;
  SymmetricTerm term[capacity];
  int count_a, count;
  double off;  ///< how far the solids are from what is said of them
};

/// The terms and where their cores are. Data only.
struct PlacedTerms {
  const SymmetricTerms& terms;
  Vec3<double> between;  ///< from the centre of A's terms to that of B's
};

/// What circles of directions see of one term. Data only.
struct CircleTerm {
  PlaneVector axis;
  double half;                    ///< of a segment along `axis`
  double along2, across2, pole2;  ///< squares of an ellipsoid's semi-axes: two in the plane, and along its normal
  double apex_cosine, apex_sine;  ///< a cone's, of the angle between its axis and the normals of its side
  bool is_cone;
};

/// A cone whose apex points along the plane's normal: at larger z than `apex_sine` it is a point. Data only.
struct UprightCone {
  double radius, half, apex_sine;
};

/// A - B about the plane that mirrors its terms. Data only.
struct SymmetricDifference {
  Vec3<double> e1, e2, normal;  ///< of the plane
  CircleTerm term[PlanarSum::max_outlines];
  UprightCone upright[SymmetricTerms::capacity];
  int count, upright_count;
  PlaneVector centre;
  double pole;    ///< what all widths have for each unit of z, upright cones apart
  double apart;   ///< and what B's place along the normal takes off them
  double off;     ///< how far the terms are from this
  bool lopsided;  ///< a cone stands on the plane: the other side of it differs

  ABUT_INLINE PlaneVector seen(Vec3<double> v) const { return {dot(v, e1), dot(v, e2)}; }
};

inline namespace ABUT_ISA {
namespace symmetric_detail {

using Kind = SymmetricTerm::Kind;

/// A core that is no sum in its own frame. `centre`: how far its centre lies from the frame's origin.
template <class Stored>
ABUT_HD inline bool term_of(const ConvexCore<double, Stored>& core, SymmetricTerm& out, Vec3<double>& centre) {
  const Vec3<double> half = core.half;
  centre = {0, 0, 0};
  out = {Kind::lines, -1, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {half.x, half.y, half.z}};
  switch (core.header->kind) {
    case ShapeKind::box: return true;
    case ShapeKind::cylinder: out.kind = Kind::cylinder, out.spin = 2; break;
    case ShapeKind::cone: out.kind = Kind::cone, out.spin = 2; break;
    case ShapeKind::ellipsoid:
      out.kind = Kind::ellipsoid;
      if (half.x == half.y)
        out.spin = half.y == half.z ? 3 : 2;
      else if (half.y == half.z)
        out.spin = 0;
      else if (half.x == half.z)
        out.spin = 1;
      return true;
    case ShapeKind::vertex_set: {
      const std::uint32_t count = core.header->vertex_count;
      if (count > 2) return false;
      const Vec3<double> v0 = vertex(core.vertices, 0), v1 = vertex(core.vertices, count - 1);
      const Vec3<double> between = v1 - v0;
      const double distance = length(between);
      centre = (v0 + v1) * 0.5;
      out.spin = distance > 0 ? 0 : 3;
      out.extent[0] = 0.5 * distance;
      out.extent[1] = out.extent[2] = 0;
      if (distance > 0) out.axis[0] = between * (1 / distance);
      return true;
    }
    default: return false;
  }
  out.extent[1] = half.x;
  return true;
}

ABUT_INLINE double largest_extent(const SymmetricTerm& t) { return max(max(t.extent[0], t.extent[1]), t.extent[2]); }

/// The term's image under a matrix that is a rotation to within rounding error. Returns how far the image is from what
/// is said.
ABUT_HD inline double turn_term(const Mat3<double>& m, SymmetricTerm& t) {
  double stretch[3];
  for (int k = 0; k < 3; ++k) {
    const Vec3<double> image = rotate(m, t.axis[k]);
    stretch[k] = length(image);
    t.axis[k] = image * (1 / stretch[k]);
    t.extent[k] *= stretch[k];
  }
  if (t.kind == Kind::lines) return 0;
  double off = 0;
  for (int k = 0; k < 3; ++k) off = max(off, abs(dot(t.axis[k], t.axis[(k + 1) % 3])));
  // What may be turned about an axis has one extent across it.
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    if (t.spin != k && t.spin != 3) continue;
    off = max(off, abs(stretch[i] - stretch[j]));
    t.extent[i] = t.extent[j] = 0.5 * (t.extent[i] + t.extent[j]);
  }
  return 2 * off * largest_extent(t);
}

template <class Stored>
ABUT_HD inline bool add_terms(const ConvexCore<double, Stored>& core, const Mat3<double>& matrix, bool is_b,
                              SymmetricTerms& out, Vec3<double>& centres) {
  centres = {0, 0, 0};
  bool all = true;
  const auto add = [&](const ConvexCore<double, Stored>& leaf, const Mat3<double>& turn, bool turned) {
    all = all && out.count < SymmetricTerms::capacity;
    if (!all) return;
    SymmetricTerm& t = out.term[out.count];
    Vec3<double> centre;
    all = term_of(leaf, t, centre);
    if (!all) return;
    if (turned) {
      out.off += turn_term(turn, t);
      centre = rotate(turn, centre);
    }
    for (int k = 0; is_b && k < 3; ++k) t.axis[k] = -t.axis[k];
    centres = centres + centre;
    ++out.count;
  };
  if (core.header->kind == ShapeKind::minkowski_sum) {
    core_detail::for_terms(core, [&](const ConvexCore<double, Stored>& leaf, const Mat3<double>& turn) {
      add(leaf, is_b ? times(matrix, turn) : turn, true);
    });
  } else {
    add(core, matrix, is_b);
  }
  return all;
}

/// What is off if the axis is taken to lie along the normal where it is nearer to that, and else across it.
ABUT_INLINE double off_normal(Vec3<double> axis, Vec3<double> normal, bool& along) {
  const double c = dot(axis, normal);
  along = abs(c) > 0.7;
  return along ? length(cross(axis, normal)) : abs(c);
}

/// The direction that the plane has of an axis across its normal.
ABUT_INLINE PlaneVector seen_axis(const SymmetricDifference& d, Vec3<double> axis) {
  const PlaneVector v = d.seen(axis);
  const double length2 = arc_detail::dot(v, v);
  return length2 > 0.25 ? arc_detail::unit2(v) : PlaneVector{1, 0};
}

ABUT_INLINE double square(double x) { return x * x; }

ABUT_HD inline void see_lines(const SymmetricTerm& t, SymmetricDifference& d) {
  for (int k = 0; k < 3; ++k) {
    if (!(t.extent[k] > 0)) continue;
    bool along;
    d.off += off_normal(t.axis[k], d.normal, along) * t.extent[k];
    if (along)
      d.pole += t.extent[k];
    else
      d.term[d.count++] = {seen_axis(d, t.axis[k]), t.extent[k], 0, 0, 0, 2, 0, false};
  }
}

ABUT_HD inline void see_ellipsoid(const SymmetricTerm& t, SymmetricDifference& d) {
  if (t.spin == 3) {
    const double r2 = square(t.extent[0]);
    d.term[d.count++] = {{1, 0}, 0, r2, r2, r2, 2, 0, false};
    return;
  }
  int pole = 0;
  for (int k = 1; k < 3; ++k) {
    if (abs(dot(t.axis[k], d.normal)) > abs(dot(t.axis[pole], d.normal))) pole = k;
  }
  int first = (pole + 1) % 3, second = (pole + 2) % 3;
  bool along;
  double off = off_normal(t.axis[pole], d.normal, along);
  if (t.spin >= 0 && t.spin != pole) {
    first = t.spin;  // turned about its axis, so that another lies along the normal
    second = pole;
    off = abs(dot(t.axis[t.spin], d.normal));
  }
  d.off += off * largest_extent(t);
  d.term[d.count++] = {seen_axis(d, t.axis[first]),
                       0,
                       square(t.extent[first]),
                       square(t.extent[second]),
                       square(t.extent[pole]),
                       2,
                       0,
                       false};
}

/// Cosine (x) and sine (y) of the angle between a cone's axis and the normals of its side.
ABUT_INLINE PlaneVector side_normal(double radius, double half) {
  const double length2 = fma(radius, radius, 4 * half * half);
  if (!(length2 > 0)) return {1, 0};
  const double inverse = 1 / sqrt(length2);
  return {radius * inverse, 2 * half * inverse};
}

ABUT_HD inline void see_revolved(const SymmetricTerm& t, SymmetricDifference& d) {
  const double radius = t.extent[0], half = t.extent[2], r2 = square(radius);
  const bool cone = t.kind == Kind::cone;
  const PlaneVector side = side_normal(radius, half);
  bool along;
  d.off += off_normal(t.axis[2], d.normal, along) * max(radius, half);
  if (!along) {
    d.term[d.count++] = {seen_axis(d, t.axis[2]), half, 0, r2, r2, side.x, side.y, cone};
    return;
  }
  d.lopsided = d.lopsided || cone;
  if (cone && dot(t.axis[2], d.normal) > 0) {
    d.upright[d.upright_count++] = {radius, half, side.x};
  } else {
    d.pole += half;
    d.term[d.count++] = {{1, 0}, 0, r2, r2, 0, 2, 0, false};
  }
}

}  // namespace symmetric_detail

/// The difference about the plane with this unit normal. `between`: from the centre of A's terms to that of B's.
ABUT_HD inline SymmetricDifference difference_about(const SymmetricTerms& t, Vec3<double> normal,
                                                    Vec3<double> between) {
  using namespace symmetric_detail;
  SymmetricDifference d;
  d.normal = normal;
  d.apart = dot(between, normal);
  const Vec3<double> start = abs(normal.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  d.e1 = unit_vector(multiply_add(d.normal, -dot(d.normal, start), start));
  d.e2 = cross(d.normal, d.e1);
  d.centre = d.seen(-between);
  d.count = d.upright_count = 0;
  d.pole = 0;
  d.lopsided = false;
  d.off = t.off;
  for (int k = 0; k < t.count; ++k) {
    const int most = t.term[k].kind == Kind::lines ? 3 : 1;
    if (d.count + d.upright_count + most > PlanarSum::max_outlines) {
      d.off = Huge<double>::value;  // more than is looked at
      break;
    }
    switch (t.term[k].kind) {
      case Kind::lines: see_lines(t.term[k], d); break;
      case Kind::ellipsoid: see_ellipsoid(t.term[k], d); break;
      default: see_revolved(t.term[k], d);
    }
  }
  return d;
}

/// Which cross-section of a cone stands for it: from 0, its rim, to 1, its apex. Less than 0: the cone itself. Data
/// only.
struct ConeShares {
  double share[PlanarSum::max_outlines];
};

/// What the circle of directions at z sees. `past_apex`: bit k says that of upright cone k it sees the apex.
ABUT_HD inline PlanarSum circle_sum(const SymmetricDifference& d, double z, std::uint32_t past_apex,
                                    const ConeShares* shares = nullptr) {
  const double r2 = (1 - z) * (1 + z), r = sqrt(r2), z2 = z * z;
  PlanarSum sum;
  sum.count = 0;
  sum.centre = {d.centre.x * r, d.centre.y * r};
  for (int k = 0; k < d.count; ++k) {
    const CircleTerm& t = d.term[k];
    const double share = shares == nullptr ? -1 : shares->share[k];
    const bool whole = !(t.is_cone && share >= 0);
    const double remaining = whole ? 1 : 1 - share;
    const double scale2 = remaining * remaining;
    const bool changes = z < t.apex_sine;  // from its apex to its rim, somewhere on the circle
    if (!whole) {
      const double shift = r * t.half * (2 * share - 1);
      sum.centre.x = fma(shift, t.axis.x, sum.centre.x);
      sum.centre.y = fma(shift, t.axis.y, sum.centre.y);
    }
    sum.outline[sum.count++] = {t.axis,
                                whole ? r * t.half : 0.0,
                                scale2 * fma(r2, t.along2, z2 * t.pole2),
                                scale2 * fma(r2, t.across2, z2 * t.pole2),
                                changes ? t.apex_cosine / r : 2.0,
                                changes ? sqrt((t.apex_sine - z) * (t.apex_sine + z)) / r : 0.0,
                                t.is_cone && whole};
  }
  for (int k = 0; k < d.upright_count; ++k) {
    if ((past_apex >> k & 1) != 0) continue;
    const double disc2 = r2 * d.upright[k].radius * d.upright[k].radius;
    sum.outline[sum.count++] = {{1, 0}, 0, disc2, disc2, 2, 0, false};
  }
  return sum;
}

}  // namespace ABUT_ISA
}  // namespace abut
