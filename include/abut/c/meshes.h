/* Meshes, convex parts, Minkowski differences, scenes and files.
 *
 * Text is written to `text` with a 0 at its end if `capacity` bytes hold it; `bytes` gets how many that takes. Null and
 * 0 ask for the number alone. */
#pragma once

#include "abut/c/patches.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Vertices x y z each, triangles of three vertices each. */
ABUT_C_API int abut_mesh_new(const double* vertices, size_t vertex_count, const uint32_t* triangles,
                             size_t triangle_count, abut_mesh** mesh);
ABUT_C_API int abut_mesh_free(abut_mesh* mesh);
ABUT_C_API int abut_mesh_counts(const abut_mesh* mesh, size_t* vertices, size_t* triangles);
/* Either array may be null; capacities in vertices and triangles. */
ABUT_C_API int abut_mesh_copy(const abut_mesh* mesh, double* vertices, size_t vertex_capacity, uint32_t* triangles,
                              size_t triangle_capacity);

/* OBJ, STL, PLY or OFF; faces with more than three corners are cut into triangles, vertices alone give their hull. */
ABUT_C_API int abut_read_mesh(const char* path, abut_mesh** mesh);
/* `is_mesh` gets 1 where a path ends as a mesh does that `abut_read_mesh` reads, else 0. */
ABUT_C_API int abut_is_mesh_path(const char* path, int* is_mesh);
/* Equal vertices welded, unused ones dropped. */
ABUT_C_API int abut_weld(const abut_mesh* mesh, abut_mesh** welded);

/* As `abut::MeshReport`. */
typedef struct abut_mesh_report {
  size_t size;
  uint64_t vertices, triangles, boundary_edges, non_manifold_edges, degenerate_triangles, duplicate_vertices,
      unused_vertices, components, hull_vertices, hull_faces;
  double box_min[3], box_max[3], radius; /* of the bounding sphere about the box centre */
  double area, volume, centroid[3], inertia[9], hull_volume, convexity, largest_concavity;
  uint32_t closed, consistently_oriented, outward, unused;
} abut_mesh_report;

ABUT_C_API int abut_examine(const abut_mesh* mesh, abut_mesh_report* report);

/* As `abut::MassProperties`, for density 1. */
typedef struct abut_mass_report {
  size_t size;
  double volume, centre[3];
  double inertia[9]; /* about the centre, along the axes of the frame; by rows */
  double moments[3]; /* about the principal axes through the centre */
  double axes[9];    /* by rows; its columns are these axes in the frame, right-handed */
} abut_mass_report;

/* Of the solid that a mesh encloses, cavities left out. */
ABUT_C_API int abut_mass_properties(const abut_mesh* mesh, abut_mass_report* report);

/* The moments of a symmetric matrix, by rows, and its axes: the columns of a right-handed rotation. */
ABUT_C_API int abut_principal_axes(const double inertia[9], double moments[3], double axes[9]);

typedef struct abut_repair_report {
  size_t size;
  uint64_t steps;     /* lines of the text that say what was changed */
  uint64_t crossings; /* pairs of facets of one shell that go through each other */
  double crossing[3]; /* a place of the first */
  uint32_t is_solid;  /* 1: closed and outward; 0: the last line of the text says why not */
  uint32_t unused;
} abut_repair_report;

/* Makes a closed solid of a mesh where that is safe. `report` and `text` may be null. With ABUT_TOO_SMALL, for the
   text, no mesh is made. */
ABUT_C_API int abut_repair_mesh(const abut_mesh* mesh, abut_mesh** repaired, abut_repair_report* report, char* text,
                                size_t capacity, size_t* bytes);

/* What `abut_repair_mesh` would leave of a mesh's faults, in words: crossings and shells that face the wrong way, a
   line for each kind; empty where there are none. */
ABUT_C_API int abut_faults_of(const abut_mesh* mesh, char* text, size_t capacity, size_t* bytes);

/* Meshes in a list: parts of a body. */
ABUT_C_API int abut_mesh_list_new(abut_mesh_list** list);
ABUT_C_API int abut_mesh_list_free(abut_mesh_list* list);
ABUT_C_API int abut_mesh_list_add(abut_mesh_list* list, const abut_mesh* mesh);
ABUT_C_API int abut_mesh_list_count(const abut_mesh_list* list, size_t* count);
/* A copy, with a handle of its own. */
ABUT_C_API int abut_mesh_list_get(const abut_mesh_list* list, size_t index, abut_mesh** mesh);

enum { ABUT_PARTS_FIT = 0, ABUT_PARTS_COVER = 1 };
enum { ABUT_ENGINE_ABUT = 0, ABUT_ENGINE_COACD = 1 };
/* What a mesh stands for, as `abut::PartsBody`. */
enum { ABUT_BODY_AUTOMATIC = 0, ABUT_BODY_SOLID = 1, ABUT_BODY_SURFACE = 2 };

/* As `abut::DecomposeOptions`. */
typedef struct abut_decompose_options {
  size_t size;
  uint32_t mode;          /* default ABUT_PARTS_COVER */
  uint32_t engine;        /* default ABUT_ENGINE_ABUT */
  double concavity;       /* default 0.05 */
  uint32_t most_parts;    /* default 0: as many as it takes */
  uint32_t most_vertices; /* of a part; default 256 */
  uint32_t cuts;          /* whether planes may cut facets; default 1 */
  uint32_t body;          /* default ABUT_BODY_AUTOMATIC */
  double time_limit;      /* of the other engine, in seconds; default 600 */
  double thickness;       /* of a surface's parts, over half of the mesh's longest side; default 0: chosen */
} abut_decompose_options;

ABUT_C_API int abut_decompose_options_init(abut_decompose_options* options, size_t size);

