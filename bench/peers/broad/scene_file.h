// Boxes, how they move, and the truth about which of them overlap: what every peer is asked for pairs of, as one binary
// file. Needs the standard library only, so that no peer's program is compiled with another library's headers or flags.
//
// All coordinates are multiples of a power of two, at most 2^24 times it: floats hold them exactly, at every step. The
// lower faces are even multiples of it and the upper ones odd, so that no two boxes touch (gap_of).
//
// Layout, in the machine's own byte order: eight characters "abutbox1"; u32 layout, number of boxes, of steps, 0; the
// boxes (6 floats each); where there are steps, the velocities (3 floats each); then for each frame (one more than
// steps) `PairSum` as it lies in memory.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "bench/peers/binary_file.h"

namespace broad {

enum class Layout : std::uint32_t { uniform = 0, clustered = 1, polydisperse = 2 };

struct Box {
  std::array<float, 3> lo, hi;
};
static_assert(sizeof(Box) == 24 && std::is_trivially_copyable_v<Box>);

struct Pair {
  std::uint32_t a, b;
};

/// Number of the pairs and the sum of their hashes: the same for every order of the pairs and within a pair.
struct PairSum {
  std::uint64_t count = 0, hash = 0;

  void add(Pair p) {
    if (p.a > p.b) std::swap(p.a, p.b);
    std::uint64_t x = (std::uint64_t{p.a} << 32 | p.b) + 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio
    for (const int shift : {32, 29, 32}) x = (x ^ x >> shift) * 0xd6e8feb86659fd93;
    ++count;
    hash += x ^ x >> 32;
  }
  bool operator==(const PairSum&) const = default;
};

struct Scene {
  Layout layout = Layout::uniform;
  std::uint32_t steps = 0;
  std::vector<Box> boxes;                        ///< before the first step
  std::vector<std::array<float, 3>> velocities;  ///< a step; empty where there are no steps
  std::vector<PairSum> truth;                    ///< of each frame: before the first step, after each
};

inline bool overlaps(const Box& a, const Box& b) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (a.hi[k] < b.lo[k] || b.hi[k] < a.lo[k]) return false;
  }
  return true;
}

/// No two faces on different sides of two boxes are nearer than this, along any axis. It is more than `find_pairs`
/// fattens two boxes by, 2^-16 of their half diagonals; so neither that nor what a peer does at equality matters.
inline float gap_of(Layout layout) { return layout == Layout::polydisperse ? 0x1p-8f : 0x1p-14f; }

/// One step, exactly.
inline void step_boxes(const Scene& scene, std::vector<Box>& boxes) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      boxes[i].lo[k] += scene.velocities[i][k];
      boxes[i].hi[k] += scene.velocities[i][k];
    }
  }
}

inline constexpr char scene_magic[9] = "abutbox1";

/// Throws std::runtime_error, one line, when the file cannot be written.
inline void write_scene(const std::string& name, const Scene& scene) {
  using peers::detail::put;
  std::string out;
  put(out, scene_magic, 8);
  const std::uint32_t head[4] = {static_cast<std::uint32_t>(scene.layout),
                                 static_cast<std::uint32_t>(scene.boxes.size()), scene.steps, 0};
  put(out, head, 4);
  put(out, scene.boxes.data(), scene.boxes.size());
  put(out, scene.velocities.data(), scene.velocities.size());
  put(out, scene.truth.data(), scene.truth.size());
  peers::detail::store(name, out);
}

/// Throws std::runtime_error, one line, when the file cannot be read or is not a scene.
inline Scene read_scene(const std::string& name) {
  peers::detail::Reader in(name);
  char magic[8];
  in.take(magic, 8);
  if (std::memcmp(magic, scene_magic, 8) != 0) in.fail("is not a scene of boxes");
  std::uint32_t head[4];
  in.take(head, 4);
  if (head[0] > 2) in.fail("is of an unknown layout");
  Scene scene;
  scene.layout = static_cast<Layout>(head[0]);
  scene.steps = head[2];
  in.take(scene.boxes, head[1]);
  in.take(scene.velocities, head[2] > 0 ? head[1] : 0);
  in.take(scene.truth, std::size_t{1} + head[2]);
  in.end();
  for (const Box& box : scene.boxes) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (!(box.lo[k] <= box.hi[k])) in.fail("has a box that is none");
    }
  }
  return scene;
}

}  // namespace broad
