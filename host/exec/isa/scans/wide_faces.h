// What EPA in a small polytope asks of its polytope, with wide registers: 8 or 16 faces an instruction. As
// `LinearFaces`, to the bit.
#pragma once

#include "abut/narrow/small_polytope.h"
#include "host/exec/isa/lanes/eight_floats.h"
#include "host/exec/isa/lanes/pack.h"

namespace abut {
inline namespace ABUT_ISA {

#if defined(ABUT_HAVE_PACKS)

struct WideFaces {
  using T = Pack<float>;
  static constexpr int width = T::width;

  ABUT_INLINE static int nearest(const SmallPolytope& p) {
    T best = T::load(p.offset);
    for (int f = width; f < SmallCapacity::first_faces; f += width) best = min(T::load(p.offset + f), best);
    for (int f = SmallCapacity::first_faces; f < p.faces; f += width) best = min(T::load(p.offset + f), best);
    const T least = T(Lanes<float>::least(best.v));
    std::uint32_t found = 0;
    for (int f = 0; f < SmallCapacity::first_faces; f += width) found |= bits_of(T::load(p.offset + f) == least) << f;
    if (found != 0) return lowest_bit(found);
    for (int f = SmallCapacity::first_faces; f < p.faces; f += width) {
      found = bits_of(T::load(p.offset + f) == least);
      if (found != 0) return f + lowest_bit(found);
    }
    return 0;
  }

  ABUT_INLINE static void take_visible(SmallPolytope& p, Vec3<float> w, FaceBits& out) {
    const Vec3<T> q{T(w.x), T(w.y), T(w.z)};
    set_bits(p, out, [&](int f) { return take_block(p, f, q); });
  }

  ABUT_INLINE static void below(const SmallPolytope& p, float limit, FaceBits& out) {
    const T most = T(limit);
    set_bits(p, out, [&](int f) { return bits_of(T::load(p.offset + f) < most); });
  }

#if defined(ABUT_HAVE_EIGHT_FLOATS)
  ABUT_INLINE static void add_planes(SmallPolytope& p, const Horizon& horizon) {
    const Vec3<float> last = vertex_of(p, p.vertices - 1);
    const bool few = p.vertices <= 16;
    const Vec3<E> wk{E(last.x), E(last.y), E(last.z)};
    const E none = E(absent_face);
    int e = 0;
    for (; e < horizon.count; e += 8) {
      const __m256i ends = _mm256_cvtepu16_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(horizon.ends + e)));
      const __m256i from = _mm256_and_si256(ends, _mm256_set1_epi32(0xff)), to = _mm256_srli_epi32(ends, 8);
      const FacePlane<E> plane = plane_of_face(corners(p, from, few), corners(p, to, few), wk);
      const int f = p.faces + e;
      _mm256_storeu_ps(p.normal_x + f, plane.normal.x.v);
      _mm256_storeu_ps(p.normal_y + f, plane.normal.y.v);
      _mm256_storeu_ps(p.normal_z + f, plane.normal.z.v);
      _mm256_storeu_ps(p.offset + f, select(first_of_eight(horizon.count - e), plane.offset, none).v);
    }
    for (int k = 0; k < width; k += 8)
      _mm256_storeu_ps(p.offset + p.faces + e + k, none.v);  // the rest of the last block
  }

#else
  ABUT_INLINE static void add_planes(SmallPolytope& p, const Horizon& horizon) {
    LinearFaces::add_planes(p, horizon);
    const int end = p.faces + horizon.count;
    for (int k = 0; k < width; ++k) p.offset[end + k] = absent_face;  // the rest of the last block
  }
#endif

