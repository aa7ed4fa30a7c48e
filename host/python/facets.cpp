// Contacts between single facets.
#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "abut/facet_contact_finder.h"
#include "abut/facet_contacts.h"
#include "host/facets/surface_arrays.h"
#include "host/python/array.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/mesh_arguments.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/owned.h"
#include "host/python/trees.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

void set_mesh(Trees& trees, std::uint32_t shape, nb::handle mesh, double flatness, double rounding) {
  Mesh facets = mesh_of(mesh);
  without_lock([&] {
    const Reading shape_lock(trees.shapes.guard);
    const std::lock_guard lock(trees.guard);
    const FacetMeshOptions options{flatness, rounding};
    trees.value.set_mesh(trees.shapes.set, shape, facets, options);
    std::erase_if(trees.meshes, [&](const Scene::FacetMesh& other) { return other.shape == shape; });
    trees.meshes.push_back({shape, "", std::move(facets), options, {}});
  });
}

std::size_t build(Trees& trees, const Bodies& bodies, nb::handle pairs, int threads) {
  const Array array(pairs, "pairs");
  const std::span<const Pair> span = pairs_of(array.require_host());
  return reading(trees.shapes, bodies, [&] {
    const std::lock_guard lock(trees.guard);
    return trees.value.build(Cpu{threads}, trees.shapes.set, bodies.set.parts(), span);
  });
}

/// A surface that is built anew takes the place of the old one: copies, by the numbers that contacts name. Data only.
struct CopiedSurface {
  std::vector<Vec3<double>> vertices;
  std::vector<std::array<std::uint32_t, 3>> facets;
  std::vector<std::array<std::uint32_t, 2>> edges;
  std::vector<std::uint32_t> planes, vertex_ids, edge_ids;
  bool solid, convex;
  double rounding;
};

CopiedSurface copy_of(const FacetSurfaceView<double>& view) {
  CopiedSurface copy{std::vector<Vec3<double>>(view.vertex_count),
                     std::vector<std::array<std::uint32_t, 3>>(view.facet_count),
                     std::vector<std::array<std::uint32_t, 2>>(view.edge_count),
                     std::vector<std::uint32_t>(view.facet_count),
                     std::vector<std::uint32_t>(view.vertex_count),
                     std::vector<std::uint32_t>(view.edge_count),
                     view.solid,
                     view.convex,
                     view.rounding};
  const auto first = [](auto& rows) { return rows.empty() ? nullptr : &rows[0][0]; };
  double* const vertices = copy.vertices.empty() ? nullptr : &copy.vertices[0].x;
  host::copy_surface(view, {vertices, copy.vertex_ids.data(), first(copy.facets), copy.planes.data(), first(copy.edges),
                            copy.edge_ids.data()});
  return copy;
}

nb::dict surface(Trees& trees, std::uint32_t shape) {
  CopiedSurface c = asked(trees, [shape](const FacetTrees& all) { return copy_of(all.view(shape)); });
  nb::dict all;
  all["vertices"] = numpy_of<double>(std::move(c.vertices), {3});
  all["facets"] = numpy_of<std::uint32_t>(std::move(c.facets), {3});
  all["planes"] = numpy_of<std::uint32_t>(std::move(c.planes));
  all["edges"] = numpy_of<std::uint32_t>(std::move(c.edges), {2});
  all["vertex_ids"] = numpy_of<std::uint32_t>(std::move(c.vertex_ids));
  all["edge_ids"] = numpy_of<std::uint32_t>(std::move(c.edge_ids));
  all["solid"] = c.solid, all["convex"] = c.convex, all["rounding"] = c.rounding;
  return all;
}

void put_counts(nb::dict& to, const FacetSearchCounts& counts) {
  to["box_pairs"] = counts.box_pairs;
  to["facet_pairs"] = counts.facet_pairs;
  to["distances"] = counts.distances;
}

