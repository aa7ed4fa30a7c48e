#include "abut/surface/cuda_closest_points.h"

#include <vector>

#include "abut/surface/surface_set.h"
#include "host/exec/device_checks.h"
#include "host/exec/list_checks.h"
#include "host/exec/staged_copy.h"
#include "host/surface/closest_point_checks.h"
#include "host/surface/surface_layout.h"
#include "kernels/backend.h"

namespace abut {
namespace {

constexpr const char* function = "find_closest_points";

/// Of all surfaces: first the table of views, then what they point to.
template <class T, class Copy>
std::vector<SurfaceView<T>> lay_out_surfaces(const SurfaceSet& surfaces, Workspace& to, const Copy& copy) {
  std::vector<SurfaceView<T>> table;
  to.take<SurfaceView<T>>(surfaces.size());
  for (const SurfaceView<T>& view : surfaces.views<T>()) table.push_back(host::lay_out_surface(view, to, copy));
  return table;
}

template <class T>
void check_arrays(const backend::ClosestPointSearch<T>& s) {
  const auto check = [](const char* name, const auto* array) {
    host::check_pointer(function, name, array, sizeof(*array));
  };
  const auto check_out = [&](const auto* array) {
    if (array != nullptr) check("an array of out", array);
  };
  const ClosestPointsView<T>& out = s.out;
  check_out(out.distance.data), check_out(out.lower_bound.data), check_out(out.u.data), check_out(out.v.data);
  check_out(out.point.x), check_out(out.point.y), check_out(out.point.z);
  check_out(out.normal.x), check_out(out.normal.y), check_out(out.normal.z);
  check_out(out.status.data), check_out(out.tie.data), check_out(out.evaluations.data);
  if (s.queries.count == 0) return;
  check("queries.surfaces", s.queries.surfaces);
  host::check_pointer(function, "queries.points", s.queries.points, alignof(Vec3<double>));
  host::check_pointer(function, "surfaces", s.surfaces.of, alignof(SurfaceView<T>));
  if (s.caches != nullptr) host::check_pointer(function, "caches", s.caches, alignof(ClosestPointCache<T>));
}

}  // namespace

template <class T>
std::size_t device_surfaces_bytes(const SurfaceSet& surfaces) {
  Workspace counting;
  lay_out_surfaces<T>(surfaces, counting, [](auto*, const auto*, std::size_t) {});
  return counting.bytes();
}

template <class T>
SurfaceViews<T> copy_surfaces(const Cuda& cuda, const SurfaceSet& surfaces, const Workspace& memory) {
  const std::size_t bytes = device_surfaces_bytes<T>(surfaces);
  if (!host::check_copy("copy_surfaces", memory, bytes)) return {};
  host::copy_staged(cuda, memory.data(), bytes,
                    [&](Workspace& arrays, const auto& stage) { return lay_out_surfaces<T>(surfaces, arrays, stage); });
  return {static_cast<const SurfaceView<T>*>(memory.data()), surfaces.size()};
}

template <class T>
void find_closest_points(const Cuda& cuda, const SurfaceViews<T>& surfaces, const DeviceSurfaceQueries& queries,
                         const ClosestPointsOptions& options, const ClosestPointsView<T>& out,
                         ClosestPointCache<T>* caches) {
  const backend::ClosestPointSearch<T> search{surfaces, queries, options, out, caches};
  host::check_closest_point_options(options);
  if (options.method != ClosestPointMethod::certified) {
    throw InvalidInput("find_closest_points: method is one of the papers'; allowed on a device is certified");
  }
  host::check_count(function, "queries", queries.count);
  check_arrays(search);
  host::need_device();
  backend::find_closest_points(cuda.stream, search);
}

#define ABUT_INSTANTIATE(T)                                                                              \
  template std::size_t device_surfaces_bytes<T>(const SurfaceSet&);                                      \
  template SurfaceViews<T> copy_surfaces<T>(const Cuda&, const SurfaceSet&, const Workspace&);           \
  template void find_closest_points<T>(const Cuda&, const SurfaceViews<T>&, const DeviceSurfaceQueries&, \
                                       const ClosestPointsOptions&, const ClosestPointsView<T>&,         \
                                       ClosestPointCache<T>*);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
