// Searches of two complexes, one of each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abut/bodies/parts_view.h"
#include "abut/complex/quasi_lmd.h"
#include "abut/complex/quasi_lmds_view.h"

namespace abut {

struct PlacedComplexes;  // placed_complexes.h
struct QuasiLmdSearch;

/// Where a search puts what it finds. Data only.
struct QuasiLmdSink {
  void* to;
  void (*put)(void* to, const QuasiLmd<double>& found);
  void (*nodes)(void* to, ComplexNodes pair);  ///< of `open` alone
};

/// Contacts of one pair, to be stored one after the other. Data only.
struct QuasiLmdsOfPair {
  Pair pair;
  const PlacedComplexes& at;
  const QuasiLmd<double>* contacts;
  std::size_t count;
};

struct ComplexSearchTable {
  /// `place_complexes`.
  bool (*place)(const PartsView& parts, const Pair& pair, const QuasiLmdSearch& asked, PlacedComplexes& at);
  /// What a pair of nodes opens into, or itself where both are leaves.
  void (*open)(const ComplexPair<double>& pair, ComplexNodes nodes, QuasiLmdCounts& counts, const QuasiLmdSink& sink);
  /// All quasi-LMDs below a pair of nodes.
  void (*search)(const ComplexPair<double>& pair, ComplexNodes nodes, QuasiLmdCounts& counts, const QuasiLmdSink& sink);
  /// All quasi-LMDs, of all pairs of simplices.
  void (*brute_force)(const ComplexPair<double>& pair, QuasiLmdCounts& counts, const QuasiLmdSink& sink);
  /// Whether simplices of both complexes have a point in common.
  bool (*cross)(const ComplexPair<double>& pair);
  void (*store_f32)(const QuasiLmdsView<float>& out, std::uint64_t to, const QuasiLmdsOfPair& of);
  void (*store_f64)(const QuasiLmdsView<double>& out, std::uint64_t to, const QuasiLmdsOfPair& of);
};

}  // namespace abut
