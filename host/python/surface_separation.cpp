// The separation of closed NURBS surfaces, of many pairs at once.
#include "abut/surface/surface_separation.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <limits>
#include <utility>
#include <vector>

#include "host/exec/arena.h"
#include "host/exec/checks.h"
#include "host/python/array.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/shape_surfaces.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

/// Of pairs of parts, an array a member of `SurfaceSeparation`. Data only.
struct Separations {
  std::vector<double> separation, lower_bound;
  std::vector<Vec3<double>> normal, point_a, point_b;
  std::vector<double> u_a, v_a, u_b, v_b;
  std::vector<std::uint8_t> status;
  std::vector<std::uint32_t> rectangles;

  explicit Separations(std::size_t count)
      : separation(count),
        lower_bound(count),
        normal(count),
        point_a(count),
        point_b(count),
        u_a(count),
        v_a(count),
        u_b(count),
        v_b(count),
        status(count),
        rectangles(count) {}
  /// Points relative to A's body, which `from_body` leads from to the part.
  void put(std::size_t i, const SurfaceSeparation& s, const Vec3<double>& from_body) {
    separation[i] = s.separation, lower_bound[i] = s.lower_bound, normal[i] = s.normal;
    point_a[i] = s.point_a + from_body, point_b[i] = s.point_b + from_body;
    u_a[i] = s.u_a, v_a[i] = s.v_a, u_b[i] = s.u_b, v_b[i] = s.v_b;
    status[i] = static_cast<std::uint8_t>(s.status), rectangles[i] = s.rectangles;
  }
  nb::dict arrays() {
    nb::dict all;
    all["separation"] = numpy_of<double>(std::move(separation));
    all["lower_bound"] = numpy_of<double>(std::move(lower_bound));
    all["normal"] = numpy_of<double>(std::move(normal), {3});
    all["point_a"] = numpy_of<double>(std::move(point_a), {3});
    all["point_b"] = numpy_of<double>(std::move(point_b), {3});
    all["u_a"] = numpy_of<double>(std::move(u_a)), all["v_a"] = numpy_of<double>(std::move(v_a));
    all["u_b"] = numpy_of<double>(std::move(u_b)), all["v_b"] = numpy_of<double>(std::move(v_b));
    all["status"] = numpy_of<std::uint8_t>(std::move(status));
    all["rectangles"] = numpy_of<std::uint32_t>(std::move(rectangles));
    return all;
  }
};

/// Before any work starts. `view` tells a shape without a surface.
void check_pairs(const ContactSurfaces& surfaces, const PartsView& parts, std::span<const Pair> pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const std::uint32_t part : {pairs[i].a, pairs[i].b}) {
      host::check_index("surface_separation", i, part, parts.count);
      surfaces.view(parts.shape[part]);
    }
  }
}

Separations separations(const ContactSurfaces& surfaces, const BodySet& bodies, std::span<const Pair> pairs,
                        const SurfaceSeparationOptions& options, int threads) {
  const PartsView parts = bodies.parts();
  check_pairs(surfaces, parts, pairs);
  Separations out(pairs.size());
  const auto ask = [&](std::size_t i) {
    const Pair pair = pairs[i];
    const Pose a = bodies.part_pose(pair.a), b = bodies.part_pose(pair.b);
    const Vec3<double> body{parts.body_x[pair.a], parts.body_y[pair.a], parts.body_z[pair.a]};
    const SurfaceSeparation found =
        surface_separation(surfaces, parts.shape[pair.a], a, parts.shape[pair.b], b, options);
    out.put(i, found, a.position - body);
  };
  host::in_arena(Cpu{threads}, [&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, pairs.size(), 1), [&](const auto& range) {
      for (std::size_t i = range.begin(); i != range.end(); ++i) ask(i);
    });
  });
  return out;
}

nb::dict separation_arrays(const ShapeSurfaces& surfaces, const Bodies& bodies, nb::handle pairs,
                           double distance_tolerance, double depth_tolerance, nb::handle rectangles, int threads) {
  const Array array(pairs, "pairs");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const SurfaceSeparationOptions options{
      distance_tolerance, depth_tolerance,
      static_cast<std::uint32_t>(whole_number_of(rectangles, "rectangles", std::numeric_limits<std::uint32_t>::max()))};
  return reading(surfaces.shapes, bodies,
                 [&] {
                   const Reading lock(surfaces.guard);
                   return separations(surfaces.value, bodies.set, span, options, threads);
                 })
      .arrays();
}

}  // namespace

void bind_surface_separation(nb::module_& m) {
  m.def("_surface_separation", &separation_arrays, "surfaces"_a, "bodies"_a, "pairs"_a, "distance_tolerance"_a,
        "depth_tolerance"_a, "rectangles"_a.none(), "threads"_a,
        nb::sig("def _surface_separation(surfaces: _ContactSurfaces, bodies: BodySet, pairs: typing.Any, "
                "distance_tolerance: float, depth_tolerance: float, rectangles: typing.Any, threads: int) -> "
                "dict[str, typing.Any]"),
        "The members of abut::SurfaceSeparation.");
}

}  // namespace abut::python
