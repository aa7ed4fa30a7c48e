// A kernel of a user's own that calls per-pair functions, small enough to compile twice: see ../contraction.py.
#include "abut/core/predicates.h"
#include "abut/narrow/problem.h"

/// A pair in its own unit, and what a line of the user's makes of it.
template <class T>
__device__ T answer(const abut::ShapeSetView<T>& shapes, const double* pose) {
  const abut::RelativePose<double> p{
      {{pose[0], pose[1], pose[2], pose[3], pose[4], pose[5], pose[6], pose[7], pose[8]}},
      {pose[9], pose[10], pose[11]}};
  abut::PairProblem<T> problem;
  if (abut::make_problem(shapes, 0, 1, p, 1.0, problem) != abut::Status::converged) return T(0);
  return problem.size * problem.alert + problem.rounding_a;
}

__global__ void pair_kernel(const __grid_constant__ abut::ShapeSetView<float> in_float,
                            const __grid_constant__ abut::ShapeSetView<double> in_double, const double* pose,
                            double* out) {
  out[0] = static_cast<double>(answer(in_float, pose));
  out[1] = answer(in_double, pose);
}

__global__ void sign_kernel(const double* p, int* out) {
  out[0] = abut::orient2d(p[0] * p[1], p[2], p[3] * p[4], p[5], p[6] * p[7], p[8]);
}
