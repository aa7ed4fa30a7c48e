// Pair queries on cores.
#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

template <class T>
void query_pairs(int threads, const abut_shapes* shapes, const abut_parts* parts, const abut_pairs* pairs,
                 const abut_query_options* options, const typename CTypes<T>::Contacts* out) {
  const auto held = object(shapes, "shapes");
  abut::query_pairs<T>(abut::Cpu{threads}, held->view<T>(), parts_view("parts", parts), pairs_of("pairs", pairs),
                       query_options(options), contacts_view<T>("out", out));
}

template <class T>
void query_shape_pairs(int threads, const abut_shapes* shapes, const abut_shape_pairs* pairs,
                       const abut_query_options* options, const typename CTypes<T>::Contacts* out) {
  const auto held = object(shapes, "shapes");
  const ShapePairs p = shape_pairs_of("pairs", pairs);
  abut::query_shape_pairs<T>(abut::Cpu{threads}, held->view<T>(), p.pairs, p.poses, query_options(options),
                             contacts_view<T>("out", out));
}

template <class T>
void intersect_pairs(int threads, const abut_shapes* shapes, const abut_parts* parts, const abut_pairs* pairs,
                     uint8_t* out) {
  const auto held = object(shapes, "shapes");
  const auto p = pairs_of("pairs", pairs);
  need_array("out", out, p.size());
  abut::intersect_pairs<T>(abut::Cpu{threads}, held->view<T>(), parts_view("parts", parts), p, {out, p.size()});
}

}  // namespace

int abut_query_options_init(abut_query_options* options, size_t size) {
  return init_struct("abut_query_options_init", options, size,
                     {sizeof *options, abut::QueryOptions{}.alert_distance, nullptr});
}

int abut_query_pairs_f32(int threads, const abut_shapes* shapes, const abut_parts* parts, const abut_pairs* pairs,
                         const abut_query_options* options, const abut_contacts_f32* out) {
  return guarded("abut_query_pairs_f32", [&] { query_pairs<float>(threads, shapes, parts, pairs, options, out); });
}
int abut_query_shape_pairs_f32(int threads, const abut_shapes* shapes, const abut_shape_pairs* pairs,
                               const abut_query_options* options, const abut_contacts_f32* out) {
  return guarded("abut_query_shape_pairs_f32", [&] { query_shape_pairs<float>(threads, shapes, pairs, options, out); });
}
int abut_intersect_pairs_f32(int threads, const abut_shapes* shapes, const abut_parts* parts, const abut_pairs* pairs,
                             uint8_t* out) {
  return guarded("abut_intersect_pairs_f32", [&] { intersect_pairs<float>(threads, shapes, parts, pairs, out); });
}
int abut_query_pairs_f64(int threads, const abut_shapes* shapes, const abut_parts* parts, const abut_pairs* pairs,
                         const abut_query_options* options, const abut_contacts_f64* out) {
  return guarded("abut_query_pairs_f64", [&] { query_pairs<double>(threads, shapes, parts, pairs, options, out); });
}
int abut_query_shape_pairs_f64(int threads, const abut_shapes* shapes, const abut_shape_pairs* pairs,
                               const abut_query_options* options, const abut_contacts_f64* out) {
  return guarded("abut_query_shape_pairs_f64",
                 [&] { query_shape_pairs<double>(threads, shapes, pairs, options, out); });
}
int abut_intersect_pairs_f64(int threads, const abut_shapes* shapes, const abut_parts* parts, const abut_pairs* pairs,
                             uint8_t* out) {
  return guarded("abut_intersect_pairs_f64", [&] { intersect_pairs<double>(threads, shapes, parts, pairs, out); });
}
