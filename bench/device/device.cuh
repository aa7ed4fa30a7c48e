// Device memory, a stream, graphs and what of a scene lies on the device, for bench_device. Freed at the end.
#pragma once

#include <cuda_runtime.h>

#include <vector>

#include "abut/core/executor.h"
#include "abut/pairs/cuda_pairs.h"
#include "abut/shapes/cuda_shapes.h"
#include "abut/shapes/shape_set.h"
#include "bench/device/answers.h"
#include "bench/device/scenes.h"
#include "kernels/support/check.cuh"

namespace abut::device_bench {

class Stream {
 public:
  Stream() = default;
  ~Stream() {
    if (stream_ != nullptr) (void)cudaStreamDestroy(stream_);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  /// Made on first use.
  cudaStream_t get() {
    if (stream_ == nullptr) ABUT_CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    return stream_;
  }
  void wait() { ABUT_CUDA_CHECK(cudaStreamSynchronize(get())); }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  Event() { ABUT_CUDA_CHECK(cudaEventCreate(&event_)); }
  ~Event() { (void)cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Copies and fills go through one stream and wait.
template <class E>
class Memory {
 public:
  Memory(Stream& stream, std::size_t count) : stream_(stream), count_(count) {
    ABUT_CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&data_), (count > 0 ? count : 1) * sizeof(E)));
  }
  Memory(Stream& stream, const std::vector<E>& host) : Memory(stream, host.size()) { upload(host); }
  ~Memory() { (void)cudaFree(data_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  E* data() const { return data_; }
  std::size_t size() const { return count_; }
  void upload(const std::vector<E>& host) { copy(data_, host.data(), host.size(), cudaMemcpyHostToDevice); }
  /// `count` elements from `first` on.
  void download(E* to, std::size_t first, std::size_t count) const {
    copy(to, data_ + first, count, cudaMemcpyDeviceToHost);
  }
  std::vector<E> download(std::size_t count) const {
    std::vector<E> host(count);
    download(host.data(), 0, count);
    return host;
  }
  void fill(int byte) {
    ABUT_CUDA_CHECK(cudaMemsetAsync(data_, byte, count_ * sizeof(E), stream_.get()));
    stream_.wait();
  }

 private:
  void copy(E* to, const E* from, std::size_t count, cudaMemcpyKind kind) const {
    if (count > 0) ABUT_CUDA_CHECK(cudaMemcpyAsync(to, from, count * sizeof(E), kind, stream_.get()));
    stream_.wait();
  }

  Stream& stream_;
  E* data_ = nullptr;
  std::size_t count_;
};

/// What `enqueue(cuda)` puts on the stream, to be launched on it.
class Graph {
 public:
  template <class Enqueue>
  Graph(Stream& stream, const Enqueue& enqueue) : stream_(stream) {
    cudaGraph_t graph = nullptr;
    ABUT_CUDA_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
    enqueue(Cuda{stream.get()});
    ABUT_CUDA_CHECK(cudaStreamEndCapture(stream.get(), &graph));
    const cudaError_t code = cudaGraphInstantiate(&ready_, graph, 0);
    (void)cudaGraphDestroy(graph);
    ABUT_CUDA_CHECK(code);
  }
  ~Graph() { (void)cudaGraphExecDestroy(ready_); }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  void launch() const { ABUT_CUDA_CHECK(cudaGraphLaunch(ready_, stream_.get())); }
  /// Launches it and waits.
  void run() const {
    launch();
    stream_.wait();
  }

 private:
  Stream& stream_;
  cudaGraphExec_t ready_ = nullptr;
};

template <class T>
class ShapesOnDevice {
 public:
  ShapesOnDevice(Stream& stream, const ShapeSet& shapes)
      : memory_(stream, device_shapes_bytes(shapes.view<T>())),
        view_(copy_shapes(Cuda{stream.get()}, shapes.view<T>(), {memory_.data(), memory_.size()})) {
    stream.wait();
  }
  const ShapeSetView<T>& view() const { return view_; }

 private:
  Memory<unsigned char> memory_;
  ShapeSetView<T> view_;
};

/// Parts without poses: those of `view(poses)` are `poses`, in device memory and laid out as in `Parts`.
class PartsOnDevice {
 public:
  PartsOnDevice(Stream& stream, const Parts& parts)
      : shape_(stream, parts.shape),
        body_(stream, parts.body),
        groups_(stream, parts.groups),
        meets_(stream, parts.meets),
        self_contact_(stream, parts.self_contact) {}
  PartsView view(const Memory<double>& poses) const {
    PartsView view;
    view.count = static_cast<std::uint32_t>(shape_.size());
    view.shape = shape_.data();
    view.body = body_.data();
    view.groups = groups_.data();
    view.meets = meets_.data();
    view.self_contact = self_contact_.data();
    point_to_poses(poses.data(), shape_.size(), view);
    return view;
  }

 private:
  Memory<std::uint32_t> shape_, body_, groups_, meets_;
  Memory<std::uint8_t> self_contact_;
};

/// Room for answers.
template <class T>
class AnswersOnDevice {
 public:
  AnswersOnDevice(Stream& stream, std::size_t capacity)
      : capacity_(capacity), number_(stream, Answers<T>::numbers * capacity), status_(stream, capacity) {}
  ContactsView<T> view() const { return view_of(number_.data(), status_.data(), capacity_); }
  /// So that what is not written shows.
  void poison() {
    number_.fill(0xff);
    status_.fill(0xff);
  }
  Answers<T> download(std::size_t count) const {
    Answers<T> out(count);
    for (std::size_t k = 0; k < Answers<T>::numbers; ++k) {
      number_.download(out.number.data() + k * count, k * capacity_, count);
    }
    status_.download(out.status.data(), 0, count);
    return out;
  }

 private:
  std::size_t capacity_;
  Memory<T> number_;
  Memory<std::uint8_t> status_;
};

/// Of the caches of a batch those at `sample`.
inline std::vector<CachedPolytope> caches_at(const Memory<CachedPolytope>& all, std::span<const std::size_t> sample) {
  std::vector<CachedPolytope> out(sample.size());
  for (std::size_t i = 0; i < sample.size(); ++i) all.download(&out[i], sample[i], 1);
  return out;
}

/// A tree, and a list of what a search of it finds.
class TreeOnDevice {
 public:
  TreeOnDevice(Stream& stream, std::uint32_t parts)
      : memory_(stream, part_tree_bytes(parts)),
        tree_(part_tree_in(memory_.data(), parts)),
        build_(stream, build_tree_workspace(Cuda{}, parts)),
        refit_(stream, refit_tree_workspace(Cuda{}, parts)) {}
  const PartTree& tree() const { return tree_; }
  void build(const Cuda& cuda, const BoxedParts& parts) const {
    build_tree(cuda.with({build_.data(), build_.size()}), parts, tree_);
  }
  void refit(const Cuda& cuda, const BoxedParts& parts) const {
    refit_tree(cuda.with({refit_.data(), refit_.size()}), parts, tree_);
  }

 private:
  Memory<unsigned char> memory_;
  PartTree tree_;
  Memory<unsigned char> build_, refit_;
};

class PairsOnDevice {
 public:
  PairsOnDevice(Stream& stream, std::size_t capacity, std::uint32_t parts)
      : pairs_(stream, capacity),
        count_(stream, 1),
        rows_(stream, std::size_t{parts} + 1),
        workspace_(stream, find_pairs_workspace(Cuda{}, capacity)) {}
  PairList list() const { return {pairs_.data(), pairs_.size(), count_.data(), rows_.data()}; }
  void find(const Cuda& cuda, const PartTree& tree, const PartsView& parts) const {
    find_pairs(cuda.with({workspace_.data(), workspace_.size()}), tree, parts, PairOrder::half, list());
  }
  void find_cross(const Cuda& cuda, const BoxedParts& first, const PartTree& tree) const {
    find_cross_pairs(cuda.with({workspace_.data(), workspace_.size()}), first, tree, list());
  }
  void poison() {
    pairs_.fill(0xff);
    count_.fill(0xff);
  }
  /// Empty, or how what was found differs.
  std::string fault(std::span<const Pair> expected) const {
    const std::uint64_t found = count_.download(1)[0];
    if (found > pairs_.size()) return std::to_string(found) + " pairs, room is for " + std::to_string(pairs_.size());
    return fault_of_pairs(expected, pairs_.download(found));
  }

 private:
  Memory<Pair> pairs_;
  Memory<std::uint64_t> count_, rows_;
  Memory<unsigned char> workspace_;
};

}  // namespace abut::device_bench
