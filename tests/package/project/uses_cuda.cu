// The library and per-pair functions in a kernel of one's own. Without a device it says why there is none.
#include <cstdio>

#include "abut/abut.h"
#include "abut/core/pose.h"

__global__ void turn_kernel(const double* q, double* out) {
  const auto r = abut::rotation_from_quaternion(q[0], q[1], q[2], q[3]);
  for (int k = 0; k < 9; ++k) out[k] = r.m[k];
}

int main() {
  const char* reason = abut::cuda_unavailable_reason();
  std::printf("%s\n", reason != nullptr ? reason : "a device is there");
  if (reason != nullptr) return 0;
  turn_kernel<<<1, 1>>>(nullptr, nullptr);
  return 0;
}
