/* The nearly convex parts of a surface that deforms, on cores: as abut/deforming_parts.h. Each facet is in one part,
   which stands for the hull of its facets' nodes. */
#pragma once

#include "abut/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How far from convex a part is, in the unit of the nodes: as `abut::DeformingPart`. */
typedef struct abut_deforming_part {
  /* Largest distance of a point of the hull from the facets, when last measured. From above, by no more than 2 % of
     itself or a 50th of the threshold, whichever is more, unless that takes too many steps. */
  double concavity;
  double bound; /* the concavity is at most this now */
} abut_deforming_part;

/* What a step did: as `abut::DeformingPartsStep`. */
typedef struct abut_deforming_parts_step {
  size_t size;
  uint32_t measured;   /* parts whose bound had passed the threshold */
  uint32_t decomposed; /* of them, those that were beyond it: parted again */
  uint32_t unusable;   /* parts with a node that is not finite: left as they were */
  uint32_t unused;
} abut_deforming_parts_step;

/* `facets`: three nodes each; `nodes`: x y z each; all are copied. No part is farther from convex than `concavity`, in
   the unit of the nodes, at least 1e-8 of half of the longest side of the facets' box; a single facet is a part in any
   case. ABUT_FAILED where a part takes more than 10,000. */
ABUT_C_API int abut_deforming_parts_new(const uint32_t* facets, size_t facet_count, const double* nodes,
                                        size_t node_count, double concavity, abut_deforming_parts** parts);
ABUT_C_API int abut_deforming_parts_free(abut_deforming_parts* parts);
/* The step's positions, x y z each. What is too far from convex now is parted again: its first set of facets keeps its
   number, the others come behind all. `step`: null, or gets what was done; set `step->size` first. A node that is not
   finite is no failure: its part is left as it was. ABUT_FAILED as above: then all parts are as before. */
ABUT_C_API int abut_deforming_parts_move(abut_deforming_parts* parts, const double* nodes, size_t node_count,
                                         abut_deforming_parts_step* step);
/* One a part; `capacity` and `count` in parts. Null and 0 ask for the number alone. */
ABUT_C_API int abut_deforming_parts_parts(const abut_deforming_parts* parts, abut_deforming_part* out, size_t capacity,
                                          size_t* count);
/* Which part a facet is in, for each facet; likewise. */
ABUT_C_API int abut_deforming_parts_part_of_facets(const abut_deforming_parts* parts, uint32_t* part, size_t capacity,
                                                   size_t* count);

#ifdef __cplusplus
}
#endif
