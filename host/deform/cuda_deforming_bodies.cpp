// Checks of deforming bodies on a device, and the device itself; the work is that of bodies_on_device.h.
#include "abut/deform/cuda_deforming_bodies.h"

#include <string>
#include <utility>

#include "host/deform/bodies_on_device.h"
#include "host/deform/contact_checks.h"
#include "host/exec/arena.h"
#include "host/exec/device_checks.h"
#include "host/exec/device_memory.h"

namespace abut {
namespace {

constexpr const char* mover = "CudaDeformingBodies::move";

class CudaDeformDevice : public host::DeformDevice {
 public:
  explicit CudaDeformDevice(const Cuda& cuda) : cuda_(cuda) {}
  std::shared_ptr<void> memory(std::size_t bytes) const override {
    const auto owner = std::make_shared<host::DeviceMemory>(cuda_, bytes);
    return {owner, owner->data()};
  }
  void to_device(void* to, const void* from, std::size_t bytes) const override {
    backend::copy_to_device(cuda_.stream, to, from, bytes);
  }
  void to_host(void* to, const void* from, std::size_t bytes) const override {
    backend::copy_to_host(cuda_.stream, to, from, bytes);
  }
  void on_device(void* to, const void* from, std::size_t bytes) const override {
    backend::copy_on_device(cuda_.stream, to, from, bytes);
  }
  void wait() const override { backend::wait(cuda_.stream); }

  void find_body_faults(const DeformBatch& batch) const override { backend::find_body_faults(cuda_.stream, batch); }
  void refit_bodies(const DeformBatch& batch, const TreeFrame& frame) const override {
    backend::refit_bodies(cuda_.stream, batch, frame);
  }
  std::size_t find_deforming_workspace(const DeformSearch& search) const override {
    return backend::find_deforming_workspace(search);
  }
  DeformFound find_deforming(const DeformSearch& search, void* workspace) const override {
    return backend::find_deforming(cuda_.stream, search, workspace);
  }

 private:
  Cuda cuda_;
};

/// For bodies that are near others here and there.
DeformRoom first_room(const DeformingBodies& bodies) {
  const std::uint64_t facets = bodies.facet_count() + std::uint64_t{4096};
  return {facets, facets, facets, 2 * facets};
}

void check_count(std::size_t given, const DeformingBodies& bodies) {
  if (given == bodies.node_count()) return;
  throw InvalidInput("CudaDeformingBodies::move: nodes has " + std::to_string(given) + " positions; there are " +
                     std::to_string(bodies.node_count()) + " nodes");
}

}  // namespace

struct CudaDeformingBodies::State {
  Cpu cpu;
  std::unique_ptr<host::BodiesOnDevice> on_device;

  /// `work` on the device, in the arena of the cores that help.
  template <class Work>
  auto run(const Cuda& cuda, const Work& work) {
    host::need_device();
    return host::in_arena(cpu, [&] { return work(CudaDeformDevice(cuda), *on_device); });
  }
};

CudaDeformingBodies::CudaDeformingBodies(const Cuda& cuda, DeformingBodies bodies, const Cpu& cpu)
    : state_(new State{cpu, nullptr}) {
  host::thread_count(cpu);
  host::need_device();
  const DeformRoom room = first_room(bodies);
  state_->on_device = std::make_unique<host::BodiesOnDevice>(CudaDeformDevice(cuda), std::move(bodies), room);
}
CudaDeformingBodies::~CudaDeformingBodies() = default;
CudaDeformingBodies::CudaDeformingBodies(CudaDeformingBodies&&) noexcept = default;
CudaDeformingBodies& CudaDeformingBodies::operator=(CudaDeformingBodies&&) noexcept = default;

void CudaDeformingBodies::move(const Cuda& cuda, std::span<const Vec3<double>> nodes) {
  check_count(nodes.size(), bodies());
  state_->run(cuda, [&](const auto& device, auto& there) { there.move(device, nodes.data(), false); });
}

void CudaDeformingBodies::move(const Cuda& cuda, const DeviceNodes& nodes) {
  check_count(nodes.count, bodies());
  if (nodes.count > 0) {
    host::check_pointer("CudaDeformingBodies::move", "nodes", nodes.positions, alignof(Vec3<double>));
  }
  state_->run(cuda, [&](const auto& device, auto& there) { there.move(device, nodes.positions, true); });
}

const DeformingBodies& CudaDeformingBodies::bodies() const { return state_->on_device->bodies(); }
Vec3<double>* CudaDeformingBodies::nodes() const { return state_->on_device->batch().nodes; }
DeformTree CudaDeformingBodies::tree(std::uint32_t body) const {
  (void)bodies().node_begin(body);  // refuses one that is not there
  return state_->on_device->tree(body);
}
std::size_t CudaDeformingBodies::device_bytes() const { return state_->on_device->bytes(); }

DeformingPairs find_deforming_pairs(const Cuda& cuda, CudaDeformingBodies& bodies,
                                    const DeformingContactOptions& options) {
  const bool has_moved = bodies.state().on_device->has_moved();
  host::check_search("find_deforming_pairs", mover, bodies.bodies(), has_moved, options);
  return bodies.state().run(
      cuda, [&](const auto& device, auto& there) { return there.find_pairs(device, options.alert_distance); });
}

DeformingContacts find_deforming_contacts(const Cuda& cuda, CudaDeformingBodies& bodies,
                                          const DeformingContactOptions& options) {
  const bool has_moved = bodies.state().on_device->has_moved();
  host::check_search("find_deforming_contacts", mover, bodies.bodies(), has_moved, options);
  return bodies.state().run(
      cuda, [&](const auto& device, auto& there) { return there.find_contacts(device, options.alert_distance); });
}

}  // namespace abut
