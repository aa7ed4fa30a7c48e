/* Shapes and bodies. */
#pragma once

#include "abut/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- shapes: as `abut::ShapeSet`, convex. Every `add` writes the new shape's index. `rounding`, from 0, dilates.
 * ------ */

ABUT_C_API int abut_shapes_new(abut_shapes** shapes);
/* Null is allowed. Of a handle that shares its object with a scene, frees the handle alone. */
ABUT_C_API int abut_shapes_free(abut_shapes* shapes);

ABUT_C_API int abut_shapes_add_point(abut_shapes* shapes, const double vertex[3], double rounding, uint32_t* index);
ABUT_C_API int abut_shapes_add_segment(abut_shapes* shapes, const double v0[3], const double v1[3], double rounding,
                                       uint32_t* index);
ABUT_C_API int abut_shapes_add_triangle(abut_shapes* shapes, const double v0[3], const double v1[3], const double v2[3],
                                        double rounding, uint32_t* index);
ABUT_C_API int abut_shapes_add_sphere(abut_shapes* shapes, double radius, uint32_t* index);
ABUT_C_API int abut_shapes_add_capsule(abut_shapes* shapes, double radius, double half_length, uint32_t* index);
ABUT_C_API int abut_shapes_add_box(abut_shapes* shapes, const double half_extents[3], double rounding, uint32_t* index);
ABUT_C_API int abut_shapes_add_ellipsoid(abut_shapes* shapes, const double semi_axes[3], double rounding,
                                         uint32_t* index);
/* Axes along z, from -half_length to half_length; a cone's apex at half_length. */
ABUT_C_API int abut_shapes_add_cylinder(abut_shapes* shapes, double radius, double half_length, double rounding,
                                        uint32_t* index);
ABUT_C_API int abut_shapes_add_cone(abut_shapes* shapes, double radius, double half_length, double rounding,
                                    uint32_t* index);
/* All sums of a point of shape `a` and one of shape `b`; `b_in_a` null: the same frame. */
ABUT_C_API int abut_shapes_add_minkowski_sum(abut_shapes* shapes, uint32_t a, uint32_t b, const abut_pose* b_in_a,
                                             double rounding, uint32_t* index);
/* The convex hull of `count` vertices, x y z each. */
ABUT_C_API int abut_shapes_add_hull(abut_shapes* shapes, const double* vertices, size_t count, double rounding,
                                    uint32_t* index);
/* Of a deforming shape, in the order of `abut_shapes_vertices`; the caller keeps them convex. */
ABUT_C_API int abut_shapes_replace_vertices(abut_shapes* shapes, uint32_t shape, const double* vertices, size_t count);

ABUT_C_API int abut_shapes_count(const abut_shapes* shapes, uint32_t* count);
/* `vertices` has room for `capacity` of them; `count` gets how many there are. `vertices` null asks for that alone. */
ABUT_C_API int abut_shapes_vertices(const abut_shapes* shapes, uint32_t shape, double* vertices, size_t capacity,
                                    size_t* count);

/* Faces as polygons: the vertices of face f are face_vertices[begin[f]] to [begin[f + 1]], counter-clockwise seen from
   outside. Both arrays null ask for the numbers alone. */
typedef struct abut_faces {
  size_t size;
  uint32_t* begin; /* room for face_capacity + 1 */
  size_t face_capacity;
  uint32_t* face_vertices; /* room for vertex_capacity */
  size_t vertex_capacity;
  size_t* face_count;   /* gets how many faces there are, */
  size_t* vertex_count; /* and how many vertices they have in all */
} abut_faces;

ABUT_C_API int abut_shapes_faces(const abut_shapes* shapes, uint32_t shape, const abut_faces* out);

/* --- bodies: as `abut::BodySet`; a pose and one or more parts, which are numbered in the order of the bodies
 * ---------- */

#define ABUT_SHARED_WORLD (-1)

typedef struct abut_body_options {
  size_t size;
  uint32_t groups;       /* bit mask: groups that the parts are in; default 1 */
  uint32_t meets;        /* bit mask: groups that they meet; default all */
  uint32_t self_contact; /* whether the body's parts may pair with each other; default 0 */
  uint32_t unused;       /* 0 */
  double alert_distance; /* added to the global one, one share a part; default 0 */
  int32_t world;         /* pairs form within a world; ABUT_SHARED_WORLD: the body is in all of them; default 0 */
  uint32_t unused_too;   /* 0 */
} abut_body_options;

/* Defaults, into the first `size` bytes, which `options->size` becomes: sizeof(*options). */
ABUT_C_API int abut_body_options_init(abut_body_options* options, size_t size);

typedef struct abut_part {
  uint32_t shape;
  uint32_t unused; /* 0 */
  abut_pose pose;  /* in the body's frame */
} abut_part;

/* Views of parts: what searches and queries see. `count` elements each, in host memory, or in device memory for the
   functions of abut/c/cuda.h. Rotations: r[3 * row + column][part]. `alert` and `world` may be null, the others may
   not. */
typedef struct abut_parts {
  size_t size;
  uint32_t count;
  uint32_t unused; /* 0 */
  const uint32_t* shape;
  const uint32_t* body;
  const double* px;
  const double* py;
  const double* pz;
  const double* r[9];
  const double* body_x; /* position of the part's body: the origin of its contact points */
  const double* body_y;
  const double* body_z;
  const uint32_t* groups;
  const uint32_t* meets; /* two parts pair if each meets a group of the other */
  const uint8_t* self_contact;
  const double* alert;  /* null, or a distance a part, added to the global alert distance */
  const int32_t* world; /* null: all are in world 0; two parts pair if they are in one world, or either in all */
} abut_parts;

ABUT_C_API int abut_bodies_new(abut_bodies** bodies);
ABUT_C_API int abut_bodies_free(abut_bodies* bodies);
/* One shape at the body's pose. `pose` null: at the origin. `options` null: the defaults. */
ABUT_C_API int abut_bodies_add(abut_bodies* bodies, const abut_pose* pose, uint32_t shape,
                               const abut_body_options* options, uint32_t* index);
ABUT_C_API int abut_bodies_add_parts(abut_bodies* bodies, const abut_pose* pose, const abut_part* parts, size_t count,
                                     const abut_body_options* options, uint32_t* index);
ABUT_C_API int abut_bodies_set_pose(abut_bodies* bodies, uint32_t body, const abut_pose* pose);
/* Of `count` bodies from `first` on. */
ABUT_C_API int abut_bodies_set_poses(abut_bodies* bodies, uint32_t first, const abut_pose* poses, size_t count);
ABUT_C_API int abut_bodies_pose(const abut_bodies* bodies, uint32_t body, abut_pose* pose);
ABUT_C_API int abut_bodies_count(const abut_bodies* bodies, uint32_t* bodies_count, uint32_t* parts_count);
/* The body's parts begin there, and end where the next one's begin; `body` may be the number of bodies. */
ABUT_C_API int abut_bodies_first_part(const abut_bodies* bodies, uint32_t body, uint32_t* part);
/* Arrays of the bodies' own; valid until a body is added or the handle freed. Set `parts->size` first. */
ABUT_C_API int abut_bodies_parts(const abut_bodies* bodies, abut_parts* parts);

#ifdef __cplusplus
}
#endif
