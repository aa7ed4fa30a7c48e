// Deforming bodies on a CUDA device: those of deforming_bodies.h, and their pairs of facets and contacts, with the same
// bits and in the same order as on the `Cpu`. Host only.
//
//   DeformingBodies bodies;
//   bodies.add(mesh);
//   CudaDeformingBodies there(cuda, std::move(bodies));
//   every step:
//     there.move(cuda, nodes);                        from host memory, or where a solver has left them on the device
//     find_deforming_contacts(cuda, there, {.alert_distance = d})
//
// The device looks for faults, refits all trees of a batch at once, searches them, and sorts what it finds. The host
// chooses pairs of bodies whose boxes are near, decides when a tree is built anew, and builds it, from the nodes of
// that body alone. So every call waits for the device.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "abut/core/executor.h"
#include "abut/deform/deforming_bodies.h"
#include "abut/deform/deforming_contacts.h"

namespace abut {

/// Positions in device memory, in the world, one a node, in the order of bodies. Data only.
struct DeviceNodes {
  const Vec3<double>* positions = nullptr;
  std::uint32_t count = 0;
};

/// Owns the bodies, and device memory for their nodes and trees; one may be used by one thread at a time.
class CudaDeformingBodies {
 public:
  /// Takes the bodies over, with the trees that they have, and copies them; none can be added later. `cpu`: the cores
  /// that build trees. Device memory is allocated in the order of `cuda.stream`, and freed there: it has to live as
  /// long. `cuda.workspace` is left alone here and below. Throws `InvalidInput` when `cpu.threads` is negative,
  /// `CudaError`, as all below, when this build has no CUDA, no device is there, or a call fails.
  CudaDeformingBodies(const Cuda& cuda, DeformingBodies bodies, const Cpu& cpu = {});
  ~CudaDeformingBodies();
  CudaDeformingBodies(CudaDeformingBodies&&) noexcept;
  CudaDeformingBodies& operator=(CudaDeformingBodies&&) noexcept;

  /// `DeformingBodies::move` with positions in host memory, or in the device's; those in `nodes()` itself stay where
  /// they are. Throws `InvalidInput` when their number is not `bodies().node_count()`, or those on the device are null
  /// or misaligned.
  void move(const Cuda& cuda, std::span<const Vec3<double>> nodes);
  void move(const Cuda& cuda, const DeviceNodes& nodes);

  /// Facets, edges, and of the last `move` status and quality. Its nodes and trees are not those on the device:
  /// functions of the `Cpu` refuse it as one that was never moved.
  const DeformingBodies& bodies() const;
  /// In device memory, `bodies().node_count()` of them.
  Vec3<double>* nodes() const;
  /// The tree's arrays lie in device memory; its nodes and facets are valid until the next `move`. Without nodes where
  /// the body has no facet with a box. Throws `InvalidInput` for a body that is not there.
  DeformTree tree(std::uint32_t body) const;
  /// Of device memory that is held between calls.
  std::size_t device_bytes() const;

  struct State;
  /// For functions of this folder.
  State& state() { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

/// `find_deforming_pairs` of bodies on a device: into host memory. Device memory for the search is allocated in the
/// order of the stream and freed at the end; where it was too little the search is repeated with more, and the next one
/// begins with as much. Throws as on the `Cpu`, and `InvalidInput` for more than 2^32 - 1 pairs.
DeformingPairs find_deforming_pairs(const Cuda& cuda, CudaDeformingBodies& bodies,
                                    const DeformingContactOptions& options);

/// Likewise.
DeformingContacts find_deforming_contacts(const Cuda& cuda, CudaDeformingBodies& bodies,
                                          const DeformingContactOptions& options);

}  // namespace abut
