// The plane on a device.
#include "host/capi/cuda.h"
#include "host/capi/planar.h"

using namespace abut::capi;

namespace {

using abut::InvalidInput;

template <class T>
void query_planar_pair_list(const abut_cuda* cuda, const abut_device_planar_shapes* shapes,
                            const abut_planar_bodies* bodies, const abut_pair_list* pairs,
                            const abut_planar_query_options* options, const typename CTypes<T>::PlanarRecords* out) {
  const abut::Cuda on = on_cuda(cuda);
  const auto b = planar_bodies("bodies", bodies);
  const auto o = given("out", out);
  if (o.overlaps != nullptr) {
    throw InvalidInput("out->overlaps is not null; allowed is null: overlaps are found on cores alone");
  }
  abut::query_planar_pair_list<T>(
      on, device_view<T>(shapes), b, pair_list("pairs", pairs), planar_query_options(options),
      {reinterpret_cast<abut::PlanarContact<T>*>(o.contacts), reinterpret_cast<abut::PlanarPatch<T>*>(o.patches)});
}

}  // namespace

int abut_cuda_query_planar_pairs_workspace_f32(const abut_device_planar_shapes* shapes, size_t* bytes) {
  return give_bytes("abut_cuda_query_planar_pairs_workspace_f32", bytes, [&] {
    return abut::query_planar_pairs_workspace<float>(abut::Cuda{}, device_view<float>(shapes));
  });
}
int abut_cuda_query_planar_pair_list_f32(const abut_cuda* cuda, const abut_device_planar_shapes* shapes,
                                         const abut_planar_bodies* bodies, const abut_pair_list* pairs,
                                         const abut_planar_query_options* options, const abut_planar_records_f32* out) {
  return guarded("abut_cuda_query_planar_pair_list_f32",
                 [&] { query_planar_pair_list<float>(cuda, shapes, bodies, pairs, options, out); });
}

int abut_cuda_query_planar_pairs_workspace_f64(const abut_device_planar_shapes* shapes, size_t* bytes) {
  return give_bytes("abut_cuda_query_planar_pairs_workspace_f64", bytes, [&] {
    return abut::query_planar_pairs_workspace<double>(abut::Cuda{}, device_view<double>(shapes));
  });
}
int abut_cuda_query_planar_pair_list_f64(const abut_cuda* cuda, const abut_device_planar_shapes* shapes,
                                         const abut_planar_bodies* bodies, const abut_pair_list* pairs,
                                         const abut_planar_query_options* options, const abut_planar_records_f64* out) {
  return guarded("abut_cuda_query_planar_pair_list_f64",
                 [&] { query_planar_pair_list<double>(cuda, shapes, bodies, pairs, options, out); });
}
