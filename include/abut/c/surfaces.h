/* Closed NURBS surfaces, their contacts by knots and their separation, on cores: as abut/surface/surface_contacts.h and
   abut/surface/surface_separation.h. */
#pragma once

#include "abut/c/meshes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- surfaces
 * ----------------------------------------------------------------------------------------------------------------- */
/* A surface in the caller's arrays, as `abut::NurbsSurface`: n = knot_count_u - degree_u - 1 control points along u,
   m along v likewise. */
typedef struct abut_surface_data {
  size_t size;
  uint32_t degree_u, degree_v; /* 1 to 7 */
  const double* knots_u;
  size_t knot_count_u;
  const double* knots_v;
  size_t knot_count_v;
  const double* points;  /* x y z each; of (i, j) at i * m + j */
  const double* weights; /* as the points; null: all 1 */
  size_t point_count;
} abut_surface_data;

/* Copies the arrays. */
ABUT_C_API int abut_surface_new(const abut_surface_data* data, abut_surface** surface);
ABUT_C_API int abut_surface_free(abut_surface* surface);
/* Arrays of the surface's own; valid until the handle is freed. Set `data->size` first. */
ABUT_C_API int abut_surface_get_data(const abut_surface* surface, abut_surface_data* data);

/* A box about the origin as a closed surface, normals outward: a wall among surfaces. */
ABUT_C_API int abut_box_surface(const double half_extents[3], abut_surface** surface);
/* JSON, as abut/surface/surface_file.h has it. */
ABUT_C_API int abut_read_surface(const char* path, abut_surface** surface);
ABUT_C_API int abut_write_surface(const char* path, const abut_surface* surface);

/* As `abut::FitOptions`. */
typedef struct abut_fit_options {
  size_t size;
  uint32_t rows;      /* spans from pole to pole, 4 to 512; default 24 */
  uint32_t columns;   /* spans around, 8 to 1024; default 48 */
  uint32_t degree;    /* along both, 3 to 7; default 3 */
  uint32_t most_rows; /* where rows and columns stop to grow; default 128 and 256 */
  uint32_t most_columns;
  uint32_t unused;  /* 0 */
  double tolerance; /* above 0: they grow until the largest error is no more; default 0 */
} abut_fit_options;

ABUT_C_API int abut_fit_options_init(abut_fit_options* options, size_t size);

/* What of `abut::SurfaceFit` is beside the surface. */
typedef struct abut_fit_report {
  size_t size;
  double largest_error, rms_error, least_facing;
  uint64_t samples;
  uint32_t rows, columns;
  double centre[3];
  double axes[9]; /* by rows */
} abut_fit_report;

/* A mesh that is closed, outward, of one piece, without holes through it, and star-shaped, as a surface. `report` may
   be null. */
ABUT_C_API int abut_fit_surface(const abut_mesh* mesh, const abut_fit_options* options, abut_surface** surface,
                                abut_fit_report* report);

/* Of the solid that a closed surface encloses, for density 1. */
ABUT_C_API int abut_surface_mass_properties(const abut_surface* surface, abut_mass_report* report);

/* A point that stands for a surface in contact, as `abut::KnotPosition`. */
typedef struct abut_knot {
  double u, v;
  double point[3];
  double normal[3]; /* u x v, unit; 0 where there is none */
} abut_knot;

/* As `abut::KnotPositionOptions`. */
typedef struct abut_knot_options {
  size_t size;
  double distance; /* between corners, above 0: nothing that is as short is split; no default */
  double angle;    /* between normals, in radians, from 0: nothing that turns as little is split; default 0 */
  double largest;  /* what is longer is split even where it is flat; default: infinite */
  uint64_t most;   /* knots; default 2^20 */
} abut_knot_options;

ABUT_C_API int abut_knot_options_init(abut_knot_options* options, size_t size);

/* `count` gets how many there are; null and 0 ask for the number alone. */
ABUT_C_API int abut_knot_positions(const abut_surface* surface, const abut_knot_options* options, abut_knot* knots,
                                   size_t capacity, size_t* count);

/* --- surfaces of shapes
 * ------------------------------------------------------------------------------------------------------- */
/* Surfaces with knots, each of a shape of one set. One handle may be read by several threads at once, while none
   sets. */
ABUT_C_API int abut_contact_surfaces_new(abut_contact_surfaces** surfaces);
ABUT_C_API int abut_contact_surfaces_free(abut_contact_surfaces* surfaces);
/* Gives a shape a closed surface, normals outward, in the shape's frame; copies it and the knots. The shape has to hold
   the surface: the hull of its control points does. No knots: a wall, which meets those of others. Once for each
   shape. */
