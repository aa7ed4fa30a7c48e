// Contacts of closed surfaces by knots on a CUDA device: those of surface_contacts.h from a first step, with the same
// bits. Host only.
//
//   surfaces = copy_contact_surfaces(cuda, contact_surfaces, memory)        once
//   every step:
//     find_surface_contacts<double>(cuda, surfaces, parts, pairs, options, out)
//
// Nothing is kept from step to step: every knot in the box of the other surface is asked anew, by a whole search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "abut/bvh/part_tree.h"
#include "abut/core/executor.h"
#include "abut/core/workspace.h"
#include "abut/surface/knot_contact.h"

namespace abut {

class ContactSurfaces;

/// Of one shape. Data only.
struct ContactSurfaceView {
  SurfaceView<double> surface;          ///< without pieces where the shape has none
  const Vec3<double>* knots = nullptr;  ///< in the shape's frame
  std::uint32_t knot_count = 0;
};

/// Of all shapes, in device memory; shapes of the number `count` and above have no surface. Data only.
struct ContactSurfaceViews {
  const ContactSurfaceView* of_shape = nullptr;
  std::uint32_t count = 0;
};

/// Bytes of device memory that a copy of all surfaces and knots takes.
std::size_t device_contact_surfaces_bytes(const ContactSurfaces& surfaces);

/// Copies all surfaces and knots into `memory`, device memory of at least `device_contact_surfaces_bytes(surfaces)`
/// bytes, aligned to 256. On `cuda.stream`, and waits for it. Throws `InvalidInput` for a null or misaligned pointer
/// and for too few bytes, `CudaError` when CUDA cannot be used.
ContactSurfaceViews copy_contact_surfaces(const Cuda& cuda, const ContactSurfaces& surfaces, const Workspace& memory);

/// Caller-owned output in device memory: what `SurfaceContacts` has, but that pairs without contacts have offsets too.
/// Any array but `offsets` may be null. Data only.
template <class T>
struct SurfaceContactsView {
  std::uint64_t* offsets =
      nullptr;                      ///< one more than there are pairs: the contacts of pair i are offsets[i] to [i + 1]
  std::uint64_t capacity = 0;       ///< of the arrays below
  std::uint64_t* needed = nullptr;  ///< gets how many there are; if more than `capacity`, none is written
  Strided<std::uint64_t> key;
  Strided<T> separation;
  StridedVec3<T> normal, point;
  Strided<double> u, v;
  Strided<std::uint8_t> status;
  std::uint64_t* room_needed = nullptr;  ///< gets what `SurfaceContactOptions::room` should have been
};

/// Device memory that `find_surface_contacts` needs, in bytes: some 16 a pair, and 110 for each knot that
/// `options.room` has room for.
std::size_t find_surface_contacts_workspace(const Cuda& cuda, std::uint64_t pair_count,
                                            const SurfaceContactOptions& options);

/// Contacts of pairs of parts, in any order, on a CUDA device: of each pair those that a `SurfaceContactFinder` finds
/// in its first step, in the same order, to the bit. Asynchronous on `cuda.stream`, no hidden synchronisation or
/// allocation, may be captured into a graph. All arrays lie in device memory; `out.offsets`, `out.needed` and
/// `out.room_needed` may not be null; `cuda.workspace` has at least `find_surface_contacts_workspace` bytes for these
/// pairs and options. Where `options.room` is too small, `out.offsets` are 0, `out.needed` is 2^64 - 1, no contact is
/// written, and `out.room_needed` says what is needed. Pairs of which a shape has no surface, or a pose is not usable
/// (`is_usable`, world_pose.h), have no contacts. Indices are not looked at unless `cuda.checked`. Throws
/// `InvalidInput` for a pointer that is null or misaligned, an alert distance that is not allowed, a workspace that is
/// too small, and more than 2^32 - 1 pairs or knots of room; `CudaError` when this build has no CUDA, no device is
/// there, or a launch fails.
template <class T>
void find_surface_contacts(const Cuda& cuda, const ContactSurfaceViews& surfaces, const PartsView& parts,
                           std::span<const Pair> pairs, const SurfaceContactOptions& options,
                           const SurfaceContactsView<T>& out);

/// The same for what a search on the device has found: how many pairs there are is read there. `out.offsets` and the
/// workspace have room for `pairs.capacity` pairs. Where the list was too short, no pair has contacts.
template <class T>
void find_surface_contacts(const Cuda& cuda, const ContactSurfaceViews& surfaces, const PartsView& parts,
                           const PairList& pairs, const SurfaceContactOptions& options,
                           const SurfaceContactsView<T>& out);

}  // namespace abut
