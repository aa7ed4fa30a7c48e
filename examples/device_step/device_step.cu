// A time step that stays on the device: a solver's own kernel moves bodies, Abut finds the pairs that may touch, gives
// each what its last query has left (a warm start), finds their contacts, and another kernel of the solver uses them.
// All of it is captured once, into two graphs that take turns, since what one step leaves the next one reads; what
// comes to the host is what is printed. At the end the last step's contacts are compared with the Cpu executor's bits.
//
//     device_step [SIDE [STEPS]]     SIDE^3 bodies (40: 64,000), STEPS steps (100)
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "abut/abut.h"

namespace {

constexpr double alert = 0.02;

void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "device_step: %s: %s\n", what, cudaGetErrorString(code));
  std::exit(1);
}

/// Device memory, freed at the end.
template <class E>
struct Device {
  E* data = nullptr;
  std::size_t size;
  explicit Device(std::size_t count) : size(count) {
    check(cudaMalloc(reinterpret_cast<void**>(&data), count * sizeof(E)), "cudaMalloc");
    check(cudaMemset(data, 0, count * sizeof(E)), "cudaMemset");
  }
  explicit Device(const std::vector<E>& from) : Device(from.size()) {
    check(cudaMemcpy(data, from.data(), size * sizeof(E), cudaMemcpyHostToDevice), "upload");
  }
  ~Device() { (void)cudaFree(data); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  std::vector<E> download() const {
    std::vector<E> host(size);
    check(cudaMemcpy(host.data(), data, size * sizeof(E), cudaMemcpyDeviceToHost), "download");
    return host;
  }
};

/// The solver's step: bodies drift and turn. Positions are rows of three, rotations rows of four.
__global__ void move_kernel(double* position, float* rotation, const double* velocity, unsigned count, double dt) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int k = 0; k < 3; ++k) position[3 * i + k] += dt * velocity[3 * i + k];
  rotation[4 * i + 1] += static_cast<float>(dt * velocity[3 * i]);  // any length will do
}

/// What a solver makes of contacts, here their number and the deepest: `deepest` in units of 1e-9.
__global__ void use_kernel(const std::uint64_t* pairs, std::uint64_t capacity, const float* separation,
                           unsigned long long* contacts, unsigned long long* deepest) {
  const std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= *pairs || i >= capacity || !(separation[i] < 0)) return;
  atomicAdd(contacts, 1ull);
  atomicMax(deepest, static_cast<unsigned long long>(-static_cast<double>(separation[i]) * 1e9));
}

abut::PartTreeState state_of(const abut::PartTree& tree) {
  abut::PartTreeState state;
  check(cudaMemcpy(&state, tree.state, sizeof(state), cudaMemcpyDeviceToHost), "state of the tree");
  return state;
}

/// What a step leaves for the next.
struct Kept {
  Device<abut::Pair> pairs;
  Device<std::uint64_t> count{1};  // none before the first step
  Device<abut::CachedPolytope> caches;
  explicit Kept(std::size_t capacity) : pairs(capacity), caches(capacity) {}
  abut::PairList list() const { return {pairs.data, pairs.size, count.data}; }
};

/// What `enqueue(cuda)` puts on a stream, to be launched on it.
class Graph {
 public:
  template <class Enqueue>
  Graph(cudaStream_t stream, const Enqueue& enqueue) : stream_(stream) {
    cudaGraph_t graph;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
    enqueue(abut::Cuda{stream});
    check(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture");
    check(cudaGraphInstantiate(&ready_, graph, 0), "cudaGraphInstantiate");
    check(cudaGraphDestroy(graph), "cudaGraphDestroy");
  }
  ~Graph() { (void)cudaGraphExecDestroy(ready_); }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  void launch() const { check(cudaGraphLaunch(ready_, stream_), "cudaGraphLaunch"); }

 private:
  cudaStream_t stream_;
  cudaGraphExec_t ready_ = nullptr;
};

abut::ShapeSet random_hulls(std::mt19937_64& random) {
  std::normal_distribution<double> coordinate;
  abut::ShapeSet shapes;
  for (int k = 0; k < 20; ++k) {
    std::vector<abut::Vec3<double>> points;
    for (int v = 0; v < 16; ++v) {
      const abut::Vec3<double> p{coordinate(random), coordinate(random), coordinate(random)};
      points.push_back(p * (0.5 / length(p)));
    }
    shapes.add_hull(points);
  }
  return shapes;
}

/// A number from 1 to `most`, or the end of the program.
unsigned number(const char* text, unsigned most) {
  const long value = std::strtol(text, nullptr, 10);
  if (value >= 1 && value <= static_cast<long>(most)) return static_cast<unsigned>(value);
  std::fprintf(stderr, "device_step: %s: allowed is a number from 1 to %u\n", text, most);
  std::exit(2);
}

}  // namespace

