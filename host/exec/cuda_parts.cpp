#include "abut/bodies/cuda_parts.h"

#include "host/exec/device_checks.h"
#include "host/exec/layout.h"

namespace abut {

std::size_t device_parts_bytes(const PartsView& host) {
  Workspace counting;
  host::lay_out_parts(host, counting, [](auto*, const auto*, std::size_t) {});
  return counting.bytes();
}

PartsView copy_parts(const Cuda& cuda, const PartsView& host, const Workspace& memory) {
  if (!host::check_copy("copy_parts", memory, device_parts_bytes(host))) return host;
  Workspace arrays(memory.data());
  return host::lay_out_parts(host, arrays, [&](auto* to, const auto* from, std::size_t count) {
    backend::copy_to_device(cuda.stream, to, from, count * sizeof(*from));
  });
}

template <class Q>
void place_parts(const Cuda& cuda, const BodyPosesView<Q>& bodies, const double* local, const PartsView& parts) {
  constexpr const char* function = "place_parts";
  if (parts.count == 0) return;
  const auto check = [&](const char* name, const auto* array) {
    host::check_pointer(function, name, array, sizeof(*array));
  };
  check("parts.body", parts.body);
  for (const double* array : {parts.px, parts.py, parts.pz, parts.body_x, parts.body_y, parts.body_z}) {
    check("an array of parts", array);
  }
  for (const double* array : parts.r) check("an array of parts.r", array);
  if (bodies.count > 0) {
    for (const double* array : {bodies.position.x, bodies.position.y, bodies.position.z}) {
      check("an array of bodies.position", array);
    }
    for (const Q* array : {bodies.qw, bodies.qx, bodies.qy, bodies.qz}) check("an array of bodies' rotations", array);
  }
  if (local != nullptr) check("local", local);
  host::need_device();
  backend::place_parts(cuda.stream, bodies, local, parts);
}

template void place_parts<float>(const Cuda&, const BodyPosesView<float>&, const double*, const PartsView&);
template void place_parts<double>(const Cuda&, const BodyPosesView<double>&, const double*, const PartsView&);

}  // namespace abut
