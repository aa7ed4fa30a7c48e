// Overlaps of facets and their derivatives on the device: those of the host, to the bit.
#include <cuda_runtime.h>

#include <cstring>
#include <limits>
#include <vector>

#include "abut/deform/facet_overlap_gradient.h"
#include "tests/deform/facet_pairs.h"
#include "tests/support/gpu.h"
#include "tests/support/on_device.h"

namespace abut {
namespace {

/// Data only.
template <class T>
struct Answer {
  FacetOverlap<T> overlap;
  Vec3<T> gradient[6];
};

template <class T>
ABUT_HD inline void answer_of(const test::FacetPair<T>& of, GapRange<T> range, Answer<T>& out) {
  out.overlap = facet_overlap(of.a, of.b, range);
  OverlapSlopes<T> by;
  for (int k = 0; k < FacetOverlap<T>::powers; ++k) by.moment[k] = T(1) + T(k) * out.overlap.facing;
  by.facing = out.overlap.area;
  facet_overlap_gradient(of.a, of.b, range, by, out.gradient);
}

template <class T>
__global__ void answers_kernel(const test::FacetPair<T>* pairs, int count, GapRange<T> range, Answer<T>* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) answer_of(pairs[i], range, out[i]);
}

template <class T>
class DeviceFacetOverlap : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceFacetOverlap, Scalars);

TYPED_TEST(DeviceFacetOverlap, HasTheBitsOfTheHost) {
  using T = TypeParam;
  constexpr int count = 4000;
  const GapRange<T> range{T(-0.15), T(0.05)};
  test::Random random(31);
  std::vector<test::FacetPair<T>> host;
  for (int i = 0; i < count; ++i) {
    test::FacetPair<double> of = test::facing_pair(random);
    if (i % 7 == 0) of.b.v[2] = of.b.v[1];                        // a segment
    if (i % 11 == 0) of.a = {{of.b.v[0], of.b.v[2], of.b.v[1]}};  // flush
    if (i % 13 == 0) of.b.v[0].x = std::numeric_limits<double>::quiet_NaN();
    host.push_back(of.as<T>());
  }
  const test::OnDevice<test::FacetPair<T>> pairs(host.data(), host.size());
  const test::OnDevice<Answer<T>> answers(host.size());
  answers_kernel<<<(count + 63) / 64, 64>>>(pairs.data(), count, range, answers.data());
  ASSERT_EQ(cudaGetLastError(), cudaSuccess);
  const std::vector<Answer<T>> device = answers.download();
  int with = 0;
  for (int i = 0; i < count; ++i) {
    Answer<T> expected;
    answer_of(host[std::size_t(i)], range, expected);
    with += expected.overlap.area > T(0) ? 1 : 0;
    ASSERT_EQ(std::memcmp(&device[std::size_t(i)], &expected, sizeof expected), 0) << i;
  }
  EXPECT_GT(with, count / 3);
}

}  // namespace
}  // namespace abut