ABUT_C_API int abut_contact_surfaces_set(abut_contact_surfaces* surfaces, const abut_shapes* shapes, uint32_t shape,
                                         const abut_surface* surface, const abut_knot* knots, size_t knot_count);
/* `has` gets 1 where the shape has a surface, else 0. */
ABUT_C_API int abut_contact_surfaces_has(const abut_contact_surfaces* surfaces, uint32_t shape, int* has);
/* A copy, with a handle of its own. */
ABUT_C_API int abut_contact_surfaces_surface(const abut_contact_surfaces* surfaces, uint32_t shape,
                                             abut_surface** surface);
/* As `abut_knot_positions`. */
ABUT_C_API int abut_contact_surfaces_knots(const abut_contact_surfaces* surfaces, uint32_t shape, abut_knot* knots,
                                           size_t capacity, size_t* count);
ABUT_C_API int abut_contact_surfaces_bytes(const abut_contact_surfaces* surfaces, size_t* bytes);

/* --- `abut::SurfaceContactFinder`: contacts by knots; what it has found at one step serves the next ones
 * ---------------------------------------------- */
/* Bit of a key: the knot is of B, and its closest point on A. */
#define ABUT_SURFACE_CONTACT_OF_B ((uint64_t)1 << 32)

/* As `abut::SurfaceContactOptions`. */
typedef struct abut_surface_contact_options {
  size_t size;
  double alert_distance; /* knots with a larger gap are left out; parts' own are added; finite, from 0, default 0 */
  uint32_t knots_of_a;   /* whether knots of A meet B; default 1 */
  uint32_t knots_of_b;   /* and those of B meet A; default 1 */
} abut_surface_contact_options;

ABUT_C_API int abut_surface_contact_options_init(abut_surface_contact_options* options, size_t size);

/* Caller's arrays, as `abut::SurfaceContacts`: those of pair i are offsets[i] to offsets[i + 1]. All may be null;
   `offsets` has room for one more than the pairs, the others for `capacity`. */
typedef struct abut_surface_contacts_f32 {
  size_t size;
  uint64_t* offsets;
  uint64_t capacity;
  uint64_t* needed;          /* null, or gets how many contacts there are */
  abut_array_u64 key;        /* the knot, with ABUT_SURFACE_CONTACT_OF_B for one of B */
  abut_array_f32 separation; /* the gap */
  abut_vectors_f32 normal;   /* world axes, unit, from A to B */
  abut_vectors_f32 point;    /* midway between the knot and its closest point */
  abut_array_f64 u;          /* of the closest point, on the other surface */
  abut_array_f64 v;
  abut_array_u8 status;
} abut_surface_contacts_f32;
typedef struct abut_surface_contacts_f64 {
  size_t size;
  uint64_t* offsets;
  uint64_t capacity;
  uint64_t* needed;          /* null, or gets how many contacts there are */
  abut_array_u64 key;        /* the knot, with ABUT_SURFACE_CONTACT_OF_B for one of B */
  abut_array_f64 separation; /* the gap */
  abut_vectors_f64 normal;   /* world axes, unit, from A to B */
  abut_vectors_f64 point;    /* midway between the knot and its closest point */
  abut_array_f64 u;          /* of the closest point, on the other surface */
  abut_array_f64 v;
  abut_array_u8 status;
} abut_surface_contacts_f64;

/* What a step goes through: parts, and the surfaces of their shapes. */
typedef struct abut_surfaced_parts {
  size_t size;
  const abut_contact_surfaces* surfaces;
  const abut_parts* parts;
} abut_surfaced_parts;

/* What a step took: as `abut::SurfaceStepCounts`. */
typedef struct abut_surface_step_counts {
  size_t size;
  uint64_t candidates; /* pairs */
  uint64_t sides;      /* of pairs: the knots of one body against the other */
  uint64_t spheres;    /* about knots, whose gap was asked */
  uint64_t knots;      /* whose own gap was looked at */
  uint64_t queries;    /* of these: whose closest point was asked */
} abut_surface_step_counts;

/* One finder is for one `abut_contact_surfaces`. */
ABUT_C_API int abut_surface_contact_finder_new(int threads, abut_surface_contact_finder** finder);
ABUT_C_API int abut_surface_contact_finder_free(abut_surface_contact_finder* finder);
/* One call a step. `candidates`: pairs of parts, sorted, as searches make them. `pairs` gets those that have contacts,
   `out` the contacts of these: `out->offsets` has room for one more than `pairs->capacity`, and may be null where
   `pairs->pairs` is. Both get how many there are, whether or not they fit; of the arrays all are written, or with
   ABUT_TOO_SMALL none. */
