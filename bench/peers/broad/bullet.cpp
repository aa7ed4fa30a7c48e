// Bullet behind the broad-phase interface: its dynamic tree alone (btDbvt, built by insertion, its boxes with and
// without a margin, or rebuilt from the top down), the broad phase that keeps pairs over it (btDbvtBroadphase), and
// sweep and prune (bt32BitAxisSweep3: the one with 16 bits holds 16384 boxes at most). Boxes are closed.
//
// The two that keep pairs keep more than overlap, because they grow or round boxes: what they keep is filtered by the
// boxes themselves, as part of the search.
#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <LinearMath/btAabbUtil2.h>

#include <algorithm>

#include "bench/peers/broad/serve.h"

namespace {

using namespace broad;

btVector3 corner(const std::array<float, 3>& x) { return {x[0], x[1], x[2]}; }

std::uint32_t number_of(const void* data) { return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(data)); }
void* data_of(std::size_t number) { return reinterpret_cast<void*>(number); }

class Bullet : public CollectingPeer {
 public:
  using CollectingPeer::CollectingPeer;

  void take(const std::vector<Box>& boxes) override {
    boxes_.resize(static_cast<int>(boxes.size()));
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      boxes_[static_cast<int>(i)] = btDbvtVolume::FromMM(corner(boxes[i].lo), corner(boxes[i].hi));
    }
  }

 protected:
  btAlignedObjectArray<btDbvtVolume> boxes_;
};

class Dbvt : public Bullet, private btDbvt::ICollide {
 public:
  Dbvt(const Scene& scene, bool top_down) : Bullet(scene), top_down_(top_down) {}

  void build() override {
    for (int i = 0; i < boxes_.size(); ++i) {
      leaves_.push_back(tree_.insert(boxes_[i], data_of(static_cast<std::size_t>(i))));
    }
    if (top_down_) tree_.optimizeTopDown();
  }
  void update() override {
    for (int i = 0; i < boxes_.size(); ++i) {
      btDbvtNode* leaf = leaves_[static_cast<std::size_t>(i)];
      if (top_down_) {
        leaf->volume = boxes_[i];
      } else {
        tree_.update(leaf, boxes_[i]);
      }
    }
    if (top_down_) tree_.optimizeTopDown();
  }
  void search() override {
    found.clear();
    tree_.collideTT(tree_.m_root, tree_.m_root, *this);
  }

 private:
  void Process(const btDbvtNode* a, const btDbvtNode* b) override {
    found.push_back({number_of(a->data), number_of(b->data)});
  }

  const bool top_down_;
  btDbvt tree_;
  std::vector<btDbvtNode*> leaves_;
};

/// The tree with a margin around what moves, so that a box that stays in it costs nothing; as wide as btDbvtBroadphase
/// makes it. What overlaps in the tree is filtered by the boxes.
class DbvtMargin : public Bullet, private btDbvt::ICollide {
 public:
  using Bullet::Bullet;

  void build() override {
    for (int i = 0; i < boxes_.size(); ++i) {
      btDbvtVolume box = boxes_[i];
      box.Expand(btVector3(margin, margin, margin));
      leaves_.push_back(tree_.insert(box, data_of(static_cast<std::size_t>(i))));
    }
  }
  void update() override {
    for (int i = 0; i < boxes_.size(); ++i) {
      btDbvtVolume box = boxes_[i];  // which it changes
      tree_.update(leaves_[static_cast<std::size_t>(i)], box, margin);
    }
  }
  void search() override {
    found.clear();
    tree_.collideTT(tree_.m_root, tree_.m_root, *this);
  }

 private:
  static constexpr btScalar margin = 0.05f;

  void Process(const btDbvtNode* a, const btDbvtNode* b) override {
    const std::uint32_t i = number_of(a->data), j = number_of(b->data);
    if (Intersect(boxes_[static_cast<int>(i)], boxes_[static_cast<int>(j)])) found.push_back({i, j});
  }

