// Laguerre tessellations (power diagrams) of a box: Montanari 2017, eqs. 6.1 and 6.2 with the additively weighted power
// distance of Table 6.1, d_w(x) = |x - x_i|^2 - w_i^2.
//
// A cell is the box cut by the bisectors of its seed and all others. Whether a corner lies beyond a bisector is decided
// exactly for the coordinates given: plain arithmetic behind an error bound, rationals where that does not tell. So the
// faces of neighbours are the same polygons, seen from both sides, however degenerate the seeds are.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/core/vec3.h"

namespace polycrystal {

using Vector = abut::Vec3<double>;

/// Data only.
struct Box {
  Vector low{0, 0, 0}, high{1, 1, 1};
};

/// Weights are lengths: the power distance takes their squares. Data only.
struct Seed {
  Vector place;
  double weight = 0;
};

/// What is on the other side of a face: another cell's number, or one of the box's six sides.
using Side = std::int32_t;
inline constexpr Side low_x = -1, high_x = -2, low_y = -3, high_y = -4, low_z = -5, high_z = -6;
inline bool is_of_box(Side side) { return side < 0; }

/// Three faces with one point in common. Data only.
using Corner = std::array<Side, 3>;

/// A convex polyhedron. Faces run counter-clockwise seen from outside. Nothing in it: the seed has no cell. Data only.
struct Cell {
  struct Face {
    Side beyond = 0;
    std::vector<std::uint32_t> corners;
  };
  std::vector<Corner> corners;
  std::vector<Vector> points;  ///< of the corners, rounded
  std::vector<Face> faces;

  bool vanished() const { return faces.empty(); }
};

class Tessellation {
 public:
  /// Throws `InvalidInput` for a box or a seed that is not finite, a box that is flat, and two seeds at one place.
  Tessellation(const Box& box, std::vector<Seed> seeds);

  const Box& box() const { return box_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(seeds_.size()); }
  std::span<const Seed> seeds() const { return seeds_; }
  const Cell& cell(std::uint32_t i) const { return cells_[i]; }

  /// Takes other seeds, as many, and makes the cells anew that this may change: their numbers, ascending, until the
  /// next call. Throws as the constructor; then the tessellation is as before.
  std::span<const std::uint32_t> move(std::span<const Seed> seeds);

  /// 1 where a corner of cell `i` lies beyond its face to `side`, -1 inside of it, 0 on it: exact.
  int side_of(std::uint32_t i, const Corner& corner, Side side) const;

 private:
  bool may_change(std::uint32_t i, std::span<const std::uint32_t> moved) const;

  Box box_;
  std::vector<Seed> seeds_;
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> changed_;
};

/// Whether all is finite, the box not flat, and no two seeds at one place; throws `InvalidInput` that says what is not.
void check(const Box& box, std::span<const Seed> seeds);

double volume(const Box& box);
double volume(const Cell& cell);

/// The numbers of the cells that have no volume.
std::vector<std::uint32_t> vanished(const Tessellation& tessellation);

/// The seed of least power distance, of equal ones the first.
std::uint32_t cell_at(std::span<const Seed> seeds, const Vector& point);

}  // namespace polycrystal