ABUT_C_API int abut_surface_contact_finder_find_f32(abut_surface_contact_finder* finder,
                                                    const abut_surfaced_parts* parts, const abut_pairs* candidates,
                                                    const abut_surface_contact_options* options,
                                                    const abut_pair_list* pairs, const abut_surface_contacts_f32* out);
ABUT_C_API int abut_surface_contact_finder_find_f64(abut_surface_contact_finder* finder,
                                                    const abut_surfaced_parts* parts, const abut_pairs* candidates,
                                                    const abut_surface_contact_options* options,
                                                    const abut_pair_list* pairs, const abut_surface_contacts_f64* out);
/* The last answer again, without a search: after ABUT_TOO_SMALL. In the precision in which it was found. */
ABUT_C_API int abut_surface_contact_finder_contacts_f32(const abut_surface_contact_finder* finder,
                                                        const abut_pair_list* pairs,
                                                        const abut_surface_contacts_f32* out);
ABUT_C_API int abut_surface_contact_finder_contacts_f64(const abut_surface_contact_finder* finder,
                                                        const abut_pair_list* pairs,
                                                        const abut_surface_contacts_f64* out);
/* The pairs of the last answer alone. */
ABUT_C_API int abut_surface_contact_finder_pairs(const abut_surface_contact_finder* finder, const abut_pair_list* out);
/* Of the last step. Set `counts->size` first. */
ABUT_C_API int abut_surface_contact_finder_counts(const abut_surface_contact_finder* finder,
                                                  abut_surface_step_counts* counts);
/* Of what is kept for the next step; the last answer takes memory besides. */
ABUT_C_API int abut_surface_contact_finder_memory(const abut_surface_contact_finder* finder, size_t* bytes);
/* All that is kept, for a finder of the same surfaces on the same kind of machine to go on with, to the bit. `bytes`
   gets how many that takes; null and 0 ask for the number alone. */
ABUT_C_API int abut_surface_contact_finder_save(const abut_surface_contact_finder* finder, void* saved, size_t capacity,
                                                size_t* bytes);
/* ABUT_INVALID_INPUT for what `save` has not made; the finder then stays as it was. */
ABUT_C_API int abut_surface_contact_finder_restore(abut_surface_contact_finder* finder, const void* saved,
                                                   size_t bytes);
/* Forgets everything, the last answer too. */
ABUT_C_API int abut_surface_contact_finder_reset(abut_surface_contact_finder* finder);

/* --- separation without knots
 * ------------------------------------------------------------------------------------------------- */
/* As `abut::SurfaceSeparationOptions`. */
typedef struct abut_surface_separation_options {
  size_t size;
  double distance_tolerance; /* of the proof, over the sum of both sizes; above 0 to 0.5, default 2^-36 */
  double depth_tolerance;    /* likewise of a depth; default 2^-20 */
  uint32_t rectangles;       /* after how many it gives up; default 65536 */
  uint32_t unused;           /* 0 */
} abut_surface_separation_options;

ABUT_C_API int abut_surface_separation_options_init(abut_surface_separation_options* options, size_t size);

/* As `abut::SurfaceSeparation`. */
typedef struct abut_surface_separation_report {
  size_t size;
  double separation;  /* the least distance; or minus the depth of the point that is deepest in the other body */
  double lower_bound; /* proved: the separation is no less */
  double normal[3];   /* world axes, unit, from A to B; 0 where nothing tells */
  double point_a[3];  /* of the surfaces, nearest to each other, relative to the position of A */
  double point_b[3];
  double u_a, v_a, u_b, v_b;
  uint32_t status;
  uint32_t rectangles; /* how many were looked at */
} abut_surface_separation_report;

/* Two shapes with their poses in the world; null is the identity. */
typedef struct abut_placed_shapes {
  size_t size;
  const abut_pose* pose_a;
  const abut_pose* pose_b;
  uint32_t shape_a, shape_b;
} abut_placed_shapes;

/* Of the surfaces of two shapes: the least distance, or how deep one reaches into the other, with a proof. Set
   `report->size` first. */
ABUT_C_API int abut_surface_separation(const abut_contact_surfaces* surfaces, const abut_placed_shapes* shapes,
                                       const abut_surface_separation_options* options,
                                       abut_surface_separation_report* report);

#ifdef __cplusplus
}
#endif
