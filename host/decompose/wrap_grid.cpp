// Cubes about points of a grid have a manifold for a boundary where no four about an edge are inside crosswise, and no
// eight about a corner but for two opposite ones (well-composed sets: Latecki 1997). What is not is filled up.
#include "host/decompose/wrap_grid.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>

namespace abut::host {
namespace {

/// Both sides of a flat sheet come to 1/2 close to it: so that rounding and dipoles make nothing inside there.
constexpr double enclosed = 0.5 + 1.0 / 64;
constexpr double sheet_offset = 0.9;  // cells: above half of a cell's diagonal, so that no sheet slips through
constexpr std::int64_t margin = 3;    // cells about the mesh

using Bit = std::array<Vec3<double>, 3>;

/// Calls `f` for bits of a triangle whose edges are no longer than `most`.
template <class F>
void each_bit(const Bit& triangle, double most, const F& f) {
  std::vector<Bit> todo{triangle};
  while (!todo.empty()) {
    const Bit bit = todo.back();
    todo.pop_back();
    int from = 0;
    double longest = -1;
    for (int k = 0; k < 3; ++k) {
      const double length = norm(bit[(k + 1) % 3] - bit[k]);
      if (length > longest) longest = length, from = k;
    }
    if (longest <= most) {
      f(bit);
      continue;
    }
    const Vec3<double>&a = bit[from], &b = bit[(from + 1) % 3], &c = bit[(from + 2) % 3], m = (a + b) * 0.5;
    todo.push_back({a, m, c}), todo.push_back({m, b, c});
  }
}

}  // namespace

std::int64_t Grid::cell_at(const Vec3<double>& p) const {
  const Vec3<double> d = (p - origin) * (1 / cell);
  return index(static_cast<std::int64_t>(d.x), static_cast<std::int64_t>(d.y), static_cast<std::int64_t>(d.z));
}

Grid grid_about(const Box& box, std::uint32_t resolution) {
  Grid grid{{0, 0, 0}, box.longest() / resolution, {0, 0, 0}};
  const Vec3<double> e = box.extent();
  const auto points = [&](double extent) {
    return static_cast<std::int64_t>(std::ceil(extent / grid.cell - 1e-9)) + 2 * margin + 1;  // but for rounding error
  };
  grid.size[0] = points(e.x), grid.size[1] = points(e.y), grid.size[2] = points(e.z);
  // Not in the middle, so that sides of the box that are whole cells apart lie between planes of the grid.
  const auto first = [&](double middle, std::int64_t n) { return middle - 0.5 * grid.cell * static_cast<double>(n); };
  const Vec3<double> c = box.centre();
  grid.origin = {first(c.x, grid.size[0]), first(c.y, grid.size[1]), first(c.z, grid.size[2])};
  return grid;
}

WrapSolid::WrapSolid(const Mesh& oriented, const Grid& grid, const Box& box)
    : grid_(grid), box_(box), winding_(oriented.vertices, oriented.triangles) {
  inside_.assign(static_cast<std::size_t>(grid.count()), 0);
  find_enclosed();
  find_sheets(oriented);
  add_sheets();
  separate();
}

/// Nothing beyond the mesh's box is.
bool WrapSolid::is_enclosed(const Vec3<double>& p) const {
  return box_.squared_distance(p) == 0 && std::fabs(winding_(p)) > enclosed;
}

bool WrapSolid::holds(const Vec3<double>& p) const {
  return (sheet_ && sheet_->is_near(p, sheet_offset * grid_.cell)) || is_enclosed(p);
}

void WrapSolid::find_enclosed() {
  tbb::parallel_for(std::int64_t{0}, grid_.count(), [&](std::int64_t i) {
    inside_[static_cast<std::size_t>(i)] = is_enclosed(grid_.point(i)) ? 1 : 0;
  });
}

/// Half a cell below it, or above.
bool WrapSolid::has_inside(const std::array<Vec3<double>, 3>& bit) const {
  const Vec3<double> centre = (bit[0] + bit[1] + bit[2]) * (1.0 / 3);
  const Vec3<double> way = direction(outer(bit[1] - bit[0], bit[2] - bit[0])) * (0.5 * grid_.cell);
  return is_enclosed(centre - way) || is_enclosed(centre + way);
}

/// Bits of facets in cells of which no corner is inside, or with nothing inside next to them.
void WrapSolid::find_sheets(const Mesh& oriented) {
  std::vector<std::int64_t> cells;
  const auto is_empty = [&](std::int64_t cell) {
    for (int k = 0; k < 8; ++k) {
      const std::int64_t corner =
          cell + (k & 1 ? grid_.step(0) : 0) + (k & 2 ? grid_.step(1) : 0) + (k & 4 ? grid_.step(2) : 0);
      if (inside_[static_cast<std::size_t>(corner)] != 0) return false;
    }
    return true;
  };
  for (const auto& t : oriented.triangles) {
    each_bit({oriented.vertices[t[0]], oriented.vertices[t[1]], oriented.vertices[t[2]]}, 0.5 * grid_.cell,
             [&](const Bit& bit) {
               const std::int64_t cell = grid_.cell_at((bit[0] + bit[1] + bit[2]) * (1.0 / 3));
               bool empty = is_empty(cell);
               for (const Vec3<double>& p : bit) empty = empty || is_empty(grid_.cell_at(p));
               if (!empty && has_inside(bit)) return;
               cells.push_back(cell);
               sheet_points_.insert(sheet_points_.end(), bit.begin(), bit.end());
             });
  }
  std::sort(cells.begin(), cells.end());
  sheets_ = static_cast<std::uint64_t>(std::unique(cells.begin(), cells.end()) - cells.begin());
  if (sheet_points_.empty()) return;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (std::uint32_t i = 0; i < sheet_points_.size(); i += 3) triangles.push_back({i, i + 1, i + 2});
  sheet_ = std::make_unique<SurfaceTree>(sheet_points_, triangles);
}

void WrapSolid::add_sheets() {
  if (!sheet_) return;
  tbb::parallel_for(std::int64_t{0}, grid_.count(), [&](std::int64_t i) {
    std::uint8_t& inside = inside_[static_cast<std::size_t>(i)];
    if (inside == 0 && sheet_->is_near(grid_.point(i), sheet_offset * grid_.cell)) inside = 1;
  });
}

/// Points become inside, never outside, and none beyond the box of those that are: so it ends.
void WrapSolid::separate() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::int64_t z = 0; z + 1 < grid_.size[2]; ++z) {
      for (std::int64_t y = 0; y + 1 < grid_.size[1]; ++y) {
        for (std::int64_t x = 0; x + 1 < grid_.size[0]; ++x) changed = mend(grid_.index(x, y, z)) || changed;
      }
    }
  }
}

