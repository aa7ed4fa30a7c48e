// CAD models: files, parts and their arrays, supermaximal features.
#include "abut/brep/brep.h"

#include <nanobind/stl/string.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "abut/brep/brep_file.h"
#include "abut/brep/cad_process.h"
#include "abut/brep/supermaximal.h"
#include "host/python/array.h"
#include "host/python/brep_objects.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

HeldAssembly held(BrepAssembly&& assembly) { return {std::make_shared<const BrepAssembly>(std::move(assembly))}; }

HeldAssembly from_cad(const std::string& program, const std::string& path, double unit, double time_limit) {
  return without_lock([&] { return held(read_cad_apart(path, {unit, time_limit, program})); });
}

nb::list parts(const HeldAssembly& assembly) {
  nb::list all;
  for (std::size_t i = 0; i < assembly.value->parts.size(); ++i) all.append(HeldBrep{assembly.value, i});
  return all;
}

/// (part, name, position, rotation) of each.
nb::list instances(const HeldAssembly& assembly) {
  nb::list all;
  for (const BrepInstance& i : assembly.value->instances) {
    const double* const m = i.pose.rotation.m;
    all.append(nb::make_tuple(i.part, i.name, numpy_of<double>(std::vector<Vec3<double>>{i.pose.position}),
                              numpy_of<double>(std::vector<double>(m, m + 9), {3})));
  }
  return all;
}

/// Where surfaces and curves are. Data only.
struct Frames {
  std::vector<Vec3<double>> origin, x, y, z;

  void add(const BrepFrame& f) { origin.push_back(f.origin), x.push_back(f.x), y.push_back(f.y), z.push_back(f.z); }
  void put(nb::dict& all) {
    all["origin"] = numpy_of<double>(std::move(origin), {3}), all["x"] = numpy_of<double>(std::move(x), {3});
    all["y"] = numpy_of<double>(std::move(y), {3}), all["z"] = numpy_of<double>(std::move(z), {3});
  }
};

nb::dict faces(const HeldBrep& part) {
  const Brep& b = part.model();
  Frames frames;
  std::vector<std::uint8_t> kind, reversed;
  std::vector<double> radius, minor, angle, tolerance;
  for (const BrepFace& f : b.faces) {
    const BrepSurface& s = b.surfaces[f.surface];
    frames.add(s.frame);
    kind.push_back(static_cast<std::uint8_t>(s.kind)), reversed.push_back(f.reversed ? 1 : 0);
    radius.push_back(s.radius), minor.push_back(s.minor_radius), angle.push_back(s.half_angle);
    tolerance.push_back(f.tolerance);
  }
  nb::dict all;
  all["kind"] = numpy_of<std::uint8_t>(std::move(kind));
  all["reversed"] = numpy_of<std::uint8_t>(std::move(reversed));
  frames.put(all);
  all["radius"] = numpy_of<double>(std::move(radius)), all["minor_radius"] = numpy_of<double>(std::move(minor));
  all["half_angle"] = numpy_of<double>(std::move(angle)), all["tolerance"] = numpy_of<double>(std::move(tolerance));
  return all;
}

nb::dict edges(const HeldBrep& part) {
  const Brep& b = part.model();
  Frames frames;
  std::vector<std::uint8_t> kind;
  std::vector<double> radius, minor, begin, end, tolerance;
  std::vector<std::array<std::uint32_t, 2>> vertices;
  for (const BrepEdge& e : b.edges) {
    const bool is_point = e.curve == no_brep_index;
    const BrepCurve c = is_point ? BrepCurve{} : b.curves[e.curve];
    frames.add(c.frame);
    kind.push_back(is_point ? std::uint8_t{255} : static_cast<std::uint8_t>(c.kind));
    radius.push_back(c.radius), minor.push_back(c.minor_radius);
    begin.push_back(e.begin), end.push_back(e.end), tolerance.push_back(e.tolerance);
    vertices.push_back({e.vertices[0], e.vertices[1]});
  }
  nb::dict all;
  all["kind"] = numpy_of<std::uint8_t>(std::move(kind));
  frames.put(all);
  all["radius"] = numpy_of<double>(std::move(radius)), all["minor_radius"] = numpy_of<double>(std::move(minor));
  all["begin"] = numpy_of<double>(std::move(begin)), all["end"] = numpy_of<double>(std::move(end));
  all["vertices"] = numpy_of<std::uint32_t>(std::move(vertices), {2});
  all["tolerance"] = numpy_of<double>(std::move(tolerance));
  return all;
}

nb::object vertices(const HeldBrep& part) {
  std::vector<Vec3<double>> points;
  for (const BrepVertex& v : part.model().vertices) points.push_back(v.point);
  return numpy_of<double>(std::move(points), {3});
}

