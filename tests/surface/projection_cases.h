// What tests of projections hold them to: the certified search.
#pragma once

#include <cmath>

#include "abut/surface/closest_point.h"
#include "host/surface/pieces.h"
#include "tests/surface/nurbs_cases.h"

namespace abut::test {

/// In the view's frame and lengths.
template <class T>
Vec3<T> into_view(const SurfaceView<T>& view, const Vec3<double>& p) {
  const Vec3<double> c{view.centre[0], view.centre[1], view.centre[2]};
  const Vec3<double> at = (p - c) * std::ldexp(1.0, -view.exponent);
  return {static_cast<T>(at.x), static_cast<T>(at.y), static_cast<T>(at.z)};
}

template <class T>
ClosestPoint<T> certified(const SurfaceView<T>& view, Vec3<T> p) {
  const T tolerance = sizeof(T) == sizeof(float) ? T(0x1p-16) : T(0x1p-40);
  ClosestPointCache<T>* const no_cache = nullptr;
  return closest_point<FourScalars<T>>(view, p, {tolerance, T(0), T(0), 4096}, no_cache);
}

}  // namespace abut::test
