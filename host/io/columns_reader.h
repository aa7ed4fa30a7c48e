// Scenes from and to files of named arrays (docs/reference/hdf5-format.md). Sources are not trusted.
#pragma once

#include "host/io/data_source.h"
#include "host/io/scene_columns.h"

namespace abut::io {

enum class PairsWanted {
  read,      ///< of bodies and parts; pairs of shapes are refused, which only `abut query` answers
  kind_only  ///< nothing but their kind
};

/// Throws `FileError`, or `InvalidInput` naming file, dataset, place, value and what is allowed.
SceneColumns read_columns(DataSource& data, PairsWanted pairs = PairsWanted::read);

void write_columns(const SceneColumns& columns, DataSink& sink);

/// Bodies that stand in a list of pairs, or parts, or shapes.
struct PairEnds {
  const char* dataset;  ///< "pairs/bodies"
  const char* what;     ///< "body"
  std::uint64_t end;    ///< indices are below it
  bool may_be_same;     ///< whether both may be one: two instances of a shape
};
PairEnds pair_ends(const SceneColumns& columns);
/// Throws where the two of a pair may not be one and are; `first`: the number of the first row.
void check_ends(const std::string& file, const PairEnds& ends, std::span<const Pair> pairs, std::uint64_t first);

}  // namespace abut::io
