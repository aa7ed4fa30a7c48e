/* Candidate pairs, parts near points, neighbour lists, what is kept from step to step; on cores.
 *
 * A list is written to `pairs` if it has room for it (`capacity`); `count` gets how many there are in either case, and
 * the code is ABUT_TOO_SMALL where they are more. Null and 0 ask for the number alone, with ABUT_OK. */
#pragma once

#include "abut/c/shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All pairs of parts that may be within `alert_distance` of each other, sorted, a < b: as `abut::find_pairs`. */
ABUT_C_API int abut_find_pairs(int threads, const abut_shapes* shapes, const abut_parts* parts, double alert_distance,
                               abut_pair* pairs, size_t capacity, size_t* count);
/* Of a part of `first` (a) and one of `second` (b). */
ABUT_C_API int abut_find_cross_pairs(int threads, const abut_shapes* shapes, const abut_parts* first,
                                     const abut_parts* second, double alert_distance, abut_pair* pairs, size_t capacity,
                                     size_t* count);

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
ABUT_C_API int abut_find_nearest(int threads, const abut_shapes* shapes, const abut_parts* parts, double alert_distance,
                                 const abut_points* points, uint32_t* part, double* distance);
/* For each point (a) all parts (b) whose box is within the radius. `rows`: null, or room for one more than points: the
   pairs of point a are rows[a] to rows[a + 1]. */
ABUT_C_API int abut_find_within(int threads, const abut_shapes* shapes, const abut_parts* parts, double alert_distance,
                                const abut_points* points, const abut_radius* radius, abut_pair* pairs, size_t capacity,
                                uint64_t* rows, size_t* count);

/* --- `abut::PairFinder`: one call a step; what it has found at one serves the next ones
 * ------------------------------- */
ABUT_C_API int abut_pair_finder_new(int threads, abut_pair_finder** finder);
ABUT_C_API int abut_pair_finder_free(abut_pair_finder* finder);
ABUT_C_API int abut_pair_finder_find(abut_pair_finder* finder, const abut_shapes* shapes, const abut_parts* parts,
                                     double alert_distance, abut_pair* pairs, size_t capacity, size_t* count);
/* The last list again, without a search: after ABUT_TOO_SMALL. */
ABUT_C_API int abut_pair_finder_pairs(const abut_pair_finder* finder, abut_pair* pairs, size_t capacity, size_t* count);
ABUT_C_API int abut_pair_finder_reset(abut_pair_finder* finder);
ABUT_C_API int abut_pair_finder_searches(const abut_pair_finder* finder, uint64_t* searches);
ABUT_C_API int abut_pair_finder_memory(const abut_pair_finder* finder, size_t* bytes);

/* --- `abut::PairFilter`: leaves out what is known to be apart still
 * --------------------------------------------------- */
ABUT_C_API int abut_pair_filter_new(int threads, abut_pair_filter** filter);
ABUT_C_API int abut_pair_filter_free(abut_pair_filter* filter);
/* Those of the candidates (sorted) that may be within the distance. */
ABUT_C_API int abut_pair_filter_filter(abut_pair_filter* filter, const abut_shapes* shapes, const abut_parts* parts,
                                       const abut_pair* candidates, size_t candidate_count, double alert_distance,
                                       abut_pair* pairs, size_t capacity, size_t* count);
/* The last answer again: after ABUT_TOO_SMALL. */
ABUT_C_API int abut_pair_filter_remaining(const abut_pair_filter* filter, abut_pair* pairs, size_t capacity,
                                          size_t* count);
/* The `lower_bound`s that a query of the pairs left has written. */
ABUT_C_API int abut_pair_filter_learn_f32(abut_pair_filter* filter, const float* lower_bounds, size_t count);
ABUT_C_API int abut_pair_filter_learn_f64(abut_pair_filter* filter, const double* lower_bounds, size_t count);
/* The last step's candidates and their clearances, for a restart; either array may be null. */
ABUT_C_API int abut_pair_filter_pairs(const abut_pair_filter* filter, abut_pair* pairs, size_t capacity, size_t* count);
ABUT_C_API int abut_pair_filter_clearances(const abut_pair_filter* filter, double* clearances, size_t capacity,
                                           size_t* count);
ABUT_C_API int abut_pair_filter_restore(abut_pair_filter* filter, const abut_shapes* shapes, const abut_parts* parts,
                                        const abut_pair* pairs, const double* clearances, size_t count);
ABUT_C_API int abut_pair_filter_reset(abut_pair_filter* filter);

/* --- history: which of the last step's pairs and contacts each one of this step's is --------------------------------
 */
#define ABUT_NO_MATCH 0xffffffffu

/* places[i]: the place of now[i] in `before`, or ABUT_NO_MATCH. Both sorted, as searches make them. */
ABUT_C_API int abut_match_pairs(int threads, const abut_pair* before, size_t before_count, const abut_pair* now,
                                size_t now_count, uint32_t* places);

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
/* now[i] = before[places[i]], zero bytes where there was none; elements of any size. */
ABUT_C_API int abut_carry(int threads, const uint32_t* places, size_t count, const void* before, size_t before_count,
                          void* now, size_t element_bytes);

#ifdef __cplusplus
}
#endif
