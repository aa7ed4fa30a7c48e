/* Bodies that deform, their contacts and the derivatives of these, on cores: as abut/deform/deforming_bodies.h,
   deforming_contacts.h, gap_hessians.h and facet_overlaps.h. Impacts within a step are in abut/c/impacts.h. */
#pragma once

#include "abut/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- bodies ------------------------------------------------------------------------------------------------------- */
/* As `abut::DeformingOptions`. */
typedef struct abut_deforming_options {
  size_t size;
  double rebuild_at; /* a build is tried where a tree's cost has changed by more than this, above 0; default 0.05 */
} abut_deforming_options;

ABUT_C_API int abut_deforming_options_init(abut_deforming_options* options, size_t size);

/* As `abut::DeformingMesh`: what a body is made of, by its own nodes, which are numbered from 0 on. Any array may be
   null if it has no rows, but not all. Of a solid with itself no contacts are told through its own walls: see
   docs/explanation/deforming.md, "Gaps". */
typedef struct abut_deforming_mesh {
  size_t size;
  uint32_t node_count;
  uint32_t self_contact;     /* whether its facets are searched against each other; default 1 */
  uint32_t solid;            /* 1: facets enclose it, counter-clockwise from outside; of elements they always do */
  uint32_t unused;           /* 0 */
  const uint32_t* triangles; /* three nodes each, counter-clockwise from outside */
  size_t triangle_count;
  const uint32_t* quadrilaterals; /* four, likewise */
  size_t quadrilateral_count;
  const uint32_t* tetrahedra; /* four; the first three run counter-clockwise as seen from the fourth */
  size_t tetrahedron_count;
  const uint32_t* hexahedra; /* eight; 0 to 3 around a face, seen from the opposite one; 4 to 7 above them */
  size_t hexahedron_count;
} abut_deforming_mesh;

ABUT_C_API int abut_deforming_mesh_init(abut_deforming_mesh* mesh, size_t size);

/* What facets of a body are made of: as `abut::FacetSource`. */
enum { ABUT_FROM_TRIANGLE = 0, ABUT_FROM_QUADRILATERAL = 1, ABUT_FROM_TETRAHEDRON = 2, ABUT_FROM_HEXAHEDRON = 3 };

/* One facet's origin. */
typedef struct abut_facet_origin {
  uint32_t source; /* ABUT_FROM_... */
  uint32_t index;  /* in that list of the mesh */
} abut_facet_origin;

/* What is wrong with a body, the worst last: as `abut::BodyFault`. */
enum { ABUT_BODY_SOUND = 0, ABUT_COLLAPSED_FACET = 1, ABUT_INVERTED_ELEMENT = 2, ABUT_UNUSABLE_NODE = 3 };

/* As `abut::DeformingBodyStatus`. */
typedef struct abut_deforming_status {
  size_t size;
  uint32_t fault;
  uint32_t index; /* the first facet, element (of all tetrahedra, then hexahedra) or node with it */
  uint32_t facet; /* a facet that has it, or UINT32_MAX: none on the surface has */
  uint32_t count; /* how many have it */
} abut_deforming_status;

/* As `abut::TreeQuality`. */
typedef struct abut_tree_quality {
  size_t size;
  double cost, built_cost;
  uint32_t builds;
  uint32_t unused;
} abut_tree_quality;

ABUT_C_API int abut_deforming_bodies_new(const abut_deforming_options* options, abut_deforming_bodies** bodies);
ABUT_C_API int abut_deforming_bodies_free(abut_deforming_bodies* bodies);
/* Copies the mesh; `body`: null, or gets the body's number, from 0 on. Its nodes come behind those of the bodies
   before. */
ABUT_C_API int abut_deforming_bodies_add(abut_deforming_bodies* bodies, const abut_deforming_mesh* mesh,
                                         uint32_t* body);
