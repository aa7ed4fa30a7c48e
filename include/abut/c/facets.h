/* Contacts between single facets, on cores: as abut/facet_contacts.h. Pairs that a list names, detections, scenes. */
#pragma once

#include "abut/c/meshes.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ABUT_NO_FACET 0xffffffffu

/* As `abut::FacetMeshOptions`. */
typedef struct abut_facet_mesh_options {
  size_t size;
  double flatness; /* facets are one plane where no corner is farther from it than this times the mesh's size; 0 to
                      1e-3, default 2^-40 */
  double rounding; /* dilation radius, from 0; default 0 */
} abut_facet_mesh_options;

ABUT_C_API int abut_facet_mesh_options_init(abut_facet_mesh_options* options, size_t size);

/* The facets of shapes with their trees, each of one set of shapes. One handle may be searched by several threads at
   once, while none sets a mesh or builds. */
ABUT_C_API int abut_facet_trees_new(abut_facet_trees** trees);
ABUT_C_API int abut_facet_trees_free(abut_facet_trees* trees);
/* Gives a shape the facets of a mesh, which is copied: any triangles, in the shape's frame, within the shape. */
ABUT_C_API int abut_facet_trees_set_mesh(abut_facet_trees* trees, const abut_shapes* shapes, uint32_t shape,
                                         const abut_mesh* mesh, const abut_facet_mesh_options* options);
/* Builds what the shapes of the pairs (of parts) lack; `built`: null, or gets how many. In every step, before a
   search. */
ABUT_C_API int abut_facet_trees_build(int threads, abut_facet_trees* trees, const abut_shapes* shapes,
                                      const abut_parts* parts, const abut_pairs* pairs, size_t* built);
/* `has` gets 1 where the shape's tree has been built, else 0. */
ABUT_C_API int abut_facet_trees_has(const abut_facet_trees* trees, uint32_t shape, int* has);
/* `has` gets 1 where a mesh stands for the shape, built or not, else 0. */
ABUT_C_API int abut_facet_trees_has_mesh(const abut_facet_trees* trees, uint32_t shape, int* has);
/* The memory of all that was built. */
ABUT_C_API int abut_facet_trees_bytes(const abut_facet_trees* trees, size_t* bytes);
/* `count` gets one more than the last shape that is known here, built or not. */
ABUT_C_API int abut_facet_trees_shape_count(const abut_facet_trees* trees, uint32_t* count);

/* What a surface is, and how much there is of it. */
typedef struct abut_facet_surface_report {
  size_t size;
  uint64_t vertices, facets, edges;
  double rounding; /* dilation radius */
  uint32_t solid;  /* 1: closed and consistently oriented, and touched from outside; 0: touched from both sides */
  uint32_t convex; /* 1: of a convex shape, whose queries are queries of the surface; else 0 */
} abut_facet_surface_report;

/* Caller's arrays, any may be null: what contacts name of a surface, as `abut::FacetSurfaceView`. A facet is
   `facet_a` or `facet_b` of a contact; the others are numbers of features: vertices by `vertex_ids`, edges by
   `edge_ids`, faces by `planes`. */
typedef struct abut_facet_surface {
  size_t size;
  double* vertices;     /* x y z each, in the shape's frame; equal ones of a mesh are one */
  uint32_t* vertex_ids; /* one each */
  size_t vertex_capacity;
  uint32_t* facets; /* three vertices each, places in `vertices` */
  uint32_t* planes; /* one each: facets of one plane that hang together have the same */
  size_t facet_capacity;
  uint32_t* edges;    /* two vertices each, places in `vertices` */
  uint32_t* edge_ids; /* one each; ABUT_NO_FACET: inside of a fan, where the shape has no edge */
  size_t edge_capacity;
} abut_facet_surface;

/* Of a shape whose tree has been built; ABUT_INVALID_INPUT for another. Set `report->size` first. */
ABUT_C_API int abut_facet_trees_get_surface_report(const abut_facet_trees* trees, uint32_t shape,
                                                   abut_facet_surface_report* report);
/* The same shape's surface, as it is now: a shape that is built anew may have another. With ABUT_TOO_SMALL, for an
   array that is not null, none is written. */
ABUT_C_API int abut_facet_trees_copy_surface(const abut_facet_trees* trees, uint32_t shape,
                                             const abut_facet_surface* out);

