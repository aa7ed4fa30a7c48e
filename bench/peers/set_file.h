// A set of posed pairs with the truth about some of them: what every peer of a benchmark is given, as one binary file.
// Needs the standard library only, so that no peer's program is compiled with another library's headers or flags.
//
// Layout, in the machine's own byte order: eight characters "abutset1"; u32 regime, number of shapes, of pairs, of
// truths; then shape by shape u32 kind, number of vertices, of triangles, 0, double radius, half[3], the vertices (3
// double each), the triangles (3 u32 each); then the pairs as `PosedPair` lies in memory; then the truths (double).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "bench/peers/binary_file.h"

namespace peers {

enum class Kind : std::uint32_t { hull = 0, sphere = 1, capsule = 2, box = 3 };
enum class Regime : std::uint32_t { separated = 0, near = 1, overlapping = 2 };

/// A shape in its own frame, diameter 1. Lengths that are not the kind's own are 0, lists empty.
struct Shape {
  Kind kind = Kind::hull;
  std::vector<std::array<double, 3>> vertices;          ///< of a hull, each a float
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< of a hull, counter-clockwise seen from outside
  double radius = 0;                                    ///< of a sphere or capsule
  std::array<double, 3> half{0, 0, 0};                  ///< of a box; of a capsule half[2], its segment along z
};

/// world = rotation (by rows) * local + position; positions are floats.
struct Pose {
  double position[3];
  double rotation[9];
};

/// Two shapes, each posed for this pair alone.
struct PosedPair {
  std::uint32_t a, b;
  Pose pose_a, pose_b;
};
static_assert(sizeof(PosedPair) == 200 && std::is_trivially_copyable_v<PosedPair>);

struct Set {
  Regime regime = Regime::separated;
  std::vector<Shape> shapes;
  std::vector<PosedPair> pairs;
  std::vector<double> truth;  ///< signed separation of the first pairs
};

namespace detail {

inline constexpr char magic[9] = "abutset1";

inline void take_shape(Reader& in, Shape& shape) {
  std::uint32_t head[4];
  in.take(head, 4);
  if (head[0] > 3) in.fail("has a shape of an unknown kind");
  shape.kind = static_cast<Kind>(head[0]);
  in.take(&shape.radius, 1);
  in.take(shape.half.data(), 3);
  in.take(shape.vertices, head[1]);
  in.take(shape.triangles, head[2]);
  for (const auto& triangle : shape.triangles) {
    for (const std::uint32_t v : triangle) {
      if (v >= head[1]) in.fail("has a triangle of a vertex that is not there");
    }
  }
}

}  // namespace detail

/// Throws std::runtime_error, one line, when the file cannot be written.
inline void write_set(const std::string& name, const Set& set) {
  using detail::put;
  std::string out;
  put(out, detail::magic, 8);
  const auto count = [](std::size_t n) { return static_cast<std::uint32_t>(n); };
  const std::uint32_t head[4] = {static_cast<std::uint32_t>(set.regime), count(set.shapes.size()),
                                 count(set.pairs.size()), count(set.truth.size())};
  put(out, head, 4);
  for (const Shape& shape : set.shapes) {
    const std::uint32_t counts[4] = {static_cast<std::uint32_t>(shape.kind), count(shape.vertices.size()),
                                     count(shape.triangles.size()), 0};
    put(out, counts, 4);
    put(out, &shape.radius, 1);
    put(out, shape.half.data(), 3);
    put(out, shape.vertices.data(), shape.vertices.size());
    put(out, shape.triangles.data(), shape.triangles.size());
  }
  put(out, set.pairs.data(), set.pairs.size());
  put(out, set.truth.data(), set.truth.size());
  detail::store(name, out);
}

/// Throws std::runtime_error, one line, when the file cannot be read or is not a set.
inline Set read_set(const std::string& name) {
  detail::Reader in(name);
  char magic[8];
  in.take(magic, 8);
  if (std::memcmp(magic, detail::magic, 8) != 0) in.fail("is not a set of pairs");
  std::uint32_t head[4];
  in.take(head, 4);
  if (head[0] > 2) in.fail("is of an unknown regime");
  if (head[3] > head[2]) in.fail("has more truths than pairs");
  Set set;
  set.regime = static_cast<Regime>(head[0]);
  for (std::uint32_t s = 0; s < head[1]; ++s) detail::take_shape(in, set.shapes.emplace_back());
  in.take(set.pairs, head[2]);
  for (const PosedPair& pair : set.pairs) {
    if (pair.a >= head[1] || pair.b >= head[1]) in.fail("has a pair of a shape that is not there");
  }
  in.take(set.truth, head[3]);
  in.end();
  return set;
}

}  // namespace peers
