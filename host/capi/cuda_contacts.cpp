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

}  // namespace

int abut_cuda_find_patches_workspace_f32(uint64_t pair_count, uint64_t point_capacity, int volumes,
                                         const abut_patch_options* options, size_t* bytes) {
  return give_bytes("abut_cuda_find_patches_workspace_f32", bytes, [&] {
    return abut::find_patches_workspace<float>(abut::Cuda{}, pair_count, point_capacity, volumes != 0,
                                               patch_options(options));
  });
}
int abut_cuda_find_patches_f32(void* stream, uint32_t flags, const abut_device_shapes* shapes, const abut_parts* parts,
                               const abut_pair* pairs, size_t count, const abut_contacts_f32* contacts,
                               const abut_patch_options* options, const abut_patches_f32* out, void* workspace,
                               size_t workspace_bytes) {
  return guarded("abut_cuda_find_patches_f32", [&] {
    abut::find_patches<float>(cuda_of(stream, flags), device_view<float>(shapes), parts_view("parts", parts),
                              pairs_of("pairs", pairs, count), contacts_view<float>("contacts", contacts),
                              patch_options(options), patches_view<float>("out", out), workspace, workspace_bytes);
  });
}
int abut_cuda_find_patches_of_list_f32(void* stream, uint32_t flags, const abut_device_shapes* shapes,
                                       const abut_parts* parts, const abut_pair_list* pairs,
                                       const abut_contacts_f32* contacts, const abut_patch_options* options,
                                       const abut_patches_f32* out, void* workspace, size_t workspace_bytes) {
  return guarded("abut_cuda_find_patches_of_list_f32", [&] {
    abut::find_patches<float>(cuda_of(stream, flags), device_view<float>(shapes), parts_view("parts", parts),
                              pair_list("pairs", pairs), contacts_view<float>("contacts", contacts),
                              patch_options(options), patches_view<float>("out", out), workspace, workspace_bytes);
  });
}
int abut_cuda_find_shape_patches_f32(void* stream, uint32_t flags, const abut_device_shapes* shapes,
                                     const abut_pair* shape_pairs, size_t count, const double* poses,
                                     ptrdiff_t pose_stride, const abut_contacts_f32* contacts,
                                     const abut_patch_options* options, const abut_patches_f32* out, void* workspace,
                                     size_t workspace_bytes) {
  return guarded("abut_cuda_find_shape_patches_f32", [&] {
    need_array("poses", poses, count);
    abut::find_shape_patches<float>(cuda_of(stream, flags), device_view<float>(shapes),
                                    pairs_of("shape_pairs", shape_pairs, count), poses_view(poses, pose_stride),
                                    contacts_view<float>("contacts", contacts), patch_options(options),
                                    patches_view<float>("out", out), workspace, workspace_bytes);
  });
}
int abut_cuda_learn_clearances_f32(void* stream, const abut_filter_step* step, const float* lower_bounds,
                                   ptrdiff_t stride) {
  return guarded("abut_cuda_learn_clearances_f32", [&] {
    abut::learn_clearances<float>(cuda_of(stream), filter_step(step),
                                  {const_cast<float*>(lower_bounds), stride_or(stride, 1)});
  });
}
int abut_cuda_find_patches_workspace_f64(uint64_t pair_count, uint64_t point_capacity, int volumes,
                                         const abut_patch_options* options, size_t* bytes) {
  return give_bytes("abut_cuda_find_patches_workspace_f64", bytes, [&] {
    return abut::find_patches_workspace<double>(abut::Cuda{}, pair_count, point_capacity, volumes != 0,
                                                patch_options(options));
  });
}
int abut_cuda_find_patches_f64(void* stream, uint32_t flags, const abut_device_shapes* shapes, const abut_parts* parts,
                               const abut_pair* pairs, size_t count, const abut_contacts_f64* contacts,
                               const abut_patch_options* options, const abut_patches_f64* out, void* workspace,
                               size_t workspace_bytes) {
  return guarded("abut_cuda_find_patches_f64", [&] {
    abut::find_patches<double>(cuda_of(stream, flags), device_view<double>(shapes), parts_view("parts", parts),
                               pairs_of("pairs", pairs, count), contacts_view<double>("contacts", contacts),
                               patch_options(options), patches_view<double>("out", out), workspace, workspace_bytes);
  });
}
int abut_cuda_find_patches_of_list_f64(void* stream, uint32_t flags, const abut_device_shapes* shapes,
                                       const abut_parts* parts, const abut_pair_list* pairs,
                                       const abut_contacts_f64* contacts, const abut_patch_options* options,
                                       const abut_patches_f64* out, void* workspace, size_t workspace_bytes) {
  return guarded("abut_cuda_find_patches_of_list_f64", [&] {
    abut::find_patches<double>(cuda_of(stream, flags), device_view<double>(shapes), parts_view("parts", parts),
                               pair_list("pairs", pairs), contacts_view<double>("contacts", contacts),
                               patch_options(options), patches_view<double>("out", out), workspace, workspace_bytes);
  });
}
int abut_cuda_find_shape_patches_f64(void* stream, uint32_t flags, const abut_device_shapes* shapes,
                                     const abut_pair* shape_pairs, size_t count, const double* poses,
                                     ptrdiff_t pose_stride, const abut_contacts_f64* contacts,
                                     const abut_patch_options* options, const abut_patches_f64* out, void* workspace,
                                     size_t workspace_bytes) {
  return guarded("abut_cuda_find_shape_patches_f64", [&] {
    need_array("poses", poses, count);
    abut::find_shape_patches<double>(cuda_of(stream, flags), device_view<double>(shapes),
                                     pairs_of("shape_pairs", shape_pairs, count), poses_view(poses, pose_stride),
                                     contacts_view<double>("contacts", contacts), patch_options(options),
                                     patches_view<double>("out", out), workspace, workspace_bytes);
  });
}
int abut_cuda_learn_clearances_f64(void* stream, const abut_filter_step* step, const double* lower_bounds,
                                   ptrdiff_t stride) {
  return guarded("abut_cuda_learn_clearances_f64", [&] {
    abut::learn_clearances<double>(cuda_of(stream), filter_step(step),
                                   {const_cast<double*>(lower_bounds), stride_or(stride, 1)});
  });
}

