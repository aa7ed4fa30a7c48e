/* The C interface of Abut: versions, errors, and the structures that every part of it shares. See abut/abut_c.h. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define ABUT_C_MAJOR 0
#define ABUT_C_MINOR 2
#define ABUT_C_PATCH 0

#define ABUT_C_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* What every function returns that can fail. */
enum {
  ABUT_OK = 0,
  ABUT_INVALID_INPUT = 1,  /* an argument's value is not allowed */
  ABUT_INVALID_HANDLE = 2, /* a handle that is null, freed, of another kind or not one of this library's */
  ABUT_TOO_SMALL = 3,      /* a capacity; the number that is needed has been written, the arrays have not */
  ABUT_CUDA_ERROR = 4,     /* no CUDA in this build, no device, or a call or launch that failed */
  ABUT_FILE_ERROR = 5,     /* the path and the operating system's reason are in the message */
  ABUT_OUT_OF_MEMORY = 6,
  ABUT_WRONG_VERSION = 7, /* the header is of another version than the library: see abut_check_version */
  ABUT_FAILED = 8         /* anything else, as the message says */
};

/* One line about the last call of this thread that failed, naming function, argument, value and what is allowed; empty
   before the first. Valid until the thread's next failure. */
ABUT_C_API const char* abut_last_message(void);

/* Of the library: major << 16 | minor << 8 | patch. */
ABUT_C_API uint32_t abut_version(void);

/* ABUT_OK where a program with a header of this version can use the library: the same major version and a minor one
   that is not newer; before 1.0, where a minor version may change a structure, the same minor version. Else
   ABUT_WRONG_VERSION. `ABUT_CHECK_VERSION()` asks with what the header says; call it once, first. */
ABUT_C_API int abut_check_version(uint32_t major, uint32_t minor);
#define ABUT_CHECK_VERSION() abut_check_version(ABUT_C_MAJOR, ABUT_C_MINOR)

/* Null where CUDA functions can be used; else one line that says why not. It stays as it is on its thread until the
   reason changes. */
ABUT_C_API const char* abut_cuda_unavailable_reason(void);

typedef struct abut_shapes abut_shapes;
typedef struct abut_bodies abut_bodies;
typedef struct abut_mesh abut_mesh;
typedef struct abut_mesh_list abut_mesh_list;
typedef struct abut_scene abut_scene;
typedef struct abut_detection abut_detection;
typedef struct abut_pair_finder abut_pair_finder;
typedef struct abut_pair_filter abut_pair_filter;
typedef struct abut_polytope abut_polytope;
typedef struct abut_planar_shapes abut_planar_shapes;
typedef struct abut_planar_pair_finder abut_planar_pair_finder;
typedef struct abut_particle_list abut_particle_list;
typedef struct abut_device_shapes abut_device_shapes;
typedef struct abut_device_planar_shapes abut_device_planar_shapes;
typedef struct abut_facet_trees abut_facet_trees;
typedef struct abut_facet_contact_finder abut_facet_contact_finder;
typedef struct abut_device_facets abut_device_facets;
typedef struct abut_surface abut_surface;
typedef struct abut_contact_surfaces abut_contact_surfaces;
typedef struct abut_surface_contact_finder abut_surface_contact_finder;
typedef struct abut_deforming_bodies abut_deforming_bodies;
typedef struct abut_deforming_contact_finder abut_deforming_contact_finder;
typedef struct abut_deforming_parts abut_deforming_parts;

/* Two parts, two shapes, or what the function says. */
typedef struct abut_pair {
  uint32_t a, b;
} abut_pair;

/* Pairs that a function reads. */
typedef struct abut_pairs {
  size_t size; /* sizeof(abut_pairs), as every `size` */
  const abut_pair* pairs;
  size_t count;
} abut_pairs;

/* A list of pairs that a function writes: on cores into `pairs` if there is room for all of them, else ABUT_TOO_SMALL;
   `pairs` null and `capacity` 0 ask for the number alone, with ABUT_OK. Functions of a device write no pair where there
   is too little room, and read such lists too (abut/c/cuda.h). */
typedef struct abut_pair_list {
  size_t size;
  abut_pair* pairs;
  uint64_t capacity;
  uint64_t* count; /* gets how many there are, whether or not they fit */
  uint64_t* rows;  /* null, or where the pairs of each `a` begin: one more than there are, from functions that say so */
} abut_pair_list;

/* Coordinates one after the other: x y z of each vertex, x y in the plane. */
typedef struct abut_vertices {
  size_t size;
  const double* coordinates;
  size_t count; /* of vertices */
} abut_vertices;