  btDbvt tree_;
  std::vector<btDbvtNode*> leaves_;
};

/// One of Bullet's broad phases, which find pairs while boxes are added and moved.
class Broadphase : public Bullet {
 public:
  Broadphase(const Scene& scene, std::unique_ptr<btBroadphaseInterface> broadphase, bool pools_proxies)
      : Bullet(scene), pools_proxies_(pools_proxies), broadphase_(std::move(broadphase)) {}
  /// To destroy proxies one by one would look through all pairs for each.
  ~Broadphase() override {
    broadphase_.reset();
    if (pools_proxies_) return;
    for (btBroadphaseProxy* proxy : proxies_) btAlignedFree(proxy);
  }
  Broadphase(const Broadphase&) = delete;
  Broadphase& operator=(const Broadphase&) = delete;

  void build() override {
    for (int i = 0; i < boxes_.size(); ++i) {
      const btDbvtVolume& box = boxes_[i];
      proxies_.push_back(broadphase_->createProxy(box.Mins(), box.Maxs(), 0, data_of(static_cast<std::size_t>(i)),
                                                  btBroadphaseProxy::DefaultFilter, btBroadphaseProxy::AllFilter,
                                                  nullptr));
    }
  }
  void update() override {
    for (int i = 0; i < boxes_.size(); ++i) {
      broadphase_->setAabb(proxies_[static_cast<std::size_t>(i)], boxes_[i].Mins(), boxes_[i].Maxs(), nullptr);
    }
  }
  void search() override {
    broadphase_->calculateOverlappingPairs(nullptr);
    const btOverlappingPairCache* cache = broadphase_->getOverlappingPairCache();
    const btBroadphasePair* kept = cache->getNumOverlappingPairs() > 0 ? cache->getOverlappingPairArrayPtr() : nullptr;
    found.clear();
    for (int i = 0; i < cache->getNumOverlappingPairs(); ++i) {
      const std::uint32_t a = number_of(kept[i].m_pProxy0->m_clientObject);
      const std::uint32_t b = number_of(kept[i].m_pProxy1->m_clientObject);
      if (Intersect(boxes_[static_cast<int>(a)], boxes_[static_cast<int>(b)])) found.push_back({a, b});
    }
  }

 private:
  const bool pools_proxies_;
  std::unique_ptr<btBroadphaseInterface> broadphase_;
  std::vector<btBroadphaseProxy*> proxies_;
};

/// Of a world that holds the scene and what it moves by.
std::unique_ptr<btBroadphaseInterface> axis_sweep(const Scene& scene) {
  btVector3 low = corner(scene.boxes[0].lo), high = low;
  for (const Box& box : scene.boxes) {
    low.setMin(corner(box.lo));
    high.setMax(corner(box.hi));
  }
  const btVector3 margin = 0.01f * (high - low);
  const auto handles = static_cast<unsigned>(scene.boxes.size() + 2);
  return std::make_unique<bt32BitAxisSweep3>(low - margin, high + margin, handles, nullptr, true);
}

std::unique_ptr<Peer> make(const Scene& scene, const std::string& mode) {
  if (mode == "dbvt") return std::make_unique<Dbvt>(scene, false);
  if (mode == "dbvt_margin" && scene.steps > 0) return std::make_unique<DbvtMargin>(scene);
  if (mode == "dbvt_top_down") return std::make_unique<Dbvt>(scene, true);
  if (mode == "broadphase") return std::make_unique<Broadphase>(scene, std::make_unique<btDbvtBroadphase>(), false);
  if (mode == "axis_sweep") return std::make_unique<Broadphase>(scene, axis_sweep(scene), true);
  return nullptr;
}

}  // namespace

int main() {
  return serve({"Bullet " PEERS_VERSION,
                PEERS_BUILT,
                {{"dbvt", "f32"},
                 {"dbvt_margin", "f32"},
                 {"dbvt_top_down", "f32"},
                 {"broadphase", "f32"},
                 {"axis_sweep", "f32"}},
                make});
}
