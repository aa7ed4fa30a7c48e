// The scene reader; a scene of few parts that it accepts is answered too, which may not throw.
#include "abut/io.h"
#include "tests/fuzz/read_or_refuse.h"
#include "tests/io/mesh_samples.h"

namespace {

using namespace abut;

/// The scene, and beside it a mesh for it to name: its folder is that of the descriptors, where names are numbers.
struct Files {
  Files() {
    mesh.write(test::tetrahedron_off());
    if (::dup2(mesh.descriptor(), 100) != 100) fuzz::finding("a descriptor cannot be had", "dup2");
  }
  fuzz::MemoryFile scene, mesh;
};

template <class T>
void detect_all(const Scene& scene) {
  FacetTrees facets = scene.facet_trees();
  const ContactSurfaces surfaces = scene.contact_surfaces();
  detect<T>(Cpu{1}, scene.shapes, scene.bodies, DetectOptions{scene.alert_distance, &facets, &surfaces});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Files files;
  files.scene.write({reinterpret_cast<const char*>(data), size});
  Scene scene;
  if (!fuzz::read_or_refuse(files.scene.path(), [&] { scene = read_scene(files.scene.path()); })) return 0;
  if (scene.bodies.part_count() > 24) return 0;
  detect_all<double>(scene);
  detect_all<float>(scene);
  return 0;
}
