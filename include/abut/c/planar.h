/* The plane: as abut/planar.h. Vectors are x y. */
#pragma once

#include "abut/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `rotation`: cosine and sine. */
typedef struct abut_planar_pose {
  double position[2];
  double rotation[2];
} abut_planar_pose;

typedef struct abut_planar_body {
  uint32_t shape;
  uint32_t unused; /* 0 */
  abut_planar_pose pose;
} abut_planar_body;

ABUT_C_API int abut_planar_pose_of(const double position[2], double angle, abut_planar_pose* pose);

ABUT_C_API int abut_planar_shapes_new(abut_planar_shapes** shapes);
ABUT_C_API int abut_planar_shapes_free(abut_planar_shapes* shapes);
ABUT_C_API int abut_planar_shapes_add_point(abut_planar_shapes* shapes, const double vertex[2], double rounding,
                                            uint32_t* index);
ABUT_C_API int abut_planar_shapes_add_disc(abut_planar_shapes* shapes, double radius, uint32_t* index);
ABUT_C_API int abut_planar_shapes_add_segment(abut_planar_shapes* shapes, const double v0[2], const double v1[2],
                                              double rounding, uint32_t* index);
ABUT_C_API int abut_planar_shapes_add_polygon(abut_planar_shapes* shapes, const double* points, size_t count,
                                              double rounding, uint32_t* index);
ABUT_C_API int abut_planar_shapes_count(const abut_planar_shapes* shapes, uint32_t* count);
/* Either array may be null; `sources` are the places of the vertices among the points given. */
ABUT_C_API int abut_planar_shapes_vertices(const abut_planar_shapes* shapes, uint32_t shape, double* vertices,
                                           uint32_t* sources, size_t capacity, size_t* count);
/* Indices of the vertices of the convex hull, counter-clockwise; `hull` has room for `count`. */
ABUT_C_API int abut_planar_hull(const double* points, size_t count, uint32_t* hull, size_t* hull_count);
/* The same shapes in space, at z = 0, for the searches on a device. */
ABUT_C_API int abut_flat_shapes(const abut_planar_shapes* shapes, abut_shapes** flat);

typedef struct abut_planar_bodies {
  size_t size;
  const abut_planar_body* bodies;
  size_t count;
} abut_planar_bodies;

/* Groups that each body is in and meets; both null: any two may pair. */
typedef struct abut_planar_masks {
  size_t size;
  const uint32_t* groups;
  const uint32_t* meets;
} abut_planar_masks;

/* Pairs of bodies that may be within the alert distance of each other. `masks` may be null; `out->rows` has to be. */
ABUT_C_API int abut_find_planar_pairs(int threads, const abut_planar_shapes* shapes, const abut_planar_bodies* bodies,
                                      double alert_distance, const abut_planar_masks* masks, const abut_pair_list* out);
ABUT_C_API int abut_planar_pair_finder_new(int threads, abut_planar_pair_finder** finder);
ABUT_C_API int abut_planar_pair_finder_free(abut_planar_pair_finder* finder);
ABUT_C_API int abut_planar_pair_finder_find(abut_planar_pair_finder* finder, const abut_planar_shapes* shapes,
                                            const abut_planar_bodies* bodies, double alert_distance,
                                            const abut_planar_masks* masks, const abut_pair_list* out);
ABUT_C_API int abut_planar_pair_finder_pairs(const abut_planar_pair_finder* finder, const abut_pair_list* out);
ABUT_C_API int abut_planar_pair_finder_reset(abut_planar_pair_finder* finder);
ABUT_C_API int abut_planar_pair_finder_searches(const abut_planar_pair_finder* finder, uint64_t* searches);
ABUT_C_API int abut_planar_pair_finder_memory(const abut_planar_pair_finder* finder, size_t* bytes);

