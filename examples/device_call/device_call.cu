// The per-pair functions called from a kernel of one's own: here a solver that wants no contact records, but the energy
// of a spring between each pair of hulls that overlap. Shapes and poses go to the device once; the kernel asks one pair
// a thread and adds up.
//
// Compiled with the flags that the CMake target Abut::headers exports. Without -fmad=false nvcc merges products with
// sums: some answers would have other last bits than those of the Cpu executor, with which this program compares them,
// though none would be worse (tests/flags/ and tests/gates/contraction.py show what the flags do).
//
//     device_call [PAIRS]     100,000 if not given
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "abut/abut.h"
#include "abut/narrow/query.h"

namespace {

constexpr std::uint32_t epa_vertices = 32;  // EPA's room in a thread's local memory
constexpr double stiffness = 1e6;           // N/m

/// One pair a thread: `poses` are 3x4 matrices, B's box-centre frame in A's. All kinds of shapes and double behind
/// float take 19 KB of stack a thread; `query_simple_pair`, for vertex sets and what has a closed form, takes 13.
__global__ void spring_energy_kernel(const __grid_constant__ abut::ShapeSetView<float> shapes, const abut::Pair* pairs,
                                     const double* poses, unsigned count, float* separation, double* energy) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const double* m = poses + 12 * i;
  const abut::RelativePose<double> pose{{{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}}, {m[3], m[7], m[11]}};
  alignas(16) unsigned char memory[abut::polytope_bytes<double>(epa_vertices)];
  abut::PairProblem<float> problem;
  float gap = 0;
  if (abut::make_problem(shapes, pairs[i].a, pairs[i].b, pose, 1e-3, problem) == abut::Status::converged) {
    gap = abut::query_pair_fully(problem, abut::EpaMemory{memory, epa_vertices}).contact.separation;
  }
  separation[i] = gap;
  if (gap < 0) atomicAdd(energy, 0.5 * stiffness * static_cast<double>(gap) * static_cast<double>(gap));
}

bool works(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return true;
  std::fprintf(stderr, "device_call: %s: %s\n", what, cudaGetErrorString(code));
  return false;
}

abut::Vec3<double> centre_of(const abut::ShapeSet& shapes, std::uint32_t shape) {
  const double* c = shapes.header(shape).centre;
  return {c[0], c[1], c[2]};
}

/// As a 3x4 matrix.
void append(std::vector<double>& poses, const abut::RelativePose<double>& pose) {
  const double t[3] = {pose.translation.x, pose.translation.y, pose.translation.z};
  for (int row = 0; row < 3; ++row) {
    poses.insert(poses.end(), pose.rotation.m + 3 * row, pose.rotation.m + 3 * row + 3);
    poses.push_back(t[row]);
  }
}

/// Device memory, freed at the end.
template <class E>
struct Device {
  E* data = nullptr;
  explicit Device(std::size_t count) { (void)cudaMalloc(reinterpret_cast<void**>(&data), count * sizeof(E)); }
  Device(const E* from, std::size_t count) : Device(count) {
    (void)cudaMemcpy(data, from, count * sizeof(E), cudaMemcpyHostToDevice);
  }
  ~Device() { (void)cudaFree(data); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
};

}  // namespace

int main(int arguments, char** argument) {
  const long asked = arguments > 1 ? std::strtol(argument[1], nullptr, 10) : 100000;
  if (asked < 1 || asked > 100000000) {
    std::fprintf(stderr, "device_call: %s: allowed is a number from 1 to 100000000\n", argument[1]);
    return 2;
  }
  if (const char* reason = abut::cuda_unavailable_reason()) {
    std::printf("%s: nothing to show\n", reason);
    return 0;
  }
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> coordinate(-1, 1);
  abut::ShapeSet shapes;
  for (int k = 0; k < 20; ++k) {
    std::vector<abut::Vec3<double>> points;
    for (int v = 0; v < 16; ++v) points.push_back({coordinate(random), coordinate(random), coordinate(random)});
    shapes.add_hull(points);
  }
  const auto count = static_cast<unsigned>(asked);
  std::vector<abut::Pair> pairs;
  std::vector<double> poses, of_frames;
  for (unsigned i = 0; i < count; ++i) {
    const abut::Pair pair{static_cast<std::uint32_t>(random() % 20), static_cast<std::uint32_t>(random() % 20)};
    const abut::Pose b{{2 * coordinate(random), 2 * coordinate(random), 2 * coordinate(random)},
                       abut::rotation_from_quaternion(1, coordinate(random), coordinate(random), coordinate(random))};
    pairs.push_back(pair);
    append(poses, abut::relative_pose(abut::Pose{}, b, centre_of(shapes, pair.a), centre_of(shapes, pair.b)));
    append(of_frames, {b.rotation, b.position});
  }

  const auto view = shapes.view<float>();
  const std::size_t bytes = abut::device_shapes_bytes(view);
  const Device<unsigned char> shape_memory(bytes);
  const abut::ShapeSetView<float> on_device = abut::copy_shapes(abut::Cuda{}, view, {shape_memory.data, bytes});
  const Device<abut::Pair> device_pairs(pairs.data(), count);
  const Device<double> device_poses(poses.data(), poses.size()), energy(1);
  const Device<float> separation(count);
  if (!works(cudaMemset(energy.data, 0, sizeof(double)), "cudaMemset")) return 1;
  spring_energy_kernel<<<(count + 127) / 128, 128>>>(on_device, device_pairs.data, device_poses.data, count,
                                                     separation.data, energy.data);
  double total = 0;
  std::vector<float> found(count);
  if (!works(cudaGetLastError(), "launch") ||
      !works(cudaMemcpy(&total, energy.data, sizeof(total), cudaMemcpyDeviceToHost), "energy") ||
      !works(cudaMemcpy(found.data(), separation.data, count * sizeof(float), cudaMemcpyDeviceToHost), "separation")) {
    return 1;
  }

  abut::Contacts<float> expected(count);
  abut::query_shape_pairs<float>(abut::Cpu{}, view, pairs, {of_frames.data()}, {1e-3}, expected.view());
  unsigned overlaps = 0, others = 0;
  for (unsigned i = 0; i < count; ++i) {
    overlaps += found[i] < 0 ? 1 : 0;
    others += std::memcmp(&found[i], &expected.separation[i], sizeof(float)) != 0 ? 1 : 0;
  }
  std::printf("%u pairs, %u overlap, energy %.6g J; %u differ from the Cpu executor's bits\n", count, overlaps, total,
              others);
  return others == 0 ? 0 : 1;
}