bool WrapSolid::mend(std::int64_t cell) {
  std::uint8_t* at[8];
  unsigned set = 0;
  for (unsigned k = 0; k < 8; ++k) {
    const std::int64_t i =
        cell + (k & 1 ? grid_.step(0) : 0) + (k & 2 ? grid_.step(1) : 0) + (k & 4 ? grid_.step(2) : 0);
    at[k] = &inside_[static_cast<std::size_t>(i)];
    set |= static_cast<unsigned>(*at[k]) << k;
  }
  if (set == 0 || set == 255) return false;
  unsigned more = set;
  for (unsigned axis = 1; axis <= 4; axis *= 2) {
    const unsigned u = axis == 1 ? 2 : 1, v = axis == 4 ? 2 : 4;
    for (const unsigned o : {0u, axis}) {
      const unsigned one = 1u << o | 1u << (o | u | v), other = 1u << (o | u) | 1u << (o | v), face = one | other;
      if ((set & face) == one || (set & face) == other) more |= face;
    }
  }
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned two = 1u << k | 1u << (7 - k);
    if (set == two) more |= 1u << (k ^ 1) | 1u << (k ^ 3);
    if ((set ^ 255u) == two) more = 255;
  }
  for (unsigned k = 0; k < 8; ++k) *at[k] = more >> k & 1 ? 1 : 0;
  return more != set;
}

}  // namespace abut::host
