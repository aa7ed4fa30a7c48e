// Classes of pairs that catch narrow phases out, made at random from a seed: the same pairs on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abut/bodies/body_set.h"
#include "abut/shapes/shape_set.h"
#include "host/io/case_file.h"

namespace abut::torture {

/// Two shapes and their poses in the world. Poses of A are the identity unless the batch has bodies.
struct PosedPair {
  std::uint32_t a, b;
  Pose pose_a, pose_b;
};

/// Pairs that share a set of shapes.
struct Batch {
  std::vector<io::CaseShape> shapes;
  ShapeSet set;
  std::vector<PosedPair> pairs;
  /// Pair i joins the only parts of bodies 2 i and 2 i + 1. Without bodies pairs are queried by relative poses.
  BodySet bodies;
  bool has_bodies() const { return bodies.size() > 0; }
};

struct PairClass {
  const char* name;
  const char* meaning;  ///< one line for people
  std::uint32_t pairs_per_batch;
  void (*make)(Batch& batch, std::uint32_t pairs, std::uint64_t seed);
};

const std::vector<PairClass>& pair_classes();

/// Batch `index` of a class; at most `pairs` pairs.
Batch make_batch(const PairClass& pair_class, std::uint64_t seed, std::uint64_t index, std::uint32_t pairs);

}  // namespace abut::torture
