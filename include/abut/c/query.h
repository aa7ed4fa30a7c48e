/* Pair queries and detection on cores. `threads`: 0 for all of the machine's; answers do not depend on it. */
#pragma once

#include "abut/c/shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_query_options {
  size_t size;
  /* Pairs proved to be farther apart end early with ABUT_FARTHER_THAN_ALERT. From 0; default infinite. */
  double alert_distance;
  abut_cache* cache; /* null, or one a pair: a warm start, read and written */
} abut_query_options;

ABUT_C_API int abut_query_options_init(abut_query_options* options, size_t size);

/* One record a pair (indices of parts), in their order: normal in world axes, points relative to the position of A's
   body. `options` null: the defaults. As `abut::query_pairs`. */
ABUT_C_API int abut_query_pairs_f32(int threads, const abut_shapes* shapes, const abut_parts* parts,
                                    const abut_pairs* pairs, const abut_query_options* options,
                                    const abut_contacts_f32* out);
ABUT_C_API int abut_query_pairs_f64(int threads, const abut_shapes* shapes, const abut_parts* parts,
                                    const abut_pairs* pairs, const abut_query_options* options,
                                    const abut_contacts_f64* out);

/* Pairs of shapes and the pose of each B in A's frame: 3x4 matrices of twelve doubles (rows: rotation, then
   translation), `pose_stride` doubles apart; 0 counts as 12. */
typedef struct abut_shape_pairs {
  size_t size;
  const abut_pair* pairs;
  size_t count;
  const double* poses;
  ptrdiff_t pose_stride;
} abut_shape_pairs;

/* The same for pairs of shapes; everything is in A's frame. */
ABUT_C_API int abut_query_shape_pairs_f32(int threads, const abut_shapes* shapes, const abut_shape_pairs* pairs,
                                          const abut_query_options* options, const abut_contacts_f32* out);
ABUT_C_API int abut_query_shape_pairs_f64(int threads, const abut_shapes* shapes, const abut_shape_pairs* pairs,
                                          const abut_query_options* options, const abut_contacts_f64* out);

/* Whether the parts of each pair intersect, 1 or 0; `out` has one element a pair. */
ABUT_C_API int abut_intersect_pairs_f32(int threads, const abut_shapes* shapes, const abut_parts* parts,
                                        const abut_pairs* pairs, uint8_t* out);
ABUT_C_API int abut_intersect_pairs_f64(int threads, const abut_shapes* shapes, const abut_parts* parts,
                                        const abut_pairs* pairs, uint8_t* out);

typedef struct abut_detect_options {
  size_t size;
  double alert_distance; /* default 0: touching and overlapping pairs only */
  /* Null (default), or the meshes of shapes: pairs with a shape that has one meet facet by facet, and may have several
     contacts (abut/c/facets.h). Trees that they lack are built: the handle is changed. On cores alone. */
  abut_facet_trees* facets;
} abut_detect_options;

ABUT_C_API int abut_detect_options_init(abut_detect_options* options, size_t size);

/* Candidate pairs, queries, selection: as `abut::detect`. */
ABUT_C_API int abut_detect_f32(int threads, const abut_shapes* shapes, const abut_bodies* bodies,
                               const abut_detect_options* options, abut_detection** detection);
ABUT_C_API int abut_detect_f64(int threads, const abut_shapes* shapes, const abut_bodies* bodies,
                               const abut_detect_options* options, abut_detection** detection);
/* For given candidate pairs of parts. */
ABUT_C_API int abut_detect_candidates_f32(int threads, const abut_shapes* shapes, const abut_bodies* bodies,
                                          const abut_pairs* candidates, const abut_detect_options* options,
                                          abut_detection** detection);
ABUT_C_API int abut_detect_candidates_f64(int threads, const abut_shapes* shapes, const abut_bodies* bodies,
                                          const abut_pairs* candidates, const abut_detect_options* options,
                                          abut_detection** detection);

typedef struct abut_detection_report {
  size_t size;
  uint64_t contacts;
  uint64_t candidate_pairs;
  uint64_t status[ABUT_STATUS_COUNT]; /* of all candidate pairs */
  double broad_seconds, narrow_seconds, total_seconds;
  uint32_t is_f64; /* 1: made by a function that ends in _f64 */
  uint32_t unused;
} abut_detection_report;

ABUT_C_API int abut_detection_free(abut_detection* detection);
ABUT_C_API int abut_detection_get_report(const abut_detection* detection, abut_detection_report* report);
/* The contacts' pairs of parts. */
ABUT_C_API int abut_detection_pairs(const abut_detection* detection, const abut_pair_list* out);
/* Their records, into arrays with room for `capacity`; `count` gets how many there are. */
ABUT_C_API int abut_detection_contacts_f32(const abut_detection* detection, const abut_contacts_f32* out,
                                           size_t capacity, size_t* count);
ABUT_C_API int abut_detection_contacts_f64(const abut_detection* detection, const abut_contacts_f64* out,
                                           size_t capacity, size_t* count);

#ifdef __cplusplus
}
#endif
