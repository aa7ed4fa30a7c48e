/* Large scenes, pairs and contacts in HDF5 files (docs/reference/hdf5-format.md), and lists of particles
 * (docs/how-to/particles.md). Files appear under their names only when they are complete. */
#pragma once

#include "abut/c/meshes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 1 where this build reads and writes HDF5 files, else 0; there the functions for them say so. */
ABUT_C_API int abut_hdf5_available(void);

/* Reads a scene, JSON or HDF5, which its content tells, and writes it as HDF5 where `to` ends in .h5 or .hdf5, else as
   JSON; every number keeps its bits. `deflate`: 0 for none, to 9. `meshes`: null, or gets how many meshes there are
   that hulls or parts stand for, of which the vertices were written. */
ABUT_C_API int abut_convert_scene(const char* from, const char* to, uint32_t deflate, uint64_t* meshes);

/* All fields of a detection's contacts, in its order. */
ABUT_C_API int abut_write_contacts_hdf5_f32(const abut_scene* scene, const abut_detection* detection, const char* path,
                                            uint32_t deflate);
ABUT_C_API int abut_write_contacts_hdf5_f64(const abut_scene* scene, const abut_detection* detection, const char* path,
                                            uint32_t deflate);

/* As `abut::QueryFileOptions`. */
typedef struct abut_query_file_options {
  size_t size;
  const char* fields;          /* names of datasets with commas between them; default null: all */
  double alert_distance;       /* used where has_alert_distance is 1 */
  uint64_t piece;              /* pairs that are read, queried and written at a time; default 65536 */
  uint32_t precision;          /* 32 or 64; default 0: the file's */
  uint32_t has_alert_distance; /* default 0: the file's, else infinity */
  uint32_t deflate;            /* 0 for none (default), to 9 */
  int32_t threads;             /* default 0: all cores */
  void (*progress)(void* user, uint64_t done, uint64_t all); /* null, or called after each piece */
  void* user;
} abut_query_file_options;

/* As `abut::QueryFileSummary`; seconds of wall-clock time. */
typedef struct abut_query_file_summary {
  size_t size;
  uint64_t pairs;
  uint64_t status[ABUT_STATUS_COUNT]; /* how many pairs ended so */
  double alert_distance;
  double prepare, read, write, query, waited, disk, total;
  uint32_t is_f64;
  uint32_t unused;
} abut_query_file_summary;

ABUT_C_API int abut_query_file_options_init(abut_query_file_options* options, size_t size);
/* Answers every pair of `from`, an HDF5 file or a JSON scene with pairs, in `to`, an HDF5 file, one row a pair. Memory
   holds the shapes, the bodies and a few pieces. `options` and `summary` may be null. */
ABUT_C_API int abut_query_pair_file(const char* from, const char* to, const abut_query_file_options* options,
                                    abut_query_file_summary* summary);

/* How the four quaternion columns of a list stand, as `abut::QuaternionOrder`. */
enum { ABUT_QUATERNION_BY_NAME = 0, ABUT_QUATERNION_WXYZ = 1, ABUT_QUATERNION_XYZW = 2 };

/* As `abut::ParticleListOptions`; all zero but `size` are the defaults. */
typedef struct abut_particle_list_options {
  size_t size;
  const char* quaternion_columns; /* null, or the names of the four with commas between them */
  uint64_t frame;                 /* which snapshot of a dump, from 0, where has_frame is 1 */
  uint32_t has_frame;             /* 0: the only one, and a second one is an error */
  uint32_t quaternion;            /* ABUT_QUATERNION_... */
} abut_particle_list_options;

typedef struct abut_particle {
  double position[3];
  double quaternion[4]; /* w, x, y, z, as it stands there; 1 0 0 0 where there are no columns */
  double radius;        /* 0 where there is no column */
  uint64_t id;          /* where has_id is 1 */
  uint32_t has_id;
  uint32_t unused;
} abut_particle;

typedef struct abut_particle_report {
  size_t size;
  uint64_t particles;
  uint64_t unused_columns; /* which the list has and a scene has no place for */
  uint32_t oriented;       /* whether there are quaternions */
  uint32_t periodic;       /* a dump whose box is periodic: contacts across its faces are not found */
} abut_particle_report;

/* All particles of a list. `options` may be null. */
ABUT_C_API int abut_read_particles(const char* path, const abut_particle_list_options* options,
                                   abut_particle_list** particles);
ABUT_C_API int abut_particle_list_free(abut_particle_list* particles);
ABUT_C_API int abut_particle_list_get_report(const abut_particle_list* particles, abut_particle_report* report);
ABUT_C_API int abut_particle_list_copy(const abut_particle_list* particles, abut_particle* out, size_t capacity,
                                       size_t* count);
/* Text as in abut/c/meshes.h. ABUT_PARTICLE_SHAPE: the word of the shape column of particle `index`, empty where there
   is none; ABUT_PARTICLE_COLUMN: the name of unused column `index`. */
enum { ABUT_PARTICLE_SHAPE = 0, ABUT_PARTICLE_COLUMN = 1 };
ABUT_C_API int abut_particle_list_text(const abut_particle_list* particles, int what, uint64_t index, char* text,
                                       size_t capacity, size_t* bytes);

/* As `abut::ParticleSceneOptions`. */
typedef struct abut_particle_scene_options {
  size_t size;
  const abut_particle_list_options* list; /* null: the defaults */
  const char* shapes;                     /* JSON file with shapes; default null: balls by the radius column */
  double alert_distance;                  /* default 0 */
  uint64_t first_shape;                   /* number of the first shape; default 1 */
} abut_particle_scene_options;

ABUT_C_API int abut_particle_scene_options_init(abut_particle_scene_options* options, size_t size);
/* Writes the particles of `list` as the bodies of a scene file. `options` and `report` may be null. */
ABUT_C_API int abut_write_particle_scene(const char* list, const abut_particle_scene_options* options,
                                         const char* scene, abut_particle_report* report);

#ifdef __cplusplus
}
#endif
