// All that host code sees of the CUDA side: plain C++ signatures.
#pragma once

#include <cstddef>

#include "abut/bodies/cuda_parts.h"
#include "abut/bvh/part_tree.h"
#include "abut/bvh/query_points.h"
#include "abut/complex/cuda_quasi_lmds.h"
#include "abut/complex/placed_complexes.h"
#include "abut/contacts/history.h"
#include "abut/contacts/pair_filter.h"
#include "abut/contacts/patch_batch.h"
#include "abut/contacts/step_counts.h"
#include "abut/facets/contacts_view.h"
#include "abut/narrow/batch.h"
#include "abut/planar/batch.h"
#include "abut/surface/cuda_closest_points.h"
#include "abut/surface/cuda_local_minima.h"
#include "abut/surface/cuda_surface_contacts.h"

namespace abut {
struct BrepLeafSearch;  // abut/brep/brep_view.h
struct BrepLeaves;
struct DeformBatch;  // abut/deform/deform_batch.h
struct DeformFound;
struct DeformSearch;
struct TreeFrame;
}  // namespace abut

namespace abut::backend {

/// Null, or one line that says why no CUDA device can be used.
const char* cuda_unavailable_reason();

/// Null, or what an earlier CUDA call of the caller's has failed with: it would be taken for a failure of ours. Left as
/// it is.
const char* earlier_error();

/// Enqueue a copy from or to host memory.
void copy_to_device(void* stream, void* to, const void* from, std::size_t bytes);
void copy_to_host(void* stream, void* to, const void* from, std::size_t bytes);

/// Device memory for what may allocate, in the order of the stream.
void* allocate(void* stream, std::size_t bytes);
void release(void* stream, void* memory) noexcept;

/// Until all that was enqueued is done.
void wait(void* stream);

/// Device memory that `query_batch` needs, in bytes. `row_count`: of the parts whose poses it copies into rows, or 0.
template <class T>
std::size_t query_workspace(std::uint64_t pair_count, std::uint32_t row_count);

/// Answers a batch whose arrays all lie in device memory. Asynchronous on `stream` (a cudaStream_t); no allocation, no
/// synchronisation. `count`: null, or how many of the pairs there are, in device memory; more than `batch.pair_count`
/// are none. `workspace` is aligned to 256 bytes. Nothing is checked but the launches. Throws `CudaError`.
template <class T>
void query_batch(void* stream, const QueryBatch<T>& batch, const std::uint64_t* count, std::uint32_t row_count,
                 void* workspace);

/// Whether pairs intersect: 1 or 0 each. As `query_batch`, without workspace.
template <class T>
void intersect_batch(void* stream, const QueryBatch<T>& batch, std::uint8_t* out);

/// Whether a device can read behind the pointer.
bool is_device_memory(const void* pointer);

/// Pairs on a device, and how much there is of what they name. Data only.
struct NamedPairs {
  const Pair* pairs;
  std::uint64_t pair_count;
  const std::uint64_t* count;  ///< null, or how many of them there are
  const std::uint32_t* shape;  ///< of each part; null: pairs join shapes
  std::uint32_t part_count, shape_count;
};
inline constexpr std::uint64_t no_bad_pair = ~std::uint64_t{0};
/// Enqueues the search of the first that names what is not there: its number, or `no_bad_pair`, in device memory.
void find_bad_pair(void* stream, const NamedPairs& in, std::uint64_t* lowest);

/// Poses of parts from those of their bodies; see abut/bodies/cuda_parts.h.
template <class Q>
void place_parts(void* stream, const BodyPosesView<Q>& bodies, const double* local, const PartsView& parts);

/// Trees of parts and their searches: asynchronous on `stream`, no allocation, no synchronisation; all arrays lie in
/// device memory, `workspace` is aligned to 256 bytes. Nothing is checked but the launches. Throw `CudaError`.
std::size_t build_tree_workspace(std::uint32_t part_count);
void build_tree(void* stream, const BoxedParts& parts, const PartTree& tree, void* workspace);
std::size_t refit_tree_workspace(std::uint32_t part_count);
void refit_tree(void* stream, const BoxedParts& parts, const PartTree& tree, void* workspace);
std::size_t find_pairs_workspace(std::uint64_t capacity);
void find_pairs(void* stream, const PartTree& tree, const PartsView& parts, bool full, const PairList& out,
                void* workspace);
void find_cross_pairs(void* stream, const BoxedParts& first, const PartTree& second, const PairList& out,
                      void* workspace);
void find_nearest(void* stream, const PartTree& tree, const QueryPoints& points, const NearestView& out);
void find_within(void* stream, const PartTree& tree, const QueryPoints& points, const QueryRadius& radius,
                 const PairList& out, void* workspace);

/// Contact history: asynchronous on `stream`, as the searches; see abut/contacts/history.h.
void match_pairs(void* stream, const PairList& before, const PairList& now, std::uint32_t* places,
                 std::uint64_t* matched);
std::size_t match_contacts_workspace(std::uint64_t before_capacity);
void match_contacts(void* stream, const ContactIds& before, const ContactIds& now, std::uint32_t* places,
                    std::uint64_t* matched, void* workspace);
void carry(void* stream, const Carried& which, const void* before, void* now, std::size_t element_bytes);

/// Pairs that are known to be apart: asynchronous on `stream`, as the searches; see abut/contacts/pair_filter.h.
void take_part_places(void* stream, const ShapeHeader* headers, const PartsView& parts, PartPlace* part_places);
std::size_t filter_pairs_workspace(std::uint32_t part_count, std::uint64_t capacity);
void filter_pairs(void* stream, const FilterStep& step, void* workspace);
template <class T>
void learn_clearances(void* stream, const FilterStep& step, const Strided<T>& lower_bounds);

/// Contact patches: asynchronous on `stream`, as the queries; the records are in `batch.out`. See abut/patches.h.
template <class T>
std::size_t find_patches_workspace(const PatchSizes& sizes);
template <class T>
void find_patches(void* stream, const QueryBatch<T>& batch, const std::uint64_t* count, const PatchOptions& options,
                  const PatchesView<T>& out, void* workspace);
/// Enqueues the search of the first pair with a shape that has no volume, as `find_bad_pair`.
template <class T>
void find_no_volume(void* stream, const QueryBatch<T>& batch, const std::uint64_t* count, std::uint64_t* lowest);

/// Contacts of facets: asynchronous on `stream`, as the queries; see abut/cuda_facet_contacts.h. Data only.
template <class T>
struct FacetSearch {
  FacetSurfaces surfaces;
  PartsView parts;
  const Pair* pairs;
  std::uint64_t pair_count;
  const std::uint64_t* count;  ///< null, or how many of the pairs there are; more than `pair_count` are none
  bool has_records;
  ContactsView<T> records;
  FacetOptions options;
  FacetContactsView<T> out;
};
struct FacetSizes {
  std::uint64_t pairs;
  std::uint32_t parts;
  FacetRoom room;
};
std::size_t find_facet_contacts_workspace(const FacetSizes& sizes);
template <class T>
void find_facet_contacts(void* stream, const FacetSearch<T>& search, void* workspace);
/// Enqueues the search of the first pair with a shape that has no surface, as `find_bad_pair`; indices are good.
void find_no_surface(void* stream, const NamedPairs& in, const FacetSurfaces& surfaces, std::uint64_t* lowest);

/// Nearest points of surfaces; see abut/surface/cuda_closest_points.h. Data only.
template <class T>
struct ClosestPointSearch {
  SurfaceViews<T> surfaces;
  DeviceSurfaceQueries queries;
  ClosestPointsOptions options;
  ClosestPointsView<T> out;
  ClosestPointCache<T>* caches;
};

/// Asynchronous on `stream`.
template <class T>
void find_closest_points(void* stream, const ClosestPointSearch<T>& search);

/// Local minima of the distance to surfaces; see abut/surface/cuda_local_minima.h. Data only.
template <class T>
struct LocalMinimaSearch {
  SurfaceViews<T> surfaces;
  DeviceSurfaceQueries queries;
  CudaLocalMinimaOptions options;
  LocalMinimaView<T> out;
};
/// Asynchronous on `stream`. `most`: of one query.
template <class T>
std::size_t find_local_minima_workspace(std::uint64_t count, std::uint32_t most);
template <class T>
void find_local_minima(void* stream, const LocalMinimaSearch<T>& search, void* workspace);

/// Contacts of surfaces by knots; see abut/surface/cuda_surface_contacts.h. Data only.
struct KnotSearch {
  ContactSurfaceViews surfaces;
  PartsView parts;
  const Pair* pairs;
  std::uint64_t pair_count;
  const std::uint64_t* count;  ///< null, or how many of the pairs there are; more than `pair_count` are none
  SurfaceContactOptions options;
};
/// Asynchronous on `stream`, as the queries.
std::size_t find_surface_contacts_workspace(std::uint64_t pair_count, std::uint64_t room);
template <class T>
void find_surface_contacts(void* stream, const KnotSearch& search, const SurfaceContactsView<T>& out, void* workspace);

/// Quasi-LMDs of complexes; see abut/complex/cuda_quasi_lmds.h. Data only.
struct ComplexSearch {
  ComplexViews complexes;
  PartsView parts;
  const Pair* pairs;
  std::uint64_t pair_count;
  const std::uint64_t* count;  ///< null, or how many of the pairs there are; more than `pair_count` are none
  QuasiLmdSearch asked;
  bool crossings;
  QuasiLmdRoom room;
};
/// Asynchronous on `stream`, as the queries.
std::size_t find_quasi_lmds_workspace(std::uint64_t pair_count, const QuasiLmdRoom& room);
template <class T>
void find_quasi_lmds(void* stream, const ComplexSearch& search, const QuasiLmdsView<T>& out, void* workspace);
/// Enqueues the search of the first pair with a shape that has no complex, as `find_bad_pair`; indices of parts are
/// good.
void find_no_complex(void* stream, const NamedPairs& in, const ComplexViews& complexes, std::uint64_t* lowest);

/// Leaves of CAD models: abut/brep/brep_view.h. Asynchronous on `stream`, as the queries. What is found lies in the
/// workspace.
std::size_t find_brep_leaves_workspace(const BrepLeafSearch& search);
BrepLeaves find_brep_leaves(void* stream, const BrepLeafSearch& search, void* workspace);

/// Deforming bodies: abut/deform/deform_batch.h. Asynchronous on `stream`, as the queries. What a search finds lies in
/// the workspace.
void find_body_faults(void* stream, const DeformBatch& batch);
void refit_bodies(void* stream, const DeformBatch& batch, const TreeFrame& frame);
std::size_t find_deforming_workspace(const DeformSearch& search);
DeformFound find_deforming(void* stream, const DeformSearch& search, void* workspace);

/// Elements of a list whose number lies in device memory, to where another one has room for as many; of a list that
/// had too little room none. `element_bytes`: a multiple of 4. Data only.
struct ListedCopy {
  const std::uint64_t* count;
  std::uint64_t capacity;
  const void* from;
  void* to;
  std::size_t element_bytes;
};
void copy_listed(void* stream, const ListedCopy& copy);

/// Where a step of a pipeline has left its numbers; null where there is none. Data only.
struct StepNumbers {
  const std::uint64_t *candidates, *pairs, *points, *unanswered;
  std::uint64_t pair_capacity;
  PipelineCounts* counts;
  std::uint64_t* usable;  ///< gets the number of pairs, or 0 where they had too little room
};
void note_numbers(void* stream, const StepNumbers& numbers);

void copy_on_device(void* stream, void* to, const void* from, std::size_t bytes);
void zero(void* stream, void* memory, std::size_t bytes);

/// Graphs. `may_capture`: the stream is not the default one, and nobody captures it yet. `end_capture` returns what
/// `launch_graph` takes.
bool may_capture(void* stream);
void begin_capture(void* stream);
void* end_capture(void* stream);
void drop_capture(void* stream) noexcept;
void launch_graph(void* stream, void* graph);
void release_graph(void* graph) noexcept;

/// Pairs in the plane: asynchronous on `stream`, as the queries; there are `count` of them in device memory, but none
/// if those are more than `capacity`. See abut/planar/cuda_planar.h.
template <class T>
std::size_t query_planar_pairs_workspace(const PlanarShapeSetView<T>& shapes);
template <class T>
void query_planar_pairs(void* stream, const PlanarBatch<T>& batch, const std::uint64_t* count, std::uint64_t capacity,
                        void* workspace);

}  // namespace abut::backend
