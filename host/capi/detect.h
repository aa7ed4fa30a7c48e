// Detection by either executor.
#pragma once

#include <memory>

#include "host/capi/convert.h"

namespace abut::capi {

/// `candidates`: none, or one pointer.
template <class T, class Executor, class... Given>
std::shared_ptr<DetectionObject> detected(const Executor& executor, const abut_shapes* shapes,
                                          const abut_bodies* bodies, const abut_detect_options* options,
                                          const Given*... candidates) {
  const auto held_shapes = object(shapes, "shapes");
  const auto held_bodies = object(bodies, "bodies");
  held_shapes->view<T>();  // made here, it is only read below
  const HeldDetectOptions o = detect_options(options);
  auto made = std::make_unique<Detection<T>>(
      abut::detect<T>(executor, *held_shapes->set, *held_bodies, pairs_of("candidates", candidates)..., o.options));
  auto result = std::make_shared<DetectionObject>();
  if constexpr (std::is_same_v<T, float>) {
    result->f32 = std::move(made);
  } else {
    result->f64 = std::move(made);
  }
  return result;
}

/// Throws `InvalidInput` where it has the other precision.
template <class T>
const Detection<T>& detection_of(const DetectionObject& detection);

/// Throws `InvalidInput` where a detection's pair names a part that its scene has not.
void require_parts(std::span<const Pair> pairs, std::uint32_t parts);

}  // namespace abut::capi
