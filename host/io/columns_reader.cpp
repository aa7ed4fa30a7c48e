#include "host/io/columns_reader.h"

#include "abut/core/error.h"
#include "host/io/scene_source.h"

namespace abut::io {
namespace {

void read_pairs(SceneSource& source, SceneColumns& columns, PairsWanted wanted) {
  constexpr std::pair<const char*, PairKind> kinds[] = {
      {"pairs/bodies", PairKind::bodies}, {"pairs/parts", PairKind::parts}, {"pairs/shapes", PairKind::shapes}};
  for (const auto& [name, kind] : kinds) {
    if (!source.is_there(name)) continue;
    if (columns.pair_kind != PairKind::none)
      source.fail("pairs: allowed is one of the datasets pairs/bodies, pairs/parts and pairs/shapes");
    columns.pair_kind = kind;
  }
  if (source.is_there("pairs/pose") != (columns.pair_kind == PairKind::shapes)) {
    source.fail("pairs: pairs/shapes and pairs/pose are allowed together, none without the other");
  }
  if (columns.pair_kind == PairKind::none || wanted == PairsWanted::kind_only) return;
  if (columns.pair_kind == PairKind::shapes) {
    source.fail(
        "pairs/shapes: pairs of shapes with poses are answered by abut query; allowed here are pairs/bodies and "
        "pairs/parts");
  }
  const PairEnds ends = pair_ends(columns);
  const Dataset set(source.data(), ends.dataset, {2});
  const std::vector<std::uint32_t> indices = set.all_indices(ends.end, ends.what);
  for (std::size_t i = 0; i < set.rows(); ++i) columns.pairs.push_back({indices[2 * i], indices[2 * i + 1]});
  check_ends(source.data().file(), ends, columns.pairs, 0);
}

}  // namespace

SceneColumns read_columns(DataSource& data, PairsWanted pairs) {
  SceneColumns columns;
  SceneSource source(data, columns);
  read_shape_columns(source, columns);
  read_body_columns(source, columns);
  read_pairs(source, columns, pairs);
  return columns;
}

PairEnds pair_ends(const SceneColumns& columns) {
  switch (columns.pair_kind) {
    case PairKind::parts: return {"pairs/parts", "part", columns.part_shape.size(), false};
    case PairKind::shapes: return {"pairs/shapes", "shape", columns.shape_count(), true};
    default: return {"pairs/bodies", "body", columns.body_count(), false};
  }
}

void check_ends(const std::string& file, const PairEnds& ends, std::span<const Pair> pairs, std::uint64_t first) {
  if (ends.may_be_same) return;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].a != pairs[i].b) continue;
    throw InvalidInput(file + ": " + ends.dataset + "[" + std::to_string(first + i) + "]: names " + ends.what + " " +
                       std::to_string(pairs[i].a) + " twice, allowed are two");
  }
}

}  // namespace abut::io
