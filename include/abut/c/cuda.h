/* CUDA: everything lies in device memory of the caller's and is enqueued on a stream; no hidden synchronisation or
 * allocation, and all of it can be captured into a graph, but for `abut_cuda_detect`. Structures are the caller's, in
 * host memory; the arrays that they name are on the device. A build without CUDA has the same functions, which return
 * ABUT_CUDA_ERROR.
 *
 * Functions that need a workspace have another one, `..._workspace`, which says how many bytes that is. */
#pragma once

#include "abut/c/facets.h"
#include "abut/c/pairs.h"
#include "abut/c/patches.h"
#include "abut/c/planar.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ABUT_CUDA_CHECKED = 1 };

/* How a call runs on a device. Null: on the default stream, without flags and workspace. */
typedef struct abut_cuda {
  size_t size;
  void* stream;           /* a cudaStream_t; null: the default one */
  uint32_t flags;         /* 0, or ABUT_CUDA_CHECKED: look at every index and pointer first, and wait; for debugging */
  uint32_t unused;        /* 0 */
  void* workspace;        /* aligned to 256; may be used again once the stream has passed the call */
  size_t workspace_bytes; /* functions that need none ignore both */
} abut_cuda;

/* --- copies
 * ----------------------------------------------------------------------------------------------------------- */
/* `memory`: at least so many bytes, aligned to 256, which outlive the handle's use. */
ABUT_C_API int abut_device_shapes_bytes_f32(const abut_shapes* shapes, size_t* bytes);
ABUT_C_API int abut_cuda_copy_shapes_f32(const abut_cuda* cuda, const abut_shapes* shapes, void* memory, size_t bytes,
                                         abut_device_shapes** copy);
ABUT_C_API int abut_device_shapes_bytes_f64(const abut_shapes* shapes, size_t* bytes);
ABUT_C_API int abut_cuda_copy_shapes_f64(const abut_cuda* cuda, const abut_shapes* shapes, void* memory, size_t bytes,
                                         abut_device_shapes** copy);
ABUT_C_API int abut_device_shapes_free(abut_device_shapes* shapes);
ABUT_C_API int abut_device_parts_bytes(const abut_parts* parts, size_t* bytes);
/* `copy->size` is set first. */
ABUT_C_API int abut_cuda_copy_parts(const abut_cuda* cuda, const abut_parts* parts, void* memory, size_t bytes,
                                    abut_parts* copy);

/* Poses of bodies; strides in elements, 0 counts as 1. */
typedef struct abut_body_poses_f32 {
  size_t size;
  uint32_t count;
  uint32_t unused; /* 0 */
  const double* x;
  const double* y;
  const double* z;
  ptrdiff_t stride;
  const float* qw;
  const float* qx;
  const float* qy;
  const float* qz;
  ptrdiff_t quaternion_stride;
} abut_body_poses_f32;

/* Moves parts to where their bodies are. `local`: null, or the parts' poses in their bodies, 12 doubles each. */
ABUT_C_API int abut_cuda_place_parts_f32(const abut_cuda* cuda, const abut_body_poses_f32* bodies, const double* local,
                                         const abut_parts* parts);
typedef struct abut_body_poses_f64 {
  size_t size;
  uint32_t count;
  uint32_t unused; /* 0 */
  const double* x;
  const double* y;
  const double* z;
  ptrdiff_t stride;
  const double* qw;
  const double* qx;
  const double* qy;
  const double* qz;
  ptrdiff_t quaternion_stride;
} abut_body_poses_f64;

/* Moves parts to where their bodies are. `local`: null, or the parts' poses in their bodies, 12 doubles each. */
ABUT_C_API int abut_cuda_place_parts_f64(const abut_cuda* cuda, const abut_body_poses_f64* bodies, const double* local,
                                         const abut_parts* parts);

/* --- trees and lists
 * -------------------------------------------------------------------------------------------------- */
typedef struct abut_part_tree {
  size_t size;
  uint32_t part_count;
  uint32_t unused; /* 0 */
  void* state;
  void* nodes;
  uint32_t* parents;
  uint32_t* slots;
  uint64_t* codes;
  void* records;
  int32_t* worlds; /* null: the tree's parts are all in one */
} abut_part_tree;

/* `abut_boxed_parts` on a device. */
typedef struct abut_device_boxed_parts {
  size_t size;
  const abut_device_shapes* shapes;
  const abut_parts* parts;
  double alert_distance;
} abut_device_boxed_parts;

enum { ABUT_HALF_LIST = 0, ABUT_FULL_LIST = 1 };