/* world = rotation * local + position; the matrix row by row. */
typedef struct abut_pose {
  double position[3];
  double rotation[9];
} abut_pose;

/* The rotation matrix of the quaternion (w, x, y, z), of any length but 0. */
ABUT_C_API int abut_rotation_from_quaternion(double w, double x, double y, double z, double rotation[9]);

/* A caller's array, `stride` in elements from one to the next; 0 counts as 1. `data` null: not wanted. */
typedef struct abut_array_u8 {
  uint8_t* data;
  ptrdiff_t stride;
} abut_array_u8;
typedef struct abut_array_u32 {
  uint32_t* data;
  ptrdiff_t stride;
} abut_array_u32;
typedef struct abut_array_u64 {
  uint64_t* data;
  ptrdiff_t stride;
} abut_array_u64;
typedef struct abut_array_f32 {
  float* data;
  ptrdiff_t stride;
} abut_array_f32;
typedef struct abut_array_f64 {
  double* data;
  ptrdiff_t stride;
} abut_array_f64;

/* Three coordinates with one stride: rows of three (y = x + 1, z = x + 2, stride 3) or three arrays (stride 1). All
   three are null, or none. */
typedef struct abut_vectors_f32 {
  float* x;
  float* y;
  float* z;
  ptrdiff_t stride;
} abut_vectors_f32;
typedef struct abut_vectors_f64 {
  double* x;
  double* y;
  double* z;
  ptrdiff_t stride;
} abut_vectors_f64;

/* A `status` byte: one of these in the lower half, flags in the upper one. */
enum {
  ABUT_CONVERGED = 0,
  ABUT_TOUCHING = 1,           /* converged, and |separation| is within tolerance of 0 */
  ABUT_FARTHER_THAN_ALERT = 2, /* `separation` is a lower bound */
  ABUT_ITERATION_LIMIT = 3,    /* the best found; `bound_gap` says how far it can be off */
  ABUT_DEGENERATE_SHAPE = 4,
  ABUT_UNSUPPORTED_PAIR = 5,
  ABUT_INVALID_POSE = 6,
  ABUT_STATUS_COUNT = 7,
  ABUT_STATUS_MASK = 0x0f,
  ABUT_NORMAL_UNDEFINED = 0x80
};

/* A feature's kind is its two top bits, its index the lower 32. */
enum { ABUT_FEATURE_UNKNOWN = 0, ABUT_FEATURE_VERTEX = 1, ABUT_FEATURE_EDGE = 2, ABUT_FEATURE_FACE = 3 };
#define ABUT_FEATURE_KIND(code) ((int)((uint64_t)(code) >> 62))
#define ABUT_FEATURE_INDEX(code) ((uint32_t)((uint64_t)(code)&0xffffffffu))

/* What a query of a pair leaves for the next one, kept by the caller from step to step; all zero at first. */
typedef struct abut_cache {
  uint32_t words[32];
} abut_cache;

/* The contact record, one array a field, one element a pair; any may be null. The fields are those of `abut::Contact`
   (docs/reference/records.md): separation > 0 the gap, < 0 minus the depth; unit normal from A to B;
   witness_b - witness_a = separation * normal; a certified lower bound. */
typedef struct abut_contacts_f32 {
  size_t size; /* sizeof(abut_contacts_f32), as every `size` */
  abut_array_f32 separation;
  abut_vectors_f32 normal;
  abut_vectors_f32 witness_a;
  abut_vectors_f32 witness_b;
  abut_vectors_f32 point;
  abut_array_u64 feature_a;
  abut_array_u64 feature_b;
  abut_array_f32 lower_bound;
  abut_array_f32 bound_gap;
  abut_array_u8 status;
  abut_array_u8 gjk_iterations;
  abut_array_u8 epa_iterations;
  abut_array_u64 key;
} abut_contacts_f32;
typedef struct abut_contacts_f64 {
  size_t size; /* sizeof(abut_contacts_f64), as every `size` */
  abut_array_f64 separation;
  abut_vectors_f64 normal;
  abut_vectors_f64 witness_a;
  abut_vectors_f64 witness_b;
  abut_vectors_f64 point;
  abut_array_u64 feature_a;
  abut_array_u64 feature_b;
  abut_array_f64 lower_bound;
  abut_array_f64 bound_gap;
  abut_array_u8 status;
  abut_array_u8 gjk_iterations;
  abut_array_u8 epa_iterations;
  abut_array_u64 key;
} abut_contacts_f64;

#ifdef __cplusplus
}
#endif