ABUT_C_API int abut_deforming_bodies_body_count(const abut_deforming_bodies* bodies, uint32_t* count);
/* Of all bodies. */
ABUT_C_API int abut_deforming_bodies_node_count(const abut_deforming_bodies* bodies, uint32_t* count);
ABUT_C_API int abut_deforming_bodies_facet_count(const abut_deforming_bodies* bodies, uint32_t* count);
/* Where the body's nodes begin among all. */
ABUT_C_API int abut_deforming_bodies_node_begin(const abut_deforming_bodies* bodies, uint32_t body, uint32_t* node);
/* Three nodes of the body each; `capacity` and `count` in facets. Null and 0 ask for the number alone. */
ABUT_C_API int abut_deforming_bodies_facets(const abut_deforming_bodies* bodies, uint32_t body, uint32_t* facets,
                                            size_t capacity, size_t* count);
/* As many as facets, likewise. */
ABUT_C_API int abut_deforming_bodies_origins(const abut_deforming_bodies* bodies, uint32_t body,
                                             abut_facet_origin* origins, size_t capacity, size_t* count);
/* Two nodes of the body each, the lower first, ascending; `capacity` and `count` in edges. */
ABUT_C_API int abut_deforming_bodies_edges(const abut_deforming_bodies* bodies, uint32_t body, uint32_t* edges,
                                           size_t capacity, size_t* count);
/* 1 or 0. */
ABUT_C_API int abut_deforming_bodies_is_solid(const abut_deforming_bodies* bodies, uint32_t body, int* solid);
ABUT_C_API int abut_deforming_bodies_has_self_contact(const abut_deforming_bodies* bodies, uint32_t body, int* has);
/* The step's positions, x y z each, of all bodies, in the world: copied. Trees are refitted, or built anew. A node that
   is not finite is no failure: the body's status tells. */
ABUT_C_API int abut_deforming_bodies_move(int threads, abut_deforming_bodies* bodies, const double* nodes,
                                          size_t node_count);
/* Those of the last move, x y z each; `capacity` and `count` in nodes. */
ABUT_C_API int abut_deforming_bodies_nodes(const abut_deforming_bodies* bodies, double* nodes, size_t capacity,
                                           size_t* count);
/* The worst that is wrong, and how good the tree is, since the last move. Set `size` first. */
ABUT_C_API int abut_deforming_bodies_status(const abut_deforming_bodies* bodies, uint32_t body,
                                            abut_deforming_status* status);
ABUT_C_API int abut_deforming_bodies_quality(const abut_deforming_bodies* bodies, uint32_t body,
                                             abut_tree_quality* quality);
/* All that is wrong with the body, each kind once, the worst last: four numbers each, `fault`, `index`, `facet` and
   `count` as in `abut_deforming_status`; `capacity` and `count` in such rows. */
ABUT_C_API int abut_deforming_bodies_faults(const abut_deforming_bodies* bodies, uint32_t body, uint32_t* faults,
                                            size_t capacity, size_t* count);
/* The cost that a tree built now would have. */
ABUT_C_API int abut_deforming_bodies_fresh_cost(const abut_deforming_bodies* bodies, uint32_t body, double* cost);
ABUT_C_API int abut_deforming_bodies_bytes(const abut_deforming_bodies* bodies, size_t* bytes);

/* --- contacts ----------------------------------------------------------------------------------------------------- */
/* As `abut::DeformingContactOptions`. */
typedef struct abut_deforming_contact_options {
  size_t size;
  double alert_distance; /* in the unit of the nodes; finite, from 0, default 0 */
} abut_deforming_contact_options;

/* Caller's arrays for pairs of facets, as `abut::DeformingPairs`: those of pair i of bodies are offsets[i] to
   offsets[i + 1]. */
typedef struct abut_deforming_pair_list {
  size_t size;
  uint64_t* offsets; /* null, or room for one more than there are pairs of bodies */
  abut_pair* facets; /* null, or room for `capacity`, as the next */
  uint8_t* crossing; /* not 0: they have a point in common */
  uint64_t capacity;
  uint64_t* needed; /* null, or gets how many pairs of facets there are */
} abut_deforming_pair_list;

/* What meets: as `abut::GapKind`. */
enum { ABUT_NODE_FACET = 0, ABUT_EDGE_EDGE = 1 };

