// The batch API: from bodies to contacts. Host only.
//
// Every function takes an executor first. The same input gives the same bits, run after run, whatever the number of
// threads, the order of the batch or the executor. An empty input gives an empty output.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "abut/bodies/body_set.h"
#include "abut/bvh/part_tree.h"
#include "abut/contacts/contacts.h"
#include "abut/core/executor.h"
#include "abut/pairs/find_pairs.h"
#include "abut/shapes/shape_set.h"

namespace abut {

class ContactSurfaces;                       // abut/surface/contact_surfaces.h
class FacetTrees;                            // abut/facet_contacts.h
enum class FacetContactKind : std::uint8_t;  // there too

struct QueryOptions {
  /// Pairs that are proved to be farther apart than this end early with `Status::farther_than_alert`; per-part alert
  /// distances are added. Not negative.
  double alert_distance = std::numeric_limits<double>::infinity();
  /// Warm start: what the last query of each pair has left, all zero before the first, kept by the caller from one time
  /// step to the next, 128 bytes a pair; null for none. In the same memory as the other arrays. Answers with and
  /// without differ by rounding. A cache of another pair costs time and nothing else; one that Abut has not written is
  /// not believed. Of overlapping faces that are equally near it keeps the one of the query before.
  CachedPolytope* cache = nullptr;
};

/// Relative poses, B in A's frame, as 3x4 matrices: row i holds rotation and translation, x_a[i] = m[4 i] x_b[0] +
/// m[4 i + 1] x_b[1] + m[4 i + 2] x_b[2] + m[4 i + 3]. `stride` in doubles from one pair to the next.
struct RelativePosesView {
  const double* m = nullptr;
  std::ptrdiff_t stride = 12;
};

/// One record per pair, in the order of `pairs` (indices of parts). Normal in world axes; points relative to the
/// position of A's body, in world axes. Returns when the work is done. Throws `InvalidInput` when an index is out of
/// range or the alert distance is negative or NaN; a pair whose pose is not finite gets `Status::invalid_pose`.
template <class T>
void query_pairs(const Cpu& cpu, const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                 const QueryOptions& options, const ContactsView<T>& out);

/// Whether the parts of each pair intersect: 1 or 0, in the order of `pairs`, `out` as long as they are. Ends as soon
/// as that is known. Pairs that touch to within rounding error intersect; a pair with a pose that is not finite does
/// not. Throws as `query_pairs`, and when `out` has another length.
template <class T>
void intersect_pairs(const Cpu& cpu, const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                     std::span<std::uint8_t> out);

/// `query_pairs` for pairs of shapes and given relative poses. Everything is in A's frame, points from its origin; the
/// poses are used as they are, rounded to `T`; they should be rotations, which is not checked.
template <class T>
void query_shape_pairs(const Cpu& cpu, const ShapeSetView<T>& shapes, std::span<const Pair> shape_pairs,
                       const RelativePosesView& poses, const QueryOptions& options, const ContactsView<T>& out);

/// The largest batch on a device.
inline constexpr std::uint64_t most_device_pairs = 0xffffffffu;

/// `query_pairs` on a CUDA device, asynchronous on `cuda.stream`, no hidden synchronisation or allocation, may be
/// captured into a graph: all arrays, the views', the pairs' and the output's, lie in device memory, and
/// `cuda.workspace` has at least `query_pairs_workspace<T>(cuda, pairs.size())` bytes. Indices are not checked unless
/// `cuda.checked`. Throws `InvalidInput` for a null pointer, a workspace that is too small or
/// misaligned, an alert distance that is negative or NaN, or more than `most_device_pairs`; `CudaError` when this build
/// has no CUDA, no device is there, or a launch fails.
template <class T>
void query_pairs(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                 const QueryOptions& options, const ContactsView<T>& out);

/// `query_pairs` for what a search on the device has found (abut/pairs/cuda_pairs.h): how many pairs there are is read
/// there. `out` and the workspace have room for `pairs.capacity`; where more were needed, no pair is answered.
template <class T>
void query_pair_list(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts, const PairList& pairs,
                     const QueryOptions& options, const ContactsView<T>& out);

/// `query_shape_pairs` on a CUDA device, as `query_pairs` there; `poses.m` lies in device memory too.
template <class T>
void query_shape_pairs(const Cuda& cuda, const ShapeSetView<T>& shapes, std::span<const Pair> shape_pairs,
                       const RelativePosesView& poses, const QueryOptions& options, const ContactsView<T>& out);

/// `intersect_pairs` on a CUDA device, as `query_pairs` there; needs no workspace.
template <class T>
void intersect_pairs(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts,
                     std::span<const Pair> pairs, std::span<std::uint8_t> out);

/// 109 MB for EPA with much room, and 78 bytes a pair in float, 110 in double, besides what sorting takes. With the
/// number of parts 128 bytes a part more, in which poses are copied into rows first: less traffic where a part has
/// several pairs and its pairs are in no order. The answers are the same. Besides, the driver keeps what the kernels'
/// stacks take, 23 KB for each thread that the device can hold at once, from the first launch on: 6.3 GB on an H200.
template <class T>
std::size_t query_pairs_workspace(const Cuda& cuda, std::size_t pair_count, std::uint32_t part_count = 0);

/// Null when the `Cuda` executor can be used; else one line that says why not.
const char* cuda_unavailable_reason();

struct DetectOptions {
  double alert_distance = 0;  ///< 0: touching and overlapping pairs only
  /// Null, or the meshes of shapes (`FacetTrees::set_mesh`): pairs with a shape that has one meet facet by facet, as
  /// `find_facet_contacts` has it, and may have several contacts. Trees that they lack are built.
  FacetTrees* facets = nullptr;
  /// Null, or the surfaces of shapes: pairs of which both shapes have one, and any has knots, have a contact for each
  /// knot within the alert distance, as `SurfaceContactFinder` has it. Knots are met on cores, whichever executor.
  const ContactSurfaces* surfaces = nullptr;
};

/// Seconds of wall-clock time.
struct DetectSeconds {
  double broad = 0, narrow = 0, total = 0;
};

/// What contacts between facets have besides their records, element by element. Data only.
struct ContactFacets {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::vector<std::uint32_t> facet_a;  ///< of a mesh: its triangle; `none`: the pair has not met facet by facet
  std::vector<std::uint32_t> facet_b;  ///< of a shape without a mesh: see `FacetTrees::view`
  std::vector<FacetContactKind> kind;  ///< says nothing where there is no facet

