// Meshes, their parts, and the Minkowski difference as a polytope.
#include <algorithm>
#include <cmath>

#include "abut/decompose.h"
#include "abut/shapes/mass_properties.h"
#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

static_assert(sizeof(std::array<uint32_t, 3>) == 3 * sizeof(uint32_t));

abut::Mesh checked_mesh(const double* vertices, size_t vertex_count, const uint32_t* triangles, size_t triangle_count) {
  const auto points = points3("vertices", vertices, vertex_count);
  need_array("triangles", triangles, triangle_count);
  for (size_t i = 0; i < 3 * vertex_count; ++i) {
    if (std::isfinite(vertices[i])) continue;
    throw abut::InvalidInput("vertices: vertex " + std::to_string(i / 3) + " has " +
                             abut::host::number_text(vertices[i]) + "; allowed are finite numbers");
  }
  for (size_t i = 0; i < 3 * triangle_count; ++i) {
    if (triangles[i] < vertex_count) continue;
    throw abut::InvalidInput("triangles: triangle " + std::to_string(i / 3) + " names " + std::to_string(triangles[i]) +
                             "; allowed is less than " + std::to_string(vertex_count));
  }
  abut::Mesh mesh;
  mesh.vertices.assign(points.begin(), points.end());
  mesh.triangles.resize(triangle_count);
  if (triangle_count > 0) std::memcpy(mesh.triangles.data(), triangles, triangle_count * sizeof(mesh.triangles[0]));
  return mesh;
}

abut_mesh_report report_of(const abut::MeshReport& m) {
  abut_mesh_report r{};
  r.vertices = m.vertices, r.triangles = m.triangles, r.boundary_edges = m.boundary_edges;
  r.non_manifold_edges = m.non_manifold_edges, r.degenerate_triangles = m.degenerate_triangles;
  r.duplicate_vertices = m.duplicate_vertices, r.unused_vertices = m.unused_vertices, r.components = m.components;
  r.hull_vertices = m.hull_vertices, r.hull_faces = m.hull_faces;
  copy3(m.box_min, r.box_min), copy3(m.box_max, r.box_max), copy3(m.centroid, r.centroid);
  std::copy(m.inertia.m, m.inertia.m + 9, r.inertia);
  r.radius = m.size, r.area = m.area, r.volume = m.volume, r.hull_volume = m.hull_volume;
  r.convexity = m.convexity, r.largest_concavity = m.largest_concavity;
  r.closed = m.closed, r.consistently_oriented = m.consistently_oriented, r.outward = m.outward;
  return r;
}

abut_decompose_options defaults() {
  const abut::DecomposeOptions d;
  return {sizeof(abut_decompose_options),
          static_cast<uint32_t>(d.mode),
          static_cast<uint32_t>(d.engine),
          d.concavity,
          d.most_parts,
          d.most_vertices,
          d.cuts ? 1u : 0u,
          static_cast<uint32_t>(d.body),
          d.time_limit,
          d.thickness};
}

abut::DecomposeOptions decompose_options(const abut_decompose_options* options) {
  const abut_decompose_options o = given_or("options", options, defaults());
  const auto one_of_two = [](const char* field, uint32_t value) {
    if (value <= 1) return;
    throw abut::InvalidInput(std::string("options->") + field + " is " + std::to_string(value) +
                             "; allowed are 0 and 1");
  };
  one_of_two("mode", o.mode), one_of_two("engine", o.engine);
  if (o.body > ABUT_BODY_SURFACE) {
    throw abut::InvalidInput("options->body is " + std::to_string(o.body) + "; allowed are 0, 1 and 2");
  }
  return {static_cast<abut::PartsMode>(o.mode),
          o.concavity,
          o.most_parts,
          o.most_vertices,
          o.cuts != 0,
          static_cast<abut::PartsEngine>(o.engine),
          o.time_limit,
          static_cast<abut::PartsBody>(o.body),
          o.thickness};
}

}  // namespace

int abut_mesh_new(const double* vertices, size_t vertex_count, const uint32_t* triangles, size_t triangle_count,
                  abut_mesh** mesh) {
  return make_handle("abut_mesh_new", "mesh", mesh, [&] {
    return std::make_shared<abut::Mesh>(checked_mesh(vertices, vertex_count, triangles, triangle_count));
  });
}
int abut_mesh_free(abut_mesh* mesh) { return freed("abut_mesh_free", mesh); }

