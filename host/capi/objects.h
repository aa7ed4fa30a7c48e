// What handles stand for.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "abut/abut.h"
#include "abut/abut_c.h"
#include "abut/io.h"
#include "abut/particles.h"
#include "abut/planar.h"
#include "abut/surface/surface_contacts.h"
#include "host/capi/handles.h"

namespace abut::capi {

/// Its own shapes, or a scene's.
struct Shapes {
  ShapeSet own;
  ShapeSet* set = &own;

  template <class T>
  ShapeSetView<T> view() const {
    return set->view<T>();
  }
  std::span<const ShapeHeader> headers() const { return set->headers(); }
};

struct PlanarShapes {
  PlanarShapeSet set;

  template <class T>
  PlanarShapeSetView<T> view() const {
    return set.view<T>();
  }
};

struct SceneObject {
  Scene scene;
  Shapes shapes;  ///< of the scene
};

/// One of the two is made.
struct DetectionObject {
  std::unique_ptr<Detection<float>> f32;
  std::unique_ptr<Detection<double>> f64;
};

/// A finder with its last list.
template <class F>
struct Finder {
  F finder;
  std::span<const Pair> last;
};

/// A finder with the contacts of its last step, in the precision in which they were found.
struct FacetFinder {
  FacetContactFinder finder;
  std::variant<std::monostate, FacetContacts<float>, FacetContacts<double>> last;
};

/// The same of the contacts of surfaces.
struct SurfaceFinder {
  SurfaceContactFinder finder;
  std::variant<std::monostate, SurfaceContacts<float>, SurfaceContacts<double>> last;
};

/// The same of deforming bodies, of pairs and of contacts.
struct DeformingFinder {
  DeformingContactFinder finder;
  DeformingPairs pairs{};
  DeformingContacts contacts{};
};

template <template <class> class View>
struct OnDevice {
  bool is_f64 = false;
  View<float> f32{};
  View<double> f64{};
};

struct ParticleList {
  std::vector<Particle> particles;
  ParticleListReport report;
};

template <class Handle>
struct HandleOf;
#define ABUT_HANDLE(name, type)                \
  template <>                                  \
  struct HandleOf<abut_##name> {               \
    using Object = type;                       \
    static constexpr Kind kind = Kind::name;   \
    static constexpr const char* text = #name; \
  };
ABUT_HANDLE(shapes, Shapes)
ABUT_HANDLE(bodies, BodySet)
ABUT_HANDLE(mesh, Mesh)
ABUT_HANDLE(mesh_list, std::vector<Mesh>)
ABUT_HANDLE(scene, SceneObject)
ABUT_HANDLE(detection, DetectionObject)
ABUT_HANDLE(pair_finder, Finder<PairFinder>)
ABUT_HANDLE(pair_filter, Finder<PairFilter>)
ABUT_HANDLE(polytope, MinkowskiDifference)
ABUT_HANDLE(planar_shapes, PlanarShapes)
ABUT_HANDLE(planar_pair_finder, Finder<PlanarPairFinder>)
ABUT_HANDLE(device_shapes, OnDevice<ShapeSetView>)
ABUT_HANDLE(device_planar_shapes, OnDevice<PlanarShapeSetView>)
ABUT_HANDLE(particle_list, ParticleList)
ABUT_HANDLE(facet_trees, FacetTrees)
ABUT_HANDLE(facet_contact_finder, FacetFinder)
ABUT_HANDLE(device_facets, FacetSurfaces)
ABUT_HANDLE(surface, NurbsSurface)
ABUT_HANDLE(contact_surfaces, ContactSurfaces)
ABUT_HANDLE(surface_contact_finder, SurfaceFinder)
ABUT_HANDLE(deforming_bodies, DeformingBodies)
ABUT_HANDLE(deforming_contact_finder, DeformingFinder)
ABUT_HANDLE(deforming_parts, DeformingParts)
#undef ABUT_HANDLE

/// The object of a handle, kept while it is used. Throws `InvalidHandle`.
template <class Handle>
auto object(const Handle* handle, const char* argument) {
  using Of = HandleOf<Handle>;
  return std::static_pointer_cast<typename Of::Object>(object_of(Of::kind, handle, argument));
}

template <class Handle, class Object>
Handle* new_handle(std::shared_ptr<Object> object) {
  static_assert(std::is_same_v<Object, typename HandleOf<Handle>::Object>);
  return static_cast<Handle*>(add_handle(HandleOf<Handle>::kind, std::move(object)));
}

}  // namespace abut::capi
