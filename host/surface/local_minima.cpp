#include "abut/surface/local_minima.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "host/exec/arena.h"
#include "host/number_text.h"
#include "host/surface/closest_point_checks.h"
#include "host/surface/minima_search.h"

namespace abut {
namespace {

void check(const LocalMinimaOptions& options) {
  if (!(options.within >= 0)) {
    throw InvalidInput("find_local_minima: within is " + host::number_text(options.within) +
                       "; allowed are 0 and more");
  }
  if (options.rectangles == 0) throw InvalidInput("find_local_minima: rectangles is 0; allowed is 1 or more");
}

/// Of each surface, whether or not it is asked for.
std::vector<host::SurfaceSeams> seams_of(const SurfaceSet& surfaces) {
  std::vector<host::SurfaceSeams> out;
  for (std::uint32_t i = 0; i < surfaces.size(); ++i) {
    const NurbsSurface& s = surfaces.surface(i);
    out.push_back({is_closed(s, SurfaceParameter::u), is_closed(s, SurfaceParameter::v)});
  }
  return out;
}

host::FoundMinima search(const SurfaceView<double>& view, const host::SurfaceSeams& seams, const Vec3<double>& point,
                         const LocalMinimaOptions& options) {
  Vec3<double> p;
  if (!to_view(view, point, p)) return {{}, Status::invalid_pose, 0};
  return host::search_minima(view, seams, p, std::ldexp(options.within, -view.exponent), options.rectangles);
}

void append(const SurfaceView<double>& view, const host::FoundMinima& found, LocalMinima& out) {
  const Vec3<double> centre{view.centre[0], view.centre[1], view.centre[2]};
  const double up = std::ldexp(1.0, view.exponent);
  for (const host::FoundMinimum& m : found.minima) {
    out.distance.push_back(m.at.distance * up);
    out.u.push_back(m.at.u), out.v.push_back(m.at.v);
    out.point.push_back(centre + m.at.point * up), out.normal.push_back(m.at.normal);
    out.continuum.push_back(m.continuum ? 1 : 0);
  }
  out.offsets.push_back(out.distance.size());
  out.status.push_back(static_cast<std::uint8_t>(found.status));
  out.rectangles.push_back(found.rectangles);
}

}  // namespace

LocalMinima find_local_minima(const Cpu& cpu, const SurfaceSet& surfaces, const SurfaceQueries& queries,
                              const LocalMinimaOptions& options) {
  check(options);
  host::check_surface_queries("find_local_minima", surfaces, queries);
  const std::span<const SurfaceView<double>> views = surfaces.views<double>();
  const std::vector<host::SurfaceSeams> seams = seams_of(surfaces);
  std::vector<host::FoundMinima> found(queries.points.size());
  host::in_arena(cpu, [&] {
    const oneapi::tbb::blocked_range<std::size_t> all(0, queries.points.size());
    oneapi::tbb::parallel_for(all, [&](const oneapi::tbb::blocked_range<std::size_t>& r) {
      for (std::size_t i = r.begin(); i < r.end(); ++i) {
        const std::uint32_t of = queries.surfaces[i];
        found[i] = search(views[of], seams[of], queries.points[i], options);
      }
    });
  });
  LocalMinima out;
  out.offsets.push_back(0);
  for (std::size_t i = 0; i < found.size(); ++i) append(views[queries.surfaces[i]], found[i], out);
  return out;
}

}  // namespace abut
