// Bodies that deform: their facets, their nodes of each step, and what is wrong with them.
#include <array>
#include <span>
#include <vector>

#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

abut_deforming_options deforming_defaults() {
  return {sizeof(abut_deforming_options), abut::DeformingOptions{}.rebuild_at};
}

abut_deforming_mesh mesh_defaults() {
  abut_deforming_mesh mesh{};
  mesh.size = sizeof mesh, mesh.self_contact = abut::DeformingMesh{}.self_contact ? 1 : 0;
  return mesh;
}

template <std::size_t N>
std::vector<std::array<std::uint32_t, N>> copied(const char* field, const std::uint32_t* nodes, std::size_t count) {
  const auto rows = rows_of<N>("mesh", field, nodes, count);
  return {rows.begin(), rows.end()};
}

abut::DeformingMesh mesh_of(const abut_deforming_mesh* mesh) {
  need("mesh", mesh);
  const abut_deforming_mesh m = given_or("mesh", mesh, mesh_defaults());
  abut::DeformingMesh out;
  out.node_count = m.node_count, out.self_contact = m.self_contact != 0, out.solid = m.solid != 0;
  out.triangles = copied<3>("triangles", m.triangles, m.triangle_count);
  out.quadrilaterals = copied<4>("quadrilaterals", m.quadrilaterals, m.quadrilateral_count);
  out.tetrahedra = copied<4>("tetrahedra", m.tetrahedra, m.tetrahedron_count);
  out.hexahedra = copied<8>("hexahedra", m.hexahedra, m.hexahedron_count);
  return out;
}

/// `ask` of the bodies into `*out`, named `argument`.
template <class Out, class Ask>
int tell(const char* function, const abut_deforming_bodies* bodies, const char* argument, Out* out,
         const Ask& ask) noexcept {
  return guarded(function, [&] {
    const auto held = object(bodies, "bodies");
    need(argument, out);
    *out = ask(*held);
  });
}

/// Rows of `N` numbers, that `ask` finds, into a caller's array.
template <std::size_t N, class Number, class Ask>
int give_rows(const char* function, const abut_deforming_bodies* bodies, Number* out, std::size_t capacity,
              std::size_t* count, const Ask& ask) noexcept {
  return guarded(function, [&] {
    const auto held = object(bodies, "bodies");
    const auto list = ask(*held);
    give_list(std::span(list), reinterpret_cast<std::array<Number, N>*>(out), capacity, count, "rows");
  });
}

}  // namespace

int abut_deforming_options_init(abut_deforming_options* options, size_t size) {
  return init_struct("abut_deforming_options_init", options, size, deforming_defaults());
}
int abut_deforming_mesh_init(abut_deforming_mesh* mesh, size_t size) {
  return init_struct("abut_deforming_mesh_init", mesh, size, mesh_defaults());
}

int abut_deforming_bodies_new(const abut_deforming_options* options, abut_deforming_bodies** bodies) {
  return make_handle("abut_deforming_bodies_new", "bodies", bodies, [&] {
    const abut_deforming_options o = given_or("options", options, deforming_defaults());
    return std::make_shared<abut::DeformingBodies>(abut::DeformingOptions{o.rebuild_at});
  });
}
int abut_deforming_bodies_free(abut_deforming_bodies* bodies) { return freed("abut_deforming_bodies_free", bodies); }

int abut_deforming_bodies_add(abut_deforming_bodies* bodies, const abut_deforming_mesh* mesh, uint32_t* body) {
  return guarded("abut_deforming_bodies_add", [&] {
    const auto held = object(bodies, "bodies");
    const std::uint32_t number = held->add(mesh_of(mesh));
    if (body != nullptr) *body = number;
  });
}
int abut_deforming_bodies_move(int threads, abut_deforming_bodies* bodies, const double* nodes, size_t node_count) {
  return guarded("abut_deforming_bodies_move", [&] {
    const auto held = object(bodies, "bodies");
    held->move(abut::Cpu{threads}, points3("nodes", nodes, node_count));
  });
}

