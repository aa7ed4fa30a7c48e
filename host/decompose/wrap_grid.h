// A grid of points about a mesh, and which of them are inside of its wrap.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "abut/shapes/mesh.h"
#include "host/decompose/surface_tree.h"
#include "host/decompose/winding.h"

namespace abut::host {

/// Points in three directions, `cell` apart; cells have the number of their lowest corner. Data only.
struct Grid {
  Vec3<double> origin;
  double cell;
  std::int64_t size[3];

  std::int64_t count() const { return size[0] * size[1] * size[2]; }
  std::int64_t step(int axis) const { return axis == 0 ? 1 : axis == 1 ? size[0] : size[0] * size[1]; }
  std::int64_t index(std::int64_t x, std::int64_t y, std::int64_t z) const { return x + size[0] * (y + size[1] * z); }
  Vec3<double> point(std::int64_t i) const {
    const auto at = [&](double from, std::int64_t k) { return from + cell * static_cast<double>(k); };
    return {at(origin.x, i % size[0]), at(origin.y, i / size[0] % size[1]), at(origin.z, i / (size[0] * size[1]))};
  }
  /// The cell that a point within lies in.
  std::int64_t cell_at(const Vec3<double>& p) const;
};

/// Room of three cells on all sides, and no grid plane in a side of the box that the grid fits.
Grid grid_about(const Box& box, std::uint32_t resolution);

/// What is inside: where the surface runs round a point, or near a sheet, which has no inside next to it.
class WrapSolid {
 public:
  /// `oriented`: as far as the mesh could be mended.
  WrapSolid(const Mesh& oriented, const Grid& grid, const Box& box);

  bool holds(const Vec3<double>& p) const;
  /// For each point of the grid whether it is inside: not on the grid's border. Where points inside meet at an edge or
  /// a corner alone, more are: so that their boundary is a manifold.
  const std::vector<std::uint8_t>& inside() const { return inside_; }
  std::uint64_t sheets() const { return sheets_; }

 private:
  bool is_enclosed(const Vec3<double>& p) const;
  bool has_inside(const std::array<Vec3<double>, 3>& bit) const;
  void find_enclosed();
  void find_sheets(const Mesh& oriented);
  void add_sheets();
  void separate();
  bool mend(std::int64_t cell);

  const Grid& grid_;
  Box box_;
  WindingNumber winding_;
  std::vector<std::uint8_t> inside_;
  std::vector<Vec3<double>> sheet_points_;  ///< three of each bit of a sheet
  std::unique_ptr<SurfaceTree> sheet_;
  std::uint64_t sheets_ = 0;
};

}  // namespace abut::host