ABUT_C_API int abut_part_tree_bytes(uint32_t part_count, size_t* bytes);
/* The tree in such memory, aligned to 256; touches no device memory. `tree->size` is set first. */
ABUT_C_API int abut_part_tree_in(void* memory, uint32_t part_count, abut_part_tree* tree);
ABUT_C_API int abut_cuda_build_tree_workspace(uint32_t part_count, size_t* bytes);
ABUT_C_API int abut_cuda_build_tree(const abut_cuda* cuda, const abut_device_boxed_parts* parts,
                                    const abut_part_tree* tree);
ABUT_C_API int abut_cuda_refit_tree_workspace(uint32_t part_count, size_t* bytes);
ABUT_C_API int abut_cuda_refit_tree(const abut_cuda* cuda, const abut_device_boxed_parts* parts,
                                    const abut_part_tree* tree);
/* Of the next two and of `abut_cuda_find_within`. */
ABUT_C_API int abut_cuda_find_pairs_workspace(uint64_t capacity, size_t* bytes);
ABUT_C_API int abut_cuda_find_pairs(const abut_cuda* cuda, const abut_part_tree* tree, const abut_parts* parts,
                                    int order, const abut_pair_list* out);
ABUT_C_API int abut_cuda_find_cross_pairs(const abut_cuda* cuda, const abut_device_boxed_parts* first,
                                          const abut_part_tree* second, const abut_pair_list* out);
ABUT_C_API int abut_cuda_find_nearest(const abut_cuda* cuda, const abut_part_tree* tree, const abut_points* points,
                                      const abut_nearest* out);
ABUT_C_API int abut_cuda_find_within(const abut_cuda* cuda, const abut_part_tree* tree, const abut_points* points,
                                     const abut_radius* radius, const abut_pair_list* out);

/* --- queries
 * ---------------------------------------------------------------------------------------------------------- */
ABUT_C_API int abut_cuda_query_pairs_workspace_f32(size_t pair_count, uint32_t part_count, size_t* bytes);
ABUT_C_API int abut_cuda_query_pairs_f32(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                         const abut_parts* parts, const abut_pairs* pairs,
                                         const abut_query_options* options, const abut_contacts_f32* out);
/* How many pairs there are is read from the list, on the device. */
ABUT_C_API int abut_cuda_query_pair_list_f32(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                             const abut_parts* parts, const abut_pair_list* pairs,
                                             const abut_query_options* options, const abut_contacts_f32* out);
ABUT_C_API int abut_cuda_query_shape_pairs_f32(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                               const abut_shape_pairs* pairs, const abut_query_options* options,
                                               const abut_contacts_f32* out);
ABUT_C_API int abut_cuda_intersect_pairs_f32(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                             const abut_parts* parts, const abut_pairs* pairs, uint8_t* out);
/* From bodies on the host to contacts on the host; waits. */
ABUT_C_API int abut_cuda_detect_f32(const abut_cuda* cuda, const abut_shapes* shapes, const abut_bodies* bodies,
                                    const abut_detect_options* options, abut_detection** detection);
ABUT_C_API int abut_cuda_detect_candidates_f32(const abut_cuda* cuda, const abut_shapes* shapes,
                                               const abut_bodies* bodies, const abut_pairs* candidates,
                                               const abut_detect_options* options, abut_detection** detection);
ABUT_C_API int abut_cuda_query_pairs_workspace_f64(size_t pair_count, uint32_t part_count, size_t* bytes);
ABUT_C_API int abut_cuda_query_pairs_f64(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                         const abut_parts* parts, const abut_pairs* pairs,
                                         const abut_query_options* options, const abut_contacts_f64* out);
/* How many pairs there are is read from the list, on the device. */
ABUT_C_API int abut_cuda_query_pair_list_f64(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                             const abut_parts* parts, const abut_pair_list* pairs,
                                             const abut_query_options* options, const abut_contacts_f64* out);
ABUT_C_API int abut_cuda_query_shape_pairs_f64(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                               const abut_shape_pairs* pairs, const abut_query_options* options,
                                               const abut_contacts_f64* out);
ABUT_C_API int abut_cuda_intersect_pairs_f64(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                             const abut_parts* parts, const abut_pairs* pairs, uint8_t* out);
/* From bodies on the host to contacts on the host; waits. */
ABUT_C_API int abut_cuda_detect_f64(const abut_cuda* cuda, const abut_shapes* shapes, const abut_bodies* bodies,
                                    const abut_detect_options* options, abut_detection** detection);
ABUT_C_API int abut_cuda_detect_candidates_f64(const abut_cuda* cuda, const abut_shapes* shapes,
                                               const abut_bodies* bodies, const abut_pairs* candidates,
                                               const abut_detect_options* options, abut_detection** detection);

/* --- patches
 * ---------------------------------------------------------------------------------------------------------- */
