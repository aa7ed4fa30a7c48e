/* Impacts of moving features within a step, on cores: as abut/deform/impacts.h. */
#pragma once

#include "abut/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which features: as `abut::ImpactKind`. */
enum { ABUT_VERTEX_TRIANGLE_IMPACT = 0, ABUT_EDGE_EDGE_IMPACT = 1 };

/* What is known of two features in a step: as `abut::ImpactStatus`. */
enum {
  ABUT_NO_IMPACT = 0,              /* proved: farther than the distance throughout the step */
  ABUT_IMPACT = 1,                 /* at `time` within the distance and the tolerance */
  ABUT_IMPACT_AT_START = 2,        /* so at the start: `time` is 0 */
  ABUT_IMPACT_ITERATION_LIMIT = 3, /* proved farther until `time`; what follows is not known */
  ABUT_IMPACT_NOT_FINITE = 4       /* a coordinate, or a difference of two, is no number; `time` is 0 */
};

/* As `abut::ImpactOptions`; in float lengths are rounded up. */
typedef struct abut_impact_options {
  size_t size;
  double distance; /* minimum separation in the unit of the nodes, from 0, default 0: nearer is an impact */
  double
      tolerance; /* an impact is told within `distance` and this; from 0, default 0: the least that rounding allows */
  uint32_t iterations; /* from 1, default 512 */
  uint32_t unused;     /* 0 */
} abut_impact_options;

ABUT_C_API int abut_impact_options_init(abut_impact_options* options, size_t size);

/* Positions of the same nodes at the start and at the end of a step, x y z each, along straight lines in between. */
typedef struct abut_step_nodes_f32 {
  size_t size;
  const float* before;
  const float* after;
  size_t count; /* of nodes */
} abut_step_nodes_f32;
typedef struct abut_step_nodes_f64 {
  size_t size;
  const double* before;
  const double* after;
  size_t count; /* of nodes */
} abut_step_nodes_f64;

/* One impact, as `abut::Impact`. */
typedef struct abut_impact_f32 {
  float time;       /* 0 to 1, no later than the first time within the distance; 1 where there is none */
  float separation; /* at that time, of the two points that the weights tell */
  float weights[4]; /* vertex, then the triangle's corners, which add up to 1; or two of each edge */
  uint32_t status;
  uint32_t iterations;
} abut_impact_f32;
typedef struct abut_impact_f64 {
  double time;       /* 0 to 1, no later than the first time within the distance; 1 where there is none */
  double separation; /* at that time, of the two points that the weights tell */
  double weights[4]; /* vertex, then the triangle's corners, which add up to 1; or two of each edge */
  uint32_t status;
  uint32_t iterations;
} abut_impact_f64;

/* Pairs of features, four nodes each: a vertex and the corners of a triangle, or the ends of two edges. */
typedef struct abut_impact_queries {
  size_t size;
  uint32_t kind;   /* ABUT_..._IMPACT, of all */
  uint32_t unused; /* 0 */
  const uint32_t* nodes;
  size_t count;
} abut_impact_queries;

/* `out`: one a query. A query with a node that is not finite is no failure: its status tells. */
ABUT_C_API int abut_find_impacts_f32(int threads, const abut_step_nodes_f32* nodes, const abut_impact_queries* queries,
                                     const abut_impact_options* options, abut_impact_f32* out);
ABUT_C_API int abut_find_impacts_f64(int threads, const abut_step_nodes_f64* nodes, const abut_impact_queries* queries,
                                     const abut_impact_options* options, abut_impact_f64* out);

/* Facets that a step is looked at for, three nodes each. */
typedef struct abut_step_facets {
  size_t size;
  const uint32_t* nodes;
  size_t count; /* of facets */
} abut_step_facets;

/* One vertex with one facet, or two edges, as `abut::StepImpact`. */
typedef struct abut_step_impact_f32 {
  uint32_t facet_a, facet_b; /* a < b: those that the two belong to */
  uint32_t nodes[4];
  uint32_t kind;
  uint32_t unused;
  abut_impact_f32 impact; /* of any status but ABUT_NO_IMPACT */
} abut_step_impact_f32;
typedef struct abut_step_impact_f64 {
  uint32_t facet_a, facet_b; /* a < b: those that the two belong to */
  uint32_t nodes[4];
  uint32_t kind;
  uint32_t unused;
  abut_impact_f64 impact; /* of any status but ABUT_NO_IMPACT */
} abut_step_impact_f64;

/* What of `abut::StepImpacts` is beside its lists. */
typedef struct abut_step_impact_report {
  size_t size;
  double first_time;   /* of the earliest, 1 where there is none: so far all nodes may go */
  uint64_t first;      /* which it is; 0 where there is none */
  uint64_t candidates; /* queries that were asked */
  uint64_t impacts;    /* how many there are */
  uint64_t unusable;   /* facets with a node that is not finite */
} abut_step_impact_report;

/* Caller's arrays; any may be null. */
typedef struct abut_step_impacts_f32 {
  size_t size;
  abut_step_impact_f32* impacts; /* room for `capacity`: by facets, then by kind */
  uint64_t capacity;
  uint32_t* unusable; /* room for `unusable_capacity`: facets in no pair, ascending */
  uint64_t unusable_capacity;
} abut_step_impacts_f32;
typedef struct abut_step_impacts_f64 {
  size_t size;
  abut_step_impact_f64* impacts; /* room for `capacity`: by facets, then by kind */
  uint64_t capacity;
  uint32_t* unusable; /* room for `unusable_capacity`: facets in no pair, ascending */
  uint64_t unusable_capacity;
} abut_step_impacts_f64;

/* All impacts of vertices with facets and of edges with edges that have no node in common. Set `report->size` first; it
   is written with ABUT_TOO_SMALL too, the arrays are not. `out` may be null: `first_time` is in the report. */
ABUT_C_API int abut_find_step_impacts_f32(int threads, const abut_step_nodes_f32* nodes, const abut_step_facets* facets,
                                          const abut_impact_options* options, abut_step_impact_report* report,
                                          const abut_step_impacts_f32* out);
ABUT_C_API int abut_find_step_impacts_f64(int threads, const abut_step_nodes_f64* nodes, const abut_step_facets* facets,
                                          const abut_impact_options* options, abut_step_impact_report* report,
                                          const abut_step_impacts_f64* out);

#ifdef __cplusplus
}
#endif
