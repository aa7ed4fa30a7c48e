/* The C interface of Abut, for C99 and later, C++, and Fortran through iso_c_binding. docs/how-to/c.md is its manual.
 *
 * - Functions return a code (ABUT_OK is 0); `abut_last_message()` then says in one line what was wrong. No exception
 *   leaves, and where the code is not ABUT_OK nothing has been written but what the function says.
 * - Arrays are the caller's. Where a number of elements is not known before, a capacity is given, and the number comes
 *   back; ABUT_TOO_SMALL means that it is more. Pairs are read from an `abut_pairs`, written to an `abut_pair_list`.
 * - Handles are made by a function that takes `abut_NAME**` and freed by `abut_NAME_free`. A null, freed or foreign one
 *   is ABUT_INVALID_HANDLE. One handle may be read by several threads at once, and changed by one alone.
 * - Structures that may grow begin with `size`, which is set to sizeof. What an older caller's lacks gets its default.
 *   Set the rest to zero or by `abut_NAME_init`. Null options, masks and `abut_cuda` stand for all defaults.
 * - Functions that end in _f32 answer in float, in _f64 in double; both have the bits of the C++ library.
 * - Lengths are in any unit, the same for all; angles are radians.
 *
 * The symbols are those of the library libabut.so with the version ABUT_0; the number is that of the major version.
 */
#pragma once

/* IWYU pragma: begin_exports */
#include "abut/c/base.h"
#include "abut/c/cuda.h"
#include "abut/c/deforming.h"
#include "abut/c/deforming_parts.h"
#include "abut/c/facets.h"
#include "abut/c/files.h"
#include "abut/c/impacts.h"
#include "abut/c/meshes.h"
#include "abut/c/pairs.h"
#include "abut/c/patches.h"
#include "abut/c/planar.h"
#include "abut/c/query.h"
#include "abut/c/shapes.h"
#include "abut/c/surfaces.h"
/* IWYU pragma: end_exports */
