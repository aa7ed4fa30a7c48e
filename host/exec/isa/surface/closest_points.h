// Nearest points of surfaces on one core. The boundary of the translation unit that finds them, compiled once per
// instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

namespace abut {

// Declared alone: who chooses an instruction set needs to know no more.
template <class T>
struct SurfaceView;
template <class T>
struct ClosestPointCache;
template <class T>
struct ClosestPointsView;
template <class T>
struct Vec3;
struct ClosestPointsOptions;

/// Queries `begin` to `end`. Data only.
template <class T>
struct ClosestPointRange {
  const SurfaceView<T>* surfaces;
  const std::uint32_t* of;  ///< the surface of each query
  const Vec3<double>* points;
  const ClosestPointsOptions& options;
  const ClosestPointsView<T>& out;
  ClosestPointCache<T>* caches;  ///< or null
  std::size_t begin, end;
};

/// Data only.
struct ClosestPointsTable {
  void (*f32)(const ClosestPointRange<float>& range);
  void (*f64)(const ClosestPointRange<double>& range);
};

}  // namespace abut
