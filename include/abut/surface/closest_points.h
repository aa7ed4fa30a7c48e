// Nearest points of NURBS surfaces, of any number of points at once. Host only.
//
//   SurfaceSet surfaces;
//   surfaces.add(surface);
//   find_closest_points<double>(cpu, surfaces, {which, points}, {}, out);
//
// closest_point.h says how one is found: always a global minimum, with a proof. The methods of the papers are there
// too: Newton's from a guess (Montanari 2017, 4.7) and DIRECT (Lim 2012, 3.2.4), which may end at another local
// minimum.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/core/executor.h"
#include "abut/surface/closest_query.h"
#include "abut/surface/surface_set.h"

namespace abut {

/// Points, each with the number of its surface, in the surface's frame and unit. Data only.
struct SurfaceQueries {
  std::span<const std::uint32_t> surfaces;
  std::span<const Vec3<double>> points;
};

/// Owning arrays.
template <class T>
struct ClosestPoints {
  std::vector<T> distance, lower_bound;
  std::vector<double> u, v;
  std::vector<Vec3<double>> point;
  std::vector<Vec3<T>> normal;
  std::vector<std::uint8_t> status, tie;
  std::vector<std::uint32_t> evaluations;

  void resize(std::size_t n);
  ClosestPointsView<T> view();
};

/// `caches`: null, or one a query, all zero at first, of the query before it for the same surface. Answers depend on
/// threads in no way; with caches they are as certain as without, and a nearest point that ties may be another one.
/// Throws `InvalidInput` when the spans differ in length, a surface is not there, or an option is not allowed.
template <class T>
void find_closest_points(const Cpu& cpu, const SurfaceSet& surfaces, const SurfaceQueries& queries,
                         const ClosestPointsOptions& options, const ClosestPointsView<T>& out,
                         ClosestPointCache<T>* caches = nullptr);

/// The same into arrays that fit.
template <class T>
ClosestPoints<T> find_closest_points(const Cpu& cpu, const SurfaceSet& surfaces, const SurfaceQueries& queries,
                                     const ClosestPointsOptions& options = {}, ClosestPointCache<T>* caches = nullptr);

}  // namespace abut
