// The separation of closed NURBS surfaces, of many pairs at once.
#include "abut/surface/surface_separation.h"

#include <limits>
#include <vector>

#include "host/python/array.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/shape_surfaces.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

/// An array a member.
nb::dict arrays_of(const std::vector<SurfaceSeparation>& all) {
  const auto column = [&]<class T>(T SurfaceSeparation::*member) {
    std::vector<T> out(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) out[i] = all[i].*member;
    return out;
  };
  nb::dict out;
  out["separation"] = numpy_of<double>(column(&SurfaceSeparation::separation));
  out["lower_bound"] = numpy_of<double>(column(&SurfaceSeparation::lower_bound));
  out["normal"] = numpy_of<double>(column(&SurfaceSeparation::normal), {3});
  out["point_a"] = numpy_of<double>(column(&SurfaceSeparation::point_a), {3});
  out["point_b"] = numpy_of<double>(column(&SurfaceSeparation::point_b), {3});
  out["u_a"] = numpy_of<double>(column(&SurfaceSeparation::u_a));
  out["v_a"] = numpy_of<double>(column(&SurfaceSeparation::v_a));
  out["u_b"] = numpy_of<double>(column(&SurfaceSeparation::u_b));
  out["v_b"] = numpy_of<double>(column(&SurfaceSeparation::v_b));
  out["status"] = numpy_of<std::uint8_t>(column(&SurfaceSeparation::status));
  out["rectangles"] = numpy_of<std::uint32_t>(column(&SurfaceSeparation::rectangles));
  return out;
}

nb::dict separation_arrays(const ShapeSurfaces& surfaces, const Bodies& bodies, nb::handle pairs,
                           double distance_tolerance, double depth_tolerance, nb::handle rectangles, int threads) {
  const Array array(pairs, "pairs");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const SurfaceSeparationOptions options{
      distance_tolerance, depth_tolerance,
      static_cast<std::uint32_t>(whole_number_of(rectangles, "rectangles", std::numeric_limits<std::uint32_t>::max()))};
  return arrays_of(reading(surfaces.shapes, bodies, [&] {
    const Reading lock(surfaces.guard);
    return surface_separations(Cpu{threads}, surfaces.value, bodies.set.parts(), span, options);
  }));
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