/* Records: as `abut::PlanarContact`, `PlanarPatch` and `PlanarOverlap`. */
typedef struct abut_planar_contact_f32 {
  float separation;
  float normal[2];
  float witness_a[2];
  float witness_b[2];
  float point[2];
  uint64_t feature_a;
  uint64_t feature_b;
  float lower_bound;
  float bound_gap;
  uint8_t status;
  uint8_t gjk_iterations;
  uint8_t epa_iterations;
  uint64_t key;
} abut_planar_contact_f32;

typedef struct abut_planar_patch_f32 {
  float begin[2], end[2];
  float length;
  float point[2];
} abut_planar_patch_f32;

typedef struct abut_planar_overlap_f32 {
  float area;
  float centroid[2];
  float normal[2];
  float moment;
} abut_planar_overlap_f32;

typedef struct abut_planar_contact_f64 {
  double separation;
  double normal[2];
  double witness_a[2];
  double witness_b[2];
  double point[2];
  uint64_t feature_a;
  uint64_t feature_b;
  double lower_bound;
  double bound_gap;
  uint8_t status;
  uint8_t gjk_iterations;
  uint8_t epa_iterations;
  uint64_t key;
} abut_planar_contact_f64;

typedef struct abut_planar_patch_f64 {
  double begin[2], end[2];
  double length;
  double point[2];
} abut_planar_patch_f64;

typedef struct abut_planar_overlap_f64 {
  double area;
  double centroid[2];
  double normal[2];
  double moment;
} abut_planar_overlap_f64;

typedef struct abut_planar_query_options {
  size_t size;
  double alert_distance; /* from 0; default infinite */
  double patch_margin;   /* from 0, finite; default 0 */
  abut_cache* cache;     /* null, or one a pair */
} abut_planar_query_options;

ABUT_C_API int abut_planar_query_options_init(abut_planar_query_options* options, size_t size);

/* Where a query writes: one record a pair; each array may be null. */
typedef struct abut_planar_records_f32 {
  size_t size;
  abut_planar_contact_f32* contacts;
  abut_planar_patch_f32* patches;
  abut_planar_overlap_f32* overlaps; /* null on a device */
} abut_planar_records_f32;
typedef struct abut_planar_records_f64 {
  size_t size;
  abut_planar_contact_f64* contacts;
  abut_planar_patch_f64* patches;
  abut_planar_overlap_f64* overlaps; /* null on a device */
} abut_planar_records_f64;

/* Pairs of bodies: as `abut::query_planar_pairs`. */
ABUT_C_API int abut_query_planar_pairs_f32(int threads, const abut_planar_shapes* shapes,
                                           const abut_planar_bodies* bodies, const abut_pairs* pairs,
                                           const abut_planar_query_options* options,
                                           const abut_planar_records_f32* out);
ABUT_C_API int abut_query_planar_pairs_f64(int threads, const abut_planar_shapes* shapes,
                                           const abut_planar_bodies* bodies, const abut_pairs* pairs,
                                           const abut_planar_query_options* options,
                                           const abut_planar_records_f64* out);

/* A polygon to be written: as many vertices as A and B have together are room enough. `vertices` null and `capacity` 0
   ask for the number alone. */
typedef struct abut_planar_polygon {
  size_t size;
  double* vertices;
  uint32_t* sources; /* null, or two a vertex: the vertices of A and B that it comes from */
  size_t capacity;
  size_t* count; /* gets how many vertices there are, whether or not they fit */
} abut_planar_polygon;

/* A - B of two convex polygons; `b_in_a` null: the same frame. */
ABUT_C_API int abut_planar_minkowski_difference(const abut_vertices* a, const abut_vertices* b,
                                                const abut_planar_pose* b_in_a, const abut_planar_polygon* out);
/* The places of a reference point carried by B at which A and B touch or overlap; `b_rotation` (cosine and sine) and
   `reference_point` may be null. */
ABUT_C_API int abut_planar_entrance_block(const abut_vertices* a, const abut_vertices* b, const double b_rotation[2],
                                          const double reference_point[2], const abut_planar_polygon* out);

#ifdef __cplusplus
}
#endif
