// Patches, history and filter on a device.
#include "host/capi/cuda.h"

using namespace abut::capi;

namespace {

abut::FilterStep filter_step(const abut_filter_step* step) {
  const abut_filter_step s = given("step", step);
  return {boxed_parts("step->parts", s.parts),
          static_cast<abut::PartPlace*>(s.part_places),
          {pair_list("step->before", s.before), s.before_clearance},
          {pair_list("step->now", s.now), s.now_clearance},
          {pair_list("step->near_pairs", s.near_pairs), s.near_places}};
}

template <class T>
void find_patches(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                  const typename CTypes<T>::PairContacts* found, const abut_patch_options* options,
                  const typename CTypes<T>::Patches* out) {
  const abut::Cuda on = on_cuda(cuda);
  const auto f = given("found", found);
  abut::find_patches<T>(on, device_view<T>(shapes), parts_view("parts", parts),
                        {pairs_of("found->pairs", f.pairs), contacts_view<T>("found->contacts", f.contacts)},
                        patch_options(options), patches_view<T>("out", out));
}

template <class T>
void find_patches_of_list(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                          const typename CTypes<T>::PairListContacts* found, const abut_patch_options* options,
                          const typename CTypes<T>::Patches* out) {
  const abut::Cuda on = on_cuda(cuda);
  const auto f = given("found", found);
  abut::find_patches<T>(on, device_view<T>(shapes), parts_view("parts", parts),
                        {pair_list("found->pairs", f.pairs), contacts_view<T>("found->contacts", f.contacts)},
                        patch_options(options), patches_view<T>("out", out));
}

template <class T>
void find_shape_patches(const abut_cuda* cuda, const abut_device_shapes* shapes,
                        const typename CTypes<T>::ShapePairContacts* found, const abut_patch_options* options,
                        const typename CTypes<T>::Patches* out) {
  const abut::Cuda on = on_cuda(cuda);
  const auto f = given("found", found);
  const ShapePairs p = shape_pairs_of("found->pairs", f.pairs);
  abut::find_shape_patches<T>(on, device_view<T>(shapes),
                              {p.pairs, p.poses, contacts_view<T>("found->contacts", f.contacts)},
                              patch_options(options), patches_view<T>("out", out));
}

}  // namespace

int abut_cuda_find_patches_workspace_f32(uint64_t pair_count, uint64_t point_capacity, int volumes,
                                         const abut_patch_options* options, size_t* bytes) {
  return give_bytes("abut_cuda_find_patches_workspace_f32", bytes, [&] {
    return abut::find_patches_workspace<float>(abut::Cuda{}, pair_count, point_capacity, volumes != 0,
                                               patch_options(options));
  });
}
int abut_cuda_find_patches_f32(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                               const abut_pair_contacts_f32* found, const abut_patch_options* options,
                               const abut_patches_f32* out) {
  return guarded("abut_cuda_find_patches_f32", [&] { find_patches<float>(cuda, shapes, parts, found, options, out); });
}
int abut_cuda_find_patches_of_list_f32(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                                       const abut_pair_list_contacts_f32* found, const abut_patch_options* options,
                                       const abut_patches_f32* out) {
  return guarded("abut_cuda_find_patches_of_list_f32",
                 [&] { find_patches_of_list<float>(cuda, shapes, parts, found, options, out); });
}
int abut_cuda_find_shape_patches_f32(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                     const abut_shape_pair_contacts_f32* found, const abut_patch_options* options,
                                     const abut_patches_f32* out) {
  return guarded("abut_cuda_find_shape_patches_f32",
                 [&] { find_shape_patches<float>(cuda, shapes, found, options, out); });
}
int abut_cuda_learn_clearances_f32(const abut_cuda* cuda, const abut_filter_step* step, const float* lower_bounds,
                                   ptrdiff_t stride) {
  return guarded("abut_cuda_learn_clearances_f32", [&] {
    const abut::Cuda on = on_cuda(cuda);
    abut::learn_clearances<float>(on, filter_step(step), {const_cast<float*>(lower_bounds), stride_or(stride, 1)});
  });
}

