// Options of impacts as the interfaces of other languages have them, in double.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "abut/deform/continuous.h"

namespace abut::host {

/// Lengths are rounded up, so that what is proved of them holds for those that were given.
template <class T>
ImpactOptions<T> impact_options(double distance, double tolerance, std::uint32_t iterations) {
  const auto up = [](double x) {
    if constexpr (std::is_same_v<T, double>) {
      return x;
    } else {
      constexpr T most = std::numeric_limits<T>::max(), infinity = std::numeric_limits<T>::infinity();
      if (std::abs(x) > static_cast<double>(most)) return x > 0 ? infinity : -infinity;
      const T near = static_cast<T>(x);
      return static_cast<double>(near) < x ? std::nextafter(near, infinity) : near;
    }
  };
  return {up(distance), up(tolerance), iterations};
}

}  // namespace abut::host