/* As `abut::FacetRoom`: what a search on a device finds before it is put in order, of all pairs of parts. */
typedef struct abut_facet_room {
  uint64_t facet_pairs; /* pairs of facets in each other's zones, and overlaps of records */
  uint64_t contacts;    /* of these, each time features are met, and one for two facets that may cross */
} abut_facet_room;

/* As `abut::FacetOptions`. */
typedef struct abut_facet_options {
  size_t size;
  double alert_distance; /* facets farther apart are left out; parts' own are added; finite, from 0, default 0 */
  double cone_tolerance; /* sine; 0 to 0.5, default 1e-6 */
  uint32_t contacts;     /* 1: contacts of features (default); 0: all pairs of facets within the distance */
  uint32_t join_parts;   /* whether contacts that another part of the same body hides are left out; default 1 */
  abut_facet_room room;  /* of a search on a device, for what it finds; default 0; on cores memory grows */
} abut_facet_options;

ABUT_C_API int abut_facet_options_init(abut_facet_options* options, size_t size);

/* What a contact between facets is: as `abut::FacetContactKind`. */
enum {
  ABUT_FACETS_APART = 0,
  ABUT_FACETS_BELOW = 1,
  ABUT_FACETS_CROSSING = 2,
  ABUT_FACETS_TOUCHING = 3,
  ABUT_FACETS_PART = 4
};

/* Caller's arrays, as `abut::FacetContactsView`: those of pair i are offsets[i] to offsets[i + 1]. `offsets` has one
   more than there are pairs and may not be null; the others may, and have room for `capacity`. */
typedef struct abut_facet_contacts_f32 {
  size_t size;
  uint64_t* offsets;
  uint64_t capacity;
  uint64_t* needed;       /* null, or gets how many contacts there are; if more than `capacity`, none is written */
  abut_array_u32 facet_a; /* of a mesh: its triangle; of a shape: the place among the fans of its faces */
  abut_array_u32 facet_b;
  abut_array_f32 separation;
  abut_vectors_f32 normal; /* world axes, unit, from A to B; zero where nothing tells */
  abut_vectors_f32 witness_a;
  abut_vectors_f32 witness_b;
  abut_vectors_f32 point;
  abut_array_u64 feature_a;
  abut_array_u64 feature_b;
  abut_array_u8 kind; /* ABUT_FACETS_... */
  abut_array_u64 key;
  abut_facet_room* room_needed; /* on a device: gets what there should have been room for; cores leave it alone */
} abut_facet_contacts_f32;
typedef struct abut_facet_contacts_f64 {
  size_t size;
  uint64_t* offsets;
  uint64_t capacity;
  uint64_t* needed;       /* null, or gets how many contacts there are; if more than `capacity`, none is written */
  abut_array_u32 facet_a; /* of a mesh: its triangle; of a shape: the place among the fans of its faces */
  abut_array_u32 facet_b;
  abut_array_f64 separation;
  abut_vectors_f64 normal; /* world axes, unit, from A to B; zero where nothing tells */
  abut_vectors_f64 witness_a;
  abut_vectors_f64 witness_b;
  abut_vectors_f64 point;
  abut_array_u64 feature_a;
  abut_array_u64 feature_b;
  abut_array_u8 kind; /* ABUT_FACETS_... */
  abut_array_u64 key;
  abut_facet_room* room_needed; /* on a device: gets what there should have been room for; cores leave it alone */
} abut_facet_contacts_f64;

/* The facet contacts of pairs of parts, whose trees have been built. `of->contacts`: null, or what a query has written
   of the pairs, for the depth of convex shapes: `separation`, `normal`, `witness_a`, the features and `status` are
   needed. With ABUT_TOO_SMALL `offsets` and `needed` have been written: ask without the other arrays first, for the
   number. */
ABUT_C_API int abut_find_facet_contacts_f32(int threads, const abut_facet_trees* trees, const abut_parts* parts,
                                            const abut_pair_contacts_f32* of, const abut_facet_options* options,
                                            const abut_facet_contacts_f32* out);
ABUT_C_API int abut_find_facet_contacts_f64(int threads, const abut_facet_trees* trees, const abut_parts* parts,
                                            const abut_pair_contacts_f64* of, const abut_facet_options* options,
                                            const abut_facet_contacts_f64* out);

/* --- detections and scenes
 * ----------------------------------------------------------------------------------------------- */
