// Meshes of a scene that are met by their facets.
#include "abut/core/error.h"
#include "host/facets/without_facets.h"
#include "host/io/meetings.h"
#include "host/io/scene_parts.h"

namespace abut {

FacetTrees Scene::facet_trees() const {
  FacetTrees trees;
  for (const FacetMesh& of : facet_meshes) trees.set_mesh(shapes, of.shape, of.mesh, of.options);
  return trees;
}

namespace io {

void refuse_facets(const Scene& scene, const std::string& file, const std::string& reader) {
  if (scene.facet_meshes.empty()) return;
  throw InvalidInput(file + ": shape \"" + scene.shape_names[scene.facet_meshes[0].shape] +
                     "\" is a mesh as facets, which " + reader +
                     " does not take; allowed are meshes as \"hull\" and \"parts\"");
}

void require_facets(const Scene& scene, const std::string& file) {
  if (scene.facet_meshes.empty()) return;
  std::vector<char> is_mesh(scene.shapes.size(), 0), lacks(is_mesh);
  for (const Scene::FacetMesh& mesh : scene.facet_meshes) is_mesh[mesh.shape] = 1;
  const auto kind = [&](std::uint32_t shape) { return host::without_facets(scene.shapes.header(shape).kind); };
  for (std::uint32_t s = 0; s < lacks.size(); ++s) lacks[s] = is_mesh[s] == 0 && kind(s) != nullptr;
  const auto meeting = meeting_of(scene, is_mesh, lacks);
  if (!meeting) return;
  const PartsView parts = scene.bodies.parts();
  const auto body = [&](std::uint32_t part) { return std::to_string(parts.body[part]); };
  const auto name = [&](std::uint32_t part) { return "\"" + scene.shape_names[parts.shape[part]] + "\""; };
  throw InvalidInput(file + ": bodies " + body(meeting->a) + " and " + body(meeting->b) + " may meet, but shape " +
                     name(meeting->a) + " is a mesh as facets and shape " + name(meeting->b) + " is " +
                     kind(parts.shape[meeting->b]) +
                     ", which has none; allowed with it are points, segments, spheres, capsules, triangles, boxes, "
                     "hulls, meshes, and groups that do not meet");
}

}  // namespace io
}  // namespace abut