nb::dict python_counts(const FacetSearchCounts& counts) {
  nb::dict all;
  put_counts(all, counts);
  return all;
}

nb::dict python_counts(const FacetStepCounts& counts) {
  nb::dict all;
  all["candidates"] = counts.candidates;
  all["apart"] = counts.apart;
  all["hulls"] = counts.hulls;
  all["kept"] = counts.kept;
  all["listed"] = counts.listed;
  put_counts(all, counts.search);
  return all;
}

template <class T>
nb::dict python_contacts(FacetContacts<T>&& c) {
  nb::dict all;
  all["offsets"] = numpy_of<std::uint64_t>(std::move(c.offsets));
  all["facet_a"] = numpy_of<std::uint32_t>(std::move(c.facet_a));
  all["facet_b"] = numpy_of<std::uint32_t>(std::move(c.facet_b));
  all["separation"] = numpy_of<T>(std::move(c.separation));
  all["normal"] = numpy_of<T>(std::move(c.normal), {3});
  all["witness_a"] = numpy_of<T>(std::move(c.witness_a), {3});
  all["witness_b"] = numpy_of<T>(std::move(c.witness_b), {3});
  all["point"] = numpy_of<T>(std::move(c.point), {3});
  all["feature_a"] = numpy_of<std::uint64_t>(std::move(c.feature_a));
  all["feature_b"] = numpy_of<std::uint64_t>(std::move(c.feature_b));
  all["kind"] = numpy_of<std::uint8_t>(std::move(c.kind));
  all["key"] = numpy_of<std::uint64_t>(std::move(c.key));
  all["counts"] = python_counts(c.counts);
  return all;
}

nb::dict find_facet_contacts(Trees& trees, const Bodies& bodies, nb::handle pairs, nb::handle records, bool single,
                             double alert_distance, bool contacts, double cone_tolerance, bool join_parts,
                             int threads) {
  const Array array(pairs, "pairs");
  const std::span<const Pair> span = pairs_of(array.require_host());
  std::unique_ptr<const ContactArrays> arrays;
  if (!records.is_none()) {
    arrays = std::make_unique<const ContactArrays>(nb::cast<nb::tuple>(records), span.size(), Array::Use::read);
  }
  const FacetOptions options{alert_distance, contacts, cone_tolerance, join_parts};
  const auto run = [&]<class T>(T) {
    const ContactsView<T> view = arrays != nullptr ? arrays->view<T>() : ContactsView<T>{};
    FacetContacts<T> found = reading(trees.shapes, bodies, [&] {
      const std::lock_guard lock(trees.guard);
      const Cpu cpu{threads};
      const PartsView parts = bodies.set.parts();
      trees.value.build(cpu, trees.shapes.set, parts, span);
      return abut::find_facet_contacts<T>(cpu, trees.value, parts, {span, arrays != nullptr ? &view : nullptr},
                                          options);
    });
    return python_contacts(std::move(found));
  };
  return (arrays != nullptr ? arrays->single(single) : single) ? run(float{}) : run(double{});
}

using Finder = Owned<FacetContactFinder>;

nb::dict find_step(Finder& finder, Trees& trees, const Bodies& bodies, nb::handle candidates, bool single,
                   double alert_distance, bool contacts, double cone_tolerance, bool join_parts) {
  const Array array(candidates, "candidates");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const FacetOptions options{alert_distance, contacts, cone_tolerance, join_parts};
  const auto run = [&]<class T>(T) {
    return python_contacts(reading(trees.shapes, bodies, [&] {
      const std::scoped_lock lock(trees.guard, finder.guard);
      return finder.value.find<T>(trees.shapes.set, trees.value, bodies.set.parts(), span, options);
    }));
  };
  return single ? run(float{}) : run(double{});
}

