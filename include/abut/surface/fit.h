// A grain as one closed NURBS surface: fitted to spherical harmonics or to a mesh, with the errors measured. Host only.
//
// The surface is one sheet over theta and phi, without weights: u goes from pole to pole, v around, and u x v points
// outwards. Both ends of u are poles, v wraps (`closed_by_wrapping`). Away from the poles it is as smooth as its
// degree allows, degree - 1 derivatives; at a pole all directions lie in one plane, and terms of second order are those
// of a smooth surface there. docs/explanation/surfaces.md describes the fit.
#pragma once

#include "abut/core/vec3.h"
#include "abut/shapes/mesh.h"
#include "abut/surface/nurbs.h"
#include "abut/surface/spherical_harmonics.h"

namespace abut {

/// Data only.
struct FitOptions {
  int rows = 24;         ///< spans from pole to pole, 4 to 512; control points: rows + degree
  int columns = 48;      ///< spans around, 8 to 1024
  int degree = 3;        ///< along both, 3 to `most_surface_degree`
  double tolerance = 0;  ///< above 0, a length: rows and columns grow, half as many more each time, until
                         ///< `largest_error` is no more than it, or either of them would be above its `most`
  int most_rows = 128, most_columns = 256;
};

/// Errors are distances between the shape and the surface, measured at points that the fit has not used: of points of
/// the shape from the nearest point of the surface (`find_closest_points`, which proves it), and of points of the
/// surface from the shape. There are nine a span of each at least, and of harmonics nine for a square of half a wave of
/// the highest ones. From a mesh, its triangles: exact. From a radius: to a point of it that is found by iteration, so
/// no less than the distance. Between these points an error may be larger. Data only.
struct SurfaceFit {
  NurbsSurface surface;
  double largest_error = 0;  ///< both ways
  double rms_error = 0;      ///< of the shape's points, by area
  std::size_t samples = 0;   ///< points of both
  /// The least cosine between a normal of the surface and the way there from the centre. Not above 0: the surface has a
  /// fold, as a shape with steep sides and too few spans may get; take more.
  double least_facing = 0;
  int rows = 0, columns = 0;
  Vec3<double> centre{0, 0, 0};  ///< that theta and phi are about
  Mat3<double> axes{};  ///< columns: of phi = 0, of phi = pi / 2 and from the last pole to the first, a rotation
};

/// About the origin. Poles are at the ends of the axis with the smallest moment of inertia, the longest one.
/// Throws `InvalidInput` for options that are not allowed, a radius that is not above 0, and as `check`.
SurfaceFit fit_surface(const SphericalHarmonics& harmonics, const FitOptions& options = {});

/// A mesh that is closed, outward, of one piece and without holes through it, and star-shaped: there is a point from
/// which all its triangles are seen, from inside. That is the centroid, or where this is not well within the points
/// with that property, the one farthest inside. Poles as above. Throws `InvalidInput` for other meshes and options.
SurfaceFit fit_surface(const Mesh& mesh, const FitOptions& options = {});

}  // namespace abut
