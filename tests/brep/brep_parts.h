// Vertices, edges and faces put together by hand: what made_breps builds with.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/brep/brep.h"

namespace abut::test {

/// Data only.
struct Side {
  std::uint32_t edge;
  bool reversed;
  std::uint32_t parameter_curve;
};
using Sides = std::vector<Side>;

class BrepParts {
 public:
  explicit BrepParts(Brep& to) : to_(to) {}

  std::uint32_t vertex(Vec3<double> point);
  std::uint32_t line(std::uint32_t from, std::uint32_t to);
  std::uint32_t arc(const BrepFrame& frame, double radius, double begin, double end, std::uint32_t from,
                    std::uint32_t to);
  std::uint32_t edge(std::uint32_t curve, double begin, double end, std::uint32_t from, std::uint32_t to);
  std::uint32_t pole(double begin, double end, std::uint32_t at);

  /// A straight parameter curve, at the edge's begin and end.
  Side straight(std::uint32_t edge, bool reversed, Vec2<double> at_begin, Vec2<double> at_end);
  /// Of an edge in a plane z = ..., whose parameters are x and y.
  std::uint32_t flat_curve_of(std::uint32_t edge);
  std::uint32_t parameter_curve(const BrepParameterCurve& curve);

  std::uint32_t face(const BrepSurface& surface, bool reversed, const std::vector<Sides>& loops);
  std::uint32_t faces() const { return static_cast<std::uint32_t>(to_.faces.size()); }
  /// Of all faces from `first` on.
  void shell(std::uint32_t first, bool closed = true);

 private:
  Brep& to_;
};

}  // namespace abut::test