int abut_cuda_find_patches_workspace_f64(uint64_t pair_count, uint64_t point_capacity, int volumes,
                                         const abut_patch_options* options, size_t* bytes) {
  return give_bytes("abut_cuda_find_patches_workspace_f64", bytes, [&] {
    return abut::find_patches_workspace<double>(abut::Cuda{}, pair_count, point_capacity, volumes != 0,
                                                patch_options(options));
  });
}
int abut_cuda_find_patches_f64(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                               const abut_pair_contacts_f64* found, const abut_patch_options* options,
                               const abut_patches_f64* out) {
  return guarded("abut_cuda_find_patches_f64", [&] { find_patches<double>(cuda, shapes, parts, found, options, out); });
}
int abut_cuda_find_patches_of_list_f64(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                                       const abut_pair_list_contacts_f64* found, const abut_patch_options* options,
                                       const abut_patches_f64* out) {
  return guarded("abut_cuda_find_patches_of_list_f64",
                 [&] { find_patches_of_list<double>(cuda, shapes, parts, found, options, out); });
}
int abut_cuda_find_shape_patches_f64(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                     const abut_shape_pair_contacts_f64* found, const abut_patch_options* options,
                                     const abut_patches_f64* out) {
  return guarded("abut_cuda_find_shape_patches_f64",
                 [&] { find_shape_patches<double>(cuda, shapes, found, options, out); });
}
int abut_cuda_learn_clearances_f64(const abut_cuda* cuda, const abut_filter_step* step, const double* lower_bounds,
                                   ptrdiff_t stride) {
  return guarded("abut_cuda_learn_clearances_f64", [&] {
    const abut::Cuda on = on_cuda(cuda);
    abut::learn_clearances<double>(on, filter_step(step), {const_cast<double*>(lower_bounds), stride_or(stride, 1)});
  });
}

int abut_cuda_match_pairs(const abut_cuda* cuda, const abut_pair_list* before, const abut_pair_list* now,
                          uint32_t* places, uint64_t* matched) {
  return guarded("abut_cuda_match_pairs", [&] {
    const abut::Cuda on = on_cuda(cuda);
    abut::match_pairs(on, pair_list("before", before), pair_list("now", now), places, matched);
  });
}
int abut_cuda_match_contacts_workspace(uint64_t before_capacity, size_t* bytes) {
  return give_bytes("abut_cuda_match_contacts_workspace", bytes,
                    [&] { return abut::match_contacts_workspace(abut::Cuda{}, before_capacity); });
}
int abut_cuda_match_contacts(const abut_cuda* cuda, const abut_contact_ids* before, const abut_contact_ids* now,
                             uint32_t* places, uint64_t* matched) {
  return guarded("abut_cuda_match_contacts", [&] {
    const abut::Cuda on = on_cuda(cuda);
    abut::match_contacts(on, contact_ids("before", before), contact_ids("now", now), places, matched);
  });
}
int abut_cuda_carry(const abut_cuda* cuda, const abut_carried* which, const void* before, void* now,
                    size_t element_bytes) {
  return guarded("abut_cuda_carry", [&] {
    const abut::Cuda on = on_cuda(cuda);
    abut::carry(on, carried("which", which), before, now, element_bytes);
  });
}

int abut_part_places_bytes(uint32_t part_count, size_t* bytes) {
  return give_bytes("abut_part_places_bytes", bytes, [&] { return part_count * sizeof(abut::PartPlace); });
}
int abut_cuda_filter_pairs_workspace(uint32_t part_count, uint64_t capacity, size_t* bytes) {
  return give_bytes("abut_cuda_filter_pairs_workspace", bytes,
                    [&] { return abut::filter_pairs_workspace(abut::Cuda{}, part_count, capacity); });
}
int abut_cuda_filter_pairs(const abut_cuda* cuda, const abut_filter_step* step) {
  return guarded("abut_cuda_filter_pairs", [&] {
    const abut::Cuda on = on_cuda(cuda);
    abut::filter_pairs(on, filter_step(step));
  });
}
int abut_cuda_take_part_places(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                               void* part_places) {
  return guarded("abut_cuda_take_part_places", [&] {
    const abut::Cuda on = on_cuda(cuda);
    abut::take_part_places(on, device_headers("shapes", shapes), parts_view("parts", parts),
                           static_cast<abut::PartPlace*>(part_places));
  });
}