/* Convex parts of a mesh. */
ABUT_C_API int abut_decompose(const abut_mesh* mesh, const abut_decompose_options* options, abut_mesh_list** parts);

/* As `abut::PartsReport`. */
typedef struct abut_parts_report {
  size_t size;
  uint64_t parts, vertices, uncovered;
  double concavity, relative_concavity, largest_gap, volume_ratio, overlap;
  uint32_t covers, surface;
  double least_relative_concavity;
} abut_parts_report;

ABUT_C_API int abut_measure_parts(const abut_mesh* mesh, const abut_mesh_list* parts, abut_parts_report* report);

/* As `abut::WrapOptions` and `abut::WrappedMesh`. */
typedef struct abut_wrap_options {
  size_t size;
  uint32_t resolution; /* default 48 */
  uint32_t unused;     /* 0 */
} abut_wrap_options;
typedef struct abut_wrap_report {
  size_t size;
  double cell, wrap_to_mesh, mesh_to_wrap, mesh_outside;
  uint64_t sheets;
} abut_wrap_report;

ABUT_C_API int abut_wrap_options_init(abut_wrap_options* options, size_t size);
/* A closed mesh around any other; `options` and `report` may be null. */
ABUT_C_API int abut_wrap_mesh(const abut_mesh* mesh, const abut_wrap_options* options, abut_mesh** wrap,
                              abut_wrap_report* report);

ABUT_C_API int abut_write_obj(const abut_mesh_list* meshes, const char* path);
/* part_000.obj and so on, scene.json, parts.svg, into a folder that is made if missing. */
ABUT_C_API int abut_write_parts(const char* name, const abut_mesh* body, const abut_mesh_list* parts,
                                const char* folder);

/* A - B of two convex hulls; `b_in_a` null: the same frame. */
ABUT_C_API int abut_minkowski_difference(const abut_vertices* a, const abut_vertices* b, const abut_pose* b_in_a,
                                         abut_polytope** difference);
/* The places of a reference point carried by B at which A and B touch or overlap; `b_rotation` and `reference_point`
   may be null. */
ABUT_C_API int abut_entrance_block(const abut_vertices* a, const abut_vertices* b, const double b_rotation[9],
                                   const double reference_point[3], abut_polytope** block);
ABUT_C_API int abut_polytope_free(abut_polytope* polytope);
ABUT_C_API int abut_polytope_counts(const abut_polytope* polytope, uint32_t* dimension, size_t* vertices, size_t* faces,
                                    size_t* face_vertices);
/* Arrays as long as the counts say, or null: vertices x y z, sources two each, begin one more than faces. */
ABUT_C_API int abut_polytope_copy(const abut_polytope* polytope, double* vertices, uint32_t* sources, uint32_t* begin,
                                  uint32_t* face_vertices);

/* A scene file, JSON: docs/reference/scene-format.md. One with a mesh as facets is refused: its shapes alone would be
   the meshes' hulls. */
ABUT_C_API int abut_read_scene(const char* path, abut_scene** scene);
/* The same, and scenes with meshes as facets too, which meet by their `abut_scene_facet_trees` (abut/c/facets.h). */
ABUT_C_API int abut_read_scene_with_facets(const char* path, abut_scene** scene);
ABUT_C_API int abut_scene_free(abut_scene* scene);
/* Handles that share the scene's shapes and bodies; to be freed as others, before or after the scene. */
ABUT_C_API int abut_scene_shapes(const abut_scene* scene, abut_shapes** shapes);
ABUT_C_API int abut_scene_bodies(const abut_scene* scene, abut_bodies** bodies);

typedef struct abut_scene_report {
  size_t size;
  uint64_t pairs; /* that the file names, of parts */
  double alert_distance;
  uint32_t shapes, bodies, parts;
  uint32_t has_pairs; /* 0: all pairs may meet */
  uint32_t is_f64;    /* the precision that the file asks for; 0: float */
  uint32_t unused;
} abut_scene_report;

ABUT_C_API int abut_scene_get_report(const abut_scene* scene, abut_scene_report* report);
ABUT_C_API int abut_scene_pairs(const abut_scene* scene, const abut_pair_list* out);

enum { ABUT_TEXT_LENGTH_UNIT = 0, ABUT_TEXT_SHAPE_NAME = 1, ABUT_TEXT_BODY_NAME = 2 };
ABUT_C_API int abut_scene_text(const abut_scene* scene, int what, uint32_t index, char* text, size_t capacity,
                               size_t* bytes);

typedef struct abut_grain_scene_options {
  size_t size;
  uint64_t count;     /* default 1000 */
  uint64_t seed;      /* default 1 */
  double fraction;    /* volume of the grains over that of the box; default 0.5 */
  double concavity;   /* 0: hulls (default); above 0: convex parts */
  const char* grains; /* folder with the grain meshes; has no default */
} abut_grain_scene_options;

ABUT_C_API int abut_grain_scene_options_init(abut_grain_scene_options* options, size_t size);
ABUT_C_API int abut_write_grain_scene(const abut_grain_scene_options* options, const char* path);

/* contacts.csv, contacts.vtp, bodies.vtp, shapes.vtp, view.py and summary.json. `patches`: null, or those of the
   detection's contacts, with area, centre, offsets, points and gaps. Contacts between facets are those of the scene's
   meshes, and have no patches. */
ABUT_C_API int abut_write_results_f32(const abut_scene* scene, const abut_detection* detection,
                                      const char* summary_json, const char* folder, const abut_patches_f32* patches);
ABUT_C_API int abut_write_results_f64(const abut_scene* scene, const abut_detection* detection,
                                      const char* summary_json, const char* folder, const abut_patches_f64* patches);

#ifdef __cplusplus
}
#endif
