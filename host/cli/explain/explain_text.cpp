// An explanation as text and as JSON.
#include <nlohmann/json.hpp>

#include "host/cli/commands.h"
#include "host/cli/explain/explain.h"
#include "host/io/result_files.h"

namespace abut::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Widths before the first are unknown.
bool is_known(double length) { return length < 1e100; }

std::string bound_text(double length) { return is_known(length) ? format("%.9g", length) : "-"; }

std::string vector_text(Vec3<double> v) { return format("(%.9g, %.9g, %.9g)", v.x, v.y, v.z); }

Json vector_json(Vec3<double> v) { return {v.x, v.y, v.z}; }

std::string face_label(const TraceAttempt& attempt, const EpaTraceStep& step) {
  std::string text;
  for (const std::uint32_t v : step.nearest)
    text += (text.empty() ? "" : ", ") + vertex_label(attempt, step.vertices[v]);
  return text;
}

std::string gjk_text(const TraceAttempt& attempt, const TraceStage& stage) {
  std::string text =
      format("  %3s  %-14s %16s %16s   %s\n", "", "support point", "v.w / |v|", "|v|", "kept by Signed Volumes");
  for (std::size_t i = 0; i < stage.gjk_steps.size(); ++i) {
    const GjkTraceStep& step = stage.gjk_steps[i];
    text += format("  %3zu  %-14s %16s %16s   %s\n", i + 1, vertex_label(attempt, step.support).c_str(),
                   bound_text(step.lower).c_str(), bound_text(step.upper).c_str(),
                   simplex_label(attempt, step.simplex).c_str());
  }
  return text;
}

std::string epa_text(const TraceAttempt& attempt, const TraceStage& stage) {
  std::string text = format("  %3s  %9s %6s %16s %16s   %s\n", "", "vertices", "faces", "nearest face", "least width",
                            "nearest face's vertices");
  for (std::size_t i = 0; i < stage.epa_steps.size(); ++i) {
    const EpaTraceStep& step = stage.epa_steps[i];
    text += format("  %3zu  %9zu %6u %16s %16s   %s\n", i + 1, step.vertices.size(), step.face_count,
                   bound_text(step.lower).c_str(), bound_text(step.upper).c_str(), face_label(attempt, step).c_str());
  }
  return text;
}

std::string stage_text(const TraceAttempt& attempt, const TraceStage& stage) {
  if (stage.kind == TraceStage::remark) return "  " + stage.title + "\n";
  std::string text = "\n" + stage.title + "\n";
  text += stage.kind == TraceStage::gjk ? gjk_text(attempt, stage) : epa_text(attempt, stage);
  return text + "  ended: " + (stage.ended.empty() ? "the cap on iterations" : stage.ended) + "\n";
}

Json vertex_json(const TraceAttempt& attempt, const TraceVertex& v) {
  return {{"name", vertex_label(attempt, v)}, {"id_a", v.id_a}, {"id_b", v.id_b}, {"w", vector_json(v.w)}};
}

Json gjk_json(const TraceAttempt& attempt, const GjkTraceStep& step) {
  Json json;
  json["direction"] = vector_json(step.direction);
  json["support"] = vertex_json(attempt, step.support);
  json["lower"] = step.lower;
  json["upper"] = is_known(step.upper) ? Json(step.upper) : Json();
  json["v"] = vector_json(step.v);
  Json simplex = Json::array();
  for (const TraceVertex& v : step.simplex) {
    Json entry = vertex_json(attempt, v);
    entry["lambda"] = v.lambda;
    simplex.push_back(entry);
  }
  json["simplex"] = simplex;
  return json;
}

Json epa_json(const TraceAttempt& attempt, const EpaTraceStep& step) {
  Json json;
  json["vertices"] = step.vertices.size();
  json["faces"] = step.face_count;
  json["lower"] = step.lower;
  json["upper"] = is_known(step.upper) ? Json(step.upper) : Json();
  json["normal"] = vector_json(step.normal);
  Json nearest = Json::array();
  for (const std::uint32_t v : step.nearest) nearest.push_back(vertex_json(attempt, step.vertices[v]));
  json["nearest_face"] = nearest;
  return json;
}

Json stage_json(const TraceAttempt& attempt, const TraceStage& stage) {
  static const char* const names[] = {"gjk", "small_epa", "epa", "remark"};
  Json json{{"algorithm", names[stage.kind]}, {"title", stage.title}};
  if (stage.kind == TraceStage::remark) return json;
  Json steps = Json::array();
  for (const GjkTraceStep& step : stage.gjk_steps) steps.push_back(gjk_json(attempt, step));
  for (const EpaTraceStep& step : stage.epa_steps) steps.push_back(epa_json(attempt, step));
  json["steps"] = steps;
  json["ended"] = stage.ended.empty() ? "the cap on iterations" : stage.ended;
  return json;
}

