// What the generators of the classes work with: shapes first, then `start`, then pairs.
#pragma once

#include <utility>
#include <vector>

#include "host/torture/classes.h"
#include "host/torture/outline.h"

namespace abut::torture {

class Maker {
 public:
  Maker(Batch& batch, std::uint64_t seed) : draw(seed), batch_(batch) {}

  void add(io::CaseShape shape) {
    const std::uint32_t id = io::add_shape(batch_.set, shape);
    batch_.shapes.resize(id + 1);  // the terms of a sum stand before it, and are not paired themselves
    batch_.shapes[id] = std::move(shape);
    ids_.push_back(id);
  }
  template <class Make>
  void add_shapes(std::uint32_t count, Make make) {
    for (std::uint32_t i = 0; i < count; ++i) add(make());
  }
  void start() {
    for (std::uint32_t i = 0; i < batch_.set.size(); ++i) outlines_.emplace_back(batch_.set, i, batch_.shapes[i]);
  }
  std::uint32_t any() { return ids_[draw.below(static_cast<std::uint32_t>(ids_.size()))]; }
  const Outline& outline(std::uint32_t i) const { return outlines_[i]; }
  double size(std::uint32_t a, std::uint32_t b) const { return outlines_[a].size() + outlines_[b].size(); }
  const io::CaseShape& shape(std::uint32_t i) const { return batch_.shapes[i]; }
  void pair(std::uint32_t a, std::uint32_t b, const Pose& b_in_a) { batch_.pairs.push_back({a, b, Pose{}, b_in_a}); }
  /// The shapes' box centres `offset` apart in A's frame.
  Pose centred(std::uint32_t a, std::uint32_t b, const Mat3<double>& rotation, Vec3<double> offset) const {
    return {outlines_[a].centre() + offset - rotate(rotation, outlines_[b].centre()), rotation};
  }
  /// Features of any kind opposite each other.
  Pose opposite_at(std::uint32_t a, std::uint32_t b, double gap) {
    const Spot on_a = outlines_[a].any_spot(draw), on_b = outlines_[b].any_spot(draw);
    return opposite(outlines_[a], on_a, outlines_[b], on_b, gap, any_turn(draw));
  }
  /// Anything: apart, near, shallow, deep.
  Pose anyhow(std::uint32_t a, std::uint32_t b) {
    const double s = size(a, b);
    switch (draw.below(5)) {
      case 0: {
        const Vec3<double> offset = draw.in_ball() * (0.5 * s);
        return centred(a, b, draw.rotation(), offset);
      }
      case 1: {
        const double distance = s * draw.uniform(0.2, 2);
        const Vec3<double> offset = draw.direction() * distance;
        return centred(a, b, draw.rotation(), offset);
      }
      case 2: return opposite_at(a, b, s * draw.magnitude(1e-3, 1));
      case 3: {
        const double gap = s * draw.magnitude(1e-8, 1e-3);
        return opposite_at(a, b, gap * draw.sign());
      }
      default: return opposite_at(a, b, -s * draw.magnitude(1e-4, 0.1));
    }
  }

  Draw draw;

 private:
  Batch& batch_;
  std::vector<std::uint32_t> ids_;
  std::vector<Outline> outlines_;
};

}  // namespace abut::torture
