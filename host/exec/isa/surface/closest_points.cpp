#include "host/exec/isa/surface/closest_points.h"

#include "abut/surface/closest_query.h"
#include "abut/surface/direct.h"
#include "abut/surface/newton_projection.h"
#include "host/exec/isa/lanes/upper_halves.h"
#include "host/exec/isa/surface/wide_four.h"

namespace abut {
inline namespace ABUT_ISA {

namespace closest_points_detail {

template <class T>
SurfaceProjection<T> project(const SurfaceView<T>& surface, const Vec3<T>& p, ClosestPointMethod method) {
  if (method == ClosestPointMethod::direct) return direct_projection<WideFour<T>>(surface, p, DirectOptions<T>{});
  const NewtonGuess<T> from = newton_guess<WideFour<T>>(surface, p);
  SurfaceProjection<T> out = newton_projection<WideFour<T>>(surface, p, from.u, from.v, NewtonOptions<T>{});
  out.evaluations += from.evaluations;
  return out;
}

/// By one of the papers' methods, which proves nothing.
template <class T>
void answer_by_method(const SurfaceView<T>& surface, const ClosestPointRange<T>& range, std::size_t i) {
  Vec3<T> p;
  if (!to_view(surface, range.points[i], p)) return put_nothing(range.out, i, Status::invalid_pose);
  const SurfaceProjection<T> f = project(surface, p, range.options.method);
  put_found(surface, {f.distance, f.u, f.v, f.point, f.normal, T(0), f.status, false, f.evaluations}, range.out, i);
}

template <class T>
void answer(const ClosestPointRange<T>& range) {
  const bool certified = range.options.method == ClosestPointMethod::certified;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const SurfaceView<T>& surface = range.surfaces[range.of[i]];
    if (!certified) {
      answer_by_method(surface, range, i);
      continue;
    }
    ClosestPointCache<T>* const cache = range.caches != nullptr ? range.caches + i : nullptr;
    answer_closest_query<WideFour<T>>(surface, range.points[i], range.options, range.out, i, cache);
  }
}

}  // namespace closest_points_detail

extern const ClosestPointsTable closest_points_table_of_isa;
const ClosestPointsTable closest_points_table_of_isa = {cleared<closest_points_detail::answer<float>>,
                                                        cleared<closest_points_detail::answer<double>>};

}  // namespace ABUT_ISA
}  // namespace abut
