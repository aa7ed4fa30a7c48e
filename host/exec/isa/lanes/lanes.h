// The lanes of the instruction set that this translation unit is compiled for: `Lanes<R>` and what goes with it, where
// ABUT_HAVE_PACKS is defined.
#pragma once

#if defined(ABUT_ISA_SCALAR)
// none
#elif defined(__AVX512F__)
#include "host/exec/isa/lanes/lanes_avx512.h"
#define ABUT_HAVE_PACKS 1
#elif defined(__AVX2__) && defined(__FMA__)
#include "host/exec/isa/lanes/lanes_avx2.h"
#define ABUT_HAVE_PACKS 1
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include "host/exec/isa/lanes/lanes_neon.h"
#define ABUT_HAVE_PACKS 1
#endif
