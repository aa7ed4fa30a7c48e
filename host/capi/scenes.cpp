// Scenes and result files.
#include "host/capi/detect.h"
#include "host/io/scene_parts.h"

using namespace abut::capi;

namespace {

/// Owning arrays of what a caller holds of `count` pairs.
template <class T>
abut::Patches<T> patches_of(const typename CTypes<T>::Patches* patches, size_t count) {
  const abut::PatchesView<T> v = patches_view<T>("patches", patches);
  need("patches->offsets", v.offsets);
  abut::Patches<T> p;
  p.offsets.assign(v.offsets, v.offsets + count + 1);
  for (size_t i = 0; i < count; ++i) {
    if (p.offsets[i] <= p.offsets[i + 1]) continue;
    throw abut::InvalidInput("patches->offsets falls from " + std::to_string(p.offsets[i]) + " to " +
                             std::to_string(p.offsets[i + 1]) + "; allowed are numbers that never fall");
  }
  if (p.offsets.front() != 0 || p.offsets.back() > v.capacity) {
    throw abut::InvalidInput("patches->offsets goes from " + std::to_string(p.offsets.front()) + " to " +
                             std::to_string(p.offsets.back()) + "; allowed is from 0 to patches->capacity, " +
                             std::to_string(v.capacity));
  }
  const auto take = [](const char* field, const auto* from, std::ptrdiff_t stride, size_t n, std::vector<T>& to) {
    need_array(field, from, n);
    to.resize(n);
    for (size_t i = 0; i < n; ++i) to[i] = from[static_cast<std::ptrdiff_t>(i) * stride];
  };
  const size_t points = p.offsets.back();
  take("patches->area", v.area.data, v.area.stride, count, p.area);
  take("patches->centre", v.centre.x, v.centre.stride, count, p.centre_x);
  take("patches->centre", v.centre.y, v.centre.stride, count, p.centre_y);
  take("patches->centre", v.centre.z, v.centre.stride, count, p.centre_z);
  take("patches->points", v.points.x, v.points.stride, points, p.point_x);
  take("patches->points", v.points.y, v.points.stride, points, p.point_y);
  take("patches->points", v.points.z, v.points.stride, points, p.point_z);
  take("patches->gaps", v.gaps.data, v.gaps.stride, points, p.gap);
  return p;
}

/// Of contacts between facets: the scene has their meshes, which shapes.vtp shows, and they are points.
template <class T>
void require_meshes(const abut::Scene& scene, const abut::Detection<T>& d, bool patches) {
  if (!d.facets) return;
  const abut::PartsView parts = scene.bodies.parts();
  std::vector<std::uint8_t> has_mesh(scene.shapes.size(), 0);
  for (const abut::Scene::FacetMesh& of : scene.facet_meshes) has_mesh[of.shape] = 1;
  const auto is_mesh = [&](uint32_t part) {
    return parts.shape[part] < has_mesh.size() && has_mesh[parts.shape[part]] != 0;
  };
  for (size_t i = 0; i < d.pairs.size(); ++i) {
    if (!d.facets->has(i)) continue;
    if (patches) {
      throw abut::InvalidInput(
          "patches is not null, and detection has contacts between facets, which are points; allowed is null");
    }
    if (is_mesh(d.pairs[i].a) || is_mesh(d.pairs[i].b)) continue;
    throw abut::InvalidInput("detection has a contact between facets of parts " + std::to_string(d.pairs[i].a) +
                             " and " + std::to_string(d.pairs[i].b) +
                             ", and the scene has no mesh as facets for either; allowed is the scene that "
                             "abut_scene_facet_trees was given");
  }
}

template <class T>
int write_results(const char* function, const abut_scene* scene, const abut_detection* detection,
                  const char* summary_json, const char* folder, const typename CTypes<T>::Patches* patches) noexcept {
  return guarded(function, [&] {
    const auto held = object(scene, "scene");
    const auto found = object(detection, "detection");
    need("summary_json", summary_json), need("folder", folder);
    const abut::Detection<T>& d = detection_of<T>(*found);
    require_parts(d.pairs, held->scene.bodies.part_count());
    require_meshes(held->scene, d, patches != nullptr);
    if (patches == nullptr) {
      abut::write_results<T>(held->scene, d, summary_json, folder);
    } else {
      const abut::Patches<T> owned = patches_of<T>(patches, d.pairs.size());
      abut::write_results<T>(held->scene, d, summary_json, folder, &owned);
    }
  });
}

std::shared_ptr<SceneObject> scene_of(const char* path) {
  need("path", path);
  auto made = std::make_shared<SceneObject>();
  made->scene = abut::read_scene(path);
  abut::io::refuse_surfaces(made->scene, path, "the C interface");
  made->shapes.set = &made->scene.shapes;
  return made;
}

const std::string& name_at(const std::vector<std::string>& names, uint32_t index) {
  if (index < names.size()) return names[index];
  throw abut::InvalidInput("index is " + std::to_string(index) + "; allowed is less than " +
                           std::to_string(names.size()));
}

abut_grain_scene_options defaults() {
  const abut::GrainSceneOptions d;
  return {sizeof(abut_grain_scene_options), d.count, d.seed, d.fraction, d.concavity, nullptr};
}

}  // namespace

