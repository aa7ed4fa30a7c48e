// Trees over boxes at random, in no order: built, refitted after a small motion, searched for their own pairs and for
// those with other boxes. Every list is held against the `Cpu` executor's.
#include <algorithm>

#include "abut/pairs/find_pairs.h"
#include "bench/device/bench.h"
#include "bench/device/traffic.h"

namespace abut::device_bench {
namespace {

std::vector<Pair> expected_pairs(const BoxScene& scene, const std::vector<double>& poses) {
  return find_pairs(Cpu{}, scene.shapes.headers(), scene.parts.view_of(poses), 0);
}

struct OnDevice {
  ShapesOnDevice<float> shapes;
  PartsOnDevice parts;
  Memory<double> poses[2];
  TreeOnDevice tree;

  OnDevice(Stream& stream, const BoxScene& scene)
      : shapes(stream, scene.shapes),
        parts(stream, scene.parts),
        poses{{stream, scene.parts.poses}, {stream, scene.moved}},
        tree(stream, static_cast<std::uint32_t>(scene.parts.count())) {}
  BoxedParts boxed(int pose_set) const { return {shapes.view().headers, parts.view(poses[pose_set]), 0}; }
};

std::string title(const char* what, std::size_t boxes) {
  return std::string(what) + ", " + std::to_string(boxes) + " boxes";
}

void measure_cross_pairs(Bench& bench, const BoxScene& scene, const OnDevice& on_device) {
  const BoxScene other = make_boxes(std::max<std::size_t>(1, scene.parts.count() / 10), 2);
  const PartsOnDevice parts(bench.stream, other.parts);
  const Memory<double> poses(bench.stream, other.parts.poses);
  const BoxedParts first{on_device.shapes.view().headers, parts.view(poses), 0};
  const std::vector<Pair> expected =
      find_cross_pairs(Cpu{}, scene.shapes.headers(), other.parts.view(), scene.parts.view(), 0);
  PairsOnDevice pairs(bench.stream, expected.size() + expected.size() / 16 + 1, first.parts.count);
  on_device.tree.build(Cuda{bench.stream.get()}, on_device.boxed(0));
  const Graph find(bench.stream, [&](const Cuda& cuda) { pairs.find_cross(cuda, first, on_device.tree.tree()); });
  pairs.poison();
  find.run();
  Measurement m{title("pairs with a tenth as many others", scene.parts.count()), "", Unit::boxes};
  m.items = static_cast<double>(other.parts.count());
  m.fault = pairs.fault(expected);
  const Graph* const graphs[] = {&find};
  add_timed(bench, std::move(m), graphs);
}

}  // namespace

void measure_trees(Bench& bench) {
  const BoxScene scene = make_boxes(bench.boxes(), 1);
  const std::size_t boxes = scene.parts.count();
  const OnDevice on_device(bench.stream, scene);
  const std::vector<Pair> before = expected_pairs(scene, scene.parts.poses), after = expected_pairs(scene, scene.moved);
  const std::size_t most = std::max(before.size(), after.size());
  PairsOnDevice pairs(bench.stream, most + most / 16 + 1, static_cast<std::uint32_t>(boxes));

  const auto build = [&](int set) {
    return [&, set](const Cuda& cuda) { on_device.tree.build(cuda, on_device.boxed(set)); };
  };
  const auto refit = [&](int set) {
    return [&, set](const Cuda& cuda) { on_device.tree.refit(cuda, on_device.boxed(set)); };
  };
  const Graph build_graphs[] = {{bench.stream, build(0)}, {bench.stream, build(1)}};
  const Graph refit_graphs[] = {{bench.stream, refit(0)}, {bench.stream, refit(1)}};
  const Graph find(bench.stream, [&](const Cuda& cuda) {
    pairs.find(cuda, on_device.tree.tree(), on_device.parts.view(on_device.poses[0]));
  });
  const auto fault_after = [&](const Graph& graph, const std::vector<Pair>& expected) {
    pairs.poison();
    graph.run();
    find.run();
    return pairs.fault(expected);
  };
  const auto measure = [&](const char* what, std::string fault, double target, double bytes,
                           std::span<const Graph* const> graphs) {
    Measurement m{title(what, boxes), "", Unit::boxes};
    m.items = static_cast<double>(boxes);
    m.fault = std::move(fault);
    m.target = target;
    m.bytes = bytes;
    add_timed(bench, std::move(m), graphs);
  };
  const Graph* const of_build[] = {&build_graphs[0], &build_graphs[1]};
  const Graph* const of_refit[] = {&refit_graphs[0], &refit_graphs[1]};
  const Graph* const of_find[] = {&find};

  measure("tree built", fault_after(build_graphs[0], before), 0.8, build_bytes, of_build);
  build_graphs[0].run();
  measure("tree refitted", fault_after(refit_graphs[1], after), 3, refit_bytes, of_refit);
  measure("own pairs", fault_after(build_graphs[0], before), 0,
          find_bytes(static_cast<double>(before.size()) / static_cast<double>(boxes)), of_find);
  measure_cross_pairs(bench, scene, on_device);
}

}  // namespace abut::device_bench
