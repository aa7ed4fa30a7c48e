// Many surfaces, made ready for questions about points: `closest_points.h`. Host only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "abut/surface/nurbs.h"
#include "abut/surface/surface_view.h"

namespace abut {

/// Owns surfaces with their Bezier patches, cut until each is simple, and a tree over them. What is const may be used
/// by any number of threads at once. One that has been moved from may only be assigned to or destroyed.
class SurfaceSet {
 public:
  SurfaceSet();
  ~SurfaceSet();
  SurfaceSet(SurfaceSet&&) noexcept;
  SurfaceSet& operator=(SurfaceSet&&) noexcept;

  /// Returns its number, from 0 on. Throws `InvalidInput` as `check`, and when all control points are one point.
  std::uint32_t add(const NurbsSurface& surface);

  std::uint32_t size() const;
  /// As it was added. Throws `InvalidInput` when it is not there.
  const NurbsSurface& surface(std::uint32_t i) const;
  /// Of all, in their order; valid until another one is added or the set is gone. In float, control points are those of
  /// double, rounded.
  template <class T>
  std::span<const SurfaceView<T>> views() const;
  /// Of all that is kept, in both precisions.
  std::size_t bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace abut
