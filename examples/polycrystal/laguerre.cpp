#include "examples/polycrystal/laguerre.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "examples/dem/text.h"
#include "examples/polycrystal/cut.h"

namespace polycrystal {

namespace {

bool is_finite(const Vector& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
bool same(const Vector& a, const Vector& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
bool same(const Seed& a, const Seed& b) { return same(a.place, b.place) && a.weight == b.weight; }
std::string text_of(const Vector& v) {
  return "(" + dem::text_of(v.x) + ", " + dem::text_of(v.y) + ", " + dem::text_of(v.z) + ")";
}

void check_seed(std::span<const Seed> seeds, std::size_t i) {
  const std::string name = "seeds[" + std::to_string(i) + "]";
  if (!is_finite(seeds[i].place)) throw abut::InvalidInput(name + ".place is " + text_of(seeds[i].place) + ": finite");
  if (!std::isfinite(seeds[i].weight)) {
    throw abut::InvalidInput(name + ".weight is " + dem::text_of(seeds[i].weight) + ": finite");
  }
}

[[noreturn]] void refuse_pair(std::size_t i, std::size_t j, const Vector& place) {
  throw abut::InvalidInput("seeds[" + std::to_string(i) + "] and seeds[" + std::to_string(j) + "] are both at " +
                           text_of(place) + ": seeds are at different places");
}

/// Bisectors from the nearest on; those beyond the cell's farthest corner are not asked.
Cell made(const Box& box, std::span<const Seed> seeds, std::uint32_t i) {
  struct Near {
    double distance;
    std::uint32_t seed;
  };
  std::vector<Near> order;
  order.reserve(seeds.size());
  for (std::uint32_t j = 0; j < seeds.size(); ++j) {
    if (j == i) continue;
    const Plane plane = plane_of(box, seeds, i, static_cast<Side>(j));
    order.push_back({(plane.c - plane.error) / abut::length(plane.n), j});
  }
  std::sort(order.begin(), order.end(), [](const Near& a, const Near& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.seed < b.seed;
  });
  Cutter cutter(box, seeds, i);
  double reach = cutter.reach();
  for (const Near& n : order) {
    // A few roundings of the distance; what is near the reach is asked, and not cut where it does not cut.
    if (cutter.empty() || n.distance > reach * (1 + 1e-12)) break;
    cutter.cut(n.seed);
    reach = cutter.reach();
  }
  return cutter.cell();
}

}  // namespace

void check(const Box& box, std::span<const Seed> seeds) {
  const bool solid = box.low.x < box.high.x && box.low.y < box.high.y && box.low.z < box.high.z;
  if (!is_finite(box.low) || !is_finite(box.high) || !solid) {
    throw abut::InvalidInput("box is " + text_of(box.low) + " to " + text_of(box.high) +
                             ": finite, and longer than 0 in every direction");
  }
  for (std::size_t i = 0; i < seeds.size(); ++i) check_seed(seeds, i);
  std::vector<std::size_t> order(seeds.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const Vector &p = seeds[a].place, &q = seeds[b].place;
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z != q.z ? p.z < q.z : a < b;
  });
  for (std::size_t k = 1; k < order.size(); ++k) {
    if (same(seeds[order[k - 1]].place, seeds[order[k]].place)) {
      refuse_pair(order[k - 1], order[k], seeds[order[k]].place);
    }
  }
}

Tessellation::Tessellation(const Box& box, std::vector<Seed> seeds) : box_(box), seeds_(std::move(seeds)) {
  check(box_, seeds_);
  for (std::uint32_t i = 0; i < size(); ++i) cells_.push_back(made(box_, seeds_, i));
}

/// Whether a cell whose own seed is where it was has a face towards one that moved, or may get one.
bool Tessellation::may_change(std::uint32_t i, std::span<const std::uint32_t> moved) const {
  const Cell& cell = cells_[i];
  if (cell.vanished()) return true;
  for (const Cell::Face& face : cell.faces) {
    if (is_of_box(face.beyond)) continue;
    if (std::binary_search(moved.begin(), moved.end(), static_cast<std::uint32_t>(face.beyond))) return true;
  }
  double reach = 0;
  for (const Vector& p : cell.points) reach = std::max(reach, abut::length(p - seeds_[i].place));
  for (const std::uint32_t j : moved) {
    const Plane plane = plane_of(box_, seeds_, i, static_cast<Side>(j));
    const double n = abut::length(plane.n), margin = 1e-12 * n * reach + plane.error;
    if (plane.c > n * reach + margin) continue;
    for (const Vector& p : cell.points) {
      if (abut::dot(plane.n, p - seeds_[i].place) > plane.c - margin) return true;
    }
  }
  return false;
}

std::span<const std::uint32_t> Tessellation::move(std::span<const Seed> seeds) {
  if (seeds.size() != seeds_.size()) {
    throw abut::InvalidInput("seeds has " + std::to_string(seeds.size()) + " of them: the tessellation was made with " +
                             std::to_string(seeds_.size()));
  }
  std::vector<std::uint32_t> moved;
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (same(seeds[i], seeds_[i])) continue;
    check_seed(seeds, i);
    for (std::uint32_t j = 0; j < size(); ++j) {
      if (j != i && same(seeds[i].place, seeds[j].place)) refuse_pair(std::min(i, j), std::max(i, j), seeds[i].place);
    }
    moved.push_back(i);
  }
  std::copy(seeds.begin(), seeds.end(), seeds_.begin());
  changed_.clear();
  if (moved.empty()) return changed_;
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (std::binary_search(moved.begin(), moved.end(), i) || may_change(i, moved)) changed_.push_back(i);
  }
  for (const std::uint32_t i : changed_) cells_[i] = made(box_, seeds_, i);
  return changed_;
}

int Tessellation::side_of(std::uint32_t i, const Corner& corner, Side side) const {
  return exact_side(box_, seeds_, i, corner, side);
}

double volume(const Box& box) {
  const Vector d = box.high - box.low;
  return d.x * d.y * d.z;
}

double volume(const Cell& cell) {
  double six = 0;
  for (const Cell::Face& face : cell.faces) {
    const Vector a = cell.points[face.corners[0]] - cell.points[0];
    for (std::size_t k = 2; k < face.corners.size(); ++k) {
      six += abut::dot(a, abut::cross(cell.points[face.corners[k - 1]] - cell.points[0],
                                      cell.points[face.corners[k]] - cell.points[0]));
    }
  }
  return six / 6;
}

std::vector<std::uint32_t> vanished(const Tessellation& tessellation) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < tessellation.size(); ++i) {
    if (tessellation.cell(i).vanished()) out.push_back(i);
  }
  return out;
}

std::uint32_t cell_at(std::span<const Seed> seeds, const Vector& point) {
  std::uint32_t best = 0;
  double least = 0;
  for (std::uint32_t i = 0; i < seeds.size(); ++i) {
    const Vector d = point - seeds[i].place;
    const double power = abut::dot(d, d) - seeds[i].weight * seeds[i].weight;
    if (i == 0 || power < least) best = i, least = power;
  }
  return best;
}

}  // namespace polycrystal
