/* Contact patches and overlap volumes on cores: as abut/patches.h. */
#pragma once

#include "abut/c/query.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_patch_options {
  size_t size;
  double margin;        /* how much farther apart the bodies may be over the patch; from 0, default 0 */
  uint32_t most_points; /* 0: all corners (default); else 3 or more */
  uint32_t move_points; /* whether the contacts' points become the patches' centroids; default 0 */
  uint32_t capacity;    /* of a search on a device: 24 to 65536, default 1024 */
  uint32_t unused;      /* 0 */
} abut_patch_options;

ABUT_C_API int abut_patch_options_init(abut_patch_options* options, size_t size);

/* Caller's arrays, any may be null: as `abut::PatchesView`. `offsets` has one more than there are pairs; points and
   gaps have room for `capacity`. */
typedef struct abut_patches_f32 {
  size_t size;
  abut_array_f32 area;
  abut_vectors_f32 centre;
  abut_array_f32 volume; /* these four are of polyhedra alone */
  abut_vectors_f32 volume_centre;
  abut_vectors_f32 volume_normal;
  abut_vectors_f32 volume_moment;
  uint64_t* offsets;
  abut_vectors_f32 points;
  abut_array_f32 gaps;
  uint64_t capacity;
  uint64_t* needed;     /* null, or gets how many points there are; if more than `capacity`, none is written */
  uint64_t* unanswered; /* null, or gets how many pairs a device had too little room for */
} abut_patches_f32;
typedef struct abut_patches_f64 {
  size_t size;
  abut_array_f64 area;
  abut_vectors_f64 centre;
  abut_array_f64 volume; /* these four are of polyhedra alone */
  abut_vectors_f64 volume_centre;
  abut_vectors_f64 volume_normal;
  abut_vectors_f64 volume_moment;
  uint64_t* offsets;
  abut_vectors_f64 points;
  abut_array_f64 gaps;
  uint64_t capacity;
  uint64_t* needed;     /* null, or gets how many points there are; if more than `capacity`, none is written */
  uint64_t* unanswered; /* null, or gets how many pairs a device had too little room for */
} abut_patches_f64;

/* Pairs and the records that a query has written of them: `separation`, `normal`, `point` and `status` are needed. */
typedef struct abut_pair_contacts_f32 {
  size_t size;
  const abut_pairs* pairs;
  const abut_contacts_f32* contacts;
} abut_pair_contacts_f32;
typedef struct abut_pair_contacts_f64 {
  size_t size;
  const abut_pairs* pairs;
  const abut_contacts_f64* contacts;
} abut_pair_contacts_f64;
typedef struct abut_shape_pair_contacts_f32 {
  size_t size;
  const abut_shape_pairs* pairs;
  const abut_contacts_f32* contacts;
} abut_shape_pair_contacts_f32;
typedef struct abut_shape_pair_contacts_f64 {
  size_t size;
  const abut_shape_pairs* pairs;
  const abut_contacts_f64* contacts;
} abut_shape_pair_contacts_f64;

/* Of pairs of parts. With ABUT_TOO_SMALL everything but points and gaps has been written, `offsets` too, and with
   `move_points` the contacts' points: ask without that first, for the number. */
ABUT_C_API int abut_find_patches_f32(int threads, const abut_shapes* shapes, const abut_parts* parts,
                                     const abut_pair_contacts_f32* found, const abut_patch_options* options,
                                     const abut_patches_f32* out);
ABUT_C_API int abut_find_patches_f64(int threads, const abut_shapes* shapes, const abut_parts* parts,
                                     const abut_pair_contacts_f64* found, const abut_patch_options* options,
                                     const abut_patches_f64* out);
/* The same for pairs of shapes. */
ABUT_C_API int abut_find_shape_patches_f32(int threads, const abut_shapes* shapes,
                                           const abut_shape_pair_contacts_f32* found, const abut_patch_options* options,
                                           const abut_patches_f32* out);
ABUT_C_API int abut_find_shape_patches_f64(int threads, const abut_shapes* shapes,
                                           const abut_shape_pair_contacts_f64* found, const abut_patch_options* options,
                                           const abut_patches_f64* out);

#ifdef __cplusplus
}
#endif