/* A list of pairs and the records that a query has written of them. */
typedef struct abut_pair_list_contacts_f32 {
  size_t size;
  const abut_pair_list* pairs;
  const abut_contacts_f32* contacts;
} abut_pair_list_contacts_f32;
typedef struct abut_pair_list_contacts_f64 {
  size_t size;
  const abut_pair_list* pairs;
  const abut_contacts_f64* contacts;
} abut_pair_list_contacts_f64;

ABUT_C_API int abut_cuda_find_patches_workspace_f32(uint64_t pair_count, uint64_t point_capacity, int volumes,
                                                    const abut_patch_options* options, size_t* bytes);
ABUT_C_API int abut_cuda_find_patches_f32(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                          const abut_parts* parts, const abut_pair_contacts_f32* found,
                                          const abut_patch_options* options, const abut_patches_f32* out);
ABUT_C_API int abut_cuda_find_patches_of_list_f32(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                                  const abut_parts* parts, const abut_pair_list_contacts_f32* found,
                                                  const abut_patch_options* options, const abut_patches_f32* out);
ABUT_C_API int abut_cuda_find_shape_patches_f32(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                                const abut_shape_pair_contacts_f32* found,
                                                const abut_patch_options* options, const abut_patches_f32* out);
ABUT_C_API int abut_cuda_find_patches_workspace_f64(uint64_t pair_count, uint64_t point_capacity, int volumes,
                                                    const abut_patch_options* options, size_t* bytes);
ABUT_C_API int abut_cuda_find_patches_f64(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                          const abut_parts* parts, const abut_pair_contacts_f64* found,
                                          const abut_patch_options* options, const abut_patches_f64* out);
ABUT_C_API int abut_cuda_find_patches_of_list_f64(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                                  const abut_parts* parts, const abut_pair_list_contacts_f64* found,
                                                  const abut_patch_options* options, const abut_patches_f64* out);
ABUT_C_API int abut_cuda_find_shape_patches_f64(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                                const abut_shape_pair_contacts_f64* found,
                                                const abut_patch_options* options, const abut_patches_f64* out);

/* --- contacts of facets
 * ----------------------------------------------------------------------------------------------- */
/* Device memory for all surfaces that have been built, which serve both precisions. */
ABUT_C_API int abut_device_facets_bytes(const abut_facet_trees* trees, size_t* bytes);
/* All surfaces that have been built, into `memory`: at least so many bytes, aligned to 256, which outlive the handle's
   use. Waits. Again after trees have been built anew; shapes without a surface have none in the copy either. */
ABUT_C_API int abut_cuda_copy_facets(const abut_cuda* cuda, const abut_facet_trees* trees, void* memory, size_t bytes,
                                     abut_device_facets** copy);
ABUT_C_API int abut_device_facets_free(abut_device_facets* facets);
/* Of the next ones. `pair_count`: of a list its capacity. Some 1,100 bytes a pair of parts, 70 for each pair of facets
   and 170 for each contact that `options->room` has room for. */
ABUT_C_API int abut_cuda_find_facet_contacts_workspace(uint64_t pair_count, uint32_t part_count,
                                                       const abut_facet_options* options, size_t* bytes);
/* The contacts of `abut_find_facet_contacts_*`, in their order, with their bits. `of->contacts`: null, or what a query
   has written of the pairs. Of `out`, which is on the device, `offsets`, `needed` and `room_needed` may not be null.
   Where there are more than `out->capacity`, no contact is written, but `offsets` and `needed` are. Where
   `options->room` is too little, offsets are 0, `needed` gets 2^64 - 1 and no contact is written; `room_needed` gets
   what there should be room for, its `contacts` only once there is room for its `facet_pairs`. A shape without a
   surface has no contacts; ABUT_CUDA_CHECKED refuses it. */
ABUT_C_API int abut_cuda_find_facet_contacts_f32(const abut_cuda* cuda, const abut_device_facets* facets,
                                                 const abut_parts* parts, const abut_pair_contacts_f32* of,
                                                 const abut_facet_options* options, const abut_facet_contacts_f32* out);
/* How many pairs there are is read from the list, on the device: `out->offsets` has room for one more than the list's
   capacity. Where the list was too short, no pair has contacts. */
ABUT_C_API int abut_cuda_find_facet_contacts_of_list_f32(const abut_cuda* cuda, const abut_device_facets* facets,
                                                         const abut_parts* parts, const abut_pair_list_contacts_f32* of,
                                                         const abut_facet_options* options,
                                                         const abut_facet_contacts_f32* out);
