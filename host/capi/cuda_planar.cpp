// The plane on a device.
#include "host/capi/cuda.h"
#include "host/capi/planar.h"

using namespace abut::capi;

int abut_cuda_query_planar_pairs_workspace_f32(const abut_device_planar_shapes* shapes, size_t* bytes) {
  return give_bytes("abut_cuda_query_planar_pairs_workspace_f32", bytes, [&] {
    return abut::query_planar_pairs_workspace<float>(abut::Cuda{}, device_view<float>(shapes));
  });
}
int abut_cuda_query_planar_pair_list_f32(void* stream, uint32_t flags, const abut_device_planar_shapes* shapes,
                                         const abut_planar_body* bodies, uint32_t body_count,
                                         const abut_pair_list* pairs, const abut_planar_query_options* options,
                                         abut_planar_contact_f32* contacts, abut_planar_patch_f32* patches,
                                         void* workspace, size_t workspace_bytes) {
  return guarded("abut_cuda_query_planar_pair_list_f32", [&] {
    abut::query_planar_pair_list<float>(
        cuda_of(stream, flags), device_view<float>(shapes), reinterpret_cast<const abut::PlanarBody*>(bodies),
        body_count, pair_list("pairs", pairs), planar_query_options(options),
        {reinterpret_cast<abut::PlanarContact<float>*>(contacts), reinterpret_cast<abut::PlanarPatch<float>*>(patches)},
        workspace, workspace_bytes);
  });
}
int abut_cuda_query_planar_pairs_workspace_f64(const abut_device_planar_shapes* shapes, size_t* bytes) {
  return give_bytes("abut_cuda_query_planar_pairs_workspace_f64", bytes, [&] {
    return abut::query_planar_pairs_workspace<double>(abut::Cuda{}, device_view<double>(shapes));
  });
}
int abut_cuda_query_planar_pair_list_f64(void* stream, uint32_t flags, const abut_device_planar_shapes* shapes,
                                         const abut_planar_body* bodies, uint32_t body_count,
                                         const abut_pair_list* pairs, const abut_planar_query_options* options,
                                         abut_planar_contact_f64* contacts, abut_planar_patch_f64* patches,
                                         void* workspace, size_t workspace_bytes) {
  return guarded("abut_cuda_query_planar_pair_list_f64", [&] {
    abut::query_planar_pair_list<double>(cuda_of(stream, flags), device_view<double>(shapes),
                                         reinterpret_cast<const abut::PlanarBody*>(bodies), body_count,
                                         pair_list("pairs", pairs), planar_query_options(options),
                                         {reinterpret_cast<abut::PlanarContact<double>*>(contacts),
                                          reinterpret_cast<abut::PlanarPatch<double>*>(patches)},
                                         workspace, workspace_bytes);
  });
}
