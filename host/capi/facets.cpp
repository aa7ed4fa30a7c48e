// Contacts between single facets on cores.
#include "abut/narrow/batch.h"
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
  const abut::FacetOptions o = facet_options(options);
  abut::FacetContactsView<T> view = facet_contacts_view<T>("out", out);
  need_field("out", "offsets", view.offsets);
  uint64_t counted = 0;
  if (view.needed == nullptr) view.needed = &counted;
  abut::find_facet_contacts<T>(abut::Cpu{threads}, *held, parts_view("parts", parts), pairs, o, view);
  if (has_arrays(view) && *view.needed > view.capacity) {
    throw TooSmall("out->capacity is " + std::to_string(view.capacity) + "; needed are " +
                   std::to_string(*view.needed) + " contacts");
  }
}

/// Where a step's pairs and their contacts are written. Data only.
template <class T>
struct StepLists {
  abut::PairList pairs;
  abut::FacetContactsView<T> contacts;
};

/// Checked before anything is done.
template <class T>
StepLists<T> step_lists(const abut_pair_list* pairs, const typename CTypes<T>::FacetContacts* out) {
  const StepLists<T> to{list_without_rows("pairs", pairs), facet_contacts_view<T>("out", out)};
  if (to.pairs.pairs != nullptr) need_field("out", "offsets", to.contacts.offsets);
  return to;
}

template <class T>
void give_step(std::span<const abut::Pair> pairs, const abut::FacetContacts<T>& found, const StepLists<T>& out) {
  using abut::batch_detail::put;
  const abut::FacetContactsView<T>& to = out.contacts;
  *out.pairs.count = pairs.size();
  if (to.needed != nullptr) *to.needed = found.size();
  const bool asked = has_arrays(to);
  if ((out.pairs.pairs != nullptr && pairs.size() > out.pairs.capacity) || (asked && found.size() > to.capacity)) {
    throw TooSmall("pairs->capacity is " + std::to_string(out.pairs.capacity) + ", out->capacity " +
                   std::to_string(to.capacity) + "; needed are " + std::to_string(pairs.size()) + " pairs and " +
                   std::to_string(found.size()) + " contacts");
  }
  if (out.pairs.pairs != nullptr) std::copy(pairs.begin(), pairs.end(), out.pairs.pairs);
  if (to.offsets != nullptr && pairs.size() <= out.pairs.capacity) {
    to.offsets[0] = 0;  // where there is no answer yet there are no offsets either
    std::copy(found.offsets.begin(), found.offsets.end(), to.offsets);
  }
  for (std::size_t i = 0; asked && i < found.size(); ++i) {
    put(to.facet_a, i, found.facet_a[i]), put(to.facet_b, i, found.facet_b[i]);
    put(to.separation, i, found.separation[i]), put(to.normal, i, found.normal[i]);
    put(to.witness_a, i, found.witness_a[i]), put(to.witness_b, i, found.witness_b[i]);
    put(to.point, i, found.point[i]);
    put(to.feature_a, i, found.feature_a[i]), put(to.feature_b, i, found.feature_b[i]);
    put(to.kind, i, found.kind[i]), put(to.key, i, found.key[i]);
  }
}

template <class T>
void find_step(abut_facet_contact_finder* finder, const abut_faceted_parts* parts, const abut_pairs* candidates,
               const abut_facet_options* options, const abut_pair_list* pairs,
               const typename CTypes<T>::FacetContacts* out) {
  const auto held = object(finder, "finder");
  const abut_faceted_parts of = given("parts", parts);
  const auto shapes = object(of.shapes, "parts->shapes");
  const auto trees = object(of.trees, "parts->trees");
  const abut::PartsView view = parts_view("parts->parts", of.parts);
  const auto list = pairs_of("candidates", candidates);
  const abut::FacetOptions o = facet_options(options);
  const StepLists<T> to = step_lists<T>(pairs, out);
  held->last = {};  // a search that fails leaves no answer
  const auto& found =
      held->last.emplace<abut::FacetContacts<T>>(held->finder.find<T>(*shapes->set, *trees, view, list, o));
  give_step(held->finder.pairs(), found, to);
}

