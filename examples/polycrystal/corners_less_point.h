// The Minkowski difference of a cell's corners and a point, as GJK asks for it.
#pragma once

#include <vector>

#include "abut/narrow/support.h"
#include "abut/narrow/vertex_set.h"
#include "examples/polycrystal/laguerre.h"

namespace polycrystal {

/// The corners of a cell less a point: as GJK sees it, the cell is A, the point B.
class CornersLessPoint {
 public:
  using SimplexData = abut::SimplexIds;

  void take(const Cell& cell) {
    x_.clear(), y_.clear(), z_.clear();
    for (const Vector& p : cell.points) x_.push_back(p.x), y_.push_back(p.y), z_.push_back(p.z);
    set_ = {x_.data(), y_.data(), z_.data(), static_cast<std::uint32_t>(x_.size()), 1, nullptr, nullptr, nullptr};
  }
  void take(const Vector& point) { point_ = point; }

  ABUT_INLINE abut::SupportPoint<double> operator()(Vector u) const {
    const std::uint32_t id = abut::LinearScan::farthest(set_, u);
    const Vector corner = abut::vertex(set_, id);
    return {corner - point_, corner, point_, id, 0};
  }

 private:
  std::vector<double> x_, y_, z_;
  abut::VertexSet<double> set_{};
  Vector point_{0, 0, 0};
};

}  // namespace polycrystal