/* New trees, none of them built yet, with the scene's meshes as facets: for `abut_detect_options` and all that takes
   trees of the scene's shapes. They hold copies, and no mesh where the scene has none. */
ABUT_C_API int abut_scene_facet_trees(const abut_scene* scene, abut_facet_trees** trees);

/* Caller's arrays, one element a contact of a detection, as `abut::ContactFacets`; any may be null. */
typedef struct abut_contact_facets {
  size_t size;
  abut_array_u32 facet_a; /* of a mesh: its triangle; ABUT_NO_FACET: the pair has not met facet by facet */
  abut_array_u32 facet_b; /* of a shape without a mesh: the place among the fans of its faces */
  abut_array_u8 kind;     /* ABUT_FACETS_...; says nothing where there is no facet */
} abut_contact_facets;

/* What contacts between facets have besides their records, into arrays with room for `capacity`; `count` gets how many
   contacts there are. Of a detection of either precision, with or without facets. */
ABUT_C_API int abut_detection_facets(const abut_detection* detection, const abut_contact_facets* out, size_t capacity,
                                     size_t* count);

/* --- `abut::FacetContactFinder`: the same contacts from step to step; what it has found at one serves the next ones
 * ------------------------------- */
/* What a step goes through: parts, their shapes, and the facets of these. */
typedef struct abut_faceted_parts {
  size_t size;
  const abut_shapes* shapes;
  abut_facet_trees* trees; /* what is missing is built when parts first come near each other */
  const abut_parts* parts;
} abut_faceted_parts;

/* What became of a step's candidates: as `abut::FacetStepCounts`. */
typedef struct abut_facet_step_counts {
  size_t size;
  uint64_t candidates;
  uint64_t apart;  /* left out by a subtraction */
  uint64_t hulls;  /* whose hulls' distance was asked */
  uint64_t kept;   /* whose facets were those kept from a step before */
  uint64_t listed; /* whose facets were looked for in both trees */
  uint64_t box_pairs, facet_pairs, distances;
} abut_facet_step_counts;

ABUT_C_API int abut_facet_contact_finder_new(int threads, abut_facet_contact_finder** finder);
ABUT_C_API int abut_facet_contact_finder_free(abut_facet_contact_finder* finder);
/* One call a step. `candidates`: pairs of parts, sorted, as searches make them. `pairs` gets those that have contacts,
   `out` the contacts of these: `out->offsets` has room for one more than `pairs->capacity`, and may be null where
   `pairs->pairs` is. Both get how many there are, whether or not they fit; of the arrays all are written, or with
   ABUT_TOO_SMALL none. */
ABUT_C_API int abut_facet_contact_finder_find_f32(abut_facet_contact_finder* finder, const abut_faceted_parts* parts,
                                                  const abut_pairs* candidates, const abut_facet_options* options,
                                                  const abut_pair_list* pairs, const abut_facet_contacts_f32* out);
ABUT_C_API int abut_facet_contact_finder_find_f64(abut_facet_contact_finder* finder, const abut_faceted_parts* parts,
                                                  const abut_pairs* candidates, const abut_facet_options* options,
                                                  const abut_pair_list* pairs, const abut_facet_contacts_f64* out);
/* The last answer again, without a search: after ABUT_TOO_SMALL. In the precision in which it was found. */
ABUT_C_API int abut_facet_contact_finder_contacts_f32(const abut_facet_contact_finder* finder,
                                                      const abut_pair_list* pairs, const abut_facet_contacts_f32* out);
ABUT_C_API int abut_facet_contact_finder_contacts_f64(const abut_facet_contact_finder* finder,
                                                      const abut_pair_list* pairs, const abut_facet_contacts_f64* out);
/* The pairs of the last answer alone. */
ABUT_C_API int abut_facet_contact_finder_pairs(const abut_facet_contact_finder* finder, const abut_pair_list* out);
/* Of the last step. Set `counts->size` first. */
ABUT_C_API int abut_facet_contact_finder_counts(const abut_facet_contact_finder* finder,
                                                abut_facet_step_counts* counts);
/* Of what is kept for the next step; the last answer takes memory besides. */
ABUT_C_API int abut_facet_contact_finder_memory(const abut_facet_contact_finder* finder, size_t* bytes);
/* Forgets everything, the last answer too. */
ABUT_C_API int abut_facet_contact_finder_reset(abut_facet_contact_finder* finder);

#ifdef __cplusplus
}
#endif
