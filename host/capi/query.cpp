// Pair queries on cores.
#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

template <class T>
int query_pairs(const char* function, int threads, const abut_shapes* shapes, const abut_parts* parts,
                const abut_pair* pairs, size_t count, const abut_query_options* options,
                const typename CTypes<T>::Contacts* out) noexcept {
  return guarded(function, [&] {
    const auto held = object(shapes, "shapes");
    abut::query_pairs<T>(abut::Cpu{threads}, held->view<T>(), parts_view("parts", parts),
                         pairs_of("pairs", pairs, count), query_options(options), contacts_view<T>("out", out));
  });
}

template <class T>
int query_shape_pairs(const char* function, int threads, const abut_shapes* shapes, const abut_pair* shape_pairs,
                      size_t count, const double* poses, ptrdiff_t pose_stride, const abut_query_options* options,
                      const typename CTypes<T>::Contacts* out) noexcept {
  return guarded(function, [&] {
    const auto held = object(shapes, "shapes");
    need_array("poses", poses, count);
    abut::query_shape_pairs<T>(abut::Cpu{threads}, held->view<T>(), pairs_of("shape_pairs", shape_pairs, count),
                               poses_view(poses, pose_stride), query_options(options), contacts_view<T>("out", out));
  });
}

template <class T>
int intersect_pairs(const char* function, int threads, const abut_shapes* shapes, const abut_parts* parts,
                    const abut_pair* pairs, size_t count, uint8_t* out) noexcept {
  return guarded(function, [&] {
    const auto held = object(shapes, "shapes");
    need_array("out", out, count);
    abut::intersect_pairs<T>(abut::Cpu{threads}, held->view<T>(), parts_view("parts", parts),
                             pairs_of("pairs", pairs, count), {out, count});
  });
}

}  // namespace

int abut_query_options_init(abut_query_options* options, size_t size) {
  return init_struct("abut_query_options_init", options, size,
                     {sizeof *options, abut::QueryOptions{}.alert_distance, nullptr});
}

int abut_query_pairs_f32(int threads, const abut_shapes* shapes, const abut_parts* parts, const abut_pair* pairs,
                         size_t count, const abut_query_options* options, const abut_contacts_f32* out) {
  return query_pairs<float>("abut_query_pairs_f32", threads, shapes, parts, pairs, count, options, out);
}
int abut_query_shape_pairs_f32(int threads, const abut_shapes* shapes, const abut_pair* shape_pairs, size_t count,
                               const double* poses, ptrdiff_t pose_stride, const abut_query_options* options,
                               const abut_contacts_f32* out) {
  return query_shape_pairs<float>("abut_query_shape_pairs_f32", threads, shapes, shape_pairs, count, poses, pose_stride,
                                  options, out);
}
int abut_intersect_pairs_f32(int threads, const abut_shapes* shapes, const abut_parts* parts, const abut_pair* pairs,
                             size_t count, uint8_t* out) {
  return intersect_pairs<float>("abut_intersect_pairs_f32", threads, shapes, parts, pairs, count, out);
}
int abut_query_pairs_f64(int threads, const abut_shapes* shapes, const abut_parts* parts, const abut_pair* pairs,
                         size_t count, const abut_query_options* options, const abut_contacts_f64* out) {
  return query_pairs<double>("abut_query_pairs_f64", threads, shapes, parts, pairs, count, options, out);
}
int abut_query_shape_pairs_f64(int threads, const abut_shapes* shapes, const abut_pair* shape_pairs, size_t count,
                               const double* poses, ptrdiff_t pose_stride, const abut_query_options* options,
                               const abut_contacts_f64* out) {
  return query_shape_pairs<double>("abut_query_shape_pairs_f64", threads, shapes, shape_pairs, count, poses,
                                   pose_stride, options, out);
}
int abut_intersect_pairs_f64(int threads, const abut_shapes* shapes, const abut_parts* parts, const abut_pair* pairs,
                             size_t count, uint8_t* out) {
  return intersect_pairs<double>("abut_intersect_pairs_f64", threads, shapes, parts, pairs, count, out);
}