template <class T>
void give_last(const abut_facet_contact_finder* finder, const abut_pair_list* pairs,
               const typename CTypes<T>::FacetContacts* out) {
  const auto held = object(finder, "finder");
  const StepLists<T> to = step_lists<T>(pairs, out);
  if (std::holds_alternative<std::monostate>(held->last)) return give_step<T>({}, {}, to);
  const auto* const found = std::get_if<abut::FacetContacts<T>>(&held->last);
  if (found == nullptr) {
    throw abut::InvalidInput(std::string("the finder's contacts are in ") +
                             (std::is_same_v<T, float> ? "double" : "float") +
                             "; allowed is a function that ends as the one that found them");
  }
  give_step(held->finder.pairs(), *found, to);
}

abut_facet_step_counts step_counts(const abut::FacetStepCounts& c) {
  const abut::FacetSearchCounts& s = c.search;
  return {sizeof(abut_facet_step_counts),
          c.candidates,
          c.apart,
          c.hulls,
          c.kept,
          c.listed,
          s.box_pairs,
          s.facet_pairs,
          s.distances};
}

}  // namespace

int abut_facet_mesh_options_init(abut_facet_mesh_options* options, size_t size) {
  return init_struct("abut_facet_mesh_options_init", options, size, mesh_defaults());
}
int abut_facet_options_init(abut_facet_options* options, size_t size) {
  return init_struct("abut_facet_options_init", options, size, facet_defaults());
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

int abut_facet_trees_shape_count(const abut_facet_trees* trees, uint32_t* count) {
  return guarded("abut_facet_trees_shape_count", [&] {
    const auto held = object(trees, "trees");
    need("count", count);
    *count = held->shape_count();
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

int abut_facet_contact_finder_new(int threads, abut_facet_contact_finder** finder) {
  return make_handle("abut_facet_contact_finder_new", "finder", finder, [&] {
    return std::make_shared<FacetFinder>(FacetFinder{abut::FacetContactFinder(abut::Cpu{threads}), {}});
  });
}
int abut_facet_contact_finder_free(abut_facet_contact_finder* finder) {
  return freed("abut_facet_contact_finder_free", finder);
}

int abut_facet_contact_finder_find_f32(abut_facet_contact_finder* finder, const abut_faceted_parts* parts,
                                       const abut_pairs* candidates, const abut_facet_options* options,
                                       const abut_pair_list* pairs, const abut_facet_contacts_f32* out) {
  return guarded("abut_facet_contact_finder_find_f32",
                 [&] { find_step<float>(finder, parts, candidates, options, pairs, out); });
}
int abut_facet_contact_finder_find_f64(abut_facet_contact_finder* finder, const abut_faceted_parts* parts,
                                       const abut_pairs* candidates, const abut_facet_options* options,
                                       const abut_pair_list* pairs, const abut_facet_contacts_f64* out) {
  return guarded("abut_facet_contact_finder_find_f64",
                 [&] { find_step<double>(finder, parts, candidates, options, pairs, out); });
}

int abut_facet_contact_finder_contacts_f32(const abut_facet_contact_finder* finder, const abut_pair_list* pairs,
                                           const abut_facet_contacts_f32* out) {
  return guarded("abut_facet_contact_finder_contacts_f32", [&] { give_last<float>(finder, pairs, out); });
}
int abut_facet_contact_finder_contacts_f64(const abut_facet_contact_finder* finder, const abut_pair_list* pairs,
                                           const abut_facet_contacts_f64* out) {
  return guarded("abut_facet_contact_finder_contacts_f64", [&] { give_last<double>(finder, pairs, out); });
}
int abut_facet_contact_finder_pairs(const abut_facet_contact_finder* finder, const abut_pair_list* out) {
  return guarded("abut_facet_contact_finder_pairs",
                 [&] { give_pairs(object(finder, "finder")->finder.pairs(), list_without_rows("out", out)); });
}
int abut_facet_contact_finder_counts(const abut_facet_contact_finder* finder, abut_facet_step_counts* counts) {
  return guarded("abut_facet_contact_finder_counts",
                 [&] { give("counts", counts, step_counts(object(finder, "finder")->finder.counts())); });
}
int abut_facet_contact_finder_memory(const abut_facet_contact_finder* finder, size_t* bytes) {
  return guarded("abut_facet_contact_finder_memory", [&] {
    need("bytes", bytes);
    *bytes = object(finder, "finder")->finder.memory();
  });
}
int abut_facet_contact_finder_reset(abut_facet_contact_finder* finder) {
  return guarded("abut_facet_contact_finder_reset", [&] {
    const auto held = object(finder, "finder");
    held->last = {};
    held->finder.reset();
  });
}
