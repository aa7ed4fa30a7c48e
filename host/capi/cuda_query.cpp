// Pair queries and detection on a device.
#include "host/capi/cuda.h"
#include "host/capi/detect.h"

using namespace abut::capi;

int abut_cuda_query_pairs_workspace_f32(size_t pair_count, uint32_t part_count, size_t* bytes) {
  return give_bytes("abut_cuda_query_pairs_workspace_f32", bytes,
                    [&] { return abut::query_pairs_workspace<float>(abut::Cuda{}, pair_count, part_count); });
}
int abut_cuda_query_pairs_f32(void* stream, uint32_t flags, const abut_device_shapes* shapes, const abut_parts* parts,
                              const abut_pair* pairs, size_t count, const abut_query_options* options,
                              const abut_contacts_f32* out, void* workspace, size_t workspace_bytes) {
  return guarded("abut_cuda_query_pairs_f32", [&] {
    abut::query_pairs<float>(cuda_of(stream, flags), device_view<float>(shapes), parts_view("parts", parts),
                             pairs_of("pairs", pairs, count), query_options(options), contacts_view<float>("out", out),
                             workspace, workspace_bytes);
  });
}
int abut_cuda_query_pair_list_f32(void* stream, uint32_t flags, const abut_device_shapes* shapes,
                                  const abut_parts* parts, const abut_pair_list* pairs,
                                  const abut_query_options* options, const abut_contacts_f32* out, void* workspace,
                                  size_t workspace_bytes) {
  return guarded("abut_cuda_query_pair_list_f32", [&] {
    abut::query_pair_list<float>(cuda_of(stream, flags), device_view<float>(shapes), parts_view("parts", parts),
                                 pair_list("pairs", pairs), query_options(options), contacts_view<float>("out", out),
                                 workspace, workspace_bytes);
  });
}
int abut_cuda_query_shape_pairs_f32(void* stream, uint32_t flags, const abut_device_shapes* shapes,
                                    const abut_pair* shape_pairs, size_t count, const double* poses,
                                    ptrdiff_t pose_stride, const abut_query_options* options,
                                    const abut_contacts_f32* out, void* workspace, size_t workspace_bytes) {
  return guarded("abut_cuda_query_shape_pairs_f32", [&] {
    need_array("poses", poses, count);
    abut::query_shape_pairs<float>(cuda_of(stream, flags), device_view<float>(shapes),
                                   pairs_of("shape_pairs", shape_pairs, count), poses_view(poses, pose_stride),
                                   query_options(options), contacts_view<float>("out", out), workspace,
                                   workspace_bytes);
  });
}
int abut_cuda_intersect_pairs_f32(void* stream, uint32_t flags, const abut_device_shapes* shapes,
                                  const abut_parts* parts, const abut_pair* pairs, size_t count, uint8_t* out) {
  return guarded("abut_cuda_intersect_pairs_f32", [&] {
    need_array("out", out, count);
    abut::intersect_pairs<float>(cuda_of(stream, flags), device_view<float>(shapes), parts_view("parts", parts),
                                 pairs_of("pairs", pairs, count), {out, count});
  });
}
int abut_cuda_detect_f32(void* stream, uint32_t flags, const abut_shapes* shapes, const abut_bodies* bodies,
                         const abut_detect_options* options, abut_detection** detection) {
  abut::Cuda cuda;
  const int code = guarded("abut_cuda_detect_f32", [&] { cuda = cuda_of(stream, flags); });
  return code != ABUT_OK ? code : detect<float>("abut_cuda_detect_f32", cuda, shapes, bodies, options, detection);
}
int abut_cuda_detect_candidates_f32(void* stream, uint32_t flags, const abut_shapes* shapes, const abut_bodies* bodies,
                                    const abut_pair* candidates, size_t count, const abut_detect_options* options,
                                    abut_detection** detection) {
  abut::Cuda cuda;
  const int code = guarded("abut_cuda_detect_candidates_f32", [&] { cuda = cuda_of(stream, flags); });
  return code != ABUT_OK ? code
                         : detect<float>("abut_cuda_detect_candidates_f32", cuda, shapes, bodies, options, detection,
                                         Candidates{candidates, count});
}
int abut_cuda_query_pairs_workspace_f64(size_t pair_count, uint32_t part_count, size_t* bytes) {
  return give_bytes("abut_cuda_query_pairs_workspace_f64", bytes,
                    [&] { return abut::query_pairs_workspace<double>(abut::Cuda{}, pair_count, part_count); });
}
int abut_cuda_query_pairs_f64(void* stream, uint32_t flags, const abut_device_shapes* shapes, const abut_parts* parts,
                              const abut_pair* pairs, size_t count, const abut_query_options* options,
                              const abut_contacts_f64* out, void* workspace, size_t workspace_bytes) {
  return guarded("abut_cuda_query_pairs_f64", [&] {
    abut::query_pairs<double>(cuda_of(stream, flags), device_view<double>(shapes), parts_view("parts", parts),
                              pairs_of("pairs", pairs, count), query_options(options),
                              contacts_view<double>("out", out), workspace, workspace_bytes);
  });
}
int abut_cuda_query_pair_list_f64(void* stream, uint32_t flags, const abut_device_shapes* shapes,
                                  const abut_parts* parts, const abut_pair_list* pairs,
                                  const abut_query_options* options, const abut_contacts_f64* out, void* workspace,
                                  size_t workspace_bytes) {
  return guarded("abut_cuda_query_pair_list_f64", [&] {
    abut::query_pair_list<double>(cuda_of(stream, flags), device_view<double>(shapes), parts_view("parts", parts),
                                  pair_list("pairs", pairs), query_options(options), contacts_view<double>("out", out),
                                  workspace, workspace_bytes);
  });
}
int abut_cuda_query_shape_pairs_f64(void* stream, uint32_t flags, const abut_device_shapes* shapes,
                                    const abut_pair* shape_pairs, size_t count, const double* poses,
                                    ptrdiff_t pose_stride, const abut_query_options* options,
                                    const abut_contacts_f64* out, void* workspace, size_t workspace_bytes) {
  return guarded("abut_cuda_query_shape_pairs_f64", [&] {
    need_array("poses", poses, count);
    abut::query_shape_pairs<double>(cuda_of(stream, flags), device_view<double>(shapes),
                                    pairs_of("shape_pairs", shape_pairs, count), poses_view(poses, pose_stride),
                                    query_options(options), contacts_view<double>("out", out), workspace,
                                    workspace_bytes);
  });
}
int abut_cuda_intersect_pairs_f64(void* stream, uint32_t flags, const abut_device_shapes* shapes,
                                  const abut_parts* parts, const abut_pair* pairs, size_t count, uint8_t* out) {
  return guarded("abut_cuda_intersect_pairs_f64", [&] {
    need_array("out", out, count);
    abut::intersect_pairs<double>(cuda_of(stream, flags), device_view<double>(shapes), parts_view("parts", parts),
                                  pairs_of("pairs", pairs, count), {out, count});
  });
}
int abut_cuda_detect_f64(void* stream, uint32_t flags, const abut_shapes* shapes, const abut_bodies* bodies,
                         const abut_detect_options* options, abut_detection** detection) {
  abut::Cuda cuda;
  const int code = guarded("abut_cuda_detect_f64", [&] { cuda = cuda_of(stream, flags); });
  return code != ABUT_OK ? code : detect<double>("abut_cuda_detect_f64", cuda, shapes, bodies, options, detection);
}
int abut_cuda_detect_candidates_f64(void* stream, uint32_t flags, const abut_shapes* shapes, const abut_bodies* bodies,
                                    const abut_pair* candidates, size_t count, const abut_detect_options* options,
                                    abut_detection** detection) {
  abut::Cuda cuda;
  const int code = guarded("abut_cuda_detect_candidates_f64", [&] { cuda = cuda_of(stream, flags); });
  return code != ABUT_OK ? code
                         : detect<double>("abut_cuda_detect_candidates_f64", cuda, shapes, bodies, options, detection,
                                          Candidates{candidates, count});
}