int abut_deforming_bodies_body_count(const abut_deforming_bodies* bodies, uint32_t* count) {
  return tell("abut_deforming_bodies_body_count", bodies, "count", count, [](const auto& b) { return b.body_count(); });
}
int abut_deforming_bodies_node_count(const abut_deforming_bodies* bodies, uint32_t* count) {
  return tell("abut_deforming_bodies_node_count", bodies, "count", count, [](const auto& b) { return b.node_count(); });
}
int abut_deforming_bodies_facet_count(const abut_deforming_bodies* bodies, uint32_t* count) {
  return tell("abut_deforming_bodies_facet_count", bodies, "count", count,
              [](const auto& b) { return b.facet_count(); });
}
int abut_deforming_bodies_node_begin(const abut_deforming_bodies* bodies, uint32_t body, uint32_t* node) {
  return tell("abut_deforming_bodies_node_begin", bodies, "node", node,
              [body](const auto& b) { return b.node_begin(body); });
}
int abut_deforming_bodies_is_solid(const abut_deforming_bodies* bodies, uint32_t body, int* solid) {
  return tell("abut_deforming_bodies_is_solid", bodies, "solid", solid,
              [body](const auto& b) { return b.is_solid(body) ? 1 : 0; });
}
int abut_deforming_bodies_has_self_contact(const abut_deforming_bodies* bodies, uint32_t body, int* has) {
  return tell("abut_deforming_bodies_has_self_contact", bodies, "has", has,
              [body](const auto& b) { return b.has_self_contact(body) ? 1 : 0; });
}
int abut_deforming_bodies_fresh_cost(const abut_deforming_bodies* bodies, uint32_t body, double* cost) {
  return tell("abut_deforming_bodies_fresh_cost", bodies, "cost", cost,
              [body](const auto& b) { return b.fresh_cost(body); });
}
int abut_deforming_bodies_bytes(const abut_deforming_bodies* bodies, size_t* bytes) {
  return tell("abut_deforming_bodies_bytes", bodies, "bytes", bytes, [](const auto& b) { return b.bytes(); });
}

int abut_deforming_bodies_facets(const abut_deforming_bodies* bodies, uint32_t body, uint32_t* facets, size_t capacity,
                                 size_t* count) {
  return give_rows<3>("abut_deforming_bodies_facets", bodies, facets, capacity, count,
                      [body](const auto& b) { return b.facets(body); });
}
int abut_deforming_bodies_edges(const abut_deforming_bodies* bodies, uint32_t body, uint32_t* edges, size_t capacity,
                                size_t* count) {
  return give_rows<2>("abut_deforming_bodies_edges", bodies, edges, capacity, count,
                      [body](const auto& b) { return b.edges(body); });
}
int abut_deforming_bodies_nodes(const abut_deforming_bodies* bodies, double* nodes, size_t capacity, size_t* count) {
  return give_rows<3>("abut_deforming_bodies_nodes", bodies, nodes, capacity, count,
                      [](const auto& b) { return b.nodes(); });
}
int abut_deforming_bodies_origins(const abut_deforming_bodies* bodies, uint32_t body, abut_facet_origin* origins,
                                  size_t capacity, size_t* count) {
  return guarded("abut_deforming_bodies_origins", [&] {
    const auto held = object(bodies, "bodies");
    std::vector<abut_facet_origin> all;
    for (const abut::FacetOrigin& from : held->origins(body)) {
      all.push_back({static_cast<std::uint32_t>(from.source), from.index});
    }
    give_list(std::span<const abut_facet_origin>(all), origins, capacity, count, "rows");
  });
}

int abut_deforming_bodies_status(const abut_deforming_bodies* bodies, uint32_t body, abut_deforming_status* status) {
  return guarded("abut_deforming_bodies_status", [&] {
    const auto held = object(bodies, "bodies");
    const abut::DeformingBodyStatus s = held->status(body);
    give("status", status, abut_deforming_status{0, static_cast<std::uint32_t>(s.fault), s.index, s.facet, s.count});
  });
}
int abut_deforming_bodies_faults(const abut_deforming_bodies* bodies, uint32_t body, uint32_t* faults, size_t capacity,
                                 size_t* count) {
  return give_rows<4>("abut_deforming_bodies_faults", bodies, faults, capacity, count, [body](const auto& b) {
    std::vector<std::array<std::uint32_t, 4>> rows;
    for (const abut::DeformingBodyStatus& s : b.faults(body)) {
      rows.push_back({static_cast<std::uint32_t>(s.fault), s.index, s.facet, s.count});
    }
    return rows;
  });
}
int abut_deforming_bodies_quality(const abut_deforming_bodies* bodies, uint32_t body, abut_tree_quality* quality) {
  return guarded("abut_deforming_bodies_quality", [&] {
    const auto held = object(bodies, "bodies");
    const abut::TreeQuality& q = held->quality(body);
    give("quality", quality, abut_tree_quality{0, q.cost, q.built_cost, q.builds, 0});
  });
}
