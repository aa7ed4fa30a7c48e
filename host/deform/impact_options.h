// Options of impacts as the interfaces of other languages have them, in double.
#pragma once

#include <cstdint>
#include <type_traits>

#include "abut/bvh/box.h"
#include "abut/deform/continuous.h"

namespace abut::host {

/// Lengths are rounded up, so that what is proved of them holds for those that were given.
template <class T>
ImpactOptions<T> impact_options(double distance, double tolerance, std::uint32_t iterations) {
  const auto up = [](double x) {
    if constexpr (std::is_same_v<T, double>) {
      return x;
    } else {
      return round_up(x);
    }
  };
  return {up(distance), up(tolerance), iterations};
}

}  // namespace abut::host
