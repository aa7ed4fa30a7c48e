// Bodies that deform: their facets, their nodes of each step, and what is wrong with them.
#include "abut/deform/deforming_bodies.h"

#include <mutex>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "host/python/deforming_objects.h"
#include "host/python/index_rows.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/points.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

/// `elements`: (triangles, quadrilaterals, tetrahedra, hexahedra), as `_deforming_bodies.py` makes them.
std::uint32_t add(Deforming& bodies, std::uint32_t node_count, nb::handle elements, bool self_contact, bool solid) {
  const auto given = nb::cast<nb::tuple>(elements);
  DeformingMesh mesh;
  mesh.node_count = node_count, mesh.self_contact = self_contact, mesh.solid = solid;
  mesh.triangles = index_rows_of<3>(given[0], "triangles");
  mesh.quadrilaterals = index_rows_of<4>(given[1], "quadrilaterals");
  mesh.tetrahedra = index_rows_of<4>(given[2], "tetrahedra");
  mesh.hexahedra = index_rows_of<8>(given[3], "hexahedra");
  return without_lock([&] {
    const Changing lock(bodies.guard);
    return bodies.value.add(mesh);
  });
}

void move(Deforming& bodies, nb::handle nodes, int threads) {
  const Points<double> points(nodes, "nodes");
  without_lock([&] {
    const Changing lock(bodies.guard);
    bodies.value.move(Cpu{threads}, points.view());
  });
}

template <class E>
std::vector<E> copy_of(std::span<const E> values) {
  return {values.begin(), values.end()};
}

nb::object facets(const Deforming& bodies, std::uint32_t body) {
  return numpy_of<std::uint32_t>(asked(bodies, [body](const DeformingBodies& b) { return copy_of(b.facets(body)); }),
                                 {3});
}
nb::object edges(const Deforming& bodies, std::uint32_t body) {
  return numpy_of<std::uint32_t>(asked(bodies, [body](const DeformingBodies& b) { return copy_of(b.edges(body)); }),
                                 {2});
}
nb::object nodes(const Deforming& bodies) {
  return numpy_of<double>(asked(bodies, [](const DeformingBodies& b) { return copy_of(b.nodes()); }), {3});
}

/// (source, index)
nb::tuple origins(const Deforming& bodies, std::uint32_t body) {
  std::vector<std::uint8_t> source;
  std::vector<std::uint32_t> index;
  asked(bodies, [&](const DeformingBodies& b) {
    for (const FacetOrigin& from : b.origins(body)) {
      source.push_back(static_cast<std::uint8_t>(from.source)), index.push_back(from.index);
    }
  });
  return nb::make_tuple(numpy_of<std::uint8_t>(std::move(source)), numpy_of<std::uint32_t>(std::move(index)));
}

nb::dict dict_of(std::span<const DeformingBodyStatus> statuses) {
  std::vector<std::uint8_t> fault;
  std::vector<std::uint32_t> index, facet, count;
  for (const DeformingBodyStatus& s : statuses) {
    fault.push_back(static_cast<std::uint8_t>(s.fault)), index.push_back(s.index);
    facet.push_back(s.facet), count.push_back(s.count);
  }
  nb::dict all;
  all["fault"] = numpy_of<std::uint8_t>(std::move(fault));
  all["index"] = numpy_of<std::uint32_t>(std::move(index));
  all["facet"] = numpy_of<std::uint32_t>(std::move(facet));
  all["count"] = numpy_of<std::uint32_t>(std::move(count));
  return all;
}

/// One element a body.
nb::dict status(const Deforming& bodies) {
  std::vector<DeformingBodyStatus> statuses;
  asked(bodies, [&](const DeformingBodies& all) {
    for (std::uint32_t b = 0; b < all.body_count(); ++b) statuses.push_back(all.status(b));
  });
  return dict_of(statuses);
}

/// One element a kind.
nb::dict faults(const Deforming& bodies, std::uint32_t body) {
  std::vector<DeformingBodyStatus> found;
  asked(bodies, [&](const DeformingBodies& all) {
    const auto faults = all.faults(body);
    found.assign(faults.begin(), faults.end());
  });
  return dict_of(found);
}

