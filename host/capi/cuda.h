// What the functions of a device share.
#pragma once

#include "host/capi/convert.h"

namespace abut::capi {

inline Cuda cuda_of(void* stream, std::uint32_t flags = 0) {
  if ((flags & ~std::uint32_t{ABUT_CUDA_CHECKED}) != 0) {
    throw InvalidInput("flags is " + std::to_string(flags) + "; allowed are 0 and 1 (ABUT_CUDA_CHECKED)");
  }
  return {stream, (flags & ABUT_CUDA_CHECKED) != 0};
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
PairList pair_list(const char* argument, const abut_pair_list* list);
BoxedParts boxed_parts(const char* argument, const abut_boxed_parts* parts);

template <class Size>
int give_bytes(const char* function, std::size_t* bytes, Size&& size) noexcept {
  return guarded(function, [&] {
    need("bytes", bytes);
    *bytes = size();
  });
}

}  // namespace abut::capi
