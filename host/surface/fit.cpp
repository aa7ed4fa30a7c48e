#include "abut/surface/fit.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "abut/shapes/mass_properties.h"
#include "abut/surface/closest_points.h"
#include "host/number_text.h"
#include "host/shapes/solid_check.h"
#include "host/surface/fit_target.h"
#include "host/surface/star_kernel.h"

namespace abut {
namespace {

using host::FitTarget;
using host::number_text;
using host::PoleGrid;

void check_range(const char* name, int value, int least, int most) {
  if (value >= least && value <= most) return;
  throw InvalidInput("fit_surface: " + std::string(name) + " is " + std::to_string(value) + "; allowed are " +
                     std::to_string(least) + " to " + std::to_string(most));
}

void check_options(const FitOptions& o) {
  check_range("rows", o.rows, 4, 512);
  check_range("columns", o.columns, 8, 1024);
  check_range("degree", o.degree, 3, most_surface_degree);
  if (!(o.tolerance >= 0) || !std::isfinite(o.tolerance)) {
    throw InvalidInput("fit_surface: tolerance is " + number_text(o.tolerance) + "; allowed is 0 or more, finite");
  }
  if (o.tolerance == 0) return;
  check_range("most_rows", o.most_rows, o.rows, 512);
  check_range("most_columns", o.most_columns, o.columns, 1024);
}

/// A rotation whose last column, the way to the first pole, is the axis with the smallest moment.
Mat3<double> pole_axes(const MassProperties& mass) {
  const double moments[3] = {mass.moments.x, mass.moments.y, mass.moments.z};
  const auto least = static_cast<int>(std::min_element(moments, moments + 3) - moments);
  Mat3<double> out{};
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      // Turned in a ring, so that a rotation stays one.
      out.m[3 * row + column] = mass.axes.m[3 * row + (column + least + 1) % 3];
    }
  }
  return out;
}

/// On knots and at equal parts between them.
std::vector<SurfaceJet<double>> places_on(const NurbsSurface& surface, const PoleGrid& grid, int per_span) {
  std::vector<SurfaceJet<double>> out;
  for (int i = 0; i <= per_span * grid.rows; ++i) {
    for (int j = 0; j < per_span * grid.columns; ++j) {
      out.push_back(point_at(surface, double(i) / per_span, double(j) / per_span));
    }
  }
  return out;
}

void measure(FitTarget& target, const PoleGrid& grid, SurfaceFit& fit) {
  const std::vector<host::ShapeSample> samples = target.samples(grid);
  std::vector<Vec3<double>> points;
  for (const host::ShapeSample& s : samples) points.push_back(s.point);
  SurfaceSet surfaces;
  surfaces.add(fit.surface);
  const std::vector<std::uint32_t> which(points.size(), 0);
  const ClosestPoints<double> nearest = find_closest_points<double>(Cpu{}, surfaces, {which, points});
  double squares = 0, weights = 0;
  fit.largest_error = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double d = nearest.distance[i];
    fit.largest_error = std::max(fit.largest_error, d);
    squares += samples[i].weight * d * d, weights += samples[i].weight;
  }
  fit.rms_error = std::sqrt(squares / weights);
  fit.samples = points.size();
  fit.least_facing = 1;
  for (const SurfaceJet<double>& p : places_on(fit.surface, grid, target.places_per_span(grid))) {
    fit.largest_error = std::max(fit.largest_error, target.distance(p.point));
    const bool is_pole = length(p.v) <= 1e-9 * length(p.u);  // no normal but of roundings
    if (!is_pole) fit.least_facing = std::min(fit.least_facing, dot(unit_normal(p), unit_vector(p.point)));
    ++fit.samples;
  }
}

/// In the target's frame; finer and finer where a tolerance asks for it.
SurfaceFit fit_target(FitTarget& target, const FitOptions& options) {
  PoleGrid grid{options.rows, options.columns, options.degree};
  SurfaceFit fit;
  for (;;) {
    fit.surface = host::fit_sheet(grid, [&](const Vec3<double>& d) { return target.radius(d); });
    measure(target, grid, fit);
    fit.rows = grid.rows, fit.columns = grid.columns;
    grid.rows += (grid.rows + 1) / 2, grid.columns += (grid.columns + 1) / 2;
    if (options.tolerance == 0 || fit.largest_error <= options.tolerance) break;
    if (grid.rows > options.most_rows || grid.columns > options.most_columns) break;
  }
  return fit;
}

SurfaceFit placed(SurfaceFit fit, const Vec3<double>& centre, const Mat3<double>& axes) {
  fit.surface = transformed(fit.surface, axes, centre);
  fit.centre = centre, fit.axes = axes;
  return fit;
}

/// One shell of the topological kind of a sphere, by Euler's number.
void check_shell(const Mesh& mesh, const MeshReport& report) {
  host::require_outward_solid("fit_surface", report);
  if (report.components != 1) {
    throw InvalidInput("fit_surface: the mesh has " + std::to_string(report.components) +
                       " pieces; allowed is one shell without cavities");
  }
  const auto vertices = static_cast<std::int64_t>(mesh.vertices.size()),
             triangles = static_cast<std::int64_t>(mesh.triangles.size());
  const std::int64_t euler = vertices - triangles / 2;
  if (euler != 2) {
    throw InvalidInput("fit_surface: the mesh has the Euler number " + std::to_string(euler) +
                       "; allowed is 2, that of a shell without holes through it");
  }
}

Vec3<double> centre_of(const Mesh& mesh, const MassProperties& mass) {
  const host::KernelPoint deepest = host::deepest_point(mesh), middle = host::depth_at(mesh, mass.centre);
  const double size = std::cbrt(mass.volume);
  // 1e-9 is what the search may have missed.
  if (!(deepest.depth > 1e-9 * size)) {
    throw InvalidInput("fit_surface: the mesh is not star-shaped: the best point, (" + number_text(deepest.point.x) +
                       ", " + number_text(deepest.point.y) + ", " + number_text(deepest.point.z) + "), is " +
                       number_text(-deepest.depth) + " in front of triangle " + std::to_string(deepest.triangle) +
                       "; allowed are meshes with a point behind all triangles");
  }
  return middle.depth >= deepest.depth / 4 ? middle.point : deepest.point;
}

}  // namespace

SurfaceFit fit_surface(const SphericalHarmonics& harmonics, const FitOptions& options) {
  check_options(options);
  const Mat3<double> axes = pole_axes(mass_properties(harmonics));
  const std::unique_ptr<FitTarget> target = host::harmonic_target(harmonics, axes);
  return placed(fit_target(*target, options), {0, 0, 0}, axes);
}

SurfaceFit fit_surface(const Mesh& mesh, const FitOptions& options) {
  check_options(options);
  Mesh own = weld(mesh);
  check_shell(own, examine(own));
  const MassProperties mass = mass_properties(own);
  const Vec3<double> centre = centre_of(own, mass);
  const Mat3<double> axes = pole_axes(mass);
  for (Vec3<double>& v : own.vertices) v = rotate_back(axes, v - centre);
  const std::unique_ptr<FitTarget> target = host::mesh_target(std::move(own));
  return placed(fit_target(*target, options), centre, axes);
}

}  // namespace abut