/// One element a body.
nb::dict quality(const Deforming& bodies) {
  std::vector<double> cost, built_cost;
  std::vector<std::uint32_t> builds;
  asked(bodies, [&](const DeformingBodies& all) {
    for (std::uint32_t b = 0; b < all.body_count(); ++b) {
      const TreeQuality& q = all.quality(b);
      cost.push_back(q.cost), built_cost.push_back(q.built_cost), builds.push_back(q.builds);
    }
  });
  nb::dict all;
  all["cost"] = numpy_of<double>(std::move(cost));
  all["built_cost"] = numpy_of<double>(std::move(built_cost));
  all["builds"] = numpy_of<std::uint32_t>(std::move(builds));
  return all;
}

/// A method that asks one of the bodies.
template <class Answer>
void bind_of_body(nb::class_<Deforming>& c, const char* name, Answer (DeformingBodies::*ask)(std::uint32_t) const,
                  const char* signature) {
  c.def(
      name,
      [ask](const Deforming& bodies, std::uint32_t body) {
        return asked(bodies, [ask, body](const DeformingBodies& b) { return (b.*ask)(body); });
      },
      "body"_a, nb::sig(signature));
}

/// A method that asks about all of them.
template <class Answer>
void bind_of_all(nb::class_<Deforming>& c, const char* name, Answer (DeformingBodies::*ask)() const,
                 const char* signature) {
  c.def(
      name,
      [ask](const Deforming& bodies) { return asked(bodies, [ask](const DeformingBodies& b) { return (b.*ask)(); }); },
      nb::sig(signature));
}

void bind_arrays(nb::class_<Deforming>& c) {
  c.def("facets", &facets, "body"_a, nb::sig("def facets(self, body: int) -> numpy.typing.NDArray[numpy.uint32]"));
  c.def("edges", &edges, "body"_a, nb::sig("def edges(self, body: int) -> numpy.typing.NDArray[numpy.uint32]"));
  c.def("origins", &origins, "body"_a, nb::sig("def origins(self, body: int) -> tuple[typing.Any, typing.Any]"),
        "Where facets are from: sources and indices.");
  c.def("nodes", &nodes, nb::sig("def nodes(self) -> numpy.typing.NDArray[numpy.float64]"));
  c.def("status", &status, nb::sig("def status(self) -> dict[str, typing.Any]"),
        "The members of abut::DeformingBodyStatus.");
  c.def("faults", &faults, "body"_a, nb::sig("def faults(self, body: int) -> dict[str, typing.Any]"),
        "The members of abut::DeformingBodyStatus.");
  c.def("quality", &quality, nb::sig("def quality(self) -> dict[str, typing.Any]"),
        "The members of abut::TreeQuality.");
}

}  // namespace

void bind_deforming_bodies(nb::module_& m) {
  nb::class_<Deforming> c(m, "_DeformingBodies");
  c.def(
      "__init__", [](Deforming* self, double rebuild_at) { new (self) Deforming(DeformingOptions{rebuild_at}); },
      "rebuild_at"_a, nb::sig("def __init__(self, rebuild_at: float) -> None"));
  c.def("add", &add, "node_count"_a, "elements"_a, "self_contact"_a, "solid"_a,
        nb::sig("def add(self, node_count: int, elements: tuple[typing.Any, ...], self_contact: bool, solid: bool) -> "
                "int"));
  c.def("move", &move, "nodes"_a.none(), "threads"_a, nb::sig("def move(self, nodes: Numbers, threads: int) -> None"));
  bind_of_all(c, "body_count", &DeformingBodies::body_count, "def body_count(self) -> int");
  bind_of_all(c, "node_count", &DeformingBodies::node_count, "def node_count(self) -> int");
  bind_of_all(c, "facet_count", &DeformingBodies::facet_count, "def facet_count(self) -> int");
  bind_of_all(c, "bytes", &DeformingBodies::bytes, "def bytes(self) -> int");
  bind_of_body(c, "node_begin", &DeformingBodies::node_begin, "def node_begin(self, body: int) -> int");
  bind_of_body(c, "is_solid", &DeformingBodies::is_solid, "def is_solid(self, body: int) -> bool");
  bind_of_body(c, "has_self_contact", &DeformingBodies::has_self_contact,
               "def has_self_contact(self, body: int) -> bool");
  bind_of_body(c, "fresh_cost", &DeformingBodies::fresh_cost, "def fresh_cost(self, body: int) -> float");
  bind_arrays(c);
}

}  // namespace abut::python
