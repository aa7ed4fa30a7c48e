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

Answerer answerer(AnsweredBy by) {
  switch (by) {
    case AnsweredBy::closed_form: return {1, "closed_form", "a closed form"};
    case AnsweredBy::farther: return {3, "farther", "GJK's lower bound: farther apart than asked for"};
    case AnsweredBy::separated: return {4, "separated", "GJK's nearest points: the cores are separated"};
    case AnsweredBy::box_widths: return {5, "box_widths", "the narrowest of the fifteen widths of two boxes"};
    case AnsweredBy::small_epa: return {5, "small_epa", "EPA in a small polytope, checked in double"};
    case AnsweredBy::all_directions: return {8, "all_directions", "every direction that can be the narrowest"};
    case AnsweredBy::symmetric:
      return {6, "symmetric", "a search over the angles that cores along common axes leave open"};
    case AnsweredBy::eroded: return {6, "eroded", "GJK on the cores without the balls that they have as summands"};
    case AnsweredBy::deferred_to_double: return {6, "deferred_to_double", "nothing: deferred to double"};
    case AnsweredBy::epa: return {7, "epa", "EPA"};
    case AnsweredBy::epa_plane: return {7, "epa_plane", "EPA's plane, which separates the cores, and GJK's points"};
    case AnsweredBy::epa_out_of_capacity: return {7, "epa_out_of_capacity", "EPA, which ran out of capacity"};
  }
  return {0, "unknown", "nothing"};
}

}  // namespace abut::cli
