#include "host/shapes/scan_table.h"

#include <algorithm>
#include <bit>

#include "host/component.h"
#include "host/shapes/direction_cell.h"

namespace abut::host {
namespace {

using Points = std::span<const Vec3<double>>;
using Ids = std::vector<std::uint32_t>;
constexpr std::uint32_t block_size = 16;

/// Halves a range of vertices across the widest spread of their normals until every part is a block.
void split_into_blocks(Points normals, std::span<std::uint32_t> ids) {
  if (ids.size() <= block_size) return;
  std::uint32_t axis = 0;
  double widest = -1;
  for (std::uint32_t k = 0; k < 3; ++k) {
    const auto along = [&](std::uint32_t a, std::uint32_t b) {
      return component(normals[a], k) < component(normals[b], k);
    };
    const auto [low, high] = std::minmax_element(ids.begin(), ids.end(), along);
    const double spread = component(normals[*high], k) - component(normals[*low], k);
    if (spread > widest) axis = k, widest = spread;
  }
  std::sort(ids.begin(), ids.end(), [&](std::uint32_t a, std::uint32_t b) {
    const double x = component(normals[a], axis), y = component(normals[b], axis);
    return x < y || (x == y && a < b);
  });
  const std::size_t blocks = (ids.size() + block_size - 1) / block_size;
  const std::size_t left = blocks / 2 * block_size;
  split_into_blocks(normals, ids.first(left));
  split_into_blocks(normals, ids.subspan(left));
}

std::uint32_t farthest_of(Points stored, const Ids& ids, Vec3<double> d) {
  std::uint32_t best = ids[0];
  double highest = dot(stored[best], d);
  for (const std::uint32_t v : ids) {
    const double height = dot(stored[v], d);
    best = height > highest ? v : best;
    highest = height > highest ? height : highest;
  }
  return best;
}

using Heights = std::array<double, 4>;  // at the corners of a cell

/// Those of `ids` that may be farthest along some direction of the cell. Heights are linear on it, so that a vertex
/// lower than another one at its corners is lower everywhere.
Ids farthest_in_cell(Points stored, const DirectionCell& cell, const Ids& ids) {
  constexpr double low = -0x1p-10, high = 1 + 0x1p-10;  // beyond its edges: a direction's cell is found with rounding
  // Heights have six roundings of storing and of arithmetic, of numbers below 8; two of them are compared.
  constexpr double margin = 0x1p-17;
  const Vec3<double> corners[4] = {cell.direction(low, low), cell.direction(low, high), cell.direction(high, low),
                                   cell.direction(high, high)};
  const auto heights_of = [&](std::uint32_t v) {
    return Heights{dot(stored[v], corners[0]), dot(stored[v], corners[1]), dot(stored[v], corners[2]),
                   dot(stored[v], corners[3])};
  };
  std::vector<Heights> highest;
  const int samples = cell.width > 0.5 ? 3 : 4;
  for (int k = 0; k < samples * samples; ++k) {
    const Vec3<double> d = cell.direction(k % samples / (samples - 1.0), k / samples / (samples - 1.0));
    const Heights found = heights_of(farthest_of(stored, ids, d));
    if (std::find(highest.begin(), highest.end(), found) == highest.end()) highest.push_back(found);
  }
  Ids farthest;
  for (const std::uint32_t v : ids) {
    const Heights of_v = heights_of(v);
    const auto is_above = [&](const Heights& w) {
      return std::min(std::min(w[0] - of_v[0], w[1] - of_v[1]), std::min(w[2] - of_v[2], w[3] - of_v[3])) > margin;
    };
    if (std::none_of(highest.begin(), highest.end(), is_above)) farthest.push_back(v);
  }
  return farthest;
}

/// The blocks whose bits are set, as in a table.
std::uint32_t numbers_of(std::uint64_t blocks) {
  if (std::popcount(blocks) > blocks_in_scan_cell) return all_blocks;
  std::uint32_t numbers = 0;
  for (int k = 0; k < blocks_in_scan_cell; ++k) {
    numbers |= static_cast<std::uint32_t>(std::countr_zero(blocks)) << (8 * k);
    if (std::popcount(blocks) > 1) blocks &= blocks - 1;
  }
  return numbers;
}

/// Fills what of the table lies in `cell`; `ids`: what may be farthest there. From whole faces of the cube to halves
/// of halves: most vertices are far from most directions.
void fill_cells(Points stored, std::span<const std::uint32_t> block, const DirectionCell& cell, const Ids& ids,
                ScanTable& table) {
  const Ids farthest = farthest_in_cell(stored, cell, ids);
  if (cell.width > 2.0 / scan_divisions) {
    const double half = 0.5 * cell.width;
    for (const double u : {cell.u, cell.u + half}) {
      for (const double v : {cell.v, cell.v + half}) {
        fill_cells(stored, block, {cell.axis, cell.main, u, v, half}, farthest, table);
      }
    }
    return;
  }
  std::uint64_t blocks = 0;
  for (const std::uint32_t v : farthest) blocks |= std::uint64_t{1} << block[v];
  table.blocks[cell.number()] = numbers_of(blocks);
}

}  // namespace

ScanTable make_scan_table(Points stored, Points normals) {
  ScanTable table;
  for (std::uint32_t k = 0; k < stored.size(); ++k) table.order.push_back(k);
  split_into_blocks(normals, table.order);
  const Ids all(table.order);
  Ids block(stored.size());
  for (std::uint32_t place = 0; place < all.size(); ++place) block[all[place]] = place / block_size;
  table.order.resize(padded_count(static_cast<std::uint32_t>(all.size())), all.back());
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    for (const double main : {1.0, -1.0}) fill_cells(stored, block, {axis, main, -1, -1, 2}, all, table);
  }
  return table;
}

}  // namespace abut::host
