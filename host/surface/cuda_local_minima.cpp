#include "abut/surface/cuda_local_minima.h"

#include "host/exec/device_checks.h"
#include "host/exec/list_checks.h"
#include "host/surface/closest_point_checks.h"
#include "kernels/backend.h"

namespace abut {
namespace {

constexpr const char* function = "find_local_minima";

void check_most(std::uint32_t most) {
  if (most >= 1 && most <= 65536) return;
  throw InvalidInput("find_local_minima: most is " + std::to_string(most) + "; allowed are 1 to 65536");
}

template <class T>
void check_arrays(const backend::LocalMinimaSearch<T>& s) {
  const auto check = [](const char* name, const auto* array) {
    host::check_pointer(function, name, array, sizeof(*array));
  };
  const auto check_out = [&](const auto* array) {
    if (array != nullptr) check("an array of out", array);
  };
  const LocalMinimaView<T>& out = s.out;
  check("out.offsets", out.offsets);
  check_out(out.distance.data), check_out(out.u.data), check_out(out.v.data);
  check_out(out.point.x), check_out(out.point.y), check_out(out.point.z);
  check_out(out.normal.x), check_out(out.normal.y), check_out(out.normal.z);
  check_out(out.continuum.data), check_out(out.status.data), check_out(out.rectangles.data);
  if (s.queries.count == 0) return;
  check("queries.surfaces", s.queries.surfaces);
  host::check_pointer(function, "queries.points", s.queries.points, alignof(Vec3<double>));
  host::check_pointer(function, "surfaces", s.surfaces.of, alignof(SurfaceView<T>));
}

}  // namespace

template <class T>
std::size_t find_local_minima_workspace(const Cuda&, std::uint64_t query_count, const CudaLocalMinimaOptions& options) {
  check_most(options.most);
  host::need_device();
  return backend::find_local_minima_workspace<T>(query_count, options.most);
}

template <class T>
void find_local_minima(const Cuda& cuda, const SurfaceViews<T>& surfaces, const DeviceSurfaceQueries& queries,
                       const CudaLocalMinimaOptions& options, const LocalMinimaView<T>& out) {
  const backend::LocalMinimaSearch<T> search{surfaces, queries, options, out};
  host::check_local_minima_options(options);
  check_most(options.most);
  host::check_count(function, "queries", queries.count);
  check_arrays(search);
  host::need_device();
  host::check_workspace(function, cuda, backend::find_local_minima_workspace<T>(queries.count, options.most));
  backend::find_local_minima(cuda.stream, search, cuda.workspace.data());
}

#define ABUT_INSTANTIATE(T)                                                                                       \
  template std::size_t find_local_minima_workspace<T>(const Cuda&, std::uint64_t, const CudaLocalMinimaOptions&); \
  template void find_local_minima<T>(const Cuda&, const SurfaceViews<T>&, const DeviceSurfaceQueries&,            \
                                     const CudaLocalMinimaOptions&, const LocalMinimaView<T>&);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
