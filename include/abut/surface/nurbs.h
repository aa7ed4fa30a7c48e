// NURBS curves of the plane and tensor-product NURBS surfaces: data, checks, points, refinement, Bezier pieces. Host
// only; what runs per point on cores and devices is in bezier_patch.h.
//
// Any knot vector that does not decrease is allowed, clamped or not: the domain is [U[p], U[n + 1]] for the degree p
// and n + 1 control points. Source: Lim 2012, section 3.1; Piegl & Tiller, The NURBS Book, 1997. Refinement is by polar
// forms (Ramshaw 1989): a control point is the spline's polar form at p knots in a row.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "abut/core/vec2.h"
#include "abut/core/vec3.h"
#include "abut/surface/surface_jet.h"

namespace abut {

inline constexpr int most_surface_degree = 7;

/// Degree and knots along one parameter.
struct SplineDirection {
  int degree = 3;             ///< 1 to `most_surface_degree`
  std::vector<double> knots;  ///< control points + degree + 1 of them, none below the one before

  SplineDirection() = default;
  SplineDirection(int of_degree, std::vector<double> at) : degree(of_degree), knots(std::move(at)) {}
  /// How many control points go with it.
  std::size_t count() const { return knots.size() - static_cast<std::size_t>(degree) - 1; }
  double begin() const { return knots[static_cast<std::size_t>(degree)]; }  ///< of the domain
  double end() const { return knots[count()]; }
};

/// A curve of the plane. Data only.
struct NurbsCurve {
  SplineDirection u;
  std::vector<Vec2<double>> points;
  std::vector<double> weights{};  ///< one a control point, 0 or more; empty: all 1
};

/// Data only.
struct NurbsSurface {
  SplineDirection u, v;
  std::vector<Vec3<double>> points;  ///< of (i, j) at i * v.count() + j
  std::vector<double> weights{};     ///< as the points, 0 or more; empty: all 1
};

enum class SurfaceParameter : std::uint8_t { u, v };

/// Homogeneous coordinates: the point is (x, y, z) / w. Data only.
struct WeightedPoint {
  double x, y, z, w;
};

/// A surface, cut at its knots: between two breaks along u and two along v lies one patch. Data only.
struct BezierPatches {
  int degree_u = 0, degree_v = 0;
  std::vector<double> breaks_u, breaks_v;  ///< parameters, ascending, none twice
  bool rational = false;                   ///< else all weights are 1
  /// Of the patch (k, l), control point (i, j): ((k * patches_v() + l) * (degree_u + 1) + i) * (degree_v + 1) + j.
  std::vector<WeightedPoint> points;

  std::size_t patches_u() const { return breaks_u.size() - 1; }
  std::size_t patches_v() const { return breaks_v.size() - 1; }
};

/// Throws `InvalidInput` naming what is wrong: a degree out of range; knots that decrease, are not finite, are
/// infinitely far apart, or are too few or too many for the control points; a knot inside of the domain that comes more
/// often than the degree, or one at an end that comes more often than the degree + 1; an empty domain; coordinates that
/// are not finite; a weight below 0, not finite, or one wrong count of them; a span all of whose weights are 0.
void check(const NurbsCurve& curve);
void check(const NurbsSurface& surface);

/// The point at a parameter, and derivatives. Parameters outside of the domain are taken to its nearest end. The
/// curve is one of space at z = 0 there. At a knot the derivatives are those from the right; at the domain's end, from
/// the left. A point with a weight of 0 gives coordinates that are not finite. Does not check its input.
CurveJet<double> point_at(const NurbsCurve& curve, double u);
SurfaceJet<double> point_at(const NurbsSurface& surface, double u, double v);

/// Refinements: the new control points are means of the old ones, with parts of 0 or more. So are the weights, which
/// stay 0 or more. A control point whose weight is 0 keeps a finite position. Points agree to a few roundings of the
/// control points that count there.

/// The same shape with a knot `times` (0 or more) more often. Throws `InvalidInput` when the knot is not inside of the
/// domain, or would come more often than the degree, and as `check`.
NurbsCurve insert_knot(const NurbsCurve& curve, double knot, int times = 1);
NurbsSurface insert_knot(const NurbsSurface& surface, SurfaceParameter along, double knot, int times = 1);

/// The same shape, its degree `by` higher, and every knot of the domain `by` times more often: it stays as continuous.
/// Throws `InvalidInput` when that is above `most_surface_degree`, and as `check`.
NurbsCurve elevate_degree(const NurbsCurve& curve, int by = 1);
NurbsSurface elevate_degree(const NurbsSurface& surface, SurfaceParameter along, int by = 1);

/// The same shape with clamped knots: the first and the last come degree + 1 times, and none lies outside of the
/// domain. Throws as `check`.
NurbsCurve clamped(const NurbsCurve& curve);
NurbsSurface clamped(const NurbsSurface& surface);

/// Throws as `check`.
BezierPatches bezier_patches(const NurbsSurface& surface);

/// Every control point moved by x -> linear * x + translation, and so every point of the surface.
NurbsSurface transformed(const NurbsSurface& surface, const Mat3<double>& linear, Vec3<double> translation);

/// The same surface with v the other way round: (u, -v) of it is (u, v) of the given one, to the bit, and u x v points
/// to the other side.
NurbsSurface turned_inside_out(const NurbsSurface& surface);

/// A closed curve of uniform knots, the integers, without ends; its domain is 0 to the number of points. It is
/// continuous in its derivatives up to `degree` - 1: the first control points come again behind the last ones (Lim
/// 2012, 3.1.4, the first way). Throws `InvalidInput` when there are fewer control points than `degree` + 1, and as
/// `check`.
NurbsCurve closed_by_wrapping(std::span<const Vec2<double>> points, int degree, std::span<const double> weights = {});

/// A closed curve with clamped uniform knots, whose first control point comes again as the last one (the second way).
/// Throws as the other one.
NurbsCurve closed_by_clamping(std::span<const Vec2<double>> points, int degree, std::span<const double> weights = {});

/// The unit circle of Lim 2012, Table 3.1: nine control points, degree 2.
NurbsCurve unit_circle();

/// A box about the origin as a closed surface of degree 1, normals outward: what stands for a wall where the knots of
/// others meet it. Its poles are on its two smallest faces, so that each of the others is one patch. Throws
/// `InvalidInput` when a half extent is not finite and above 0.
NurbsSurface box_surface(const Vec3<double>& half_extents);

/// Whether both ends along a parameter are the same, to a few roundings of the surface's size.
bool is_closed(const NurbsCurve& curve);
bool is_closed(const NurbsSurface& surface, SurfaceParameter along);

enum class DomainEnd : std::uint8_t { begin, end };

/// Whether the surface is one point all along an end of a parameter, to a few roundings of its size.
bool is_pole(const NurbsSurface& surface, SurfaceParameter along, DomainEnd end);

}  // namespace abut