ABUT_C_API int abut_cuda_find_facet_contacts_f64(const abut_cuda* cuda, const abut_device_facets* facets,
                                                 const abut_parts* parts, const abut_pair_contacts_f64* of,
                                                 const abut_facet_options* options, const abut_facet_contacts_f64* out);
/* How many pairs there are is read from the list, on the device: `out->offsets` has room for one more than the list's
   capacity. Where the list was too short, no pair has contacts. */
ABUT_C_API int abut_cuda_find_facet_contacts_of_list_f64(const abut_cuda* cuda, const abut_device_facets* facets,
                                                         const abut_parts* parts, const abut_pair_list_contacts_f64* of,
                                                         const abut_facet_options* options,
                                                         const abut_facet_contacts_f64* out);

/* --- history and filter
 * ----------------------------------------------------------------------------------------------- */
/* `matched`: null, or gets, on the device, how many are not new. */
ABUT_C_API int abut_cuda_match_pairs(const abut_cuda* cuda, const abut_pair_list* before, const abut_pair_list* now,
                                     uint32_t* places, uint64_t* matched);
ABUT_C_API int abut_cuda_match_contacts_workspace(uint64_t before_capacity, size_t* bytes);
ABUT_C_API int abut_cuda_match_contacts(const abut_cuda* cuda, const abut_contact_ids* before,
                                        const abut_contact_ids* now, uint32_t* places, uint64_t* matched);
/* `element_bytes`: a multiple of 4. */
ABUT_C_API int abut_cuda_carry(const abut_cuda* cuda, const abut_carried* which, const void* before, void* now,
                               size_t element_bytes);

/* A step of the filter: as `abut::FilterStep`. `part_places`: `abut_part_places_bytes` of device memory. */
typedef struct abut_filter_step {
  size_t size;
  const abut_device_boxed_parts* parts;
  void* part_places;
  const abut_pair_list* before;
  double* before_clearance;
  const abut_pair_list* now;
  double* now_clearance;
  const abut_pair_list* near_pairs;
  uint32_t* near_places;
} abut_filter_step;

ABUT_C_API int abut_part_places_bytes(uint32_t part_count, size_t* bytes);
ABUT_C_API int abut_cuda_filter_pairs_workspace(uint32_t part_count, uint64_t capacity, size_t* bytes);
ABUT_C_API int abut_cuda_filter_pairs(const abut_cuda* cuda, const abut_filter_step* step);
ABUT_C_API int abut_cuda_learn_clearances_f32(const abut_cuda* cuda, const abut_filter_step* step,
                                              const float* lower_bounds, ptrdiff_t stride);
ABUT_C_API int abut_cuda_learn_clearances_f64(const abut_cuda* cuda, const abut_filter_step* step,
                                              const double* lower_bounds, ptrdiff_t stride);
ABUT_C_API int abut_cuda_take_part_places(const abut_cuda* cuda, const abut_device_shapes* shapes,
                                          const abut_parts* parts, void* part_places);

/* --- the plane
 * -------------------------------------------------------------------------------------------------------- */
ABUT_C_API int abut_device_planar_shapes_bytes_f32(const abut_planar_shapes* shapes, size_t* bytes);
ABUT_C_API int abut_cuda_copy_planar_shapes_f32(const abut_cuda* cuda, const abut_planar_shapes* shapes, void* memory,
                                                size_t bytes, abut_device_planar_shapes** copy);
ABUT_C_API int abut_cuda_query_planar_pairs_workspace_f32(const abut_device_planar_shapes* shapes, size_t* bytes);
ABUT_C_API int abut_cuda_query_planar_pair_list_f32(const abut_cuda* cuda, const abut_device_planar_shapes* shapes,
                                                    const abut_planar_bodies* bodies, const abut_pair_list* pairs,
                                                    const abut_planar_query_options* options,
                                                    const abut_planar_records_f32* out);
ABUT_C_API int abut_device_planar_shapes_bytes_f64(const abut_planar_shapes* shapes, size_t* bytes);
ABUT_C_API int abut_cuda_copy_planar_shapes_f64(const abut_cuda* cuda, const abut_planar_shapes* shapes, void* memory,
                                                size_t bytes, abut_device_planar_shapes** copy);
ABUT_C_API int abut_cuda_query_planar_pairs_workspace_f64(const abut_device_planar_shapes* shapes, size_t* bytes);
ABUT_C_API int abut_cuda_query_planar_pair_list_f64(const abut_cuda* cuda, const abut_device_planar_shapes* shapes,
                                                    const abut_planar_bodies* bodies, const abut_pair_list* pairs,
                                                    const abut_planar_query_options* options,
                                                    const abut_planar_records_f64* out);
ABUT_C_API int abut_device_planar_shapes_free(abut_device_planar_shapes* shapes);

#ifdef __cplusplus
}
#endif
