// Quasi-LMDs on a CUDA device: those of quasi_lmds.h, with the same bits and in the same order. Host only.
//
//   complexes = copy_complexes(cuda, contact_complexes, memory)        once
//   every step:
//     find_quasi_lmds<double>(cuda, complexes, parts, pairs, options, out)
//
// The hierarchies of all pairs are opened level by level in one list, so that one pair of large complexes is searched
// by as many threads as many pairs of small ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "abut/bodies/parts_view.h"
#include "abut/bvh/part_tree.h"
#include "abut/complex/complex_view.h"
#include "abut/complex/quasi_lmds_view.h"
#include "abut/core/executor.h"
#include "abut/core/workspace.h"

namespace abut {

class ContactComplexes;

/// Of all shapes, in device memory; shapes of the number `count` and above have no complex, and neither has one whose
/// view has no nodes. Data only.
struct ComplexViews {
  const ComplexView<double>* of_shape = nullptr;
  std::uint32_t count = 0;
  /// Of the hierarchies: no path from a root is longer. A search takes two launches for each.
  std::uint32_t depth = most_complex_depth;
};

/// Bytes of device memory that a copy of all complexes takes.
std::size_t device_complexes_bytes(const ContactComplexes& complexes);

/// Copies all complexes into `memory`, device memory of at least `device_complexes_bytes(complexes)` bytes, aligned to
/// 256. On `cuda.stream`, and waits for it. Throws `InvalidInput` for a null or misaligned pointer and for too few
/// bytes, `CudaError` when CUDA cannot be used.
ComplexViews copy_complexes(const Cuda& cuda, const ContactComplexes& complexes, const Workspace& memory);

/// Device memory that `find_quasi_lmds` needs, in bytes: some 720 a pair of parts, and of what `options.room` has room
/// for 24 for each pair of nodes, 12 for each pair of leaves, and 110 for each contact.
std::size_t find_quasi_lmds_workspace(const Cuda& cuda, std::uint64_t pair_count, const QuasiLmdOptions& options);

/// `find_quasi_lmds` on a CUDA device, with the bits and the order of the `Cpu`: asynchronous on `cuda.stream`, no
/// hidden synchronisation or allocation, may be captured into a graph. All arrays lie in device memory, `out.offsets`,
/// `out.needed` and `out.room_needed` too, of which none may be null; `cuda.workspace` has at least
/// `find_quasi_lmds_workspace` bytes for these pairs and options. Where `options.room` is too small for pairs of leaves
/// or contacts, `out.offsets` are 0, `out.needed` is 2^64 - 1, no contact is written, and `out.room_needed` says what
/// is needed: its `contacts` only once there is room for its `leaf_pairs`. `out.crossing` is written in any case. A
/// shape without a complex has no contacts; neither these nor indices are looked for unless `cuda.checked`. Throws as
/// on the `Cpu` otherwise, and `InvalidInput` for a pointer that is null or misaligned, a workspace that is too small,
/// or more than 2^32 - 1 pairs of parts, nodes or leaves, or contacts; `CudaError` when this build has no CUDA, no
/// device is there, or a launch fails.
template <class T>
void find_quasi_lmds(const Cuda& cuda, const ComplexViews& complexes, const PartsView& parts,
                     std::span<const Pair> pairs, const QuasiLmdOptions& options, const QuasiLmdsView<T>& out);

/// The same for what a search on the device has found: how many pairs there are is read there. `out.offsets`,
/// `out.crossing` and the workspace have room for `pairs.capacity` pairs. Where the list was too short, no pair has
/// contacts.
template <class T>
void find_quasi_lmds(const Cuda& cuda, const ComplexViews& complexes, const PartsView& parts, const PairList& pairs,
                     const QuasiLmdOptions& options, const QuasiLmdsView<T>& out);

}  // namespace abut
