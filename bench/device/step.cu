// A time step of grains at rest as one graph, replayed on changed poses: the tree is refitted, pairs are found, each is
// queried. New poses are copied to their place before the time is taken: a solver would have written them there.
#include <memory>

#include "abut/detect.h"
#include "bench/device/bench.h"
#include "bench/device/traffic.h"

namespace abut::device_bench {
namespace {

/// That targets are for.
constexpr std::size_t target_grains = 1'000'000;

/// What all steps share.
struct OnDevice {
  Stream& stream;
  ShapesOnDevice<float> headers;
  PartsOnDevice parts;
  std::vector<std::unique_ptr<Memory<double>>> sets;
  Memory<double> poses;
  TreeOnDevice tree;
  PairsOnDevice pairs;

  OnDevice(Stream& on, const GrainScene& scene)
      : stream(on),
        headers(on, scene.shapes),
        parts(on, scene.parts),
        poses(on, scene.parts.poses),
        tree(on, count(scene)),
        pairs(on, scene.pairs.size() + scene.pairs.size() / 16 + 1, count(scene)) {
    for (const auto& set : scene.poses) sets.push_back(std::make_unique<Memory<double>>(on, set));
    tree.build(Cuda{on.get()}, boxed());
    on.wait();
  }
  static std::uint32_t count(const GrainScene& scene) { return static_cast<std::uint32_t>(scene.parts.count()); }
  PartsView view() const { return parts.view(poses); }
  BoxedParts boxed() const { return {headers.view().headers, view(), 0}; }
  /// Puts the poses of set `k`, modulo their number, in their place.
  void place(int k) {
    const Memory<double>& from = *sets[static_cast<std::size_t>(k) % sets.size()];
    ABUT_CUDA_CHECK(cudaMemcpyAsync(poses.data(), from.data(), poses.size() * sizeof(double), cudaMemcpyDeviceToDevice,
                                    stream.get()));
  }
};

std::string title(const char* what, const GrainScene& scene) {
  return std::string(what) + ", " + std::to_string(scene.parts.count()) + " grains, " +
         std::to_string(scene.pairs.size()) + " pairs";
}

Measurement measurement(const char* what, const GrainScene& scene, double target, double bytes) {
  Measurement m{title(what, scene), "", Unit::milliseconds};
  m.items = static_cast<double>(scene.parts.count());
  m.target = scene.parts.count() == target_grains ? target : 0;
  m.bytes = bytes;
  return m;
}

double pairs_a_grain(const GrainScene& scene) {
  return static_cast<double>(scene.pairs.size()) / static_cast<double>(scene.parts.count());
}

void measure_find(Bench& bench, const GrainScene& scene, OnDevice& on_device) {
  const Graph refit(bench.stream, [&](const Cuda& cuda) { on_device.tree.refit(cuda, on_device.boxed()); });
  const Graph find(bench.stream,
                   [&](const Cuda& cuda) { on_device.pairs.find(cuda, on_device.tree.tree(), on_device.view()); });
  on_device.place(1);
  on_device.pairs.poison();
  refit.run();
  find.run();
  Measurement m = measurement("own pairs", scene, 5, find_bytes(pairs_a_grain(scene)));
  m.fault = on_device.pairs.fault(scene.pairs);
  const Graph* const of_find[] = {&find};
  add_timed(bench, m, of_find, [&](int k) {
    on_device.place(k);
    refit.launch();
  });
  m.what = title("tree refitted", scene);
  m.target = 0;
  m.bytes = refit_bytes;
  const Graph* const of_refit[] = {&refit};
  add_timed(bench, m, of_refit, [&](int k) { on_device.place(k); });
}

template <class T>
void measure_steps(Bench& bench, const GrainScene& scene, OnDevice& on_device, bool warm, double target) {
  const ShapesOnDevice<T> shapes(bench.stream, scene.shapes);
  const PairList list = on_device.pairs.list();
  Memory<CachedPolytope> cache(bench.stream, warm ? list.capacity : 1);
  AnswersOnDevice<T> answers(bench.stream, list.capacity);
  const Memory<unsigned char> workspace(bench.stream,
                                        query_pairs_workspace<T>(Cuda{}, list.capacity, on_device.count(scene)));
  const QueryOptions options{0, warm ? cache.data() : nullptr};
  const Graph step(bench.stream, [&](const Cuda& cuda) {
    on_device.tree.refit(cuda, on_device.boxed());
    on_device.pairs.find(cuda, on_device.tree.tree(), on_device.view());
    query_pair_list<T>(cuda.with({workspace.data(), workspace.size()}), shapes.view(), on_device.view(), list, options,
                       answers.view());
  });
  const auto run = [&](int k) {
    on_device.place(k);
    step.run();
  };

  const double query = query_bytes<T> + (warm ? simplex_bytes : 0);
  Measurement m = measurement(warm ? "whole step, warm" : "whole step, cold", scene, target,
                              refit_bytes + find_bytes(pairs_a_grain(scene)) + query * pairs_a_grain(scene));
  m.scalar = scalar_name<T>;
  const std::vector<std::size_t> sample = sample_of(scene.pairs.size(), checked_pairs);
  cache.fill(0);
  run(0);
  std::vector<CachedPolytope> before, after;
  if (warm) before = caches_at(cache, sample);
  answers.poison();
  on_device.pairs.poison();
  run(1);
  if (warm) after = caches_at(cache, sample);
  m.fault = on_device.pairs.fault(scene.pairs);
  if (m.fault.empty()) {
    m.fault = fault_of<T>({&scene.shapes, scene.parts.view_of(scene.poses[1]), scene.pairs, 0},
                          answers.download(scene.pairs.size()), sample, before, after);
  }
  const Graph* const graphs[] = {&step};
  add_timed(bench, std::move(m), graphs, [&](int k) { on_device.place(k + 2); });
}

}  // namespace

void measure_step(Bench& bench) {
  const GrainScene scene = make_grains(bench.grains(), 1);
  OnDevice on_device(bench.stream, scene);
  measure_find(bench, scene, on_device);
  measure_steps<float>(bench, scene, on_device, true, 15);
  measure_steps<float>(bench, scene, on_device, false, 0);
  measure_steps<double>(bench, scene, on_device, true, 0);
  measure_steps<double>(bench, scene, on_device, false, 0);
}

}  // namespace abut::device_bench