int abut_mesh_counts(const abut_mesh* mesh, size_t* vertices, size_t* triangles) {
  return guarded("abut_mesh_counts", [&] {
    const auto held = object(mesh, "mesh");
    if (vertices != nullptr) *vertices = held->vertices.size();
    if (triangles != nullptr) *triangles = held->triangles.size();
  });
}

int abut_mesh_copy(const abut_mesh* mesh, double* vertices, size_t vertex_capacity, uint32_t* triangles,
                   size_t triangle_capacity) {
  return guarded("abut_mesh_copy", [&] {
    const auto held = object(mesh, "mesh");
    const size_t v = held->vertices.size(), t = held->triangles.size();
    if ((vertices != nullptr && v > vertex_capacity) || (triangles != nullptr && t > triangle_capacity)) {
      throw TooSmall("vertex_capacity is " + std::to_string(vertex_capacity) + ", triangle_capacity " +
                     std::to_string(triangle_capacity) + "; needed are " + std::to_string(v) + " and " +
                     std::to_string(t));
    }
    if (vertices != nullptr && v > 0) std::memcpy(vertices, held->vertices.data(), v * sizeof(held->vertices[0]));
    if (triangles != nullptr && t > 0) std::memcpy(triangles, held->triangles.data(), t * sizeof(held->triangles[0]));
  });
}

int abut_read_mesh(const char* path, abut_mesh** mesh) {
  return make_handle("abut_read_mesh", "mesh", mesh, [&] {
    need("path", path);
    return std::make_shared<abut::Mesh>(abut::read_mesh(path));
  });
}

int abut_is_mesh_path(const char* path, int* is_mesh) {
  return guarded("abut_is_mesh_path", [&] {
    need("path", path), need("is_mesh", is_mesh);
    *is_mesh = abut::is_mesh_path(path) ? 1 : 0;
  });
}

int abut_weld(const abut_mesh* mesh, abut_mesh** welded) {
  return make_handle("abut_weld", "welded", welded,
                     [&] { return std::make_shared<abut::Mesh>(abut::weld(*object(mesh, "mesh"))); });
}

int abut_examine(const abut_mesh* mesh, abut_mesh_report* report) {
  return guarded("abut_examine", [&] {
    const auto held = object(mesh, "mesh");
    need("report", report);
    give("report", report, report_of(abut::examine(*held)));
  });
}

int abut_mass_properties(const abut_mesh* mesh, abut_mass_report* report) {
  return guarded("abut_mass_properties", [&] {
    const auto held = object(mesh, "mesh");
    need("report", report);
    give("report", report, mass_report(abut::mass_properties(*held)));
  });
}

int abut_principal_axes(const double inertia[9], double moments[3], double axes[9]) {
  return guarded("abut_principal_axes", [&] {
    need("inertia", inertia), need("moments", moments), need("axes", axes);
    abut::Mat3<double> matrix;
    for (int k = 0; k < 9; ++k) {
      if (!std::isfinite(inertia[k])) {
        throw abut::InvalidInput("inertia[" + std::to_string(k) + "] is " + abut::host::number_text(inertia[k]) +
                                 "; allowed are finite numbers");
      }
      matrix.m[k] = inertia[k];
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < i; ++j) {
        if (inertia[3 * i + j] == inertia[3 * j + i]) continue;
        throw abut::InvalidInput("inertia is not symmetric; allowed is a matrix whose rows are its columns");
      }
    }
    const abut::PrincipalAxes found = abut::principal_axes(matrix);
    copy3(found.moments, moments);
    std::copy(found.axes.m, found.axes.m + 9, axes);
  });
}

int abut_repair_mesh(const abut_mesh* mesh, abut_mesh** repaired, abut_repair_report* report, char* text,
                     size_t capacity, size_t* bytes) {
  return make_handle("abut_repair_mesh", "repaired", repaired, [&] {
    abut::RepairedMesh made = abut::repair_mesh(*object(mesh, "mesh"));
    std::string lines;
    for (const std::string& line : made.steps) lines += line + "\n";
    if (!made.refusal.empty()) lines += made.refusal + "\n";
    if (text != nullptr || bytes != nullptr) give_text(lines, text, capacity, bytes);
    if (report != nullptr) {
      abut_repair_report r{};
      r.steps = made.steps.size(), r.crossings = made.crossings, r.is_solid = made.refusal.empty() ? 1 : 0;
      copy3(made.crossing, r.crossing);
      give("report", report, r);
    }
    return std::make_shared<abut::Mesh>(std::move(made.mesh));
  });
}

