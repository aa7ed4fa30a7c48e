// Contact patches.
#include "abut/patches.h"

#include <vector>

#include "host/python/array.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/relative_poses.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

template <class T>
nb::dict python_patches(Patches<T>&& p, bool volumes) {
  nb::dict all;
  all["area"] = numpy_of<T>(std::move(p.area));
  all["centre"] = rows_of(p.centre_x, p.centre_y, p.centre_z);
  all["offsets"] = numpy_of<std::uint64_t>(std::move(p.offsets));
  all["points"] = rows_of(p.point_x, p.point_y, p.point_z);
  all["gaps"] = numpy_of<T>(std::move(p.gap));
  if (volumes) {
    all["volume"] = numpy_of<T>(std::move(p.volume));
    all["volume_centre"] = rows_of(p.volume_centre_x, p.volume_centre_y, p.volume_centre_z);
    all["volume_normal"] = rows_of(p.volume_normal_x, p.volume_normal_y, p.volume_normal_z);
    all["volume_moment"] = rows_of(p.volume_moment_x, p.volume_moment_y, p.volume_moment_z);
  }
  return all;
}

nb::dict find_patches(const Shapes& shapes, const Bodies& bodies, nb::handle pairs, const nb::tuple& contacts,
                      double margin, std::uint32_t most_points, bool move_points, bool volumes, int threads) {
  const Array array(pairs, "pairs");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const ContactArrays arrays(contacts, span.size(), move_points ? Array::Use::write : Array::Use::read, Memory::host,
                             nullptr, "contacts");
  if (move_points) arrays.require_apart_from(array);
  const PatchOptions options{margin, most_points, move_points};
  const auto run = [&]<class T>(T) {
    const ContactsView<T> view = arrays.view<T>();
    return python_patches(reading(shapes, bodies,
                                  [&] {
                                    return abut::find_patches<T>(Cpu{threads}, shapes.view<T>(), bodies.set.parts(),
                                                                 {span, view}, options, volumes);
                                  }),
                          volumes);
  };
  return arrays.single(false) ? run(float{}) : run(double{});
}

nb::dict find_shape_patches(const Shapes& shapes, nb::handle shape_pairs, nb::handle poses, nb::handle positions,
                            nb::handle quaternions, const nb::tuple& contacts, const PatchOptions& options,
                            bool volumes, int threads) {
  const Array array(shape_pairs, "shape_pairs");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const RelativePoses relative(poses, positions, quaternions, span.size());
  const ContactArrays arrays(contacts, span.size(), options.move_points ? Array::Use::write : Array::Use::read,
                             Memory::host, nullptr, "contacts");
  if (options.move_points) {
    arrays.require_apart_from(array);
    if (const Array* const matrices = relative.matrices()) arrays.require_apart_from(*matrices);
  }
  const auto run = [&]<class T>(T) {
    const ContactsView<T> view = arrays.view<T>();
    return python_patches(without_lock([&] {
                            const Reading lock(shapes.guard);
                            return abut::find_shape_patches<T>(Cpu{threads}, shapes.view<T>(),
                                                               {span, relative.view(), view}, options, volumes);
                          }),
                          volumes);
  };
  return arrays.single(false) ? run(float{}) : run(double{});
}

}  // namespace

void bind_patches(nb::module_& m) {
  m.def("_find_patches", &find_patches, "shapes"_a, "bodies"_a, "pairs"_a, "contacts"_a, "margin"_a, "most_points"_a,
        "move_points"_a, "volumes"_a, "threads"_a,
        nb::sig(
            "def _find_patches(shapes: ShapeSet, bodies: BodySet, pairs: typing.Any, contacts: tuple[typing.Any, ...], "
            "margin: float, most_points: int, move_points: bool, volumes: bool, threads: int) -> dict[str, "
            "typing.Any]"),
        "The members of abut::Patches.");
  m.def(
      "_find_shape_patches",
      [](const Shapes& shapes, nb::handle shape_pairs, nb::handle poses, nb::handle positions, nb::handle quaternions,
         const nb::tuple& contacts, double margin, std::uint32_t most_points, bool move_points, bool volumes,
         int threads) {
        const PatchOptions options{margin, most_points, move_points};
        return find_shape_patches(shapes, shape_pairs, poses, positions, quaternions, contacts, options, volumes,
                                  threads);
      },
      "shapes"_a, "shape_pairs"_a, "poses"_a.none(), "positions"_a.none(), "quaternions"_a.none(), "contacts"_a,
      "margin"_a, "most_points"_a, "move_points"_a, "volumes"_a, "threads"_a,
      nb::sig("def _find_shape_patches(shapes: ShapeSet, shape_pairs: typing.Any, poses: typing.Any, positions: "
              "typing.Any, quaternions: typing.Any, contacts: tuple[typing.Any, ...], margin: float, most_points: int, "
              "move_points: bool, volumes: bool, threads: int) -> dict[str, typing.Any]"),
      "As _find_patches, for pairs of shapes.");
}

}  // namespace abut::python
