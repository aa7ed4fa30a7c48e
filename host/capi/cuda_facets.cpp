// Copies of surfaces and contacts of facets on a device.
#include "host/capi/cuda.h"

using namespace abut::capi;

namespace {

/// All but the pairs. Data only.
template <class T>
struct Search {
  abut::FacetSurfaces surfaces;
  abut::PartsView parts;
  abut::FacetOptions options;
  abut::FacetContactsView<T> out;
  abut::ContactsView<T> records{};
};

template <class T, class Of>
Search<T> search_of(const abut_device_facets* facets, const abut_parts* parts, const Of& of,
                    const abut_facet_options* options, const typename CTypes<T>::FacetContacts* out) {
  Search<T> s{*object(facets, "facets"), parts_view("parts", parts), facet_options(options),
              facet_contacts_view<T>("out", out)};
  need_field("out", "offsets", s.out.offsets), need_field("out", "needed", s.out.needed);
  need_field("out", "room_needed", s.out.room_needed);
  if (of.contacts != nullptr) s.records = contacts_view<T>("of->contacts", of.contacts);
  return s;
}

template <class T>
void find(const abut_cuda* cuda, const abut_device_facets* facets, const abut_parts* parts,
          const typename CTypes<T>::PairContacts* of, const abut_facet_options* options,
          const typename CTypes<T>::FacetContacts* out) {
  const abut::Cuda on = on_cuda(cuda);
  const auto pairs = given("of", of);
  const auto list = pairs_of("of->pairs", pairs.pairs);
  const Search<T> s = search_of<T>(facets, parts, pairs, options, out);
  abut::find_facet_contacts<T>(on, s.surfaces, s.parts,
                               abut::FacetPairs<T>{list, pairs.contacts != nullptr ? &s.records : nullptr}, s.options,
                               s.out);
}

template <class T>
void find_of_list(const abut_cuda* cuda, const abut_device_facets* facets, const abut_parts* parts,
                  const typename CTypes<T>::PairListContacts* of, const abut_facet_options* options,
                  const typename CTypes<T>::FacetContacts* out) {
  const abut::Cuda on = on_cuda(cuda);
  const auto pairs = given("of", of);
  const abut::PairList list = pair_list("of->pairs", pairs.pairs);
  const Search<T> s = search_of<T>(facets, parts, pairs, options, out);
  abut::find_facet_contacts<T>(on, s.surfaces, s.parts,
                               abut::FacetPairList<T>{list, pairs.contacts != nullptr ? &s.records : nullptr},
                               s.options, s.out);
}

}  // namespace

int abut_device_facets_bytes(const abut_facet_trees* trees, size_t* bytes) {
  return give_bytes("abut_device_facets_bytes", bytes,
                    [&] { return abut::device_facets_bytes(*object(trees, "trees")); });
}
int abut_cuda_copy_facets(const abut_cuda* cuda, const abut_facet_trees* trees, void* memory, size_t bytes,
                          abut_device_facets** copy) {
  return make_handle("abut_cuda_copy_facets", "copy", copy, [&] {
    const abut::Cuda on = on_cuda(cuda);
    const auto held = object(trees, "trees");
    return std::make_shared<abut::FacetSurfaces>(abut::copy_facets(on, *held, {memory, bytes}));
  });
}
int abut_device_facets_free(abut_device_facets* facets) {
  return guarded("abut_device_facets_free", [&] { free_handle(Kind::device_facets, facets, "facets"); });
}

int abut_cuda_find_facet_contacts_workspace(uint64_t pair_count, uint32_t part_count, const abut_facet_options* options,
                                            size_t* bytes) {
  return give_bytes("abut_cuda_find_facet_contacts_workspace", bytes, [&] {
    return abut::find_facet_contacts_workspace(abut::Cuda{}, pair_count, part_count, facet_options(options));
  });
}

int abut_cuda_find_facet_contacts_f32(const abut_cuda* cuda, const abut_device_facets* facets, const abut_parts* parts,
                                      const abut_pair_contacts_f32* of, const abut_facet_options* options,
                                      const abut_facet_contacts_f32* out) {
  return guarded("abut_cuda_find_facet_contacts_f32", [&] { find<float>(cuda, facets, parts, of, options, out); });
}
int abut_cuda_find_facet_contacts_of_list_f32(const abut_cuda* cuda, const abut_device_facets* facets,
                                              const abut_parts* parts, const abut_pair_list_contacts_f32* of,
                                              const abut_facet_options* options, const abut_facet_contacts_f32* out) {
  return guarded("abut_cuda_find_facet_contacts_of_list_f32",
                 [&] { find_of_list<float>(cuda, facets, parts, of, options, out); });
}

int abut_cuda_find_facet_contacts_f64(const abut_cuda* cuda, const abut_device_facets* facets, const abut_parts* parts,
                                      const abut_pair_contacts_f64* of, const abut_facet_options* options,
                                      const abut_facet_contacts_f64* out) {
  return guarded("abut_cuda_find_facet_contacts_f64", [&] { find<double>(cuda, facets, parts, of, options, out); });
}
int abut_cuda_find_facet_contacts_of_list_f64(const abut_cuda* cuda, const abut_device_facets* facets,
                                              const abut_parts* parts, const abut_pair_list_contacts_f64* of,
                                              const abut_facet_options* options, const abut_facet_contacts_f64* out) {
  return guarded("abut_cuda_find_facet_contacts_of_list_f64",
                 [&] { find_of_list<double>(cuda, facets, parts, of, options, out); });
}
