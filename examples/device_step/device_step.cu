// A time step that stays on the device: a solver's own kernel moves bodies, a contact pipeline finds the pairs that may
// touch and their contacts, and another kernel of the solver uses them. All of it is captured once into a graph; what
// comes to the host is what is printed. At the end the last step's contacts are compared with those of a pipeline on
// cores, which has gone the same way, bit by bit.
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

void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "device_step: %s: %s\n", what, cudaGetErrorString(code));
  std::exit(1);
}

/// Device memory of the solver's, freed at the end.
template <class E>
struct Device {
  E* data = nullptr;
  std::size_t size;
  explicit Device(const std::vector<E>& from) : size(from.size()) {
    check(cudaMalloc(reinterpret_cast<void**>(&data), size * sizeof(E)), "cudaMalloc");
    check(cudaMemcpy(data, from.data(), size * sizeof(E), cudaMemcpyHostToDevice), "upload");
  }
  ~Device() { (void)cudaFree(data); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
};

template <class E>
std::vector<E> downloaded(const E* from, std::size_t count) {
  std::vector<E> host(count);
  check(cudaMemcpy(host.data(), from, count * sizeof(E), cudaMemcpyDeviceToHost), "download");
  return host;
}

/// The solver's bodies: they drift and turn. Positions are rows of three, rotations rows of four. Data only.
struct Bodies {
  double* position;
  float* rotation;
  const double* velocity;
  unsigned count;

  abut::BodyPosesView<float> poses() const {
    const double* const p = position;
    const float* const q = rotation;
    return {count, {p, p + 1, p + 2, 3}, q, q + 1, q + 2, q + 3, 4};
  }
  __host__ __device__ void move(unsigned i, double dt) const {
    for (int k = 0; k < 3; ++k) position[3 * i + k] += dt * velocity[3 * i + k];
    rotation[4 * i + 1] += static_cast<float>(dt * velocity[3 * i]);  // any length will do
  }
};

__global__ void move_kernel(Bodies bodies, double dt) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < bodies.count) bodies.move(i, dt);
}

/// What a solver makes of contacts, here their number and the deepest: `deepest` in units of 1e-9.
__global__ void use_kernel(abut::PipelineContacts<float> c, unsigned long long* contacts, unsigned long long* deepest) {
  const std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= *c.count || !(c.records.separation.data[i] < 0)) return;
  atomicAdd(contacts, 1ull);
  atomicMax(deepest, static_cast<unsigned long long>(-static_cast<double>(c.records.separation.data[i]) * 1e9));
}

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
  constexpr double dt = 1e-3;
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
    start.insert(start.end(), {0.9 * (i % side), 0.9 * (i / side % side), 0.9 * (i / (side * side))});
    drift.insert(drift.end(), {uniform(random), uniform(random), uniform(random)});
    turn.insert(turn.end(), {1, 0, 0, 0});
    bodies.add({}, static_cast<std::uint32_t>(random() % 20));
  }
  const Device<double> position(start), velocity(drift);
  const Device<float> rotation(turn);
  const Device<unsigned long long> found({0, 0});
  const Bodies on_device{position.data, rotation.data, velocity.data, body_count};

  cudaStream_t stream;
  check(cudaStreamCreate(&stream), "cudaStreamCreate");
  int result = 0;
  {
    ContactPipeline<float> pipeline(Cuda{stream}, shapes, bodies,
                                    {.alert_distance = 0.02, .candidates = 12ull * body_count});
    const PipelineContacts<float> contacts = pipeline.contacts();
    const unsigned blocks = static_cast<unsigned>((contacts.capacity + 255) / 256);
    const auto step = [&] {
      move_kernel<<<(body_count + 255) / 256, 256, 0, stream>>>(on_device, dt);
      pipeline.step(on_device.poses());
      check(cudaMemsetAsync(found.data, 0, 2 * sizeof(*found.data), stream), "cudaMemsetAsync");
      use_kernel<<<blocks, 256, 0, stream>>>(contacts, found.data, found.data + 1);
    };
    for (unsigned k = 1; k <= steps; ++k) {
      step();
      if (k % shown != 0) continue;
      const PipelineCounts counts = pipeline.counts();  // waits
      const auto of_step = downloaded(found.data, 2);
      std::printf("step %3u: %llu candidate pairs, %llu queried, %llu overlaps, deepest %.6f\n", k,
                  static_cast<unsigned long long>(counts.candidates), static_cast<unsigned long long>(counts.pairs),
                  of_step[0], 1e-9 * static_cast<double>(of_step[1]));
    }

    // The same steps on cores.
    ContactPipeline<float> on_cores(Cpu{}, shapes, bodies, {.alert_distance = 0.02, .candidates = 12ull * body_count});
    const Bodies host{start.data(), turn.data(), drift.data(), body_count};
    for (unsigned k = 1; k <= steps; ++k) {
      for (unsigned i = 0; i < body_count; ++i) host.move(i, dt);
      on_cores.step(host.poses());
    }
    const std::uint64_t count = pipeline.counts().pairs;
    const PipelineContacts<float>& expected = on_cores.contacts();
    const auto pairs = downloaded(contacts.pairs, count);
    const auto separations = downloaded(contacts.records.separation.data, count);
    const bool same = count == on_cores.counts().pairs &&
                      std::memcmp(pairs.data(), expected.pairs, count * sizeof(Pair)) == 0 &&
                      std::memcmp(separations.data(), expected.records.separation.data, count * sizeof(float)) == 0;
    std::printf("%llu pairs on cores: %s\n", static_cast<unsigned long long>(on_cores.counts().pairs),
                same ? "the same bits" : "not the same");
    result = same ? 0 : 1;
  }
  check(cudaStreamDestroy(stream), "cudaStreamDestroy");
  return result;
}
