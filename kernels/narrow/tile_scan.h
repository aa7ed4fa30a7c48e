// The support mapping of two vertex sets for a tile of threads that answer one pair together: each holds some of the
// vertices. All threads of a tile do all else alike. The vertex found is that of every other scan: the farthest, and of
// several the one with the lowest number.
//
// `Tile` says how many lanes there are, which of them are held here, and finds the best of all lanes': one lane of a
// warp on a device (cuda_queue.cuh), all of them where the tests run on cores.
#pragma once

#include "abut/narrow/support.h"

namespace abut::device {

/// The farthest vertex so far. Data only.
template <class T>
struct Farthest {
  T height;
  std::uint32_t id;
};

template <class T>
ABUT_INLINE Farthest<T> farther_of(const Farthest<T>& a, const Farthest<T>& b) {
  const bool second = b.height > a.height || (b.height == a.height && b.id < a.id);
  return {second ? b.height : a.height, second ? b.id : a.id};
}

/// A tile whose lanes are all here: of one, what a single thread is.
template <int lanes>
struct WholeTile {
  static constexpr int size = lanes, held = lanes;
  ABUT_HD static constexpr int rank() { return 0; }
  template <class T>
  ABUT_HD Farthest<T> best(const Farthest<T>* of_lane) const {
    Farthest<T> all[lanes];
    for (int l = 0; l < lanes; ++l) all[l] = of_lane[l];
    for (int step = 1; step < lanes; step *= 2) {
      for (int l = 0; l + step < lanes; l += 2 * step) all[l] = farther_of(all[l], all[l + step]);
    }
    return all[0];
  }
};

/// Four consecutive vertices' coordinates, read at once: payloads are padded to sixteen and aligned. Data only.
template <class T>
struct Quad {
  T x[4], y[4], z[4];
};

template <class T>
ABUT_INLINE Quad<T> quad_of(const VertexSet<T>& set, std::uint32_t first) {
  Quad<T> q;
  __builtin_memcpy(q.x, __builtin_assume_aligned(set.x + first, 16), sizeof(q.x));
  __builtin_memcpy(q.y, __builtin_assume_aligned(set.y + first, 16), sizeof(q.y));
  __builtin_memcpy(q.z, __builtin_assume_aligned(set.z + first, 16), sizeof(q.z));
  return q;
}

/// The farthest of `best` and four vertices of which the first is `first`.
template <class T>
ABUT_INLINE void look_at(const Quad<T>& q, std::uint32_t first, Vec3<T> d, Farthest<T>& best) {
  for (std::uint32_t j = 0; j < 4; ++j) {
    const T height = fma(d.x, q.x[j], fma(d.y, q.y[j], d.z * q.z[j]));
    best.id = height > best.height ? first + j : best.id;
    best.height = height > best.height ? height : best.height;
  }
}

template <class T>
ABUT_INLINE Farthest<T> nothing_yet() {
  return {-static_cast<T>(__builtin_inf()), 0};  // where nothing compares, the first, as in every scan
}

/// Vertices in the registers of the lanes of a tile: lane l has those of quads l, l + size, ... `per_lane` in all.
template <class T, int per_lane, class Tile>
class RegisterVertices {
 public:
  static_assert(per_lane % 4 == 0);
  static constexpr std::uint32_t most = static_cast<std::uint32_t>(per_lane * Tile::size);

  /// Of sets of at most `most` vertices.
  ABUT_HD RegisterVertices(const VertexSet<T>& set, const Tile& tile) {
    const std::uint32_t last = padded_count(set.count) - 4;  // what lies beyond are repetitions: they never win
    for (int l = 0; l < Tile::held; ++l) {
      for (int k = 0; k < quads; ++k) {
        const std::uint32_t first = first_of(tile, l, k);
        quad_[l][k] = quad_of(set, first < last ? first : last);
      }
    }
  }
  ABUT_HD std::uint32_t farthest(const Tile& tile, Vec3<T> d) const {
    Farthest<T> of_lane[Tile::held];
    for (int l = 0; l < Tile::held; ++l) {
      of_lane[l] = nothing_yet<T>();
      for (int k = 0; k < quads; ++k) look_at(quad_[l][k], first_of(tile, l, k), d, of_lane[l]);
    }
    return tile.best(of_lane).id;
  }

 private:
  static constexpr int quads = per_lane / 4;
  ABUT_HD static std::uint32_t first_of(const Tile& tile, int l, int k) {
    return static_cast<std::uint32_t>(4 * (k * Tile::size + tile.rank() + l));
  }
  Quad<T> quad_[Tile::held][quads];
};

/// Vertices that are read again each time.
template <class T, class Tile>
class ReadVertices {
 public:
  ABUT_HD ReadVertices(const VertexSet<T>& set, const Tile&) : set_(set) {}
  ABUT_HD std::uint32_t farthest(const Tile& tile, Vec3<T> d) const {
    Farthest<T> of_lane[Tile::held];
    for (int l = 0; l < Tile::held; ++l) {
      of_lane[l] = nothing_yet<T>();
      for (auto k = static_cast<std::uint32_t>(4 * (tile.rank() + l)); k < set_.count; k += 4 * Tile::size) {
        look_at(quad_of(set_, k), k, d, of_lane[l]);
      }
    }
    return tile.best(of_lane).id;
  }

 private:
  VertexSet<T> set_;
};

/// Support mapping of A - B, whose vertices a tile looks at as `Vertices` does.
template <class T, class Vertices, class Tile>
struct TileDifference {
  using SimplexData = SimplexIds;
  VertexSet<T> a, b;
  RelativePose<T> pose;
  Tile tile;
  Vertices of_a, of_b;

  ABUT_HD TileDifference(const VertexSet<T>& set_a, const VertexSet<T>& set_b, const RelativePose<T>& b_in_a,
                         const Tile& t)
      : a(set_a), b(set_b), pose(b_in_a), tile(t), of_a(set_a, t), of_b(set_b, t) {}

  ABUT_INLINE SupportPoint<T> operator()(Vec3<T> u) const {
    return point(of_a.farthest(tile, u), of_b.farthest(tile, rotate_back(pose.rotation, -u)));
  }
  ABUT_INLINE SupportPoint<T> point(std::uint32_t id_a, std::uint32_t id_b) const {
    const Vec3<T> va = vertex(a, id_a), vb = vertex(b, id_b);
    return {va - transform(pose, vb), va, vb, id_a, id_b};
  }
};

}  // namespace abut::device
