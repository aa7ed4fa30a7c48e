// Exact signs on the device: those of the host, for random, flat and repeated points.
#include <cuda_runtime.h>

#include <vector>

#include "abut/narrow/exact_signs.h"
#include "abut/narrow/nearest_point_simplex.h"
#include "tests/narrow/awkward_simplices.h"
#include "tests/support/gpu.h"
#include "tests/support/on_device.h"

namespace abut {
namespace {

/// What is compared. Data only.
template <class T>
struct Signs {
  int orient3d, orient2d, determinant, dot, segment, triangle, inside;
  T vv, lambda[4];
};

template <class T>
ABUT_HD inline Signs<T> signs_of(const Simplex<T>& s) {
  const Vec3<T>* w = s.w;
  NearestPoint<T> nearest;
  nearest_on_simplex<ExactSigns>(s, nearest);
  const T* l = nearest.lambda;
  return {orient3d(w[0], w[1], w[2], w[3]),
          orient2d(w[0].x, w[0].y, w[1].x, w[1].y, w[2].x, w[2].y),
          determinant_sign(w[0], w[1], w[2]),
          dot_sign(w[0], w[1]),
          segment_cofactor_sign(w[0], w[1]),
          triangle_cofactor_sign(w[0], w[1], w[2]),
          nearest.inside ? 1 : 0,
          nearest.vv,
          {l[0], l[1], l[2], l[3]}};
}

template <class T>
__global__ void signs_kernel(const Simplex<T>* simplices, int count, Signs<T>* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = signs_of(simplices[i]);
}

template <class T>
class DevicePredicates : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DevicePredicates, Scalars);

TYPED_TEST(DevicePredicates, HaveTheSignsOfTheHost) {
  using T = TypeParam;
  constexpr int count = 20000;
  test::Random random(1);
  std::vector<Simplex<T>> host(count);
  for (int i = 0; i < count; ++i) {
    const auto w = test::awkward_simplex<T>(random, i % test::awkward_families);
    for (std::size_t k = 0; k < 4; ++k) host[i].w[k] = w[k < w.size() ? k : 0], host[i].used[k] = k < w.size();
  }
  const test::OnDevice<Simplex<T>> simplices(host.data(), host.size());
  const test::OnDevice<Signs<T>> signs(host.size());
  signs_kernel<<<(count + 63) / 64, 64>>>(simplices.data(), count, signs.data());
  ASSERT_EQ(cudaGetLastError(), cudaSuccess);
  const std::vector<Signs<T>> device = signs.download();
  for (int i = 0; i < count; ++i) {
    const Signs<T> expected = signs_of(host[i]);
    ASSERT_EQ(device[i].orient3d, expected.orient3d) << i;
    ASSERT_EQ(device[i].orient2d, expected.orient2d) << i;
    ASSERT_EQ(device[i].determinant, expected.determinant) << i;
    ASSERT_EQ(device[i].dot, expected.dot) << i;
    ASSERT_EQ(device[i].segment, expected.segment) << i;
    ASSERT_EQ(device[i].triangle, expected.triangle) << i;
    ASSERT_EQ(device[i].inside, expected.inside) << i;
    ASSERT_EQ(device[i].vv, expected.vv) << i;
    for (int k = 0; k < 4; ++k) ASSERT_EQ(device[i].lambda[k], expected.lambda[k]) << i;
  }
}

}  // namespace
}  // namespace abut
