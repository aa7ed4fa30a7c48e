// Meshes: reading, checking, mending, cutting into convex parts; and Minkowski differences.
#include "abut/shapes/mesh.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "abut/decompose.h"
#include "abut/io.h"
#include "abut/shapes/minkowski_difference.h"
#include "host/number_text.h"
#include "host/python/array.h"
#include "host/python/held.h"
#include "host/python/mesh_arguments.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/pose_arguments.h"
#include "host/shapes/polygon.h"

namespace abut::python {

Mesh mesh_of(nb::handle pair) {
  const nb::tuple arrays = nb::cast<nb::tuple>(pair);
  Mesh mesh;
  mesh.vertices = vec3s_of(arrays[0], "vertices");
  const Array triangles(arrays[1], "triangles");
  const auto ids = triangles.require({{Scalar::u32}, {any_extent, 3}}).require_host().elements<const std::uint32_t>();
  mesh.triangles.resize(ids.size() / 3);
  for (std::size_t i = 0; i < ids.size(); ++i) mesh.triangles[i / 3][i % 3] = ids[i];
  return mesh;
}

namespace {

using nb::literals::operator""_a;

std::vector<Mesh> meshes_of(nb::handle list) {
  std::vector<Mesh> meshes;
  for (const nb::handle pair : list) meshes.push_back(mesh_of(pair));
  return meshes;
}

nb::object python_mesh(Mesh&& mesh) {
  return nb::make_tuple(numpy_of<double>(std::move(mesh.vertices), {3}),
                        numpy_of<std::uint32_t>(std::move(mesh.triangles), {3}));
}

/// Faces one after the other, each with its count of corners, as triangles. The corners are vertices.
nb::object cut_polygons(nb::handle vertices, nb::handle corners, nb::handle counts) {
  const std::vector<Vec3<double>> points = vec3s_of(vertices, "vertices");
  const Array corner_array(corners, "corners"), count_array(counts, "counts");
  const auto ids = corner_array.require({{Scalar::u32}, {any_extent}}).require_host().elements<const std::uint32_t>();
  const auto sizes = count_array.require({{Scalar::u32}, {any_extent}}).require_host().elements<const std::uint32_t>();
  for (const std::uint32_t v : ids) {
    for (const double c : {points.at(v).x, points.at(v).y, points.at(v).z}) {
      if (std::isfinite(c)) continue;
      throw InvalidInput("mesh: vertex " + std::to_string(v) + " has the coordinate " + host::number_text(c) +
                         "; only finite numbers are allowed");
    }
  }
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::size_t begin = 0;
  for (const std::uint32_t size : sizes) {
    host::cut_polygon(points, std::span(ids).subspan(begin, size), triangles);
    begin += size;
  }
  return numpy_of<std::uint32_t>(std::move(triangles), {3});
}

nb::dict python_report(const MeshReport& r) {
  nb::dict d;
  d["vertices"] = r.vertices, d["triangles"] = r.triangles;
  d["box_min"] = tuple_of(r.box_min), d["box_max"] = tuple_of(r.box_max), d["size"] = r.size;
  d["closed"] = r.closed, d["consistently_oriented"] = r.consistently_oriented, d["outward"] = r.outward;
  d["boundary_edges"] = r.boundary_edges, d["non_manifold_edges"] = r.non_manifold_edges;
  d["degenerate_triangles"] = r.degenerate_triangles, d["duplicate_vertices"] = r.duplicate_vertices;
  d["unused_vertices"] = r.unused_vertices, d["components"] = r.components;
  d["area"] = r.area, d["volume"] = r.volume, d["centroid"] = tuple_of(r.centroid);
  d["inertia"] = tuple_of(r.inertia);
  d["hull_vertices"] = r.hull_vertices, d["hull_faces"] = r.hull_faces, d["hull_volume"] = r.hull_volume;
  d["convexity"] = r.convexity, d["largest_concavity"] = r.largest_concavity;
  return d;
}

nb::object repair(nb::handle pair) {
  const Mesh mesh = mesh_of(pair);
  RepairedMesh repaired = without_lock([&] { return repair_mesh(mesh); });
  nb::dict d;
  d["mesh"] = python_mesh(std::move(repaired.mesh));
  d["steps"] = repaired.steps;
  d["refusal"] = repaired.refusal;
  d["crossings"] = repaired.crossings;
  d["crossing"] = tuple_of(repaired.crossing);
  d["shell_crossings"] = repaired.shell_crossings;
  d["shell_crossing"] = tuple_of(repaired.shell_crossing);
  d["misnested"] = repaired.misnested;
  d["misnested_at"] = tuple_of(repaired.misnested_at);
  return d;
}

/// Of the numbers and places that `repair` has given.
std::vector<std::string> faults(std::uint64_t crossings, nb::handle crossing, std::uint64_t shell_crossings,
                                nb::handle shell_crossing, std::uint64_t misnested, nb::handle misnested_at) {
  RepairedMesh mesh;
  mesh.crossings = crossings, mesh.shell_crossings = shell_crossings, mesh.misnested = misnested;
  mesh.crossing = vec3_of(crossing, "crossing");
  mesh.shell_crossing = vec3_of(shell_crossing, "shell_crossing");
  mesh.misnested_at = vec3_of(misnested_at, "misnested_at");
  return faults_of(mesh);
}

PartsBody body_of(const std::string& name) {
  if (name == "automatic") return PartsBody::automatic;
  if (name == "solid") return PartsBody::solid;
  if (name == "surface") return PartsBody::surface;
  throw InvalidInput("body is '" + name + "'; allowed are 'automatic', 'solid' and 'surface'");
}

nb::dict wrap(nb::handle pair, std::uint32_t resolution) {
  const Mesh mesh = mesh_of(pair);
  WrappedMesh w = without_lock([&] { return wrap_mesh(mesh, {resolution}); });
  nb::dict d;
  d["mesh"] = python_mesh(std::move(w.mesh));
  d["cell"] = w.cell, d["wrap_to_mesh"] = w.wrap_to_mesh, d["mesh_to_wrap"] = w.mesh_to_wrap;
  d["mesh_outside"] = w.mesh_outside, d["sheets"] = w.sheets;
  return d;
}

nb::list decompose(nb::handle pair, const std::string& mode, double concavity, std::uint32_t most_parts,
                   std::uint32_t most_vertices, bool cuts, const std::string& engine, double time_limit,
                   const std::string& body, double thickness) {
  if (mode != "cover" && mode != "fit") {
    throw InvalidInput("mode is '" + mode + "'; allowed are 'cover' and 'fit'");
  }
  if (engine != "abut" && engine != "coacd") {
    throw InvalidInput("engine is '" + engine + "'; allowed are 'abut' and 'coacd'");
  }
  const PartsBody taken_as = body_of(body);
  const Mesh mesh = mesh_of(pair);
  DecomposeOptions options;
  options.mode = mode == "fit" ? PartsMode::fit : PartsMode::cover;
  options.concavity = concavity;
  options.most_parts = most_parts;
  options.most_vertices = most_vertices;
  options.cuts = cuts;
  options.engine = engine == "coacd" ? PartsEngine::coacd : PartsEngine::abut;
  options.time_limit = time_limit;
  options.body = taken_as;
  options.thickness = thickness;
  std::vector<Mesh> parts = without_lock([&] { return abut::decompose(mesh, options); });
  nb::list list;
  for (Mesh& part : parts) list.append(python_mesh(std::move(part)));
  return list;
}

nb::dict measure(nb::handle pair, nb::handle list, const std::string& body) {
  const PartsBody taken_as = body_of(body);
  const Mesh mesh = mesh_of(pair);
  const std::vector<Mesh> parts = meshes_of(list);
  const PartsReport r = without_lock([&] { return measure_parts(mesh, parts, taken_as); });
  nb::dict d;
  d["parts"] = r.parts, d["vertices"] = r.vertices, d["concavity"] = r.concavity;
  d["relative_concavity"] = r.relative_concavity, d["covers"] = r.covers, d["uncovered"] = r.uncovered;
  d["largest_gap"] = r.largest_gap, d["volume_ratio"] = r.volume_ratio, d["overlap"] = r.overlap;
  d["surface"] = r.surface, d["least_relative_concavity"] = r.least_relative_concavity;
  return d;
}

nb::object python_polytope(MinkowskiDifference&& difference) {
  return nb::make_tuple(difference.dimension, numpy_of<double>(std::move(difference.vertices), {3}),
                        numpy_of<std::uint32_t>(std::move(difference.sources), {2}), difference.faces);
}

void bind_differences(nb::module_& m) {
  m.def(
      "_minkowski_difference",
      [](nb::handle a, nb::handle b, nb::handle position, nb::handle quaternion, nb::handle matrix) {
        const auto points_a = vec3s_of(a, "a"), points_b = vec3s_of(b, "b");
        const Pose pose = pose_of(position, quaternion, matrix);
        return python_polytope(without_lock([&] {
          return minkowski_difference(points_a, points_b, {pose.rotation, pose.position});
        }));
      },
      "a"_a, "b"_a, "position"_a.none(), "quaternion"_a.none(), "matrix"_a.none(),
      nb::sig("def _minkowski_difference(a: Numbers, b: Numbers, position: typing.Any, quaternion: typing.Any, matrix: "
              "typing.Any) -> tuple[typing.Any, ...]"));
  m.def(
      "_entrance_block",
      [](nb::handle a, nb::handle b, nb::handle quaternion, nb::handle matrix, nb::handle reference_point) {
        const auto points_a = vec3s_of(a, "a"), points_b = vec3s_of(b, "b");
        const Pose pose = pose_of(nb::none(), quaternion, matrix);
        const Vec3<double> reference = vec3_of(reference_point, "reference_point");
        return python_polytope(
            without_lock([&] { return entrance_block(points_a, points_b, pose.rotation, reference); }));
      },
      "a"_a, "b"_a, "quaternion"_a.none(), "matrix"_a.none(), "reference_point"_a,
      nb::sig(
          "def _entrance_block(a: Numbers, b: Numbers, quaternion: typing.Any, matrix: typing.Any, reference_point: "
          "Numbers) -> tuple[typing.Any, ...]"));
}

void bind_files(nb::module_& m) {
  m.def(
      "_read_mesh",
      [](const std::string& path) {
        std::vector<std::string> notes;
        const nb::object mesh = python_mesh(without_lock([&] { return read_mesh(path, &notes); }));
        return nb::make_tuple(mesh[0], mesh[1], notes);
      },
      "path"_a, nb::sig("def _read_mesh(path: str) -> tuple[typing.Any, typing.Any, list[str]]"));
  m.def(
      "_is_mesh_path", [](const std::string& path) { return is_mesh_path(path); }, "path"_a,
      nb::sig("def _is_mesh_path(path: str) -> bool"));
  m.def("_cut_polygons", &cut_polygons, "vertices"_a, "corners"_a, "counts"_a,
        nb::sig("def _cut_polygons(vertices: typing.Any, corners: typing.Any, counts: typing.Any) -> typing.Any"));
  m.def(
      "_write_obj",
      [](nb::handle list, const std::string& path) {
        const std::vector<Mesh> meshes = meshes_of(list);
        without_lock([&] { write_obj(meshes, path); });
      },
      "meshes"_a, "path"_a, nb::sig("def _write_obj(meshes: list[typing.Any], path: str) -> None"));
  m.def(
      "_write_parts",
      [](const std::string& name, nb::handle body, nb::handle list, const std::string& folder) {
        const Mesh mesh = mesh_of(body);
        const std::vector<Mesh> parts = meshes_of(list);
        return without_lock([&] { return write_parts(name, mesh, parts, folder); });
      },
      "name"_a, "body"_a, "parts"_a, "folder"_a,
      nb::sig("def _write_parts(name: str, body: typing.Any, parts: list[typing.Any], folder: str) -> list[str]"));
}

}  // namespace

void bind_meshes(nb::module_& m) {
  bind_files(m);
  bind_differences(m);
  m.def(
      "_weld",
      [](nb::handle pair) {
        const Mesh mesh = mesh_of(pair);
        return python_mesh(without_lock([&] { return weld(mesh); }));
      },
      "mesh"_a, nb::sig("def _weld(mesh: typing.Any) -> tuple[typing.Any, typing.Any]"));
  m.def(
      "_examine",
      [](nb::handle pair) {
        const Mesh mesh = mesh_of(pair);
        return python_report(without_lock([&] { return examine(mesh); }));
      },
      "mesh"_a, nb::sig("def _examine(mesh: typing.Any) -> dict[str, typing.Any]"));
  m.def("_repair_mesh", &repair, "mesh"_a, nb::sig("def _repair_mesh(mesh: typing.Any) -> dict[str, typing.Any]"));
  m.def(
      "_faults_of", &faults, "crossings"_a, "crossing"_a, "shell_crossings"_a, "shell_crossing"_a, "misnested"_a,
      "misnested_at"_a,
      nb::sig("def _faults_of(crossings: int, crossing: typing.Any, shell_crossings: int, shell_crossing: typing.Any, "
              "misnested: int, misnested_at: typing.Any) -> list[str]"));
  m.def(
      "_decompose", &decompose, "mesh"_a, "mode"_a, "concavity"_a, "most_parts"_a, "most_vertices"_a, "cuts"_a,
      "engine"_a, "time_limit"_a, "body"_a, "thickness"_a,
      nb::sig(
          "def _decompose(mesh: typing.Any, mode: str, concavity: float, most_parts: int, most_vertices: int, cuts: "
          "bool, engine: str, time_limit: float, body: str, thickness: float) -> list[tuple[typing.Any, typing.Any]]"));
  m.def("_measure_parts", &measure, "mesh"_a, "parts"_a, "body"_a,
        nb::sig("def _measure_parts(mesh: typing.Any, parts: list[typing.Any], body: str) -> dict[str, typing.Any]"));
  m.def("_wrap_mesh", &wrap, "mesh"_a, "resolution"_a,
        nb::sig("def _wrap_mesh(mesh: typing.Any, resolution: int) -> dict[str, typing.Any]"));
}

}  // namespace abut::python
