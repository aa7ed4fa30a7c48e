// Contacts of CAD models with the help of a CUDA device: those of brep_contacts.h, with the same bits and in the same
// order. Host only.
//
//   views = copy_breps(cuda, breps, memory)                                          once
//   every step:
//     find_brep_contacts<double>(cuda, {breps, views}, parts, pairs, options)
//
// The device walks the trees of all pairs at once and solves the pairs of canonical features that are left. Cores do
// the rest with what it hands back: trimming, polars, second derivatives at smooth edges, free-form features, points of
// rims, and boundaries that pass through each other.
#pragma once

#include <cstddef>

#include "abut/brep/brep_contacts.h"
#include "abut/brep/brep_view.h"
#include "abut/core/executor.h"
#include "abut/core/workspace.h"

namespace abut {

/// Bytes of device memory that a copy of all models takes: trees, carriers and rings.
std::size_t device_breps_bytes(const ContactBreps& breps);

/// Copies all models into `memory`, device memory of at least `device_breps_bytes(breps)` bytes, aligned to 256. On
/// `cuda.stream`, and waits for it. Throws `InvalidInput` for a null or misaligned pointer and for too few bytes,
/// `CudaError` when CUDA cannot be used.
BrepViews copy_breps(const Cuda& cuda, const ContactBreps& breps, const Workspace& memory);

/// Models that a device has copies of, and the cores that finish what it begins. Data only.
struct CopiedBreps {
  const ContactBreps& breps;
  BrepViews views;  ///< of `copy_breps`
  Cpu cpu = {};
};

/// `find_brep_contacts` by a device and cores; `cuda.workspace` is left alone. Parts, pairs and contacts are in host
/// memory. Allocates device memory in the order of the stream, some 10 KB a pair of parts that is looked at and more
/// where the device says that it was too little, and waits. Throws as on the `Cpu`, and `InvalidInput` when a model has
/// been set since `views` was made, or it is of other models; `CudaError` when this build has no CUDA, no device is
/// there, or a launch or an allocation fails.
template <class T>
BrepContactCounts find_brep_contacts(const Cuda& cuda, const CopiedBreps& models, const PartsView& parts,
                                     std::span<const Pair> pairs, const BrepContactOptions& options,
                                     const BrepContactsView<T>& out);

/// The same into arrays that fit.
template <class T>
BrepContacts<T> find_brep_contacts(const Cuda& cuda, const CopiedBreps& models, const PartsView& parts,
                                   std::span<const Pair> pairs, const BrepContactOptions& options);

}  // namespace abut
