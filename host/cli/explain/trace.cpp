#include "host/cli/explain/trace.h"

#include "abut/narrow/convex_core.h"

namespace abut::cli {
namespace {

std::string side_label(char side, ShapeKind kind, std::uint32_t id) {
  const std::string name(1, side);
  switch (kind) {
    case ShapeKind::vertex_set:
    case ShapeKind::box: return name + std::to_string(id);
    case ShapeKind::cylinder:
    case ShapeKind::cone:
      return name + (id == on_apex             ? " apex"
                     : id == on_top_rim        ? " top rim"
                     : kind == ShapeKind::cone ? " rim"
                                               : " bottom rim");
    default: return name;
  }
}

}  // namespace

std::string vertex_label(const TraceAttempt& attempt, const TraceVertex& vertex) {
  return side_label('a', attempt.kind_a, vertex.id_a) + "-" + side_label('b', attempt.kind_b, vertex.id_b);
}

std::string simplex_label(const TraceAttempt& attempt, const std::vector<TraceVertex>& simplex) {
  static const char* const names[] = {"nothing", "vertex", "edge", "triangle", "tetrahedron"};
  std::string text = names[simplex.size() < 4 ? simplex.size() : 4];
  for (std::size_t k = 0; k < simplex.size(); ++k) text += (k == 0 ? " " : ", ") + vertex_label(attempt, simplex[k]);
  return text;
}

Answerer answerer(seen::Answered by) {
  if (by.stage == Stage::epa && by.outcome == Outcome::next) {
    return {"epa_plane", "EPA's plane, which separates the cores, and GJK's points"};
  }
  if (by.outcome == Outcome::needs_capacity) return {"epa_out_of_capacity", "EPA, which ran out of capacity"};
  const StageRow& row = info_of(by.stage);
  return {row.name, row.answer};
}

}  // namespace abut::cli