int abut_cuda_match_pairs(void* stream, const abut_pair_list* before, const abut_pair_list* now, uint32_t* places,
                          uint64_t* matched) {
  return guarded("abut_cuda_match_pairs", [&] {
    abut::match_pairs(cuda_of(stream), pair_list("before", before), pair_list("now", now), places, matched);
  });
}
int abut_cuda_match_contacts_workspace(uint64_t before_capacity, size_t* bytes) {
  return give_bytes("abut_cuda_match_contacts_workspace", bytes,
                    [&] { return abut::match_contacts_workspace(abut::Cuda{}, before_capacity); });
}
int abut_cuda_match_contacts(void* stream, const abut_contact_ids* before, const abut_contact_ids* now,
                             uint32_t* places, uint64_t* matched, void* workspace, size_t workspace_bytes) {
  return guarded("abut_cuda_match_contacts", [&] {
    abut::match_contacts(cuda_of(stream), contact_ids("before", before), contact_ids("now", now), places, matched,
                         workspace, workspace_bytes);
  });
}
int abut_cuda_carry(void* stream, const uint32_t* places, uint64_t capacity, const uint64_t* count, const void* before,
                    void* now, size_t element_bytes) {
  return guarded("abut_cuda_carry", [&] {
    abut::carry(cuda_of(stream), {places, capacity, count}, before, now, element_bytes);
  });
}

int abut_part_places_bytes(uint32_t part_count, size_t* bytes) {
  return give_bytes("abut_part_places_bytes", bytes, [&] { return part_count * sizeof(abut::PartPlace); });
}
int abut_cuda_filter_pairs_workspace(uint32_t part_count, uint64_t capacity, size_t* bytes) {
  return give_bytes("abut_cuda_filter_pairs_workspace", bytes,
                    [&] { return abut::filter_pairs_workspace(abut::Cuda{}, part_count, capacity); });
}
int abut_cuda_filter_pairs(void* stream, const abut_filter_step* step, void* workspace, size_t workspace_bytes) {
  return guarded("abut_cuda_filter_pairs",
                 [&] { abut::filter_pairs(cuda_of(stream), filter_step(step), workspace, workspace_bytes); });
}
int abut_cuda_take_part_places(void* stream, const abut_device_shapes* shapes, const abut_parts* parts,
                               void* part_places) {
  return guarded("abut_cuda_take_part_places", [&] {
    abut::take_part_places(cuda_of(stream), device_headers("shapes", shapes), parts_view("parts", parts),
                           static_cast<abut::PartPlace*>(part_places));
  });
}
