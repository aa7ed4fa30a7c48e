// FCL behind the broad-phase interface: its managers over collision objects, whose boxes are up to date before anything
// is timed. Each is a box shape of its size (shared by all of that size) at a position; the callback notes the pair.
// Boxes are closed. Spatial hashing has one cell size and hands over all that share a cell: its callback tests boxes.
#include <fcl/broadphase/broadphase_SSaP.h>
#include <fcl/broadphase/broadphase_SaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree_array.h>
#include <fcl/broadphase/broadphase_spatialhash.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/narrowphase/collision_object.h>

#include <map>

#include "bench/peers/broad/serve.h"

namespace {

using namespace broad;
using fcl::Vector3d;
using Object = fcl::CollisionObjectd;
using Manager = fcl::BroadPhaseCollisionManagerd;
using Hash = fcl::SpatialHashingCollisionManager<double>;

Vector3d corner(const std::array<float, 3>& x) { return {double(x[0]), double(x[1]), double(x[2])}; }

class Fcl : public CollectingPeer {
 public:
  Fcl(const Scene& scene, std::unique_ptr<Manager> manager, bool filtered)
      : CollectingPeer(scene), manager_(std::move(manager)), filtered_(filtered) {
    std::map<std::array<float, 3>, std::shared_ptr<fcl::Boxd>> shapes;
    objects_.reserve(scene.boxes.size());
    for (const Box& box : scene.boxes) {
      const Vector3d size = corner(box.hi) - corner(box.lo);
      auto& shape = shapes[{box.hi[0] - box.lo[0], box.hi[1] - box.lo[1], box.hi[2] - box.lo[2]}];
      if (!shape) shape = std::make_shared<fcl::Boxd>(size);
      objects_.emplace_back(shape).setUserData(reinterpret_cast<void*>(objects_.size() - 1));
    }
    for (Object& object : objects_) pointers_.push_back(&object);
  }

  void take(const std::vector<Box>& boxes) override {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      objects_[i].setTranslation(0.5 * (corner(boxes[i].lo) + corner(boxes[i].hi)));
      objects_[i].computeAABB();
    }
  }
  void build() override {
    manager_->registerObjects(pointers_);
    manager_->setup();
  }
  void update() override { manager_->update(); }
  void search() override {
    found.clear();
    manager_->collide(&found, filtered_ ? note_if_overlapping : note);
  }

 private:
  static std::uint32_t number_of(const Object* object) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(object->getUserData()));
  }
  /// False: go on.
  static bool note(Object* a, Object* b, void* pairs) {
    static_cast<std::vector<Pair>*>(pairs)->push_back({number_of(a), number_of(b)});
    return false;
  }
  static bool note_if_overlapping(Object* a, Object* b, void* pairs) {
    return a->getAABB().overlap(b->getAABB()) && note(a, b, pairs);
  }

  std::unique_ptr<Manager> manager_;
  const bool filtered_;
  std::vector<Object> objects_;
  std::vector<Object*> pointers_;
};

/// Cells as large as a box, as many as boxes. Where boxes differ much in size there is no such cell.
std::unique_ptr<Manager> spatial_hash(const Scene& scene) {
  if (scene.layout == Layout::polydisperse) return nullptr;
  Vector3d low = corner(scene.boxes[0].lo), high = low;
  for (const Box& box : scene.boxes) {
    low = low.cwiseMin(corner(box.lo));
    high = high.cwiseMax(corner(box.hi));
  }
  const Vector3d margin = 0.01 * (high - low);  // for what moves
  const double cell = double(scene.boxes[0].hi[0]) - double(scene.boxes[0].lo[0]);
  const auto table = static_cast<unsigned>(scene.boxes.size());
  return std::make_unique<Hash>(cell, low - margin, high + margin, table);
}

std::unique_ptr<Manager> manager_of(const Scene& scene, const std::string& mode) {
  if (mode == "tree") return std::make_unique<fcl::DynamicAABBTreeCollisionManagerd>();
  if (mode == "tree_array") return std::make_unique<fcl::DynamicAABBTreeCollisionManager_Array<double>>();
  if (mode == "sap") return std::make_unique<fcl::SaPCollisionManagerd>();
  if (mode == "ssap") return std::make_unique<fcl::SSaPCollisionManagerd>();
  if (mode == "spatial_hash") return spatial_hash(scene);
  return nullptr;
}

std::unique_ptr<Peer> make(const Scene& scene, const std::string& mode) {
  std::unique_ptr<Manager> manager = manager_of(scene, mode);
  if (!manager) return nullptr;
  return std::make_unique<Fcl>(scene, std::move(manager), mode == "spatial_hash");
}

}  // namespace

int main() {
  return serve({"FCL " FCL_VERSION,
                PEERS_BUILT,
                {{"tree", "f64"}, {"tree_array", "f64"}, {"sap", "f64"}, {"ssap", "f64"}, {"spatial_hash", "f64"}},
                make});
}
