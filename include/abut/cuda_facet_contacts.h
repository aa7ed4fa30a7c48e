// Contacts between single facets of bodies on a CUDA device: those of facet_contacts.h, with the same bits. Host only.
//
//   trees.build(cpu, shapes, parts, pairs);                    of all shapes that may meet
//   surfaces = copy_facets(cuda, trees, memory)                 once, and after trees have been built anew
//   every step:
//     find_facet_contacts(cuda, surfaces, parts, pairs, options, out)
//
// All node pairs of both trees of all pairs are in common lists, so that one pair of large meshes is searched by as
// many threads as many pairs of small ones. docs/explanation/facets.md says how.
#pragma once

#include "abut/bvh/part_tree.h"
#include "abut/core/executor.h"
#include "abut/facet_contacts.h"

namespace abut {

/// Bytes of device memory that a copy of all surfaces that have been built takes.
std::size_t device_facets_bytes(const FacetTrees& trees);

/// Copies all surfaces that have been built into `memory`, device memory of at least `device_facets_bytes(trees)`
/// bytes, aligned to 256. Returns what lies there; shapes without a surface have none there either. On `cuda.stream`,
/// and waits for it. Throws `InvalidInput` for a null or misaligned pointer and for too few bytes, `CudaError` when
/// CUDA cannot be used.
FacetSurfaces copy_facets(const Cuda& cuda, const FacetTrees& trees, const Workspace& memory);

/// Pairs of parts on a device, which a search has left there, and, or null, what `query_pair_list` has written of them.
/// Data only.
template <class T>
struct FacetPairList {
  PairList pairs;
  const ContactsView<T>* records = nullptr;
};

/// Device memory that `find_facet_contacts` needs, in bytes: some 1,100 a pair of parts, 70 for each pair of facets
/// and 170 for each contact that `options.room` has room for.
std::size_t find_facet_contacts_workspace(const Cuda& cuda, std::uint64_t pair_count, std::uint32_t part_count,
                                          const FacetOptions& options);

/// `find_facet_contacts` on a CUDA device, with the bits and the order of the `Cpu`: asynchronous on `cuda.stream`, no
/// hidden synchronisation or allocation, may be captured into a graph. All arrays lie in device memory, `out.offsets`,
/// `out.needed` and `out.room_needed` too, of which none may be null; `cuda.workspace` has at least
/// `find_facet_contacts_workspace` bytes for these pairs and parts. Where `options.room` is too small, `out.offsets`
/// are 0, `out.needed` is 2^64 - 1, no contact is written, and `out.room_needed` says what is needed: its `contacts`
/// only once there is room for its `facet_pairs`. A shape without a surface has no contacts; neither these nor indices
/// are looked for unless `cuda.checked`. Throws as on the `Cpu` otherwise, and `InvalidInput` for a pointer that is
/// null or misaligned, a workspace that is too small, or more than 2^32 - 1 pairs, pairs of facets or contacts;
/// `CudaError` when this build has no CUDA, no device is there, or a launch fails.
template <class T>
void find_facet_contacts(const Cuda& cuda, const FacetSurfaces& surfaces, const PartsView& parts,
                         const FacetPairs<T>& pairs, const FacetOptions& options, const FacetContactsView<T>& out);

/// The same for what a search on the device has found: how many pairs there are is read there. `out.offsets` and the
/// workspace have room for `pairs.pairs.capacity` pairs. Where the list was too short, no pair has contacts.
template <class T>
void find_facet_contacts(const Cuda& cuda, const FacetSurfaces& surfaces, const PartsView& parts,
                         const FacetPairList<T>& pairs, const FacetOptions& options, const FacetContactsView<T>& out);

}  // namespace abut