void bind_finder(nb::module_& m) {
  nb::class_<Finder> c(m, "_FacetContactFinder");
  bind_owned(c);
  c.def("find", &find_step, "trees"_a, "bodies"_a, "candidates"_a, "single"_a, "alert_distance"_a, "contacts"_a,
        "cone_tolerance"_a, "join_parts"_a,
        nb::sig("def find(self, trees: _FacetTrees, bodies: BodySet, candidates: typing.Any, single: bool, "
                "alert_distance: float, contacts: bool, cone_tolerance: float, join_parts: bool) -> dict[str, "
                "typing.Any]"),
        "The members of abut::FacetContacts.");
  c.def(
      "pairs",
      [](Finder& finder) {
        return numpy_of<std::uint32_t>(
            asked(finder,
                  [](const FacetContactFinder& f) { return std::vector<Pair>(f.pairs().begin(), f.pairs().end()); }),
            {2});
      },
      nb::sig("def pairs(self) -> numpy.typing.NDArray[numpy.uint32]"));
  c.def(
      "counts",
      [](Finder& finder) {
        return python_counts(asked(finder, [](const FacetContactFinder& f) { return f.counts(); }));
      },
      nb::sig("def counts(self) -> dict[str, int]"));
  c.def(
      "memory", [](Finder& finder) { return asked(finder, [](const FacetContactFinder& f) { return f.memory(); }); },
      nb::sig("def memory(self) -> int"));
}

}  // namespace

void bind_facets(nb::module_& m) {
  nb::class_<Trees> c(m, "_FacetTrees");
  c.def(nb::init<const Shapes&>(), "shapes"_a, nb::keep_alive<1, 2>(),
        nb::sig("def __init__(self, shapes: ShapeSet) -> None"));
  c.def("set_mesh", &set_mesh, "shape"_a, "mesh"_a, "flatness"_a, "rounding"_a,
        nb::sig("def set_mesh(self, shape: int, mesh: typing.Any, flatness: float, rounding: float) -> None"));
  c.def("build", &build, "bodies"_a, "pairs"_a, "threads"_a,
        nb::sig("def build(self, bodies: BodySet, pairs: typing.Any, threads: int) -> int"));
  c.def(
      "has",
      [](Trees& trees, std::uint32_t shape) {
        return asked(trees, [shape](const FacetTrees& t) { return t.has(shape); });
      },
      "shape"_a, nb::sig("def has(self, shape: int) -> bool"));
  c.def(
      "has_mesh",
      [](Trees& trees, std::uint32_t shape) {
        return asked(trees, [shape](const FacetTrees& t) { return t.has_mesh(shape); });
      },
      "shape"_a, nb::sig("def has_mesh(self, shape: int) -> bool"));
  c.def(
      "shape_count", [](Trees& trees) { return asked(trees, [](const FacetTrees& t) { return t.shape_count(); }); },
      nb::sig("def shape_count(self) -> int"));
  c.def("surface", &surface, "shape"_a, nb::sig("def surface(self, shape: int) -> dict[str, typing.Any]"),
        "What of abut::FacetSurfaceView contacts name.");
  c.def(
      "bytes", [](Trees& trees) { return asked(trees, [](const FacetTrees& t) { return t.bytes(); }); },
      nb::sig("def bytes(self) -> int"));
  m.def("_find_facet_contacts", &find_facet_contacts, "trees"_a, "bodies"_a, "pairs"_a, "records"_a.none(), "single"_a,
        "alert_distance"_a, "contacts"_a, "cone_tolerance"_a, "join_parts"_a, "threads"_a,
        nb::sig("def _find_facet_contacts(trees: _FacetTrees, bodies: BodySet, pairs: typing.Any, records: "
                "tuple[typing.Any, ...] | None, single: bool, alert_distance: float, contacts: bool, cone_tolerance: "
                "float, join_parts: bool, threads: int) -> dict[str, typing.Any]"),
        "The members of abut::FacetContacts.");
  bind_finder(m);
}

}  // namespace abut::python
