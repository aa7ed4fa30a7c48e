// What a pack of lanes needs of NEON on a 64-bit ARM: 4 floats or 2 doubles, masks as wide as what they select.
#pragma once

#include <arm_neon.h>

#include "abut/core/scalar.h"

namespace abut {
inline namespace ABUT_ISA {

template <class R>
struct Lanes;

template <>
struct Lanes<float> {
  using Real = float32x4_t;
  using Mask = uint32x4_t;
  using Index = uint32x4_t;
  static constexpr int width = 4;

  ABUT_INLINE static Real broadcast(float x) { return vdupq_n_f32(x); }
  ABUT_INLINE static Real load(const float* p) { return vld1q_f32(p); }
  ABUT_INLINE static Real load(const double* p) {
    return vcvt_high_f32_f64(vcvt_f32_f64(vld1q_f64(p)), vld1q_f64(p + 2));
  }
  ABUT_INLINE static float least(Real a) { return vminvq_f32(a); }
  ABUT_INLINE static float largest(Real a) { return vmaxnmvq_f32(a); }
  ABUT_INLINE static void store(float* p, Real a) { vst1q_f32(p, a); }
  ABUT_INLINE static void store_some(float* p, Mask m, Real a) {  // what lies between may be another thread's
    if (vminvq_u32(m) != 0) return store(p, a);
    if (vgetq_lane_u32(m, 0) != 0) vst1q_lane_f32(p, a, 0);
    if (vgetq_lane_u32(m, 1) != 0) vst1q_lane_f32(p + 1, a, 1);
    if (vgetq_lane_u32(m, 2) != 0) vst1q_lane_f32(p + 2, a, 2);
    if (vgetq_lane_u32(m, 3) != 0) vst1q_lane_f32(p + 3, a, 3);
  }
  ABUT_INLINE static Real fma(Real a, Real b, Real c) { return vfmaq_f32(c, a, b); }
  ABUT_INLINE static Real sqrt(Real a) { return vsqrtq_f32(a); }
  ABUT_INLINE static Real abs(Real a) { return vabsq_f32(a); }
  // Not vmaxq and vminq: those give a NaN where one of the two is.
  ABUT_INLINE static Real max(Real a, Real b) { return vbslq_f32(vcgtq_f32(a, b), a, b); }
  ABUT_INLINE static Real min(Real a, Real b) { return vbslq_f32(vcltq_f32(a, b), a, b); }
  ABUT_INLINE static Real negate(Real a) { return vnegq_f32(a); }
  ABUT_INLINE static Mask less(Real a, Real b) { return vcltq_f32(a, b); }
  ABUT_INLINE static Mask less_equal(Real a, Real b) { return vcleq_f32(a, b); }
  ABUT_INLINE static Mask equal(Real a, Real b) { return vceqq_f32(a, b); }
  ABUT_INLINE static Real blend(Mask m, Real a, Real b) { return vbslq_f32(m, a, b); }

  ABUT_INLINE static Index broadcast_index(std::uint32_t x) { return vdupq_n_u32(x); }
  ABUT_INLINE static Index load_index(const std::uint32_t* p) { return vld1q_u32(p); }
  ABUT_INLINE static void store_index(std::uint32_t* p, Index a) { vst1q_u32(p, a); }
  ABUT_INLINE static Index add_index(Index a, Index b) { return vaddq_u32(a, b); }
  ABUT_INLINE static Mask less_index(Index a, Index b) { return vcltq_u32(a, b); }
  ABUT_INLINE static Mask equal_index(Index a, Index b) { return vceqq_u32(a, b); }
  ABUT_INLINE static Index blend_index(Mask m, Index a, Index b) { return vbslq_u32(m, a, b); }
};

template <>
struct Lanes<double> {
  using Real = float64x2_t;
  using Mask = uint64x2_t;
  using Index = uint64x2_t;  // 64 bits a lane, so that masks fit
  static constexpr int width = 2;

  ABUT_INLINE static Real broadcast(double x) { return vdupq_n_f64(x); }
  ABUT_INLINE static Real load(const double* p) { return vld1q_f64(p); }
  ABUT_INLINE static Real load(const float* p) { return vcvt_f64_f32(vld1_f32(p)); }
  ABUT_INLINE static void store(double* p, Real a) { vst1q_f64(p, a); }
  ABUT_INLINE static void store_some(double* p, Mask m, Real a) {
    if (vgetq_lane_u64(m, 0) != 0) vst1q_lane_f64(p, a, 0);
    if (vgetq_lane_u64(m, 1) != 0) vst1q_lane_f64(p + 1, a, 1);
  }
  ABUT_INLINE static Real fma(Real a, Real b, Real c) { return vfmaq_f64(c, a, b); }
  ABUT_INLINE static double largest(Real a) { return vmaxnmvq_f64(a); }
  ABUT_INLINE static Real sqrt(Real a) { return vsqrtq_f64(a); }
  ABUT_INLINE static Real abs(Real a) { return vabsq_f64(a); }
  ABUT_INLINE static Real max(Real a, Real b) { return vbslq_f64(vcgtq_f64(a, b), a, b); }
  ABUT_INLINE static Real min(Real a, Real b) { return vbslq_f64(vcltq_f64(a, b), a, b); }
  ABUT_INLINE static Real negate(Real a) { return vnegq_f64(a); }
  ABUT_INLINE static Mask less(Real a, Real b) { return vcltq_f64(a, b); }
  ABUT_INLINE static Mask less_equal(Real a, Real b) { return vcleq_f64(a, b); }
  ABUT_INLINE static Mask equal(Real a, Real b) { return vceqq_f64(a, b); }
  ABUT_INLINE static Real blend(Mask m, Real a, Real b) { return vbslq_f64(m, a, b); }

  ABUT_INLINE static Index broadcast_index(std::uint32_t x) { return vdupq_n_u64(x); }
  ABUT_INLINE static Index load_index(const std::uint32_t* p) { return vmovl_u32(vld1_u32(p)); }
  ABUT_INLINE static void store_index(std::uint32_t* p, Index a) { vst1_u32(p, vmovn_u64(a)); }
  ABUT_INLINE static Index add_index(Index a, Index b) { return vaddq_u64(a, b); }
  ABUT_INLINE static Mask less_index(Index a, Index b) { return vcltq_u64(a, b); }
  ABUT_INLINE static Mask equal_index(Index a, Index b) { return vceqq_u64(a, b); }
  ABUT_INLINE static Index blend_index(Mask m, Index a, Index b) { return vbslq_u64(m, a, b); }
};

/// Of doubles > 0: the power of two not above, and 1 / 2^k of a power of two.
ABUT_INLINE float64x2_t power_below(float64x2_t a) {
  return vreinterpretq_f64_u64(vandq_u64(vreinterpretq_u64_f64(a), vdupq_n_u64(0x7ff0000000000000)));
}
ABUT_INLINE float64x2_t inverse_power(float64x2_t power) {
  return vreinterpretq_f64_u64(vsubq_u64(vdupq_n_u64(0x7fe0000000000000), vreinterpretq_u64_f64(power)));
}
ABUT_INLINE float32x4_t narrow(float64x2_t low, float64x2_t high) { return vcvt_high_f32_f64(vcvt_f32_f64(low), high); }
ABUT_INLINE float64x2_t widen_half(float32x4_t a, int half) {
  return half == 0 ? vcvt_f64_f32(vget_low_f32(a)) : vcvt_high_f64_f32(a);
}

ABUT_INLINE std::uint32_t bits_of_lanes(uint32x4_t m) {
  const uint32x4_t lane = {1, 2, 4, 8};
  return vaddvq_u32(vandq_u32(m, lane));
}
ABUT_INLINE std::uint32_t bits_of_lanes(uint64x2_t m) {
  const uint64x2_t lane = {1, 2};
  return static_cast<std::uint32_t>(vaddvq_u64(vandq_u64(m, lane)));
}
ABUT_INLINE void lanes_of_bits(std::uint32_t bits, uint32x4_t& m) {
  const uint32x4_t lane = {1, 2, 4, 8};
  m = vtstq_u32(vdupq_n_u32(bits), lane);
}
ABUT_INLINE void lanes_of_bits(std::uint32_t bits, uint64x2_t& m) {
  const uint64x2_t lane = {1, 2};
  m = vtstq_u64(vdupq_n_u64(bits), lane);
}

template <class R>
struct LaneMasks {
  using Mask = typename Lanes<R>::Mask;
  ABUT_INLINE static Mask both(Mask a, Mask b) { return a & b; }
  ABUT_INLINE static Mask either(Mask a, Mask b) { return a | b; }
  ABUT_INLINE static Mask invert(Mask a) { return ~a; }
  ABUT_INLINE static std::uint32_t bits(Mask a) { return bits_of_lanes(a); }
  ABUT_INLINE static Mask of_bits(std::uint32_t bits) {
    Mask m;
    lanes_of_bits(bits, m);
    return m;
  }
};

/// rows[i][j] becomes rows[j][i]: 4 x 4 floats, 2 x 2 doubles.
ABUT_INLINE void transpose(float32x4_t* rows) {
  const auto as_f64 = [](float32x4_t a) { return vreinterpretq_f64_f32(a); };
  const auto as_f32 = [](float64x2_t a) { return vreinterpretq_f32_f64(a); };
  const float64x2_t t0 = as_f64(vtrn1q_f32(rows[0], rows[1])), t1 = as_f64(vtrn2q_f32(rows[0], rows[1]));
  const float64x2_t t2 = as_f64(vtrn1q_f32(rows[2], rows[3])), t3 = as_f64(vtrn2q_f32(rows[2], rows[3]));
  rows[0] = as_f32(vtrn1q_f64(t0, t2));
  rows[1] = as_f32(vtrn1q_f64(t1, t3));
  rows[2] = as_f32(vtrn2q_f64(t0, t2));
  rows[3] = as_f32(vtrn2q_f64(t1, t3));
}
ABUT_INLINE void transpose(float64x2_t* rows) {
  const float64x2_t low = vtrn1q_f64(rows[0], rows[1]);
  rows[1] = vtrn2q_f64(rows[0], rows[1]);
  rows[0] = low;
}

}  // namespace ABUT_ISA
}  // namespace abut
