// What the functions of a device share.
#pragma once

#include "host/capi/convert.h"

namespace abut::capi {

/// Null is all defaults.
inline Cuda on_cuda(const abut_cuda* cuda) {
  const abut_cuda c = given_or("cuda", cuda, abut_cuda{});
  if ((c.flags & ~std::uint32_t{ABUT_CUDA_CHECKED}) != 0) {
    throw InvalidInput("cuda->flags is " + std::to_string(c.flags) + "; allowed are 0 and 1 (ABUT_CUDA_CHECKED)");
  }
  return {c.stream, (c.flags & ABUT_CUDA_CHECKED) != 0, {c.workspace, c.workspace_bytes}};
}

/// The view on the device in precision `T`. Throws where the copy has the other one.
template <class T, class Handle>
auto device_view(const Handle* shapes) {
  const auto held = object(shapes, "shapes");
  if (held->is_f64 != std::is_same_v<T, double>) {
    throw InvalidInput(std::string("shapes are a copy in ") + (held->is_f64 ? "double" : "float") +
                       "; allowed is one made by a function that ends as this one");
  }
  if constexpr (std::is_same_v<T, double>) {
    return held->f64;
  } else {
    return held->f32;
  }
}
/// Headers are the same in both.
inline const ShapeHeader* device_headers(const char* argument, const abut_device_shapes* shapes) {
  const auto held = object(shapes, argument);
  return held->is_f64 ? held->f64.headers : held->f32.headers;
}

PartTree part_tree(const char* argument, const abut_part_tree* tree);
BoxedParts boxed_parts(const char* argument, const abut_device_boxed_parts* parts);

template <class Size>
int give_bytes(const char* function, std::size_t* bytes, Size&& size) noexcept {
  return guarded(function, [&] {
    need("bytes", bytes);
    *bytes = size();
  });
}

}  // namespace abut::capi