/// Whether the record has more than a status.
bool has_answer(const Contact<double>& c) {
  const Status status = status_of(c.status);
  return status <= Status::iteration_limit;
}

std::string record_text(const Contact<double>& c) {
  std::string text = "status           " + io::status_text(c.status) + "\n";
  if (!has_answer(c)) return text + "                 only the status says something\n";
  text += format("separation       %.17g%s\n", c.separation,
                 status_of(c.status) == Status::farther_than_alert ? ", a lower bound" : "");
  text += format("lower bound      %.17g, bounds %.3g apart\n", c.lower_bound, c.bound_gap);
  text += "normal           " + vector_text(c.normal) + " from A to B, world axes\n";
  text += "witness points   " + vector_text(c.witness_a) + " of A\n                 " + vector_text(c.witness_b) +
          " of B, from the position of body A\n";
  text += "features         " + io::feature_text(c.feature_a) + ", " + io::feature_text(c.feature_b) + "\n";
  text += format("iterations       GJK %u, EPA %u\n", static_cast<unsigned>(c.gjk_iterations),
                 static_cast<unsigned>(c.epa_iterations));
  return text + format("key              %016llx\n", static_cast<unsigned long long>(c.key));
}

}  // namespace

std::string explanation_text(const ExplainedPair& pair, const Explanation& e) {
  std::string text = "pair             " + pair.heading + "\n";
  text += "A                " + pair.shape[0] + "\nB                " + pair.shape[1] + "\n";
  text += "query            " + e.precision + "; lengths are in " +
          (pair.length_unit.empty() ? std::string("the scene's unit") : pair.length_unit) +
          ", those of the search are of the cores, without rounding\n";
  for (std::size_t i = 0; i < e.trace.attempts.size(); ++i) {
    const TraceAttempt& attempt = e.trace.attempts[i];
    if (i > 0) text += format("\n--- in %s\n", attempt.scalar);
    for (const TraceStage& stage : attempt.stages) text += stage_text(attempt, stage);
  }
  text += "\n";
  if (e.trace.attempts.empty()) {
    text += "answered by      the check of the input: there is nothing to query\n";
  } else {
    const Answerer by = answerer(e.trace.last().by);
    text += format("answered by      %s: %s\n", by.name, by.text);
  }
  return text + record_text(e.contact);
}

std::string explanation_json(const ExplainedPair& pair, const Explanation& e) {
  Json json;
  json["pair"] = pair.heading;
  json["parts"] = {pair.ids.a, pair.ids.b};
  json["shapes"] = {pair.shape[0], pair.shape[1]};
  json["length_unit"] = pair.length_unit;
  json["precision"] = e.precision;
  Json attempts = Json::array();
  for (const TraceAttempt& attempt : e.trace.attempts) {
    Json stages = Json::array();
    for (const TraceStage& stage : attempt.stages) stages.push_back(stage_json(attempt, stage));
    attempts.push_back({{"scalar", attempt.scalar}, {"stages", stages}});
  }
  json["attempts"] = attempts;
  if (e.trace.attempts.empty()) {
    json["answered_by"] = {{"name", "input"}, {"text", "the check of the input"}};
  } else {
    const Answerer by = answerer(e.trace.last().by);
    json["answered_by"] = {{"name", by.name}, {"text", by.text}};
  }
  const Contact<double>& c = e.contact;
  Json contact{{"status", io::status_text(c.status)}};
  if (has_answer(c)) {
    contact["separation"] = c.separation;
    contact["normal"] = vector_json(c.normal);
    contact["witness_a"] = vector_json(c.witness_a);
    contact["witness_b"] = vector_json(c.witness_b);
    contact["point"] = vector_json(c.point);
    contact["feature_a"] = io::feature_text(c.feature_a);
    contact["feature_b"] = io::feature_text(c.feature_b);
    contact["lower_bound"] = c.lower_bound;
    contact["bound_gap"] = c.bound_gap;
    contact["gjk_iterations"] = c.gjk_iterations;
    contact["epa_iterations"] = c.epa_iterations;
    contact["key"] = format("%016llx", static_cast<unsigned long long>(c.key));
  }
  json["contact"] = contact;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace abut::cli
