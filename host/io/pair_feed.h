// The pairs of a file in pieces, each looked at before it is given out.
#pragma once

#include <span>
#include <vector>

#include "host/io/columns_reader.h"
#include "host/io/dataset.h"

namespace abut::io {

/// Some pairs of parts, or of shapes with relative poses, 12 numbers each. Data only.
struct PairPiece {
  std::vector<Pair> pairs;
  std::vector<double> poses;
};

class PairFeed {
 public:
  /// Of `source`, whose columns were read with `PairsWanted::kind_only`, or, without one, of the columns themselves.
  /// Both have to stay.
  PairFeed(DataSource* source, const SceneColumns& columns, const std::string& file);

  /// How many pairs there are; a pair of bodies is all parts of the one with all of the other. Where these are several,
  /// this reads the pairs of bodies once.
  std::uint64_t count();
  /// The next pairs, `most` at most and less only at the end. Whether there were any.
  bool next(std::uint64_t most, PairPiece& piece);

 private:
  bool one_part_each() const { return columns_.part_shape.size() == columns_.body_count(); }
  std::span<const Pair> rows(std::uint64_t first, std::uint64_t count);
  void check_poses(std::uint64_t first, const PairPiece& piece) const;
  void expand(std::uint64_t most, PairPiece& piece);
  std::uint64_t parts_of(std::uint32_t body) const {
    return columns_.part_offsets[body + 1] - columns_.part_offsets[body];
  }

  const SceneColumns& columns_;
  const std::string& file_;
  PairEnds ends_;
  std::optional<Dataset> pairs_, poses_;
  double tolerance_ = 0;  // of rotations
  std::uint64_t row_count_ = 0, row_ = 0;
  std::vector<Pair> block_;  // rows that were read
  std::vector<Pair> ahead_;  // of pairs of bodies with several parts: rows that were read and not all given out
  std::size_t at_ = 0;       // in these
  std::uint64_t part_ = 0;   // of the pair of bodies there: the next pair of parts
};

}  // namespace abut::io
