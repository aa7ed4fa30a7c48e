// NURBS surfaces as a viewer sees them.
#include "abut/surface/surface_mesh.h"
#include "host/io/shape_surface.h"

namespace abut::io {
namespace {

constexpr int steps = 4;  ///< of a span

}  // namespace

std::vector<Scene::FacetMesh> drawn_meshes(const Scene& scene) {
  std::vector<Scene::FacetMesh> out = scene.facet_meshes;
  for (const Scene::SurfaceShape& of : scene.surface_shapes)
    out.push_back({of.shape, of.path, surface_mesh(of.surface, steps, steps)});
  return out;
}

}  // namespace abut::io
