// Scene files and result files.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>

#include "abut/core/error.h"
#include "abut/hdf5.h"
#include "abut/io.h"
#include "host/io/scene_parts.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/trees.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

nb::dict read(const std::string& path, bool facets) {
  Scene scene = without_lock([&] { return read_scene(path); });
  io::refuse_surfaces(scene, path, "read_scene");
  // Its shapes alone would be the meshes' hulls: who knows of facets says so.
  if (!facets) io::refuse_facets(scene, path, "read_scene without facets=True");
  nb::dict all;
  all["length_unit"] = scene.length_unit;
  all["shape_names"] = scene.shape_names;
  FacetTrees trees = scene.facet_trees();
  auto* const shapes = new Shapes(std::move(scene.shapes));
  const nb::object held_shapes = nb::cast(shapes, nb::rv_policy::take_ownership);
  all["shapes"] = held_shapes;
  all["facet_trees"] = nb::none();
  if (!scene.facet_meshes.empty()) {
    const nb::object held_trees =
        nb::cast(new Trees(*shapes, std::move(trees), std::move(scene.facet_meshes)), nb::rv_policy::take_ownership);
    nb::detail::keep_alive(held_trees.ptr(), held_shapes.ptr());
    all["facet_trees"] = held_trees;
  }
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

void check_parts(const std::string& function, std::span<const Pair> pairs, const BodySet& bodies) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const std::uint32_t part : {pairs[i].a, pairs[i].b}) {
      if (part >= bodies.part_count()) {
        throw InvalidInput(function + ": pair " + std::to_string(i) + " names " + std::to_string(part) +
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

/// `object`: None, or the arrays of a `ContactFacets`, `count` elements each.
std::optional<ContactFacets> facets_of(nb::handle object, std::size_t count, std::vector<Array>& held) {
  if (object.is_none()) return std::nullopt;
  const nb::tuple arrays = nb::cast<nb::tuple>(object);
  held.reserve(held.size() + 3);
  const auto array = [&](std::size_t i, const char* name, Scalar scalar) -> const Array& {
    const Wanted wanted{{scalar}, {static_cast<std::int64_t>(count)}};
    return held.emplace_back(arrays[i], std::string("detection.facets.") + name).require(wanted).require_host();
  };
  const auto a = array(0, "facet_a", Scalar::u32).elements<const std::uint32_t>();
  const auto b = array(1, "facet_b", Scalar::u32).elements<const std::uint32_t>();
  ContactFacets facets{{a.begin(), a.end()}, {b.begin(), b.end()}, {}};
  for (const std::uint8_t kind : array(2, "kind", Scalar::u8).elements<const std::uint8_t>()) {
    facets.kind.push_back(static_cast<FacetContactKind>(kind));
  }
  return facets;
}

template <class T>
Detection<T> detection_of(std::span<const Pair> pairs, const ContactsView<T>& contacts,
                          const std::optional<ContactFacets>& facets) {
  Detection<T> detection;
  detection.pairs.assign(pairs.begin(), pairs.end());
  detection.contacts = owned(contacts, pairs.size());
  detection.facets = facets;
  return detection;
}

void write(Shapes& shapes, Bodies& bodies, Trees* trees, nb::handle pairs, const nb::tuple& contacts, nb::handle facets,
           nb::handle patches, const std::string& summary, const std::string& folder, bool surfaces) {
  const Array array(pairs, "pairs");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const ContactArrays arrays(contacts, span.size(), Array::Use::read);
  std::vector<Array> held, held_facets;
  const auto run = [&]<class T>(T) {
    std::optional<Patches<T>> some;
    if (!patches.is_none()) some = patches_of<T>(patches, held);
    const std::optional<ContactFacets> met = facets_of(facets, span.size(), held_facets);
    const ContactsView<T> view = arrays.view<T>();
    without_lock([&] {
      const Detection<T> detection = detection_of(span, view, met);
      LentScene lent(shapes, bodies);
      check_parts("write_results", span, lent.scene.bodies);
      if (trees != nullptr) {
        const std::lock_guard lock(trees->guard);
        lent.scene.facet_meshes = trees->meshes;
      }
      write_results(lent.scene, detection, summary, folder, some ? &*some : nullptr, surfaces);
    });
  };
  arrays.single(false) ? run(float{}) : run(double{});
}

/// What `write_contacts_hdf5` reads of a scene besides its bodies. Data only.
struct FileHead {
  double alert_distance;
  const std::string& length_unit;
  std::uint32_t deflate;
};

void write_hdf5(Shapes& shapes, Bodies& bodies, nb::handle pairs, const nb::tuple& contacts, nb::handle facets,
                const FileHead& head, const std::string& path) {
  const Array array(pairs, "pairs");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const ContactArrays arrays(contacts, span.size(), Array::Use::read);
  if (head.deflate > 9) throw InvalidInput("deflate is " + std::to_string(head.deflate) + "; allowed are 0 to 9");
  std::vector<Array> held;
  const std::optional<ContactFacets> met = facets_of(facets, span.size(), held);
  const auto run = [&]<class T>(T) {
    const ContactsView<T> view = arrays.view<T>();
    without_lock([&] {
      const Detection<T> detection = detection_of(span, view, met);
      LentScene lent(shapes, bodies);
      check_parts("write_contacts_hdf5", span, lent.scene.bodies);
      lent.scene.alert_distance = head.alert_distance;
      lent.scene.length_unit = head.length_unit;
      write_contacts_hdf5(lent.scene, detection, path, static_cast<int>(head.deflate));
    });
  };
  arrays.single(false) ? run(float{}) : run(double{});
}

}  // namespace

void bind_scenes(nb::module_& m) {
  m.def("_read_scene", &read, "path"_a, "facets"_a,
        nb::sig("def _read_scene(path: str, facets: bool) -> dict[str, typing.Any]"), "The members of abut::Scene.");
  m.def("_write_results", &write, "shapes"_a, "bodies"_a, "trees"_a.none(), "pairs"_a, "contacts"_a, "facets"_a.none(),
        "patches"_a.none(), "summary"_a, "folder"_a, "surfaces"_a,
        nb::sig("def _write_results(shapes: ShapeSet, bodies: BodySet, trees: _FacetTrees | None, pairs: typing.Any, "
                "contacts: tuple[typing.Any, "
                "...], facets: tuple[typing.Any, ...] | None, patches: tuple[typing.Any, ...] | None, summary: str, "
                "folder: str, surfaces: bool) -> None"));
  m.def(
      "_write_contacts_hdf5",
      [](Shapes& shapes, Bodies& bodies, nb::handle pairs, const nb::tuple& contacts, nb::handle facets,
         double alert_distance, const std::string& length_unit, std::uint32_t deflate, const std::string& path) {
        write_hdf5(shapes, bodies, pairs, contacts, facets, {alert_distance, length_unit, deflate}, path);
      },
      "shapes"_a, "bodies"_a, "pairs"_a, "contacts"_a, "facets"_a.none(), "alert_distance"_a, "length_unit"_a,
      "deflate"_a, "path"_a,
      nb::sig("def _write_contacts_hdf5(shapes: ShapeSet, bodies: BodySet, pairs: typing.Any, contacts: "
              "tuple[typing.Any, ...], facets: tuple[typing.Any, ...] | None, alert_distance: float, length_unit: str, "
              "deflate: int, path: str) -> None"));
  m.def(
      "_write_grain_scene",
      [](const std::string& grains, const std::string& path, std::uint64_t count, std::uint64_t seed, double fraction,
         double concavity) {
        without_lock([&] { write_grain_scene({count, seed, fraction, grains, concavity}, path); });
      },
      "grains"_a, "path"_a, "count"_a, "seed"_a, "fraction"_a, "concavity"_a,
      nb::sig("def _write_grain_scene(grains: str, path: str, count: int, seed: int, fraction: float, concavity: "
              "float) -> None"));
}

}  // namespace abut::python
