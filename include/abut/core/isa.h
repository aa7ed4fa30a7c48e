// Names the instruction set that a translation unit is compiled for, and marks functions for host and device.
//
// Every function of the per-pair templates lives in the inline namespace ABUT_ISA. The same template compiled with
// other flags then has another name, and the linker cannot keep one wide copy for all. Structures without member
// functions ("data only") stay in plain `abut`, so that they can cross from one instruction set to another.
#pragma once

#if defined(ABUT_ISA_SCALAR)
#define ABUT_ISA isa_scalar
#elif defined(__AVX512F__)
#define ABUT_ISA isa_avx512
#elif defined(__AVX2__) && defined(__FMA__)
#define ABUT_ISA isa_avx2
#elif defined(__ARM_NEON)
#define ABUT_ISA isa_neon
#else
#define ABUT_ISA isa_scalar
#endif

#if defined(__CUDACC__)
#define ABUT_HD __host__ __device__
#else
#define ABUT_HD
#endif

// Small per-pair building blocks: without forced inlining a pack of lanes would travel through memory.
#define ABUT_INLINE ABUT_HD inline __attribute__((always_inline))

// Large phases of a query: one copy each in device code, or ptxas takes minutes for a kernel that may need all of them;
// those whose structures are to stay in registers there, a copy in each caller. A source whose kernels take one stage
// each defines ABUT_INLINE_PHASES: then all do, and such a kernel keeps nothing in memory. The host's compiler decides
// itself.
#if defined(__CUDA_ARCH__) && !defined(ABUT_INLINE_PHASES)
#define ABUT_PHASE ABUT_HD inline __attribute__((noinline))
#define ABUT_PHASE_IN_REGISTERS ABUT_INLINE
#else
#define ABUT_PHASE ABUT_HD inline
#define ABUT_PHASE_IN_REGISTERS ABUT_HD inline
#endif

// What is rarely called and needs much memory: inlined, it would cost every caller its registers and its stack.
#define ABUT_RARE ABUT_HD inline __attribute__((noinline))
