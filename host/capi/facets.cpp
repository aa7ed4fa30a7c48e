// Contacts between single facets on cores.
#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

static_assert(sizeof(abut::FacetContactKind) == 1);
static_assert(ABUT_FACETS_APART == static_cast<int>(abut::FacetContactKind::apart) &&
              ABUT_FACETS_BELOW == static_cast<int>(abut::FacetContactKind::below) &&
              ABUT_FACETS_CROSSING == static_cast<int>(abut::FacetContactKind::crossing) &&
              ABUT_FACETS_TOUCHING == static_cast<int>(abut::FacetContactKind::touching) &&
              ABUT_FACETS_PART == static_cast<int>(abut::FacetContactKind::part));

abut_facet_mesh_options mesh_defaults() {
  const abut::FacetMeshOptions d;
  return {sizeof(abut_facet_mesh_options), d.flatness, d.rounding};
}

abut_facet_options defaults() {
  const abut::FacetOptions d;
  return {sizeof(abut_facet_options), d.alert_distance, d.cone_tolerance, d.contacts ? 1u : 0u, d.join_parts ? 1u : 0u};
}

template <class T>
bool has_arrays(const abut::FacetContactsView<T>& v) {
  return v.facet_a.data != nullptr || v.facet_b.data != nullptr || v.separation.data != nullptr ||
         v.normal.x != nullptr || v.witness_a.x != nullptr || v.witness_b.x != nullptr || v.point.x != nullptr ||
         v.feature_a.data != nullptr || v.feature_b.data != nullptr || v.kind.data != nullptr || v.key.data != nullptr;
}

template <class T>
void find(int threads, const abut_facet_trees* trees, const abut_parts* parts,
          const typename CTypes<T>::PairContacts* of, const abut_facet_options* options,
          const typename CTypes<T>::FacetContacts* out) {
  const auto held = object(trees, "trees");
  const auto given_pairs = given("of", of);
  abut::ContactsView<T> records;
  abut::FacetPairs<T> pairs{pairs_of("of->pairs", given_pairs.pairs)};
  if (given_pairs.contacts != nullptr) {
    records = contacts_view<T>("of->contacts", given_pairs.contacts);
    pairs.records = &records;
  }
  const abut_facet_options o = given_or("options", options, defaults());
  abut::FacetContactsView<T> view = facet_contacts_view<T>("out", out);
  need_field("out", "offsets", view.offsets);
  uint64_t counted = 0;
  if (view.needed == nullptr) view.needed = &counted;
  abut::find_facet_contacts<T>(abut::Cpu{threads}, *held, parts_view("parts", parts), pairs,
                               {o.alert_distance, o.contacts != 0, o.cone_tolerance, o.join_parts != 0}, view);
  if (has_arrays(view) && *view.needed > view.capacity) {
    throw TooSmall("out->capacity is " + std::to_string(view.capacity) + "; needed are " +
                   std::to_string(*view.needed) + " contacts");
  }
}

}  // namespace

int abut_facet_mesh_options_init(abut_facet_mesh_options* options, size_t size) {
  return init_struct("abut_facet_mesh_options_init", options, size, mesh_defaults());
}
int abut_facet_options_init(abut_facet_options* options, size_t size) {
  return init_struct("abut_facet_options_init", options, size, defaults());
}

int abut_facet_trees_new(abut_facet_trees** trees) {
  return make_handle("abut_facet_trees_new", "trees", trees, [] { return std::make_shared<abut::FacetTrees>(); });
}
int abut_facet_trees_free(abut_facet_trees* trees) { return freed("abut_facet_trees_free", trees); }

int abut_facet_trees_set_mesh(abut_facet_trees* trees, const abut_shapes* shapes, uint32_t shape, const abut_mesh* mesh,
                              const abut_facet_mesh_options* options) {
  return guarded("abut_facet_trees_set_mesh", [&] {
    const auto held = object(trees, "trees");
    const auto of = object(shapes, "shapes");
    const auto facets = object(mesh, "mesh");
    const abut_facet_mesh_options o = given_or("options", options, mesh_defaults());
    held->set_mesh(*of->set, shape, *facets, {o.flatness, o.rounding});
  });
}

int abut_facet_trees_build(int threads, abut_facet_trees* trees, const abut_shapes* shapes, const abut_parts* parts,
                           const abut_pairs* pairs, size_t* built) {
  return guarded("abut_facet_trees_build", [&] {
    const auto held = object(trees, "trees");
    const auto of = object(shapes, "shapes");
    const size_t count =
        held->build(abut::Cpu{threads}, *of->set, parts_view("parts", parts), pairs_of("pairs", pairs));
    if (built != nullptr) *built = count;
  });
}

int abut_facet_trees_has(const abut_facet_trees* trees, uint32_t shape, int* has) {
  return guarded("abut_facet_trees_has", [&] {
    const auto held = object(trees, "trees");
    need("has", has);
    *has = held->has(shape) ? 1 : 0;
  });
}

int abut_facet_trees_has_mesh(const abut_facet_trees* trees, uint32_t shape, int* has) {
  return guarded("abut_facet_trees_has_mesh", [&] {
    const auto held = object(trees, "trees");
    need("has", has);
    *has = held->has_mesh(shape) ? 1 : 0;
  });
}

int abut_facet_trees_bytes(const abut_facet_trees* trees, size_t* bytes) {
  return guarded("abut_facet_trees_bytes", [&] {
    const auto held = object(trees, "trees");
    need("bytes", bytes);
    *bytes = held->bytes();
  });
}

int abut_find_facet_contacts_f32(int threads, const abut_facet_trees* trees, const abut_parts* parts,
                                 const abut_pair_contacts_f32* of, const abut_facet_options* options,
                                 const abut_facet_contacts_f32* out) {
  return guarded("abut_find_facet_contacts_f32", [&] { find<float>(threads, trees, parts, of, options, out); });
}
int abut_find_facet_contacts_f64(int threads, const abut_facet_trees* trees, const abut_parts* parts,
                                 const abut_pair_contacts_f64* of, const abut_facet_options* options,
                                 const abut_facet_contacts_f64* out) {
  return guarded("abut_find_facet_contacts_f64", [&] { find<double>(threads, trees, parts, of, options, out); });
}