/* One contact, as `abut::FacetGap`: sum of weights[k] * x[k] = gap * normal, in the world. */
typedef struct abut_deforming_contact {
  uint32_t nodes[4]; /* of all bodies: the node and the facet's three; or two of each edge */
  double weights[4]; /* 1 and minus the barycentric coordinates; or 1 - s, s, t - 1, -t */
  double gap;        /* the distance; below 0 where a node is inside of a solid's face, or edges are past each other */
  double normal[3];  /* unit, or 0 where nothing tells */
  double area;       /* share of the surface: of the node; of two edges, half of what both have */
  uint64_t key;      /* the same in every step */
  uint32_t kind;     /* ABUT_NODE_FACET or ABUT_EDGE_EDGE */
  uint8_t support;   /* bit k is set where weight k is not 0 */
  uint8_t node_of_b; /* 1: a node of body b, with a facet of a */
  uint16_t unused;
} abut_deforming_contact;

/* Caller's arrays for contacts, as `abut::DeformingContacts`: those of pair i of bodies are offsets[i] to
   offsets[i + 1]. */
typedef struct abut_deforming_contact_list {
  size_t size;
  uint64_t* offsets;                /* null, or room for one more than there are pairs of bodies */
  abut_deforming_contact* contacts; /* null, or room for `capacity` */
  uint64_t capacity;
  uint64_t* needed;           /* null, or gets how many contacts there are */
  abut_pair* crossing_bodies; /* null, or room for `crossing_capacity`: facets of these have points in common */
  uint64_t* crossing_pairs;   /* likewise: how many pairs of facets have */
  uint64_t crossing_capacity;
  uint64_t* crossing_needed; /* null, or gets how many pairs of bodies these are */
} abut_deforming_contact_list;

/* All pairs of facets of bodies, and of one body with self-contact, within the alert distance. `bodies_found` gets the
   pairs of bodies that have any. Numbers are written whether or not they fit; of the arrays all are written, or with
   ABUT_TOO_SMALL none. Ask with null arrays for the numbers: that costs a search, which a finder saves. */
ABUT_C_API int abut_find_deforming_pairs(int threads, const abut_deforming_bodies* bodies,
                                         const abut_deforming_contact_options* options,
                                         const abut_pair_list* bodies_found, const abut_deforming_pair_list* out);
/* Their nodes with facets and edges with edges within it, likewise. */
ABUT_C_API int abut_find_deforming_contacts(int threads, const abut_deforming_bodies* bodies,
                                            const abut_deforming_contact_options* options,
                                            const abut_pair_list* bodies_found, const abut_deforming_contact_list* out);

/* The second derivatives of gaps by their four nodes: 144 each, [12 * (3 * i + r) + 3 * j + c] by coordinate r of node
   i and c of node j. `nodes`: the positions that the contacts were found with, x y z each. */
typedef struct abut_gap_list {
  size_t size;
  const abut_deforming_contact* contacts;
  size_t count;
} abut_gap_list;
ABUT_C_API int abut_gap_hessians(int threads, const abut_gap_list* gaps, const double* nodes, size_t node_count,
                                 double* hessians);

/* What two facets a and b cover of each other, as `abut::FacetOverlap`: sum of weights[k] * x[k] = gap * normal. All 0
   where the area is. */
typedef struct abut_facet_overlap {
  double area;       /* as seen along the normal, where the gap is one that counts */
  double gap;        /* mean over it; below 0 where they have gone through each other */
  double normal[3];  /* unit, along n_b - n_a */
  double facing;     /* -n_a . n_b */
  double weights[6]; /* means of barycentric coordinates: of a's corners, then of b's with a minus */
  double moments[7]; /* integrals of powers of the gap, from 0 to 6 */
} abut_facet_overlap;

/* What a function of an overlap changes by with it, as `abut::OverlapSlopes`. */
typedef struct abut_overlap_slopes {
  double moments[7];
  double facing;
} abut_overlap_slopes;