  template <class Support>
  ABUT_INLINE static void place(SmallPolytope& p, const Support& support) {
    Vec3<T> t{T(support.pose.translation.x), T(support.pose.translation.y), T(support.pose.translation.z)};
    RelativePose<T> pose{{}, t};
    for (int k = 0; k < 9; ++k) pose.rotation.m[k] = T(support.pose.rotation.m[k]);
    for (int k = 0; k < p.vertices; k += width) {
      alignas(64) float a[3][width] = {}, b[3][width] = {};
      for (int l = 0; l < width && k + l < p.vertices; ++l) {
        const std::uint32_t i = p.id_a[k + l], j = p.id_b[k + l];
        a[0][l] = static_cast<float>(support.a.x[i]), b[0][l] = static_cast<float>(support.b.x[j]);
        a[1][l] = static_cast<float>(support.a.y[i]), b[1][l] = static_cast<float>(support.b.y[j]);
        a[2][l] = static_cast<float>(support.a.z[i]), b[2][l] = static_cast<float>(support.b.z[j]);
      }
      const Vec3<T> va = Vec3<T>{T::load(a[0]), T::load(a[1]), T::load(a[2])} * T(support.a.scale);
      const Vec3<T> vb = Vec3<T>{T::load(b[0]), T::load(b[1]), T::load(b[2])} * T(support.b.scale);
      const Vec3<T> w = va - transform(pose, vb);
      w.x.store(p.x + k), w.y.store(p.y + k), w.z.store(p.z + k);
    }
  }

#if defined(ABUT_HAVE_EIGHT_FLOATS)
  ABUT_INLINE static bool set_planes(SmallPolytope& p, Vec3<float> ray, float doubt) {
    const Vec3<E> along{E(ray.x), E(ray.y), E(ray.z)};
    std::uint32_t through = 0, unclear = 0;
    int f = 0;
    for (; f < p.faces; f += 8) {
      const __m256i packed = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p.corner + f));
      const __m256i low = _mm256_set1_epi32(0xff);
      const Vec3<E> w[3] = {corners(p, _mm256_and_si256(packed, low), true),
                            corners(p, _mm256_and_si256(_mm256_srli_epi32(packed, 8), low), true),
                            corners(p, _mm256_and_si256(_mm256_srli_epi32(packed, 16), low), true)};
      const FacePlane<E> plane = plane_of_face(w[0], w[1], w[2]);
      const RayCrossing<EightMask> crossing = ray_crossing(w, plane.normal, along, E(doubt));
      const EightMask there = first_of_eight(p.faces - f);
      through ^= bits_of(mask_and(there, crossing.through));
      unclear |= bits_of(mask_and(there, crossing.unclear));
      _mm256_storeu_ps(p.normal_x + f, plane.normal.x.v);
      _mm256_storeu_ps(p.normal_y + f, plane.normal.y.v);
      _mm256_storeu_ps(p.normal_z + f, plane.normal.z.v);
      _mm256_storeu_ps(p.offset + f, select(there, plane.offset, E(absent_face)).v);
    }
    set_absent(p, f);
    return unclear == 0 && (bit_count(through) & 1) != 0;
  }
#else
  ABUT_INLINE static bool set_planes(SmallPolytope& p, Vec3<float> ray, float doubt) {
    return LinearFaces::set_planes(p, ray, doubt);
  }
#endif

 private:
#if defined(ABUT_HAVE_EIGHT_FLOATS)
  using E = EightFloats;
  ABUT_INLINE static Vec3<E> corners(const SmallPolytope& p, __m256i at, bool few) {
    return {look_up(p.x, at, few), look_up(p.y, at, few), look_up(p.z, at, few)};
  }
#endif
  /// Sets the bits of all faces: of a block from f on as `of_block(f)` says. How many blocks there are behind the first
  /// faces is hard to foresee: mostly none.
  template <class OfBlock>
  ABUT_INLINE static void set_bits(const SmallPolytope& p, FaceBits& out, const OfBlock& of_block) {
    std::uint64_t word = 0;
    for (int f = 0; f < SmallCapacity::first_faces; f += width) word |= static_cast<std::uint64_t>(of_block(f)) << f;
    int f = SmallCapacity::first_faces;
    for (int w = 0; w < FaceBits::words; ++w) {
      for (; f < p.faces && f < 64 * w + 64; f += width) word |= static_cast<std::uint64_t>(of_block(f)) << (f % 64);
      out.word[w] = word;
      word = 0;
    }
  }
  ABUT_INLINE static std::uint32_t take_block(SmallPolytope& p, int f, const Vec3<T>& w) {
    const T offset = T::load(p.offset + f);
    const Vec3<T> normal{T::load(p.normal_x + f), T::load(p.normal_y + f), T::load(p.normal_z + f)};
    const PackMask<float> seen = dot(normal, w) > offset;
    select(seen, T(absent_face), offset).store(p.offset + f);
    return bits_of(seen);
  }
};

#else

using WideFaces = LinearFaces;

#endif

}  // namespace ABUT_ISA
}  // namespace abut
