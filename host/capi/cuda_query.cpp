// Pair queries and detection on a device.
#include "host/capi/cuda.h"
#include "host/capi/detect.h"

using namespace abut::capi;

namespace {

template <class T>
void query_pairs(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                 const abut_pairs* pairs, const abut_query_options* options, const typename CTypes<T>::Contacts* out) {
  const abut::Cuda on = on_cuda(cuda);
  abut::query_pairs<T>(on, device_view<T>(shapes), parts_view("parts", parts), pairs_of("pairs", pairs),
                       query_options(options), contacts_view<T>("out", out));
}

template <class T>
void query_pair_list(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                     const abut_pair_list* pairs, const abut_query_options* options,
                     const typename CTypes<T>::Contacts* out) {
  const abut::Cuda on = on_cuda(cuda);
  abut::query_pair_list<T>(on, device_view<T>(shapes), parts_view("parts", parts), pair_list("pairs", pairs),
                           query_options(options), contacts_view<T>("out", out));
}

template <class T>
void query_shape_pairs(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_shape_pairs* pairs,
                       const abut_query_options* options, const typename CTypes<T>::Contacts* out) {
  const abut::Cuda on = on_cuda(cuda);
  const ShapePairs p = shape_pairs_of("pairs", pairs);
  abut::query_shape_pairs<T>(on, device_view<T>(shapes), p.pairs, p.poses, query_options(options),
                             contacts_view<T>("out", out));
}

template <class T>
void intersect_pairs(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                     const abut_pairs* pairs, uint8_t* out) {
  const abut::Cuda on = on_cuda(cuda);
  const auto p = pairs_of("pairs", pairs);
  need_array("out", out, p.size());
  abut::intersect_pairs<T>(on, device_view<T>(shapes), parts_view("parts", parts), p, {out, p.size()});
}

}  // namespace

int abut_cuda_query_pairs_workspace_f32(size_t pair_count, uint32_t part_count, size_t* bytes) {
  return give_bytes("abut_cuda_query_pairs_workspace_f32", bytes,
                    [&] { return abut::query_pairs_workspace<float>(abut::Cuda{}, pair_count, part_count); });
}
int abut_cuda_query_pairs_f32(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                              const abut_pairs* pairs, const abut_query_options* options,
                              const abut_contacts_f32* out) {
  return guarded("abut_cuda_query_pairs_f32", [&] { query_pairs<float>(cuda, shapes, parts, pairs, options, out); });
}
int abut_cuda_query_pair_list_f32(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                                  const abut_pair_list* pairs, const abut_query_options* options,
                                  const abut_contacts_f32* out) {
  return guarded("abut_cuda_query_pair_list_f32",
                 [&] { query_pair_list<float>(cuda, shapes, parts, pairs, options, out); });
}
int abut_cuda_query_shape_pairs_f32(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                    const abut_shape_pairs* pairs, const abut_query_options* options,
                                    const abut_contacts_f32* out) {
  return guarded("abut_cuda_query_shape_pairs_f32",
                 [&] { query_shape_pairs<float>(cuda, shapes, pairs, options, out); });
}
int abut_cuda_intersect_pairs_f32(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                                  const abut_pairs* pairs, uint8_t* out) {
  return guarded("abut_cuda_intersect_pairs_f32", [&] { intersect_pairs<float>(cuda, shapes, parts, pairs, out); });
}
int abut_cuda_detect_f32(const abut_cuda* cuda, const abut_shapes* shapes, const abut_bodies* bodies,
                         const abut_detect_options* options, abut_detection** detection) {
  return make_handle("abut_cuda_detect_f32", "detection", detection,
                     [&] { return detected<float>(on_cuda(cuda), shapes, bodies, options); });
}
int abut_cuda_detect_candidates_f32(const abut_cuda* cuda, const abut_shapes* shapes, const abut_bodies* bodies,
                                    const abut_pairs* candidates, const abut_detect_options* options,
                                    abut_detection** detection) {
  return make_handle("abut_cuda_detect_candidates_f32", "detection", detection,
                     [&] { return detected<float>(on_cuda(cuda), shapes, bodies, options, candidates); });
}

int abut_cuda_query_pairs_workspace_f64(size_t pair_count, uint32_t part_count, size_t* bytes) {
  return give_bytes("abut_cuda_query_pairs_workspace_f64", bytes,
                    [&] { return abut::query_pairs_workspace<double>(abut::Cuda{}, pair_count, part_count); });
}
int abut_cuda_query_pairs_f64(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                              const abut_pairs* pairs, const abut_query_options* options,
                              const abut_contacts_f64* out) {
  return guarded("abut_cuda_query_pairs_f64", [&] { query_pairs<double>(cuda, shapes, parts, pairs, options, out); });
}
int abut_cuda_query_pair_list_f64(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                                  const abut_pair_list* pairs, const abut_query_options* options,
                                  const abut_contacts_f64* out) {
  return guarded("abut_cuda_query_pair_list_f64",
                 [&] { query_pair_list<double>(cuda, shapes, parts, pairs, options, out); });
}
int abut_cuda_query_shape_pairs_f64(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                    const abut_shape_pairs* pairs, const abut_query_options* options,
                                    const abut_contacts_f64* out) {
  return guarded("abut_cuda_query_shape_pairs_f64",
                 [&] { query_shape_pairs<double>(cuda, shapes, pairs, options, out); });
}
int abut_cuda_intersect_pairs_f64(const abut_cuda* cuda, const abut_device_shapes* shapes, const abut_parts* parts,
                                  const abut_pairs* pairs, uint8_t* out) {
  return guarded("abut_cuda_intersect_pairs_f64", [&] { intersect_pairs<double>(cuda, shapes, parts, pairs, out); });
}
int abut_cuda_detect_f64(const abut_cuda* cuda, const abut_shapes* shapes, const abut_bodies* bodies,
                         const abut_detect_options* options, abut_detection** detection) {
  return make_handle("abut_cuda_detect_f64", "detection", detection,
                     [&] { return detected<double>(on_cuda(cuda), shapes, bodies, options); });
}
int abut_cuda_detect_candidates_f64(const abut_cuda* cuda, const abut_shapes* shapes, const abut_bodies* bodies,
                                    const abut_pairs* candidates, const abut_detect_options* options,
                                    abut_detection** detection) {
  return make_handle("abut_cuda_detect_candidates_f64", "detection", detection,
                     [&] { return detected<double>(on_cuda(cuda), shapes, bodies, options, candidates); });
}