/* Pairs of facets, and which gaps count: from `least_gap` to `most_gap`, infinities allowed. */
typedef struct abut_facet_pair_list {
  size_t size;
  const double* nodes; /* x y z each */
  size_t node_count;
  const uint32_t* corners; /* six a pair: three of a, three of b, counter-clockwise as seen from outside */
  size_t count;            /* of pairs */
  double least_gap, most_gap;
} abut_facet_pair_list;

/* Six corners for each of the facets that `abut_find_deforming_pairs` has found: `offsets` and `facets` as it gives
   them, the first with one more entry than there are pairs of bodies. `corners` has room for six numbers a facet pair,
   6 * offsets[body_pairs->count]. */
ABUT_C_API int abut_pair_corners(const abut_deforming_bodies* bodies, const abut_pairs* body_pairs,
                                 const uint64_t* offsets, const abut_pair* facets, uint32_t* corners);
/* `overlaps` has room for one a pair. */
ABUT_C_API int abut_facet_overlaps(int threads, const abut_facet_pair_list* pairs, abut_facet_overlap* overlaps);
/* The derivatives of functions of overlaps by the corners, x y z each, 18 a pair, where `by` has those by the overlaps,
   one a pair. */
ABUT_C_API int abut_facet_overlap_gradients(int threads, const abut_facet_pair_list* pairs,
                                            const abut_overlap_slopes* by, double* gradients);

/* Shares of the surface, as `abut::DeformingAreas`; arrays may be null. */
typedef struct abut_deforming_area_arrays {
  size_t size;
  double* of_nodes; /* room for `node_capacity`: of all nodes */
  size_t node_capacity;
  double* of_edges; /* room for `edge_capacity`: of all edges, one body after the other */
  size_t edge_capacity;
} abut_deforming_area_arrays;
/* `nodes` and `edges`: null, or get how many there are, also with ABUT_TOO_SMALL. */
ABUT_C_API int abut_deforming_areas(int threads, const abut_deforming_bodies* bodies,
                                    const abut_deforming_area_arrays* out, size_t* nodes, size_t* edges);

/* --- `abut::DeformingContactFinder`: the same from step to step; the last answer stays in the handle -------------- */
/* As `abut::DeformingFinderCounts`. */
typedef struct abut_deforming_finder_counts {
  size_t size;
  uint64_t searches; /* steps in which trees were searched */
  uint64_t reuses;   /* steps that a list of candidates served instead */
} abut_deforming_finder_counts;

/* `skin`: trees of bodies none of whose nodes has moved by more than half of it are not searched; a length. */
ABUT_C_API int abut_deforming_contact_finder_new(double skin, abut_deforming_contact_finder** finder);
ABUT_C_API int abut_deforming_contact_finder_free(abut_deforming_contact_finder* finder);
/* A step's pairs or contacts, which stay in the finder; where that fails there are none. */
ABUT_C_API int abut_deforming_contact_finder_find_pairs(int threads, abut_deforming_contact_finder* finder,
                                                        const abut_deforming_bodies* bodies,
                                                        const abut_deforming_contact_options* options);
ABUT_C_API int abut_deforming_contact_finder_find_contacts(int threads, abut_deforming_contact_finder* finder,
                                                           const abut_deforming_bodies* bodies,
                                                           const abut_deforming_contact_options* options);
/* What was found last, of each of the two, into arrays as above; none before the first. */
ABUT_C_API int abut_deforming_contact_finder_pairs(const abut_deforming_contact_finder* finder,
                                                   const abut_pair_list* bodies_found,
                                                   const abut_deforming_pair_list* out);
ABUT_C_API int abut_deforming_contact_finder_contacts(const abut_deforming_contact_finder* finder,
                                                      const abut_pair_list* bodies_found,
                                                      const abut_deforming_contact_list* out);
/* Set `counts->size` first. */
ABUT_C_API int abut_deforming_contact_finder_counts(const abut_deforming_contact_finder* finder,
                                                    abut_deforming_finder_counts* counts);

#ifdef __cplusplus
}
#endif
