// Closed NURBS surfaces: data, boxes, fits, files, masses and knots.
#include <algorithm>
#include <limits>

#include "abut/surface/fit.h"
#include "abut/surface/surface_file.h"
#include "abut/surface/surface_mass.h"
#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

static_assert(sizeof(abut_knot) == sizeof(abut::KnotPosition) &&
              offsetof(abut_knot, v) == offsetof(abut::KnotPosition, v) &&
              offsetof(abut_knot, point) == offsetof(abut::KnotPosition, point) &&
              offsetof(abut_knot, normal) == offsetof(abut::KnotPosition, normal));

/// What is too large for an int is not allowed either.
int int_of(uint32_t number) { return static_cast<int>(std::min<uint32_t>(number, std::numeric_limits<int>::max())); }

abut::NurbsSurface surface_of(const abut_surface_data* data) {
  const abut_surface_data d = given("data", data);
  need_array_field("data", "knots_u", d.knots_u, d.knot_count_u);
  need_array_field("data", "knots_v", d.knots_v, d.knot_count_v);
  need_array_field("data", "points", d.points, d.point_count);
  const auto points = points3("data->points", d.points, d.point_count);
  abut::NurbsSurface surface{{int_of(d.degree_u), std::vector<double>(d.knots_u, d.knots_u + d.knot_count_u)},
                             {int_of(d.degree_v), std::vector<double>(d.knots_v, d.knots_v + d.knot_count_v)},
                             {points.begin(), points.end()}};
  if (d.weights != nullptr) surface.weights.assign(d.weights, d.weights + d.point_count);
  abut::check(surface);
  return surface;
}

abut_surface_data data_of(const abut::NurbsSurface& s) {
  return {sizeof(abut_surface_data),
          static_cast<uint32_t>(s.u.degree),
          static_cast<uint32_t>(s.v.degree),
          s.u.knots.data(),
          s.u.knots.size(),
          s.v.knots.data(),
          s.v.knots.size(),
          &s.points[0].x,
          s.weights.empty() ? nullptr : s.weights.data(),
          s.points.size()};
}

abut_fit_options fit_defaults() {
  const abut::FitOptions d;
  return {sizeof(abut_fit_options),
          static_cast<uint32_t>(d.rows),
          static_cast<uint32_t>(d.columns),
          static_cast<uint32_t>(d.degree),
          static_cast<uint32_t>(d.most_rows),
          static_cast<uint32_t>(d.most_columns),
          0,
          d.tolerance};
}

abut::FitOptions fit_options(const abut_fit_options* options) {
  const abut_fit_options o = given_or("options", options, fit_defaults());
  return {int_of(o.rows), int_of(o.columns),   int_of(o.degree),
          o.tolerance,    int_of(o.most_rows), int_of(o.most_columns)};
}

abut_fit_report report_of(const abut::SurfaceFit& fit) {
  abut_fit_report r{};
  r.largest_error = fit.largest_error, r.rms_error = fit.rms_error, r.least_facing = fit.least_facing;
  r.samples = fit.samples;
  r.rows = static_cast<uint32_t>(fit.rows), r.columns = static_cast<uint32_t>(fit.columns);
  copy3(fit.centre, r.centre), copy9(fit.axes, r.axes);
  return r;
}

abut_knot_options knot_defaults() {
  const abut::KnotPositionOptions d{0, 0};
  return {sizeof(abut_knot_options), d.distance, d.angle, d.largest, d.most};
}

}  // namespace

int abut_surface_new(const abut_surface_data* data, abut_surface** surface) {
  return make_handle("abut_surface_new", "surface", surface,
                     [&] { return std::make_shared<abut::NurbsSurface>(surface_of(data)); });
}
int abut_surface_free(abut_surface* surface) { return freed("abut_surface_free", surface); }

int abut_surface_get_data(const abut_surface* surface, abut_surface_data* data) {
  return guarded("abut_surface_get_data", [&] { give("data", data, data_of(*object(surface, "surface"))); });
}

int abut_box_surface(const double half_extents[3], abut_surface** surface) {
  return make_handle("abut_box_surface", "surface", surface, [&] {
    return std::make_shared<abut::NurbsSurface>(abut::box_surface(vec3("half_extents", half_extents)));
  });
}

