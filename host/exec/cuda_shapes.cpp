#include "abut/shapes/cuda_shapes.h"

#include "host/exec/device_checks.h"
#include "host/exec/layout.h"

namespace abut {

template <class T>
std::size_t device_shapes_bytes(const ShapeSetView<T>& host) {
  Workspace counting;
  host::lay_out_shapes(host, counting, [](auto*, const auto*, std::size_t) {});
  return counting.bytes();
}

template <class T>
ShapeSetView<T> copy_shapes(const Cuda& cuda, const ShapeSetView<T>& host, const Workspace& memory) {
  if (!host::check_copy("copy_shapes", memory, device_shapes_bytes(host))) return host;
  Workspace arrays(memory.data());
  return host::lay_out_shapes(host, arrays, [&](auto* to, const auto* from, std::size_t count) {
    backend::copy_to_device(cuda.stream, to, from, count * sizeof(*from));
  });
}

template std::size_t device_shapes_bytes<float>(const ShapeSetView<float>&);
template std::size_t device_shapes_bytes<double>(const ShapeSetView<double>&);
template ShapeSetView<float> copy_shapes<float>(const Cuda&, const ShapeSetView<float>&, const Workspace&);
template ShapeSetView<double> copy_shapes<double>(const Cuda&, const ShapeSetView<double>&, const Workspace&);

}  // namespace abut
