// Scene files and result files.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>

#include "abut/core/error.h"
#include "abut/io.h"
#include "host/io/scene_parts.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

nb::dict read(const std::string& path) {
  Scene scene = without_lock([&] { return read_scene(path); });
  io::refuse_facets(scene, path, "a Scene in Python");  // its shapes alone would be the meshes' hulls
  nb::dict all;
  all["length_unit"] = scene.length_unit;
  all["shape_names"] = scene.shape_names;
  all["shapes"] = nb::cast(new Shapes(std::move(scene.shapes)), nb::rv_policy::take_ownership);
  all["bodies"] = nb::cast(new Bodies(std::move(scene.bodies)), nb::rv_policy::take_ownership);
  all["body_names"] = scene.body_names;
  all["pairs"] = scene.pairs ? numpy_of<std::uint32_t>(std::move(*scene.pairs), {2}) : nb::none();
  all["alert_distance"] = scene.alert_distance;
  all["precision"] = scene.precision;
  nb::list hulls;
  for (const Scene::HullOfMesh& hull : scene.hulls_of_meshes) {
    nb::dict d;
    d["shape"] = hull.shape, d["parts"] = hull.parts, d["path"] = hull.path, d["mesh_volume"] = hull.mesh_volume;
    d["hull_volume"] = hull.hull_volume, d["closed"] = hull.closed;
    hulls.append(d);
  }
  all["hulls_of_meshes"] = hulls;
  return all;
}

/// A scene that has shapes and bodies for as long as it lives, and gives them back.
class LentScene {
 public:
  LentScene(Shapes& shapes, Bodies& bodies)
      : shapes_(shapes), bodies_(bodies), shape_lock_(shapes.guard), body_lock_(bodies.guard) {
    scene.shapes = std::move(shapes.set);
    scene.bodies = std::move(bodies.set);
  }
  ~LentScene() {
    shapes_.set = std::move(scene.shapes);
    bodies_.set = std::move(scene.bodies);
  }
  LentScene(const LentScene&) = delete;
  LentScene& operator=(const LentScene&) = delete;

  Scene scene;

 private:
  Shapes& shapes_;
  Bodies& bodies_;
  Changing shape_lock_, body_lock_;
};

void check_parts(std::span<const Pair> pairs, const BodySet& bodies) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const std::uint32_t part : {pairs[i].a, pairs[i].b}) {
      if (part >= bodies.part_count()) {
        throw InvalidInput("write_results: pair " + std::to_string(i) + " names " + std::to_string(part) +
                           "; allowed is less than " + std::to_string(bodies.part_count()));
      }
    }
  }
}

/// Patches as arrays that the writers take.
template <class T>
Patches<T> patches_of(nb::handle object, std::vector<Array>& held) {
  const nb::tuple arrays = nb::cast<nb::tuple>(object);
  const auto array = [&](std::size_t i, const char* name, const Wanted& wanted) -> const Array& {
    return held.emplace_back(arrays[i], std::string("patches.") + name).require(wanted).require_host();
  };
  Patches<T> patches;
  held.reserve(5);
  const auto area = array(0, "area", {{scalar_of<T>}, {any_extent}}).template elements<const T>();
  const auto offsets = array(1, "offsets", {{Scalar::u64}, {any_extent}}).template elements<const std::uint64_t>();
  const Array& points = array(2, "points", {{scalar_of<T>}, {any_extent, 3}});
  const auto gaps = array(3, "gaps", {{scalar_of<T>}, {any_extent}}).template elements<const T>();
  const bool even = points.count() == gaps.size() && area.size() + 1 == offsets.size() && offsets.back() == gaps.size();
  for (std::size_t i = 1; even && i < offsets.size(); ++i) {
    if (offsets[i] < offsets[i - 1]) throw InvalidInput("patches.offsets fall; allowed are ascending ones");
  }
  if (!even) throw InvalidInput("patches has arrays that do not fit each other; allowed is what find_patches returns");
  patches.area.assign(area.begin(), area.end());
  patches.offsets.assign(offsets.begin(), offsets.end());
  patches.gap.assign(gaps.begin(), gaps.end());
  for (std::size_t i = 0; i < points.count(); ++i) {
    patches.point_x.push_back(static_cast<T>(points.number(i, 0)));
    patches.point_y.push_back(static_cast<T>(points.number(i, 1)));
    patches.point_z.push_back(static_cast<T>(points.number(i, 2)));
  }
  return patches;
}

void write(Shapes& shapes, Bodies& bodies, nb::handle pairs, const nb::tuple& contacts, nb::handle patches,
           const std::string& summary, const std::string& folder, bool surfaces) {
  const Array array(pairs, "pairs");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const ContactArrays arrays(contacts, span.size(), Array::Use::read);
  std::vector<Array> held;
  const auto run = [&]<class T>(T) {
    std::optional<Patches<T>> some;
    if (!patches.is_none()) some = patches_of<T>(patches, held);
    const ContactsView<T> view = arrays.view<T>();
    without_lock([&] {
      Detection<T> detection;
      detection.pairs.assign(span.begin(), span.end());
      detection.contacts = owned(view, span.size());
      const LentScene lent(shapes, bodies);
      check_parts(span, lent.scene.bodies);
      write_results(lent.scene, detection, summary, folder, some ? &*some : nullptr, surfaces);
    });
  };
  arrays.single(false) ? run(float{}) : run(double{});
}

}  // namespace

void bind_scenes(nb::module_& m) {
  m.def("_read_scene", &read, "path"_a, nb::sig("def _read_scene(path: str) -> dict[str, typing.Any]"),
        "The members of abut::Scene.");
  m.def("_write_results", &write, "shapes"_a, "bodies"_a, "pairs"_a, "contacts"_a, "patches"_a.none(), "summary"_a,
        "folder"_a, "surfaces"_a,
        nb::sig("def _write_results(shapes: ShapeSet, bodies: BodySet, pairs: typing.Any, contacts: tuple[typing.Any, "
                "...], patches: tuple[typing.Any, ...] | None, summary: str, folder: str, surfaces: bool) -> None"));
}

}  // namespace abut::python
