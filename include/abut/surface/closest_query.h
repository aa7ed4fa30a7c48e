// One question of a batch for the nearest point of a surface: into the surface's frame and lengths, and back. For host
// and device.
#pragma once

#include "abut/narrow/batch.h"
#include "abut/surface/closest_point.h"

namespace abut {

enum class ClosestPointMethod : std::uint8_t {
  certified,  ///< branch and bound: closest_point.h
  newton,     ///< newton_projection.h
  direct,     ///< direct.h
};

/// Data only.
struct ClosestPointsOptions {
  ClosestPointMethod method = ClosestPointMethod::certified;
  /// Of the proof, over the surface's size and the distance: 2^-40, in float 2^-16, where it is 0. A search that cannot
  /// prove its answer to that ends `iteration_limit`.
  double tolerance = 0;
  /// Other minima that are farther away than the nearest one by no more than this times the surface's size are ties:
  /// 2^-30, in float 2^-14, where it is 0.
  double tie = 0;
  /// With a cache: how far a point may go, over the surface's size, until there is a whole search again.
  double radius = 0x1p-7;
  std::uint32_t rectangles = 4096;  ///< after how many a search gives up
};

/// Caller-owned arrays, an element a query; any may be null. Points are in the surface's frame and unit.
template <class T>
struct ClosestPointsView {
  Strided<T> distance;  ///< not signed
  Strided<double> u, v;
  StridedVec3<double> point;
  StridedVec3<T> normal;         ///< of the surface, u x v, unit; zero where it has none
  Strided<T> lower_bound;        ///< proved: no point of the surface is nearer; 0 by the other methods
  Strided<std::uint8_t> status;  ///< `converged`, `iteration_limit`, or `invalid_pose` for a point that is not finite
  Strided<std::uint8_t> tie;     ///< 1 where another place is as near
  Strided<std::uint32_t> evaluations;
};

inline namespace ABUT_ISA {

namespace closest_query_detail {

/// Squares of larger lengths might overflow, over the surface's size.
template <class T>
struct Farthest;
template <>
struct Farthest<float> {
  static constexpr float value = 0x1p40f;
};
template <>
struct Farthest<double> {
  static constexpr double value = 0x1p400;
};

template <class T>
ABUT_INLINE ClosestPointOptions<T> options_of(const ClosestPointsOptions& o, T size) {
  const bool is_float = sizeof(T) == sizeof(float);
  const double tolerance = o.tolerance > 0 ? o.tolerance : is_float ? 0x1p-16 : 0x1p-40;
  const double tie = o.tie > 0 ? o.tie : is_float ? 0x1p-14 : 0x1p-30;
  return {round_to<T>(tolerance), round_to<T>(tie) * size, round_to<T>(o.radius) * size, o.rectangles};
}

}  // namespace closest_query_detail

/// The point in the view's frame and lengths. False where it is not finite there, or too far for squares.
template <class T>
ABUT_INLINE bool to_view(const SurfaceView<T>& surface, const Vec3<double>& point, Vec3<T>& p) {
  const double down = power_of_two<double>(-surface.exponent);
  p = {round_to<T>((point.x - surface.centre[0]) * down), round_to<T>((point.y - surface.centre[1]) * down),
       round_to<T>((point.z - surface.centre[2]) * down)};
  return abs(p.x) + abs(p.y) + abs(p.z) < closest_query_detail::Farthest<T>::value;
}

/// What a method has found, in the view's lengths. Data only.
template <class T>
struct FoundPoint {
  T distance, u, v;
  Vec3<T> point, normal;
  T lower_bound;
  Status status;
  bool tie;
  std::uint32_t evaluations;
};

/// The answer to query `i`: lengths and point in the surface's frame and unit.
template <class T>
ABUT_HD inline void put_answer(const FoundPoint<T>& f, const Vec3<double>& point, const ClosestPointsView<T>& out,
                               std::size_t i) {
  using batch_detail::put;
  put(out.distance, i, f.distance), put(out.lower_bound, i, f.lower_bound);
  put(out.u, i, static_cast<double>(f.u)), put(out.v, i, static_cast<double>(f.v));
  put(out.point, i, point), put(out.normal, i, f.normal);
  put(out.status, i, static_cast<std::uint8_t>(f.status)), put(out.tie, i, static_cast<std::uint8_t>(f.tie));
  put(out.evaluations, i, f.evaluations);
}

/// Of query `i`, out of the view's frame and lengths.
template <class T>
ABUT_HD inline void put_found(const SurfaceView<T>& surface, FoundPoint<T> f, const ClosestPointsView<T>& out,
                              std::size_t i) {
  const double up = power_of_two<double>(surface.exponent);
  f.distance = round_to<T>(static_cast<double>(f.distance) * up);
  f.lower_bound = round_to<T>(static_cast<double>(f.lower_bound) * up);
  const Vec3<double> at{surface.centre[0] + static_cast<double>(f.point.x) * up,
                        surface.centre[1] + static_cast<double>(f.point.y) * up,
                        surface.centre[2] + static_cast<double>(f.point.z) * up};
  put_answer(f, at, out, i);
}

/// Zeros, and why.
template <class T>
ABUT_HD inline void put_nothing(const ClosestPointsView<T>& out, std::size_t i, Status why) {
  FoundPoint<T> nothing{};
  nothing.status = why;
  put_answer(nothing, Vec3<double>{0, 0, 0}, out, i);
}

/// Query `i` by the certified search. `cache`: null, or that of the query.
template <class Four, class T>
ABUT_HD inline void answer_closest_query(const SurfaceView<T>& surface, const Vec3<double>& point,
                                         const ClosestPointsOptions& options, const ClosestPointsView<T>& out,
                                         std::size_t i, ClosestPointCache<T>* cache) {
  Vec3<T> p;
  if (!to_view(surface, point, p)) {
    put_nothing(out, i, Status::invalid_pose);
    if (cache != nullptr) cache->count = 0;
    return;
  }
  const ClosestPointOptions<T> own = closest_query_detail::options_of(options, surface.size);
  const ClosestPoint<T> c = closest_point<Four>(surface, p, own, cache);
  const SurfaceMinimum<T>& m = c.nearest;
  put_found(surface, {m.distance, m.u, m.v, m.point, m.normal, c.lower_bound, c.status, c.tie, c.evaluations}, out, i);
}

}  // namespace ABUT_ISA
}  // namespace abut
