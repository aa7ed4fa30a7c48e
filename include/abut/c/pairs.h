/* Candidate pairs, parts near points, neighbour lists, what is kept from step to step; on cores.
 *
 * `out->rows` is written by `abut_find_pairs`, `abut_find_cross_pairs` and `abut_find_within`; the others refuse it. */
#pragma once

#include "abut/c/shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a search goes through: parts, their shapes, and how near to each other counts. */
typedef struct abut_boxed_parts {
  size_t size;
  const abut_shapes* shapes;
  const abut_parts* parts;
  double alert_distance;
} abut_boxed_parts;

/* All pairs of parts that may be within the alert distance of each other, sorted, a < b: as `abut::find_pairs`. */
ABUT_C_API int abut_find_pairs(int threads, const abut_boxed_parts* parts, const abut_pair_list* out);
/* Of a part of `first` (a) and one of `second` (b), which have the same shapes. */
ABUT_C_API int abut_find_cross_pairs(int threads, const abut_boxed_parts* first, const abut_parts* second,
                                     const abut_pair_list* out);

/* Points in the world. */
typedef struct abut_points {
  size_t size;
  uint32_t count;
  uint32_t unused; /* 0 */
  const double* x;
  const double* y;
  const double* z;
  ptrdiff_t stride; /* 0 counts as 1 */
} abut_points;

/* How far a search looks: `each`, one a point, or where that is null `all`, which may be infinite. */
typedef struct abut_radius {
  size_t size;
  double all;
  const double* each;
  ptrdiff_t stride; /* 0 counts as 1 */
} abut_radius;

#define ABUT_NO_PART 0xffffffffu

/* For each point the part whose box is nearest (ABUT_NO_PART: none) and its distance; either array may be null. */
typedef struct abut_nearest {
  size_t size;
  abut_array_u32 part;
  abut_array_f64 distance;
} abut_nearest;

ABUT_C_API int abut_find_nearest(int threads, const abut_boxed_parts* parts, const abut_points* points,
                                 const abut_nearest* out);
/* For each point (a) all parts (b) whose box is within the radius; `out->rows` are of the points. */
ABUT_C_API int abut_find_within(int threads, const abut_boxed_parts* parts, const abut_points* points,
                                const abut_radius* radius, const abut_pair_list* out);

/* --- `abut::PairFinder`: one call a step; what it has found at one serves the next ones
 * ------------------------------- */
ABUT_C_API int abut_pair_finder_new(int threads, abut_pair_finder** finder);
ABUT_C_API int abut_pair_finder_free(abut_pair_finder* finder);
ABUT_C_API int abut_pair_finder_find(abut_pair_finder* finder, const abut_boxed_parts* parts,
                                     const abut_pair_list* out);
/* The last list again, without a search: after ABUT_TOO_SMALL. */
ABUT_C_API int abut_pair_finder_pairs(const abut_pair_finder* finder, const abut_pair_list* out);
ABUT_C_API int abut_pair_finder_reset(abut_pair_finder* finder);
ABUT_C_API int abut_pair_finder_searches(const abut_pair_finder* finder, uint64_t* searches);
ABUT_C_API int abut_pair_finder_memory(const abut_pair_finder* finder, size_t* bytes);

/* --- `abut::PairFilter`: leaves out what is known to be apart still
 * --------------------------------------------------- */
ABUT_C_API int abut_pair_filter_new(int threads, abut_pair_filter** filter);
ABUT_C_API int abut_pair_filter_free(abut_pair_filter* filter);
/* Those of the candidates (sorted) that may be within the distance. */
ABUT_C_API int abut_pair_filter_filter(abut_pair_filter* filter, const abut_boxed_parts* parts,
                                       const abut_pairs* candidates, const abut_pair_list* out);
/* The last answer again: after ABUT_TOO_SMALL. */
ABUT_C_API int abut_pair_filter_remaining(const abut_pair_filter* filter, const abut_pair_list* out);
/* The `lower_bound`s that a query of the pairs left has written. */
ABUT_C_API int abut_pair_filter_learn_f32(abut_pair_filter* filter, const float* lower_bounds, size_t count);
ABUT_C_API int abut_pair_filter_learn_f64(abut_pair_filter* filter, const double* lower_bounds, size_t count);
/* The last step's candidates and their clearances, one a candidate, for a restart. */
ABUT_C_API int abut_pair_filter_pairs(const abut_pair_filter* filter, const abut_pair_list* out);
ABUT_C_API int abut_pair_filter_clearances(const abut_pair_filter* filter, double* clearances, size_t capacity,
                                           size_t* count);
ABUT_C_API int abut_pair_filter_restore(abut_pair_filter* filter, const abut_shapes* shapes, const abut_parts* parts,
                                        const abut_pairs* pairs, const double* clearances);
ABUT_C_API int abut_pair_filter_reset(abut_pair_filter* filter);

/* --- history: which of the last step's pairs and contacts each one of this step's is --------------------------------
 */
#define ABUT_NO_MATCH 0xffffffffu

/* places[i]: the place of now[i] in `before`, or ABUT_NO_MATCH. Both sorted, as searches make them. */
ABUT_C_API int abut_match_pairs(int threads, const abut_pairs* before, const abut_pairs* now, uint32_t* places);

typedef struct abut_contact_ids {
  size_t size;
  const abut_pair* pairs;
  const uint64_t* feature_a;
  const uint64_t* feature_b;
  const uint64_t* key;
  const uint8_t* status; /* null: all are contacts */
  uint64_t capacity;     /* how many; on a device how many there is room for */
  const uint64_t* count; /* null, or how many there are, in the memory of the arrays */
} abut_contact_ids;

ABUT_C_API int abut_match_contacts(int threads, const abut_contact_ids* before, const abut_contact_ids* now,
                                   uint32_t* places);

/* Which elements of one array are carried to another: as `abut::Carried`. */
typedef struct abut_carried {
  size_t size;
  const uint32_t* places; /* of `abut_match_pairs` or `abut_match_contacts` */
  uint64_t capacity;      /* of `places` and of the new array */
  const uint64_t* count;  /* null, or how many there are, in the memory of the arrays; more than `capacity`: none */
} abut_carried;

/* now[i] = before[places[i]], zero bytes where there was none; elements of any size. */
ABUT_C_API int abut_carry(int threads, const abut_carried* which, const void* before, size_t before_count, void* now,
                          size_t element_bytes);

#ifdef __cplusplus
}
#endif