void abut::capi::require_parts(std::span<const Pair> pairs, std::uint32_t parts) {
  for (const Pair& pair : pairs) {
    if (pair.a < parts && pair.b < parts) continue;
    throw InvalidInput("detection has a pair of parts " + std::to_string(pair.a) + " and " + std::to_string(pair.b) +
                       "; the scene has " + std::to_string(parts) + " parts");
  }
}

int abut_read_scene(const char* path, abut_scene** scene) {
  return make_handle("abut_read_scene", "scene", scene, [&] {
    std::shared_ptr<SceneObject> made = scene_of(path);
    // Its shapes alone would be the meshes' hulls.
    abut::io::refuse_facets(made->scene, path, "abut_read_scene, unlike abut_read_scene_with_facets,");
    return made;
  });
}
int abut_read_scene_with_facets(const char* path, abut_scene** scene) {
  return make_handle("abut_read_scene_with_facets", "scene", scene, [&] { return scene_of(path); });
}
int abut_scene_free(abut_scene* scene) { return freed("abut_scene_free", scene); }

int abut_scene_shapes(const abut_scene* scene, abut_shapes** shapes) {
  return make_handle("abut_scene_shapes", "shapes", shapes, [&] {
    const auto held = object(scene, "scene");
    return std::shared_ptr<Shapes>(held, &held->shapes);
  });
}
int abut_scene_bodies(const abut_scene* scene, abut_bodies** bodies) {
  return make_handle("abut_scene_bodies", "bodies", bodies, [&] {
    const auto held = object(scene, "scene");
    return std::shared_ptr<abut::BodySet>(held, &held->scene.bodies);
  });
}

int abut_scene_facet_trees(const abut_scene* scene, abut_facet_trees** trees) {
  return make_handle("abut_scene_facet_trees", "trees", trees,
                     [&] { return std::make_shared<abut::FacetTrees>(object(scene, "scene")->scene.facet_trees()); });
}

int abut_scene_get_report(const abut_scene* scene, abut_scene_report* report) {
  return guarded("abut_scene_get_report", [&] {
    const auto held = object(scene, "scene");
    const abut::Scene& s = held->scene;
    abut_scene_report r{};
    r.pairs = s.pairs ? s.pairs->size() : 0;
    r.alert_distance = s.alert_distance;
    r.shapes = s.shapes.size(), r.bodies = s.bodies.size(), r.parts = s.bodies.part_count();
    r.has_pairs = s.pairs.has_value(), r.is_f64 = s.precision == "f64";
    give("report", report, r);
  });
}

int abut_scene_pairs(const abut_scene* scene, const abut_pair_list* out) {
  return guarded("abut_scene_pairs", [&] {
    const auto held = object(scene, "scene");
    give_pairs(held->scene.pairs ? std::span<const abut::Pair>(*held->scene.pairs) : std::span<const abut::Pair>(),
               list_without_rows("out", out));
  });
}

int abut_scene_text(const abut_scene* scene, int what, uint32_t index, char* text, size_t capacity, size_t* bytes) {
  return guarded("abut_scene_text", [&] {
    const auto held = object(scene, "scene");
    const abut::Scene& s = held->scene;
    switch (what) {
      case ABUT_TEXT_LENGTH_UNIT: return give_text(s.length_unit, text, capacity, bytes);
      case ABUT_TEXT_SHAPE_NAME: return give_text(name_at(s.shape_names, index), text, capacity, bytes);
      case ABUT_TEXT_BODY_NAME: return give_text(name_at(s.body_names, index), text, capacity, bytes);
      default: throw abut::InvalidInput("what is " + std::to_string(what) + "; allowed are 0, 1 and 2");
    }
  });
}

int abut_grain_scene_options_init(abut_grain_scene_options* options, size_t size) {
  return init_struct("abut_grain_scene_options_init", options, size, defaults());
}

int abut_write_grain_scene(const abut_grain_scene_options* options, const char* path) {
  return guarded("abut_write_grain_scene", [&] {
    need("options", options), need("path", path);
    const abut_grain_scene_options o = given_or("options", options, defaults());
    need("options->grains", o.grains);
    abut::write_grain_scene({o.count, o.seed, o.fraction, o.grains, o.concavity}, path);
  });
}

int abut_write_obj(const abut_mesh_list* meshes, const char* path) {
  return guarded("abut_write_obj", [&] {
    const auto held = object(meshes, "meshes");
    need("path", path);
    abut::write_obj(*held, path);
  });
}

int abut_write_parts(const char* name, const abut_mesh* body, const abut_mesh_list* parts, const char* folder) {
  return guarded("abut_write_parts", [&] {
    const auto held = object(body, "body");
    const auto list = object(parts, "parts");
    need("name", name), need("folder", folder);
    abut::write_parts(name, *held, *list, folder);
  });
}

int abut_write_results_f32(const abut_scene* scene, const abut_detection* detection, const char* summary_json,
                           const char* folder, const abut_patches_f32* patches) {
  return write_results<float>("abut_write_results_f32", scene, detection, summary_json, folder, patches);
}
int abut_write_results_f64(const abut_scene* scene, const abut_detection* detection, const char* summary_json,
                           const char* folder, const abut_patches_f64* patches) {
  return write_results<double>("abut_write_results_f64", scene, detection, summary_json, folder, patches);
}
