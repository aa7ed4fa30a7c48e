// What Python objects hold, with the locks that let several threads use one: a call that changes a set waits for those
// that read it. The interpreter lock is released before any of these is taken, so that no two threads wait for each
// other. Where a call takes several they are taken in the order shapes, bodies, all else.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "abut/bodies/body_set.h"
#include "abut/core/contact.h"
#include "abut/planar/shape_set.h"
#include "abut/shapes/shape_set.h"

namespace abut::python {

/// Another number for each set, as addresses are not.
inline std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

struct Shapes {
  ShapeSet set;
  mutable std::shared_mutex guard;
  const std::uint64_t id = next_id();

  Shapes() = default;
  explicit Shapes(ShapeSet&& other) : set(std::move(other)) {}

  /// With `guard` taken.
  template <class T>
  ShapeSetView<T> view() const {
    return set.view<T>();
  }
  std::span<const ShapeHeader> headers() const { return set.headers(); }
};

struct Bodies {
  BodySet set;
  mutable std::shared_mutex guard;

  Bodies() = default;
  explicit Bodies(BodySet&& other) : set(std::move(other)) {}
};

/// Shapes of the plane.
struct PlanarShapes {
  PlanarShapeSet set;
  mutable std::shared_mutex guard;
};

/// Caches for warm starts, one a pair.
struct WarmStart {
  std::vector<CachedPolytope> caches;
  mutable std::mutex guard;

  explicit WarmStart(std::vector<CachedPolytope>&& c) : caches(std::move(c)) {}
};

using Reading = std::shared_lock<std::shared_mutex>;
using Changing = std::unique_lock<std::shared_mutex>;

/// Calls `work` without the interpreter lock.
template <class Work>
auto without_lock(Work&& work) {
  const nanobind::gil_scoped_release release;
  return work();
}

/// What `ask` says of `held.value`, while nobody changes it: several at a time where the guard lets them read together.
template <class Held, class Ask>
auto asked(Held& held, Ask&& ask) {
  return without_lock([&] {
    if constexpr (std::is_same_v<decltype(Held::guard), std::shared_mutex>) {
      const Reading lock(held.guard);
      return std::forward<Ask>(ask)(std::as_const(held.value));
    } else {
      const std::lock_guard lock(held.guard);
      return std::forward<Ask>(ask)(held.value);
    }
  });
}

/// Calls `work()` without the interpreter lock, while nobody changes shapes or bodies.
template <class Work>
auto reading(const Shapes& shapes, const Bodies& bodies, Work&& work) {
  const nanobind::gil_scoped_release release;
  const Reading shape_lock(shapes.guard), body_lock(bodies.guard);
  return work();
}

}  // namespace abut::python
