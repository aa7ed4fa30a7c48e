#include "abut/surface/surface_set.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "host/surface/pieces.h"

namespace abut {
namespace {

template <class E>
std::size_t bytes_of(const std::vector<E>& v) {
  return v.size() * sizeof(E);
}
template <class T>
std::size_t bytes_of(const host::PieceArrays<T>& a) {
  return bytes_of(a.points) + bytes_of(a.pieces) + bytes_of(a.nodes) + bytes_of(a.breaks_u) + bytes_of(a.breaks_v) +
         bytes_of(a.patch_points);
}

}  // namespace

struct SurfaceSet::State {
  struct Entry {
    NurbsSurface surface;
    host::PieceArrays<float> single;
    host::PieceArrays<double> full;
  };
  std::vector<std::unique_ptr<Entry>> entries;
  std::vector<SurfaceView<float>> single;
  std::vector<SurfaceView<double>> full;
};

SurfaceSet::SurfaceSet() : state_(std::make_unique<State>()) {}
SurfaceSet::~SurfaceSet() = default;
SurfaceSet::SurfaceSet(SurfaceSet&&) noexcept = default;
SurfaceSet& SurfaceSet::operator=(SurfaceSet&&) noexcept = default;

std::uint32_t SurfaceSet::add(const NurbsSurface& surface) {
  check(surface);
  auto entry = std::make_unique<State::Entry>();
  entry->surface = surface;
  entry->full = host::piece_arrays<double>(surface);
  // Refinement of equal control points leaves roundings of their coordinates.
  double largest = 0;
  for (const Vec3<double>& p : surface.points) largest = std::max(largest, max_abs(p));
  const SurfaceView<double>& view = entry->full.view;
  if (!(std::ldexp(view.size, view.exponent) > 64 * Epsilon<double>::value * largest)) {
    throw InvalidInput("SurfaceSet::add: all control points are one point; allowed are two different ones and more");
  }
  entry->single = host::piece_arrays<float>(surface);
  state_->single.push_back(entry->single.view);
  state_->full.push_back(entry->full.view);
  state_->entries.push_back(std::move(entry));
  return size() - 1;
}

std::uint32_t SurfaceSet::size() const { return static_cast<std::uint32_t>(state_->entries.size()); }

const NurbsSurface& SurfaceSet::surface(std::uint32_t i) const {
  if (i >= size()) {
    throw InvalidInput("SurfaceSet::surface: number " + std::to_string(i) + " is not there; allowed is less than " +
                       std::to_string(size()));
  }
  return state_->entries[i]->surface;
}

template <class T>
std::span<const SurfaceView<T>> SurfaceSet::views() const {
  if constexpr (std::is_same_v<T, float>) {
    return state_->single;
  } else {
    return state_->full;
  }
}
template std::span<const SurfaceView<float>> SurfaceSet::views<float>() const;
template std::span<const SurfaceView<double>> SurfaceSet::views<double>() const;

std::size_t SurfaceSet::bytes() const {
  std::size_t sum = 0;
  for (const auto& e : state_->entries) {
    sum += bytes_of(e->single) + bytes_of(e->full) + bytes_of(e->surface.points) + bytes_of(e->surface.weights) +
           bytes_of(e->surface.u.knots) + bytes_of(e->surface.v.knots);
  }
  return sum;
}

}  // namespace abut
