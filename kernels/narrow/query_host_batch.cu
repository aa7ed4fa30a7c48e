// A batch in host memory answered on the device: upload, query, download, wait.
#include <vector>

#include "abut/shapes/cuda_shapes.h"
#include "kernels/backend.h"
#include "kernels/support/device_array.cuh"

namespace abut::backend {
namespace {

/// Device copies of the output arrays, contiguous, and the way back into the caller's strides.
template <class E>
class DeviceOutput {
 public:
  DeviceOutput(const Strided<E>& host, std::size_t count, cudaStream_t stream)
      : host_(host), staging_(host.data != nullptr ? count : 0), device_(staging_.size(), stream) {}
  Strided<E> view() const { return {device_.data(), 1}; }
  void download() { device_.download(staging_.data()); }
  void scatter() const {
    for (std::size_t i = 0; i < staging_.size(); ++i)
      host_.data[static_cast<std::ptrdiff_t>(i) * host_.stride] = staging_[i];
  }

 private:
  Strided<E> host_;
  std::vector<E> staging_;
  DeviceArray<E> device_;
};

template <class T>
class DeviceOutput3 {
 public:
  DeviceOutput3(const StridedVec3<T>& host, std::size_t count, cudaStream_t stream)
      : x_({host.x, host.stride}, count, stream),
        y_({host.y, host.stride}, count, stream),
        z_({host.z, host.stride}, count, stream) {}
  StridedVec3<T> view() const { return {x_.view().data, y_.view().data, z_.view().data, 1}; }
  void download() { x_.download(), y_.download(), z_.download(); }
  void scatter() const { x_.scatter(), y_.scatter(), z_.scatter(); }

 private:
  DeviceOutput<T> x_, y_, z_;
};

}  // namespace

template <class T>
void query_host_batch(void* stream, const QueryBatch<T>& batch) {
  const auto s = static_cast<cudaStream_t>(stream);
  const std::size_t n = batch.pair_count;
  if (n == 0) return;
  QueryBatch<T> on_device = batch;

  const std::size_t shape_bytes = device_shapes_bytes(batch.shapes);
  const DeviceArray<unsigned char> shapes(shape_bytes, s);
  on_device.shapes = copy_shapes(Cuda{stream}, batch.shapes, shapes.data(), shape_bytes);

  const PartsView& parts = batch.parts;
  const auto indices = [&](const std::uint32_t* host) {
    return DeviceArray<std::uint32_t>::uploaded(host, parts.count, s);
  };
  const auto numbers = [&](const double* host) { return DeviceArray<double>::uploaded(host, parts.count, s); };
  const auto shape = indices(parts.shape);
  const auto px = numbers(parts.px);
  const auto py = numbers(parts.py);
  const auto pz = numbers(parts.pz);
  const auto body_x = numbers(parts.body_x);
  const auto body_y = numbers(parts.body_y);
  const auto body_z = numbers(parts.body_z);
  const auto alert = numbers(parts.alert);
  DeviceArray<double> r[9];
  on_device.parts = {};
  on_device.parts.count = parts.count;
  on_device.parts.shape = shape.data();
  on_device.parts.px = px.data();
  on_device.parts.py = py.data();
  on_device.parts.pz = pz.data();
  on_device.parts.body_x = body_x.data();
  on_device.parts.body_y = body_y.data();
  on_device.parts.body_z = body_z.data();
  on_device.parts.alert = alert.data();
  for (int k = 0; k < 9; ++k) {
    r[k] = numbers(parts.r[k]);
    on_device.parts.r[k] = r[k].data();
  }

  const auto pairs = DeviceArray<Pair>::uploaded(batch.pairs, n, s);
  on_device.pairs = pairs.data();

  const ContactsView<T>& out = batch.out;
  DeviceOutput<T> separation(out.separation, n, s), lower_bound(out.lower_bound, n, s), gap(out.gap, n, s);
  DeviceOutput3<T> normal(out.normal, n, s), witness_a(out.witness_a, n, s), witness_b(out.witness_b, n, s),
      point(out.point, n, s);
  DeviceOutput<Feature> feature_a(out.feature_a, n, s), feature_b(out.feature_b, n, s);
  DeviceOutput<std::uint8_t> status(out.status, n, s), gjk_iterations(out.gjk_iterations, n, s),
      epa_iterations(out.epa_iterations, n, s);
  DeviceOutput<std::uint64_t> key(out.key, n, s);
  on_device.out = {separation.view(),     normal.view(),         witness_a.view(),   witness_b.view(), point.view(),
                   feature_a.view(),      feature_b.view(),      lower_bound.view(), gap.view(),       status.view(),
                   gjk_iterations.view(), epa_iterations.view(), key.view()};

  const DeviceArray<unsigned char> workspace(query_workspace<T>(n), s);
  query_batch<T>(stream, on_device, nullptr, workspace.data());

  const auto each = [&](auto&& f) {
    f(separation), f(normal), f(witness_a), f(witness_b), f(point), f(feature_a), f(feature_b), f(lower_bound);
    f(gap), f(status), f(gjk_iterations), f(epa_iterations), f(key);
  };
  each([](auto& output) { output.download(); });
  ABUT_CUDA_CHECK(cudaStreamSynchronize(s));
  each([](auto& output) { output.scatter(); });
}

template void query_host_batch<float>(void*, const QueryBatch<float>&);
template void query_host_batch<double>(void*, const QueryBatch<double>&);

}  // namespace abut::backend
