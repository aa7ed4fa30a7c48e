// Checks of what is about to be enqueued; the work is the backend's.
#include "abut/planar/cuda_planar.h"

#include <vector>

#include "host/exec/device_batch_checks.h"
#include "host/exec/list_checks.h"
#include "host/planar/checks.h"
#include "host/planar/layout.h"

namespace abut {
namespace {

/// The debug mode: throws for the first pair that names a body which is not there.
void check_bodies(const char* function, const Cuda& cuda, const PairList& pairs, std::uint32_t body_count) {
  const host::DeviceMemory lowest(cuda, sizeof(std::uint64_t));
  backend::find_bad_pair(cuda.stream, {pairs.pairs, pairs.capacity, pairs.count, nullptr, 0, body_count},
                         static_cast<std::uint64_t*>(lowest.data()));
  const auto bad = host::read_back<std::uint64_t>(cuda, lowest.data());
  if (bad == backend::no_bad_pair) return;
  const auto pair = host::read_back<Pair>(cuda, pairs.pairs + bad);
  for (const std::uint32_t body : {pair.a, pair.b}) host::check_index(function, bad, body, body_count);
}

}  // namespace

template <class T>
std::size_t device_planar_shapes_bytes(const PlanarShapeSetView<T>& shapes) {
  Workspace counting;
  host::lay_out_planar_shapes(shapes, counting, [](auto*, const auto*, std::size_t) {});
  return counting.bytes();
}

template <class T>
PlanarShapeSetView<T> copy_planar_shapes(const Cuda& cuda, const PlanarShapeSetView<T>& shapes,
                                         const Workspace& memory) {
  if (!host::check_copy("copy_planar_shapes", memory, device_planar_shapes_bytes(shapes))) return shapes;
  Workspace arrays(memory.data());
  return host::lay_out_planar_shapes(shapes, arrays, [&](auto* to, const auto* from, std::size_t count) {
    backend::copy_to_device(cuda.stream, to, from, count * sizeof(*from));
  });
}

ShapeSet flat_shapes(const PlanarShapeSet& shapes) {
  ShapeSet out;
  for (std::uint32_t i = 0; i < shapes.size(); ++i) {
    std::vector<Vec3<double>> vertices;
    for (const Vec2<double>& v : shapes.vertices(i)) vertices.push_back(in_space(v));
    const double rounding = shapes.header(i).rounding;
    if (vertices.size() == 1) {
      out.add_point(vertices[0], rounding);
    } else if (vertices.size() == 2) {
      out.add_segment(vertices[0], vertices[1], rounding);
    } else {
      out.add_hull(vertices, rounding);
    }
  }
  return out;
}

template <class T>
std::size_t query_planar_pairs_workspace(const Cuda&, const PlanarShapeSetView<T>& shapes) {
  host::need_device();
  return backend::query_planar_pairs_workspace(shapes);
}

template <class T>
void query_planar_pair_list(const Cuda& cuda, const PlanarShapeSetView<T>& shapes, std::span<const PlanarBody> bodies,
                            const PairList& pairs, const PlanarQueryOptions& options, const PlanarRecords<T>& out) {
  constexpr const char* function = "query_planar_pair_list";
  host::check_planar_options(options);
  host::check_list(function, "pairs", pairs);
  if (bodies.size() > UINT32_MAX) {
    throw InvalidInput(std::string(function) + ": there are " + std::to_string(bodies.size()) +
                       " bodies; allowed are 4294967295 and less");
  }
  if (pairs.capacity == 0) return;
  const auto check = [&](const char* name, const auto* array) {
    host::check_pointer(function, name, array, alignof(std::remove_pointer_t<decltype(array)>));
  };
  check("shapes.headers", shapes.headers), check("shapes.x", shapes.x), check("shapes.y", shapes.y);
  check("shapes.zero", shapes.zero), check("bodies", bodies.data());
  if (options.cache != nullptr) check("options.cache", options.cache);
  if (out.contacts != nullptr) check("out.contacts", out.contacts);
  if (out.patches != nullptr) check("out.patches", out.patches);
  host::need_device();
  host::check_workspace(function, cuda, backend::query_planar_pairs_workspace(shapes));
  if (cuda.checked) check_bodies(function, cuda, pairs, static_cast<std::uint32_t>(bodies.size()));
  backend::query_planar_pairs<T>(cuda.stream,
                                 {shapes, bodies.data(), pairs.pairs, options.alert_distance, options.patch_margin,
                                  out.contacts, out.patches, options.cache},
                                 pairs.count, pairs.capacity, cuda.workspace.data());
}

#define ABUT_INSTANTIATE(T)                                                                                          \
  template std::size_t device_planar_shapes_bytes<T>(const PlanarShapeSetView<T>&);                                  \
  template PlanarShapeSetView<T> copy_planar_shapes<T>(const Cuda&, const PlanarShapeSetView<T>&, const Workspace&); \
  template std::size_t query_planar_pairs_workspace<T>(const Cuda&, const PlanarShapeSetView<T>&);                   \
  template void query_planar_pair_list<T>(const Cuda&, const PlanarShapeSetView<T>&, std::span<const PlanarBody>,    \
                                          const PairList&, const PlanarQueryOptions&, const PlanarRecords<T>&);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
