// World poses, shapes and masks of parts as flat arrays: what pair search and pair queries see of bodies. Data only.
#pragma once

#include <cstdint>

namespace abut {

/// Structure-of-arrays, `count` elements each, all in host or all in device memory. Positions are in the world and in
/// double; rotations are 3x3 matrices, row-major, `r[3 * row + column][part]`: world = r * local + p.
struct PartsView {
  std::uint32_t count = 0;
  const std::uint32_t* shape = nullptr;  ///< index into the shape set
  const std::uint32_t* body = nullptr;
  const double* px = nullptr;
  const double* py = nullptr;
  const double* pz = nullptr;
  const double* r[9] = {};
  const double* body_x = nullptr;  ///< position of the part's body: the origin of its contact points
  const double* body_y = nullptr;
  const double* body_z = nullptr;
  const std::uint32_t* groups = nullptr;  ///< groups that the part is in
  const std::uint32_t* meets = nullptr;   ///< groups that it meets: two parts pair if each meets a group of the other
  const std::uint8_t* self_contact = nullptr;  ///< non-zero: parts of this part's body may pair with each other
  const double* alert = nullptr;               ///< null, or a distance per part, added to the global alert distance
  const std::int32_t* world = nullptr;         ///< null: all are in world 0; parts pair within a world (world.h)
};

}  // namespace abut