nb::dict counts(const HeldBrep& part) {
  const Brep& b = part.model();
  std::size_t closed = 0;
  for (const BrepShell& shell : b.shells) closed += shell.closed ? 1 : 0;
  nb::dict all;
  all["faces"] = b.faces.size(), all["edges"] = b.edges.size(), all["vertices"] = b.vertices.size();
  all["loops"] = b.loops.size(), all["closed_shells"] = closed, all["open_shells"] = b.shells.size() - closed;
  return all;
}

nb::dict supermaximal(const HeldBrep& part, double distance, double angle, double turn) {
  SupermaximalFeatures f = without_lock([&] { return supermaximal_features(part.model(), {distance, angle, turn}); });
  const Brep& b = part.model();
  std::vector<std::uint8_t> face_kind, edge_kind;
  for (std::uint32_t i = 0; i < f.face_count(); ++i) {
    face_kind.push_back(static_cast<std::uint8_t>(b.surfaces[b.faces[f.faces[f.face_offsets[i]]].surface].kind));
  }
  for (std::uint32_t i = 0; i < f.edge_count(); ++i) {
    edge_kind.push_back(static_cast<std::uint8_t>(b.curves[f.intervals[f.interval_offsets[i]].curve].kind));
  }
  nb::dict all;
  all["face_offsets"] = numpy_of<std::uint32_t>(std::move(f.face_offsets));
  all["faces"] = numpy_of<std::uint32_t>(std::move(f.faces));
  all["face_kind"] = numpy_of<std::uint8_t>(std::move(face_kind));
  all["edge_offsets"] = numpy_of<std::uint32_t>(std::move(f.edge_offsets));
  all["edges"] = numpy_of<std::uint32_t>(std::move(f.edges));
  all["edge_kind"] = numpy_of<std::uint8_t>(std::move(edge_kind));
  all["sides"] = numpy_of<std::uint32_t>(std::move(f.sides), {2});
  all["vertices"] = numpy_of<std::uint32_t>(std::move(f.vertices));
  all["face_of"] = numpy_of<std::uint32_t>(std::move(f.face_of));
  all["edge_of"] = numpy_of<std::uint32_t>(std::move(f.edge_of));
  all["vertex_of"] = numpy_of<std::uint32_t>(std::move(f.vertex_of));
  return all;
}

void bind_parts(nb::module_& m) {
  nb::class_<HeldBrep> c(m, "_Brep");
  c.def("name", &HeldBrep::name, nb::sig("def name(self) -> str"));
  c.def("counts", &counts, nb::sig("def counts(self) -> dict[str, int]"));
  c.def("faces", &faces, nb::sig("def faces(self) -> dict[str, typing.Any]"), "Faces with their surfaces.");
  c.def("edges", &edges, nb::sig("def edges(self) -> dict[str, typing.Any]"), "Edges with their curves.");
  c.def("vertices", &vertices, nb::sig("def vertices(self) -> numpy.typing.NDArray[numpy.float64]"));
  c.def("supermaximal", &supermaximal, "distance"_a, "angle"_a, "turn"_a,
        nb::sig("def supermaximal(self, distance: float, angle: float, turn: float) -> dict[str, typing.Any]"),
        "The arrays of abut::SupermaximalFeatures, and kinds.");
  nb::class_<HeldAssembly> a(m, "_BrepAssembly");
  a.def("parts", &parts, nb::sig("def parts(self) -> list[_Brep]"));
  a.def("instances", &instances, nb::sig("def instances(self) -> list[tuple[typing.Any, ...]]"),
        "(part, name, position, rotation) of each.");
  a.def(
      "notes", [](const HeldAssembly& assembly) { return texts_of(assembly.value->notes); },
      nb::sig("def notes(self) -> tuple[str, ...]"));
}

}  // namespace

void bind_breps(nb::module_& m) {
  bind_parts(m);
  m.def("_read_cad", &from_cad, "program"_a, "path"_a, "unit"_a, "time_limit"_a,
        nb::sig("def _read_cad(program: str, path: str, unit: float, time_limit: float) -> _BrepAssembly"),
        "Reads by the program `abut_cad`, in a process of its own.");
  m.def(
      "_read_brep", [](const std::string& path) { return without_lock([&] { return held(read_brep(path)); }); },
      "path"_a, nb::sig("def _read_brep(path: str) -> _BrepAssembly"));
  m.def(
      "_write_brep",
      [](const std::string& path, const HeldAssembly& assembly) {
        without_lock([&] { write_brep(path, *assembly.value); });
      },
      "path"_a, "assembly"_a, nb::sig("def _write_brep(path: str, assembly: _BrepAssembly) -> None"));
  m.def(
      "cad_available", [] { return ABUT_PYTHON_CAD != 0; }, nb::sig("def cad_available() -> bool"),
      "Whether this build of the package reads CAD files: whether it has OpenCASCADE.");
}

}  // namespace abut::python
