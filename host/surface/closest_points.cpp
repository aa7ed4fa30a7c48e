#include "abut/surface/closest_points.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "host/exec/arena.h"
#include "host/exec/instruction_set.h"
#include "host/number_text.h"
#include "host/surface/closest_point_checks.h"

namespace abut {
namespace {

void check_part(const char* option, double value, double most) {
  if (!(value >= 0) || !(value <= most)) {
    throw InvalidInput(std::string("find_closest_points: ") + option + " is " + host::number_text(value) +
                       "; allowed are 0 to " + host::number_text(most));
  }
}

}  // namespace

namespace host {

void check_closest_point_options(const ClosestPointsOptions& options) {
  check_part("tolerance", options.tolerance, 0.5);
  check_part("tie", options.tie, 0.5);
  check_part("radius", options.radius, 1e6);
  if (options.rectangles == 0) throw InvalidInput("find_closest_points: rectangles is 0; allowed is 1 or more");
}

void check_surface_queries(const std::string& function, const SurfaceSet& surfaces, const SurfaceQueries& queries) {
  if (queries.surfaces.size() != queries.points.size()) {
    throw InvalidInput(function + ": " + std::to_string(queries.points.size()) + " points have " +
                       std::to_string(queries.surfaces.size()) + " surfaces; allowed is one each");
  }
  for (std::size_t i = 0; i < queries.surfaces.size(); ++i) {
    if (queries.surfaces[i] >= surfaces.size()) {
      throw InvalidInput(function + ": point " + std::to_string(i) + " has surface " +
                         std::to_string(queries.surfaces[i]) + "; allowed is less than " +
                         std::to_string(surfaces.size()));
    }
  }
}

}  // namespace host

namespace {

void answer(const ClosestPointsTable& table, const ClosestPointRange<float>& range) { table.f32(range); }
void answer(const ClosestPointsTable& table, const ClosestPointRange<double>& range) { table.f64(range); }

/// Queries that one thread answers in a row: some tens of microseconds.
constexpr std::size_t queries_in_a_row = 16;

}  // namespace

template <class T>
void ClosestPoints<T>::resize(std::size_t n) {
  const auto fit = [n](auto&... array) { (array.resize(n), ...); };
  fit(distance, lower_bound, u, v, point, normal, status, tie, evaluations);
}

template <class T>
ClosestPointsView<T> ClosestPoints<T>::view() {
  ClosestPointsView<T> out;
  out.distance = {distance.data(), 1}, out.lower_bound = {lower_bound.data(), 1};
  out.u = {u.data(), 1}, out.v = {v.data(), 1};
  if (!point.empty()) {
    out.point = {&point[0].x, &point[0].y, &point[0].z, 3};
    out.normal = {&normal[0].x, &normal[0].y, &normal[0].z, 3};
  }
  out.status = {status.data(), 1}, out.tie = {tie.data(), 1}, out.evaluations = {evaluations.data(), 1};
  return out;
}

template <class T>
void find_closest_points(const Cpu& cpu, const SurfaceSet& surfaces, const SurfaceQueries& queries,
                         const ClosestPointsOptions& options, const ClosestPointsView<T>& out,
                         ClosestPointCache<T>* caches) {
  host::check_closest_point_options(options);
  host::check_surface_queries("find_closest_points", surfaces, queries);
  const ClosestPointsTable& table = closest_points_table(chosen_instruction_set());
  const SurfaceView<T>* const views = surfaces.views<T>().data();
  host::in_arena(cpu, [&] {
    const oneapi::tbb::blocked_range<std::size_t> all(0, queries.points.size(), queries_in_a_row);
    oneapi::tbb::parallel_for(all, [&](const oneapi::tbb::blocked_range<std::size_t>& r) {
      answer(table, ClosestPointRange<T>{views, queries.surfaces.data(), queries.points.data(), options, out, caches,
                                         r.begin(), r.end()});
    });
  });
}

template <class T>
ClosestPoints<T> find_closest_points(const Cpu& cpu, const SurfaceSet& surfaces, const SurfaceQueries& queries,
                                     const ClosestPointsOptions& options, ClosestPointCache<T>* caches) {
  ClosestPoints<T> out;
  out.resize(queries.points.size());
  find_closest_points(cpu, surfaces, queries, options, out.view(), caches);
  return out;
}

template struct ClosestPoints<float>;
template struct ClosestPoints<double>;
template void find_closest_points(const Cpu&, const SurfaceSet&, const SurfaceQueries&, const ClosestPointsOptions&,
                                  const ClosestPointsView<float>&, ClosestPointCache<float>*);
template void find_closest_points(const Cpu&, const SurfaceSet&, const SurfaceQueries&, const ClosestPointsOptions&,
                                  const ClosestPointsView<double>&, ClosestPointCache<double>*);
template ClosestPoints<float> find_closest_points(const Cpu&, const SurfaceSet&, const SurfaceQueries&,
                                                  const ClosestPointsOptions&, ClosestPointCache<float>*);
template ClosestPoints<double> find_closest_points(const Cpu&, const SurfaceSet&, const SurfaceQueries&,
                                                   const ClosestPointsOptions&, ClosestPointCache<double>*);

}  // namespace abut
