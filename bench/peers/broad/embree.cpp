// Embree behind the broad-phase interface: rtcCollide of a scene of user geometry with itself, on one thread. Trees by
// the surface area heuristic (build quality medium) and by Morton codes (low), built anew for every frame, and a tree
// that is refitted when boxes move. Floats hold the boxes exactly, so nothing is rounded.
//
// rtcCollide hands over the boxes of every two leaves that overlap, each pair in both orders, and leaves the exact
// test to its callback. Boxes are closed there.
#include <embree3/rtcore.h>

#include <stdexcept>

#include "bench/peers/broad/serve.h"

namespace {

using namespace broad;

struct How {
  RTCBuildQuality scene, geometry;
  RTCSceneFlags flags;
};

class Embree : public CollectingPeer {
 public:
  Embree(const Scene& scene, const How& how) : CollectingPeer(scene), device_(rtcNewDevice("threads=1")) {
    if (device_ == nullptr) throw std::runtime_error("Embree gives no device");
    rtcSetDeviceErrorFunction(device_, note_error, &error_);
    scene_ = rtcNewScene(device_);
    rtcSetSceneBuildQuality(scene_, how.scene);
    rtcSetSceneFlags(scene_, how.flags);
    geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryBuildQuality(geometry_, how.geometry);
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(scene.boxes.size()));
    rtcSetGeometryUserData(geometry_, this);
    rtcSetGeometryBoundsFunction(geometry_, bounds, nullptr);
    rtcAttachGeometry(scene_, geometry_);
  }
  ~Embree() override {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }
  Embree(const Embree&) = delete;
  Embree& operator=(const Embree&) = delete;

  void take(const std::vector<Box>& boxes) override { boxes_ = boxes.data(); }
  void build() override { update(); }
  void update() override {
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
    if (!error_.empty()) throw std::runtime_error(error_);
  }
  void search() override {
    found.clear();
    rtcCollide(scene_, scene_, note_pairs, this);
    if (!error_.empty()) throw std::runtime_error(error_);
  }

 private:
  static void note_error(void* text, RTCError, const char* message) { *static_cast<std::string*>(text) = message; }

  static void bounds(const RTCBoundsFunctionArguments* of) {
    const Box& box = static_cast<const Embree*>(of->geometryUserPtr)->boxes_[of->primID];
    RTCBounds& out = *of->bounds_o;
    out.lower_x = box.lo[0];
    out.lower_y = box.lo[1];
    out.lower_z = box.lo[2];
    out.upper_x = box.hi[0];
    out.upper_y = box.hi[1];
    out.upper_z = box.hi[2];
  }

  static void note_pairs(void* self, RTCCollision* collisions, unsigned count) {
    Embree& peer = *static_cast<Embree*>(self);
    for (unsigned i = 0; i < count; ++i) {
      const std::uint32_t a = collisions[i].primID0;
      const std::uint32_t b = collisions[i].primID1;
      if (a < b && overlaps(peer.boxes_[a], peer.boxes_[b])) peer.found.push_back({a, b});
    }
  }

  std::string error_;
  RTCDevice device_;
  RTCScene scene_;
  RTCGeometry geometry_;
  const Box* boxes_ = nullptr;
};

std::unique_ptr<Peer> make(const Scene& scene, const std::string& mode) {
  const RTCBuildQuality medium = RTC_BUILD_QUALITY_MEDIUM, low = RTC_BUILD_QUALITY_LOW;
  if (mode == "sah") return std::make_unique<Embree>(scene, How{medium, medium, RTC_SCENE_FLAG_NONE});
  if (mode == "morton") return std::make_unique<Embree>(scene, How{low, low, RTC_SCENE_FLAG_DYNAMIC});
  if (mode == "refit" && scene.steps > 0) {
    return std::make_unique<Embree>(scene, How{low, RTC_BUILD_QUALITY_REFIT, RTC_SCENE_FLAG_DYNAMIC});
  }
  return nullptr;
}

}  // namespace

int main() {
  return serve({"Embree " PEERS_VERSION, PEERS_BUILT, {{"sah", "f32"}, {"morton", "f32"}, {"refit", "f32"}}, make});
}