int abut_read_surface(const char* path, abut_surface** surface) {
  return make_handle("abut_read_surface", "surface", surface, [&] {
    need("path", path);
    return std::make_shared<abut::NurbsSurface>(abut::read_surface(path));
  });
}
int abut_write_surface(const char* path, const abut_surface* surface) {
  return guarded("abut_write_surface", [&] {
    need("path", path);
    abut::write_surface(path, *object(surface, "surface"));
  });
}

int abut_fit_options_init(abut_fit_options* options, size_t size) {
  return init_struct("abut_fit_options_init", options, size, fit_defaults());
}
int abut_fit_surface(const abut_mesh* mesh, const abut_fit_options* options, abut_surface** surface,
                     abut_fit_report* report) {
  return make_handle("abut_fit_surface", "surface", surface, [&] {
    const auto held = object(mesh, "mesh");
    if (report != nullptr) struct_size("report", report);
    abut::SurfaceFit fit = abut::fit_surface(*held, fit_options(options));
    if (report != nullptr) give("report", report, report_of(fit));
    return std::make_shared<abut::NurbsSurface>(std::move(fit.surface));
  });
}

int abut_surface_mass_properties(const abut_surface* surface, abut_mass_report* report) {
  return guarded("abut_surface_mass_properties", [&] {
    const auto held = object(surface, "surface");
    need("report", report);
    give("report", report, mass_report(abut::mass_properties(*held)));
  });
}

int abut_knot_options_init(abut_knot_options* options, size_t size) {
  return init_struct("abut_knot_options_init", options, size, knot_defaults());
}
int abut_knot_positions(const abut_surface* surface, const abut_knot_options* options, abut_knot* knots,
                        size_t capacity, size_t* count) {
  return guarded("abut_knot_positions", [&] {
    const auto held = object(surface, "surface");
    need("count", count);
    const abut_knot_options o = given_or("options", options, knot_defaults());
    const auto found = abut::knot_positions(*held, {o.distance, o.angle, o.most, o.largest});
    give_list(std::span<const abut::KnotPosition>(found), knots, capacity, count, "knots");
  });
}

int abut_contact_surfaces_new(abut_contact_surfaces** surfaces) {
  return make_handle("abut_contact_surfaces_new", "surfaces", surfaces,
                     [] { return std::make_shared<abut::ContactSurfaces>(); });
}
int abut_contact_surfaces_free(abut_contact_surfaces* surfaces) {
  return freed("abut_contact_surfaces_free", surfaces);
}

int abut_contact_surfaces_set(abut_contact_surfaces* surfaces, const abut_shapes* shapes, uint32_t shape,
                              const abut_surface* surface, const abut_knot* knots, size_t knot_count) {
  return guarded("abut_contact_surfaces_set", [&] {
    const auto held = object(surfaces, "surfaces");
    const auto of = object(shapes, "shapes");
    const auto given_surface = object(surface, "surface");
    need_array("knots", knots, knot_count);
    held->set(*of->set, shape, *given_surface, {reinterpret_cast<const abut::KnotPosition*>(knots), knot_count});
  });
}

int abut_contact_surfaces_has(const abut_contact_surfaces* surfaces, uint32_t shape, int* has) {
  return guarded("abut_contact_surfaces_has", [&] {
    const auto held = object(surfaces, "surfaces");
    need("has", has);
    *has = held->has(shape) ? 1 : 0;
  });
}
int abut_contact_surfaces_surface(const abut_contact_surfaces* surfaces, uint32_t shape, abut_surface** surface) {
  return make_handle("abut_contact_surfaces_surface", "surface", surface, [&] {
    return std::make_shared<abut::NurbsSurface>(object(surfaces, "surfaces")->surface(shape));
  });
}
int abut_contact_surfaces_knots(const abut_contact_surfaces* surfaces, uint32_t shape, abut_knot* knots,
                                size_t capacity, size_t* count) {
  return guarded("abut_contact_surfaces_knots", [&] {
    const auto held = object(surfaces, "surfaces");
    need("count", count);
    give_list(held->knots(shape), knots, capacity, count, "knots");
  });
}
int abut_contact_surfaces_bytes(const abut_contact_surfaces* surfaces, size_t* bytes) {
  return guarded("abut_contact_surfaces_bytes", [&] {
    const auto held = object(surfaces, "surfaces");
    need("bytes", bytes);
    *bytes = held->bytes();
  });
}
