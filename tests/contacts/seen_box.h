// Shapes as they are seen along a contact normal, and memory for their reliefs and patches.
#pragma once

#include <vector>

#include "abut/contacts/patch_batch.h"
#include "abut/shapes/shape_set.h"

namespace abut::test {

/// Scratch memory of a capacity.
class PatchRoom {
 public:
  explicit PatchRoom(std::uint32_t capacity, bool overlap = false)
      : memory_((patch_scratch_bytes<double>(capacity, overlap) + 15) / 16),
        scratch(patch_scratch_in<double>(reinterpret_cast<unsigned char*>(memory_.data()), capacity, overlap)) {}
  const PatchMemory& patch() const { return scratch.memory.patch; }

 private:
  struct alignas(16) Block {
    unsigned char bytes[16];
  };
  std::vector<Block> memory_;

 public:
  PairPatchScratch<double> scratch;
};

/// A shape of a view in the plane across z: A looks up, B down. In the caller's unit.
inline SeenShape<double> seen(const ShapeSetView<double>& view, std::uint32_t shape, bool is_b, const Pose& pose = {}) {
  const ShapeHeader& h = view.headers[shape];
  Mat3<double> turn = pose.rotation;
  Vec3<double> centre = rotate(pose.rotation, Vec3<double>{h.centre[0], h.centre[1], h.centre[2]}) + pose.position;
  if (is_b) {
    for (int k = 6; k < 9; ++k) turn.m[k] = -turn.m[k];
    centre.z = -centre.z;
  }
  return {&view, &h, turn, power_of_two<double>(h.exponent), centre, is_b};
}

}  // namespace abut::test
