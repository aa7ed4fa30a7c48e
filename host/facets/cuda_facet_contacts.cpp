// Checks of searches of facets that are about to be enqueued, and copies of surfaces; the work is the backend's.
#include "abut/cuda_facet_contacts.h"

#include <string>
#include <vector>

#include "host/exec/device_batch_checks.h"
#include "host/exec/list_checks.h"
#include "host/exec/staged_copy.h"
#include "host/facets/facet_batch.h"

namespace abut {
namespace {

constexpr const char* function = "find_facet_contacts";

/// The view of `from` in memory of `to`; `copy(to, from, count)` is asked to fill each array.
template <class Copy>
FacetSurfaceView<double> lay_out_surface(const FacetSurfaceView<double>& from, Workspace& to, const Copy& copy) {
  FacetSurfaceView<double> out = from;
  const auto place = [&](auto*& array, std::size_t count) { host::layout_detail::place(array, count, to, copy); };
  place(out.points, from.vertex_count), place(out.vertices, from.vertex_count), place(out.facets, from.facet_count);
  place(out.edges, from.edge_count), place(out.normals, from.plane_count), place(out.nodes, from.node_count);
  place(out.opposites, from.edge_count > 0 ? from.edges[from.edge_count - 1].opposite_end : 0);
  place(out.neighbours, from.vertex_count > 0 ? from.vertices[from.vertex_count - 1].neighbour_end : 0);
  place(out.edge_ids, from.edge_count), place(out.vertex_ids, from.vertex_count);
  place(out.plane_ids, from.plane_count);
  return out;
}

/// Of all shapes: first the table of views, then what they point to. `copy` as above, `count` 0 for the table.
template <class Copy>
std::vector<FacetSurfaceView<double>> lay_out_surfaces(const FacetTrees& trees, Workspace& to, const Copy& copy) {
  std::vector<FacetSurfaceView<double>> table(trees.shape_count());
  to.take<FacetSurfaceView<double>>(table.size());
  for (std::uint32_t shape = 0; shape < table.size(); ++shape) {
    if (trees.has(shape)) table[shape] = lay_out_surface(trees.view(shape), to, copy);
  }
  return table;
}

void check_room(const char* name, std::uint64_t room) {
  host::check_count(function, std::string("options.room.") + name, room);
}

template <class T>
void check_arrays(const backend::FacetSearch<T>& s) {
  const auto check = [](const char* name, const auto* array) {
    host::check_pointer(function, name, array, sizeof(*array));
  };
  const FacetContactsView<T>& out = s.out;
  check("out.offsets", out.offsets), check("out.needed", out.needed);
  host::check_pointer(function, "out.room_needed", out.room_needed, alignof(FacetRoom));
  const auto check_out = [&](const auto* array) {
    if (array != nullptr) check("an array of out", array);
  };
  check_out(out.facet_a.data), check_out(out.facet_b.data), check_out(out.separation.data);
  for (const StridedVec3<T>& v : {out.normal, out.witness_a, out.witness_b, out.point}) {
    check_out(v.x), check_out(v.y), check_out(v.z);
  }
  check_out(out.feature_a.data), check_out(out.feature_b.data), check_out(out.kind.data), check_out(out.key.data);
  if (s.pair_count == 0) return;
  host::check_pointer(function, "pairs", s.pairs, alignof(Pair));
  host::check_pointer(function, "surfaces", s.surfaces.of_shape, alignof(FacetSurfaceView<double>));
  const PartsView& p = s.parts;
  check("parts.shape", p.shape), check("parts.body", p.body);
  for (const double* array : {p.px, p.py, p.pz, p.body_x, p.body_y, p.body_z}) check("an array of parts", array);
  for (const double* array : p.r) check("an array of parts.r", array);
  if (!s.has_records) return;
  const ContactsView<T>& r = s.records;
  check("records.separation", r.separation.data), check("records.status", r.status.data);
  for (const T* array : {r.normal.x, r.normal.y, r.normal.z}) check("records.normal", array);
  for (const T* array : {r.witness_a.x, r.witness_a.y, r.witness_a.z}) check("records.witness_a", array);
  check("records.feature_a", r.feature_a.data), check("records.feature_b", r.feature_b.data);
}

/// The debug mode: throws for the first pair that names what is not there, or a shape without a surface.
template <class T>
void check_pairs(const Cuda& cuda, const backend::FacetSearch<T>& s) {
  const backend::NamedPairs named{s.pairs, s.pair_count, s.count, s.parts.shape, s.parts.count, s.surfaces.shape_count};
  const host::DeviceMemory lowest(cuda, sizeof(std::uint64_t));
  const auto first = [&] { return host::read_back<std::uint64_t>(cuda, lowest.data()); };
  const auto shape_of = [&](std::uint32_t part) { return host::read_back<std::uint32_t>(cuda, s.parts.shape + part); };
  backend::find_bad_pair(cuda.stream, named, static_cast<std::uint64_t*>(lowest.data()));
  if (const std::uint64_t bad = first(); bad != backend::no_bad_pair) {
    const auto pair = host::read_back<Pair>(cuda, s.pairs + bad);
    for (const std::uint32_t part : {pair.a, pair.b}) {
      host::check_index(function, bad, part, s.parts.count);
      if (const std::uint32_t shape = shape_of(part); shape >= s.surfaces.shape_count) host::no_facets_yet(bad, shape);
    }
  }
  backend::find_no_surface(cuda.stream, named, s.surfaces, static_cast<std::uint64_t*>(lowest.data()));
  if (const std::uint64_t bad = first(); bad != backend::no_bad_pair) {
    const auto pair = host::read_back<Pair>(cuda, s.pairs + bad);
    for (const std::uint32_t part : {pair.a, pair.b}) {
      const std::uint32_t shape = shape_of(part);
      const auto view = host::read_back<FacetSurfaceView<double>>(cuda, s.surfaces.of_shape + shape);
      if (view.facet_count == 0) host::no_facets_yet(bad, shape);
    }
  }
}

template <class T>
void enqueue(const Cuda& cuda, const backend::FacetSearch<T>& search) {
  host::check_facet_options(function, search.options);
  host::check_count(function, "pairs", search.pair_count);
  check_room("facet_pairs", search.options.room.facet_pairs), check_room("contacts", search.options.room.contacts);
  check_arrays(search);
  host::need_device();
  if (cuda.checked && search.pair_count > 0) check_pairs(cuda, search);
  const backend::FacetSizes sizes{search.pair_count, search.parts.count, search.options.room};
  host::check_workspace(function, cuda, backend::find_facet_contacts_workspace(sizes));
  backend::find_facet_contacts(cuda.stream, search, cuda.workspace.data());
}

}  // namespace

std::size_t device_facets_bytes(const FacetTrees& trees) {
  Workspace counting;
  lay_out_surfaces(trees, counting, [](auto*, const auto*, std::size_t) {});
  return counting.bytes();
}

FacetSurfaces copy_facets(const Cuda& cuda, const FacetTrees& trees, const Workspace& memory) {
  const std::size_t bytes = device_facets_bytes(trees);
  if (!host::check_copy("copy_facets", memory, bytes)) return {};
  const auto table = host::copy_staged(cuda, memory.data(), bytes, [&](Workspace& arrays, const auto& stage) {
    return lay_out_surfaces(trees, arrays, stage);
  });
  return {static_cast<const FacetSurfaceView<double>*>(memory.data()), static_cast<std::uint32_t>(table.size())};
}

std::size_t find_facet_contacts_workspace(const Cuda&, std::uint64_t pair_count, std::uint32_t part_count,
                                          const FacetOptions& options) {
  host::need_device();
  return backend::find_facet_contacts_workspace({pair_count, part_count, options.room});
}

template <class T>
void find_facet_contacts(const Cuda& cuda, const FacetSurfaces& surfaces, const PartsView& parts,
                         const FacetPairs<T>& pairs, const FacetOptions& options, const FacetContactsView<T>& out) {
  const bool has_records = pairs.records != nullptr;
  enqueue<T>(cuda, {surfaces, parts, pairs.pairs.data(), pairs.pairs.size(), nullptr, has_records,
                    has_records ? *pairs.records : ContactsView<T>{}, options, out});
}

template <class T>
void find_facet_contacts(const Cuda& cuda, const FacetSurfaces& surfaces, const PartsView& parts,
                         const FacetPairList<T>& pairs, const FacetOptions& options, const FacetContactsView<T>& out) {
  const bool has_records = pairs.records != nullptr;
  const PairList& list = pairs.pairs;
  host::check_list(function, "pairs", list);
  enqueue<T>(cuda, {surfaces, parts, list.pairs, list.capacity, list.count, has_records,
                    has_records ? *pairs.records : ContactsView<T>{}, options, out});
}

#define ABUT_INSTANTIATE(T)                                                                                          \
  template void find_facet_contacts<T>(const Cuda&, const FacetSurfaces&, const PartsView&, const FacetPairs<T>&,    \
                                       const FacetOptions&, const FacetContactsView<T>&);                            \
  template void find_facet_contacts<T>(const Cuda&, const FacetSurfaces&, const PartsView&, const FacetPairList<T>&, \
                                       const FacetOptions&, const FacetContactsView<T>&);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
