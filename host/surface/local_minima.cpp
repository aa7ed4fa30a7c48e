#include "abut/surface/local_minima.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <string>

#include "abut/core/error.h"
#include "host/exec/arena.h"
#include "host/number_text.h"
#include "host/surface/closest_point_checks.h"

namespace abut {
namespace host {

void check_local_minima_options(const LocalMinimaOptions& options) {
  if (!(options.within >= 0)) {
    throw InvalidInput("find_local_minima: within is " + number_text(options.within) + "; allowed are 0 and more");
  }
  if (options.rectangles == 0) throw InvalidInput("find_local_minima: rectangles is 0; allowed is 1 or more");
}

}  // namespace host

namespace {

/// A thread's, which grows.
template <class T>
struct SearchMemory {
  std::vector<FoundMinimum<T>> minima{32};
  std::vector<Vec3<T>> open{64};
  std::vector<T> numbers = std::vector<T>(most_search_numbers);

  MinimaRoom<T> room() {
    return {minima.data(), static_cast<std::uint32_t>(minima.size()), open.data(),
            static_cast<std::uint32_t>(open.size()), numbers.data()};
  }
};

/// Data only.
template <class T>
struct Answer {
  std::vector<FoundMinimum<T>> minima;
  MinimaFound found{};
};

/// With as much room as it takes.
template <class T>
Answer<T> search(const SurfaceView<T>& view, const Vec3<double>& point, const LocalMinimaOptions& options,
                 SearchMemory<T>& memory) {
  Answer<T> out;
  for (;;) {
    out.found = answer_minima_query<FourScalars<T>>(view, point, options, memory.room());
    if (!out.found.full) break;
    memory.minima.resize(2 * memory.minima.size());
  }
  out.minima.assign(memory.minima.begin(), memory.minima.begin() + out.found.count);
  return out;
}

template <class T>
LocalMinimaView<T> view_of(LocalMinimaOf<T>& out, std::size_t count) {
  const auto fit = [count](auto&... array) { (array.resize(count), ...); };
  fit(out.distance, out.u, out.v, out.point, out.normal, out.continuum);
  LocalMinimaView<T> view;
  view.offsets = out.offsets.data(), view.capacity = count;
  view.distance = {out.distance.data(), 1}, view.u = {out.u.data(), 1}, view.v = {out.v.data(), 1};
  view.continuum = {out.continuum.data(), 1};
  if (count == 0) return view;
  view.point = {&out.point[0].x, &out.point[0].y, &out.point[0].z, 3};
  view.normal = {&out.normal[0].x, &out.normal[0].y, &out.normal[0].z, 3};
  return view;
}

}  // namespace

template <class T>
LocalMinimaOf<T> find_local_minima(const Cpu& cpu, const SurfaceSet& surfaces, const SurfaceQueries& queries,
                                   const LocalMinimaOptions& options) {
  host::check_local_minima_options(options);
  host::check_surface_queries("find_local_minima", surfaces, queries);
  const std::span<const SurfaceView<T>> views = surfaces.views<T>();
  std::vector<Answer<T>> answers(queries.points.size());
  host::in_arena(cpu, [&] {
    oneapi::tbb::enumerable_thread_specific<SearchMemory<T>> memories;
    const oneapi::tbb::blocked_range<std::size_t> all(0, queries.points.size());
    oneapi::tbb::parallel_for(all, [&](const oneapi::tbb::blocked_range<std::size_t>& r) {
      SearchMemory<T>& memory = memories.local();
      for (std::size_t i = r.begin(); i < r.end(); ++i)
        answers[i] = search(views[queries.surfaces[i]], queries.points[i], options, memory);
    });
  });
  LocalMinimaOf<T> out;
  out.offsets.push_back(0);
  for (const Answer<T>& a : answers) {
    out.offsets.push_back(out.offsets.back() + a.minima.size());
    out.status.push_back(static_cast<std::uint8_t>(a.found.status)), out.rectangles.push_back(a.found.rectangles);
  }
  const LocalMinimaView<T> view = view_of(out, out.offsets.back());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (std::size_t k = 0; k < answers[i].minima.size(); ++k)
      put_minimum(views[queries.surfaces[i]], answers[i].minima[k], view, out.offsets[i] + k);
  }
  return out;
}

template LocalMinimaOf<float> find_local_minima(const Cpu&, const SurfaceSet&, const SurfaceQueries&,
                                                const LocalMinimaOptions&);
template LocalMinimaOf<double> find_local_minima(const Cpu&, const SurfaceSet&, const SurfaceQueries&,
                                                 const LocalMinimaOptions&);

}  // namespace abut
