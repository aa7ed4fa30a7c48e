// A CudaQueue that has `for_each_team` besides. Apart from it, so that kernels that need no teams are not compiled
// anew.
#pragma once

#include "kernels/support/cuda_queue.cuh"
#include "kernels/support/team.h"

namespace abut::device {
namespace cuda_queue_detail {

/// A lane of a warp as of a team: team.h says what it does.
class DeviceTeam {
 public:
  static constexpr std::uint32_t size = 32, held = 1;
  __device__ DeviceTeam() : rank_(threadIdx.x % size) {}
  __device__ std::uint32_t rank() const { return rank_; }
  __device__ void meet() const { __syncwarp(); }
  __device__ std::uint32_t sums_before(std::uint32_t* of_lane) const {
    const std::uint32_t mine = *of_lane;
    std::uint32_t sum = mine;  // with its own
    for (std::uint32_t step = 1; step < size; step *= 2) {
      const std::uint32_t before = __shfl_up_sync(~0u, sum, step);
      if (rank_ >= step) sum += before;
    }
    *of_lane = sum - mine;
    return __shfl_sync(~0u, sum, size - 1);
  }
  __device__ bool any(const bool* of_lane) const { return __any_sync(~0u, *of_lane) != 0; }
  __device__ std::uint64_t of_first(std::uint64_t value) const { return __shfl_sync(~0u, value, 0); }

 private:
  std::uint32_t rank_;
};

template <class Body>
__global__ void __launch_bounds__(team_block_size, 1)
    for_each_team_kernel(const __grid_constant__ Body body, const std::uint64_t* number, std::uint64_t most) {
  constexpr unsigned teams = team_block_size / DeviceTeam::size;
  __shared__ typename Body::Shared shared[teams];
  const DeviceTeam team;
  const unsigned mine = threadIdx.x / DeviceTeam::size;
  const std::uint64_t count = *number < most ? *number : most, step = static_cast<std::uint64_t>(gridDim.x) * teams;
  for (std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * teams + mine; i < count; i += step) {
    body(i, team, shared[mine]);
    team.meet();
  }
}

}  // namespace cuda_queue_detail

class CudaTeamQueue : public CudaQueue {
 public:
  explicit CudaTeamQueue(void* stream) : CudaQueue(stream), stream_(static_cast<cudaStream_t>(stream)) {}

  template <class Body>
  void for_each_team(const std::uint64_t* number, std::uint64_t most, const Body& body) {
    using namespace cuda_queue_detail;
    check_body<Body>();
    if (most == 0) return;
    constexpr unsigned teams = team_block_size / DeviceTeam::size;
    const std::uint64_t blocks = (most + teams - 1) / teams < most_blocks ? (most + teams - 1) / teams : most_blocks;
    for_each_team_kernel<<<static_cast<unsigned>(blocks), team_block_size, 0, stream_>>>(body, number, most);
    ABUT_LAUNCH_CHECK("for_each_team_kernel");
  }

 private:
  cudaStream_t stream_;
};

}  // namespace abut::device
