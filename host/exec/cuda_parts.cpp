#include "abut/bodies/cuda_parts.h"

#include "host/exec/device_checks.h"
#include "host/exec/layout.h"

namespace abut {

std::size_t device_parts_bytes(const PartsView& host) {
  Workspace counting;
  host::lay_out_parts(host, counting, [](auto*, const auto*, std::size_t) {});
  return counting.bytes();
}

PartsView copy_parts(const Cuda& cuda, const PartsView& host, void* memory, std::size_t bytes) {
  if (!host::check_copy("copy_parts", memory, bytes, device_parts_bytes(host))) return host;
  Workspace arrays(memory);
  return host::lay_out_parts(host, arrays, [&](auto* to, const auto* from, std::size_t count) {
    backend::copy_to_device(cuda.stream, to, from, count * sizeof(*from));
  });
}

}  // namespace abut
