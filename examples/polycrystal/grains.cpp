#include "examples/polycrystal/grains.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "abut/core/error.h"

namespace polycrystal {

namespace {

constexpr std::uint32_t none = 0xffffffffu;

/// Calls `f` with each voxel that shares a face with `voxel`.
template <class F>
void for_neighbours(const VoxelImage& image, std::size_t voxel, F&& f) {
  const auto [nx, ny, nz] = image.count;
  const std::size_t layer = static_cast<std::size_t>(nx) * ny;
  const std::size_t x = voxel % nx, y = voxel / nx % ny, z = voxel / layer;
  if (x > 0) f(voxel - 1);
  if (x + 1 < nx) f(voxel + 1);
  if (y > 0) f(voxel - nx);
  if (y + 1 < ny) f(voxel + nx);
  if (z > 0) f(voxel - layer);
  if (z + 1 < nz) f(voxel + layer);
}

void check_labels(const VoxelImage& image, const std::map<std::int32_t, std::uint32_t>& grain_of, bool gaps) {
  const auto least = *grain_of.begin();
  if (least.first < 1) {
    const auto at = std::find(image.labels.begin(), image.labels.end(), least.first) - image.labels.begin();
    throw abut::InvalidInput("image: voxel " + std::to_string(at) + " has label " + std::to_string(least.first) +
                             ": labels are from 1");
  }
  std::int32_t next = least.first;
  for (const auto& [label, grain] : grain_of) {
    if (label != next && !gaps) {
      throw abut::InvalidInput("image: no voxel has label " + std::to_string(next) + ", of " +
                               std::to_string(least.first) + " to " + std::to_string(grain_of.rbegin()->first) +
                               ": all of them, or --gaps");
    }
    next = label + 1;
  }
}

/// Numbers the connected parts in the order of their first voxels.
void split(const VoxelImage& image, Grains& out) {
  std::vector<std::uint32_t> part(image.size(), none);
  std::vector<std::size_t> open;
  out.labels.clear();
  for (std::size_t from = 0; from < image.size(); ++from) {
    if (part[from] != none) continue;
    const std::uint32_t number = out.size();
    out.labels.push_back(image.labels[from]);
    part[from] = number;
    open = {from};
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      for_neighbours(image, at, [&](std::size_t next) {
        if (part[next] != none || image.labels[next] != image.labels[at]) return;
        part[next] = number;
        open.push_back(next);
      });
    }
  }
  out.of_voxel.swap(part);
}

void measure(const VoxelImage& image, Grains& out) {
  std::vector<Vector> sum(out.size(), {0, 0, 0});
  std::vector<double> count(out.size(), 0);
  for (std::size_t i = 0; i < image.size(); ++i) {
    sum[out.of_voxel[i]] = sum[out.of_voxel[i]] + image.centre(i);
    ++count[out.of_voxel[i]];
  }
  const double voxel = image.spacing.x * image.spacing.y * image.spacing.z;
  const double ball = 4.0 / 3.0 * 3.14159265358979323846;
  for (std::uint32_t g = 0; g < out.size(); ++g) {
    out.seeds.push_back({sum[g] * (1 / count[g]), std::cbrt(count[g] * voxel / ball)});
  }
  out.diameter = 2 * std::cbrt(volume(out.box) / out.size() / ball);
}

void find_boundary(const VoxelImage& image, Grains& out) {
  std::vector<std::uint32_t> found;
  out.first.assign(out.size() + 1u, 0);
  for (std::uint32_t i = 0; i < image.size(); ++i) {
    bool meets_another = false;
    for_neighbours(image, i,
                   [&](std::size_t next) { meets_another = meets_another || out.of_voxel[next] != out.of_voxel[i]; });
    if (!meets_another) continue;
    found.push_back(i);
    ++out.first[out.of_voxel[i] + 1];
  }
  for (std::uint32_t g = 0; g < out.size(); ++g) out.first[g + 1] += out.first[g];
  std::vector<std::uint32_t> at(out.first.begin(), out.first.end() - 1);
  out.boundary.resize(found.size());
  for (const std::uint32_t i : found) out.boundary[at[out.of_voxel[i]]++] = image.centre(i);
}

}  // namespace

Grains grains_of(const VoxelImage& image, const GrainOptions& options) {
  if (image.size() == 0 || image.labels.size() != image.size()) {
    throw abut::InvalidInput("image has " + std::to_string(image.labels.size()) + " labels for " +
                             std::to_string(image.size()) + " voxels: as many, and at least one");
  }
  Grains out;
  out.box = image.box();
  std::map<std::int32_t, std::uint32_t> grain_of;
  for (const std::int32_t label : image.labels) grain_of.emplace(label, 0);
  check_labels(image, grain_of, options.gaps);
  for (auto& [label, grain] : grain_of) {
    grain = out.size();
    out.labels.push_back(label);
  }
  if (options.split) {
    split(image, out);
  } else {
    out.of_voxel.reserve(image.size());
    for (const std::int32_t label : image.labels) out.of_voxel.push_back(grain_of.at(label));
  }
  measure(image, out);
  find_boundary(image, out);
  return out;
}

}  // namespace polycrystal