  bool has(std::size_t i) const { return facet_a[i] != none; }
};

/// What contacts of knots with surfaces have besides their records, element by element. In these the feature of the
/// knot's side is a vertex with the knot's number, the other side's is unknown. Data only.
struct ContactKnots {
  std::vector<double> u, v;  ///< of the closest point, on the other surface; NaN: the pair has not met by knots

  bool has(std::size_t i) const { return u[i] == u[i]; }
};

/// The contacts of a set of bodies: pairs that touch, pairs that converged to a separation within the alert distance,
/// and every pair whose status is a failure (nothing is dropped silently).
template <class T>
struct Detection {
  std::uint64_t candidate_pairs = 0;
  std::vector<Pair> pairs;  ///< of parts, one per contact, in the order of the candidates
  Contacts<T> contacts;
  std::array<std::uint64_t, status_count> status{};  ///< of all candidate pairs
  DetectSeconds seconds;
  /// Where a mesh stands for a shape. Records of contacts between facets are of the features that meet there: they
  /// are exact but for rounding, so that `bound_gap` is 0 and no iterations are counted.
  std::optional<ContactFacets> facets;
  /// Where NURBS surfaces stand for shapes. `separation` is the gap of the knot; `bound_gap` is 0, and no iterations
  /// are counted.
  std::optional<ContactKnots> knots;
};

/// Candidate pairs (sorted), pair queries, selection. `Cuda` copies bodies to the device and contacts back, waits,
/// and has the host finish what the device has no room for. Throws `InvalidInput` when the alert distance is
/// negative or not finite or an index is out of range, or when a shape without facets may meet a mesh; `CudaError` when
/// CUDA cannot be used. Trees of facets are built on the host, whichever executor meets them.
template <class T>
Detection<T> detect(const Cpu& cpu, const ShapeSet& shapes, const BodySet& bodies, const DetectOptions& options = {});
template <class T>
Detection<T> detect(const Cuda& cuda, const ShapeSet& shapes, const BodySet& bodies, const DetectOptions& options = {});

/// The same for given candidate pairs (indices of parts).
template <class T>
Detection<T> detect(const Cpu& cpu, const ShapeSet& shapes, const BodySet& bodies, std::span<const Pair> candidates,
                    const DetectOptions& options = {});
template <class T>
Detection<T> detect(const Cuda& cuda, const ShapeSet& shapes, const BodySet& bodies, std::span<const Pair> candidates,
                    const DetectOptions& options = {});

}  // namespace abut
