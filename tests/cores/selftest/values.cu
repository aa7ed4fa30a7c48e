// What integer, conversion and warp instructions give: each line is a name and the bits. selftest.py knows them from
// the definition of PTX.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

namespace {

constexpr int most = 64;
using Bits = std::uint32_t;

__global__ void integer_kernel(Bits* out, Bits a, Bits b, std::uint64_t w, float f) {
  int k = 0;
  out[k++] = __brev(a);
  out[k++] = static_cast<Bits>(__clz(static_cast<int>(a)));
  out[k++] = static_cast<Bits>(__popc(a));
  out[k++] = static_cast<Bits>(__ffs(static_cast<int>(a)));
  out[k++] = __byte_perm(a, b, 0x5140);
  out[k++] = __funnelshift_l(a, b, 7);
  out[k++] = __funnelshift_r(a, b, 9);
  out[k++] = __umulhi(a, b);
  out[k++] = static_cast<Bits>(__mulhi(static_cast<int>(a), static_cast<int>(b)));
  out[k++] = a / (b | 1);
  out[k++] = static_cast<Bits>(static_cast<int>(b) % static_cast<int>(a));
  asm("bfi.b32 %0, %1, %2, 5, 9;" : "=r"(out[k]) : "r"(a), "r"(b));
  ++k;
  asm("bfe.u32 %0, %1, 3, 11;" : "=r"(out[k]) : "r"(b));
  ++k;
  asm("bfe.s32 %0, %1, 2, 12;" : "=r"(out[k]) : "r"(b));
  ++k;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(out[k]) : "r"(a), "r"(b), "r"(0x0f0f3355u));
  ++k;
  asm("shl.b32 %0, %1, 40;" : "=r"(out[k]) : "r"(a));
  ++k;
  asm("shr.s32 %0, %1, 40;" : "=r"(out[k]) : "r"(b));
  ++k;
  asm("bfind.u32 %0, %1;" : "=r"(out[k]) : "r"(a));
  ++k;
  out[k++] = static_cast<Bits>(__clzll(static_cast<long long>(w)));
  out[k++] = static_cast<Bits>(__popcll(w));
  out[k++] = static_cast<Bits>(__float2int_rz(f * -2.7f));
  out[k++] = __float2uint_rz(f * -3.f);
  out[k++] = static_cast<Bits>(__float2int_rz(f * 1e20f));
  out[k++] = static_cast<Bits>(__float2int_rn(f * 2.5f));
  out[k++] = __float_as_uint(fminf(__uint_as_float(0x7fc00000u) * f, 2.f));
  out[k++] = __float_as_uint(fmaxf(f * -0.f, f * 0.f));
  out[k++] = __float_as_uint(__fsqrt_rn(f * 2.f));
  out[k++] = __float_as_uint(__fdiv_rn(f, 3.f));
}

__global__ void warp_kernel(Bits* out) {
  const Bits lane = threadIdx.x;
  Bits* mine = out + 10 * lane;
  mine[0] = __shfl_down_sync(~0u, lane, 3);
  mine[1] = __shfl_up_sync(~0u, lane, 1);
  mine[2] = __shfl_xor_sync(~0u, lane, 5);
  mine[3] = __shfl_sync(~0u, lane, 9, 8);
  mine[4] = __match_any_sync(~0u, lane % 3);
  mine[5] = __ballot_sync(~0u, lane & 4);
  mine[6] = __reduce_add_sync(~0u, lane);
  mine[7] = __reduce_max_sync(~0u, lane * 7 % 31);
  mine[8] = static_cast<Bits>(__any_sync(~0u, lane == 40)) + 2 * static_cast<Bits>(__all_sync(~0u, lane < 32));
  mine[9] = static_cast<Bits>(__syncthreads_count(lane % 5 == 0));
}

}  // namespace

int main() {
  static Bits values[most], lanes[320];
  Bits* out = nullptr;
  if (cudaMalloc(&out, sizeof lanes) != cudaSuccess || cudaMemset(out, 0, sizeof lanes) != cudaSuccess) return 1;
  integer_kernel<<<1, 1>>>(out, 0x12345678u, 0x9abcdef0u, 0x0000123456789abcull, 1.f);
  if (cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int k = 0; k < 28; ++k) std::printf("%08x\n", values[k]);
  warp_kernel<<<1, 32>>>(out);
  if (cudaMemcpy(lanes, out, sizeof lanes, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (const Bits bits : lanes) std::printf("%08x\n", bits);
  return 0;
}
