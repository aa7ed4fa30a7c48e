// Box records in registers: making one, holding two against each other, how far one has moved.
#pragma once

#include "host/exec/isa/boxes/box_order.h"
#include "host/exec/isa/boxes/neighbour_list.h"
#include "host/exec/isa/lanes/pack.h"

namespace abut {

/// 1 or 0: whether two boxes overlap in floats, and whether they may only touch there. Data only.
struct RecordOverlap {
  std::uint32_t overlap, touch;
};

inline namespace ABUT_ISA {

#if defined(ABUT_HAVE_PACKS) && defined(__AVX2__)

/// The tree's frame, once for each coordinate.
struct RecordFrame {
  __m256d origin_low, origin_high, scale;
  ABUT_INLINE explicit RecordFrame(const TreeFrame& f)
      : origin_low(_mm256_setr_pd(f.origin.x, f.origin.y, f.origin.z, f.origin.x)),
        origin_high(_mm256_setr_pd(f.origin.y, f.origin.z, 0, 0)),
        scale(_mm256_set1_pd(f.scale)) {}
};

ABUT_INLINE void write_record(const RecordFrame& frame, const Box<double>& box, std::uint32_t item, BoxRecord& out) {
  const __m256d low = _mm256_loadu_pd(&box.lo.x);  // lo.x lo.y lo.z hi.x
  const __m256d high = _mm256_castpd128_pd256(_mm_loadu_pd(&box.hi.y));
  const __m256d most = _mm256_set1_pd(0x1p126), least = _mm256_set1_pd(-0x1p126);  // as in `tree_float`
  const auto convert = [&](__m256d x, __m256d origin) {
    const __m256d t = _mm256_mul_pd(_mm256_sub_pd(x, origin), frame.scale);
    return _mm256_cvtpd_ps(_mm256_min_pd(_mm256_max_pd(t, least), most));
  };
  const __m256 floats = _mm256_set_m128(convert(high, frame.origin_high), convert(low, frame.origin_low));
  const __m256 minus = _mm256_setr_ps(0, 0, 0, -0.0f, -0.0f, -0.0f, 0, 0);
  _mm256_store_ps(out.lo, _mm256_xor_ps(floats, minus));
  out.item = item;
  out.reserved = 0;
  if (!is_empty(box)) return;
  for (int k = 0; k < 3; ++k) out.lo[k] = out.minus_hi[k] = __builtin_inff();
}

/// A record in the form that others are held against.
struct RecordQuery {
  __m256 bound;
  /// hi.xyz, -lo.xyz
  ABUT_INLINE explicit RecordQuery(const BoxRecord& r) {
    const __m256 v = _mm256_load_ps(r.lo);
    const __m256 exchanged = _mm256_permutevar8x32_ps(v, _mm256_setr_epi32(3, 4, 5, 0, 1, 2, 6, 7));
    bound = _mm256_xor_ps(exchanged, _mm256_set1_ps(-0.0f));
  }
};

ABUT_INLINE RecordOverlap record_overlap(const RecordQuery& q, const BoxRecord& record) {
  const __m256 v = _mm256_load_ps(record.lo);
  // Two lanes of a record hold no coordinates; shifted out.
  const auto bits = [](__m256 m) { return static_cast<std::uint32_t>(_mm256_movemask_ps(m)) << 26; };
  const std::uint32_t apart = bits(_mm256_cmp_ps(v, q.bound, _CMP_GT_OQ));
  const std::uint32_t not_inside = bits(_mm256_cmp_ps(v, q.bound, _CMP_GE_OQ));
  return {apart == 0, (apart == 0) - static_cast<std::uint32_t>(not_inside == 0)};
}

struct RecordMotion {
  __m256 margin, farthest = _mm256_setzero_ps();
  int outside = 0;
  ABUT_INLINE explicit RecordMotion(float m) : margin(_mm256_set1_ps(m)) {}
  ABUT_INLINE void add(const BoxRecord& then, const BoxRecord& now) {
    const __m256 a = _mm256_load_ps(then.lo), b = _mm256_load_ps(now.lo);
    outside |= _mm256_movemask_ps(_mm256_cmp_ps(b, _mm256_sub_ps(a, margin), _CMP_NGE_UQ));
    const __m256 moved = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), _mm256_sub_ps(b, a));
    farthest = _mm256_max_ps(moved, farthest);  // NaN, of two empty boxes, is left out
  }
  ABUT_INLINE Motion result() const {
    alignas(32) float lanes[8];
    _mm256_store_ps(lanes, farthest);
    Motion motion{0, (outside & 0x3f) == 0};
    for (int k = 0; k < 6; ++k) motion.farthest = lanes[k] > motion.farthest ? lanes[k] : motion.farthest;
    return motion;
  }
};

#else

struct RecordFrame {
  TreeFrame frame;
  ABUT_INLINE explicit RecordFrame(const TreeFrame& f) : frame(f) {}
};

ABUT_INLINE void write_record(const RecordFrame& f, const Box<double>& box, std::uint32_t item, BoxRecord& out) {
  const Vec3<double> lo = (box.lo - f.frame.origin) * f.frame.scale, hi = (box.hi - f.frame.origin) * f.frame.scale;
  const double low[3] = {lo.x, lo.y, lo.z}, high[3] = {hi.x, hi.y, hi.z};
  const bool empty = is_empty(box);
  for (int k = 0; k < 3; ++k) {
    out.lo[k] = empty ? __builtin_inff() : tree_float(low[k]);
    out.minus_hi[k] = empty ? __builtin_inff() : -tree_float(high[k]);
  }
  out.item = item;
  out.reserved = 0;
}

struct RecordQuery {
  float hi[3], minus_lo[3];
  ABUT_INLINE explicit RecordQuery(const BoxRecord& r) {
    for (int k = 0; k < 3; ++k) {
      hi[k] = -r.minus_hi[k];
      minus_lo[k] = -r.lo[k];
    }
  }
};

ABUT_INLINE RecordOverlap record_overlap(const RecordQuery& q, const BoxRecord& record) {
  bool overlap = true, inside = true;
  for (int k = 0; k < 3; ++k) {
    overlap = mask_and(overlap, record.lo[k] <= q.hi[k], record.minus_hi[k] <= q.minus_lo[k]);
    inside = mask_and(inside, record.lo[k] < q.hi[k], record.minus_hi[k] < q.minus_lo[k]);
  }
  return {overlap, static_cast<std::uint32_t>(mask_and(overlap, !inside))};
}

struct RecordMotion {
  float margin, farthest = 0;
  bool inside = true;
  ABUT_INLINE explicit RecordMotion(float m) : margin(m) {}
  ABUT_INLINE void add_coordinate(float then, float now) {
    inside = mask_and(inside, now >= then - margin);
    const float moved = now > then ? now - then : then - now;
    farthest = moved > farthest ? moved : farthest;  // NaN, of two empty boxes, is left out
  }
  ABUT_INLINE void add(const BoxRecord& then, const BoxRecord& now) {
    for (int k = 0; k < 3; ++k) {
      add_coordinate(then.lo[k], now.lo[k]);
      add_coordinate(then.minus_hi[k], now.minus_hi[k]);
    }
  }
  ABUT_INLINE Motion result() const { return {farthest, inside}; }
};

#endif

}  // namespace ABUT_ISA
}  // namespace abut
