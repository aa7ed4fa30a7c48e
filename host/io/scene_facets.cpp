// Meshes of a scene that are met by their facets.
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "host/facets/without_facets.h"
#include "host/io/scene_parts.h"

namespace abut {

FacetTrees Scene::facet_trees() const {
  FacetTrees trees;
  for (const FacetMesh& of : facet_meshes) trees.set_mesh(shapes, of.shape, of.mesh, of.options);
  return trees;
}

namespace io {
namespace {

/// Parts by the groups that they are in and meet: of each kind one, and one of another body, for parts of one body do
/// not pair.
class Representatives {
 public:
  void add(const PartsView& parts, std::uint32_t part) {
    const auto [at, is_new] = index_.insert({{parts.groups[part], parts.meets[part]}, kinds_.size()});
    if (is_new) {
      kinds_.push_back({part, part});
    } else if (std::array<std::uint32_t, 2>& two = kinds_[at->second]; parts.body[two[0]] == parts.body[two[1]]) {
      two[1] = part;
    }
  }
  const std::vector<std::array<std::uint32_t, 2>>& kinds() const { return kinds_; }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> index_;
  std::vector<std::array<std::uint32_t, 2>> kinds_;
};

bool may_meet(const PartsView& parts, std::uint32_t a, std::uint32_t b) {
  return parts.body[a] != parts.body[b] && (parts.groups[a] & parts.meets[b]) != 0 &&
         (parts.groups[b] & parts.meets[a]) != 0;
}

class FacetCheck {
 public:
  FacetCheck(const Scene& scene, const std::string& file)
      : scene_(scene), file_(file), parts_(scene.bodies.parts()), is_mesh_(scene.shapes.size(), 0) {
    for (const Scene::FacetMesh& mesh : scene.facet_meshes) is_mesh_[mesh.shape] = 1;
  }

  void given(const std::vector<Pair>& pairs) const {
    for (const Pair& pair : pairs) {
      if (is_mesh(pair.a) && kind(pair.b) != nullptr) fail(pair.a, pair.b);
      if (is_mesh(pair.b) && kind(pair.a) != nullptr) fail(pair.b, pair.a);
    }
  }
  void all() const {
    Representatives meshes, others;
    for (std::uint32_t part = 0; part < parts_.count; ++part) {
      if (is_mesh(part)) meshes.add(parts_, part);
      if (kind(part) != nullptr) others.add(parts_, part);
    }
    for (const auto& of_meshes : meshes.kinds()) {
      for (const auto& of_others : others.kinds()) {
        for (const std::uint32_t mesh : of_meshes) {
          for (const std::uint32_t other : of_others) {
            if (may_meet(parts_, mesh, other)) fail(mesh, other);
          }
        }
      }
    }
  }

 private:
  bool is_mesh(std::uint32_t part) const { return is_mesh_[parts_.shape[part]] != 0; }
  /// Null where it has facets.
  const char* kind(std::uint32_t part) const {
    return is_mesh(part) ? nullptr : host::without_facets(scene_.shapes.header(parts_.shape[part]).kind);
  }
  [[noreturn]] void fail(std::uint32_t mesh, std::uint32_t other) const {
    const auto body = [&](std::uint32_t part) { return std::to_string(parts_.body[part]); };
    const auto name = [&](std::uint32_t part) { return "\"" + scene_.shape_names[parts_.shape[part]] + "\""; };
    throw InvalidInput(file_ + ": bodies " + body(mesh) + " and " + body(other) + " may meet, but shape " + name(mesh) +
                       " is a mesh as facets and shape " + name(other) + " is " + kind(other) +
                       ", which has none; allowed with it are points, segments, spheres, capsules, triangles, boxes, "
                       "hulls, meshes, and groups that do not meet");
  }

  const Scene& scene_;
  const std::string& file_;
  PartsView parts_;
  std::vector<char> is_mesh_;
};

}  // namespace

void refuse_facets(const Scene& scene, const std::string& file, const std::string& reader) {
  if (scene.facet_meshes.empty()) return;
  throw InvalidInput(file + ": shape \"" + scene.shape_names[scene.facet_meshes[0].shape] +
                     "\" is a mesh as facets, which " + reader +
                     " does not take; allowed are meshes as \"hull\" and \"parts\"");
}

void require_facets(const Scene& scene, const std::string& file) {
  if (scene.facet_meshes.empty()) return;
  const FacetCheck check(scene, file);
  if (scene.pairs) {
    check.given(*scene.pairs);
  } else {
    check.all();
  }
}

}  // namespace io
}  // namespace abut