int main(int arguments, char** argument) {
  using namespace abut;
  const unsigned side = arguments > 1 ? number(argument[1], 200) : 40, body_count = side * side * side;
  const unsigned steps = arguments > 2 ? number(argument[2], 1000000) : 100, shown = (steps + 4) / 5;
  const std::uint64_t capacity = 12ull * body_count;  // of pairs
  if (const char* reason = cuda_unavailable_reason()) {
    std::printf("%s: nothing to show\n", reason);
    return 0;
  }
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const ShapeSet shapes = random_hulls(random);
  std::vector<double> start, drift;
  std::vector<float> turn;
  BodySet bodies;
  for (unsigned i = 0; i < body_count; ++i) {
    const Vec3<double> at{0.9 * (i % side), 0.9 * (i / side % side), 0.9 * (i / (side * side))};
    start.insert(start.end(), {at.x, at.y, at.z});
    drift.insert(drift.end(), {uniform(random), uniform(random), uniform(random)});
    turn.insert(turn.end(), {1, 0, 0, 0});
    bodies.add({.position = at}, static_cast<std::uint32_t>(random() % 20));
  }

  cudaStream_t stream;
  check(cudaStreamCreate(&stream), "cudaStreamCreate");
  const Cuda cuda{stream};
  const auto host_shapes = shapes.view<float>();
  const Device<unsigned char> shape_memory(device_shapes_bytes(host_shapes)),
      part_memory(device_parts_bytes(bodies.parts()));
  const ShapeSetView<float> view = copy_shapes(cuda, host_shapes, shape_memory.data, shape_memory.size);
  const PartsView parts = copy_parts(cuda, bodies.parts(), part_memory.data, part_memory.size);
  const Device<double> position(start), velocity(drift);
  const Device<float> rotation(turn);
  const double* const p = position.data;
  const float* const q = rotation.data;
  const BodyPosesView<float> poses{body_count, {p, p + 1, p + 2, 3}, q, q + 1, q + 2, q + 3, 4};

  // Everything that the step needs is asked for before it is captured.
  const BoxedParts boxed{view.headers, parts, alert};
  const Device<unsigned char> tree_memory(part_tree_bytes(body_count));
  const PartTree tree = part_tree_in(tree_memory.data, body_count);
  const Kept kept[2] = {Kept(capacity), Kept(capacity)};
  const Device<std::uint32_t> places(capacity);
  const Device<float> separation(capacity);
  ContactsView<float> contacts;
  contacts.separation = {separation.data};
  const Device<unsigned long long> found(2);
  const Device<unsigned char> build(build_tree_workspace(cuda, body_count)),
      refit(refit_tree_workspace(cuda, body_count)), search(find_pairs_workspace(cuda, capacity)),
      query(query_pairs_workspace<float>(cuda, capacity, body_count));
  build_tree(cuda, boxed, tree, build.data, build.size);

  const auto step = [&](const Kept& before, const Kept& now) {
    return [&](const Cuda& on) {
      move_kernel<<<(body_count + 255) / 256, 256, 0, stream>>>(position.data, rotation.data, velocity.data, body_count,
                                                                1e-3);
      place_parts(on, poses, nullptr, parts);
      refit_tree(on, boxed, tree, refit.data, refit.size);
      find_pairs(on, tree, parts, PairOrder::half, now.list(), search.data, search.size);
      match_pairs(on, before.list(), now.list(), places.data, nullptr);
      carry(on, {places.data, capacity, now.count.data}, before.caches.data, now.caches.data, sizeof(CachedPolytope));
      query_pair_list<float>(on, view, parts, now.list(), {alert, now.caches.data}, contacts, query.data, query.size);
      check(cudaMemsetAsync(found.data, 0, 2 * sizeof(*found.data), stream), "cudaMemsetAsync");
      use_kernel<<<static_cast<unsigned>((capacity + 255) / 256), 256, 0, stream>>>(
          now.count.data, capacity, separation.data, found.data, found.data + 1);
    };
  };
  const Graph graphs[2] = {{stream, step(kept[1], kept[0])}, {stream, step(kept[0], kept[1])}};
  for (unsigned k = 1; k <= steps; ++k) {
    graphs[k % 2].launch();
    if (k % shown != 0) continue;
    check(cudaStreamSynchronize(stream), "step");
    const auto of_step = found.download();
    const PartTreeState state = state_of(tree);
    std::printf("step %3u: %llu candidate pairs, %llu overlaps, deepest %.6f%s\n", k,
                static_cast<unsigned long long>(kept[k % 2].count.download()[0]), of_step[0],
                1e-9 * static_cast<double>(of_step[1]), rebuild_advised(state) ? "; tree built anew" : "");
    if (rebuild_advised(state)) build_tree(cuda, boxed, tree, build.data, build.size);
  }

  // The same bodies on cores.
  const std::vector<double> last = position.download();
  const std::vector<float> turned = rotation.download();
  for (unsigned i = 0; i < body_count; ++i) {
    const float* const r = turned.data() + 4 * i;
    bodies.set_pose(
        i, {{last[3 * i], last[3 * i + 1], last[3 * i + 2]}, rotation_from_quaternion(r[0], r[1], r[2], r[3])});
  }
  const std::vector<Pair> expected = find_pairs(Cpu{}, host_shapes.headers, host_shapes.count, bodies.parts(), alert);
  const Kept &now = kept[steps % 2], &before = kept[(steps + 1) % 2];
  std::vector<Pair> pairs_before = before.pairs.download();
  pairs_before.resize(before.count.download()[0]);
  std::vector<CachedPolytope> caches(expected.size());
  carry<CachedPolytope>(Cpu{}, match_pairs(Cpu{}, pairs_before, expected), before.caches.download(), caches);
  Contacts<float> records(expected.size());
  query_pairs<float>(Cpu{}, host_shapes, bodies.parts(), expected, {alert, caches.data()}, records.view());
  const std::vector<Pair> got = now.pairs.download();
  const std::vector<float> gaps = separation.download();
  const std::uint64_t needed = now.count.download()[0];
  std::size_t others = needed == expected.size() && needed <= capacity ? 0 : 1;
  for (std::size_t i = 0; others == 0 && i < expected.size(); ++i) {
    others += std::memcmp(&got[i], &expected[i], sizeof(Pair)) != 0 ||
                      std::memcmp(&gaps[i], &records.separation[i], sizeof(float)) != 0
                  ? 1
                  : 0;
  }
  std::printf("%zu pairs on cores: %s\n", expected.size(), others == 0 ? "the same bits" : "not the same");
  check(cudaStreamDestroy(stream), "cudaStreamDestroy");
  return others == 0 ? 0 : 1;
}
