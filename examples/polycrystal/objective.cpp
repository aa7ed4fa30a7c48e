#include "examples/polycrystal/objective.h"

#include <chrono>
#include <cmath>
#include <limits>

#include "abut/core/error.h"
#include "examples/polycrystal/exact_side.h"

namespace polycrystal {

namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::vector<Seed> as_many(std::vector<Seed> seeds, std::size_t grains) {
  if (seeds.size() == grains) return seeds;
  throw abut::InvalidInput("seeds has " + std::to_string(seeds.size()) + " of them: one for each of " +
                           std::to_string(grains) + " grains");
}

}  // namespace

Objective::Objective(const Grains& grains, std::vector<Seed> seeds, Distances& distances, bool ask_all)
    : grains_(grains),
      distances_(distances),
      ask_all_(ask_all),
      cells_(grains.box, as_many(std::move(seeds), grains.size())),
      squared_(grains.boundary.size(), 0),
      sums_(grains.size(), 0) {
  std::vector<std::uint32_t> all(grains.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  measure(all);
}

/// Lists the voxels of a grain whose distance is not known without a query.
void Objective::ask(std::uint32_t cell) {
  const Vector seed = cells_.seeds()[cell].place;
  const Box& box = cells_.box();
  const double size = abut::length(box.high - box.low) + abut::length(seed - box.low);  // no voxel is farther away
  std::vector<Plane> planes;
  for (const Cell::Face& face : cells_.cell(cell).faces) {
    Plane plane = plane_of(box, cells_.seeds(), cell, face.beyond);
    // What n . x may be off by: the voxel's difference to the seed is rounded, n, the products and their sum.
    plane.c -= 1.01 * (16 * 0x1p-53 * (abut::length(plane.n) * size + std::abs(plane.c)) + plane.error);
    planes.push_back(plane);
  }
  const bool vanished = planes.empty();
  for (std::uint32_t k = grains_.first[cell]; k < grains_.first[cell + 1]; ++k) {
    const Vector x = grains_.boundary[k] - seed;
    ++effort_.voxels;
    squared_[k] = vanished ? abut::squared_length(x) : 0;
    bool inside = !ask_all_;
    for (std::size_t f = 0; inside && f < planes.size(); ++f) inside = abut::dot(planes[f].n, x) < planes[f].c;
    if (!vanished && !inside) queries_.push_back({cell, k});
  }
}

void Objective::measure(std::span<const std::uint32_t> changed) {
  const Clock::time_point begin = Clock::now();
  queries_.clear();
  for (const std::uint32_t i : changed) ask(i);
  if (!queries_.empty()) distances_.measure(cells_, grains_, queries_, squared_);
  for (const std::uint32_t i : changed) {
    sums_[i] = 0;
    for (std::uint32_t k = grains_.first[i]; k < grains_.first[i + 1]; ++k) sums_[i] += squared_[k];
  }
  double sum = 0;
  for (const double s : sums_) sum += s;
  const double voxels = static_cast<double>(squared_.size());
  value_ = voxels > 0 ? std::sqrt(sum / voxels) / grains_.diameter : 0;
  effort_.cells += changed.size();
  effort_.queries += queries_.size();
  effort_.seconds_queries += since(begin);
  ++effort_.evaluations;
}

double Objective::operator()(std::span<const Seed> seeds) {
  const Clock::time_point begin = Clock::now();
  std::span<const std::uint32_t> changed;
  try {
    changed = cells_.move(seeds);
  } catch (const abut::InvalidInput&) {
    ++effort_.evaluations;
    return std::numeric_limits<double>::infinity();
  }
  effort_.seconds_cells += since(begin);
  measure(changed);
  return value_;
}

}  // namespace polycrystal