int abut_faults_of(const abut_mesh* mesh, char* text, size_t capacity, size_t* bytes) {
  return guarded("abut_faults_of", [&] {
    std::string lines;
    for (const std::string& line : abut::faults_of(abut::repair_mesh(*object(mesh, "mesh")))) lines += line + "\n";
    give_text(lines, text, capacity, bytes);
  });
}

int abut_mesh_list_new(abut_mesh_list** list) {
  return make_handle("abut_mesh_list_new", "list", list, [] { return std::make_shared<std::vector<abut::Mesh>>(); });
}
int abut_mesh_list_free(abut_mesh_list* list) { return freed("abut_mesh_list_free", list); }

int abut_mesh_list_add(abut_mesh_list* list, const abut_mesh* mesh) {
  return guarded("abut_mesh_list_add", [&] { object(list, "list")->push_back(*object(mesh, "mesh")); });
}
int abut_mesh_list_count(const abut_mesh_list* list, size_t* count) {
  return guarded("abut_mesh_list_count", [&] {
    need("count", count);
    *count = object(list, "list")->size();
  });
}
int abut_mesh_list_get(const abut_mesh_list* list, size_t index, abut_mesh** mesh) {
  return make_handle("abut_mesh_list_get", "mesh", mesh, [&] {
    const auto held = object(list, "list");
    if (index >= held->size()) {
      throw abut::InvalidInput("index is " + std::to_string(index) + "; allowed is less than " +
                               std::to_string(held->size()));
    }
    return std::make_shared<abut::Mesh>((*held)[index]);
  });
}

int abut_decompose_options_init(abut_decompose_options* options, size_t size) {
  return init_struct("abut_decompose_options_init", options, size, defaults());
}

int abut_decompose(const abut_mesh* mesh, const abut_decompose_options* options, abut_mesh_list** parts) {
  return make_handle("abut_decompose", "parts", parts, [&] {
    const auto held = object(mesh, "mesh");
    return std::make_shared<std::vector<abut::Mesh>>(abut::decompose(*held, decompose_options(options)));
  });
}

int abut_wrap_options_init(abut_wrap_options* options, size_t size) {
  return init_struct("abut_wrap_options_init", options, size,
                     abut_wrap_options{sizeof(abut_wrap_options), abut::WrapOptions{}.resolution, 0});
}

int abut_wrap_mesh(const abut_mesh* mesh, const abut_wrap_options* options, abut_mesh** wrap,
                   abut_wrap_report* report) {
  return make_handle("abut_wrap_mesh", "wrap", wrap, [&] {
    const auto held = object(mesh, "mesh");
    const abut_wrap_options defaults{sizeof defaults, abut::WrapOptions{}.resolution, 0};
    const abut::WrappedMesh w = abut::wrap_mesh(*held, {given_or("options", options, defaults).resolution});
    if (report != nullptr) {
      give("report", report, abut_wrap_report{0, w.cell, w.wrap_to_mesh, w.mesh_to_wrap, w.mesh_outside, w.sheets});
    }
    return std::make_shared<abut::Mesh>(w.mesh);
  });
}

int abut_measure_parts(const abut_mesh* mesh, const abut_mesh_list* parts, abut_parts_report* report) {
  return guarded("abut_measure_parts", [&] {
    const auto held = object(mesh, "mesh");
    const auto list = object(parts, "parts");
    need("report", report);
    const abut::PartsReport m = abut::measure_parts(*held, *list);
    abut_parts_report r{};
    r.parts = m.parts, r.vertices = m.vertices, r.uncovered = m.uncovered;
    r.concavity = m.concavity, r.relative_concavity = m.relative_concavity, r.largest_gap = m.largest_gap;
    r.volume_ratio = m.volume_ratio, r.overlap = m.overlap, r.covers = m.covers;
    r.surface = m.surface, r.least_relative_concavity = m.least_relative_concavity;
    give("report", report, r);
  });
}
